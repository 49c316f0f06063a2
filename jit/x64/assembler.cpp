#include "jit/x64/assembler.h"

#include <new>
#include <string>

namespace dmlrun::jit {

namespace {

Error refusal(const Xbyak::Error& error, std::size_t most) {
  if (static_cast<int>(error) == Xbyak::ERR_CODE_IS_TOO_BIG)
    return {ErrorCode::code_budget, {}, {}, "the code is longer than " + std::to_string(most) + " bytes", {}};
  return {ErrorCode::internal, {}, {}, std::string("the assembler refused an instruction: ") + error.what(), {}};
}

}  // namespace

Result<std::vector<std::byte>> assemble(const std::function<void(Assembler&)>& generate, std::size_t most) noexcept {
  try {
    std::vector<std::byte> buffer(most);
    try {
      Assembler code(buffer.data(), buffer.size());
      generate(code);
      // Unresolved jumps would be a defect; Xbyak reports them here.
      if (code.hasUndefinedLabel()) throw Xbyak::Error(Xbyak::ERR_LABEL_IS_NOT_FOUND);
      buffer.resize(code.getSize());
    } catch (const Xbyak::Error& error) {
      return refusal(error, most);
    }
    return buffer;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun::jit
