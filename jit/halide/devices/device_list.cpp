#include "jit/halide/devices/device_list.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>

#include "engine/fork/forks.h"
#include "engine/tensor/floating_point.h"

namespace dmlrun::jit::halide {
namespace {

/// The first of these libraries that can be opened; it stays open. Null when there is none.
void* open_first(std::initializer_list<const char*> names) noexcept {
  for (const char* name : names)
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

template <class Function>
bool find(void* library, const char* name, Function*& function) noexcept {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

// OpenCL ------------------------------------------------------------------------------------------------------------

constexpr std::uint32_t kPlatformName = 0x0902, kDeviceType = 0x1000, kSingleConfig = 0x101B, kDeviceName = 0x102B,
                        kDriverVersion = 0x102D;
constexpr std::uint64_t kAllTypes = 0xFFFFFFFF, kProcessor = 1u << 1, kDividesExactly = 1u << 7;

struct OpenCl {
  using Id = void*;
  using Info = std::int32_t(Id, std::uint32_t name, std::size_t bytes, void* value, std::size_t* needed);
  std::int32_t (*platforms)(std::uint32_t most, Id* ids, std::uint32_t* count) = nullptr;
  std::int32_t (*devices)(Id platform, std::uint64_t type, std::uint32_t most, Id* ids, std::uint32_t* count) = nullptr;
  Info* platform_info = nullptr;
  Info* device_info = nullptr;

  bool load() noexcept {
    void* library =
        open_first({"libOpenCL.so.1", "libOpenCL.so", "/System/Library/Frameworks/OpenCL.framework/OpenCL"});
    return library && find(library, "clGetPlatformIDs", platforms) && find(library, "clGetDeviceIDs", devices) &&
           find(library, "clGetPlatformInfo", platform_info) && find(library, "clGetDeviceInfo", device_info);
  }
};

std::string text_of(OpenCl::Info* info, OpenCl::Id id, std::uint32_t name) {
  std::array<char, 512> text{};
  if (info(id, name, text.size() - 1, text.data(), nullptr) != 0) return "?";
  return text.data();
}

std::uint64_t number_of(OpenCl::Info* info, OpenCl::Id id, std::uint32_t name) {
  std::uint64_t number = 0;
  return info(id, name, sizeof number, &number, nullptr) == 0 ? number : 0;
}

DeviceList opencl_devices() {
  OpenCl cl;
  if (!cl.load()) return {{}, "there is no OpenCL on this system: libOpenCL.so.1 cannot be opened"};
  constexpr std::uint32_t kMax = 64;
  std::array<OpenCl::Id, kMax> platforms{};
  std::uint32_t platform_count = 0;
  if (cl.platforms(kMax, platforms.data(), &platform_count) != 0) platform_count = 0;
  if (platform_count == 0) return {{}, "OpenCL has no driver on this system: it lists no platform"};
  DeviceList list;
  std::vector<Device> processors;
  for (std::uint32_t p = 0; p < std::min(platform_count, kMax); ++p) {
    std::array<OpenCl::Id, kMax> ids{};
    std::uint32_t count = 0;
    if (cl.devices(platforms[p], kAllTypes, kMax, ids.data(), &count) != 0) continue;
    const std::string platform = text_of(cl.platform_info, platforms[p], kPlatformName);
    for (std::uint32_t d = 0; d < std::min(count, kMax); ++d) {
      const bool is_exact = (number_of(cl.device_info, ids[d], kSingleConfig) & kDividesExactly) != 0;
      const bool is_processor = (number_of(cl.device_info, ids[d], kDeviceType) & kProcessor) != 0;
      (is_processor ? processors : list.devices)
          .push_back({text_of(cl.device_info, ids[d], kDeviceName),
                      platform + " " + text_of(cl.device_info, ids[d], kDriverVersion), platform,
                      static_cast<std::int32_t>(d), is_exact});
    }
  }
  list.devices.insert(list.devices.end(), processors.begin(), processors.end());
  if (list.devices.empty()) list.why_none = "OpenCL has no device on this system";
  return list;
}

// CUDA --------------------------------------------------------------------------------------------------------------

DeviceList cuda_devices() {
  void* library = open_first({"libcuda.so.1", "libcuda.so"});
  if (!library) return {{}, "there is no CUDA driver on this system: libcuda.so.1 cannot be opened"};
  int (*start)(unsigned) = nullptr;
  int (*version_of)(int*) = nullptr;
  int (*count_of)(int*) = nullptr;
  int (*get)(int*, int) = nullptr;
  int (*name_of)(char*, int, int) = nullptr;
  if (!find(library, "cuInit", start) || !find(library, "cuDriverGetVersion", version_of) ||
      !find(library, "cuDeviceGetCount", count_of) || !find(library, "cuDeviceGet", get) ||
      !find(library, "cuDeviceGetName", name_of))
    return {{}, "the CUDA driver of this system lacks functions that every driver has"};
  int version = 0, count = 0;
  if (const int refusal = start(0); refusal != 0)
    return {{}, "the CUDA driver refuses to start, with error " + std::to_string(refusal)};
  if (version_of(&version) != 0 || count_of(&count) != 0) count = 0;
  DeviceList list;
  for (int d = 0; d < count; ++d) {
    std::array<char, 256> name{};
    int id = 0;
    if (get(&id, d) != 0 || name_of(name.data(), static_cast<int>(name.size()) - 1, id) != 0) continue;
    const std::string driver = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    list.devices.push_back({name.data(), driver, "", d, true});
  }
  if (list.devices.empty()) list.why_none = "the CUDA driver lists no device";
  return list;
}

// Metal -------------------------------------------------------------------------------------------------------------

DeviceList metal_devices() {
  if (!open_first({"/System/Library/Frameworks/Metal.framework/Metal"}))
    return {{}, "there is no Metal on this system; its source can be made here, but not run"};
  return {{{"the system's default device", "Metal", "", 0, true}}, {}};
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// `list` makes a list, which is kept.
template <DeviceList (*list)()>
const DeviceList& kept() {
  return once([]() -> const DeviceList& {
    static const DeviceList made = list();
    return made;
  });
}

}  // namespace

const DeviceList& devices_of(DeviceApi api) {
  const DefaultFloatingPoint environment;  // drivers compute as they are loaded
  switch (api) {
    case DeviceApi::opencl: return kept<opencl_devices>();
    case DeviceApi::cuda: return kept<cuda_devices>();
    default: return kept<metal_devices>();
  }
}

const Device* find_device(const DeviceList& list, std::string_view wanted) noexcept {
  if (wanted.empty()) return list.devices.empty() ? nullptr : list.devices.data();
  if (wanted.find_first_not_of("0123456789") == std::string_view::npos) {
    std::size_t number = 0;
    const auto parsed = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    return parsed.ec == std::errc() && number < list.devices.size() ? &list.devices[number] : nullptr;
  }
  const auto contains = [&](const Device& device) {
    const std::string& name = device.name;
    return std::search(name.begin(), name.end(), wanted.begin(), wanted.end(),
                       [](char a, char b) { return lower(a) == lower(b); }) != name.end();
  };
  const auto found = std::find_if(list.devices.begin(), list.devices.end(), contains);
  return found == list.devices.end() ? nullptr : &*found;
}

}  // namespace dmlrun::jit::halide
