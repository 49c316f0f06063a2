#include "jit/halide/host_target.h"

namespace dmlrun::jit::halide {

// Objects are asked for in the one format that the loader reads, whatever this system uses: code calls by the same
// rules.
#if defined(__x86_64__)

// Without "fma": the module adds it where a plan fuses products and sums itself.
std::string host_target(std::string_view isa) {
  __builtin_cpu_init();
  std::string target = "x86-64-linux";
  if (!__builtin_cpu_supports("sse4.1")) return target;
  target += "-sse41";
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("avx")) return target;
  target += "-avx-avx2";
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq");
  if (has_avx512 && isa != "avx2") target += "-avx512-avx512_skylake";
  return target;
}

bool fuses(std::string_view target) {
  __builtin_cpu_init();
  return target.find("avx2") != std::string_view::npos && __builtin_cpu_supports("fma");
}

#elif defined(__aarch64__)

bool fuses(std::string_view) { return true; }

// Android's rules leave register x18 alone, as macOS wants it; otherwise they are Linux's.
std::string host_target(std::string_view) { return "arm-64-android"; }

#else

std::string host_target(std::string_view) { return {}; }
bool fuses(std::string_view) { return false; }

#endif

#if defined(__x86_64__) && defined(__linux__)
std::string linked_target(std::string_view isa) { return host_target(isa); }
#else
std::string linked_target(std::string_view) { return "host"; }
#endif

}  // namespace dmlrun::jit::halide
