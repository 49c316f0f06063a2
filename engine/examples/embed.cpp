// The library in 19 lines: a spec becomes a kernel, the kernel runs on the caller's memory.
#include <dmlrun/dmlrun.h>

#include <array>
#include <cstdio>

int main() {
  const auto padding = dmlrun::parse_spec(R"({"type": "PADDING", "desc": {
    "InputTensor": {"DataType": "FLOAT32", "Sizes": [3]},
    "PaddingMode": "REFLECTION", "StartPadding": [2], "EndPadding": [2]}})");
  if (!padding) return std::puts(padding.error().to_string().c_str()), 1;
  const auto kernel = dmlrun::compile(*padding);
  if (!kernel) return std::puts(kernel.error().to_string().c_str()), 1;
  const std::array<float, 3> input = {1, 2, 3};
  std::array<float, 7> output{};
  const auto done = dmlrun::run(*kernel, input, output);
  if (!done) return std::puts(done.error().to_string().c_str()), 1;
  for (const float value : output) std::printf("%g ", value);
  std::puts("");
}
