// Several inputs: arrays in the order of the operator's tensors, the output last.
#include <dmlrun/dmlrun.h>

#include <array>
#include <cstdio>

int main() {
  const auto add = dmlrun::parse_spec(R"({"type": "ELEMENT_WISE_ADD", "desc": {
    "ATensor": {"DataType": "FLOAT32", "Sizes": [2, 2]},
    "BTensor": {"DataType": "FLOAT32", "Sizes": [2, 2], "Strides": [0, 1]}}})");
  if (!add) return std::puts(add.error().to_string().c_str()), 1;
  const auto kernel = dmlrun::compile(*add);
  if (!kernel) return std::puts(kernel.error().to_string().c_str()), 1;
  const std::array<float, 4> a = {1, 2, 3, 4};
  const std::array<float, 2> b = {10, 20};  // a row for every row, by its stride of 0
  std::array<float, 4> output{};
  const auto done = dmlrun::run(*kernel, a, b, output);
  if (!done) return std::puts(done.error().to_string().c_str()), 1;
  for (const float value : output) std::printf("%g ", value);
  std::puts("");
}
