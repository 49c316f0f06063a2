#include "jit/test/code_check.h"

#ifdef DMLRUN_HAS_ZYDIS
#include <Zydis/Zydis.h>

#include <array>
#include <vector>

namespace dmlrun::jit::test {

namespace {

/// What every x86-64 processor has, and what isa.cpp asks for beside AVX2: the sets as Zydis calls them.
const std::set<std::string> kPlainSets = {
    "I86", "I186", "I386", "I486", "I486REAL", "PPRO", "CMOV", "LONGMODE",   "FAT_NOP",      "SSE2",        "SSEMXCSR",
    "CET", "AVX",  "AVX2", "BMI1", "BMI2",     "FMA",  "F16C", "AVX2GATHER", "SSE_PREFETCH", "PREFETCH_NOP"};

bool begins_with(const std::string& text, const char* begin) { return text.rfind(begin, 0) == 0; }

bool is_allowed(const std::string& set, x64::Isa isa) {
  if (kPlainSets.count(set) == 1) return true;
  const auto begins = [&](const char* begin) { return begins_with(set, begin); };
  if (isa >= x64::Isa::avx512 && (begins("AVX512F_") || begins("AVX512BW_") || begins("AVX512DQ_"))) return true;
  if (isa >= x64::Isa::avx512_fp16 && begins("AVX512_FP16_")) return true;
  return isa >= x64::Isa::avx512_vbmi && (begins("AVX512_VBMI_") || begins("AVX512_VNNI_"));
}

struct Decoded {
  ZydisDecodedInstruction instruction{};
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands{};
};

/// Legacy vector instructions are slow beside AVX and leave the upper halves: they never belong in.
bool is_legacy_vector(const ZydisDecodedInstruction& one) {
  return one.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY &&
         (one.meta.isa_ext == ZYDIS_ISA_EXT_SSE || one.meta.isa_ext == ZYDIS_ISA_EXT_SSE2) &&
         one.meta.category != ZYDIS_CATEGORY_PREFETCH && one.mnemonic != ZYDIS_MNEMONIC_SFENCE &&
         one.mnemonic != ZYDIS_MNEMONIC_LDMXCSR && one.mnemonic != ZYDIS_MNEMONIC_STMXCSR;
}

std::string why_bad(const Decoded& decoded, x64::Isa isa) {
  const ZydisDecodedInstruction& one = decoded.instruction;
  const std::string set = ZydisISASetGetString(one.meta.isa_set);
  if (!is_allowed(set, isa)) return "belongs to " + set;
  if (isa == x64::Isa::avx2 && one.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX) return "is encoded with EVEX";
  if (is_legacy_vector(one)) return "is a vector instruction without VEX";
  switch (one.meta.category) {
    case ZYDIS_CATEGORY_CALL: return "calls";
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_SYSTEM:
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_IO: return "enters the system";
    default: break;
  }
  const bool is_branch = one.meta.category == ZYDIS_CATEGORY_UNCOND_BR || one.meta.category == ZYDIS_CATEGORY_COND_BR;
  if (is_branch && decoded.operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE) return "jumps to where a register says";
  return {};
}

}  // namespace

std::string check_code(std::span<const std::byte> code, std::size_t data_bytes, x64::Isa isa,
                       std::set<std::string>& sets) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::vector<bool> is_start(code.size(), false);
  std::vector<std::pair<std::size_t, ZyanU64>> jumps;
  bool can_go_on = true;
  for (std::size_t at = 0; at < code.size();) {
    Decoded decoded;
    const auto wrong = [&](const std::string& what) {
      return std::string(ZydisMnemonicGetString(decoded.instruction.mnemonic)) + " at " + std::to_string(at) + " " +
             what;
    };
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data() + at, code.size() - at, &decoded.instruction,
                                             decoded.operands.data())))
      return "no instruction at " + std::to_string(at);
    const ZydisDecodedInstruction& one = decoded.instruction;
    sets.insert(ZydisISASetGetString(one.meta.isa_set));
    if (const std::string bad = why_bad(decoded, isa); !bad.empty()) return wrong(bad);
    for (std::size_t o = 0; o < one.operand_count; ++o) {
      const ZydisDecodedOperand& operand = decoded.operands[o];
      ZyanU64 target = 0;
      const bool is_jump = operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative;
      const bool is_beside = operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP;
      if (!is_jump && !is_beside) continue;
      if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&one, &operand, at, &target))) return wrong("leads nowhere");
      if (is_jump) jumps.emplace_back(at, target);
      const std::size_t bytes = one.mnemonic == ZYDIS_MNEMONIC_LEA ? 0 : operand.size / 8;
      if (is_beside && (target < code.size() || target + bytes > code.size() + data_bytes))
        return wrong("reads what is not its data");
    }
    is_start[at] = true;
    at += one.length;
    can_go_on = one.mnemonic != ZYDIS_MNEMONIC_RET && one.meta.category != ZYDIS_CATEGORY_UNCOND_BR;
  }
  for (const auto& [at, target] : jumps)
    if (target >= code.size() || !is_start[static_cast<std::size_t>(target)])
      return "the jump at " + std::to_string(at) + " leads to " + std::to_string(static_cast<std::int64_t>(target)) +
             ", where no instruction begins";
  return can_go_on ? "the code goes on past its end" : "";
}

}  // namespace dmlrun::jit::test
#endif
