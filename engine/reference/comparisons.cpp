// DirectML's element-wise operators that ask: the answer is 1 or 0.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

template <class Number>
bool is_true(Number x) noexcept {
  return !(x == Number());
}

void is_infinity(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  const std::uint64_t mode = run.desc.at<std::uint64_t>("InfinityMode");  // either, positive, negative
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const auto x = input.number<float>(at);
    answer(run, to, std::isinf(x) && (mode == 0 || (mode == 1) == (x > 0)));
  });
}

constexpr ReferenceOperator kComparisons[] = {
    {"ELEMENT_WISE_LOGICAL_EQUALS", compare<[](auto a, auto b) { return a == b; }>, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN", compare<[](auto a, auto b) { return b < a; }>, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", compare<[](auto a, auto b) { return b < a || a == b; }>,
     has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN", compare<[](auto a, auto b) { return a < b; }>, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", compare<[](auto a, auto b) { return a < b || a == b; }>,
     has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_AND", compare<[](auto a, auto b) { return is_true(a) && is_true(b); }>, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_OR", compare<[](auto a, auto b) { return is_true(a) || is_true(b); }>, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_XOR", compare<[](auto a, auto b) { return is_true(a) != is_true(b); }>, has_equal_sizes},
    {"ELEMENT_WISE_IS_INFINITY", is_infinity, has_equal_sizes},
    {"ELEMENT_WISE_LOGICAL_NOT", question<[](auto x) { return !is_true(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_IS_NAN", question<[](auto x) { return !(x == x); }>, has_equal_sizes},
};

}  // namespace

std::span<const ReferenceOperator> comparison_operators() noexcept { return kComparisons; }

}  // namespace dmlrun::reference
