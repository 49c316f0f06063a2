// What instructions kernels hold, for every instruction set, tuning and kind of plan. Needs Zydis; without it nothing
// is tested here.
#ifdef DMLRUN_HAS_ZYDIS
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "dmlrun/spec.h"
#include "engine/operators/operator_state.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/this_program.h"
#include "jit/test/code_check.h"
#include "jit/test/generated.h"
#include "jit/test/scaled_sum.h"
#include "jit/test/setting.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/assembler.h"

namespace dmlrun::jit::test {
namespace {

/// Random plans; DMLRUN_CODE_PLANS and DMLRUN_CODE_SEED choose others.
constexpr std::uint64_t kPlans = 500;

using Sets = std::set<std::string>;

std::string check_sections(const KernelDescription& kernel, x64::Isa isa, Sets& sets) {
  const std::span<const std::byte> code = kernel.sections.at(0).bytes, data = kernel.sections.at(1).bytes;
  const bool is_behind = data.data() == code.data() + code.size();
  return check_code(code, is_behind ? data.size() : 0, isa, sets);
}

/// The plan's code by every instruction set and tuning; `sets[isa]` are the sets that it uses.
std::string check_plan(const plan::Plan& plan, x64::RowForm form, std::map<x64::Isa, Sets>& sets) {
  for (const x64::Isa isa : kAllIsas)
    for (const x64::Tuning& tuning : x64::tunings()) {
      if (!plan.values.empty() && !x64::arithmetic::why_not_kernel(plan, isa, tuning).empty()) continue;
      const Generated made(plan, isa, tuning, form);
      if (std::string wrong = check_sections(made.description(), isa, sets[isa]); !wrong.empty())
        return wrong + "; " + std::string(name(isa)) + ", tuning " + std::string(tuning.name) +
               (form == x64::RowForm::table ? ", rows by table" : "") + ": " + plan::print(plan);
    }
  return {};
}

std::vector<plan::Plan> plans_of(const std::filesystem::path& spec) {
  std::ifstream file(spec);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto op = parse_spec(text);
  if (!op) return {};  // It needs a file to be complete.
  return op->state().plans;
}

std::string checked(const std::function<void(x64::Assembler&)>& generate, x64::Isa isa, std::size_t data_bytes = 0) {
  const auto code = x64::assemble(generate);
  if (!code) FAIL(code.error().to_string());
  Sets sets;
  return check_code(*code, data_bytes, isa, sets);
}

}  // namespace

TEST_CASE("the code of every example holds only what its instruction set has", "[code][exhaustive]") {
  std::map<x64::Isa, Sets> sets;
  std::size_t done = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DMLRUN_SOURCE_DIR "/specs/examples"))
    if (entry.path().extension() == ".json")
      for (const plan::Plan& plan : plans_of(entry.path())) {
        INFO(entry.path());
        CHECK(check_plan(plan, x64::RowForm::straight, sets) == "");
        ++done;
      }
  CHECK(done > 20);
}

TEST_CASE("the code of random plans holds only what its instruction set has", "[code][exhaustive]") {
  std::map<x64::Isa, Sets> sets;
  const std::uint64_t first = setting("DMLRUN_CODE_SEED", 1), count = setting("DMLRUN_CODE_PLANS", kPlans);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const plan::Plan plan = plan::normalize(plan_test::RandomPlan(seed).plan);
    const std::string wrong = check_plan(plan, seed % 4 == 0 ? x64::RowForm::table : x64::RowForm::straight, sets);
    if (!wrong.empty())
      FAIL(wrong << "; repeat: DMLRUN_CODE_PLANS=1 DMLRUN_CODE_SEED=" << seed << " " << dmlrun::test::this_program()
                 << " [code]");
  }
  std::printf("%llu random plans decoded for every instruction set and tuning\n",
              static_cast<unsigned long long>(count));
  if (count < kPlans) return;
  CHECK(sets[x64::Isa::avx2].count("AVX2") == 1);
  CHECK(sets[x64::Isa::avx512].count("AVX512F_512") == 1);
}

TEST_CASE("the code of outputs beyond the nearest cache holds only what its instruction set has", "[code]") {
  std::map<x64::Isa, Sets> sets;
  for (const char* const text :
       {"output x1 strides 70,1 span 70000; axes [1000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span "
        "64000; fill 05",
        "output x4 strides 1 span 40000; axes [(20000@0)x2]; %0 = input 0 x4 offset 0 strides 1 span 20000",
        "output x1 strides 1 span 70000; axes [70000f]; fill 05",
        "output u8 strides 1 span 700000; axes [700000@0]; %0 = input 0 u8 offset 0 strides 1 "
        "span 700000; %1 = input 1 u8 offset 0 strides 1 span 700000; value "
        "saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 "
        "255))"}) {
    const auto plan = plan::parse(text);
    REQUIRE(plan);
    CHECK(check_plan(*plan, x64::RowForm::straight, sets) == "");
  }
  for (const x64::Isa isa : kAllIsas) {
    CHECK(sets[isa].count("SSE_PREFETCH") == 1);
    CHECK(sets[isa].count("PREFETCH_NOP") == (x64::this_processor().has_prefetchw ? 1 : 0));
  }
}

TEST_CASE("the code of quantized sums holds only what its instruction set has", "[code][exhaustive]") {
  std::map<x64::Isa, Sets> sets;
  for (unsigned mix = 1; mix < kMixes; mix += is_set_to("DMLRUN_CODE_MIXES", "all") ? 1 : 4)
    for (const Parameters& parameters : edge_parameters(1)) {
      plan::Plan plan = scaled_sum(2000, mix, parameters);
      CHECK(check_plan(plan, x64::RowForm::straight, sets) == "");
      plan.operands[1].strides = {};  // One stream: what may use a table.
      CHECK(check_plan(plan, x64::RowForm::straight, sets) == "");
    }
  CHECK(sets[x64::Isa::avx512_vbmi].count("AVX512_VBMI_512") == 1);
  CHECK(sets[x64::Isa::avx512].count("AVX512_VBMI_512") == 0);
  CHECK(sets[x64::Isa::avx512_vbmi].count("AVX512_VNNI_512") == 1);
  CHECK(sets[x64::Isa::avx512].count("AVX512_VNNI_512") == 0);
}

TEST_CASE("bad instructions that are planted are found", "[code]") {
  using Xbyak::Label;
  const auto with = [](const std::function<void(x64::Assembler&)>& bad) {
    return [bad](x64::Assembler& a) {
      a.endbr64();
      bad(a);
      a.vzeroupper();
      a.ret();
    };
  };
  const auto nothing = with([](x64::Assembler&) {});
  for (const x64::Isa isa : kAllIsas) CHECK(checked(nothing, isa) == "");
  const auto bytes = with([](x64::Assembler& a) { a.vpermb(a.zmm0, a.zmm1, a.zmm2); });
  CHECK(checked(bytes, x64::Isa::avx512_vbmi) == "");
  CHECK(checked(bytes, x64::Isa::avx512).find("vpermb at 4 belongs to AVX512_VBMI_512") == 0);
  const auto wide = with([](x64::Assembler& a) { a.vmovups(a.zmm0, a.ptr[a.rdi]); });
  CHECK(checked(wide, x64::Isa::avx512) == "");
  CHECK(checked(wide, x64::Isa::avx2) == "vmovups at 4 belongs to AVX512F_512");
  CHECK(checked(with([](x64::Assembler& a) { a.vmovups(a.ymm16, a.ptr[a.rdi]); }), x64::Isa::avx2) != "");
  for (const auto& bad : std::vector<std::function<void(x64::Assembler&)>>{
           [](x64::Assembler& a) { a.vpopcntb(a.zmm0, a.zmm1); },
           [](x64::Assembler& a) { a.gf2p8affineqb(a.xmm0, a.xmm1, 0); },
           [](x64::Assembler& a) { a.vpdpbusd(a.ymm0, a.ymm1, a.ymm2, Xbyak::VexEncoding); },
           [](x64::Assembler& a) { a.movups(a.xmm0, a.ptr[a.rdi]); }, [](x64::Assembler& a) { a.popcnt(a.eax, a.eax); },
           [](x64::Assembler& a) { a.syscall(); }, [](x64::Assembler& a) { a.int3(); },
           [](x64::Assembler& a) { a.call(a.rax); }, [](x64::Assembler& a) { a.jmp(a.rax); },
           [](x64::Assembler& a) { a.vmovups(a.ymm0, a.ptr[a.rip + 4096]); }, [](x64::Assembler& a) { a.db(0x06); },
           [](x64::Assembler& a) {
             a.dw(0x02eb);
             a.mov(a.eax, 7);
           },  // jmp into the middle of the next
           [](x64::Assembler& a) {
             a.db(0xe9);
             a.dd(0x1000);
           },  // jmp behind the end
           [](x64::Assembler& a) {
             a.db(0xe9);
             a.dd(0xffffff00);
           }})  // jmp before the beginning
    CHECK(checked(with(bad), x64::Isa::avx512_vbmi) != "");
  CHECK(checked([](x64::Assembler& a) { a.nop(); }, x64::Isa::avx2) == "the code goes on past its end");
  const auto beside = [](x64::Assembler& a) {
    Label data;
    a.mov(a.eax, a.ptr[a.rip + data]);
    a.ret();
    a.L(data);
  };
  CHECK(checked(beside, x64::Isa::avx2, 4) == "");
  CHECK(checked(beside, x64::Isa::avx2, 3) != "");
}

}  // namespace dmlrun::jit::test
#endif
