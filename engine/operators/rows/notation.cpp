#include "engine/operators/rows/notation.h"

#include <charconv>
#include <limits>

#include "dmlrun/spec.h"

namespace dmlrun::operators {
namespace {

/// Takes what is expected next from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  /// Letters, digits and what else is `also` in a name; "" when none comes next.
  std::string_view word(std::string_view also = "_") {
    std::size_t length = 0;
    while (length < rest_.size() && (is_alphanumeric(rest_[length]) || also.find(rest_[length]) != also.npos)) ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }
  std::optional<std::uint32_t> number() {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  static bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  std::string_view rest_;
};

struct KindName {
  std::string_view name;
  FieldKind kind;
};
constexpr KindName kKindNames[] = {{"u32[]", FieldKind::uint32_array},
                                   {"i32[]", FieldKind::int32_array},
                                   {"f32[]", FieldKind::float32_array},
                                   {"u32", FieldKind::uint32},
                                   {"u64", FieldKind::uint32},
                                   {"i32", FieldKind::int32},
                                   {"f32", FieldKind::float32},
                                   {"bool", FieldKind::boolean},
                                   {"type", FieldKind::data_type},
                                   {"Size2D", FieldKind::size_2d},
                                   {"ScaleBias", FieldKind::scale_bias},
                                   {"activation[]", FieldKind::activation_array},
                                   {"activation", FieldKind::activation},
                                   {"enum ", FieldKind::enumeration},
                                   {"count(", FieldKind::count},
                                   {"scalar(", FieldKind::scalar}};

/// What stands behind the colon.
bool parse_kind(Scanner& scanner, RowField& field) {
  for (const KindName& candidate : kKindNames) {
    if (!scanner.take(candidate.name)) continue;
    field.kind = candidate.kind;
    if (candidate.name == "u64") field.most = std::numeric_limits<std::uint64_t>::max();
    if (field.kind == FieldKind::activation) field.enum_prefix = "ACTIVATION";
    if (field.kind == FieldKind::enumeration) {
      field.enum_prefix = "DML_" + std::string(scanner.word());
      field.combines = scanner.take("[]");
    }
    if (field.kind != FieldKind::count && field.kind != FieldKind::scalar) return true;
    do field.of.emplace_back(scanner.word());
    while (scanner.take(","));
    return scanner.take(")") && (field.kind == FieldKind::count || field.of.size() == 1);
  }
  return false;
}

/// What stands behind name and kind.
bool parse_marks(Scanner& scanner, RowField& field) {
  if (scanner.take(">=")) {
    const auto least = scanner.number();
    if (!least || (field.kind != FieldKind::uint32 && field.kind != FieldKind::uint32_array)) return false;
    field.least = *least;
  }
  if (scanner.take(" as ")) field.type_of = scanner.word();
  if (scanner.take(" if ")) {
    field.required_when_field = scanner.word();
    if (!scanner.take("=")) return false;
    field.required_when_value = scanner.word();
  }
  if (scanner.take(" or ")) {
    field.derived = true;
    if (!scanner.take("derived")) field.required_without = scanner.word();
  }
  return scanner.rest().empty();
}

std::optional<FeatureLevel> parse_level(Scanner& scanner) { return feature_level_from_name(scanner.word(".")); }

}  // namespace

std::optional<RowField> parse_field(std::string_view written) {
  Scanner scanner(written);
  RowField field;
  field.output = scanner.take(">");
  field.name = scanner.word();
  field.optional = scanner.take("?");
  if (field.optional && !scanner.rest().empty() && scanner.rest()[0] >= '0' && scanner.rest()[0] <= '9') {
    const auto level = parse_level(scanner);
    if (!level) return std::nullopt;
    field.optional_since = *level;
  }
  if (scanner.take(":")) {
    if (field.output || !parse_kind(scanner, field)) return std::nullopt;
  } else {
    field.input = !field.output;
    field.kind = scanner.take("[]") ? FieldKind::tensor_array : FieldKind::tensor;
    field.one_element = field.input && scanner.take("(1)");
    field.two_elements = field.input && scanner.take("(2)");
    field.repeats = field.input && scanner.take("(*)");
  }
  field.derived =
      field.output || field.one_element || field.kind == FieldKind::count || field.kind == FieldKind::data_type;
  if (field.name.empty() || !parse_marks(scanner, field)) return std::nullopt;
  return field;
}

std::optional<Support> parse_support_tensors(std::string_view written) {
  Support support;
  const std::size_t condition = written.find(" if ");
  if (condition != std::string_view::npos) {
    Scanner scanner(written.substr(condition + 4));
    support.when_field = scanner.word();
    if (!scanner.take("=")) return std::nullopt;
    for (std::string_view value : split(scanner.rest(), ",")) support.when_values.emplace_back(value);
  }
  for (std::string_view name : split(written.substr(0, condition), ", ")) support.tensors.emplace_back(name);
  return support;
}

std::optional<SupportRow> parse_support_row(std::string_view written, std::string_view& types) {
  Scanner scanner(written);
  SupportRow row;
  const auto level = parse_level(scanner);
  if (!level || !scanner.take(":")) return std::nullopt;
  row.since = *level;
  const auto least = scanner.number();
  const auto most = scanner.take("-") ? scanner.number() : least;
  if (!least || !most || *least < 1 || *least > *most || *most > kMaxRank || !scanner.take(":")) return std::nullopt;
  row.least_rank = *least;
  row.most_rank = *most;
  types = scanner.rest();
  return row;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + separator.size())) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
  }
  return parts;
}

}  // namespace dmlrun::operators
