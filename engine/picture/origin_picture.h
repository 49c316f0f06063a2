#pragma once

#include <string>

#include "dmlrun/operators.h"

namespace dmlrun::picture {

/// The outputs of an operator as grids, every cell coloured by where its element comes from, as SVG. Bounded in size
/// whatever the shapes. It reads the operator's plans, so it shows each operator that has one.
[[nodiscard]] std::string origin_picture(const Operator& op);

}  // namespace dmlrun::picture
