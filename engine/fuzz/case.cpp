#include "engine/fuzz/case.h"

#include <algorithm>

#include "dmlrun/spec.h"
#include "engine/fuzz/mutation.h"
#include "engine/fuzz/random_desc.h"
#include "engine/fuzz/random_tensor.h"

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

}  // namespace

bool is_small(const Operator& op, std::uint64_t most) {
  const auto fits = [&](const TensorSlot& slot) {
    return element_count(slot.desc) <= most && buffer_bytes(slot.desc) <= 64 * most;
  };
  return std::all_of(op.inputs().begin(), op.inputs().end(), fits) &&
         std::all_of(op.outputs().begin(), op.outputs().end(), fits);
}

Cases::Cases(const Seeds& seeds)
    : seeds_(seeds),
      classes_(wanted_classes(seeds)),
      drafts_(seeds.examples.size()),
      first_((seeds.examples.size() + seeds.sets - 1) / seeds.sets * seeds.sets) {}

const Draft* Cases::draft(std::size_t example) {
  if (!drafts_[example]) {
    const auto text = write_spec(seeds_.examples[example]);
    const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
    if (!document) {
      made_.wrong = "an example cannot be written and read again: " + document.error().to_string();
      return nullptr;
    }
    drafts_[example] = draft_of(document->root());
  }
  return &*drafts_[example];
}

void Cases::mutate_example(std::uint64_t group, std::uint64_t attempt) {
  made_.origin = Origin::mutation;
  Random random(seeds_.seed ^ 0x6d757461 ^ attempt << 40, group);
  const Draft* example = draft(random.below(seeds_.examples.size()));
  if (example == nullptr) return;
  Draft mutated = *example;
  mutate(random, mutated);
  const std::string text = print(mutated);
  if (watch_) watch_(text, nullptr);
  auto op = parse_spec(text);
  if (!op) {
    if (op.error().message.empty() || op.error().code == ErrorCode::internal)
      made_.wrong = "a refusal that says nothing, " + std::string(dmlrun::name(op.error().code)) + ", of " + text;
    return;
  }
  if (!is_small(*op, seeds_.most_elements)) return;
  made_.op = std::move(*op);
  if (random.one_in(3)) lay_out_anew(random);
}

void Cases::lay_out_anew(Random& random) {
  OperatorDesc desc = made_.op->desc();
  for (TensorDesc* output : outputs_of(desc)) {
    output->total_bytes = 0;
    if (element_count(*output) > 1 && random.one_in(2)) make_strided(random, *output, true);
    decorate(random, *output, true);
  }
  if (watch_) watch_({}, &desc);
  auto op = Operator::make(desc);
  if (!op)
    made_.wrong = "a legal desc was refused: " + op.error().to_string() + "\n" + describe(desc);
  else if (is_small(*op, seeds_.most_elements))
    made_.op = std::move(*op);
}

void Cases::generate(std::uint64_t number, std::uint64_t attempt) {
  if (classes_.empty()) return mutate_example(number, attempt);
  // One case in ten: where half of them are mutations, one in five of the others.
  const std::uint64_t illegal_every = seeds_.examples.empty() ? 10 : 5;
  const RandomCase random_case =
      make_case(seeds_.seed, number, {classes_, attempt, seeds_.generated_elements, illegal_every});
  if (watch_) watch_({}, &random_case.desc);
  auto op = Operator::make(random_case.desc);
  made_.refusal = random_case.refusal;
  if (made_.refusal) {
    const std::string change = "a desc with " + std::string(random_case.change) + " must be refused as " +
                               std::string(dmlrun::name(*made_.refusal));
    if (op)
      made_.wrong = change + ", but was accepted";
    else if (op.error().code != *made_.refusal || op.error().rule.empty())
      made_.wrong = change + " by a rule, but the answer was " + std::string(dmlrun::name(op.error().code)) + ": " +
                    op.error().to_string();
  } else if (!op) {
    made_.wrong = "a legal desc was refused: " + op.error().to_string();
  } else {
    made_.op = std::move(*op);
  }
  if (!made_.wrong.empty()) made_.wrong += "\n" + describe(random_case.desc);
}

void Cases::make(std::uint64_t group, std::uint64_t attempt) {
  made_ = {};
  group_ = group;
  attempt_ = attempt;
  if (group % 2 == 0 && !seeds_.examples.empty()) {
    mutate_example(group, attempt);
  } else {
    generate(seeds_.examples.empty() ? group : group / 2, attempt);
  }
}

const Case& Cases::at(std::uint64_t number) {
  if (seeds_.unchanged || number < first_) {
    const std::uint64_t example = seeds_.unchanged ? number / seeds_.sets : number;
    made_ = {Origin::example, seeds_.examples[example % seeds_.examples.size()], {}, {}};
    group_ = UINT64_MAX;
    return made_;
  }
  const std::uint64_t group = (number - first_) / seeds_.sets, member = (number - first_) % seeds_.sets;
  if (group != group_ || attempt_ > member) make(group, 0);
  while (!made_.op && attempt_ < member) make(group, attempt_ + 1);
  return made_;
}

}  // namespace dmlrun::fuzz
