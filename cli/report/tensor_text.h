// A tensor for people at a terminal: rows as numpy shows them, of a large one the first and last three on each axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/tensor.h"

namespace dmlrun::cli {

class TensorText {
 public:
  /// Lines are at most `columns` long where elements are not longer.
  TensorText(const TensorDesc& tensor, std::size_t columns);
  /// The next of the tensor's elements in row-major order, packed.
  void add(std::span<const std::byte> elements);
  /// "[[1 2]\n [3 4]]\n" once all elements have been added.
  [[nodiscard]] std::string text() const;

 private:
  /// Whether only the first and last indices of an axis are shown.
  [[nodiscard]] bool is_shortened(std::size_t axis) const noexcept;
  [[nodiscard]] std::vector<std::uint32_t> shown_indices(std::size_t axis) const;
  /// `next` is the first element of `shown_` that is not in the text yet; all are made `width` long.
  void append_axis(std::string& text, std::size_t axis, std::size_t width, std::size_t& next) const;
  void append_row(std::string& text, std::size_t width, std::size_t& next) const;

  DataType type_;
  std::vector<std::uint32_t> sizes_;
  std::size_t columns_;
  bool is_large_;
  std::vector<std::uint64_t> places_;  ///< of the elements that are shown, ascending
  std::vector<std::string> shown_;     ///< those of them that have been added
  std::uint64_t added_ = 0;
};

}  // namespace dmlrun::cli
