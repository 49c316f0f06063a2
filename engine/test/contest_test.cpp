// What a contest finds: kernels with a planted defect each, judged beside the reference.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "dmlrun/spec.h"
#include "engine/fuzz/differential.h"
#include "engine/fuzz/differential_run.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/random_desc.h"
#include "engine/run/kernel_state.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

enum class Defect { none, value, gap, input, refusal, slices, slice_refusal };

/// The interpreter's kernel, with a defect.
class Defective final : public Executable {
 public:
  Defective(SharedExecutable good, Defect defect, std::uint64_t elements)
      : good_(std::move(good)), defect_(defect), elements_(elements) {}
  [[nodiscard]] bool can_fail() const noexcept override { return true; }
  void run(const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) const noexcept override {}
  Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                       std::uint64_t last) const noexcept override {
    if (defect_ == Defect::refusal) return Error{ErrorCode::backend_failed};
    const bool is_whole = first == 0 && last == elements_;
    if (defect_ == Defect::slice_refusal && !is_whole) return Error{ErrorCode::backend_failed};
    good_->run(inputs, output, first, last);
    if (defect_ == Defect::value || (defect_ == Defect::slices && !is_whole)) output[0] ^= std::byte{1};
    if (defect_ == Defect::gap) output[4] ^= std::byte{1};
    if (defect_ == Defect::input) const_cast<std::byte*>(inputs[0])[0] ^= std::byte{1};
    return {};
  }

 private:
  SharedExecutable good_;
  Defect defect_;
  std::uint64_t elements_;
};

Operator copy_of_6(bool with_gaps) {
  const std::string strides = with_gaps ? R"(, "Strides": [2])" : "";
  return parse_spec(R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT32", "Sizes": [6]}, "Repeats": [1],
      "OutputTensor": {"DataType": "UINT32", "Sizes": [6])" +
                    strides + "}}}")
      .value();
}

/// What is first found in a hundred sets of data.
std::string found(const Operator& op, Defect defect) {
  constexpr CompileOptions kInterpreter{"interpreter"};
  auto state = std::make_shared<KernelState>(compile(op, kInterpreter).value().state());
  CompiledOutput& compiled = state->compiled[0];
  compiled.executable = std::make_shared<Defective>(compiled.executable, defect, compiled.elements);
  compiled.can_fail = true;
  state->is_plain = false;
  const fuzz::DifferentialRun contest(op, std::vector<fuzz::Contestant>{{kInterpreter, Kernel(std::move(state)), {}}});
  fuzz::DifferentialCounts counts;
  for (std::uint64_t number = 0; number < 100; ++number)
    if (const auto finding = contest.judge(1, number, counts)) return finding->words;
  CHECK(counts.comparisons == 100);
  return {};
}

/// Whether the check that a defect is planted for finds it; `./dev audit planted` reads how many were.
void expect(const std::string& words, std::string_view beginning) {
  static int defects_found = 0;
  CHECK_THAT(words, Catch::Matchers::StartsWith(std::string(beginning)));
  if (words.starts_with(beginning)) std::printf("%d planted defects found by contests\n", ++defects_found);
}

}  // namespace

TEST_CASE("P31: a contest finds a wrong value, a gap written, an input changed, a refusal and a wrong slice") {
  for (const bool with_gaps : {false, true}) {
    const Operator op = copy_of_6(with_gaps);
    CHECK(found(op, Defect::none).empty());
    expect(found(op, Defect::value), "output 0: element 0 of its buffer");
    expect(found(op, Defect::input), "input 0 was changed");
    expect(found(op, Defect::refusal), "run refused: ");
  }
  expect(found(copy_of_6(true), Defect::gap), "output 0: element 1 of its buffer");
  expect(found(copy_of_6(false), Defect::slices), "by slices: elements ");
  expect(found(copy_of_6(false), Defect::slice_refusal), "by slices: refused: ");
}

TEST_CASE("P31: a contest finds what is not compiled, and passes over who declines") {
  const CompileOptions unknown{"interpreter", "no-such-isa"}, metal{"halide-metal"};
  const Operator op = copy_of_6(false);
  fuzz::DifferentialCounts counts;
  const auto finding = fuzz::DifferentialRun(op, std::span(&unknown, 1)).judge(1, 0, counts);
  REQUIRE(finding);
  expect(finding->words, "compile refused: ");
  std::uint64_t legal = 0;
  while (!fuzz::make_case(1, legal).refusals.empty()) ++legal;
  const std::string words = fuzz::run_case(1, legal, std::span(&unknown, 1), counts);
  CHECK_THAT(words, Catch::Matchers::StartsWith("interpreter with no more than no-such-isa: compile refused: "));
  for (const std::string_view part : {"\nspec: {", "\nplan: output "}) CHECK(words.find(part) != std::string::npos);
#ifndef __APPLE__
  CHECK(!fuzz::DifferentialRun(op, std::span(&metal, 1)).judge(1, 0, counts));
  CHECK(counts.declined == 1);
#endif
}

TEST_CASE(
    "seed 20, case 4,689,952: output strides that overlap stay within the limit of bytes, whose rule comes first") {
  fuzz::DifferentialCounts counts;
  CHECK(fuzz::run_case(20, 4689952, {}, counts).empty());
}

TEST_CASE("what a campaign has not met is named") {
  const fuzz::Tally nothing;
  const std::string missing = nothing.missing();
  CHECK(static_cast<std::size_t>(std::count(missing.begin(), missing.end(), '\n')) ==
        fuzz::all_shape_classes().size() + static_cast<std::size_t>(fuzz::kFeatureCount));
  const std::size_t left_out[] = {fuzz::kSlicedInside};
  CHECK(missing.size() - nothing.missing(left_out).size() ==
        std::string_view("several slices of several elements\n").size());
}

TEST_CASE("signs of zeros are compared on every real processor", "[fuzz]") { CHECK(fuzz::compares_signs_of_zeros()); }
