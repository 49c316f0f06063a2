#include "engine/plan/interpreter/evaluate.h"

#include <algorithm>
#include <cstring>

#include "engine/plan/interpreter/compute_values.h"
#include "engine/plan/scalar.h"

namespace dmlrun::plan {

namespace {

/// A half's bits, as a type of its own.
struct Half {
  std::uint16_t bits;
};

template <class T>
T widened(T x) noexcept {
  return x;
}
float widened(Half x) noexcept { return scalar::widened_half(x.bits); }

template <class To, class From>
To narrowed(From x) noexcept {
  if constexpr (std::is_same_v<To, Half>) return {scalar::narrowed_half(static_cast<double>(x))};
  else return static_cast<To>(x);
}

/// Calls visit() with a number of the element's type. Precondition: it is one of numbers.
template <class Visit>
void with_element(Element element, Visit visit) noexcept {
  switch (element) {
    case Element::i8: return visit(std::int8_t{});
    case Element::u8: return visit(std::uint8_t{});
    case Element::i16: return visit(std::int16_t{});
    case Element::u16: return visit(std::uint16_t{});
    case Element::i32: return visit(std::int32_t{});
    case Element::u32: return visit(std::uint32_t{});
    case Element::i64: return visit(std::int64_t{});
    case Element::u64: return visit(std::uint64_t{});
    case Element::f16: return visit(Half{});
    case Element::f32: return visit(float{});
    case Element::f64: return visit(double{});
    default: return;
  }
}

template <class T>
T loaded(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class To, class Element>
void load_row(std::byte* row, const std::byte* from, std::int64_t step, std::size_t count) noexcept {
  To* const to = reinterpret_cast<To*>(row);
  const auto number = [&](std::int64_t at) { return static_cast<To>(widened(loaded<Element>(from + at))); };
  constexpr auto kSize = static_cast<std::int64_t>(sizeof(Element));
  if (step == 0) std::fill_n(to, count, number(0));
  else if (step == kSize)
    for (std::size_t i = 0; i < count; ++i) to[i] = number(static_cast<std::int64_t>(i) * kSize);
  else
    for (std::size_t i = 0; i < count; ++i) to[i] = number(static_cast<std::int64_t>(i) * step);
}

/// As the element's own type, or for narrow integers as a float of this type.
template <class Element>
void load_as(Type type, std::byte* row, const std::byte* from, std::int64_t step, std::size_t count) noexcept {
  using T = decltype(widened(Element{}));
  if constexpr (sizeof(T) >= 4) {
    load_row<T, Element>(row, from, step, count);
  } else {
    if (type == Type::f32) return load_row<float, Element>(row, from, step, count);
    if (type == Type::f64) return load_row<double, Element>(row, from, step, count);
    load_row<std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>, Element>(row, from, step, count);
  }
}

void load_operand(std::byte* row, const Plan& plan, const Operand& operand, Type type, const EvalContext& context,
                  std::uint64_t first, std::size_t count) noexcept {
  std::int64_t at = operand.offset;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) at += context.position[a] * operand.strides[a];
  const std::int64_t step = plan.axes.empty() ? 0 : context.step * operand.strides[context.axis];
  at += static_cast<std::int64_t>(first) * step;
  if (operand.input == kIndex) {
    std::int64_t* const to = reinterpret_cast<std::int64_t*>(row);
    for (std::size_t i = 0; i < count; ++i) to[i] = at + static_cast<std::int64_t>(i) * step;
    return;
  }
  const auto bytes = static_cast<std::int64_t>(bytes_of(operand.element));
  const std::byte* const from = context.inputs[operand.input] + at * bytes;
  with_element(operand.element, [&]<class T>(T) { load_as<T>(type, row, from, step * bytes, count); });
}

void fill(std::byte* row, std::uint64_t bits, std::size_t bytes, std::size_t count) noexcept {
  if (bytes == 8)
    for (std::size_t i = 0; i < count; ++i) std::memcpy(row + i * 8, &bits, 8);
  else
    for (std::size_t i = 0; i < count; ++i) std::memcpy(row + i * 4, &bits, 4);
}

template <class To, class From>
void store_row(const std::byte* row, std::byte* to, std::int64_t step, std::size_t count) noexcept {
  const From* const from = reinterpret_cast<const From*>(row);
  constexpr std::size_t kChunk = 64;
  if (step == static_cast<std::int64_t>(sizeof(To))) {
    // Through an array, which the compiler knows not to overlap the values that it reads.
    for (std::size_t first = 0; first < count; first += kChunk) {
      std::array<To, kChunk> chunk;
      const std::size_t size = std::min(kChunk, count - first);
      for (std::size_t i = 0; i < size; ++i) chunk[i] = narrowed<To>(from[first + i]);
      std::memcpy(to + first * sizeof(To), chunk.data(), size * sizeof(To));
    }
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const To value = narrowed<To>(from[i]);
    std::memcpy(to + static_cast<std::int64_t>(i) * step, &value, sizeof value);
  }
}

/// Where types and element go together as can_store() says.
void store_values(const std::byte* row, Type type, Element element, std::byte* to, std::int64_t step,
                  std::size_t count) noexcept {
  with_element(element, [&]<class To>(To) {
    constexpr bool kIsFloat = std::is_same_v<To, Half> || std::is_floating_point_v<To>;
    if constexpr (kIsFloat) {
      if (type == Type::f64) return store_row<To, double>(row, to, step, count);
      if constexpr (!std::is_same_v<To, double>) store_row<To, float>(row, to, step, count);
    } else {
      // The low bits are the same for signed and unsigned numbers.
      if (bytes_of(type) == 8) return store_row<To, std::uint64_t>(row, to, step, count);
      if constexpr (sizeof(To) <= 4) store_row<To, std::uint32_t>(row, to, step, count);
    }
  });
}

}  // namespace

Evaluator::Evaluator(const Plan& plan) noexcept : plan_(plan) {
  for (std::size_t v = 0; v < plan.values.size(); ++v) {
    const Value& value = plan.values[v];
    row_bytes_ = std::max(row_bytes_, bytes_of(value.type));
    bool is_uniform = true;
    if (value.op == Op::load && !plan.axes.empty())
      is_uniform = plan.operands[value.immediate].strides[plan.axes.size() - 1] == 0;
    for (std::size_t i = 0; i < operation(value.op).arity; ++i) is_uniform = is_uniform && is_uniform_[value.inputs[i]];
    is_uniform_[v] = is_uniform;
    for (std::size_t i = 0; i < inputs_of(value); ++i) is_needed_[value.inputs[i]] = true;
  }
  is_needed_[plan.values.size() - 1] = true;
  assign_rows();
}

/// What the value is when it is loaded; null for others. A narrow integer that becomes a float is loaded as one.
const Operand* Evaluator::loaded_by(const Value& value) const noexcept {
  if (value.op == Op::load) return &plan_.operands[value.immediate];
  if (value.op != Op::convert || !is_float(value.type)) return nullptr;
  const Value& input = plan_.values[value.inputs[0]];
  if (input.op != Op::load) return nullptr;
  const Operand& operand = plan_.operands[input.immediate];
  return bytes_of(operand.element) <= 2 && !is_float(operand.element) ? &operand : nullptr;
}

/// How many values it is made of here.
std::size_t Evaluator::inputs_of(const Value& value) const noexcept {
  return loaded_by(value) ? 0 : operation(value.op).arity;
}

/// Each value gets a row that no later one needs; what is uniform keeps its own.
void Evaluator::assign_rows() noexcept {
  const std::vector<Value>& values = plan_.values;
  std::array<std::uint16_t, kMaxValues> last_use, free;
  std::size_t free_count = 0, row_count = 0;
  for (std::size_t v = 0; v < values.size(); ++v)
    for (std::size_t i = 0; i < inputs_of(values[v]); ++i)
      last_use[values[v].inputs[i]] = static_cast<std::uint16_t>(v);
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (!is_needed_[v]) continue;
    const auto& inputs = values[v].inputs;
    const bool takes_new = free_count == 0 || is_uniform_[v];
    rows_[v] = takes_new ? static_cast<std::uint16_t>(row_count++) : free[--free_count];
    // Only now: a loop never writes what it reads.
    for (std::size_t i = 0; i < inputs_of(values[v]); ++i) {
      const bool is_again = std::find(inputs.begin(), inputs.begin() + i, inputs[i]) != inputs.begin() + i;
      if (!is_again && !is_uniform_[inputs[i]] && last_use[inputs[i]] == v) free[free_count++] = rows_[inputs[i]];
    }
  }
  block_ = std::min(kArenaBytes / row_bytes_ / row_count, kMaxBlock);
  constexpr std::size_t kVector = 16;
  if (block_ > kVector) block_ -= block_ % kVector;
}

void Evaluator::value(std::size_t number, const EvalContext& context, std::uint64_t first, std::size_t count,
                      std::byte* arena) const noexcept {
  const Value& value = plan_.values[number];
  std::byte* const to = row(number, arena);
  const auto input = [&](std::size_t i) { return row(value.inputs[i], arena); };
  if (const Operand* operand = loaded_by(value))
    return load_operand(to, plan_, *operand, value.type, context, first, count);
  switch (value.op) {
    case Op::constant: return fill(to, value.immediate, bytes_of(value.type), count);
    default: return compute(value, plan_.values[value.inputs[0]].type, {input(0), input(1), input(2)}, to, count);
  }
}

/// The values that are uniform, or those that are not.
void Evaluator::evaluate(const EvalContext& context, std::uint64_t first, std::size_t count, bool is_uniform,
                         std::byte* arena) const noexcept {
  for (std::size_t v = 0; v < plan_.values.size(); ++v)
    if (is_needed_[v] && is_uniform_[v] == is_uniform) value(v, context, first, count, arena);
}

void Evaluator::run(const EvalContext& context, std::uint64_t count) const noexcept {
  alignas(64) std::array<std::byte, kArenaBytes> arena;
  const auto block_at = [&](std::uint64_t first) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(block_, count - first));
  };
  if (count > 0) evaluate(context, 0, block_at(0), true, arena.data());
  for (std::uint64_t first = 0; first < count; first += block_) {
    const std::size_t block = block_at(first);
    evaluate(context, first, block, false, arena.data());
    store_values(row(plan_.values.size() - 1, arena.data()), plan_.values.back().type, plan_.output,
                 context.output + static_cast<std::int64_t>(first) * context.output_step, context.output_step, block);
  }
}

}  // namespace dmlrun::plan
