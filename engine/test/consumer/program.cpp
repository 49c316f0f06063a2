// A program as a user of the library writes it: a TILE described in JSON, compiled, run, its output checked.
// Compiled without exceptions and run-time types too, so it uses neither. Exit code 0: the bytes are right.
#include <dmlrun/dmlrun.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <span>

int main() {
  constexpr std::string_view kSpec = R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT8", "Sizes": [2, 2]}, "Repeats": [1, 2]}})";
  const dmlrun::Result<dmlrun::Operator> tile = dmlrun::parse_spec(kSpec);
  if (!tile) {
    std::fprintf(stderr, "%s\n", tile.error().to_string().c_str());
    return 1;
  }
  const dmlrun::Result<dmlrun::Kernel> kernel = dmlrun::compile(*tile);
  if (!kernel) {
    std::fprintf(stderr, "%s\n", kernel.error().to_string().c_str());
    return 2;
  }
  const std::array<std::uint8_t, 4> input = {1, 2, 3, 4};
  std::array<std::uint8_t, 8> output{};
  const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(input))};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
  if (!kernel->run(inputs, outputs)) return 3;
  if (output != std::array<std::uint8_t, 8>{1, 2, 1, 2, 3, 4, 3, 4}) return 4;

  // One use of every public header's functions, so that a shared library that hides one does not link.
  const dmlrun::TensorDesc& desc = tile->outputs()[0].desc;
  if (dmlrun::buffer_bytes(desc) != 8 || dmlrun::element_count(desc) != 8 || !dmlrun::is_packed(desc)) return 5;
  if (dmlrun::minimum_total_bytes(desc) != 8 || dmlrun::strides_of(desc)[0] != 4) return 6;
  if (dmlrun::data_type_from_name("UINT8") != desc.type || dmlrun::name(desc.type) != "UINT8") return 7;
  if (dmlrun::element_size(desc.type) != 1 || dmlrun::feature_level_from_name("6.4") != dmlrun::kLatestFeatureLevel)
    return 8;
  if (dmlrun::backends().empty() || !dmlrun::explain(*tile) || !dmlrun::write_spec(*tile)) return 9;
  if (dmlrun::operator_types().empty() || !dmlrun::json_schema("TILE")) return 10;

  // Members may be named and the rest left out, without a warning.
  const dmlrun::TensorDesc small = {.type = desc.type, .sizes = {2, 2}};
  const dmlrun::TileDesc wrong = {.input = small, .output = desc, .repeats = {1, 3}};
  const dmlrun::Result<dmlrun::Operator> refused = dmlrun::Operator::make(wrong);
  if (refused || dmlrun::name(refused.error().code) != "size_mismatch") return 11;
  if (dmlrun::category(refused.error().code) != dmlrun::ErrorCategory::document) return 12;
  // A slice begins at a multiple of the granularity, which differs between back ends, and may end with the output.
  const std::uint64_t granularity = kernel->slice_granularity(0);
  const std::uint64_t first = granularity <= 4 ? 4 / granularity * granularity : 0;
  std::array<std::byte, 8> slice{};
  if (!kernel->run_slice(inputs, 0, first, 8 - first, slice)) return 13;
  return slice[0] == std::byte{output[first]} && slice[7 - first] == std::byte{4} ? 0 : 14;
}
