// Code is kept: the second compile() of the same work finds it, and memory for code stays within a budget.
#include <dmlrun/dmlrun.h>

#include <cstdio>

int main() {
  dmlrun::set_cache_limits({.entries = 200, .bytes = 4 << 20});  // kept beyond the kernels in use
  dmlrun::set_code_budget(8 << 20);                              // all machine code, kept or in use
  const auto tile = dmlrun::parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT8", "Sizes": [2, 2]}, "Repeats": [1, 2]}})");
  if (!tile) return 1;
  for (int i = 0; i < 1000; ++i)
    if (const auto kernel = dmlrun::compile(*tile); !kernel) return 2;
  const dmlrun::CacheStatistics now = dmlrun::cache_statistics();
  std::printf("%llu built, %llu found\n", static_cast<unsigned long long>(now.builds),
              static_cast<unsigned long long>(now.hits));
  dmlrun::clear_cache();  // keeps nothing; kernels in use go on working
  return now.builds == 1 && now.hits == 999 ? 0 : 3;
}
