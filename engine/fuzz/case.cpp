#include "engine/fuzz/case.h"

#include <algorithm>

#include "dmlrun/spec.h"
#include "engine/fuzz/example_texts.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/mutation.h"
#include "engine/fuzz/random_desc.h"
#include "engine/fuzz/random_tensor.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/write_spec.h"

namespace dmlrun::fuzz {

bool is_small(const Operator& op, std::uint64_t most) {
  const auto fits = [&](const TensorSlot& slot) {
    return element_count(slot.desc) <= most && buffer_bytes(slot.desc) <= 64 * most;
  };
  return std::all_of(op.inputs().begin(), op.inputs().end(), fits) &&
         std::all_of(op.outputs().begin(), op.outputs().end(), fits);
}

std::vector<Operator> built_in_examples(const std::vector<std::string>& operators) {
  std::vector<Operator> examples;
  for (const ExampleText& example : example_texts()) {
    auto op = parse_spec(example.text);  // one that names files is refused
    if (op && is_among(operators, case_class(class_of(op->desc())))) examples.push_back(std::move(*op));
  }
  return examples;
}

Result<Operator> packed(const Operator& op) {
  const operators::OperatorRow& row = *operators::find_row(op.type());
  Desc desc = op.desc();
  const std::vector<TensorDesc*> inputs = inputs_of(desc);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i]->strides.empty() && row.field(op.inputs()[i].name)->one_element)
      inputs[i]->sizes = Dimensions::filled(inputs[i]->sizes.size(), 1);
  for (TensorDesc* tensor : tensors_of(desc)) {
    tensor->strides = {};
    tensor->total_bytes = 0;
  }
  return Operator::make(desc);
}

Cases::Cases(const Seeds& seeds)
    : seeds_(seeds),
      turns_(seeds.operators, seeds.strided),
      order_(shuffled_rows(seeds.examples.size(), seeds.seed, UINT64_MAX)),
      trees_(seeds.examples.size()) {}

const JsonTree* Cases::tree(std::size_t example) {
  if (!trees_[example]) {
    const auto text = write_spec(seeds_.examples[example]);
    const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
    if (!document) {
      made_.wrong = "an example cannot be written and read again: " + document.error().to_string();
      return nullptr;
    }
    trees_[example] = tree_of(document->root());
  }
  return &*trees_[example];
}

void Cases::mutate_example(std::uint64_t group, std::uint64_t attempt) {
  made_.source = CaseSource::mutation;
  Random random(seeds_.seed ^ 0x6d757461 ^ attempt << 40, group);
  const JsonTree* example = tree(random.below(seeds_.examples.size()));
  if (example == nullptr) return;
  JsonTree mutated = *example;
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
  if (!seeds_.operators.empty() && !is_among(seeds_.operators, case_class(class_of(op->desc())))) return;
  made_.op = std::move(*op);
  if (random.one_in(3)) lay_out_anew(random);
}

void Cases::lay_out_anew(Random& random) {
  Desc desc = made_.op->desc();
  for (TensorDesc* output : outputs_of(desc)) {
    output->total_bytes = 0;
    if (element_count(*output) > 1 && random.one_in(2)) make_strided(random, *output, true);
    decorate(random, *output, true);
  }
  if (watch_) watch_({}, &desc);
  auto op = Operator::make(desc);
  if (!op) {
    made_.wrong = "a legal desc was refused: " + op.error().to_string() + "\n" + spec::write_unchecked(desc);
    made_.op.reset();  // it is not what is wrong
  } else if (is_small(*op, seeds_.most_elements)) {
    made_.op = std::move(*op);
  }
}

void Cases::generate(std::uint64_t number, std::uint64_t attempt) {
  if (turns_.empty()) return mutate_example(number, attempt);
  // One case in ten: where half of them are mutations, one in five of the others.
  const std::uint64_t every = seeds_.examples.empty() ? 10 : 5;
  const bool is_illegal = seeds_.illegal && number % every == every - 1;
  // What is refused takes no class's turn.
  const std::uint64_t turn = seeds_.illegal && !is_illegal ? number - number / every : number;
  const std::size_t shape_class[] = {turns_.at(seeds_.seed, turn)};
  const RandomCase random_case =
      make_case(seeds_.seed, number, {shape_class, attempt, seeds_.generated_elements, is_illegal ? 1u : 0u});
  if (watch_) watch_({}, &random_case.desc);
  auto op = Operator::make(random_case.desc);
  made_.wrong = wrong_answer(random_case, op);
  if (!random_case.refusals.empty()) made_.refusal = random_case.refusals[0]->code;
  else if (op) made_.op = std::move(*op);
  if (!made_.wrong.empty()) made_.wrong += "\n" + spec::write_unchecked(random_case.desc);
}

void Cases::make(std::uint64_t group, std::uint64_t attempt) {
  made_ = {};
  group_ = group;
  attempt_ = attempt;
  if (seeds_.examples.empty()) generate(group, attempt);
  else if (group % 2 == 1) generate(group / 2, attempt);
  else if (group % 4 == 0 && group / 4 < order_.size())
    made_ = {CaseSource::example, seeds_.examples[order_[group / 4]], {}, {}};
  else mutate_example(group, attempt);
  if (seeds_.strided || !made_.op) return;
  auto op = packed(*made_.op);
  if (op) {
    made_.op = std::move(*op);
    return;
  }
  made_.wrong = "a legal desc was refused when its tensors were packed: " + op.error().to_string();
  made_.op.reset();
}

const Case& Cases::at(std::uint64_t number) {
  const std::uint64_t group = seeds_.group(number);
  const std::uint64_t member = number < seeds_.alone ? 0 : (number - seeds_.alone) % seeds_.sets;
  if (seeds_.unchanged) {
    made_ = {CaseSource::example, seeds_.examples[group % seeds_.examples.size()], {}, {}};
    return made_;
  }
  if (group != group_ || attempt_ > member) make(group, 0);
  while (!made_.op && attempt_ < member) make(group, attempt_ + 1);
  return made_;
}

}  // namespace dmlrun::fuzz
