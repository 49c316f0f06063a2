#include <algorithm>
#include <charconv>

#include "engine/fuzz/mutation.h"

namespace dmlrun::fuzz {
namespace {

using text::Kind;
using Consider = std::function<bool(const Draft&)>;

/// The arrays with an entry per axis: as many entries as the first "Sizes".
std::vector<Draft*> per_axis(Draft& desc) {
  std::vector<Draft*> arrays;
  std::size_t rank = 0;
  for_each(desc, [&](Draft& draft) {
    if (!draft.is_numbers()) return;
    if (rank == 0 && draft.key == "Sizes") rank = draft.items.size();
    arrays.push_back(&draft);
  });
  std::erase_if(arrays, [&](Draft* array) { return array->items.size() != rank; });
  return arrays;
}

bool without_an_axis(Draft& spec, const Consider& consider) {
  const std::vector<Draft*> arrays = per_axis(*spec.find("desc"));
  if (arrays.empty() || arrays[0]->items.size() < 2) return false;
  for (std::size_t axis = 0; axis < arrays[0]->items.size(); ++axis) {
    Draft smaller = spec;
    for (Draft* array : per_axis(*smaller.find("desc")))
      array->items.erase(array->items.begin() + static_cast<std::ptrdiff_t>(axis));
    if (!consider(smaller)) continue;
    spec = std::move(smaller);
    return true;
  }
  return false;
}

/// Counts what is in the tree in the order of for_each, to name the same place in a copy.
Draft* place(Draft& root, std::size_t number) {
  Draft* found = nullptr;
  for_each(root, [&](Draft& draft) {
    if (number-- == 0) found = &draft;
  });
  return found;
}

std::size_t places(Draft& root) {
  std::size_t count = 0;
  for_each(root, [&](Draft&) { ++count; });
  return count;
}

/// Without half of an array's tensors, a quarter, ... one, or one field that may be left out.
bool without_an_item(Draft& spec, const Consider& consider) {
  const std::size_t count = places(*spec.find("desc"));
  for (std::size_t number = 0; number < count; ++number) {
    const Draft* here = place(*spec.find("desc"), number);
    if (here->is_numbers() || here->items.empty()) continue;
    const std::size_t items = here->items.size();
    for (std::size_t length = here->is(Kind::array) ? std::max<std::size_t>(items / 2, 1) : 1; length > 0; length /= 2)
      for (std::size_t end = items; end >= length; end -= length) {
        Draft smaller = spec;
        Draft* there = place(*smaller.find("desc"), number);
        const auto last = there->items.begin() + static_cast<std::ptrdiff_t>(end);
        there->items.erase(last - static_cast<std::ptrdiff_t>(length), last);
        if (!consider(smaller)) continue;
        spec = std::move(smaller);
        return true;
      }
  }
  return false;
}

/// What a number may become: 0, 1, half of it, one less.
std::vector<std::string> lesser(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return text == "0" ? std::vector<std::string>{} : std::vector<std::string>{"0"};
  std::vector<std::string> less;
  for (const std::uint64_t candidate : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, value / 2, value - 1})
    if (candidate < value && (less.empty() || less.back() != std::to_string(candidate)))
      less.push_back(std::to_string(candidate));
  return less;
}

/// A size of one axis is changed in all tensors that share it, or in one.
bool with_a_smaller_number(Draft& spec, const Consider& consider) {
  const std::size_t count = places(*spec.find("desc"));
  for (std::size_t number = 0; number < count; ++number) {
    const Draft* here = place(*spec.find("desc"), number);
    if (!here->is(Kind::number)) continue;
    const std::string old = here->text;
    for (const std::string& fresh : lesser(old))
      for (const bool everywhere : {true, false}) {
        Draft smaller = spec;
        Draft* there = place(*smaller.find("desc"), number);
        there->text = fresh;
        if (everywhere) {
          std::size_t axis = Draft().items.size();
          const std::vector<Draft*> arrays = per_axis(*smaller.find("desc"));
          for (Draft* array : arrays)
            for (std::size_t a = 0; a < array->items.size(); ++a)
              if (&array->items[a] == there) axis = a;
          for (Draft* array : arrays)
            if (array->key == "Sizes" && array->items[axis].text == old) array->items[axis].text = fresh;
        }
        if (!consider(smaller)) continue;
        spec = std::move(smaller);
        return true;
      }
  }
  return false;
}

}  // namespace

bool make_smaller(Draft& spec, const Consider& consider) {
  if (spec.find("desc") == nullptr) return false;
  return without_an_axis(spec, consider) || without_an_item(spec, consider) || with_a_smaller_number(spec, consider);
}

}  // namespace dmlrun::fuzz
