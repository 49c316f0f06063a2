// Recognises ONNX models by their first byte, to refuse them by name.
#pragma once

#include <string_view>

#include "dmlrun/result.h"

namespace dmlrun::text {

/// Whether a text begins with field 1 of a ModelProto, its version, as files of ONNX's do; no JSON text begins with
/// that byte.
[[nodiscard]] bool is_onnx(std::string_view text) noexcept;
[[nodiscard]] Error onnx_refusal();

}  // namespace dmlrun::text
