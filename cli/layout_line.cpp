#include "cli/layout_line.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

#include "cli/file_remedy.h"
#include "cli/files/archive.h"
#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/layout_request.h"
#include "cli/report/failure.h"
#include "cli/report/json_text.h"
#include "cli/report/shell_word.h"
#include "engine/spec/operator_list.h"
#include "engine/text/counted.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

using Shape = std::vector<std::uint64_t>;

std::string json_list(const auto& numbers) {
  return json_array(numbers, [](auto number) { return std::to_string(number); });
}

std::uint64_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

bool takes_two_axes(std::string_view word) {
  const std::string lower = text::lower_case(word);
  return lower.starts_with("swap") || lower.starts_with("move");
}

/// The axes of the file in the order of the output's: as given, two of them swapped, one moved, for NCHW and NHWC, or
/// reversed. None where that cannot be.
std::vector<std::size_t> order_of(std::string_view word, std::span<const std::int64_t> numbers, std::size_t rank) {
  std::vector<std::size_t> order(rank), given;
  for (const std::int64_t number : numbers)  // -1 is the last axis
    given.push_back(static_cast<std::size_t>(number < 0 ? number + static_cast<std::int64_t>(rank) : number));
  std::vector<std::size_t> sorted = given;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end());
  if (takes_two_axes(word)) {
    if (given.size() != 2 || sorted[1] >= rank) return {};
    if (text::lower_case(word).starts_with("swap")) return std::swap(order[given[0]], order[given[1]]), order;
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(given[0]));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(given[1]), given[0]);
    return order;
  }
  if (sorted == order) return given;
  if (given.size() == 2 && rank > 2 && sorted[1] < rank && text::is_same_word(word, "transpose")) {
    std::swap(order[given[0]], order[given[1]]);
    return order;
  }
  const bool is_image = text::is_same_word(word, "nchw") || text::is_same_word(word, "nhwc");
  if (!given.empty() || (is_image && rank != 4)) return {};
  if (is_image)
    return text::is_same_word(word, "nchw") ? std::vector<std::size_t>{0, 3, 1, 2}
                                            : std::vector<std::size_t>{0, 2, 3, 1};
  return {order.rbegin(), order.rend()};
}

bool adds_axis(std::string_view word) {
  return text::is_same_word(word, "unsqueeze") || text::lower_case(word).starts_with("expand");
}

/// The sizes of as many elements that are asked for, where one may be -1, or that follow from the word and its axes.
/// None where that cannot be.
Shape sizes_of(std::string_view word, std::span<const std::int64_t> numbers, const Shape& shape) {
  const std::uint64_t count = product(shape);
  const bool adds = adds_axis(word);
  Shape sizes;
  if (text::is_same_word(word, "flatten")) {
    if (numbers.empty()) sizes = {count};  // of other axes torch and ONNX make different shapes
    else if (numbers.size() == 1 && numbers[0] == 1 && shape.size() > 1 && count > 0)
      sizes = {shape[0], count / shape[0]};
  } else if (adds || text::is_same_word(word, "squeeze")) {
    const std::int64_t end = static_cast<std::int64_t>(shape.size()) + (adds ? 1 : 0),
                       first = numbers.empty() ? 0 : numbers[0];
    const std::int64_t axis = first < 0 ? first + end : first;
    if (numbers.size() > 1 || axis < 0 || axis >= end) return {};
    sizes = shape;
    if (adds) sizes.insert(sizes.begin() + axis, 1);
    else if (numbers.empty()) std::erase(sizes, 1);
    else sizes.erase(sizes.begin() + axis);
  } else {
    if (std::ranges::count(numbers, -1) > 1 || std::ranges::any_of(numbers, [](auto n) { return n < -1; })) return {};
    if (numbers.empty()) sizes = {count};
    for (const std::int64_t number : numbers) sizes.push_back(number < 0 ? 1 : static_cast<std::uint64_t>(number));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] < 0 && product(sizes) > 0) sizes[i] = count / product(sizes);
  }
  return !sizes.empty() && product(sizes) == count ? sizes : Shape();
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
      if (sizes.empty()) return {};
      return type + sizes;
    }
    case spec::Layout::transposed: {
      Shape sizes, strides;
      for (const std::size_t axis : order_of(word, numbers, shape.size())) {
        sizes.push_back(shape[axis]);
        strides.push_back(product({shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end()}));
      }
      if (sizes.empty()) return {};
      return shell_word(tensor_json(type, sizes, strides));
    }
    case spec::Layout::broadcast: {
      Shape all(numbers.begin(), numbers.end());
      if (all.empty()) (all = shape).insert(all.begin(), 2);
      const std::size_t added = all.size() - std::min(all.size(), shape.size());
      for (std::size_t i = added; i < numbers.size(); ++i)
        if (numbers[i] == -1) all[i] = shape[i - added];  // keeps the size
      if (std::ranges::any_of(all, [](auto size) { return size == 0 || size > 0xFFFFFFFF; })) return {};
      const auto tensor = broadcast_tensor(shape, all);
      return tensor ? std::optional(shell_word(*tensor)) : std::nullopt;
    }
  }
  return {};
}

/// What was expected where the numbers cannot be: "[3, 2] has 6".
std::string expected_of(std::string_view word, std::span<const std::int64_t> numbers, const Shape& shape) {
  const spec::Layout layout = spec::layout_meant(word);
  const std::string end = std::to_string(shape.size() - (adds_axis(word) ? 0 : 1)) + ", was expected";
  if (takes_two_axes(word)) return "two axes, each 0 to " + std::to_string(shape.size() - 1) + ", were expected";
  if (layout == spec::Layout::transposed && numbers.empty()) return "4 axes were expected";
  if (layout == spec::Layout::transposed) return "each of its axes once, 0 to " + end;
  if (layout == spec::Layout::broadcast) return "equal sizes, or any for 1, were expected, from the last on";
  if (text::is_same_word(word, "flatten")) return "no number, or axis 1, was expected";
  if (text::is_same_word(word, "squeeze")) return "an axis of size 1 beside others was expected";
  if (adds_axis(word)) return "an axis, 0 to " + end;
  const auto open = std::ranges::count_if(numbers, [](auto number) { return number < 0; });
  if (open != std::ranges::count(numbers, -1) || open > 1) return "sizes, of which one may be -1, were expected";
  std::uint64_t count = 1;
  for (const std::int64_t number : numbers) count *= number < 0 ? 1 : static_cast<std::uint64_t>(number);
  return json_list(numbers) + " has " + (open > 0 ? "a multiple of " : "") + std::to_string(count);
}

}  // namespace

void refuse_layout_word(std::span<const std::string> words) {
  if (words.empty() || exists(words.front()) || spec::layout_meant(words.front()) == spec::Layout::none) return;
  const std::optional<LayoutRequest> request = read_layout_request(words.subspan(1));
  if (!request) return;
  const std::string& path = request->path;
  const NpyHeader header = TensorFile(path, {}).header();
  if (header.shape.empty()) return;
  const auto tensor = tensor_of(words.front(), header, request->numbers);
  const std::string does_that =
      in_quotes(words.front()) +
      " is no operator of DirectML; ELEMENT_WISE_IDENTITY does that by its input's Sizes and Strides";
  if (!tensor)
    fail_usage(does_that + ", but " + shown_path(path) + " has sizes " + json_list(header.shape) + ", " +
               text::counted(product(header.shape), "element") + ": " +
               expected_of(words.front(), request->numbers, header.shape));
  const bool as_it_is = spec::layout_meant(words.front()) == spec::Layout::broadcast;
  const bool is_plain = !header.fortran_order && !header.big_endian && !is_in_archive(path);
  const std::string rows = is_plain ? shell_word(path) : "ROWS.npy", file = as_it_is ? rows : "NEW.bin";
  const std::string copy = is_plain ? "" : "dmlrun IDENTITY " + shell_word(path) + " -o " + rows + " && ";
  const std::string elements = "tail -c " + std::to_string(header.data_bytes) + " " + rows + " > " + file;
  fail_usage(does_that + ": " + copy + (as_it_is ? "" : elements + " && ") + "dmlrun IDENTITY " + file +
             " --InputTensor " + *tensor + " -o NEW.npy");
}

}  // namespace dmlrun::cli
