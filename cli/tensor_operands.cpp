#include "cli/tensor_operands.h"

#include <algorithm>

#include "cli/files/files.h"
#include "cli/report/failure.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/value_words.h"
#include "engine/text/counted.h"

namespace dmlrun::cli {
namespace {

using spec::Spec;

/// Of values that were perhaps meant as sizes, --InputTensor 2,3.
std::string sizes_remedy(std::span<const NamedFile> named, std::string_view type) {
  for (const NamedFile& file : named)
    if (const std::string meant = spec::with_colon(file.file); meant.starts_with(':') && !file.file.starts_with('['))
      return "; --" + file.name + " " + file.file + " gives values: sizes are written " +
             std::string(spec::usual_type(type, file.name)) + meant;
  return {};
}

/// "'x.npy', '1'".
std::string quoted_files(std::span<const NamedFile> files) {
  std::string words;
  for (const NamedFile& file : files) (words += words.empty() ? "" : ", ") += in_quotes(file.file);
  return words;
}

/// "InputTensor as 'x.npy'" for each.
std::string named_words(std::span<const NamedFile> files) {
  std::string words;
  for (const NamedFile& file : files) words += (words.empty() ? "" : ", ") + file.name + " as " + in_quotes(file.file);
  return words;
}

/// Refuses files without a name, `found`: with `named` they are more than the tensors that take any, `taking`.
[[noreturn]] void refuse_number(std::span<const NamedFile> found, std::span<const NamedFile> named,
                                std::string_view type, std::span<const Spec::SlotName> taking, bool outputs) {
  std::string names;
  for (const Spec::SlotName& slot : taking) (names += names.empty() ? "" : ", ") += slot.name;
  const bool has_number = std::any_of(found.begin(), found.end(),
                                      [](const NamedFile& file) { return !spec::number_json(file.file).empty(); });
  const std::string remedy = (has_number && !outputs ? "; a list is one word, as in 1,2" : "") +
                             (outputs ? std::string() : sizes_remedy(named, type));
  if (taking.size() == 1 && named.size() == 1 && found.size() == 1)
    fail_usage(names + " is given twice: by its name, " + quoted_files(named) + ", and without it, " +
               quoted_files(found) + remedy);
  const std::string_view what = outputs ? "output" : "input";
  fail_usage(std::string(type) + " takes " +
             (taking.empty() ? "no " + std::string(what) + "s" : text::counted(taking.size(), what) + ", " + names) +
             (named.empty() ? "" : "; by name are given " + named_words(named)) + "; without a name are given " +
             quoted_files(found) + remedy);
}

/// The word for an input that is left out.
bool is_null(const NamedFile& file) { return file.file == "null" && !exists(file.file); }

/// Refuses files that may be of several tensors: more than must be there, less than all, and not the first ones.
void refuse_ambiguous(std::size_t given, std::string_view type, std::span<const Spec::SlotName> open) {
  const auto is_needed = [](const Spec::SlotName& slot) { return !slot.optional; };
  const auto first = std::find_if_not(open.begin(), open.end(), is_needed);
  const auto needed = static_cast<std::size_t>(std::count_if(open.begin(), open.end(), is_needed));
  if (given <= needed || given >= open.size() || std::none_of(first, open.end(), is_needed)) return;
  std::string names;
  for (const Spec::SlotName& slot : open) (names += names.empty() ? "" : ", ") += slot.name;
  fail_usage(std::string(type) + " takes " + std::to_string(needed) + " inputs, or " + std::to_string(open.size()) +
             " with those that may be left out: " + names + "; " + std::to_string(given) +
             " are given: write null in place of each that is left out");
}

}  // namespace

std::vector<NamedFile> with_names(std::span<const NamedFile> files, std::string_view type,
                                  std::span<const Spec::SlotName> slots, bool outputs) {
  std::vector<NamedFile> named, unnamed;
  for (const NamedFile& file : files) {
    (file.name.empty() ? unnamed : named).push_back(file);
    for (const Spec::SlotName& slot : slots)
      if (!file.name.empty() && spec::is_same_name(slot.name, file.name)) named.back().name = slot.name;
  }
  if (unnamed.empty()) return named;
  std::vector<Spec::SlotName> taking, open;
  for (const Spec::SlotName& slot : slots) {
    const auto has_it = [&](const NamedFile& file) { return file.name == slot.name; };
    if (slot.output != outputs) continue;
    taking.push_back(slot);
    if (std::none_of(named.begin(), named.end(), has_it)) open.push_back(slot);
  }
  const auto needed = [](const Spec::SlotName& slot) { return !slot.optional; };
  const auto is_array = [](const Spec::SlotName& slot) { return slot.array; };
  bool has_array = std::any_of(open.begin(), open.end(), is_array);
  const bool skips = !outputs && std::any_of(unnamed.begin(), unnamed.end(), is_null);
  if (!skips && !has_array && !outputs) refuse_ambiguous(unnamed.size(), type, open);
  if (skips) has_array = false;
  else if (has_array || unnamed.size() <= static_cast<std::size_t>(std::count_if(open.begin(), open.end(), needed)))
    std::erase_if(open, [&](const Spec::SlotName& slot) { return !needed(slot); });
  if (open.empty() || (!has_array && unnamed.size() > open.size()))
    refuse_number(unnamed, named, type, taking, outputs);
  std::size_t next = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::size_t others = open.size() - i - 1;
    const std::size_t left = unnamed.size() - next;
    const std::size_t count = open[i].array && left > others ? left - others : std::min<std::size_t>(left, 1);
    for (std::size_t k = 0; k < count; ++k, ++next) {
      if (!skips || !is_null(unnamed[next])) named.push_back({std::string(open[i].name), unnamed[next].file});
      else if (!open[i].optional) fail_usage(std::string(open[i].name) + " must have values; found null");
    }
  }
  return named;
}

Result<Operator> with_scalars(Result<Operator> op, const Spec& spec, const Options& options) {
  if (!op || options.spec_text.empty() || !spec::broadcasts(op->type())) return op;
  Desc desc = op->desc();
  for (const spec::Source& source : spec.inputs()) {
    const text::Value given = spec.desc() ? spec.desc().find(source.name) : text::Value();
    if (source.kind != spec::SourceKind::constant || (given && given.find("Sizes"))) continue;
    TensorDesc* tensor = desc.get<TensorDesc>(source.name);
    if (tensor && element_count(*tensor) > 1) tensor->strides = Dimensions::filled(tensor->sizes.size(), 0);
  }
  return Operator::make(desc, options.validation);
}

void refuse_name(const NamedFile& file, std::string_view option, std::string_view type,
                 std::span<const Spec::SlotName> slots, bool outputs) {
  std::vector<std::string_view> names;
  std::string all;
  for (const Spec::SlotName& slot : slots)
    if (slot.output == outputs) names.push_back(slot.name);
  for (const std::string_view name : names) (all += all.empty() ? "" : ", ") += name;
  const std::string part = file.name.substr(0, file.name.find('['));
  const bool is_part = part != file.name && std::any_of(slots.begin(), slots.end(),
                                                        [&](const Spec::SlotName& slot) { return slot.name == part; });
  fail_usage(std::string(option) + ": " + in_quotes(file.name) + " is not an " + (outputs ? "output" : "input") +
             " of " + std::string(type) + "; " +
             (is_part ? part + "=a.npy,b.npy gives the files of all its tensors; " : "") +
             (names.empty() ? "it has none" : (names.size() == 1 ? "it has " : "they are ") + all));
}

}  // namespace dmlrun::cli
