#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dladdr1
#endif
#include "engine/run/module_file.h"

#include <dlfcn.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#endif

#include <array>
#include <climits>

namespace dmlrun {
namespace {

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : std::string(path.substr(0, slash));
}

constexpr char kHere = 0;

/// The folder of the program or shared library that this code is part of.
#ifdef __linux__
std::string own_folder() {
  Dl_info info{};
  link_map* map = nullptr;
  if (::dladdr1(&kHere, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map && map->l_name[0] != '\0')
    return folder_of(map->l_name);
  std::array<char, PATH_MAX> path;
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size > 0 ? folder_of({path.data(), static_cast<std::size_t>(size)}) : std::string(".");
}
#else  // the loader has full paths, of programs too
std::string own_folder() {
  Dl_info info{};
  return ::dladdr(&kHere, &info) != 0 && info.dli_fname ? folder_of(info.dli_fname) : std::string(".");
}
#endif

}  // namespace

std::string module_file(std::string_view name) {
  const std::string own = own_folder();
  const std::array<std::string, 4> folders = {own, own + "/dmlrun", own + "/../" DMLRUN_LIBRARY_FOLDER "/dmlrun",
                                              DMLRUN_INSTALLED_FOLDER "/dmlrun"};
  for (const std::string& folder : folders) {
    const std::string path = folder + "/" + std::string(name);
    if (::access(path.c_str(), F_OK) == 0) return path;
  }
  return {};
}

ModuleSymbol load_module(const std::string& path, const char* symbol) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* words = ::dlerror();
    return {nullptr, path + " cannot be loaded: " + (words ? words : "no reason was given")};
  }
  if (void* address = ::dlsym(library, symbol)) return {address, {}};
  return {nullptr, path + " is not a module of dmlrun: it lacks " + symbol};
}

}  // namespace dmlrun
