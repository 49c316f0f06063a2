// What generators say of themselves: saying it changes nothing, and what is said is what the code does.
#include <algorithm>
#include <set>

#include "cli/report/disassembly.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "jit/test/generated.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/assembler.h"
#include "jit/x64/copy/copy_emitter.h"

namespace dmlrun::jit::test {
namespace {

/// As measured, so that words do not depend on the machine.
const x64::Tuning& row(std::string_view name) {
  const auto all = x64::measured_tunings();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const x64::MeasuredTuning& one) { return one.tuning.name == name; });
  REQUIRE(found != all.end());
  return found->tuning;
}

std::vector<std::byte> copy_code(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning,
                                 x64::StrategyNotes* notes) {
  const x64::CopyLayout layout(plan, 1u << 16, false);
  const x64::CopyTarget target{isa, tuning, x64::RowForm::table};
  const x64::StorePolicy policy(layout, target);
  const x64::CopyFacts facts{layout, target, policy};
  const x64::CopyPlan decided(facts);
  if (notes) x64::explain(facts, decided, *notes);
  auto code = x64::assemble([&](x64::Assembler& a) { x64::CopyEmitter(a, facts).emit(decided); });
  REQUIRE(code);
  return *code;
}

std::vector<std::byte> computing_code(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning,
                                      x64::StrategyNotes* notes) {
  auto kernel = x64::arithmetic::make_kernel(plan, isa, tuning, notes);
  REQUIRE(kernel);
  return kernel->bytes;
}

/// What is said about a subject whose name begins so; "" for nothing.
std::string said(const char* text, x64::Isa isa, std::string_view tuning, std::string_view subject) {
  auto plan = plan::parse(text);
  if (!plan) FAIL(text << ": " << plan.error().to_string());
  const Generated made(*plan, isa, row(tuning));
  for (const Choice& choice : made.description().strategy) {
    if (choice.subject.rfind(subject, 0) != 0) continue;
    std::string all = choice.taken;
    for (const Choice::Other& other : choice.others) all += " | not " + other.what + ": " + other.why_not;
    return all;
  }
  return {};
}

}  // namespace

TEST_CASE("notes do not change code, and each axis has some", "[strategy]") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const plan::Plan plan = plan::normalize(plan_test::RandomPlan(seed).plan);
    if (!plan.values.empty() && !x64::arithmetic::why_not_kernel(plan, x64::Isa::avx2, x64::tunings()[0]).empty())
      continue;
    for (const x64::Isa isa : kAllIsas) {
      INFO("seed " << seed << ": " << plan::print(plan));
      x64::StrategyNotes notes(plan);
      const auto generate = plan.values.empty() ? copy_code : computing_code;
      if (plan.values.empty() && plan.axes.empty()) continue;
      CHECK(generate(plan, isa, x64::tunings()[0], &notes) == generate(plan, isa, x64::tunings()[0], nullptr));
      std::size_t axes = 0;
      for (const Choice& choice : notes.choices()) {
        axes += choice.subject.rfind("axis ", 0) == 0;
        std::set<std::string> words;
        for (const Choice::Other& other : choice.others) {
          CHECK(!other.why_not.empty());
          CHECK(words.insert(other.what + other.why_not).second);
        }
      }
      // Axes inside one that is filled as a whole are not walked.
      CHECK(axes <= plan.axes.size());
      CHECK((axes > 0 || plan.axes.empty()));
    }
  }
}

TEST_CASE("the words follow the tuning, the instruction set and the plan", "[strategy]") {
  constexpr const char* kCopy = "output x1 strides 1 span 90; axes [90@0]; %0 = input 0 x1 offset 0 strides 1 span 90";
  CHECK(said(kCopy, x64::Isa::avx2, "zen4", "registers") == "32 bytes | not 64 bytes: they need avx512");
  CHECK(said(kCopy, x64::Isa::avx512, "zen4", "registers") == "32 bytes | not 64 bytes: tuning zen4 prefers 32");
  CHECK(said(kCopy, x64::Isa::avx512, "sapphire-rapids", "registers") ==
        "64 bytes | not 32 bytes: tuning sapphire-rapids prefers 64");
  CHECK(said(kCopy, x64::Isa::avx2, "zen4", "axis 0") == "code of its own for each run; 90 elements copied");
  constexpr const char* kMany =
      "output u8 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 u8 offset 0 strides "
      "1 span 30000000; %1 = input 1 u8 offset 0 strides 1 span 30000000; value "
      "saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 "
      "255))";
  CHECK(
      said(kMany, x64::Isa::avx512, "zen5", "elements").find("non-temporal stores in executions that write 25165824") !=
      std::string::npos);
  CHECK(said(kMany, x64::Isa::avx512, "safe", "elements").find("not non-temporal stores: the tuning never does") !=
        std::string::npos);
  constexpr const char* kLong =
      "output i8 strides 1 span 1100; axes [1100@0]; %0 = input 0 i8 offset 0 strides 1 span 1100; %1 = "
      "input 1 f32 offset 0 strides 0 span 1; value "
      "saturate.i32(minimum(maximum(round(divide(convert.f32(%0), %1)), f32 -128), f32 127))";
  CHECK(said(kLong, x64::Isa::avx512_vbmi, "zen4", "values").rfind("a table of the 256 results", 0) == 0);
  const std::string sum =
      "output u8 strides 1 span 1024; axes [1024@0]; %0 = input 0 u8 offset 0 strides 1 span "
      "1024; %1 = input 1 f32 offset 0 strides 0 span 1; %2 = input 2 u8 offset 0 strides 1 "
      "span 1024; %3 = input 3 f32 offset 0 strides 0 span 1; value "
      "saturate.i32(minimum(maximum(round(divide(add(multiply(convert.f32(%0), %1), "
      "multiply(convert.f32(%2), %3)), %1)), f32 0), f32 255))";
  CHECK(said(sum.c_str(), x64::Isa::avx2, "safe", "sums").rfind("in fixed point", 0) == 0);
  CHECK(said(sum.c_str(), x64::Isa::avx512, "safe", "sums").empty());
  constexpr const char* kChannels =
      "output u8 strides 3,1 span 300; axes [100@0] [3@0]; %0 = input 0 u8 offset 0 strides "
      "3,1 span 300; %1 = input 1 u8 offset 0 strides 0,1 span 3; value "
      "saturate.i32(minimum(maximum(add(convert.f32(%0), convert.f32(%1)), f32 0), f32 255))";
  CHECK(said(kChannels, x64::Isa::avx512, "zen4", "axis 1").rfind("the row that is repeated", 0) == 0);
  for (const x64::Isa isa : {x64::Isa::avx2, x64::Isa::avx512})
    CHECK(said(kLong, isa, "zen4", "values")
              .rfind("sums of two numbers by the byte's halves, where those are all results, in runs of " +
                         std::string(isa == x64::Isa::avx2 ? "640" : "1024"),
                     0) == 0);
}

TEST_CASE("the words about long copies say what is done, and from where on the others would be", "[strategy]") {
  const auto copy = [](std::uint64_t bytes) {
    const std::string n = std::to_string(bytes);
    return "output x1 strides 1 span " + n + "; axes [" + n + "@0]; %0 = input 0 x1 offset 0 strides 1 span " + n;
  };
  const auto words = [&](std::uint64_t bytes, std::string_view tuning) {
    return said(copy(bytes).c_str(), x64::Isa::avx2, tuning, "long copies");
  };
  CHECK(words(511, "zen4") == "");
  CHECK(words(1000, "zen4") ==
        "else vectors through the caches | not non-temporal stores: tuning zen4 does from 16777216 bytes on; the "
        "output has "
        "1000 bytes | not rep movsb: tuning zen4 does from 8388608 bytes on; the longest has 1000 "
        "bytes "
        "| not from the end to the beginning: tuning zen4 never does");
  CHECK(words(1000, "safe").find("not non-temporal stores: tuning safe never does") != std::string::npos);
  CHECK(words(30'000'000, "zen4")
            .rfind("non-temporal stores in executions that write 16777216 bytes or more; "
                   "rep movsb from 8388608 bytes on, unless the output's address is 1 to 31 after the "
                   "input's modulo 4096; else vectors",
                   0) == 0);
  CHECK(words(30'000'000, "sapphire-rapids")
            .rfind("non-temporal stores, four pages at once, in executions that write 25165824 bytes or more; "
                   "rep movsb from 16384 bytes on; from the end to the beginning where the output's address is 1 to "
                   "2047 after the input's modulo 4096, up to 16384 bytes; else",
                   0) == 0);
  constexpr const char* kRows =
      "output x1 strides 70,1 span 70000000; axes [1000000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span "
      "64000000; fill 00";
  CHECK(said(kRows, x64::Isa::avx2, "zen4", "axis 0")
            .find("non-temporal stores in executions that write 16777216 bytes or more") != std::string::npos);
  CHECK(said(kRows, x64::Isa::avx2, "safe", "axis 0").find("not non-temporal stores: the tuning never does") !=
        std::string::npos);
}

/// Whether anything that is taken has these words.
bool takes(const KernelDescription& kernel, std::string_view words) {
  return std::any_of(kernel.strategy.begin(), kernel.strategy.end(),
                     [&](const Choice& choice) { return choice.taken.find(words) != std::string::npos; });
}

TEST_CASE("non-temporal stores and rep movsb are said exactly where code has them", "[strategy]") {
  if (!cli::can_disassemble()) return;
  constexpr std::uint64_t kOutput = 64'000'000;
  std::vector<std::string> texts;
  // Rows one by one, as they are far apart, and rows of blocks: short enough not to go by table, whose code is for any
  // run.
  for (const std::uint64_t row : {500u, 512u, 513u, 2000u, 4095u, 4096u, 16384u, 30000u}) {
    const std::string n = std::to_string(row), rows = std::to_string(kOutput / row);
    texts.push_back("output x1 strides " + n + ",1 span " + std::to_string(kOutput / row * row) + "; axes [" + rows +
                    "@0] [" + n + "@0]; %0 = input 0 x1 offset 0 strides 2000000,1 span " +
                    std::to_string((kOutput / row - 1) * 2'000'000 + row));
  }
  for (const std::uint64_t block : {64u, 96u, 200u, 384u, 1000u, 2048u, 4096u}) {
    const std::uint64_t times = 8192 / block, rows = kOutput / (block * times);
    const std::string n = std::to_string(block), row = std::to_string(block * times);
    texts.push_back("output x1 strides " + row + ",1 span " + std::to_string(block * times * rows) + "; axes [" +
                    std::to_string(rows) + "@0] [(" + n + "@0)x" + std::to_string(times) +
                    "]; %0 = input 0 x1 offset 0 strides " + n + ",1 span " + std::to_string(block * rows));
  }
  for (const std::string& text : texts)
    for (const x64::MeasuredTuning& measured : x64::measured_tunings())
      for (const x64::Isa isa : kAllIsas) {
        const Generated made(*plan::parse(text), isa, measured.tuning);
        const std::string code = cli::disassemble(made.description());
        INFO(measured.tuning.name << ", " << x64::name(isa) << ": " << text);
        CHECK(takes(made.description(), "non-temporal stores") == (code.find("vmovnt") != std::string::npos));
        CHECK(takes(made.description(), "rep movsb") == (code.find("rep movsb") != std::string::npos));
      }
}

TEST_CASE("of elements that are not contiguous no long copies are told", "[strategy]") {
  constexpr const char* kSecond =
      "output x1 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 x1 offset 0 strides 2 span 59999999";
  CHECK(said(kSecond, x64::Isa::avx2, "zen4", "long copies").empty());
  constexpr const char* kBackwards =
      "output x1 strides 1 span 3000; axes [3000@2999-]; %0 = input 0 x1 offset 2999 strides -1 span 3000";
  CHECK(!said(kBackwards, x64::Isa::avx2, "zen4", "long copies").empty());
}

TEST_CASE("rows of a large output do not descend, and the bound is told", "[strategy]") {
  constexpr const char* kRepeated =
      "output x4 strides 21,1 span 8064; axes [(128@0)x3] [(7@0)x3]; %0 = input 0 x4 offset 0 strides 7,1 span 896";
  CHECK(said(kRepeated, x64::Isa::avx2, "sapphire-rapids", "axis 0")
            .find("not from the last to the first: the output has more than 24576 bytes") != std::string::npos);
}

TEST_CASE("a block that the first-level cache holds is written as one stream", "[strategy]") {
  const auto words = [](std::uint64_t block, std::uint64_t times, std::string_view tuning) {
    const std::string n = std::to_string(block);
    return said(("output x1 strides 1 span " + std::to_string(block * times) + "; axes [(" + n + "@0)x" +
                 std::to_string(times) + "]; %0 = input 0 x1 offset 0 strides 1 span " + n)
                    .c_str(),
                x64::Isa::avx2, tuning, "axis 0");
  };
  CHECK(words(4096, 6144, "zen4").find("the body copied 6144 times, one copy after the other") != std::string::npos);
  CHECK(words(16384, 4, "zen4").find("one copy after the other") != std::string::npos);
  CHECK(words(16416, 4, "zen4").find("the body read once for 4 copies") != std::string::npos);
  // All copies fit that cache, too.
  CHECK(words(4096, 8, "zen4").find("the body read once for 4 copies") != std::string::npos);
  CHECK(words(4096, 6144, "sapphire-rapids").find("one copy after the other") != std::string::npos);
  CHECK(words(1 << 20, 8, "sapphire-rapids").find("each part of 262144 bytes everywhere before the next") !=
        std::string::npos);
}

/// Why rows are not made in such a way.
std::string why_not_rows(const std::string& text, x64::Isa isa, const std::string& way) {
  const std::string all = said(text.c_str(), isa, "zen4", "axis 0"), before = " | not " + way + ": ";
  const std::size_t at = all.find(before);
  if (at == std::string::npos) return all;
  return all.substr(at + before.size(), all.find(" | ", at + before.size()) - at - before.size());
}

TEST_CASE("of the reasons why rows are not vectors the one that held is said", "[strategy]") {
  const auto vectors = [](const std::string& text, x64::Isa isa) {
    return why_not_rows(text, isa, "rows put together as vectors, from loads and shuffles");
  };
  const std::string bytes = "; %0 = input 0 x1 offset 0 strides ";
  CHECK(vectors("output x1 strides 3,1 span 9; axes [3@0] [1@0 1f 1@1]" + bytes + "2,1 span 6; fill 00",
                x64::Isa::avx2) == "they are few");
  CHECK(vectors("output x1 strides 6000,1 span 60000; axes [10@0] [5999@0 1f]" + bytes + "5999,1 span 59990; fill 00",
                x64::Isa::avx2) == "they are longer than 160 vectors");
  CHECK(vectors("output x1 strides 70,1 span 7000; axes [100@0] [70@0]" + bytes + "9000,70 span 895831",
                x64::Isa::avx2) == "16 bytes would need more than 3 loads");
  CHECK(vectors("output x1 strides 70,1 span 7000; axes [100@0] [70@0]" + bytes + "9000,70 span 895831",
                x64::Isa::avx512_vbmi) == "a vector would need more than 4 loads");
  CHECK(vectors("output x1 strides 4000,1 span 400000; axes [100@0] [4000@0]; %0 = input 0 x1 offset 3999 strides "
                "4000,-1 span 400000",
                x64::Isa::avx2) == "more than 96 vectors would need shuffles");
  CHECK(vectors("output x1 strides 64,1 span 640; axes [10@0] [63@0 1f]" + bytes + "2000000,1 span 18000063; fill 00",
                x64::Isa::avx2) == "they are too far apart in the input");
}

TEST_CASE("of the reasons why rows are not columns the one that held is said", "[strategy]") {
  const auto columns = [](const std::string& text) {
    return why_not_rows(text, x64::Isa::avx2, "several rows at once, column by column");
  };
  const std::string head = "output x1 strides 40,1 span ", source = "; %0 = input 0 x1 offset 0 strides ";
  CHECK(columns(head + "280; axes [7@0] [40@0]" + source + "1,100 span 3907") == "they are few");
  CHECK(columns(head + "400; axes [10@0] [39@0 1f]" + source + "1,100 span 3810; fill 00") == "they have several runs");
  CHECK(columns(head + "400; axes [10@0] [40@0]" + source + "64,100 span 4477") ==
        "they lie 64 bytes or more apart in the input");
  CHECK(columns(head + "400; axes [10@0] [40@0]" + source + "1,63 span 2467") ==
        "their elements lie less than 64 bytes apart in the input");
}

TEST_CASE("of the reasons why results have no non-temporal stores the one that held is said", "[strategy]") {
  const auto words = [](const std::string& elements, x64::Isa isa) {
    return said(("output u8 strides 1 span " + elements + "; axes [" + elements +
                 "@0]; %0 = input 0 u8 offset 0 strides 1 span " + elements +
                 "; value saturate.i32(minimum(maximum(round(multiply(convert.f32(%0), f32 0.5)), f32 0), f32 255))")
                    .c_str(),
                isa, "zen5", "elements");
  };
  CHECK(words("30000000", x64::Isa::avx512_vbmi).find("not non-temporal stores: results are looked up") !=
        std::string::npos);
}

TEST_CASE("a note that is made twice is kept once", "[strategy]") {
  plan::Plan plan;
  plan.axes = {{{{4, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{5, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  x64::StrategyNotes notes(plan);
  for (int i = 0; i < 2; ++i) {
    notes.take(std::size_t{1}, "one");
    notes.take(std::size_t{1}, "on");
    notes.decline(std::size_t{1}, "two", "three");
    notes.take("extra", "four");
  }
  const auto choices = notes.choices();
  REQUIRE(choices.size() == 2);
  CHECK(choices[0].subject == "axis 1, 5 long, innermost");
  CHECK(choices[0].taken == "one; on");
  CHECK(choices[0].others.size() == 1);
  CHECK(choices[1].subject == "extra");
}

}  // namespace dmlrun::jit::test
