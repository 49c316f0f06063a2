#include "engine/operators/formula/formula_reader.h"

#include <string>

#include "engine/operators/families/lowering.h"
#include "engine/operators/formula/formula.h"

namespace dmlrun::operators {
namespace {

bool is_whole(DataType type) { return !plan::is_float(numeric_element(type)); }

}  // namespace

DataType input_type(const OperatorRow& row, const Desc& desc) {
  const auto* first = desc.get<TensorDesc>(row.fields[0].name);
  return first ? first->type : output_of(row, desc).type;
}

std::uint64_t branch_of(const OperatorRow& row, const Desc& desc, std::string_view what) {
  if (const auto* mode = desc.get<std::uint64_t>(what)) return *mode;
  if (what == "Integers") return is_whole(input_type(row, desc)) ? 1 : 0;
  if (const auto* tensor = desc.get<TensorDesc>(std::string(what) + "Tensor")) return is_whole(tensor->type) ? 1 : 0;
  return desc.get<ScaleBias>(what) ? 1 : 0;
}

std::optional<float> activation_number(const FusedActivation& activation, std::string_view name) {
  std::size_t next = 0;
  for (const RowField& field : find_row(activation.type)->fields) {
    if (field.kind != FieldKind::float32) continue;
    if (field.name == name) return activation.numbers[next];
    ++next;
  }
  return std::nullopt;
}

}  // namespace dmlrun::operators
