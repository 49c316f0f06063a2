// Outputs as text: DxDispatch's print line, rows on a terminal, or one JSON object for the whole run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/report/report.h"
#include "cli/report/tensor_text.h"
#include "dmlrun/operators.h"
#include "engine/tensor/compare.h"

namespace dmlrun::cli {

/// Calls come in the order begin_values, values..., end_values (or file) per output, then end. Values are printed as
/// they arrive, however many there are; on a terminal at their end, and of many a few.
class OutputText {
 public:
  OutputText(StandardOutput& out, Format format, const Operator& op, std::string_view backend);
  void begin_values(const TensorSlot& slot);
  void values(DataType type, std::span<const std::byte> packed);
  void end_values();
  /// The output went to a file.
  void file(const TensorSlot& slot, const std::string& path);
  /// `comparisons` are JSON objects.
  void end(const std::vector<std::string>& comparisons);

 private:
  /// The part of an output's JSON object that does not depend on where the values go.
  void open_output(const TensorSlot& slot);

  StandardOutput& out_;
  Format format_;
  std::size_t outputs_ = 0;
  bool first_value_ = true;
  std::optional<TensorText> rows_;  ///< of the output at hand, on a terminal
};

[[nodiscard]] std::string comparison_json(const Comparison& comparison);
/// "3 of 24 values differ ...; first at [0, 1]: expected 1, found 2".
[[nodiscard]] std::string one_line(const Comparison& comparison);

}  // namespace dmlrun::cli
