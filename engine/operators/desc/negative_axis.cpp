// Numbers below the least one. DirectML's axes count from 0: a negative one, as numpy counts them from the last, is
// told with those that there are.
#include <charconv>

#include "engine/operators/desc/fields.h"

namespace dmlrun::operators {

void tell_least(const RowField& field, const OperatorRow& row, Error& error) {
  constexpr std::string_view kFrom = "an integer from 0 to ";
  const std::size_t at = error.message.find(kFrom);
  if (at == std::string::npos) return;
  if (field.least > 0) error.message.replace(at + kFrom.size() - 5, 1, std::to_string(field.least));
  const bool is_negative = error.code == ErrorCode::out_of_range && error.message.find("number -") < at;
  const OperatorRow* other = is_negative ? find_row(row.type + "1") : nullptr;
  if (other == nullptr) return;
  for (const RowField& one : other->fields)
    if (one.kind == FieldKind::int32_array && one.name.ends_with(field.name))
      error.message += "; " + other->type + " takes negative numbers as " + one.name;
}

bool is_negative_axis(const text::Value& value, const Error& error, const RowField& field, const OperatorRow& row) {
  return field.name == "Axis" && row.rule("axis") && error.code == ErrorCode::out_of_range &&
         value.literal().starts_with('-');
}

void Fields::check_negative_axis() {
  if (!negative_axis_) return;
  std::optional<Dimensions> sizes;
  const auto& rows = checker_->row().fields;
  for (const bool output : {true, false})
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (output ? !rows[i].output : !rows[i].tells_sizes()) continue;
      if (!sizes) sizes = sizes_of(contents_[i].tensor);
      for (const PartialTensor& partial : contents_[i].tensors)
        if (!sizes) sizes = sizes_of(partial);
    }
  knows_rank_ = sizes.has_value();
  const std::string_view literal = content("Axis").where.literal();
  std::size_t from_last = 0;
  const auto read = std::from_chars(literal.data() + 1, literal.data() + literal.size(), from_last);
  const bool is_meant = sizes && read.ec == std::errc() && from_last > 0 && from_last <= sizes->size();
  negative_axis_->message =
      "axis " + text::printable(literal, 60) + " was found; axes count from 0, and " +
      (sizes ? "the tensors have axes 0 to " + std::to_string(sizes->size() - 1) +
                   (is_meant ? "; did you mean " + std::to_string(sizes->size() - from_last) + "?" : "")
             : "the last one is the number of dimensions less 1");
  failures_.add(*negative_axis_);
}

bool Fields::waits_for_rank() const noexcept {
  return negative_axis_ && !knows_rank_ && failures_.first()->others.empty();
}

}  // namespace dmlrun::operators
