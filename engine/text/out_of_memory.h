// How public functions end when memory runs out.
#pragma once

#include <new>

#include "dmlrun/result.h"

namespace dmlrun {

/// The Result of `work`, or the Error that memory ran out.
template <class Work>
[[nodiscard]] auto or_out_of_memory(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun
