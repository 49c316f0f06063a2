#include "engine/operators/formula/formula.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "engine/operators/families/element_of_float.h"
#include "engine/operators/families/lowering.h"
#include "engine/operators/formula/formula_reader.h"
#include "engine/plan/math/functions.h"
#include "engine/plan/value_list.h"
#include "engine/tensor/element.h"

namespace dmlrun::operators {
namespace {

using plan::Element, plan::Op, plan::Type;

bool is_float(DataType type) { return plan::is_float(numeric_element(type)); }
bool is_signed(DataType type) { return plan::is_signed(plan::type_of(numeric_element(type))); }

/// The ends of an integer type of at most 16 bits.
float least_of(DataType type) {
  return is_signed(type) ? -std::ldexp(0.5f, 8 * static_cast<int>(element_size(type))) : 0;
}
float most_of(DataType type) {
  return std::ldexp(is_signed(type) ? 0.5f : 1.0f, 8 * static_cast<int>(element_size(type))) - 1;
}

DataType data_type_of(Type type) {
  constexpr DataType kTypes[] = {DataType::int32,  DataType::uint32,  DataType::int64,
                                 DataType::uint64, DataType::float32, DataType::float64};
  return kTypes[static_cast<std::size_t>(type)];
}

DataType bits_type(DataType type) {
  constexpr DataType kTypes[] = {DataType::uint8, DataType::uint16, DataType::uint32, DataType::uint64};
  return kTypes[std::countr_zero(element_size(type))];
}

/// The low bits that a constant of the type has.
std::uint64_t bits_in(Type type, std::uint64_t bits) { return plan::bytes_of(type) == 4 ? bits & 0xffffffffu : bits; }

class Formula {
 public:
  Formula(const OperatorRow& row, const Desc& desc, plan::Plan& plan)
      : row_(row), desc_(desc), plan_(plan), values_(plan), output_(output_of(row, desc).type), reader_(row.value) {}

  void store() {
    Term result = expression();
    if (const auto* activation = desc_.get<FusedActivation>("FusedActivation")) {
      activation_ = activation;
      argument_ = result;
      reader_ = FormulaReader(find_row(activation->type)->value);
      result = expression();
    }
    const plan::ValueList::Number last = *result.value;
    if (!plan::can_store(values_.type_of_value(last), plan_.output)) plan_.output = unsigned_element(plan_.output);
    values_.store(last);
  }

 private:
  /// A value, a number that becomes one of the type that stands beside it, or neither: an absent tensor.
  struct Term {
    std::optional<plan::ValueList::Number> value;
    /// Of the tensor that it was loaded from, else of the value; of a number of an INT32 field int64, else float32.
    DataType type = DataType::unknown;
    std::optional<double> number{};
  };

  static Term number_of_field(double number) { return {{}, DataType::float32, number}; }

  Term expression() {
    const std::string_view name = reader_.word();
    if (!reader_.take("(")) return atom(name);
    if (name == "case") return chosen();
    if (name == "coordinate") return coordinate(reader_.word());
    std::vector<Term> inputs;
    if (name == "bits") inputs.push_back(load(reader_.word(), true));
    else do
        inputs.push_back(expression());
      while (reader_.take(", "));
    (void)reader_.take(")");
    const bool is_absent = !inputs.back().value && !inputs.back().number;
    if (name == "bits" || (is_absent && inputs.size() <= 2)) return inputs[0];
    if (const plan::math::Function* function = plan::math::find_function(name)) return apply(*function, inputs);
    if (name == "whole_pow") return whole_power(inputs[0], inputs[1]);
    return name == "cast" ? cast(inputs[0]) : apply(name, inputs);
  }

  /// case(what, first, second, ...): the other branches are passed over unread.
  Term chosen() {
    for (std::uint64_t before = branch_of(row_, desc_, reader_.word()); before > 0; --before) reader_.skip();
    (void)reader_.take(", ");
    const Term term = expression();
    while (!reader_.take(")")) reader_.skip();
    return term;
  }

  Term atom(std::string_view name) {
    if (name == "SignBit") {
      const Element bits = unsigned_element(numeric_element(input_type(row_, desc_)));
      return {values_.constant_bits(plan::type_of(bits), std::uint64_t{1} << (8 * plan::bytes_of(bits) - 1)),
              input_type(row_, desc_)};
    }
    if (activation_ && name == "x") return argument_;
    if (name == "Least") return {{}, output_, least_of(output_)};
    if (name == "Most") return {{}, output_, most_of(output_)};
    if (activation_)
      if (const auto field = activation_number(*activation_, name)) return number_of_field(*field);
    if (const auto* field = desc_.get<float>(name)) return number_of_field(*field);
    if (const auto* field = desc_.get<std::int64_t>(name)) return {{}, DataType::int64, static_cast<double>(*field)};
    if (const auto* scalar = desc_.get<Scalar>(name)) return scalar_term(*scalar);
    if (const auto* channels = desc_.get<PerAxis<float>>(name)) return by_channel(*channels);
    double number = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc())
      return number_of_field(number);
    return load(name, false);
  }

  Term scalar_term(const Scalar& scalar) {
    const Type type = plan::type_of(numeric_element(scalar.type));
    if (is_float(scalar.type))
      return {values_.constant(type, load_double(scalar.type, scalar.bytes.data())), scalar.type};
    return {values_.constant_bits(type, bits_in(type, widened_bits(scalar))), scalar.type};
  }

  /// coordinate(field or number): the position on that axis of the output; numbers below 0 count from the last one.
  Term coordinate(std::string_view name) {
    (void)reader_.take(")");
    const TensorDesc& output = output_of(row_, desc_);
    const auto* field = desc_.get<std::uint64_t>(name);
    std::int64_t axis = 0;
    if (field) axis = static_cast<std::int64_t>(*field);
    else (void)std::from_chars(name.data(), name.data() + name.size(), axis);
    if (axis < 0) axis += static_cast<std::int64_t>(output.sizes.size());
    const plan::Operand index = coordinate_of(output, static_cast<std::size_t>(axis));
    auto& operands = plan_.operands;
    const auto found = std::find(operands.begin(), operands.end(), index) - operands.begin();
    if (static_cast<std::size_t>(found) == operands.size()) operands.push_back(index);
    return {values_.load(static_cast<std::uint32_t>(found)), DataType::int64};
  }

  /// The entry for the coordinate on axis 1.
  Term by_channel(const PerAxis<float>& entries) {
    Term chosen = {values_.constant(Type::f32, static_cast<double>(entries[entries.size() - 1])), DataType::float32};
    for (std::size_t i = entries.size() - 1; i-- > 0;) {
      const Term is_here = apply("equal", {coordinate("1"), number_of_field(static_cast<double>(i))});
      chosen = apply("select", {is_here, number_of_field(static_cast<double>(entries[i])), chosen});
    }
    return chosen;
  }

  Term load(std::string_view name, bool as_bits) {
    if (const auto* scalar = as_bits ? desc_.get<Scalar>(name) : nullptr) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, scalar->bytes.data(), element_size(scalar->type));
      const Element element = unsigned_element(numeric_element(scalar->type));
      return {values_.constant_bits(plan::type_of(element), bits), bits_type(scalar->type)};
    }
    const std::string tensor = name == "x" ? "InputTensor" : std::string(name) + "Tensor";
    std::uint32_t operand = 0;
    for (std::size_t i = 0; row_.fields[i].name != tensor; ++i)
      operand += row_.fields[i].input && desc_.get<TensorDesc>(row_.fields[i].name) != nullptr;
    const auto* found = desc_.get<TensorDesc>(tensor);
    if (!found) return {};
    Element& element = plan_.operands[operand].element;
    if (as_bits) element = unsigned_element(element);
    const Term term{values_.load(operand), as_bits ? bits_type(found->type) : found->type};
    const auto* scale = name == "x" ? desc_.get<ScaleBias>("ScaleBias") : nullptr;
    if (!scale) return term;
    return apply("add", {apply("multiply", {term, number_of_field(scale->scale)}), number_of_field(scale->bias)});
  }

  /// A FLOAT in an integer's place is truncated and saturated to the type of the tensor.
  plan::ValueList::Number value_of(const Term& term, DataType type) {
    if (term.value) return *term.value;
    const Type wanted = plan::type_of(numeric_element(type));
    const double number = term.number.value_or(0);  // what an absent tensor would tell is 0
    if (is_float(type)) return values_.constant(wanted, number);
    if (term.type == DataType::int64)  // of an INT32 field
      return values_.constant_bits(wanted,
                                   bits_in(wanted, static_cast<std::uint64_t>(static_cast<std::int64_t>(number))));
    return values_.constant_bits(wanted,
                                 bits_in(wanted, widened_bits(element_of_float(static_cast<float>(number), type))));
  }

  Term apply(std::string_view name, const std::vector<Term>& terms) {
    const std::size_t point = std::min(name.find('.'), name.size());
    std::size_t number = 0;
    while (plan::kOperations[number].name != name.substr(0, point)) ++number;
    const Op op = static_cast<Op>(number);
    const plan::Rule rule = plan::operation(op).rule;
    if (op == Op::negate && terms[0].number) return {{}, DataType::float32, -*terms[0].number};
    const auto typed = std::find_if(terms.begin() + (rule == plan::Rule::select), terms.end(),
                                    [](const Term& term) { return term.value.has_value(); });
    if (plan::names_type(op)) {
      const auto type = std::find(plan::kTypeNames.begin(), plan::kTypeNames.end(), name.substr(point + 1));
      const auto wanted = type != plan::kTypeNames.end()  ? static_cast<Type>(type - plan::kTypeNames.begin())
                          : element_size(typed->type) < 4 ? Type::f32
                                                          : Type::f64;
      return {values_.cast(op, wanted, *typed->value), data_type_of(wanted)};
    }
    const bool are_whole = terms[0].type == DataType::int64;  // numbers of INT32 fields
    const DataType number_type = typed != terms.end() ? typed->type
                                 : are_whole          ? DataType::int64
                                                      : input_type(row_, desc_);
    const auto input = [&](std::size_t i) { return value_of(terms[i], number_type); };
    const DataType type = rule == plan::Rule::compare ? DataType::uint32 : number_type;
    if (op == Op::remainder && is_float(type)) return {float_remainder(input(0), input(1)), type};
    if (terms.size() == 1) return {values_.apply(op, {input(0)}), type};
    if (terms.size() == 2) return {values_.apply(op, {input(0), input(1)}), type};
    return {values_.apply(op, {input(0), input(1), input(2)}), type};
  }

  /// In f64, whatever its inputs are.
  Term apply(const plan::math::Function& function, const std::vector<Term>& terms) {
    std::vector<plan::math::Number> inputs;
    for (const Term& term : terms)
      inputs.emplace_back(
          values_, values_.cast(Op::convert, Type::f64, value_of(term, term.value ? term.type : DataType::float64)));
    return {function.apply(inputs.data()).value(), DataType::float64};
  }

  Term whole_power(const Term& base, const Term& exponent) {
    const plan::math::Number x(values_, *base.value), y(values_, *exponent.value);
    const auto bits = static_cast<unsigned>(8 * element_size(exponent.type));
    return {plan::math::whole_power(x, y, bits).value(), base.type};
  }

  /// Exact, with the sign of x, as fmod(): in f64 each step leaves at most 2^-53 of what two f32 may differ by, 2^277,
  /// and is itself exact, for what it leaves has no more bits than y. The last quotient may be one too large.
  plan::ValueList::Number float_remainder(plan::ValueList::Number x, plan::ValueList::Number y) {
    const auto of = [&](Op op, std::initializer_list<plan::ValueList::Number> inputs) {
      return values_.apply(op, inputs);
    };
    const auto number = [&](double value) { return values_.constant(Type::f64, value); };
    const auto dividend = values_.cast(Op::convert, Type::f64, x);
    const auto divisor = of(Op::absolute, {values_.cast(Op::convert, Type::f64, y)});
    const auto is_endless = of(Op::equal, {divisor, number(std::numeric_limits<double>::infinity())});
    const auto size = of(Op::select, {is_endless, number(0x1p200), divisor});
    auto rest = of(Op::absolute, {dividend});
    for (int round = output_ == DataType::float16 ? 1 : 6; round > 0; --round) {
      const auto quotient = of(Op::truncate, {of(Op::divide, {rest, size})});
      rest = of(Op::fma, {of(Op::negate, {quotient}), size, rest});
    }
    rest = of(Op::select, {of(Op::less, {rest, number(0)}), of(Op::add, {rest, size}), rest});
    const auto bits = [&](plan::ValueList::Number value) { return values_.cast(Op::bit_cast, Type::u64, value); };
    const auto sign = of(Op::bit_and, {bits(dividend), values_.constant_bits(Type::u64, std::uint64_t{1} << 63)});
    const auto signed_rest = values_.cast(Op::bit_cast, Type::f64, of(Op::bit_or, {bits(rest), sign}));
    return values_.cast(Op::convert, Type::f32, signed_rest);
  }

  /// What CAST does. A float may round integers, but none that a half holds.
  Term cast(const Term& from) {
    const DataType to = output_;
    const Type wanted = plan::type_of(numeric_element(to)), type = values_.type_of_value(*from.value);
    const auto as_wanted = [&](Op op) { return Term{values_.cast(op, wanted, *from.value), to}; };
    if (is_float(to) == plan::is_float(type) && plan::bytes_of(type) >= plan::bytes_of(wanted)) return from;
    if (is_float(to) || !plan::is_float(type)) return as_wanted(Op::convert);
    const Term number = as_wanted(Op::saturate);
    if (element_size(to) > 2) return number;
    const auto at_least = values_.apply(Op::maximum, {*number.value, value_of({{}, to, least_of(to)}, to)});
    return {values_.apply(Op::minimum, {at_least, value_of({{}, to, most_of(to)}, to)}), to};
  }

  const OperatorRow& row_;
  const Desc& desc_;
  plan::Plan& plan_;
  plan::ValueList values_;
  DataType output_;
  FormulaReader reader_;
  const FusedActivation* activation_ = nullptr;  ///< while its formula is read
  Term argument_{};                              ///< its x
};

}  // namespace

const TensorDesc& output_of(const OperatorRow& row, const Desc& desc) {
  std::size_t i = 0;
  while (!row.fields[i].output) ++i;
  return desc.at<TensorDesc>(row.fields[i].name);
}

void add_values(const OperatorRow& row, const Desc& desc, plan::Plan& plan) { Formula(row, desc, plan).store(); }

}  // namespace dmlrun::operators
