#include <algorithm>

#include "engine/fuzz/mutation.h"

namespace dmlrun::fuzz {
namespace {

using text::Kind;
using Consider = std::function<bool(const JsonTree&)>;

/// How many of the outputs that share the input have no sizes. One may: it takes what the others leave. Several would
/// be equal, and hard to make smaller.
std::ptrdiff_t parts_without_sizes(JsonTree& spec) {
  JsonTree* const parts = spec.find("desc")->find("OutputTensors");
  if (parts == nullptr) return 0;
  return std::count_if(parts->items.begin(), parts->items.end(),
                       [](JsonTree& part) { return part.find("Sizes") == nullptr; });
}

void leave_the_rest_to_a_part(JsonTree& spec) {
  JsonTree* const parts = spec.find("desc")->find("OutputTensors");
  if (parts != nullptr && !parts->items.empty() && parts_without_sizes(spec) == 0) parts->items.back().erase("Sizes");
}

/// Without what the rest tells, unless that is what it takes.
bool without_the_derived(JsonTree& spec, const Consider& consider) {
  JsonTree smaller = spec;
  leave_out_derived(smaller);
  leave_the_rest_to_a_part(smaller);
  if (print(smaller) == print(spec) || !consider(smaller)) return false;
  spec = std::move(smaller);
  return true;
}

/// The arrays with an entry per axis: as many entries as the first "Sizes".
std::vector<JsonTree*> arrays_per_axis(JsonTree& desc) {
  std::vector<JsonTree*> arrays;
  std::size_t rank = 0;
  for_each(desc, [&](JsonTree& tree) {
    if (!tree.is_numbers()) return;
    if (rank == 0 && tree.key == "Sizes") rank = tree.items.size();
    arrays.push_back(&tree);
  });
  std::erase_if(arrays, [&](JsonTree* array) { return array->items.size() != rank; });
  return arrays;
}

bool without_an_axis(JsonTree& spec, const Consider& consider) {
  const std::vector<JsonTree*> arrays = arrays_per_axis(*spec.find("desc"));
  if (arrays.empty() || arrays[0]->items.size() < 2) return false;
  for (std::size_t axis = 0; axis < arrays[0]->items.size(); ++axis) {
    JsonTree smaller = spec;
    for (JsonTree* array : arrays_per_axis(*smaller.find("desc")))
      array->items.erase(array->items.begin() + static_cast<std::ptrdiff_t>(axis));
    JsonTree* const named = smaller.find("desc")->find("Axis");
    if (named != nullptr && named->whole().value_or(0) > axis) named->text = std::to_string(*named->whole() - 1);
    if (!consider(smaller)) continue;
    spec = std::move(smaller);
    return true;
  }
  return false;
}

/// Counts what is in the tree in the order of for_each, to name the same place in a copy.
JsonTree* place(JsonTree& root, std::size_t number) {
  JsonTree* found = nullptr;
  for_each(root, [&](JsonTree& tree) {
    if (number-- == 0) found = &tree;
  });
  return found;
}

std::size_t places(JsonTree& root) {
  std::size_t count = 0;
  for_each(root, [&](JsonTree&) { ++count; });
  return count;
}

/// Without half of an array's tensors, a quarter, ... one, or one field that may be left out.
bool without_an_item(JsonTree& spec, const Consider& consider) {
  const std::size_t count = places(*spec.find("desc"));
  for (std::size_t number = 0; number < count; ++number) {
    const JsonTree* here = place(*spec.find("desc"), number);
    if (here->is_numbers() || here->items.empty()) continue;
    const std::size_t items = here->items.size();
    for (std::size_t length = here->is(Kind::array) ? std::max<std::size_t>(items / 2, 1) : 1; length > 0; length /= 2)
      for (std::size_t end = items; end >= length; end -= length) {
        JsonTree smaller = spec;
        JsonTree* there = place(*smaller.find("desc"), number);
        const auto last = there->items.begin() + static_cast<std::ptrdiff_t>(end);
        there->items.erase(last - static_cast<std::ptrdiff_t>(length), last);
        if (parts_without_sizes(spec) == 1) leave_the_rest_to_a_part(smaller);
        if (parts_without_sizes(smaller) > 1 || !consider(smaller)) continue;
        spec = std::move(smaller);
        return true;
      }
  }
  return false;
}

/// A float that JSON has no number for.
bool is_special(const JsonTree& tree) {
  return tree.is(Kind::string) && (tree.text == "nan" || tree.text == "inf" || tree.text == "-inf");
}

/// What a number may become: 0, 1, 2, half of it; in small steps, less by a fourth or eighth of it, or one. What is no
/// whole number: 0, 1, -1.
std::vector<std::string> lesser(const JsonTree& number, bool in_small_steps) {
  const std::optional<std::uint64_t> value = number.whole();
  std::vector<std::string> less;
  if (!value) {
    if (!in_small_steps) less = {"0", "1"};
    if (!in_small_steps && number.text != "-1") less.emplace_back("-1");
    return less;
  }
  const std::uint64_t n = *value;
  const std::initializer_list<std::uint64_t> large{0, 1, 2, n / 2}, small{n - n / 4, n - n / 8, n - 1};
  for (const std::uint64_t candidate : in_small_steps ? small : large)
    if (candidate < n && (less.empty() || less.back() != std::to_string(candidate)))
      less.push_back(std::to_string(candidate));
  return less;
}

/// The same size on the same axis of all tensors that have it becomes what it became at `there`; false if it is no
/// size.
bool follow(JsonTree& desc, const JsonTree* there, const std::string& old) {
  const std::vector<JsonTree*> arrays = arrays_per_axis(desc);
  for (const JsonTree* array : arrays)
    for (std::size_t axis = 0; array->key == "Sizes" && axis < array->items.size(); ++axis) {
      if (&array->items[axis] != there) continue;
      for (JsonTree* other : arrays)
        if (other->key == "Sizes" && other->items[axis].text == old) other->items[axis].text = there->text;
      return true;
    }
  return false;
}

/// A size of one axis is changed in all tensors that share it, or in one. In small steps only where nothing else is
/// left, because that takes long.
bool with_a_smaller_number(JsonTree& spec, const Consider& consider) {
  const std::size_t count = places(*spec.find("desc"));
  for (std::size_t turn = 0; turn < 2 * count; ++turn) {
    const JsonTree* here = place(*spec.find("desc"), turn % count);
    if (!here->is(Kind::number) && !is_special(*here)) continue;
    const std::string old = here->text;
    for (const std::string& fresh : lesser(*here, turn >= count))
      for (const bool everywhere : {true, false}) {
        JsonTree smaller = spec;
        JsonTree* there = place(*smaller.find("desc"), turn % count);
        there->kind = Kind::number;
        there->text = fresh;
        if (everywhere && !follow(*smaller.find("desc"), there, old)) continue;
        if (!consider(smaller)) continue;
        spec = std::move(smaller);
        return true;
      }
  }
  return false;
}

}  // namespace

bool make_smaller(JsonTree& spec, const Consider& consider) {
  if (spec.find("desc") == nullptr) return false;
  return without_the_derived(spec, consider) || without_an_axis(spec, consider) || without_an_item(spec, consider) ||
         with_a_smaller_number(spec, consider);
}

}  // namespace dmlrun::fuzz
