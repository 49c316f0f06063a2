#include "jit/halide/host_target.h"

namespace dmlrun::jit {

#if defined(__x86_64__) && defined(__linux__)

// Without "fma": no product is to be fused with a sum.
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

#else

std::string host_target(std::string_view) { return {}; }

#endif

}  // namespace dmlrun::jit
