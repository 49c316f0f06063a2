#include "engine/fuzz/differential.h"

#include "dmlrun/spec.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/random_desc.h"
#include "engine/spec/write_spec.h"

namespace dmlrun::fuzz {
namespace {

std::string particulars(const Operator& op) {
  std::string text;
  if (auto spec = write_spec(op)) text += "spec: " + *spec + "\n";
  if (auto explanation = explain(op))
    for (const std::string& plan : explanation->plans) text += "plan: " + plan + "\n";
  return text;
}

}  // namespace

std::string run_case(std::uint64_t seed, std::uint64_t number, std::span<const CompileOptions> variants,
                     DifferentialCounts& counts) {
  const RandomCase random_case = make_case(seed, number);
  const auto op = Operator::make(random_case.desc);
  if (std::string wrong = wrong_answer(random_case, op); !wrong.empty())
    return wrong + "\n" + spec::write_unchecked(random_case.desc);
  if (!random_case.refusals.empty()) return ++counts.illegal, std::string();
  ++counts.legal;
  if (class_of(random_case.desc) != all_shape_classes()[random_case.shape_class])
    return "the generator made a desc of another class than it says\n" + spec::write_unchecked(random_case.desc);
  counts.tally.add_class(random_case.shape_class);
  const auto finding = DifferentialRun(*op, variants).judge(seed, number, counts);
  if (!finding) return {};
  return std::string(finding->variant.backend) +
         (finding->variant.isa.empty() ? ": " : " with no more than " + std::string(finding->variant.isa) + ": ") +
         finding->words + "\n" + particulars(*op);
}

}  // namespace dmlrun::fuzz
