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

/// A tensor's type and shape from outside the text, e.g. from a .npy file's header. They fill in what the spec leaves
/// out. Errors: unknown_name (the operator has no such tensor), count_mismatch (index), npy_type_mismatch or
/// npy_shape_mismatch (contradicts the spec).
struct BoundTensor {
  std::string name{};                  ///< slot name, e.g. "InputTensors"
  std::uint32_t index = 0;             ///< position in a tensor array
  DataType type = DataType::unknown;   ///< unknown: not given
  std::vector<std::uint64_t> shape{};  ///< sizes, outermost first
};

/// A warning about text that is accepted but probably a mistake, e.g. a misspelt field.
struct Warning {
  std::string where{};    ///< JSON pointer
  Position position{};    ///< where in the text
  std::string message{};  ///< one sentence
};

/// Options of parse_spec().
struct SpecOptions {
  Validation validation{};
  bool strict = false;                       ///< refuse unknown fields instead of warning
  std::span<const BoundTensor> bound{};      ///< tensors known from tensor files
  std::vector<Warning>* warnings = nullptr;  ///< warnings are appended here; null: dropped
};

/// Reads a SPEC, {"type": ..., "desc": {...}}, and validates it. Counts, the output tensor, and the DataType and Sizes
/// of bound tensors may be left out; given ones must agree. Comments and trailing commas are accepted, as DxDispatch
/// does. Positions in errors refer to `json`. Errors: those that ErrorCode lists for a document's text and meaning, and
/// those of BoundTensor.
[[nodiscard]] Result<Operator> parse_spec(std::string_view json, const SpecOptions& options = {}) noexcept;

/// The operator's desc as JSON that parse_spec() accepts, with every derived field written out.
[[nodiscard]] Result<std::string> write_spec(const Operator& op) noexcept;

/// Draws, as an SVG document, where each element of the outputs comes from. Its size is bounded for any shapes.
[[nodiscard]] Result<std::string> draw(const Operator& op) noexcept;

/// The JSON Schema (draft 2020-12) of one operator's SPEC ("TILE" or "DML_OPERATOR_TILE"); "": of all operators'
/// SPECs. Error: unknown_operator.
[[nodiscard]] Result<std::string> json_schema(std::string_view operator_type) noexcept;

/// The short names of the implemented operators, e.g. "TILE". Valid for the whole process.
[[nodiscard]] std::span<const std::string_view> operator_types() noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
