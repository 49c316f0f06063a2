#include "engine/fuzz/case.h"

#include <algorithm>

#include "dmlrun/spec.h"
#include "engine/fuzz/mutation.h"
#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {
namespace {

/// The classes of the wanted operators, by number.
std::vector<std::size_t> wanted_classes(const Seeds& seeds) {
  std::vector<std::size_t> wanted;
  const std::vector<ShapeClass>& all = all_shape_classes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string type(name(all[i].kind));
    if (type == "QUANTIZED_LINEAR_ADD") type = "ELEMENT_WISE_" + type;
    if (seeds.operators.empty() || std::find(seeds.operators.begin(), seeds.operators.end(), type) != seeds.operators.end())
      wanted.push_back(i);
  }
  return wanted;
}

bool is_small(const Operator& op, std::uint64_t most) {
  const auto fits = [&](const TensorSlot& slot) {
    return element_count(slot.desc) <= most && buffer_bytes(slot.desc) <= 64 * most;
  };
  return std::all_of(op.inputs().begin(), op.inputs().end(), fits) &&
         std::all_of(op.outputs().begin(), op.outputs().end(), fits);
}

void mutate_example(const Seeds& seeds, std::uint64_t number, Case& made) {
  made.origin = Origin::mutation;
  Random random(seeds.seed ^ 0x6d757461, number);
  const auto text = write_spec(seeds.examples[random.below(seeds.examples.size())]);
  const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
  if (!document) {
    made.wrong = "an example cannot be written and read again: " + document.error().to_string();
    return;
  }
  Draft draft = draft_of(document->root());
  mutate(random, draft);
  const std::string mutated = print(draft);
  auto op = parse_spec(mutated);
  if (!op) {
    if (op.error().message.empty() || op.error().code == ErrorCode::internal)
      made.wrong = "a refusal that says nothing, " + std::string(dmlrun::name(op.error().code)) + ", of " + mutated;
    return;
  }
  if (is_small(*op, seeds.most_elements)) made.op = std::move(*op);
}

void generate(const Seeds& seeds, std::uint64_t number, Case& made) {
  static const std::vector<std::size_t> everything = wanted_classes({});
  const std::vector<std::size_t> wanted = seeds.operators.empty() ? std::vector<std::size_t>{} : wanted_classes(seeds);
  const std::vector<std::size_t>& classes = seeds.operators.empty() ? everything : wanted;
  if (classes.empty()) return mutate_example(seeds, number, made);
  const RandomCase random_case = make_case(seeds.seed, number, classes);
  auto op = Operator::make(random_case.desc);
  made.illegal = random_case.refusal.has_value();
  if (made.illegal) {
    const std::string change = "a desc with " + std::string(random_case.change) + " must be refused as " +
                               std::string(dmlrun::name(*random_case.refusal));
    if (op)
      made.wrong = change + ", but was accepted";
    else if (op.error().code != *random_case.refusal || op.error().rule.empty())
      made.wrong = change + " by a rule, but the answer was " + std::string(dmlrun::name(op.error().code)) + ": " +
                   op.error().to_string();
  } else if (!op) {
    made.wrong = "a legal desc was refused: " + op.error().to_string();
  } else {
    made.op = std::move(*op);
  }
  if (!made.wrong.empty()) made.wrong += "\n" + describe(random_case.desc);
}

}  // namespace

Case make_fuzz_case(const Seeds& seeds, std::uint64_t number) {
  Case made;
  if (number < seeds.examples.size()) {
    made.origin = Origin::example;
    made.op = seeds.examples[number];
  } else if (number % 2 == 0 && !seeds.examples.empty()) {
    mutate_example(seeds, number, made);
  } else {
    generate(seeds, number / 2, made);
  }
  return made;
}

}  // namespace dmlrun::fuzz
