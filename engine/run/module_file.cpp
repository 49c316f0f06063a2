#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dladdr1
#endif
#include "engine/run/module_file.h"

#include <dlfcn.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#endif

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "engine/fork/forks.h"
#include "engine/tensor/floating_point.h"

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

#ifdef __linux__
/// One header of the file, or nothing where the file ends before it.
template <class Header>
bool read_header(std::ifstream& file, std::uint64_t at, Header& header) {
  return file.seekg(static_cast<std::streamoff>(at)) &&
         file.read(reinterpret_cast<char*>(&header), static_cast<std::streamsize>(sizeof header));
}

std::uint64_t end_of(std::uint64_t offset, std::uint64_t bytes) noexcept {
  return bytes > UINT64_MAX - offset ? UINT64_MAX : offset + bytes;
}

/// "" where the file has all bytes that its headers name, else why not. The loader maps what they name without a look
/// at the file's size, and a read of a page that no file has ends the process. What is no library is left to the
/// loader.
std::string why_incomplete(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
  ElfW(Ehdr) all{};
  if (!read_header(file, 0, all) || std::memcmp(all.e_ident, ELFMAG, SELFMAG) != 0) return {};
  std::uint64_t named = end_of(all.e_shoff, std::uint64_t{all.e_shentsize} * all.e_shnum);
  for (std::uint64_t h = 0; h < all.e_phnum; ++h) {
    ElfW(Phdr) part{};
    const std::uint64_t at = end_of(all.e_phoff, h * sizeof part);
    named = std::max(named, end_of(at, sizeof part));
    if (named > size || !read_header(file, at, part)) break;
    if (part.p_type == PT_LOAD) named = std::max(named, end_of(part.p_offset, part.p_filesz));
  }
  if (named <= size) return {};
  return "it has " + std::to_string(size) + " bytes; " + std::to_string(named) + " were expected, so it is not whole";
}
#else
std::string why_incomplete(const std::string&) { return {}; }  // the loader looks
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

Module load_module(const std::string& path, const char* function) {
  const ForkPause pause;
  const DefaultFloatingPoint environment;  // what a library does as it is loaded, it does in the caller's
  if (std::string reason = why_incomplete(path); !reason.empty())
    return {nullptr, path + " cannot be loaded: " + reason};
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* words = ::dlerror();
    return {nullptr, path + " cannot be loaded: " + (words ? words : "no reason was given")};
  }
  void* address = ::dlsym(library, function);
  if (!address) return {nullptr, path + " is not a module of dmlrun: it lacks " + function};
  const void* interface = reinterpret_cast<const void* (*)()>(address)();
  return {interface, interface ? "" : path + " is not a module of dmlrun: " + function + "() gave nothing"};
}

}  // namespace dmlrun
