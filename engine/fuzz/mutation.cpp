#include "engine/fuzz/mutation.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "engine/fuzz/random_tensor.h"

namespace dmlrun::fuzz {
namespace {

using text::Kind;

constexpr std::string_view kTypes[] = {"FLOAT32", "FLOAT16", "UINT32",  "UINT16", "UINT8", "INT32",
                                       "INT16",   "INT8",    "FLOAT64", "UINT64", "INT64"};
constexpr std::string_view kModes[] = {"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"};

JsonTree number(std::uint64_t value) {
  JsonTree tree;
  tree.kind = Kind::number;
  tree.text = std::to_string(value);
  return tree;
}

JsonTree* desc_of(JsonTree& spec) { return spec.find("desc"); }

/// Every array of numbers in the desc that has an entry per axis; the rank is that of the first tensor.
std::vector<JsonTree*> per_axis(JsonTree& desc, std::size_t& rank) {
  std::vector<JsonTree*> arrays;
  rank = 0;
  for_each(desc, [&](JsonTree& tree) {
    if (!tree.is_numbers()) return;
    if (rank == 0 && tree.key == "Sizes") rank = tree.items.size();
    arrays.push_back(&tree);
  });
  arrays.erase(std::remove_if(arrays.begin(), arrays.end(), [&](JsonTree* a) { return a->items.size() != rank; }),
               arrays.end());
  return arrays;
}

std::vector<JsonTree*> matching(JsonTree& desc, bool (*wanted)(const JsonTree&)) {
  std::vector<JsonTree*> found;
  for_each(desc, [&](JsonTree& tree) {
    if (wanted(tree)) found.push_back(&tree);
  });
  return found;
}

/// The same size on the same axis of every tensor that had the old one, so that tensors still fit each other.
void change_size(Random& random, JsonTree& desc) {
  std::size_t rank = 0;
  std::vector<JsonTree*> arrays = per_axis(desc, rank);
  if (rank == 0) return;
  const std::size_t axis = random.below(rank);
  arrays.erase(std::remove_if(arrays.begin(), arrays.end(), [](JsonTree* a) { return a->key != "Sizes"; }),
               arrays.end());
  const std::string old = arrays[random.below(arrays.size())]->items[axis].text;
  const JsonTree fresh = number(random_extent(random, random.one_in(3) ? 300 : 40));
  const bool everywhere = !random.one_in(4);
  for (JsonTree* sizes : arrays) {
    if (sizes->items[axis].text != old) continue;
    sizes->items[axis].text = fresh.text;
    if (!everywhere) return;
  }
}

void change_number_of_a_field(Random& random, JsonTree& desc) {
  std::vector<JsonTree*> fields = matching(
      desc, [](const JsonTree& tree) { return tree.is_numbers() && tree.key != "Sizes" && tree.key != "Strides"; });
  if (fields.empty()) return change_size(random, desc);
  JsonTree& entry = [&]() -> JsonTree& {
    JsonTree& field = *fields[random.below(fields.size())];
    return field.items[random.below(field.items.size())];
  }();
  entry.text = std::to_string(random.pick<std::uint64_t>({0, 1, 1, 2, 3, 4, 7, 8, 15, 16, 17, random.below(70)}));
}

void change_scalar(Random& random, JsonTree& desc) {
  std::vector<JsonTree*> scalars;
  for (JsonTree& item : desc.items)
    if (item.is(Kind::number)) scalars.push_back(&item);
  if (scalars.empty()) return change_size(random, desc);
  scalars[random.below(scalars.size())]->text = random.pick({"0", "1", "2", "3", "0", "1", "-1", "0.5", "255", "1e9"});
}

/// One type for another everywhere, or a mode.
void change_word(Random& random, JsonTree& desc) {
  std::vector<JsonTree*> words = matching(desc, [](const JsonTree& tree) { return tree.is(Kind::string); });
  if (words.empty()) return;
  const JsonTree chosen = *words[random.below(words.size())];
  const bool is_type = std::find(std::begin(kTypes), std::end(kTypes), chosen.text) != std::end(kTypes);
  const std::string_view fresh =
      is_type ? kTypes[random.below(std::size(kTypes))] : kModes[random.below(std::size(kModes))];
  if (!is_type && !chosen.key.ends_with("Mode")) return change_size(random, desc);
  for (JsonTree* word : words)
    if (word->text == chosen.text) word->text = fresh;
}

void change_strides(Random& random, JsonTree& desc) {
  std::vector<JsonTree*> tensors = matching(desc, [](const JsonTree& tree) {
    return tree.is(Kind::object) && tree.key != "desc" &&
           std::any_of(tree.items.begin(), tree.items.end(), [](const JsonTree& item) { return item.key == "Sizes"; });
  });
  if (tensors.empty()) return;
  JsonTree& tensor = *tensors[random.below(tensors.size())];
  const JsonTree sizes = *tensor.find("Sizes");
  tensor.erase("Strides");
  tensor.erase("TotalTensorSizeInBytes");
  if (!sizes.is_numbers()) return;
  JsonTree strides = sizes;
  strides.key = "Strides";
  std::uint64_t next = random.pick<std::uint64_t>({1, 1, 2, 3});
  for (std::size_t i = strides.items.size(); i-- > 0;) {
    strides.items[i].text = std::to_string(random.one_in(4) ? 0 : next);
    next = std::min<std::uint64_t>(next * sizes.items[i].whole().value_or(1) + (random.one_in(4) ? 3 : 0), 1u << 20);
  }
  tensor.items.push_back(std::move(strides));
}

void change_rank(Random& random, JsonTree& desc) {
  std::size_t rank = 0;
  const std::vector<JsonTree*> arrays = per_axis(desc, rank);
  if (rank == 0) return;
  const bool more = rank == 1 || (rank < 8 && random.one_in(2));
  const std::size_t axis = random.below(rank);
  const std::uint32_t size = random_extent(random, 9);
  for (JsonTree* array : arrays) {
    const auto place = array->items.begin() + static_cast<std::ptrdiff_t>(axis);
    if (!more) array->items.erase(place);
    else
      array->items.insert(place, number(array->key == "Sizes" ? size : array->key == "Strides" ? 0 : random.below(2)));
  }
}

void change_tensor_count(Random& random, JsonTree& desc) {
  std::vector<JsonTree*> arrays = matching(desc, [](const JsonTree& tree) {
    return tree.is(Kind::array) && !tree.items.empty() && tree.items[0].is(Kind::object);
  });
  if (arrays.empty()) return change_size(random, desc);
  std::vector<JsonTree>& tensors = arrays[random.below(arrays.size())]->items;
  const std::size_t which = random.below(tensors.size());
  if (tensors.size() > 1 && random.one_in(2)) {
    tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(which));
  } else {
    const JsonTree copy = tensors[which];
    tensors.insert(tensors.begin() + static_cast<std::ptrdiff_t>(random.below(tensors.size() + 1)),
                   random.pick<std::size_t>({1, 1, 2, 5}), copy);
  }
}

void drop_a_field(Random& random, JsonTree& desc) {
  if (desc.items.size() < 2) return;
  desc.items.erase(desc.items.begin() + static_cast<std::ptrdiff_t>(random.below(desc.items.size())));
}

/// Outputs that are parts of the input: as many as there were or not, equal or not, of what the input has become; or
/// the input has the length of such parts.
void add_parts(Random& random, JsonTree& desc, JsonTree parts) {
  JsonTree* const input = desc.find("InputTensor");
  JsonTree* const axis = desc.find("Axis");
  JsonTree* const sizes = input == nullptr ? nullptr : input->find("Sizes");
  if (axis != nullptr && sizes != nullptr && sizes->is_numbers()) {
    const std::size_t rank = sizes->items.size();
    if (axis->whole().value_or(rank) >= rank && !random.one_in(4)) axis->text = std::to_string(random.below(rank));
    JsonTree& length = sizes->items[std::min<std::uint64_t>(axis->whole().value_or(0), rank - 1)];
    std::uint64_t left = std::max<std::uint64_t>(1, length.whole().value_or(1));
    std::uint64_t count = random.one_in(2) ? parts.items.size() : random_extent(random, 12);
    const bool is_cut = random.one_in(2);
    if (is_cut) count = std::min(count, left);
    const std::uint64_t equal = random.one_in(3) ? (is_cut ? left / count : random_extent(random, 300)) : 0;
    std::vector<std::uint64_t> lengths;
    for (; count > 0; --count) {
      lengths.push_back(equal > 0 ? equal : is_cut ? random.between(1, left - count + 1) : random_extent(random, 300));
      if (!is_cut) continue;
      if (count == 1) lengths.back() = left;
      left -= lengths.back();
    }
    const std::string whole = std::to_string(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}));
    parts.items.clear();
    for (const std::uint64_t part : lengths) {
      length.text = std::to_string(part);
      parts.items.push_back({Kind::object, {}, {}, {*sizes}});
    }
    length.text = whole;
  }
  desc.items.push_back(std::move(parts));
}

}  // namespace

void leave_out_derived(JsonTree& spec) {
  JsonTree* desc = desc_of(spec);
  if (desc == nullptr) return;
  std::erase_if(desc->items, [](JsonTree& item) {
    if (item.key == "OutputTensor") item.erase("Sizes"), item.erase("DataType");
    if (item.key == "OutputTensors")
      for (JsonTree& part : item.items) part.erase("DataType");
    return item.key.ends_with("Count") || (item.key == "OutputTensor" && item.items.empty());
  });
  for_each(*desc, [](JsonTree& tree) {
    std::erase_if(tree.items, [](const JsonTree& item) {
      return item.key == "TotalTensorSizeInBytes" || item.key == "DimensionCount";
    });
  });
}

void mutate(Random& random, JsonTree& spec) {
  JsonTree* desc = desc_of(spec);
  if (desc == nullptr) return;
  JsonTree parts;
  if (!random.one_in(16)) {
    leave_out_derived(spec);
    desc->erase("OutputTensor");
    if (JsonTree* const outputs = desc->find("OutputTensors")) {
      parts = *outputs;
      desc->erase("OutputTensors");
    }
  }
  constexpr void (*kChanges[])(Random&, JsonTree&) = {
      change_size, change_size,    change_size, change_number_of_a_field, change_number_of_a_field,
      change_word, change_strides, change_rank, change_tensor_count,      change_scalar};
  for (std::uint64_t changes = random.between(1, 3); changes > 0; --changes)
    kChanges[random.below(std::size(kChanges))](random, *desc);
  if (random.one_in(40)) drop_a_field(random, *desc);
  if (!parts.items.empty()) add_parts(random, *desc, std::move(parts));
}

}  // namespace dmlrun::fuzz
