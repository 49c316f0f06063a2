#include "cli/layout_line.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

#include "cli/file_remedy.h"
#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/value_words.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

using Shape = std::vector<std::uint64_t>;

/// The first later word that is a list of whole numbers: 6,4 or [6,-1] or, with others behind it, 6.
std::vector<std::int64_t> numbers_among(std::span<const std::string> words) {
  std::vector<std::int64_t> numbers;
  for (const std::string& word : words) {
    const auto document = text::Document::parse(spec::values_json(word));
    if (!document) continue;
    const bool is_list = document->root().is(text::Kind::array);
    const auto take = [&](const text::Value& value) {
      if (const auto number = text::read_signed(value, -std::int64_t{kMaxRank}, 0xFFFFFFFF)) numbers.push_back(*number);
    };
    if (!is_list) take(document->root());
    for (const text::Value entry : is_list ? document->root() : text::Value()) take(entry);
    if (is_list) break;
  }
  return numbers;
}

std::uint64_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

/// The axes of the file in the order of the output's: as given, two of them swapped, for NCHW and NHWC, or reversed.
std::vector<std::size_t> order_of(std::string_view word, std::span<const std::int64_t> numbers, std::size_t rank) {
  std::vector<std::size_t> order(rank), given;
  for (const std::int64_t number : numbers)  // -1 is the last axis
    given.push_back(static_cast<std::size_t>(number < 0 ? number + static_cast<std::int64_t>(rank) : number));
  std::vector<std::size_t> sorted = given;
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  if (rank == 4 && text::is_same_word(word, "nchw")) order = {0, 3, 1, 2};
  if (rank == 4 && text::is_same_word(word, "nhwc")) order = {0, 2, 3, 1};
  if (given.size() == 2 && rank > 2 && std::max(given[0], given[1]) < rank) {
    std::sort(order.begin(), order.end());
    std::swap(order[given[0]], order[given[1]]);
    return order;
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t axis = 0; axis < sorted.size(); ++axis)
    if (sorted.size() != rank || sorted[axis] != axis) return order;
  return given.empty() ? order : given;
}

/// The sizes of as many elements that are asked for, where one may be -1, or that follow from the word and its axes.
Shape sizes_of(std::string_view word, std::span<const std::int64_t> numbers, const Shape& shape) {
  const std::uint64_t count = product(shape);
  const auto rank = static_cast<std::int64_t>(shape.size());
  const auto is_named = [&](std::int64_t axis) {
    return std::any_of(numbers.begin(), numbers.end(), [&](auto n) { return n == axis || n + rank == axis; });
  };
  Shape sizes;
  if (text::is_same_word(word, "squeeze")) {
    for (std::int64_t axis = 0; axis < rank; ++axis)
      if (const std::uint64_t size = shape[static_cast<std::size_t>(axis)];
          size != 1 || (!numbers.empty() && !is_named(axis)))
        sizes.push_back(size);
  } else if (text::is_same_word(word, "unsqueeze") || text::lower_case(word).starts_with("expand")) {
    const std::int64_t first = numbers.empty() ? 0 : numbers[0], axis = first < 0 ? first + rank + 1 : first;
    (sizes = shape).insert(sizes.begin() + std::clamp<std::int64_t>(axis, 0, rank), 1);
  } else if (!text::is_same_word(word, "flatten")) {
    for (const std::int64_t number : numbers) sizes.push_back(number < 0 ? 1 : static_cast<std::uint64_t>(number));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] < 0 && product(sizes) > 0) sizes[i] = count / product(sizes);
  }
  return !sizes.empty() && product(sizes) == count ? sizes : Shape{count};
}

/// What follows "dmlrun": of a file whose elements are its end, and none where it cannot be told.
std::optional<std::string> tensor_of(std::string_view word, const NpyHeader& header,
                                     std::span<const std::int64_t> numbers) {
  const Shape& shape = header.shape;
  const std::string type(name(header.type));
  switch (spec::layout_meant(word)) {
    case spec::Layout::none: return {};
    case spec::Layout::reshaped: {
      std::string sizes;
      for (const std::uint64_t size : sizes_of(word, numbers, shape))
        (sizes += sizes.empty() ? ":" : ",") += std::to_string(size);
      return type + sizes;
    }
    case spec::Layout::transposed: {
      Shape sizes, strides;
      for (const std::size_t axis : order_of(word, numbers, shape.size())) {
        sizes.push_back(shape[axis]);
        strides.push_back(product({shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end()}));
      }
      return shell_word(tensor_json(type, sizes, strides));
    }
    case spec::Layout::broadcast: {
      Shape all(numbers.begin(), numbers.end());
      if (all.empty()) (all = shape).insert(all.begin(), 2);
      for (std::size_t i = 0; i < numbers.size() && shape.size() <= all.size(); ++i)  // -1 keeps the size
        if (numbers[i] < 0) all[i] = i + shape.size() < all.size() ? 1 : shape[i + shape.size() - all.size()];
      const auto tensor = broadcast_tensor(shape, all);
      return tensor ? std::optional(shell_word(*tensor)) : std::nullopt;
    }
  }
  return {};
}

}  // namespace

void refuse_layout_word(std::span<const std::string> words) {
  const auto is_file = [](const std::string& word) { return word.ends_with(".npy") && exists(word); };
  if (words.empty() || exists(words.front()) || spec::layout_meant(words.front()) == spec::Layout::none) return;
  const auto path = std::find_if(words.begin() + 1, words.end(), is_file);
  if (path == words.end()) return;
  const NpyHeader header = TensorFile(*path, {}).header();
  if (header.fortran_order || header.big_endian || header.shape.empty()) return;
  const auto behind = static_cast<std::size_t>(path - words.begin()) + 1;
  const auto tensor = tensor_of(words.front(), header, numbers_among(words.subspan(behind)));
  if (!tensor) return;
  const bool as_it_is = spec::layout_meant(words.front()) == spec::Layout::broadcast;
  const std::string file = as_it_is ? shell_word(*path) : "NEW.bin";
  const std::string elements = "tail -c " + std::to_string(header.data_bytes) + " " + shell_word(*path) + " > " + file;
  fail_usage(in_quotes(words.front()) +
             " is no operator of DirectML; ELEMENT_WISE_IDENTITY does that by its input's Sizes" +
             " and Strides: " + (as_it_is ? "" : elements + " && ") + "dmlrun IDENTITY " + file + " --InputTensor " +
             *tensor + " -o NEW.npy");
}

}  // namespace dmlrun::cli
