#include "engine/operators/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/operators/lowering.h"
#include "engine/operators/padding_value.h"
#include "engine/plan/math/functions.h"
#include "engine/plan/value_list.h"

namespace dmlrun::operators {
namespace {

using plan::Element, plan::Op, plan::Type;

bool is_float(DataType type) { return plan::is_float(number_of(type)); }
bool is_signed(DataType type) { return plan::is_signed(plan::type_of(number_of(type))); }

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

/// The unsigned integer of its size.
Element bits_of(Element element) {
  switch (plan::bytes_of(element)) {
    case 1: return Element::u8;
    case 2: return Element::u16;
    case 4: return Element::u32;
    default: return Element::u64;
  }
}

class Formula {
 public:
  Formula(const Specification& row, const Desc& desc, plan::Plan& plan)
      : row_(row), desc_(desc), plan_(plan), values_(plan), output_(output_of(row, desc).type), rest_(row.value) {}

  void store() {
    const plan::ValueList::Number last = *expression().value;
    if (!plan::can_store(values_.type_of_value(last), plan_.output)) plan_.output = bits_of(plan_.output);
    values_.store(last);
  }

 private:
  /// A value, a number that becomes one of the type that stands beside it, or neither: an absent tensor.
  struct Term {
    std::optional<plan::ValueList::Number> value;
    DataType type = DataType::unknown;  ///< of the tensor that it was loaded from, else of the value
    std::optional<float> number{};
  };

  static Term number_of_field(float number) { return {{}, DataType::float32, number}; }

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  std::string_view word() {
    const std::string_view taken = rest_.substr(0, rest_.find_first_of("(), "));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  Term expression() {
    const std::string_view name = word();
    if (!take("(")) return atom(name);
    if (name == "case") return chosen();
    std::vector<Term> inputs;
    if (name == "bits") inputs.push_back(load(word(), true));
    else do
        inputs.push_back(expression());
      while (take(", "));
    (void)take(")");
    const bool is_absent = !inputs.back().value && !inputs.back().number;
    if (name == "bits" || (is_absent && inputs.size() <= 2)) return inputs[0];
    if (const plan::math::Function* function = plan::math::find_function(name)) return apply(*function, inputs);
    return name == "cast" ? cast(inputs[0]) : apply(name, inputs);
  }

  /// case(what, first, second, ...): the rest is passed over unread. Integers and ScaleBias are no or yes.
  Term chosen() {
    const std::string_view what = word();
    const auto* mode = desc_.get<std::uint64_t>(what);
    const bool is_second = what == "Integers" ? !is_float(input_type()) : desc_.get<ScaleBias>(what) != nullptr;
    for (std::uint64_t before = mode ? *mode : is_second; before > 0; --before) skip();
    (void)take(", ");
    const Term term = expression();
    while (!take(")")) skip();
    return term;
  }
  void skip() {
    (void)take(", ");
    for (int depth = 0; depth > 0 || (rest_[0] != ',' && rest_[0] != ')'); rest_.remove_prefix(1))
      depth += rest_[0] == '(' ? 1 : rest_[0] == ')' ? -1 : 0;
  }

  Term atom(std::string_view name) {
    if (name == "SignBit") {
      const Element bits = bits_of(number_of(input_type()));
      return {values_.constant_bits(plan::type_of(bits), std::uint64_t{1} << (8 * plan::bytes_of(bits) - 1)),
              input_type()};
    }
    if (name == "Least") return {{}, output_, least_of(output_)};
    if (name == "Most") return {{}, output_, most_of(output_)};
    if (const auto* field = desc_.get<float>(name)) return number_of_field(*field);
    float number = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc())
      return number_of_field(number);
    return load(name, false);
  }

  Term load(std::string_view name, bool as_bits) {
    const std::string tensor = name == "x" ? "InputTensor" : std::string(name) + "Tensor";
    std::uint32_t operand = 0;
    for (std::size_t i = 0; row_.fields[i].name != tensor; ++i)
      operand += row_.fields[i].input && desc_.get<TensorDesc>(row_.fields[i].name) != nullptr;
    const auto* found = desc_.get<TensorDesc>(tensor);
    if (!found) return {};
    Element& element = plan_.operands[operand].element;
    if (as_bits) element = bits_of(element);
    const Term term{values_.load(operand), found->type};
    const auto* scale = name == "x" ? desc_.get<ScaleBias>("ScaleBias") : nullptr;
    if (!scale) return term;
    return apply("add", {apply("multiply", {term, number_of_field(scale->scale)}), number_of_field(scale->bias)});
  }

  /// A FLOAT in an integer's place is truncated and saturated to the type of the tensor.
  plan::ValueList::Number value_of(const Term& term, DataType type) {
    if (term.value) return *term.value;
    const Type wanted = plan::type_of(number_of(type));
    if (is_float(type)) return values_.constant(wanted, static_cast<double>(*term.number));
    const std::uint64_t bits = widened_bits(padding_value(*term.number, type));
    return values_.constant_bits(wanted, plan::bytes_of(wanted) == 4 ? bits & 0xffffffffu : bits);
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
    const DataType number_type = typed == terms.end() ? input_type() : typed->type;
    const auto input = [&](std::size_t i) { return value_of(terms[i], number_type); };
    const DataType type = rule == plan::Rule::compare ? DataType::uint32 : number_type;
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

  /// Of the first input.
  [[nodiscard]] DataType input_type() const { return desc_.at<TensorDesc>(row_.fields[0].name).type; }

  /// What CAST does. A float may round integers, but none that a half holds.
  Term cast(const Term& from) {
    const DataType to = output_;
    const Type wanted = plan::type_of(number_of(to)), type = values_.type_of_value(*from.value);
    const auto as_wanted = [&](Op op) { return Term{values_.cast(op, wanted, *from.value), to}; };
    if (is_float(to) == plan::is_float(type) && plan::bytes_of(type) >= plan::bytes_of(wanted)) return from;
    if (is_float(to) || !plan::is_float(type)) return as_wanted(Op::convert);
    const Term number = as_wanted(Op::saturate);
    if (element_size(to) > 2) return number;
    const auto at_least = values_.apply(Op::maximum, {*number.value, value_of({{}, to, least_of(to)}, to)});
    return {values_.apply(Op::minimum, {at_least, value_of({{}, to, most_of(to)}, to)}), to};
  }

  const Specification& row_;
  const Desc& desc_;
  plan::Plan& plan_;
  plan::ValueList values_;
  DataType output_;
  std::string_view rest_;
};

}  // namespace

const TensorDesc& output_of(const Specification& row, const Desc& desc) {
  std::size_t i = 0;
  while (!row.fields[i].output) ++i;
  return desc.at<TensorDesc>(row.fields[i].name);
}

void add_values(const Specification& row, const Desc& desc, plan::Plan& plan) { Formula(row, desc, plan).store(); }

}  // namespace dmlrun::operators
