// The manual page, made from the tables that parsing and help read.
#pragma once

#include <string>

namespace dmlrun::cli {

/// dmlrun(1) for man(7)'s macros.
[[nodiscard]] std::string man_page();

}  // namespace dmlrun::cli
