#include "jit/halide/pipeline/operations.h"

#include <bit>
#include <limits>

namespace dmlrun::jit::halide {
namespace {

using Halide::Expr;
using Halide::Type;
using plan::Op;

Expr sign_of(Type type) { return unsigned_of(type.bits(), std::uint64_t{1} << (type.bits() - 1)); }
Expr constant_of(Type type, double number) { return Halide::Internal::make_const(type, number); }

/// Unsigned arithmetic wraps; of signed numbers Halide assumes that it does not.
template <class Operation>
Expr wrapped(const Expr& x, const Expr& y, Operation operation) {
  if (x.type().is_float()) return operation(x, y);
  return from_bits(x.type(), operation(bits_of(x), bits_of(y)));
}

Expr negated(const Expr& x) {
  if (x.type().is_float()) return from_bits(x.type(), bits_of(x) ^ sign_of(x.type()));
  return from_bits(x.type(), unsigned_of(x.type().bits(), 0) - bits_of(x));
}

Expr magnitude(const Expr& x) {
  if (x.type().is_float()) return from_bits(x.type(), bits_of(x) & ~sign_of(x.type()));
  return x.type().is_uint() ? x : Halide::select(x < 0, negated(x), x);
}

Expr with_sign_of(const Expr& number, const Expr& sign) {
  const Expr bit = sign_of(number.type());
  return from_bits(number.type(), (bits_of(number) & ~bit) | (bits_of(sign) & bit));
}

/// Integer division: Halide's own rounds down, and gives 0 for a divisor of 0. y must be hidden: in LLVM as of Halide
/// 21, vectors divided by 0 or -1 (a remainder of this function) are 0 in all lanes.
Expr integer_quotient(const Expr& x, const Expr& y, bool wants_rest) {
  const Expr by = bits_of(magnitude(y)), of = bits_of(magnitude(x));
  Expr size = wants_rest ? of % by : of / by;
  if (x.type().is_int()) {
    const Expr is_negative = wants_rest ? x < 0 : (x ^ y) < 0;
    size = Halide::select(is_negative, unsigned_of(x.type().bits(), 0) - size, size);
  }
  return from_bits(x.type(), Halide::select(y == 0, ~unsigned_of(x.type().bits(), 0), size));
}

/// An amount of the width or more gives 0.
Expr shifted(const Expr& x, const Expr& y, bool is_left) {
  const int width = x.type().bits();
  const Expr by = bits_of(y), within = by & unsigned_of(width, static_cast<std::uint64_t>(width - 1));
  const Expr moved = is_left ? from_bits(x.type(), bits_of(x) << within) : x >> within;
  return Halide::select(by < unsigned_of(width, static_cast<std::uint64_t>(width)), moved,
                        Halide::Internal::make_zero(x.type()));
}

/// `below` is its magnitude, truncated.
Expr rounded_away(const Expr& x, const Expr& below) {
  const Expr rest = magnitude(x) - below;  // in the order of its bits, as it is not negative
  const Expr is_up = bits_of(rest) >= bits_of(constant_of(x.type(), 0.5));
  return with_sign_of(Halide::select(is_up, below + 1, below), x);
}

/// Of the type's limits only those are compared that x may be beyond: x's own type has these.
Expr saturated_integer(const Expr& x, Type type) {
  const Type from = x.type();
  Expr result = Halide::cast(type, x);
  const bool may_be_above =
      type.bits() < from.bits() || (type.is_int() && from.is_uint() && type.bits() == from.bits());
  if (may_be_above) result = Halide::select(x > Halide::cast(from, type.max()), type.max(), result);
  if (!from.is_int()) return result;
  if (type.is_uint()) return Halide::select(x < 0, Halide::Internal::make_zero(type), result);
  if (type.bits() < from.bits()) result = Halide::select(x < Halide::cast(from, type.min()), type.min(), result);
  return result;
}

/// Sums of 2, 4 and 8 bits, and the product that adds all of these: OpenCL's source lacks Halide's function.
Expr counted(const Expr& bits) {
  const int width = bits.type().bits();
  const auto of = [&](std::uint64_t value) { return unsigned_of(width, value); };
  const auto each = [&](std::uint64_t byte) { return of(byte * 0x0101010101010101u >> (64 - width)); };
  const Expr pairs = bits - ((bits >> of(1)) & each(0x55));
  const Expr fours = (pairs & each(0x33)) + ((pairs >> of(2)) & each(0x33));
  return (((fours + (fours >> of(4))) & each(0x0f)) * each(0x01)) >> of(static_cast<std::uint64_t>(width - 8));
}

Expr pure(Type type, const std::string& name, const std::vector<Expr>& arguments) {
  return Halide::Internal::Call::make(type, name, arguments, Halide::Internal::Call::PureExtern);
}

}  // namespace

Type type_of(plan::Type type) {
  const int bits = static_cast<int>(8 * plan::bytes_of(type));
  if (plan::is_float(type)) return Halide::Float(bits);
  return plan::is_signed(type) ? Halide::Int(bits) : Halide::UInt(bits);
}

Expr unsigned_of(int bits, std::uint64_t value) { return Halide::Internal::UIntImm::make(Halide::UInt(bits), value); }
Expr bits_of(const Expr& x) { return Halide::reinterpret(Halide::UInt(x.type().bits()), x); }
Expr from_bits(Type type, const Expr& bits) { return Halide::reinterpret(type, bits); }

Expr in_order(const Expr& x) {
  const Type type = Halide::Int(x.type().bits());
  const Expr bits = Halide::reinterpret(type, x);
  return Halide::select(bits < 0, type.min() - bits, bits);
}

bool reads(const Expr& x) {
  class Search : public Halide::Internal::IRGraphVisitor {
   public:
    bool found = false;

   private:
    using IRGraphVisitor::visit;
    void visit(const Halide::Internal::Call* call) override {
      found = found || call->call_type == Halide::Internal::Call::Halide;  // an input is a function, too
      IRGraphVisitor::visit(call);
    }
    void visit(const Halide::Internal::Variable* variable) override {
      found = found || variable->reduction_domain.defined();
    }
  } search;
  x.accept(&search);
  return search.found;
}

Expr rounded_product(const Expr& x, const Expr& y) {
  return pure(x.type(), x.type().bits() == 32 ? "llvm.nvvm.mul.rn.f" : "llvm.nvvm.mul.rn.d", {x, y});
}

Number Operations::constant(plan::Type type, std::uint64_t bits) const {
  const Type of = type_of(type);
  const Expr pattern = unsigned_of(of.bits(), bits);
  if (!of.is_float()) return {from_bits(of, pattern), true};
  const double number = plan::number_of(type, bits);
  // As a word, where a language's source would not have all of its digits, and where it is -0 or NaN.
  const bool is_word = generator_ == Generator::source && of.bits() == 64;
  const bool is_plain = number == number && (number != 0 || !std::signbit(number)) && !is_word;
  return {is_plain ? constant_of(of, number) : from_bits(of, pattern ^ zero_of(of.bits())), number == number};
}

Expr Operations::hidden(const Expr& value) const {
  return from_bits(value.type(), bits_of(value) ^ zero_of(value.type().bits()));
}

Expr Operations::product(const Expr& x, const Expr& y) const {
  if (!x.type().is_float()) {
    const Expr whole = wrapped(x, y, [](const Expr& a, const Expr& b) { return a * b; });
    // Halide's bounds of squares of squares, if they may be seen, grow as a tree: 32 squares take minutes.
    return x.same_as(y) ? hidden(whole) : whole;
  }
  if (generator_ != Generator::cuda || !(reads(x) || reads(y))) return hidden(x * y);
  return rounded_product(x, y);
}

Expr Operations::quotient(const Expr& x, const Expr& y) const {
  if (!x.type().is_float()) return integer_quotient(x, hidden(y), false);
  const auto value = Halide::Internal::as_const_float(y);
  return x / (value && *value == 0 ? hidden(y) : y);
}

Number Operations::sum(Op op, const Number& x, const Number& y) const {
  const bool is_difference = op == Op::subtract;
  // As exact as the difference of the numbers: all of them are whole and below 2^24.
  if (is_difference && x.biased.defined() && y.is_byte) return {x.biased - (y.expr + x.bias)};
  return {wrapped(x.expr, y.expr, [&](const Expr& a, const Expr& b) { return is_difference ? a - b : a + b; })};
}

Expr Operations::is_nan(const Expr& x) const {
  if (generator_ != Generator::source) return Halide::is_nan(x);
  if (x.type().bits() == 64) return (bits_of(x) & ~sign_of(x.type())) > unsigned_of(64, std::uint64_t{0x7ff} << 52);
  return Halide::abs(in_order(x)) > Halide::cast<std::uint32_t>(kInfinity);
}

Expr Operations::is_below(const Expr& x, const Expr& y) const {
  if (generator_ != Generator::source || !x.type().is_float()) return x < y;
  return in_order(x) < in_order(y) && !is_nan(x) && !is_nan(y);
}

Expr Operations::is_equal(const Expr& x, const Expr& y) const {
  if (generator_ != Generator::source || !x.type().is_float()) return x == y;
  return in_order(x) == in_order(y) && !is_nan(x);
}

/// Whether maximum or minimum of x and y is y: x is no number, or on the wrong side.
Expr Operations::is_replaced(Op op, const Number& x, const Number& y) const {
  const bool is_max = op == Op::maximum;
  const auto constant = Halide::Internal::as_const_float(y.expr);
  if (generator_ == Generator::source && constant && y.expr.type().bits() == 32) {
    const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(*constant));
    const std::int32_t order = bits < 0 ? std::numeric_limits<std::int32_t>::min() - bits : bits;
    // One comparison, in which what lies below wraps round to above.
    const auto least = static_cast<std::uint32_t>(is_max ? order : -kInfinity);
    const Expr first(least), span(static_cast<std::uint32_t>(is_max ? kInfinity : order) - least);
    return !(Halide::reinterpret<std::uint32_t>(in_order(x.expr)) - first <= span);
  }
  // Not turned into its opposite: the generator would forget that there are numbers in no order.
  const Expr is_beyond = is_max ? is_below(x.expr, y.expr) : is_below(y.expr, x.expr);
  return x.is_number || !x.expr.type().is_float() ? is_beyond : is_nan(x.expr) || is_beyond;
}

Expr Operations::saturated(const Expr& given, Type type) const {
  const Type from = given.type();
  if (!from.is_float()) return saturated_integer(given, type);
  // Where it sees which integer the float was, LLVM (as of Halide 21, with AVX-512) makes vectors that are wrong.
  const Expr x = hidden(given);
  const double least = type.is_int() ? -std::ldexp(1.0, type.bits() - 1) : 0;
  const Expr beyond = constant_of(from, std::ldexp(1.0, type.is_int() ? type.bits() - 1 : type.bits()));
  const Expr number =
      Halide::select(is_nan(x) || is_below(x, constant_of(from, least)),
                     Halide::select(is_nan(x), Halide::Internal::make_zero(from), constant_of(from, least)), x);
  // What is converted lies within the type, where the result is taken and where it is not.
  const Expr is_within = is_below(number, beyond);
  return Halide::select(
      is_within, Halide::cast(type, Halide::select(is_within, number, Halide::Internal::make_zero(from))), type.max());
}

Expr Operations::fused(const Expr& x, const Expr& y, const Expr& z) const {
  if (generator_ == Generator::source) {
    // What reads nothing may be computed by the processor, whose fma takes doubles. It is NaN, else it were folded.
    if (!reads(x) && !reads(y) && !reads(z)) return x * y + z;
    return pure(x.type(), "fma", {x, y, z});
  }
  return pure(x.type(), x.type().bits() == 32 ? "llvm.fma.f32" : "llvm.fma.f64", {x, y, z});
}

Number Operations::apply(const plan::Value& value, const std::vector<Number>& inputs) const {
  const Number &nx = inputs[0], &ny = inputs[inputs.size() > 1 ? 1 : 0], &nz = inputs.back();
  const Expr &x = nx.expr, &y = ny.expr, &z = nz.expr;
  const Type type = type_of(value.type);
  const auto truth = [&](const Expr& condition) {
    return Number{Halide::cast<std::uint32_t>(condition) ^ zero_, true, false, {}, 0, condition};
  };
  const auto bitwise = [&](const Expr& bits) { return Number{from_bits(type, bits), true}; };
  /// Halide's functions take subnormal floats for 0 in CUDA; LLVM's do not, and the processor has them, too.
  const auto integral = [&](const Expr& of, Expr (*function)(Expr), const char* name) {
    if (generator_ != Generator::cuda) return function(of);
    return pure(type, std::string("llvm.") + name + (type.bits() == 32 ? ".f32" : ".f64"), {of});
  };
  /// A device's own instructions for a float's sign give any NaN for a NaN; compilers may not see through to them.
  const auto bits_only = [&](const Expr& of) {
    return generator_ == Generator::processor || !type.is_float() ? of : hidden(of);
  };
  switch (value.op) {
    case Op::load:
    case Op::constant: break;
    case Op::add:
    case Op::subtract: return sum(value.op, nx, ny);
    case Op::multiply: return {product(x, y)};
    case Op::fma: return {fused(x, y, z)};
    case Op::divide: return {quotient(x, y)};
    case Op::remainder: return {integer_quotient(x, hidden(y), true)};
    case Op::negate: return {negated(bits_only(x))};
    case Op::absolute: return {magnitude(bits_only(x))};
    case Op::minimum:
    case Op::maximum: return {Halide::select(is_replaced(value.op, nx, ny), y, x), ny.is_number};
    case Op::square_root:
      if (generator_ == Generator::cuda && reads(x))
        return {pure(type, type.bits() == 32 ? "llvm.nvvm.sqrt.rn.f" : "llvm.nvvm.sqrt.rn.d", {x})};
      return {Halide::sqrt(x)};
    case Op::round: return {integral(x, Halide::round, "rint"), nx.is_number};
    case Op::truncate: return {integral(x, Halide::trunc, "trunc"), nx.is_number};
    case Op::floor: return {integral(x, Halide::floor, "floor"), nx.is_number};
    case Op::ceil: return {integral(x, Halide::ceil, "ceil"), nx.is_number};
    case Op::round_away: return {rounded_away(x, integral(magnitude(x), Halide::trunc, "trunc")), nx.is_number};
    case Op::bit_and: return bitwise(bits_of(x) & bits_of(y));
    case Op::bit_or: return bitwise(bits_of(x) | bits_of(y));
    case Op::bit_xor: return bitwise(bits_of(x) ^ bits_of(y));
    case Op::bit_not: return bitwise(~bits_of(x));
    case Op::shift_left: return {shifted(x, y, true)};
    case Op::shift_right: return {shifted(x, y, false)};
    case Op::count_bits:
      return bitwise(generator_ == Generator::source ? counted(bits_of(x)) : Halide::popcount(bits_of(x)));
    case Op::equal: return truth(is_equal(x, y));
    case Op::less: return truth(is_below(x, y));
    case Op::less_or_equal: return truth(is_below(x, y) || is_equal(x, y));
    case Op::select:
      return {Halide::select(nx.condition.defined() ? nx.condition : x != 0, y, z), ny.is_number && nz.is_number};
    case Op::convert: return {Halide::cast(type, x), nx.is_number};
    case Op::saturate: return {saturated(x, type), true};
    case Op::bit_cast: return {from_bits(type, bits_of(x))};
  }
  return {};
}

}  // namespace dmlrun::jit::halide
