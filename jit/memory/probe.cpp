#include "jit/memory/probe.h"

#include <cstdint>
#include <cstring>
#include <new>

namespace dmlrun::jit::memory {
namespace {

Error no_memory_for_code(const char* sentence) noexcept {
  try {
    return {.code = ErrorCode::no_executable_memory, .message = sentence};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory};
  }
}

#if defined(__x86_64__) || defined(__aarch64__)

// Some checkers read the bytes before a function that is called; they must be mapped.
constexpr std::size_t kGap = 64;

/// A function that returns a number of 8 bits.
#if defined(__x86_64__)
constexpr std::size_t kFunctionBytes = 6;
void write_function(std::byte* to, std::uint8_t value) noexcept {
  const std::uint8_t code[kFunctionBytes] = {0xB8, value, 0, 0, 0, 0xC3};  // mov eax, value; ret
  std::memcpy(to, code, sizeof code);
}
#else
constexpr std::size_t kFunctionBytes = 8;
void write_function(std::byte* to, std::uint8_t value) noexcept {
  const std::uint32_t code[] = {0x52800000u | std::uint32_t{value} << 5, 0xD65F03C0u};  // mov w0, #value; ret
  std::memcpy(to, code, sizeof code);
}
#endif

/// Writes such a function and runs it.
Result<void> run_once(Pages& pages, const CodePages& memory, std::uint8_t value) noexcept {
  if (auto opened = pages.open(memory, kGap, kFunctionBytes); !opened) return opened;
  write_function(memory.write_view + kGap, value);
  if (auto closed = pages.close(memory, kGap, kFunctionBytes); !closed) return closed;
  const std::byte* begin = memory.execute_view + kGap;
  char* written = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(begin));
  __builtin___clear_cache(written, written + kFunctionBytes);
  const auto function = reinterpret_cast<int (*)()>(reinterpret_cast<std::uintptr_t>(begin));
  if (function() != value)
    return no_memory_for_code("code that was written anew still runs as it was; code memory must show what is written");
  return {};
}

#else

Result<void> run_once(Pages&, const CodePages&, std::uint8_t) noexcept {
  return no_memory_for_code("machine code is run on x86-64 and arm64 processors; this is another one");
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

}  // namespace dmlrun::jit::memory
