// Works on blocks of values, one step of the expression at a time, in loops that compilers turn into vector code. An
// operand that does not move is one number for the whole block, and so is whatever is computed from such numbers.
#include "engine/plan/evaluate.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dmlrun::plan {

namespace {

constexpr std::size_t kBlock = 256;
using Block = std::array<float, kBlock>;

/// A stack entry: `one` for every value of the block when is_one, else the values.
struct Entry {
  bool is_one = false;
  float one = 0;
  Block values;
};

/// Halves to even, exact for every float: above 2^23 all are integral, below it adding 2^23 leaves no room for a
/// fraction. The sign of a zero and NaN stay.
float rounded(float x) noexcept {
  constexpr float kIntegral = 8388608.0f;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = bits & 0x80000000u;
  const float size = std::bit_cast<float>(bits ^ sign);
  const float added = size < kIntegral ? kIntegral : 0.0f;
  const float whole = (size + added) - added;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(whole) | sign);
}

template <class Operation>
void apply(Entry& x, const Entry& y, std::size_t count, Operation operation) noexcept {
  if (x.is_one && y.is_one) {
    x.one = operation(x.one, y.one);
  } else if (x.is_one) {
    for (std::size_t i = 0; i < count; ++i) x.values[i] = operation(x.one, y.values[i]);
    x.is_one = false;
  } else if (y.is_one) {
    for (std::size_t i = 0; i < count; ++i) x.values[i] = operation(x.values[i], y.one);
  } else {
    for (std::size_t i = 0; i < count; ++i) x.values[i] = operation(x.values[i], y.values[i]);
  }
}

void compute(Entry& x, const Entry& y, std::size_t count, Step::Op op) noexcept {
  switch (op) {
    case Step::Op::subtract: return apply(x, y, count, [](float a, float b) { return a - b; });
    case Step::Op::add: return apply(x, y, count, [](float a, float b) { return a + b; });
    case Step::Op::multiply: return apply(x, y, count, [](float a, float b) { return a * b; });
    case Step::Op::divide: return apply(x, y, count, [](float a, float b) { return a / b; });
    case Step::Op::max: return apply(x, y, count, [](float a, float b) { return ((a != a) | (a < b)) ? b : a; });
    case Step::Op::min: return apply(x, y, count, [](float a, float b) { return ((a != a) | (a > b)) ? b : a; });
    case Step::Op::round: return apply(x, x, count, [](float a, float) { return rounded(a); });
    case Step::Op::load:
    case Step::Op::constant: break;
  }
}

template <class T>
void load_values(Entry& entry, const std::byte* from, std::int64_t step, std::size_t count) noexcept {
  constexpr auto kSize = static_cast<std::int64_t>(sizeof(T));
  T value;
  entry.is_one = step == 0;
  if (step == 0) {
    std::memcpy(&value, from, sizeof value);
    entry.one = static_cast<float>(value);
  } else if (step == kSize) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&value, from + i * sizeof(T), sizeof value);
      entry.values[i] = static_cast<float>(value);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&value, from + static_cast<std::int64_t>(i) * step, sizeof value);
      entry.values[i] = static_cast<float>(value);
    }
  }
}

void load_operand(Entry& entry, const Place& place, const Operand& operand, std::uint64_t first,
                  std::size_t count) noexcept {
  std::int64_t at = operand.offset;
  for (std::size_t a = 0; a < place.plan->axes.size(); ++a) at += place.position[a] * operand.strides[a];
  std::int64_t step = 0;
  if (!place.plan->axes.empty()) step = place.step * operand.strides[place.axis];
  const auto bytes = static_cast<std::int64_t>(bytes_of(operand.element));
  const std::byte* from = place.inputs[operand.input] + (at + static_cast<std::int64_t>(first) * step) * bytes;
  if (operand.element == Element::i8) return load_values<std::int8_t>(entry, from, step * bytes, count);
  if (operand.element == Element::u8) return load_values<std::uint8_t>(entry, from, step * bytes, count);
  load_values<float>(entry, from, step * bytes, count);
}

template <class T>
void store_values(const Entry& entry, std::byte* to, std::int64_t step, std::size_t count) noexcept {
  if (step == static_cast<std::int64_t>(sizeof(T))) {
    // Through an array: the compiler need not fear that a store changes the values.
    std::array<T, kBlock> converted;
    for (std::size_t i = 0; i < count; ++i) converted[i] = static_cast<T>(entry.values[i]);
    std::memcpy(to, converted.data(), count * sizeof(T));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(entry.values[i]);
    std::memcpy(to + static_cast<std::int64_t>(i) * step, &value, sizeof value);
  }
}

void store_block(Entry& entry, const Place& place, std::uint64_t first, std::size_t count) noexcept {
  if (entry.is_one) std::fill_n(entry.values.begin(), count, entry.one);
  std::byte* to = place.output + static_cast<std::int64_t>(first) * place.output_step;
  if (place.plan->output == Element::i8) return store_values<std::int8_t>(entry, to, place.output_step, count);
  if (place.plan->output == Element::u8) return store_values<std::uint8_t>(entry, to, place.output_step, count);
  store_values<float>(entry, to, place.output_step, count);
}

}  // namespace

void evaluate(const Place& place, std::uint64_t count) noexcept {
  std::array<Entry, kMaxStack> stack;
  for (std::uint64_t first = 0; first < count; first += kBlock) {
    const auto block = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, count - first));
    std::size_t depth = 0;
    for (const Step& step : place.plan->expression) {
      if (step.op == Step::Op::load) {
        load_operand(stack[depth++], place, place.plan->operands[step.operand], first, block);
      } else if (step.op == Step::Op::constant) {
        stack[depth].is_one = true;
        stack[depth++].one = step.value;
      } else {
        if (step.op != Step::Op::round) --depth;
        compute(stack[depth - 1], stack[step.op == Step::Op::round ? depth - 1 : depth], block, step.op);
      }
    }
    store_block(stack[0], place, first, block);
  }
}

}  // namespace dmlrun::plan
