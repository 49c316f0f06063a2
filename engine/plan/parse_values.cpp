// Nothing recurses, and nothing is allocated by a claim of the text.
#include "engine/plan/parse_values.h"

#include <bit>
#include <vector>

namespace dmlrun::plan {

namespace {

/// The most values as written; a load or a constant is written again for each use.
constexpr std::size_t kMaxWritten = 4 * kMaxValues;

class ValueParser {
 public:
  ValueParser(TextReader& reader, Plan& plan) : reader_(reader), plan_(plan) {}
  bool parse();

 private:
  struct Call {
    Value value;
    std::size_t given = 0;  ///< inputs
  };

  bool type(Type& type) { return reader_.name(kTypeNames, type, "a type (i32, u32, i64, u64, f32 or f64)"); }
  template <class Number>
  bool bits_as(std::uint64_t& bits);
  bool bits(Type type, std::uint64_t& bits);
  bool expression(std::uint32_t& number);
  bool call(Value& value);
  bool finish(const Call& call);
  bool atom(std::uint32_t& number);
  bool push(const Value& value, std::uint32_t& number);

  TextReader& reader_;
  Plan& plan_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> names_;  ///< of v1, v2 ...
};

template <class Number>
bool ValueParser::bits_as(std::uint64_t& bits) {
  Number number{};
  if (!reader_.number(number, "a number of that type")) return false;
  if constexpr (sizeof number == 4) bits = std::bit_cast<std::uint32_t>(number);
  else bits = std::bit_cast<std::uint64_t>(number);
  return true;
}

bool ValueParser::bits(Type type, std::uint64_t& bits) {
  bool is_read = false;
  switch (type) {
    case Type::i32: is_read = bits_as<std::int32_t>(bits); break;
    case Type::u32: is_read = bits_as<std::uint32_t>(bits); break;
    case Type::i64: is_read = bits_as<std::int64_t>(bits); break;
    case Type::u64: is_read = bits_as<std::uint64_t>(bits); break;
    case Type::f32: is_read = bits_as<float>(bits); break;
    case Type::f64: is_read = bits_as<double>(bits); break;
  }
  if (is_nan(type, bits)) bits = canonical_nan(type);
  return is_read;
}

bool ValueParser::push(const Value& value, std::uint32_t& number) {
  if (values_.size() == kMaxWritten) return reader_.fail("fewer values");
  number = static_cast<std::uint32_t>(values_.size());
  values_.push_back(value);
  return true;
}

/// The beginning of an operation with inputs: "name(", or with a type, "name.f32(".
bool ValueParser::call(Value& value) {
  const std::string_view rest = reader_.rest();
  for (std::size_t o = 0; o < kOperationCount; ++o) {
    const Operation& operation = kOperations[o];
    const std::string_view behind =
        rest.substr(0, operation.name.size()) == operation.name ? rest.substr(operation.name.size(), 1) : "";
    if (operation.arity == 0 || (behind != "(" && behind != ".")) continue;
    value = {static_cast<Op>(o), Type::f32, {}, 0};
    reader_.accept(operation.name);
    if (names_type(value.op) && !(reader_.expect(".") && type(value.type))) return false;
    return reader_.expect("(");
  }
  return false;
}

bool ValueParser::finish(const Call& call) {
  std::array<Type, 3> types{};
  for (std::size_t i = 0; i < call.given; ++i) types[i] = values_[call.value.inputs[i]].type;
  const auto type = type_given(call.value.op, call.value.type, types);
  if (!type) return reader_.fail("inputs of types that the operation takes");
  values_.back().type = *type;
  return true;
}

bool ValueParser::atom(std::uint32_t& number) {
  if (reader_.accept("%")) {
    Value load;
    if (!reader_.number(load.immediate, "an operand")) return false;
    if (load.immediate >= plan_.operands.size()) return reader_.fail("an operand that is there");
    load.type = type_of(plan_.operands[load.immediate].element);
    return push(load, number);
  }
  if (reader_.accept("v")) {
    std::size_t name = 0;
    if (!reader_.number(name, "a value's number")) return false;
    if (name == 0 || name > names_.size()) return reader_.fail("a value that is there");
    number = names_[name - 1];
    return true;
  }
  Value constant{Op::constant, Type::f32, {}, 0};
  if (!reader_.name(kTypeNames, constant.type, "an operand, a value, a constant or an operation")) return false;
  return reader_.expect(" ") && bits(constant.type, constant.immediate) && push(constant, number);
}

bool ValueParser::expression(std::uint32_t& number) {
  std::vector<Call> open;
  do {
    Value value;
    while (call(value)) {
      open.push_back({value, 0});
      if (open.size() > kMaxValues) return reader_.fail("fewer nested operations");
    }
    if (!reader_.wrong().empty() || !atom(number)) return false;
    while (!open.empty()) {
      Call& last = open.back();
      last.value.inputs[last.given++] = number;
      if (last.given < operation(last.value.op).arity) break;
      if (!reader_.expect(")") || !push(last.value, number) || !finish(last)) return false;
      open.pop_back();
    }
  } while (!open.empty() && reader_.expect(", "));
  return reader_.wrong().empty();
}

bool ValueParser::parse() {
  const auto is_name = [&] {
    const std::string_view rest = reader_.rest();
    return rest.size() > 3 && rest.substr(0, 3) == "; v" && rest[3] >= '0' && rest[3] <= '9';
  };
  while (is_name()) {
    std::size_t written = 0;
    (void)reader_.accept("; v");
    if (!reader_.number(written, "a value's number")) return false;
    if (written != names_.size() + 1) return reader_.fail("values in order");
    std::uint32_t number = 0;
    if (!reader_.expect(" = ") || !expression(number)) return false;
    names_.push_back(number);
  }
  std::uint32_t last = 0;
  if (!reader_.accept("; value ")) return names_.empty() || reader_.fail("'; value '");
  if (!expression(last)) return false;
  values_.resize(last + 1);
  plan_.values = in_order(values_);
  return true;
}

}  // namespace

bool parse_values(TextReader& reader, Plan& plan) { return ValueParser(reader, plan).parse(); }

}  // namespace dmlrun::plan
