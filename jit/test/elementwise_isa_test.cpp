// What instructions the element-wise kernels hold, as a decoder sees them. Needs Zydis; without it nothing is tested here.
#ifdef DMLRUN_HAS_ZYDIS
#include <Zydis/Zydis.h>

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "jit/test/scaled_sum.h"
#include "jit/test/setting.h"
#include "jit/x64/assembler.h"
#include "jit/x64/elementwise.h"

namespace dmlrun::jit::test {
namespace {

/// The instruction sets of a kernel's code, up to its tables: these follow the jump after its return, or the return where
/// the kernel does no arithmetic.
std::set<std::string> sets_of(const std::vector<std::byte>& code, bool computes) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::set<std::string> sets;
  bool has_returned = false;
  for (std::size_t at = 0; at < code.size();) {
    ZydisDecodedInstruction one;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data() + at, code.size() - at, &one, operands)))
      return {"undecodable at " + std::to_string(at)};
    sets.insert(ZydisISASetGetString(one.meta.isa_set));
    at += one.length;
    has_returned = has_returned || one.mnemonic == ZYDIS_MNEMONIC_RET;
    if (has_returned && (!computes || one.mnemonic == ZYDIS_MNEMONIC_JMP)) return sets;
  }
  return {"no end"};
}

std::set<std::string> sets_of(const plan::Plan& plan, Isa isa, const Tuning& tuning) {
  const auto code = assemble([&](Assembler& a) { emit_elementwise(a, plan, isa, tuning); });
  REQUIRE(code);
  bool computes = true;
  for (const plan::Axis& axis : plan.axes) {
    bool is_fill = true;
    for (const auto* runs : {&axis.head, &axis.body, &axis.tail})
      for (const plan::Run& run : *runs) is_fill = is_fill && run.source == plan::kFill;
    computes = computes && !is_fill;
  }
  return sets_of(*code, computes);
}

}  // namespace

TEST_CASE("kernels hold only instructions of the sets that they may use", "[elementwise]") {
  const std::set<std::string> plain = {"I86", "I186", "I386", "I486", "LONGMODE", "CMOV", "SSEMXCSR", "PPRO",
                                       "AVX", "AVX2", "BMI2", "FAT_NOP"};
  const std::uint64_t wanted = setting("DMLRUN_DECODED_PLANS", 300);
  std::vector<plan::Plan> plans;
  for (unsigned mix = 0; mix < kMixes; ++mix) plans.push_back(scaled_sum(1000, mix, awkward_parameters(1)[mix]));
  for (std::uint64_t seed = 1; plans.size() < wanted; ++seed)
    if (plan_test::RandomPlan random(seed); !random.plan.expression.empty()) plans.push_back(random.plan);
  plans[0].operands[1].strides = {};  // One stream: what may use a table.
  std::size_t with_byte_permutes = 0;
  for (const plan::Plan& plan : plans)
    for (const Isa isa : {Isa::avx2, Isa::avx512, Isa::avx512_vbmi})
      for (const Tuning& tuning : tunings())
        for (const std::string& set : sets_of(plan, isa, tuning)) {
          const bool is_wide_set = set.rfind("AVX512F_", 0) == 0 || set.rfind("AVX512BW_", 0) == 0 ||
                                   set.rfind("AVX512DQ_", 0) == 0;
          const bool is_byte_set = set.rfind("AVX512_VBMI_", 0) == 0;
          with_byte_permutes += is_byte_set;
          INFO(set << " for " << name(isa) << ", " << tuning.name);
          CHECK((plain.count(set) == 1 || (is_wide_set && isa >= Isa::avx512) ||
                 (is_byte_set && isa == Isa::avx512_vbmi)));
        }
  CHECK(with_byte_permutes > 0);
  std::printf("%zu plans decoded for 3 instruction sets\n", plans.size());
}

}  // namespace dmlrun::jit::test
#endif
