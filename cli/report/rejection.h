// The expected refusal that a file states.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/report/failure.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

struct Rejection {
  std::string code;
  std::optional<std::string> pointer, rule;  ///< nothing: not told
  ExitCode exit = ExitCode::refused;
  /// Reads "rejection": {"code", "pointer", "rule", "exit"}; an empty code when it says too little.
  [[nodiscard]] static Rejection read(const text::Value& object);
  /// The refusal that was found.
  [[nodiscard]] static Rejection of(const Failure& failure);
  [[nodiscard]] std::string text() const;
  /// Whether a refusal is as told.
  [[nodiscard]] bool is_met_by(const Rejection& found) const;
};

/// The string under a key of an object; "" when there is none.
[[nodiscard]] std::string string_member(const text::Value& object, std::string_view key);

}  // namespace dmlrun::cli
