// The rows that were built into the library, parsed on demand and then kept for the life of the process.
#include "engine/operators/rows/operator_row.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <new>

#include "dmlrun/spec.h"
#include "engine/fork/forks.h"
#include "engine/operators/rows/specs_files.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun {
namespace operators {
namespace {

/// Room for all rows; operator_row_test.cpp counts them.
constexpr std::size_t kMaxRows = 192;

/// Every row begins a line with this, held by operator_row_test.cpp, and so is found without parsing the others.
constexpr std::string_view kRowStart = "\n  {\"operator\": \"";

struct RowTexts {
  std::array<RowText, kMaxRows> rows{};
  std::size_t count = 0;

  RowTexts() noexcept {
    for (const SpecsFile& file : specs_files())
      if (file.name.starts_with("operators/")) add_rows(file);
  }
  void add_rows(const SpecsFile& row) noexcept {
    const std::string_view file = row.text;
    std::size_t begin = file.find(kRowStart);
    while (begin != std::string_view::npos && count < kMaxRows) {
      const std::size_t next = file.find(kRowStart, begin + 1);
      rows[count] = row_of(file.substr(begin, (next != std::string_view::npos ? next : file.rfind("\n]")) - begin));
      rows[count++].file = row.name;
      begin = next;
    }
  }
  static RowText row_of(std::string_view text) noexcept {
    constexpr std::string_view kFamily = "\", \"family\": \"";
    if (text.ends_with(',')) text.remove_suffix(1);
    std::string_view rest = text.substr(kRowStart.size());
    RowText row{rest.substr(0, rest.find('"')), {}, text, {}};
    rest.remove_prefix(row.type.size());
    if (rest.starts_with(kFamily))
      row.family = rest.substr(kFamily.size(), rest.find('"', kFamily.size()) - kFamily.size());
    return row;
  }
};

/// One parsed row per text, by its number; null until somebody asks. Never freed: callers hold references, also while
/// static objects are destroyed.
std::array<std::atomic<const OperatorRow*>, kMaxRows> parsed_rows{};

const OperatorRow* parsed_row(std::size_t number) noexcept {
  std::atomic<const OperatorRow*>& slot = parsed_rows[number];
  if (const OperatorRow* found = slot.load(std::memory_order_acquire)) return found;
  auto parsed = parse_row(row_texts()[number].text);
  if (!parsed) return nullptr;
  std::unique_ptr<const OperatorRow> made(new (std::nothrow) OperatorRow(std::move(*parsed)));
  const OperatorRow* expected = nullptr;
  if (made && slot.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return made.release();
  return expected;  // another thread was faster, or memory ran out
}

/// The number of rows when there is none of that short name.
std::size_t row_number(std::string_view type) noexcept {
  if (type == "SCATTER") type = "SCATTER_ELEMENTS";  // DirectML's older name for it
  const auto rows = row_texts();
  std::size_t number = 0;
  while (number < rows.size() && rows[number].type != type) ++number;
  return number;
}

struct TypeNames {
  std::array<std::string_view, kMaxRows> names{};
  std::size_t count = 0;

  TypeNames() noexcept {
    for (const RowText& row : row_texts())
      if (!row.type.empty() && !row.family.empty()) names[count++] = row.type;
    std::sort(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count));
  }
};

}  // namespace

const RowField* OperatorRow::field(std::string_view named) const noexcept {
  for (const RowField& field : fields)
    if (field.name == named) return &field;
  return nullptr;
}

const Rule* OperatorRow::rule(std::string_view key) const noexcept {
  for (const Rule& rule : rules)
    if (rule.key == key) return &rule;
  return nullptr;
}

bool OperatorRow::has_inputs() const noexcept {
  return std::any_of(fields.begin(), fields.end(), [](const RowField& field) { return field.input; });
}

bool OperatorRow::is_alone(const RowField& output) const noexcept {
  if (!output.output || !has_inputs()) return output.output;
  const bool shares = rule("types") || !output.type_of.empty() || !output.required_without.empty() ||
                      output.fixed_type != DataType::unknown || output.usual_type != DataType::unknown;
  return family == "elementwise" && !shares && std::none_of(fields.begin(), fields.end(), [&](const RowField& field) {
           return field.type_of == output.name;
         });
}

DataType OperatorRow::type_beside(const RowField& field, DataType owner) const noexcept {
  const std::vector<DataType>& types = supported(field.name, kLatestFeatureLevel)->types;
  const auto takes = [&](DataType one) { return std::find(types.begin(), types.end(), one) != types.end(); };
  return takes(owner) || !takes(DataType::float32) ? owner : DataType::float32;
}

const SupportRow* OperatorRow::supported(std::string_view tensor, FeatureLevel level) const noexcept {
  const SupportRow* found = nullptr;
  for (const Support& group : support)
    if (std::find(group.tensors.begin(), group.tensors.end(), tensor) != group.tensors.end())
      for (const SupportRow& row : group.rows)
        if (row.since <= level) found = &row;
  return found;
}

std::span<const RowText> row_texts() noexcept {
  const RowTexts& texts = once([]() -> const RowTexts& {
    static const RowTexts made;
    return made;
  });
  return {texts.rows.data(), texts.count};
}

std::string_view short_name(std::string_view type) noexcept {
  constexpr std::string_view kPrefix = "DML_OPERATOR_";
  return type.starts_with(kPrefix) ? type.substr(kPrefix.size()) : type;
}

std::string_view family_of(std::string_view type) noexcept {
  type = short_name(type);
  const std::size_t number = row_number(type);
  return type.empty() || number == row_texts().size() ? std::string_view() : row_texts()[number].family;
}

const OperatorRow* find_row(std::string_view type) noexcept {
  return family_of(type).empty() ? nullptr : parsed_row(row_number(short_name(type)));
}

std::string_view without_prefix(std::string_view type) {
  const std::string word = text::upper_case(short_name(type));
  for (const std::string_view prefix : kPrefixes)
    if (const std::size_t number = row_number(std::string(prefix) + word); number != row_texts().size())
      return row_texts()[number].type;
  return {};
}

namespace {

struct LayoutWords {
  std::string_view names, remedy;
  Layout layout = Layout::none;
};
constexpr LayoutWords kLayouts[] = {
    {" STACK ", "JOIN along an axis of size 1 does that: arrays of sizes [3] are joined as [1, 3]"},
    {" UNBIND ", "SPLIT into parts of size 1 does that, and the parts keep the axis"},
    {" REPEAT ",
     "TILE repeats a whole tensor, as torch's repeat does; to repeat each element, as numpy's does, TILE an axis of "
     "size 1 behind it: [3, 1] to [3, 2]"},
    {" TRANSPOSE PERMUTE NHWC NCHW ",
     "ELEMENT_WISE_IDENTITY does that by its input's Sizes and Strides: \"InputTensor\": {\"Sizes\": [3, 2], "
     "\"Strides\": [1, 3]} reads a flat .npy of 2x3 values transposed",
     Layout::transposed},
    {" SWAPAXES MOVEAXIS ",
     "ELEMENT_WISE_IDENTITY does that by its input's Sizes and Strides, in the order of the new axes",
     Layout::transposed},
    {" TRUNC TRUNCATE FIX ", "ELEMENT_WISE_ROUND with a RoundingMode of TOWARD_ZERO does that"},
    {" RINT ", "ELEMENT_WISE_ROUND with a RoundingMode of HALVES_TO_NEAREST_EVEN does that"},
    {" LOGSIGMOID ", "ACTIVATION_PARAMETRIC_SOFTPLUS with an Alpha and a Beta of -1 does that"},
    {" RSQRT INVSQRT ", "ELEMENT_WISE_POW with exponents of -0.5 does that, but for -0 and -inf"},
    {" LOG1P ", "ELEMENT_WISE_LOG with a ScaleBias of {\"Scale\": 1, \"Bias\": 1} does that, less exactly near 0"},
    {" LOG2 LOG10 ", "ELEMENT_WISE_LOG divided by ln 2 or ln 10 comes near, and nothing is exactly that"},
    {" EXP2 ", "ELEMENT_WISE_POW with an InputTensor of 2 does that"},
    {" ERFC ", "1 less ELEMENT_WISE_ERF comes near where that is not close to 1, and nothing is exactly that"},
    {" SINC ", "ELEMENT_WISE_SIN divided by its input comes near except at 0, and nothing is exactly that"},
    {" ANY ALL ", "REDUCE by MAX or MIN does that to values of 0 and 1, and is not implemented yet"},
    {" FLOORDIVIDE ", "ELEMENT_WISE_DIVIDE and ELEMENT_WISE_FLOOR of its output come near"},
    {" NOTEQUAL NE ", "ELEMENT_WISE_LOGICAL_EQUALS and ELEMENT_WISE_LOGICAL_NOT of its output do that"},
    {" ISFINITE ",
     "ELEMENT_WISE_LOGICAL_NOT does that to the ELEMENT_WISE_LOGICAL_OR of ELEMENT_WISE_IS_INFINITY and "
     "ELEMENT_WISE_IS_NAN"},
    {" FLIP REVERSE ", "SLICE1 with InputWindowStrides of -1 does that"},
    {" RESHAPE VIEW FLATTEN RAVEL SQUEEZE UNSQUEEZE EXPANDDIMS ",
     "ELEMENT_WISE_IDENTITY does that by its input's Sizes: give the values as a .bin file with "
     "\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [3, 2]}, or reshape the .npy in numpy",
     Layout::reshaped},
    {" EXPAND BROADCAST BROADCASTTO ",
     "ELEMENT_WISE_IDENTITY does that by its input's Sizes and Strides: \"InputTensor\": {\"Sizes\": [2, 3], "
     "\"Strides\": [0, 1]} reads a .npy of 3 values as 2 equal rows",
     Layout::broadcast},
};

LayoutWords layout_named(std::string_view word) {
  const std::string joined = " " + joined_name(word) + " ";
  for (const LayoutWords& layout : kLayouts)
    if (joined.size() > 2 && layout.names.find(joined) != std::string_view::npos) return layout;
  return {};
}

}  // namespace

std::string_view layout_remedy(std::string_view word) { return layout_named(word).remedy; }

Layout layout_meant(std::string_view word) { return layout_named(word).layout; }

std::string_view operator_meant(std::string_view given) {
  constexpr std::size_t kMin = 3;
  if (const auto usual = usual_names(given); !usual.empty()) return usual.front();
  const std::string word = joined_name(given);
  const RowText* shortest = nullptr;
  const auto consider = [&](const RowText& row, std::string_view name) {
    if (word.size() < kMin || !joined_name(name).starts_with(word)) return;
    const auto later = [](const RowText& one) { return std::pair(one.family.empty(), one.type.size()); };
    if (shortest == nullptr || later(row) < later(*shortest)) shortest = &row;
  };
  for (const std::string_view prefix : kPrefixes)
    for (const RowText& row : row_texts())
      if (row.type.starts_with(prefix)) consider(row, row.type.substr(prefix.size()));
  if (shortest != nullptr) return shortest->type;
  for (const RowText& row : row_texts())  // later words of a name: SHIFT_LEFT
    for (std::size_t at = 0; (at = row.type.find('_', at)) != std::string_view::npos;)
      consider(row, row.type.substr(++at));
  return shortest == nullptr ? std::string_view() : shortest->type;
}

std::string did_you_mean(std::string_view near) {
  return "did you mean " + std::string(near) + (family_of(near).empty() ? ", which is not implemented yet?" : "?");
}

std::vector<std::string_view> operator_names() {
  std::vector<std::string_view> names(operator_types().begin(), operator_types().end());
  for (const std::string_view prefix : kPrefixes)
    for (const RowText& row : row_texts())
      if (row.type.starts_with(prefix) && !row.type.empty()) names.push_back(row.type.substr(prefix.size()));
  return names;
}

namespace {

bool is_known(std::string_view type) noexcept {
  type = short_name(type);
  return !type.empty() && row_number(type) != row_texts().size();  // "" has the row of every tensor
}

/// The implemented operator whose name goes on from that of another one.
std::string_view implemented_beside(std::string_view type) {
  const std::string_view near = operator_meant(type);
  return near == type || family_of(near).empty() ? std::string_view() : near;
}

}  // namespace

std::string not_implemented(std::string_view type) {
  const std::string_view other = implemented_beside(type);
  return "not implemented yet; " + (other.empty() ? "" : std::string(other) + " is; ") +
         "operator_types() lists those that are";
}

ErrorCode code_not_found(std::string_view type) noexcept {
  return is_known(type) ? ErrorCode::not_implemented : ErrorCode::unknown_operator;
}

std::string_view near_not_found(std::string_view type) {
  if (is_known(type)) return implemented_beside(short_name(type));
  if (!layout_remedy(short_name(type)).empty()) return {};
  std::string_view near = without_prefix(type);
  if (near.empty()) near = operator_meant(short_name(type));
  if (near.empty()) near = without_prefix(text::nearest(short_name(type), operator_names()));
  return near;
}

std::string why_not_found(std::string_view type) {
  const std::string shown = "\"" + text::printable(type) + "\" is ";
  if (is_known(type)) return shown + "a known operator that is " + not_implemented(short_name(type));
  const std::string_view remedy = layout_remedy(short_name(type));
  if (!remedy.empty()) return shown + "no operator of DirectML; " + std::string(remedy);
  const std::string_view near = near_not_found(type);
  if (near.empty()) return shown + "an unknown operator; operator_types() lists those that are";
  return shown + "an unknown operator; " + did_you_mean(near);
}

Result<const OperatorRow*> find_any_row(std::string_view type) noexcept {
  type = short_name(type);
  const std::size_t number = row_number(type);
  if (type.empty() || number == row_texts().size()) return nullptr;
  if (const OperatorRow* found = parsed_row(number)) return found;
  return Error{ErrorCode::out_of_memory};
}

const OperatorRow& tensor_row() {
  const OperatorRow* found = parsed_row(row_number(""));
  if (!found) throw std::bad_alloc();
  return *found;
}

}  // namespace operators

std::span<const std::string_view> operator_types() noexcept {
  const operators::TypeNames& types = once([]() -> const operators::TypeNames& {
    static const operators::TypeNames made;
    return made;
  });
  return {types.names.data(), types.count};
}

}  // namespace dmlrun
