#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dladdr1
#endif
#include "jit/halide/module.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <new>

namespace dmlrun::jit {
namespace {

constexpr std::size_t kMostWords = 4096;

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : std::string(path.substr(0, slash));
}

/// The folder of the program or shared library that this code is part of.
std::string own_folder() {
  static const char here = 0;
  Dl_info info{};
  link_map* map = nullptr;
  if (::dladdr1(&here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map && map->l_name[0] != '\0')
    return folder_of(map->l_name);
  std::array<char, PATH_MAX> path;
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size > 0 ? folder_of({path.data(), static_cast<std::size_t>(size)}) : std::string(".");
}

/// Beside this program or library, where an installation puts it as seen from either, and where this build is installed.
std::vector<std::string> places() {
  const std::string own = own_folder();
  std::vector<std::string> folders = {own, own + "/dmlrun", own + "/../" DMLRUN_LIBRARY_FOLDER "/dmlrun",
                                      DMLRUN_INSTALLED_FOLDER "/dmlrun"};
  for (std::string& folder : folders) (folder += '/') += kModuleFile;
  return folders;
}

struct Loaded {
  const HalideModule* module = nullptr;
  std::string why_not;
};

Loaded open(const std::string& path) {
  const auto refuse = [&](const std::string& what) { return Loaded{nullptr, path + " " + what}; };
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* words = ::dlerror();
    return refuse("cannot be loaded: " + std::string(words ? words : "no reason was given"));
  }
  const auto get = reinterpret_cast<const HalideModule* (*)()>(::dlsym(library, kModuleSymbol));
  if (!get) return refuse("is not a module of dmlrun: it lacks " + std::string(kModuleSymbol));
  const HalideModule* module = get();
  constexpr std::string_view kOurs = DMLRUN_MODULE_VERSION(DMLRUN_VERSION);
  if (module->version != kOurs)
    return refuse("is of version " + std::string(module->version) + "; " + std::string(kOurs) + " was expected");
  return {module, {}};
}

Loaded load() {
  const std::string path = module_file();
  return path.empty() ? Loaded{nullptr, std::string(kNotInstalled)} : open(path);
}

std::string words_of(const std::vector<std::vector<std::byte>>& answers) {
  if (answers.empty()) return "the generator of code failed without a word";
  const auto* text = reinterpret_cast<const char*>(answers[0].data());
  return {text, std::min(answers[0].size(), kMostWords)};
}

/// What is received, and whether there was memory for it.
struct Received {
  std::vector<std::vector<std::byte>> answers;
  bool is_complete = true;
};

void receive(void* context, const void* bytes, std::size_t size) {
  auto& received = *static_cast<Received*>(context);
  const auto* begin = static_cast<const std::byte*>(bytes);
  try {
    received.answers.emplace_back(begin, begin + size);
  } catch (const std::bad_alloc&) {
    received.is_complete = false;
  }
}

}  // namespace

std::string module_file() {
  for (const std::string& path : places())
    if (::access(path.c_str(), F_OK) == 0) return path;
  return {};
}

const HalideModule* halide_module(std::string& why_not) {
  static const Loaded loaded = load();
  why_not = loaded.why_not;
  return loaded.module;
}

Result<std::vector<std::vector<std::byte>>> ask_module(const ModuleRequest& request) noexcept {
  try {
    std::string why_not;
    const HalideModule* module = halide_module(why_not);
    if (!module) return Error{ErrorCode::backend_unavailable, {}, {}, why_not, {}};
    Received received;
    const ModuleAnswer answer{&received, receive};
    const std::int32_t outcome = module->compile(&request, &answer);
    if (!received.is_complete || outcome == 2) return Error{ErrorCode::out_of_memory};
    if (outcome != 0) return Error{ErrorCode::backend_failed, {}, {}, words_of(received.answers), {}};
    return std::move(received.answers);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::jit
