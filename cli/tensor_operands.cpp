#include "cli/tensor_operands.h"

#include <algorithm>

#include "cli/report/failure.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/value_words.h"

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

[[noreturn]] void refuse_number(std::span<const NamedFile> found, std::span<const NamedFile> named,
                                std::string_view type, std::span<const Spec::SlotName> open, bool outputs) {
  std::string names;
  for (const Spec::SlotName& slot : open) (names += names.empty() ? "" : ", ") += slot.name;
  const std::string what = outputs ? "output" : "input", plural = open.size() == 1 ? "" : "s";
  std::string words;
  bool has_number = false;
  for (const NamedFile& file : found) {
    (words += words.empty() ? "" : ", ") += in_quotes(file.file);
    has_number = has_number || !spec::number_json(file.file).empty();
  }
  fail_usage(std::string(type) +
             (open.empty() ? " has no " + what + " left"
                           : " takes " + std::to_string(open.size()) + " " + what + plural + ", " + names) +
             "; without a name are given " + words + (has_number && !outputs ? "; a list is one word, as in 1,2" : "") +
             (outputs ? "" : sizes_remedy(named, type)));
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
  std::vector<Spec::SlotName> open;
  for (const Spec::SlotName& slot : slots) {
    const auto has_it = [&](const NamedFile& file) { return file.name == slot.name; };
    if (slot.output == outputs && std::none_of(named.begin(), named.end(), has_it)) open.push_back(slot);
  }
  const auto needed = [](const Spec::SlotName& slot) { return !slot.optional; };
  const auto is_array = [](const Spec::SlotName& slot) { return slot.array; };
  bool has_array = std::any_of(open.begin(), open.end(), is_array);
  if (has_array || unnamed.size() <= static_cast<std::size_t>(std::count_if(open.begin(), open.end(), needed)))
    std::erase_if(open, [&](const Spec::SlotName& slot) { return !needed(slot); });
  if (open.empty() || (!has_array && unnamed.size() > open.size())) refuse_number(unnamed, named, type, open, outputs);
  std::size_t next = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::size_t others = open.size() - i - 1;
    const std::size_t left = unnamed.size() - next;
    const std::size_t count = open[i].array && left > others ? left - others : std::min<std::size_t>(left, 1);
    for (std::size_t k = 0; k < count; ++k) named.push_back({std::string(open[i].name), unnamed[next++].file});
  }
  return named;
}

}  // namespace dmlrun::cli
