#include "jit/x64/assembler.h"

#include <memory>
#include <new>
#include <string>

namespace dmlrun::jit::x64 {

namespace {

/// The alignment of code in memory, as in code_arena.h.
constexpr std::size_t kAlignment = 64;

Error refusal(const Xbyak::Error& error, std::size_t most) {
  if (static_cast<int>(error) == Xbyak::ERR_CODE_IS_TOO_BIG)
    return {.code = ErrorCode::code_budget, .message = "the code is longer than " + std::to_string(most) + " bytes"};
  return {.code = ErrorCode::internal, .message = std::string("the assembler refused an instruction: ") + error.what()};
}

}  // namespace

Result<std::vector<std::byte>> assemble(const std::function<void(Assembler&)>& generate, std::size_t most) noexcept {
  try {
    // Aligned as code memory is: Xbyak aligns by address.
    std::size_t space = most + kAlignment;
    const auto buffer = std::make_unique_for_overwrite<std::byte[]>(space);
    void* start = buffer.get();
    std::align(kAlignment, most, start, space);
    try {
      Assembler code(start, most);
      generate(code);
      // Unresolved jumps would be a defect; Xbyak reports them here.
      if (code.hasUndefinedLabel()) throw Xbyak::Error(Xbyak::ERR_LABEL_IS_NOT_FOUND);
      const auto* const first = static_cast<const std::byte*>(start);
      return std::vector<std::byte>(first, first + code.getSize());
    } catch (const Xbyak::Error& error) {
      return refusal(error, most);
    }
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::jit::x64
