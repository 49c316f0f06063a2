#include "jit/memory/probe.h"

#include <cstdint>
#include <cstring>
#include <new>

namespace dmlrun::jit {
namespace {

Error no_memory_for_code(const char* sentence) noexcept {
  try {
    return {ErrorCode::no_executable_memory, {}, {}, sentence};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory};
  }
}

#if defined(__x86_64__)

// Some checkers read the bytes before a function that is called; they must be mapped.
constexpr std::size_t kGap = 64;

/// Writes a function that returns `value` and runs it.
Result<void> run_once(Pages& pages, const CodePages& memory, std::uint8_t value) noexcept {
  const std::uint8_t code[] = {0xB8, value, 0, 0, 0, 0xC3};  // mov eax, value; ret
  if (auto opened = pages.open(memory, kGap, sizeof code); !opened) return opened;
  std::memcpy(memory.write_view + kGap, code, sizeof code);
  if (auto closed = pages.close(memory, kGap, sizeof code); !closed) return closed;
  const auto function = reinterpret_cast<int (*)()>(reinterpret_cast<std::uintptr_t>(memory.execute_view + kGap));
  if (function() != value)
    return no_memory_for_code("code that was written anew still runs as it was; code memory must show what is written");
  return {};
}

#else

Result<void> run_once(Pages&, const CodePages&, std::uint8_t) noexcept {
  return no_memory_for_code("this processor is not an x86-64; machine code is generated for that kind only");
}

#endif

}  // namespace

Result<void> probe(Pages& pages, CodeMapping mapping) noexcept {
  auto memory = pages.map(mapping, pages.page_bytes());
  if (!memory) return std::move(memory).error();
  auto outcome = run_once(pages, *memory, 42);
  if (outcome) outcome = run_once(pages, *memory, 43);
  pages.unmap(*memory);
  return outcome;
}

}  // namespace dmlrun::jit
