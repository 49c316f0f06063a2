#include "jit/halide/parallel_loop.h"

#include <atomic>
#include <cstdint>
#include <cstring>

#include "engine/run/threads/forks.h"

namespace dmlrun::jit::halide {
namespace {

using LoopBody = int (*)(void* user_context, int index, std::uint8_t* closure);

struct Loop {
  void* user_context;
  LoopBody body;
  int first;
  std::uint8_t* closure;
  std::atomic<int> outcome{0};  // of a part that failed, if one did
};

void run_part(void* context, std::size_t index) noexcept {
  auto& loop = *static_cast<Loop*>(context);
  const int outcome = loop.body(loop.user_context, loop.first + static_cast<int>(index), loop.closure);
  if (outcome != 0) loop.outcome.store(outcome, std::memory_order_relaxed);
}

/// HalideRuntime.h: runs body(first) ... body(first + count - 1) and returns 0, or what a part that failed returned.
int do_par_for(void* user_context, LoopBody body, int first, int count, std::uint8_t* closure) noexcept {
  const Executor& executor = user_context ? *static_cast<const Executor*>(user_context) : serial_executor();
  Loop loop{user_context, body, first, closure};
  if (count > 0) executor.run(executor.self, static_cast<std::size_t>(count), run_part, &loop);
  return loop.outcome.load(std::memory_order_relaxed);
}

template <class Function>
std::uintptr_t address_of(Function* function) noexcept {
  return reinterpret_cast<std::uintptr_t>(function);
}

}  // namespace

const Executor& serial_executor() noexcept {
  static constexpr Executor kSerial{[](void*, std::size_t count, Executor::Part part, void* context) noexcept {
                                      for (std::size_t i = 0; i < count; ++i) part(context, i);
                                    },
                                    nullptr};
  return kSerial;
}

std::span<const Import> object_imports() noexcept {
  return once([]() -> const auto& {
    static const Import imports[] = {{"halide_do_par_for", address_of(&do_par_for)},
                                     {"memcpy", address_of(&std::memcpy)},
                                     {"memset", address_of(&std::memset)}};
    return imports;
  });
}

}  // namespace dmlrun::jit::halide
