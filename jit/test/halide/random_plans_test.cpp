// Plans that no operator makes, and the plans of the files, as halide-cpu kernels.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/this_program.h"
#include "jit/test/halide/plan_trial.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_HALIDE_PLANS and DMLRUN_HALIDE_SEED choose others.
constexpr std::uint64_t kPlans = 60, kManyPlans = 1500, kDataSets = 20;

std::string run_data_sets(PlanTrial& trial, const plan::Plan& plan, const std::string& isa) {
  try {
    const auto kernel = make_kernel(plan, isa);
    for (std::uint64_t set = 0; set < kDataSets; ++set) {
      const Side side = set % 2 == 0 ? Side::end : Side::begin;
      const std::string wrong = trial.run(plan, *kernel, make_inputs(plan, set), side, set % 2 == 1 ? 1 + set / 2 : 1);
      if (!wrong.empty()) return "data set " + std::to_string(set) + ": " + wrong;
    }
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

void run_plans(std::uint64_t plans) {
  report_faults();
  PlanTrial trial;
  const std::uint64_t count = setting("DMLRUN_HALIDE_PLANS", plans);
  std::uint64_t done = 0, declined = 0;
  for (std::uint64_t seed = setting("DMLRUN_HALIDE_SEED", 1); done < count; ++seed) {
    const plan_test::RandomPlan random(seed);
    const plan::Plan plan = seed % 3 == 0 ? random.plan : plan::normalize(random.plan);
    if (!PlanTrial::fits(plan)) continue;
    if (!halide::why_not_boxes(plan).empty()) {
      ++declined;
      continue;
    }
    ++done;
    const std::string isa = seed % 4 == 0 ? "avx2" : "";
    const std::string subject = "DMLRUN_HALIDE_PLANS=1 DMLRUN_HALIDE_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"[random]\"; plan " + plan::print(plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = run_data_sets(trial, plan, isa);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  CHECK(declined * 10 < count + 10);
  std::printf("%llu random plans, %llu runs\n", static_cast<unsigned long long>(done),
              static_cast<unsigned long long>(done * kDataSets));
}

}  // namespace

TEST_CASE("random plans give the interpreter's bytes and touch nothing else", "[random]") { run_plans(kPlans); }

// dmlrun_halide_tests "[long]": some minutes.
TEST_CASE("many more random plans give the interpreter's bytes", "[.long]") { run_plans(kManyPlans); }

TEST_CASE("the two zeros of an expression stay what they are", "[zeros]") {
  PlanTrial trial;
  const auto plan = plan::parse(
      "output f32 strides 1 span 2; axes [2@0]; %0 = input 0 i8 offset 0 strides 1 span 2; "
      "value minimum(divide(convert.f32(%0), f32 -0), f32 0)");
  REQUIRE(plan);
  CHECK(run_data_sets(trial, *plan, "") == "");
  const auto kernel = make_kernel(*plan);
  CHECK(trial.run(*plan, *kernel, {{std::byte{0}, std::byte{1}}}, Side::end, 1) == "");
}

TEST_CASE("what is no number is the least after max, whatever the generator thinks of opposites", "[zeros]") {
  PlanTrial trial;
  const auto plan = plan::parse(
      "output i8 strides 1 span 20; axes [20@0]; %0 = input 0 f32 offset 0 strides 1 span 20; "
      "value saturate.i32(minimum(maximum(multiply(%0, f32 0), f32 -128), f32 127))");
  REQUIRE(plan);
  std::vector<std::byte> input(80);
  for (std::size_t at = 0; at < input.size(); at += 4) {
    const float value = at % 8 == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    std::memcpy(&input[at], &value, 4);
  }
  const auto kernel = make_kernel(*plan);
  CHECK(trial.run(*plan, *kernel, {input}, Side::end, 1) == "");
}

TEST_CASE("values made of positions take them from each part of an axis", "[positions]") {
  report_faults();
  PlanTrial trial;
  const auto plan = plan::parse(
      "output f64 strides 9,1 span 135; axes [2@1 | (3@0)x4 | 1@2] [4@3- 5@0]; %0 = index i64 offset 2 strides 7,1 "
      "span 30; %1 = input 0 f32 offset 0 strides 1,3 span 15; value fma(convert.f64(%0), f64 0.1, convert.f64(%1))");
  REQUIRE(plan);
  CHECK(halide::why_not_boxes(*plan) == "");
  CHECK(run_data_sets(trial, *plan, "") == "");
}

TEST_CASE("every plan of the files gives the interpreter's bytes", "[files]") {
  report_faults();
  PlanTrial trial;
  std::size_t done = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DMLRUN_SOURCE_DIR "/engine/test/plans")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.rfind("normal: ", 0) != 0) continue;
      const auto plan = plan::parse(line.substr(8));
      REQUIRE(plan);
      INFO(entry.path().filename() << ": " << line);
      CHECK(run_data_sets(trial, *plan, "") == "");
      ++done;
    }
  }
  CHECK(done > 30);
}

}  // namespace dmlrun::jit::test
