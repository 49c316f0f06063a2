#pragma once

#include <string>

#include "dmlrun/operators.h"

namespace dmlrun::spec {

/// As write_spec, of a desc of an implemented operator that nobody has checked: what was left out stays so.
[[nodiscard]] std::string write_unchecked(const Desc& desc);

}  // namespace dmlrun::spec
