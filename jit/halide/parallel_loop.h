// What loaded objects may call.
#pragma once

#include <cstddef>
#include <span>

#include "jit/halide/object_image.h"

namespace dmlrun::jit {

/// Who runs the parts of a loop. Anything that can: a thread pool of the program that embeds the library, or one thread.
struct Executor {
  using Part = void (*)(void* context, std::size_t index) noexcept;
  /// Calls part(context, i) once for every i below `count`, in any order and on any threads, and returns when all have
  /// returned. May be called from several threads at once, and from inside a part.
  void (*run)(void* self, std::size_t count, Part part, void* context) noexcept = nullptr;
  void* self = nullptr;
};

/// One part after the other, on the thread that asks.
[[nodiscard]] const Executor& serial_executor() noexcept;

/// The functions that an object may import: halide_do_par_for, whose user context is a `const Executor*` (null: the
/// serial one), and memset and memcpy, into which a compiler turns loops that do the same.
[[nodiscard]] std::span<const Import> object_imports() noexcept;

}  // namespace dmlrun::jit
