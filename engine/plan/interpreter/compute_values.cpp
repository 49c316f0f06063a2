// The meaning of each operation, as ops.def has it, over rows of numbers: loops that compilers turn into vector code.
#include "engine/plan/interpreter/compute_values.h"

#include <cstdint>
#include <utility>

#include "engine/plan/scalar.h"

namespace dmlrun::plan {

namespace {

using namespace scalar;

struct Rows {
  const std::byte* x;
  const std::byte* y;
  const std::byte* z;
  std::byte* result;
  std::size_t count;
};

template <class T>
const T* as(const std::byte* bytes) noexcept {
  return reinterpret_cast<const T*>(bytes);
}

/// X is the type of the first input, YZ that of the others. Where the operation has fewer, the first stands for them.
template <class T, class X, class YZ, class Formula>
void loop(const Rows& rows, int arity, Formula formula) noexcept {
  const X* const x = as<X>(rows.x);
  const YZ* const y = as<YZ>(arity > 1 ? rows.y : rows.x);
  const YZ* const z = as<YZ>(arity > 2 ? rows.z : rows.x);
  T* __restrict const result = reinterpret_cast<T*>(rows.result);
  for (std::size_t i = 0; i < rows.count; ++i) result[i] = formula(T{}, x[i], y[i], z[i]);
}

template <class Visit>
void with_integer(Type type, Visit visit) {
  switch (type) {
    case Type::i32: return visit(std::int32_t{});
    case Type::u32: return visit(std::uint32_t{});
    case Type::i64: return visit(std::int64_t{});
    case Type::u64: return visit(std::uint64_t{});
    default: return;
  }
}

template <class Visit>
void with_float(Type type, Visit visit) {
  if (type == Type::f32) visit(float{});
  if (type == Type::f64) visit(double{});
}

template <class Visit>
void with_type(Type type, Visit visit) {
  is_float(type) ? with_float(type, visit) : with_integer(type, visit);
}

/// The loop over the types that the rule allows.
template <Rule kRule, int kArity, class Formula>
void apply(Type type, Type input, const Rows& rows, Formula formula) noexcept {
  const auto alike = [&]<class T>(T) { loop<T, T, T>(rows, kArity, formula); };
  if constexpr (kRule == Rule::number) {
    with_type(type, alike);
  } else if constexpr (kRule == Rule::integer) {
    with_integer(type, alike);
  } else if constexpr (kRule == Rule::real) {
    with_float(type, alike);
  } else if constexpr (kRule == Rule::compare) {
    with_type(input, [&]<class X>(X) { loop<std::uint32_t, X, X>(rows, kArity, formula); });
  } else if constexpr (kRule == Rule::select) {
    with_type(type, [&]<class T>(T) { loop<T, std::uint32_t, T>(rows, kArity, formula); });
  } else {
    with_type(type, [&]<class T>(T) {
      with_type(input, [&]<class X>(X) {
        constexpr bool kIsFloat = std::is_floating_point_v<T>;
        constexpr bool kIsLegal = kRule == Rule::convert    ? kIsFloat || !std::is_floating_point_v<X>
                                  : kRule == Rule::saturate ? !kIsFloat
                                                            : sizeof(T) == sizeof(X);
        if constexpr (kIsLegal) loop<T, X, X>(rows, kArity, formula);
      });
    });
  }
}

}  // namespace

void compute(const Value& value, Type input, const InputRows& inputs, std::byte* result, std::size_t count) noexcept {
  const Rows rows{inputs[0], inputs[1], inputs[2], result, count};
  switch (value.op) {
// clang-format off
#define DMLRUN_SOURCE(name, arity, rule) \
  case Op::name:                         \
    return;
#define DMLRUN_OP(name, arity, rule, meaning)                                                                \
  case Op::name:                                                                                             \
    return apply<Rule::rule, arity>(                                                                         \
        value.type, input, rows,                                                                             \
        []<class T>(T, [[maybe_unused]] auto x, [[maybe_unused]] auto y, [[maybe_unused]] auto z) noexcept { \
          using U [[maybe_unused]] = RingOf<T>;                                                              \
          return meaning;                                                                                    \
        });
// clang-format on
#include "engine/plan/ops.def"
#undef DMLRUN_SOURCE
#undef DMLRUN_OP
  }
}

}  // namespace dmlrun::plan
