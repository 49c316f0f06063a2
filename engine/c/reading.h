// Options for reading documents, converted from the C interface.
#pragma once

#include <vector>

#include "dmlrun/dmlrun_c.h"
#include "dmlrun/spec.h"

namespace dmlrun::c {

struct ReadOptions {
  Validation validation{};
  bool strict = false, skip_unsupported = false, any_alignment = false;
  std::vector<Warning> warnings;

  /// Null, or what is wrong with the options.
  [[nodiscard]] const char* take(const dmlrun_read_options* given) noexcept;
  /// Tells the caller of the warnings, if it wants to know.
  void tell() const;

 private:
  dmlrun_warning warning_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace dmlrun::c
