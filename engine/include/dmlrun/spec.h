// Reads JSON text and makes a validated Operator of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// What is known of a tensor from outside the text (a .npy file's header): fills in what the spec leaves out. Refused:
/// a name that the operator lacks (unknown_name), a wrong index (count_mismatch), a contradiction to the spec
/// (npy_type_mismatch, npy_shape_mismatch).
struct BoundTensor {
  std::string name{};                 ///< slot name, e.g. "InputTensors"
  std::uint32_t index = 0;            ///< position in a tensor array
  DataType type = DataType::unknown;  ///< unknown: not given
  std::vector<std::uint64_t> shape{};
};

/// Something in the text that is accepted but probably a mistake, e.g. a misspelt field.
struct Warning {
  std::string where{};
  Position position{};
  std::string message{};
};

/// How a spec is read.
struct SpecOptions {
  Validation validation{};
  bool strict = false;                       ///< unknown fields are refused instead of warned about
  std::span<const BoundTensor> bound{};      ///< tensors known from tensor files
  std::vector<Warning>* warnings = nullptr;  ///< warnings are appended to it; null: dropped
};

/// Reads a SPEC, {"type": ..., "desc": {...}}, and validates it. Counts, the output tensor, and the DataType and Sizes
/// of bound tensors may be left out; what is given must agree. Positions in errors refer to `json`.
/// The comments and trailing commas of DxDispatch's dialect are accepted. Errors: those of a document's text and
/// meaning, and of BoundTensor.
[[nodiscard]] Result<Operator> parse_spec(std::string_view json, const SpecOptions& options = {}) noexcept;

/// The completed desc as JSON that parse_spec accepts, every derived field written out.
[[nodiscard]] Result<std::string> write_spec(const Operator& op) noexcept;

/// Where each element of the outputs comes from, as an SVG document, bounded in size whatever the shapes.
[[nodiscard]] Result<std::string> draw(const Operator& op) noexcept;

/// A JSON Schema (draft 2020-12) for one operator's SPEC ("TILE" or "DML_OPERATOR_TILE"), or for all with "". Error:
/// unknown_operator.
[[nodiscard]] Result<std::string> json_schema(std::string_view operator_type) noexcept;

/// The implemented operators' short names.
[[nodiscard]] std::span<const std::string_view> operator_types() noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
