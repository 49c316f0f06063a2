// Plans that no operator makes, and the plans of the files, by every instruction set and both forms of rows.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/sanitized.h"
#include "engine/test/this_program.h"
#include "jit/test/copy_check.h"
#include "jit/test/read_plan.h"
#include "jit/test/setting.h"
#include "jit/x64/backend.h"

namespace dmlrun::jit::test {
namespace {

/// Random plans; DMLRUN_COPY_PLANS and DMLRUN_COPY_SEED choose others. DMLRUN_COPY_WAYS=one makes each plan's kernel
/// in one way instead of all, another from plan to plan, for campaigns of many millions.
constexpr std::uint64_t kPlans = dmlrun::test::repeats(1200);
/// Most bytes between the places where slices may begin: slices are cut in the inner axes, in the middle, in the outer
/// ones.
constexpr unsigned kSliceBytes[] = {9, 40, 100, 300, 1000, 3000};

/// Every way to make a copy kernel of a plan, or only number `turn` of them; the place of the buffers turns with
/// `turn`. Counts the kernels that were made.
std::string run_all(CopyCheck& check, const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                    std::uint64_t turn, bool only_one, std::uint64_t& kernels) {
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  const std::uint64_t ways = copy_isas().size() * 6, only = turn * 7919 % ways;
  std::uint64_t way = 0;
  for (const x64::Isa isa : copy_isas())
    for (const x64::RowForm form : {x64::RowForm::straight, x64::RowForm::table})
      for (const std::uint64_t slice : {1u, kSliceBytes[turn % std::size(kSliceBytes)], 65536u}) {
        if (only_one && way++ != only) continue;
        ++kernels;
        const x64::Tuning& tuning = all_tunings[turn % all_tunings.size()];
        const Side side = ++turn % 2 == 0 ? Side::begin : Side::end;
        const std::size_t distance = turn % 3 == 0 ? turn % 64 : 0;
        check.restart(turn);
        if (std::string wrong = check.run(plan, inputs, {isa, &tuning, form, slice}, side, distance); !wrong.empty())
          return wrong + (form == x64::RowForm::table ? ", rows by table" : "") + ", slices every " +
                 std::to_string(slice) + " bytes, tuning " + std::string(tuning.name);
      }
  return {};
}

std::string run_all(CopyCheck& check, const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                    std::uint64_t turn) {
  std::uint64_t kernels = 0;
  return run_all(check, plan, inputs, turn, false, kernels);
}

std::vector<plan_test::Bytes> counting_inputs(const plan::Plan& plan) {
  std::vector<plan_test::Bytes> inputs;
  for (const plan::Operand& operand : plan.operands) {
    if (inputs.size() <= operand.input) inputs.resize(operand.input + 1);
    inputs[operand.input].resize(
        std::max(inputs[operand.input].size(), operand.span * plan::bytes_of(operand.element)));
  }
  unsigned value = 0;
  for (plan_test::Bytes& input : inputs)
    for (std::byte& byte : input) byte = static_cast<std::byte>(value++ * 7 + 1);
  return inputs;
}

}  // namespace

TEST_CASE("random plans move the interpreter's bytes and touch nothing else", "[copy]") {
  report_faults();
  CopyCheck check;
  const std::uint64_t first = setting("DMLRUN_COPY_SEED", 1), count = setting("DMLRUN_COPY_PLANS", kPlans);
  const bool only_one = is_set_to("DMLRUN_COPY_WAYS", "one");
  std::uint64_t done = 0, kernels = 0;
  for (std::uint64_t seed = first; done < count; ++seed) {
    const plan_test::RandomPlan random(seed);
    if (!random.plan.values.empty() || !CopyCheck::fits(random.plan)) continue;
    ++done;
    const std::string subject = std::string(only_one ? "DMLRUN_COPY_WAYS=one " : "") +
                                "DMLRUN_COPY_PLANS=1 DMLRUN_COPY_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " [copy]; plan " + plan::print(random.plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = run_all(check, random.plan, random.inputs, seed, only_one, kernels);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  CHECK(done == count);
  std::printf("%llu random plans that move bytes, %llu kernels\n", static_cast<unsigned long long>(done),
              static_cast<unsigned long long>(kernels));
}

TEST_CASE("every plan of the files moves the interpreter's bytes", "[copy]") {
  report_faults();
  CopyCheck check;
  std::size_t done = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DMLRUN_SOURCE_DIR "/engine/test/plans")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.rfind("plan: ", 0) != 0) continue;
      const plan::Plan plan = read_plan(line.substr(6));
      if (!plan.values.empty()) continue;
      const std::string wrong = run_all(check, plan, counting_inputs(plan), ++done);
      if (!wrong.empty()) FAIL(entry.path().filename() << ": " << wrong);
    }
  }
  CHECK(done > 20);
}

TEST_CASE("a plan of many runs is walked by table within the code budget", "[copy]") {
  std::string runs;
  for (int i = 0; i < 400; ++i)
    runs += (i > 0 ? " " : "") + std::to_string(i % 2 + 2) + "@" + std::to_string(i * 7 % 90) + (i % 2 ? "-" : "");
  // Positions from -4 to 94, so the operand begins a little inside its span.
  const plan::Plan plan = read_plan("output x1 strides 1 span " + std::to_string(400 * 5 / 2) + "; axes [" + runs +
                                    "]; %0 = input 0 x1 offset 8 strides 1 span 110");
  CopyCheck check;
  CHECK(run_all(check, plan, counting_inputs(plan), 1) == "");
  const auto kernel = x64::CopyExecutable::make(plan, {});
  REQUIRE(kernel);
  CHECK((*kernel)->code().code().size() < 2048);
}

TEST_CASE("a slice of a filled block leaves the block's other rows alone", "[copy]") {
  const plan::Plan plan = read_plan(
      "output x2 strides 60,12,4,1 span 180; axes [1@0 2f] [1f 1@0 3f] [1f 2@0] [4@0]; "
      "%0 = input 0 x2 offset 0 strides 8,8,4,1 span 8; fill 0102");
  CopyCheck check;
  for (std::uint64_t turn = 0; turn < 6; ++turn) CHECK(run_all(check, plan, counting_inputs(plan), turn) == "");
}

TEST_CASE("granularity stays small where an output has few coordinates outside", "[copy]") {
  const auto granularity = [](const std::string& text) {
    const auto kernel = x64::CopyExecutable::make(read_plan(text), {});
    return kernel ? (*kernel)->slice_granularity() : 0;
  };
  CHECK(granularity("output x1 strides 1 span 100000000; axes [100000000@0]; "
                    "%0 = input 0 x1 offset 0 strides 1 span 100000000") == 1);
  CHECK(granularity("output x1 strides 50000000,1 span 100000000; axes [2@0] [50000000@0]; "
                    "%0 = input 0 x1 offset 0 strides 50000001,1 span 100000001") == 1);
  CHECK(granularity("output x1 strides 1000,1 span 1000000; axes [1000@0] [1000@0]; "
                    "%0 = input 0 x1 offset 0 strides 1001,1 span 1001000") == 1000);
}

TEST_CASE("an input whose number is too large for code is refused with a reason", "[copy]") {
  const plan::Plan plan =
      read_plan("output x1 strides 1 span 4; axes [4@0]; %0 = input 268435456 x1 offset 0 strides 1 span 4");
  const Desc desc{};
  const CompileOptions options{};
  for (const Backend& backend : x64_backends())
    CHECK(backend.why_not({desc, plan, 0, options}) ==
          "it reads input number 268435456; code takes numbers below 134217728");
}

}  // namespace dmlrun::jit::test
