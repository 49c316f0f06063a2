// Kernel::run() on arrays of numbers instead of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "dmlrun/kernel.h"

namespace dmlrun {

/// Runs a kernel with one output: run(kernel, a, b, output). Inputs are in the order of Operator::inputs(). Each
/// argument is a std::span, std::array, std::vector or array of numbers as wide as the tensor's elements (FLOAT16:
/// std::uint16_t). Lengths are checked, types are not. Errors: those of Kernel::run().
template <class... Tensors>
requires(sizeof...(Tensors) > 0 &&
         (std::is_arithmetic_v<typename decltype(std::span(std::declval<Tensors&>()))::value_type> && ...))
    [[nodiscard]] Result<void> run(const Kernel& kernel, Tensors&&... tensors) noexcept {
  constexpr std::size_t kInputs = sizeof...(Tensors) - 1;
  const auto all = std::forward_as_tuple(tensors...);
  const std::span<std::byte> written[] = {std::as_writable_bytes(std::span(std::get<kInputs>(all)))};
  return [&]<std::size_t... I>(std::index_sequence<I...>) noexcept {
    const std::array<std::span<const std::byte>, kInputs> read = {std::as_bytes(std::span(std::get<I>(all)))...};
    return kernel.run(read, written);
  }
  (std::make_index_sequence<kInputs>());
}

}  // namespace dmlrun
