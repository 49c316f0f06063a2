#include "engine/test/rejections.h"

#include <algorithm>

#include "dmlrun/spec.h"
#include "engine/fuzz/json_tree.h"
#include "engine/fuzz/legal_desc.h"
#include "engine/fuzz/random_desc.h"
#include "engine/spec/write_spec.h"
#include "engine/test/support_tables.h"

namespace dmlrun::test {
namespace {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;
using operators::Rule;

class Rejections {
 public:
  explicit Rejections(const OperatorRow& row) : row_(row) {}

  void add(const Rule* rule, const std::string& spec, FeatureLevel level = kLatestFeatureLevel) {
    if (rule == nullptr || has(rule)) return;
    std::string head =
        "{\n  \"rejection\": {\"code\": \"" + std::string(name(rule->code)) + "\", \"rule\": \"" + rule->id + "\"},";
    if (level != kLatestFeatureLevel) head += "\n  \"featureLevel\": \"" + operators::level_name(level) + "\",";
    made_.push_back({rule, level, head + spec.substr(1)});
  }
  [[nodiscard]] const Rule* rule(std::string_view key) const {
    const auto found = std::find_if(row_.rules.begin(), row_.rules.end(), [&](const Rule& r) { return r.key == key; });
    return found == row_.rules.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool are_all_broken() const {
    return std::all_of(row_.rules.begin(), row_.rules.end(), [&](const Rule& rule) { return has(&rule); });
  }
  std::vector<Rejection> take() { return std::move(made_); }

 private:
  [[nodiscard]] bool has(const Rule* rule) const {
    return std::any_of(made_.begin(), made_.end(), [&](const Rejection& one) { return one.rule == rule; });
  }
  const OperatorRow& row_;
  std::vector<Rejection> made_;
};

/// The rule that refuses a legal desc at a lower level, by DirectML's pages; null when none does.
const Rule* rule_at(const OperatorRow& row, const Desc& desc, FeatureLevel level, const Rejections& made) {
  const SupportPage& page = decided_support().find(row.type)->second;
  if (page.tables.begin()->first > level) return made.rule("level");
  for (const RowField& field : row.fields)
    for (const operators::EnumValue& value : field.values)
      if (const auto* given = desc.get<std::uint64_t>(field.name);
          given && *given == value.value && value.since > level)
        return made.rule("level_value");
  for (const RowField& field : row.fields)
    for (const operators::EnumValue& value : field.values)
      if (const auto* given = desc.get<FusedActivation>(field.name);
          given && given->type == field.enum_prefix + "_" + value.name && value.since > level)
        return made.rule("level_value");
  if (const auto* spatial = desc.get<std::uint64_t>("Spatial"); spatial && *spatial == 0 && level < 0x4000)
    for (const std::string_view field : {"MeanTensor", "VarianceTensor"}) {
      const Dimensions whole = desc.at<TensorDesc>("InputTensor").sizes, sizes = desc.at<TensorDesc>(field).sizes;
      for (std::size_t back = 1; back <= std::min<std::size_t>(2, whole.size()); ++back)
        if (sizes[sizes.size() - back] != whole[whole.size() - back]) return made.rule("spatial");
    }
  if (const auto* exponent = desc.get<TensorDesc>("ExponentTensor"); exponent && level < 0x3000)
    if (exponent->type != desc.at<TensorDesc>("InputTensor").type) return made.rule("exponent_type");
  for (const RowField& field : row.fields)
    if (field.optional && field.is_tensor() && !desc.get<TensorDesc>(field.name) && field.optional_since > level)
      return made.rule("level_absent");
  for (const bool is_output : {false, true})
    for (const RowField& field : row.fields) {
      const auto* tensors = desc.get<TensorList>(field.name);
      const auto* tensor = tensors ? tensors->data() : desc.get<TensorDesc>(field.name);
      if (!tensor || field.output != is_output) continue;
      const SupportCell cell = page.at(field.name, level);
      const std::size_t rank = tensor->sizes.size();
      if (rank < cell.least_rank || rank > cell.most_rank) return made.rule("level_rank");
      if (std::find(cell.types.begin(), cell.types.end(), tensor->type) == cell.types.end())
        return made.rule("level_type");
    }
  return nullptr;
}

/// A count that is one more than there are entries, and a word that no enumeration has.
void add_written(const OperatorRow& row, const std::string& legal, Rejections& made) {
  const auto document = text::Document::parse(legal);
  for (const RowField& field : row.fields) {
    fuzz::JsonTree tree = fuzz::tree_of(document->root());
    fuzz::JsonTree& desc = *tree.find("desc");
    fuzz::JsonTree* given = desc.find(field.name);
    if (!given) continue;
    if (field.kind == FieldKind::count) given->text = std::to_string(given->whole().value_or(0) + 1);
    if (field.kind == FieldKind::enumeration) given->text = "NO_SUCH_VALUE";
    if (field.kind == FieldKind::count) made.add(made.rule("count"), fuzz::print(tree));
    if (field.kind == FieldKind::enumeration) made.add(made.rule("value"), fuzz::print(tree));
  }
}

}  // namespace

std::vector<Rejection> rejections_of(const OperatorRow& row) {
  std::vector<std::size_t> classes;
  for (std::size_t i = 0; i < fuzz::all_shape_classes().size(); ++i)
    if (fuzz::all_shape_classes()[i].row->type == row.type) classes.push_back(i);
  Rejections made(row);
  for (std::uint64_t number = 0; number < 1000 && !made.are_all_broken(); ++number) {
    fuzz::RandomCase one = fuzz::make_case(7, number * 97, {classes, 0, 64, 0});
    const std::string legal = spec::write_unchecked(one.desc);
    add_written(row, legal, made);
    for (const FeatureLevel level : operators::feature_levels())
      made.add(rule_at(row, one.desc, level, made), legal, level);
    fuzz::Random random(8, number);
    make_illegal(random, one);
    if (const auto op = parse_spec(spec::write_unchecked(one.desc)); !op)
      for (const Rule* rule : one.refusals)
        if (rule->id == op.error().rule) made.add(made.rule(rule->key), spec::write_unchecked(one.desc));
  }
  return made.take();
}

}  // namespace dmlrun::test
