// The functions that loaded objects may call.
#pragma once

#include <cstddef>
#include <span>

#include "dmlrun/kernel.h"
#include "jit/halide/object_image.h"

namespace dmlrun::jit::halide {

/// One part after the other, on the thread that asks.
[[nodiscard]] const Executor& serial_executor() noexcept;

/// The functions that an object may import: halide_do_par_for, whose user context is a `const Executor*` (null: the
/// serial one), and memset and memcpy, into which a compiler turns loops that do the same.
[[nodiscard]] std::span<const Import> object_imports() noexcept;

}  // namespace dmlrun::jit::halide
