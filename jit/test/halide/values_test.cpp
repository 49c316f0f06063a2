// Random lists of values of every operation and type, as halide-cpu kernels, against the interpreter.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_values.h"
#include "engine/test/this_program.h"
#include "jit/test/halide/plan_trial.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_HALIDE_VALUES and DMLRUN_HALIDE_SEED choose others.
constexpr std::uint64_t kLists = 30, kManyLists = 2000;
constexpr std::int64_t kShort = 25, kLong = 200;

std::string defect(PlanTrial& trial, const plan_test::RandomValues& random, const std::string& isa) {
  try {
    const auto kernel = make_kernel(random.plan, isa);
    const std::string wrong = trial.run(random.plan, *kernel, random.inputs, Side::end, 1);
    return wrong.empty() ? trial.run(random.plan, *kernel, random.inputs, Side::begin, 3) : wrong;
  } catch (const std::exception& error) {
    return error.what();
  }
}

void run_lists(std::uint64_t lists) {
  report_faults();
  PlanTrial trial;
  const std::uint64_t count = setting("DMLRUN_HALIDE_VALUES", lists);
  std::uint64_t done = 0;
  for (std::uint64_t seed = setting("DMLRUN_HALIDE_SEED", 1); done < count; ++seed) {
    const plan_test::RandomValues random(seed, seed % 10 == 0 ? kLong : kShort);
    if (!halide::why_not_boxes(random.plan).empty()) continue;
    ++done;
    const std::string subject = "DMLRUN_HALIDE_VALUES=1 DMLRUN_HALIDE_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"[values]\"; plan " + plan::print(random.plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = defect(trial, random, seed % 4 == 0 ? "avx2" : "");
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  std::printf("%llu random lists of values\n", static_cast<unsigned long long>(done));
}

}  // namespace

TEST_CASE("sine, cosine and tangent of numbers of any size are the interpreter's", "[values]") {
  constexpr std::uint32_t kNumbers = 4096;
  std::vector<float> x(kNumbers), found(kNumbers), expected(kNumbers);
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    const std::uint32_t bits = i * 0x100000u + i * 12345u % 0x100000u;
    std::memcpy(&x[i], &bits, 4);
  }
  const std::span<const std::byte> input = std::as_bytes(std::span(x));
  const auto run = [&](const std::string& type, const char* backend, std::vector<float>& results) {
    const auto op = parse_spec(R"({"type": "ELEMENT_WISE_)" + type +
                               R"(", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [4096]}}})");
    REQUIRE(op);
    CompileOptions options;
    options.backend = backend;
    const auto kernel = compile(*op, options);
    if (!kernel) FAIL(type << ": " << kernel.error().to_string());
    const std::span<std::byte> output = std::as_writable_bytes(std::span(results));
    REQUIRE(kernel->run({&input, 1}, {&output, 1}));
  };
  for (const char* type : {"SIN", "COS", "TAN"}) {
    run(type, "halide-cpu", found);
    run(type, "interpreter", expected);
    for (std::uint32_t i = 0; i < kNumbers; ++i)
      if (std::memcmp(&found[i], &expected[i], 4) != 0 && !(std::isnan(found[i]) && std::isnan(expected[i])))
        FAIL(type << " of " << x[i] << " is " << found[i] << "; " << expected[i] << " was expected");
  }
}

TEST_CASE("a value that is used twice again and again is made once", "[values]") {
  std::string text = "output f16 strides 1 span 8; axes [8@0]; %0 = input 0 f16 offset 0 strides 1 span 8; v1 = " +
                     std::string("add(%0, %0)");
  for (int v = 2; v <= 40; ++v) {
    const std::string last = "v" + std::to_string(v - 1);
    text += "; v" + std::to_string(v) + " = subtract(" + last + ", multiply(" + last + ", f32 0.5))";
  }
  const auto plan = plan::parse(text + "; value add(v40, v40)");
  REQUIRE(plan);
  PlanTrial trial;
  const auto kernel = make_kernel(*plan);
  CHECK(trial.run(*plan, *kernel, make_inputs(*plan, 1), Side::end, 1) == "");
}

TEST_CASE("random lists of values give the interpreter's bytes", "[values]") { run_lists(kLists); }

TEST_CASE("many more random lists of values give the interpreter's bytes", "[.long]") { run_lists(kManyLists); }

}  // namespace dmlrun::jit::test
