#include "engine/reference/reference.h"

#include "engine/reference/definitions.h"

namespace dmlrun::reference {

namespace {

constexpr struct Definition {
  std::string_view type;
  void (*run)(const Run&) noexcept;
  bool (*is_legal)(const Desc&) noexcept;
} kDefinitions[] = {{"TILE", run_tile, is_legal_tile},
                    {"JOIN", run_join, is_legal_join},
                    {"PADDING", run_padding, is_legal_padding},
                    {"PADDING1", run_padding, is_legal_padding},
                    {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", run_quantized_linear_add, is_legal_quantized_linear_add},
                    {"SLICE", run_slice, is_legal_slice},
                    {"SLICE1", run_slice1, is_legal_slice1},
                    {"SPLIT", run_split, is_legal_split}};

const Definition* definition_of(std::string_view type) noexcept {
  for (const Definition& definition : kDefinitions)
    if (definition.type == type) return &definition;
  return nullptr;
}

}  // namespace

void run(const Desc& desc, std::size_t output_index, const std::byte* const* inputs, std::byte* output,
         std::uint64_t first, std::uint64_t last) noexcept {
  definition_of(desc.type)->run({desc, output_index, inputs, output, first, last});
}

bool is_legal(const Desc& desc) noexcept { return definition_of(desc.type)->is_legal(desc); }

}  // namespace dmlrun::reference
