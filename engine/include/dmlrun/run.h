// Kernel::run() on arrays of numbers instead of bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "dmlrun/kernel.h"

namespace dmlrun {

/// A type that has a DataType, or std::byte, which stands for the bytes of any.
template <class T>
concept Element = (std::is_arithmetic_v<T> && sizeof(T) <= 8) || std::is_same_v<T, std::byte>;

/// The DataType of a C++ type; unknown for std::byte.
template <Element T>
[[nodiscard]] consteval DataType data_type_of() noexcept {
  using enum DataType;
  constexpr DataType kFloats[] = {unknown, float16, float32, float64};
  constexpr DataType kSigned[] = {int8, int16, int32, int64}, kUnsigned[] = {uint8, uint16, uint32, uint64};
  if (std::is_same_v<T, std::byte>) return unknown;
  constexpr int kWidth = std::countr_zero(sizeof(T));
  return std::is_floating_point_v<T> ? kFloats[kWidth] : std::is_signed_v<T> ? kSigned[kWidth] : kUnsigned[kWidth];
}

/// Kernel::run() with one output, for run() below: `types` are those of the inputs, then the output.
[[nodiscard, gnu::visibility("default")]] Result<void> run_typed(const Kernel& kernel,
                                                                 std::span<const std::span<const std::byte>> inputs,
                                                                 std::span<std::byte> output,
                                                                 std::span<const DataType> types) noexcept;

/// What a std::span, std::array, std::vector or array has.
template <class Array>
using ElementOf = typename decltype(std::span(std::declval<Array&>()))::element_type;

/// Runs a kernel with one output: run(kernel, a, b, output). Inputs are in the order of Operator::inputs(). Each
/// argument is a std::span, std::array, std::vector or array as long as the tensor, gaps included: of numbers of its
/// type (FLOAT16: std::uint16_t) or of its bytes, std::byte. Errors: type_mismatch, size_mismatch (an array is longer
/// than its tensor), and those of Kernel::run().
template <class... Tensors>
requires(sizeof...(Tensors) > 0 && (Element<std::remove_const_t<ElementOf<Tensors>>> && ...) &&
         !std::is_const_v<ElementOf<std::tuple_element_t<sizeof...(Tensors) - 1, std::tuple<Tensors...>>>>)
    [[nodiscard]] Result<void> run(const Kernel& kernel, Tensors&&... tensors) noexcept {
  constexpr std::size_t kInputs = sizeof...(Tensors) - 1;
  static constexpr DataType kTypes[] = {data_type_of<std::remove_const_t<ElementOf<Tensors>>>()...};
  const auto all = std::forward_as_tuple(tensors...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) noexcept {
    const std::array<std::span<const std::byte>, kInputs> read = {std::as_bytes(std::span(std::get<I>(all)))...};
    return run_typed(kernel, read, std::as_writable_bytes(std::span(std::get<kInputs>(all))), kTypes);
  }
  (std::make_index_sequence<kInputs>());
}

/// Anything else does not compile.
template <class... Others>
Result<void> run(const Kernel&, Others&&...) noexcept {
  static_assert(sizeof...(Others) == SIZE_MAX,
                "run(kernel, a, b, output) takes arrays of numbers or of std::byte, each a std::span, std::array, "
                "std::vector or array; the last one, the output, is not const");
  return {};
}

/// What is given in place of a kernel. A conversion and "..." come last, so that a program's own run() is called.
template <int kNever = 0>
Result<void> run(const std::variant<Operator, Result<Operator>, Result<Kernel>>&, ...) noexcept {
  static_assert(kNever != 0, "run(*kernel, a, b, output) takes a Kernel: compile(*op) gives a Result of one");
  return {};
}

}  // namespace dmlrun
