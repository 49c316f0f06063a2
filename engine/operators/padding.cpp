// PADDING and PADDING1: the same operator with a FLOAT or a typed padding value.
#include <algorithm>
#include <type_traits>

#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/padding_value.h"
#include "engine/operators/tensor_rules.h"
#include "engine/plan/periodic.h"

namespace dmlrun::operators {
namespace {

/// The rule ids of one of the two tables; the rules mean the same in both.
struct PaddingRules {
  std::string_view count, entries, ranks_equal, overflow, sizes, types_equal, mode_level, ranks, types, mode;
};
constexpr PaddingRules kRules{"PADDING-1", "PADDING-2", "PADDING-3", "PADDING-4", "PADDING-5",
                              "PADDING-6", "PADDING-7", "PADDING-8", "PADDING-9", "PADDING-10"};
// PADDING1's table takes every rank and type that the tensor rules let through: no rule can refuse them at a level.
constexpr PaddingRules kRules1{"PADDING1-1", "PADDING1-2", "PADDING1-3", "PADDING1-4", "PADDING1-5",
                               "PADDING1-6", "PADDING1-7", "",           "",           "PADDING1-8"};

template <class Desc>
constexpr const PaddingRules& rules_of() {
  return std::is_same_v<Desc, PaddingDesc> ? kRules : kRules1;
}

template <class Desc>
OperatorDesc assemble(Fields& fields) {
  constexpr const PaddingRules& rules = rules_of<Desc>();
  Desc desc;
  TensorDraft& input = fields.draft("InputTensor");
  TensorDraft& output = fields.draft("OutputTensor");
  desc.mode = static_cast<PaddingMode>(fields.number("PaddingMode"));
  desc.start = fields.dimensions("StartPadding", rules.entries);
  desc.end = fields.dimensions("EndPadding", rules.entries);
  for (std::string_view field : {"StartPadding", "EndPadding"})
    fields.match_count("DimensionCount", fields.content(field).numbers.size(), field, rules.count);
  Fields::share_type({&input, &output});
  if constexpr (std::is_same_v<Desc, Padding1Desc>)
    if (fields.given("PaddingValueDataType") && !output.type) output.type = input.type = fields.content("PaddingValueDataType").type;
  if (const auto sizes = Fields::sizes_of(input); sizes && !output.sizes) {
    output.sizes.emplace();
    for (std::size_t i = 0; i < sizes->size(); ++i) {
      std::uint64_t size = (*sizes)[i];
      if (i < desc.start.size()) size += desc.start[i];
      if (i < desc.end.size()) size += desc.end[i];
      // The overflow rule refuses what does not fit.
      output.sizes->push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFFu)));
    }
  }
  desc.input = fields.finish("InputTensor");
  desc.output = fields.finish("OutputTensor");
  const bool mode_known = fields.given("PaddingMode") && !fields.is_unreadable("PaddingMode");
  const bool value_counts = mode_known && desc.mode == PaddingMode::constant;
  if constexpr (std::is_same_v<Desc, PaddingDesc>) {
    if (value_counts || fields.given("PaddingValue")) desc.value = fields.real("PaddingValue");
  } else {
    desc.value.type = fields.given("PaddingValueDataType") ? fields.content("PaddingValueDataType").type
                                                            : output.type.value_or(DataType::unknown);
    if (value_counts || fields.given("PaddingValue")) desc.value = fields.scalar("PaddingValue", desc.value.type);
  }
  return desc;
}

template <class Desc>
bool check_entries(const Desc& d, Checker& c) {
  const std::size_t rank = d.input.sizes.size();
  const struct { std::string_view name; const Dimensions& pads; } sides[] = {{"StartPadding", d.start},
                                                                            {"EndPadding", d.end}};
  for (const auto& side : sides)
    if (!c.require(side.pads.size() == rank, rules_of<Desc>().entries, {side.name}, [&] {
          return std::to_string(side.pads.size()) + " entries were found; InputTensor has " + std::to_string(rank) +
                 " dimensions, so " + std::to_string(rank) + " were expected";
        }))
      return false;
  return c.require(d.output.sizes.size() == rank, rules_of<Desc>().ranks_equal, Place{"OutputTensor"}.at("Sizes"), [&] {
    return std::to_string(d.output.sizes.size()) + " dimensions were found; InputTensor has " + std::to_string(rank);
  });
}

template <class Desc>
bool check_sizes(const Desc& d, Checker& c) {
  for (std::size_t i = 0; i < d.input.sizes.size(); ++i) {
    const auto item = static_cast<std::int64_t>(i);
    if (i >= d.start.size() || i >= d.end.size() || i >= d.output.sizes.size()) break;
    const std::uint64_t size = std::uint64_t{d.start[i]} + d.input.sizes[i] + d.end[i];
    const auto sum = [&] {
      return std::to_string(d.start[i]) + " + " + std::to_string(d.input.sizes[i]) + " + " + std::to_string(d.end[i]);
    };
    if (!c.require(size <= 0xFFFFFFFFu, rules_of<Desc>().overflow, {"StartPadding", item}, [&] {
          return "size " + sum() + " does not fit a UINT32; at most 4294967295 is possible";
        }))
      return false;
    if (!c.require(size == d.output.sizes[i], rules_of<Desc>().sizes, Place{"OutputTensor"}.at("Sizes", item), [&] {
          return std::to_string(d.output.sizes[i]) + " is not StartPadding + InputTensor.Sizes + EndPadding (" + sum() +
                 "); " + std::to_string(size) + " was expected";
        }))
      return false;
  }
  return true;
}

template <class Desc>
bool check_mode(const Desc& d, Checker& c) {
  const auto mode = static_cast<std::uint32_t>(d.mode);
  for (const FieldSpecification& field : c.specification().fields)
    for (const EnumValue& value : field.values)
      if (field.name == "PaddingMode" && value.value == mode)
        return c.require(value.since <= c.validation().level, rules_of<Desc>().mode_level, {"PaddingMode"}, [&] {
          return value.name + " needs feature level " + level_name(value.since) + "; the chosen one is " +
                 level_name(c.validation().level);
        });
  return c.require(false, rules_of<Desc>().mode, {"PaddingMode"},
                   [&] { return std::to_string(mode) + " was found; 0 (CONSTANT) to 4 (WRAP) were expected"; });
}

template <class Desc>
bool check(const OperatorDesc& any, Checker& c) {
  const Desc& d = std::get<Desc>(any);
  if constexpr (std::is_same_v<Desc, Padding1Desc>)
    if (!c.require(c.specification().since <= c.validation().level, "PADDING1-10", {"type"}, [&] {
          return "PADDING1 needs feature level " + level_name(c.specification().since) + "; the chosen one is " +
                 level_name(c.validation().level);
        }))
      return false;
  if (!check_mode(d, c) || !check_entries(d, c) || !check_sizes(d, c)) return false;
  if (!c.require(d.output.type == d.input.type, rules_of<Desc>().types_equal, Place{"OutputTensor"}.at("DataType"), [&] {
        return std::string(name(d.output.type)) + " was found; InputTensor is " + std::string(name(d.input.type));
      }))
    return false;
  if constexpr (std::is_same_v<Desc, Padding1Desc>)
    return c.require(d.value.type == d.output.type, "PADDING1-9", {"PaddingValueDataType"}, [&] {
      return std::string(name(d.value.type)) + " was found; OutputTensor is " + std::string(name(d.output.type));
    });
  return true;
}

template <class Desc>
bool check_level(std::span<const TensorSlot> slots, Checker& c) {
  return check_support(c, slots, rules_of<Desc>().ranks, rules_of<Desc>().types);
}

template <class Desc>
void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const Desc& d = std::get<Desc>(any);
  inputs.push_back({"InputTensor", 0, false, d.input});
  outputs.push_back({"OutputTensor", 0, false, d.output});
}

void add(std::vector<plan::Run>& runs, std::uint64_t count, std::int64_t begin, std::int64_t step,
         std::int32_t source = plan::kAny) {
  if (count > 0) runs.push_back({count, begin, count == 1 ? 0 : step, source});
}

/// The axis of one padded dimension; reference: the table of modes in DirectML's page, folding as often as needed.
plan::Axis padded(PaddingMode mode, std::uint32_t start, std::uint32_t size, std::uint32_t end) {
  const std::int64_t last = std::int64_t{size} - 1;
  const std::uint64_t extent = std::uint64_t{start} + size + end;
  plan::Axis axis;
  if (mode == PaddingMode::constant || mode == PaddingMode::edge) {
    const std::int32_t source = mode == PaddingMode::edge ? plan::kAny : plan::kFill;
    add(axis.head, start, 0, 0, source);
    add(axis.head, size, 0, 1);
    add(axis.head, end, mode == PaddingMode::edge ? last : 0, 0, source);
    return axis;
  }
  std::vector<plan::Run> period;
  add(period, size, 0, 1);
  if (mode == PaddingMode::symmetric) add(period, size, last, -1);
  if (mode == PaddingMode::reflection && size > 2) add(period, size - 2, last - 1, -1);
  const std::uint64_t length = plan::extent(period);
  return plan::periodic(period, (length - start % length) % length, extent);
}

template <class Desc>
std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const Desc& d = std::get<Desc>(any);
  plan::Plan plan = writes(d.output, moved(d.output.type));
  plan.operands.push_back(operand(0, d.input, moved(d.input.type)));
  for (std::size_t i = 0; i < d.input.sizes.size(); ++i)
    plan.axes.push_back(padded(d.mode, d.start[i], d.input.sizes[i], d.end[i]));
  if (d.mode == PaddingMode::constant) {
    if constexpr (std::is_same_v<Desc, PaddingDesc>) plan.fill = padding_value(d.value, d.output.type).bytes;
    else plan.fill = d.value.bytes;
  }
  return {std::move(plan)};
}

template <class Desc>
void write(const OperatorDesc& any, FieldWriter& w) {
  static constexpr std::string_view kModes[] = {"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"};
  const Desc& d = std::get<Desc>(any);
  w.tensor("InputTensor", d.input);
  w.tensor("OutputTensor", d.output);
  const auto mode = static_cast<std::uint32_t>(d.mode);
  if (mode < std::size(kModes))
    w.word("PaddingMode", kModes[mode]);
  else  // of a desc that nobody has checked
    w.number("PaddingMode", mode);
  if constexpr (std::is_same_v<Desc, PaddingDesc>) {
    w.real("PaddingValue", d.value);
  } else {
    w.word("PaddingValueDataType", name(d.value.type));
    w.scalar("PaddingValue", d.value);
  }
  w.number("DimensionCount", static_cast<std::uint32_t>(d.start.size()));
  w.numbers("StartPadding", d.start);
  w.numbers("EndPadding", d.end);
}

template <class Desc>
constexpr OperatorEntry entry(std::string_view type) {
  return {type, assemble<Desc>, check<Desc>, check_level<Desc>, list_tensors<Desc>, lower<Desc>, write<Desc>};
}

}  // namespace

const OperatorEntry kPadding = entry<PaddingDesc>("PADDING");
const OperatorEntry kPadding1 = entry<Padding1Desc>("PADDING1");

}  // namespace dmlrun::operators
