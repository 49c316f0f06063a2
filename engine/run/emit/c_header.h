// The C header of an emitted object.
#pragma once

#include <string>
#include <string_view>

#include "dmlrun/operators.h"

namespace dmlrun {

/// What a header is about: the object's target and the name of the C function.
struct HeaderSubject {
  std::string_view target, function;
};

/// What the function in an object is called, which takes buffers with a description: the header's function, which takes
/// pointers, calls it.
[[nodiscard]] std::string object_function(std::string_view function);

/// Declares `int function(inputs..., output)` for output `index` of the operator, in C99 and C++, with types, shapes,
/// strides and sizes in words. Needs nothing but <stdint.h>. Throws bad_alloc.
[[nodiscard]] std::string c_header(const Operator& op, std::size_t index, const HeaderSubject& subject);

}  // namespace dmlrun
