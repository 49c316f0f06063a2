// The C header of an emitted object.
#pragma once

#include <string>
#include <string_view>

#include "dmlrun/operators.h"

namespace dmlrun {

/// What a header describes: the object's target and the name of the C function.
struct HeaderSubject {
  std::string_view target, function;
};

/// The name of the object's own function, which takes buffers with a description. The header's function takes pointers
/// and calls it.
[[nodiscard]] std::string object_function(std::string_view function);

/// Declares `int function(inputs..., output)` for output `index` of the operator, in C99 and C++, with types, shapes,
/// strides and sizes in words. Needs nothing but <stdint.h>. Throws bad_alloc.
[[nodiscard]] std::string c_header(const Operator& op, std::size_t index, const HeaderSubject& subject);

}  // namespace dmlrun
