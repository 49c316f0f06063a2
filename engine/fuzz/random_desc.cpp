#include "engine/fuzz/random_desc.h"

#include <cstring>
#include <numeric>

#include "engine/fuzz/edge_values.h"
#include "engine/fuzz/legal_desc.h"
#include "engine/tensor/element.h"

namespace dmlrun::fuzz {

namespace {

/// An integer from `low` on, of `count`; of floats, now and then one near it.
void put_small(Random& random, std::int64_t low, std::uint64_t count, DataType type, std::byte* element) {
  const std::int64_t number = low + static_cast<std::int64_t>(random.below(count));
  if (!is_float(type)) return static_cast<void>(std::memcpy(element, &number, element_size(type)));
  const auto integer = static_cast<float>(number);
  put_float(count == 2 || random.one_in(2) ? integer : integer * plain_float(random), type, element);
}

}  // namespace

std::vector<TensorDesc*> tensors_of(Desc& desc, bool (*fits)(const operators::RowField&)) {
  std::vector<TensorDesc*> tensors;
  for (const operators::RowField& field : operators::find_row(desc.type)->fields) {
    if (!fits(field)) continue;
    if (auto* tensor = desc.get<TensorDesc>(field.name)) tensors.push_back(tensor);
    if (auto* array = desc.get<TensorList>(field.name))
      for (TensorDesc& tensor : *array) tensors.push_back(&tensor);
  }
  return tensors;
}

std::vector<TensorDesc*> inputs_of(Desc& desc) {
  return tensors_of(desc, [](const auto& field) { return field.input; });
}
std::vector<TensorDesc*> outputs_of(Desc& desc) {
  return tensors_of(desc, [](const auto& field) { return field.output; });
}

std::vector<TensorDesc*> tensors_of(Desc& desc) {
  std::vector<TensorDesc*> tensors = inputs_of(desc), outputs = outputs_of(desc);
  tensors.insert(tensors.end(), outputs.begin(), outputs.end());
  return tensors;
}

std::string wrong_answer(const RandomCase& made, const Result<Operator>& answer) {
  if (made.refusals.empty()) return answer ? "" : "a legal desc was refused: " + answer.error().to_string();
  std::string wanted = "a desc with " + std::string(made.change) + " must be refused by ";
  for (std::size_t i = 0; i < made.refusals.size(); ++i) wanted += (i == 0 ? "" : " or ") + made.refusals[i]->id;
  if (answer) return wanted + ", but was accepted";
  const Error& error = answer.error();
  for (const operators::Rule* rule : made.refusals)
    if (rule->id == error.rule && rule->code == error.code) return {};
  return wanted + ", but the answer was " + std::string(name(error.code)) + ": " + error.to_string();
}

InputData random_input_data(Random& random) {
  return random.pick(
      {InputData::bytes, InputData::edges, InputData::edges, InputData::ordered, InputData::small, InputData::bits});
}

void fill_input(Random& random, const TensorSlot& slot, InputData data, std::span<std::byte> buffer) {
  random.fill(buffer);
  const DataType type = slot.desc.type;
  const std::size_t width = element_size(type);
  const auto each = [&](const auto& put) {
    for (std::size_t i = 0; i + width <= buffer.size(); i += width) put(&buffer[i]);
  };
  // Plain scales more often than awkward ones, else most sums saturate and hide mistakes in rounding.
  if (slot.name.ends_with("ScaleTensor"))
    return each([&](std::byte* element) {
      put_float(random.one_in(3) ? edge_float(random) : plain_float(random), type, element);
    });
  // Near 0, else nearly all lie beyond an axis.
  if (slot.name == "IndicesTensor")
    return each([&](std::byte* element) {
      if (!random.one_in(8)) put_small(random, -8, 24, type, element);
    });
  switch (data) {
    case InputData::bytes: break;
    case InputData::edges:
      return each([&](std::byte* element) {
        if (random.one_in(4)) put_edge(random, type, element);
      });
    case InputData::ordered:
      for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(i / width);
      break;
    case InputData::small: return each([&](std::byte* element) { put_small(random, -3, 8, type, element); });
    case InputData::bits: return each([&](std::byte* element) { put_small(random, 0, 2, type, element); });
  }
}

RandomCase make_case(std::uint64_t seed, std::uint64_t number) {
  static const std::vector<std::size_t> every = [] {
    std::vector<std::size_t> numbers(all_shape_classes().size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
  }();
  return make_case(seed, number, {every});
}

RandomCase make_case(std::uint64_t seed, std::uint64_t number, const Wishes& wishes) {
  const std::span<const std::size_t> classes = wishes.classes;
  RandomCase made;
  made.shape_class = classes[number % classes.size()];
  // The same for every class.
  Random phase(seed, made.shape_class);
  const bool illegal = wishes.illegal_every != 0 &&
                       (number / classes.size() + phase.below(wishes.illegal_every)) % wishes.illegal_every == 0;
  Random random(seed ^ 0x64657363 ^ wishes.attempt << 40, number);
  made.desc = make_legal(random, all_shape_classes()[made.shape_class], wishes.most_elements);
  if (illegal) make_illegal(random, made);
  return made;
}

}  // namespace dmlrun::fuzz
