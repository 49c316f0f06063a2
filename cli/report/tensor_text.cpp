#include "cli/report/tensor_text.h"

#include <algorithm>

#include "engine/tensor/element.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {
namespace {

// As numpy's print options: threshold and edgeitems.
constexpr std::uint64_t kMaxElements = 1000;
constexpr std::uint32_t kEdge = 3;

}  // namespace

TensorText::TensorText(const TensorDesc& tensor, std::size_t columns)
    : type_(tensor.type),
      sizes_(tensor.sizes.begin(), tensor.sizes.end()),
      columns_(columns),
      is_large_(element_count(tensor) > kMaxElements) {
  places_.push_back(0);
  for (std::size_t axis = 0; axis < sizes_.size(); ++axis) {
    std::vector<std::uint64_t> below;
    for (const std::uint64_t place : places_)
      for (const std::uint32_t index : shown_indices(axis)) below.push_back(place * sizes_[axis] + index);
    places_ = std::move(below);
  }
}

bool TensorText::is_shortened(std::size_t axis) const noexcept { return is_large_ && sizes_[axis] > 2 * kEdge; }

std::vector<std::uint32_t> TensorText::shown_indices(std::size_t axis) const {
  std::vector<std::uint32_t> indices;
  const std::uint32_t size = sizes_[axis];
  for (std::uint32_t i = 0; i < size; ++i) {
    if (is_shortened(axis) && i == kEdge) i = size - kEdge;
    indices.push_back(i);
  }
  return indices;
}

void TensorText::add(std::span<const std::byte> elements) {
  const std::size_t size = element_size(type_);
  const std::uint64_t end = added_ + elements.size() / size;
  while (shown_.size() < places_.size() && places_[shown_.size()] < end) {
    const std::uint64_t place = places_[shown_.size()];
    append_shortest(shown_.emplace_back(), type_, elements.data() + (place - added_) * size);
  }
  added_ = end;
}

std::string TensorText::text() const {
  std::string text;
  std::size_t next = 0, width = 0;
  for (const std::string& element : shown_) width = std::max(width, element.size());
  append_axis(text, 0, width, next);
  return text + "\n";
}

void TensorText::append_axis(std::string& text, std::size_t axis, std::size_t width, std::size_t& next) const {
  if (axis + 1 == sizes_.size()) return append_row(text, width, next);
  // A line break between rows, one more for each axis above them; then as many blanks as there are open brackets.
  const std::string separator = std::string(sizes_.size() - axis - 1, '\n') + std::string(axis + 1, ' ');
  text += '[';
  const std::vector<std::uint32_t> indices = shown_indices(axis);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i > 0) text += separator;
    if (i == kEdge && is_shortened(axis)) text += "..." + separator;
    append_axis(text, axis + 1, width, next);
  }
  text += ']';
}

void TensorText::append_row(std::string& text, std::size_t width, std::size_t& next) const {
  const std::size_t axis = sizes_.size() - 1, indent = sizes_.size(), brackets = sizes_.size();
  std::size_t used = indent;
  const auto append = [&](const std::string& word, bool is_first) {
    if (!is_first && used + 1 + word.size() + brackets > columns_) {
      text += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!is_first) {
      text += ' ', ++used;
    }
    text += word;
    used += word.size();
  };
  text += '[';
  const std::size_t count = shown_indices(axis).size();
  for (std::size_t i = 0; i < count; ++i) {
    if (i == kEdge && is_shortened(axis)) append("...", false);
    const std::string& element = shown_[next++];
    append(std::string(width - element.size(), ' ') + element, i == 0);
  }
  text += ']';
}

}  // namespace dmlrun::cli
