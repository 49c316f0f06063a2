// Without JSON: a desc struct in DirectML's words becomes an operator.
#include <dmlrun/dmlrun.h>

#include <array>
#include <cstdio>

int main() {
  dmlrun::PaddingDesc desc;
  desc.input = {.type = dmlrun::DataType::float32, .sizes = {3}};
  desc.output = {.type = dmlrun::DataType::float32, .sizes = {7}};
  desc.padding_mode = dmlrun::PaddingMode::reflection;
  desc.start_padding = {2};
  desc.end_padding = {2};
  const auto padding = dmlrun::Operator::make(desc);
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
