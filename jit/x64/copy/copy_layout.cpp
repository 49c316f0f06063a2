#include "jit/x64/copy/copy_layout.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "jit/x64/copy/collapse_inner_axes.h"
#include "jit/x64/copy/copy_frame.h"

namespace dmlrun::jit::x64 {

std::uint64_t Tables::add(const void* from, std::size_t bytes, std::size_t alignment) {
  bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
  const std::uint64_t at = bytes_.size();
  const auto* first = static_cast<const std::byte*>(from);
  bytes_.insert(bytes_.end(), first, first + bytes);
  return at;
}

CopyLayout::CopyLayout(const plan::Plan& from, std::uint64_t slice_bytes, bool may_collapse)
    : plan(may_collapse ? collapse_inner_axes(from) : from), is_collapsed(may_collapse && plan != from) {
  if (plan.axes.empty()) {
    plan.axes.push_back({{{1, 0, 0, plan::kUnchosen}}, {}, 0, {}});
    plan.output_strides[0] = 1;
  }
  element_bytes = static_cast<std::int64_t>(plan::bytes_of(plan.output));
  innermost = plan.axes.size() - 1;
  measure(slice_bytes);

  std::array<std::byte, 64> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = plan.fill[i % static_cast<std::size_t>(element_bytes)];
  fill_pattern = tables.add(bytes.data(), bytes.size(), 64);
  const auto size = static_cast<std::size_t>(element_bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>((16 / size - 1 - i % 16 / size) * size + i % size);
  reversal = tables.add(bytes.data(), bytes.size(), 64);
  add_views();
  for (std::size_t a = 0; a < plan.axes.size(); ++a) add_runs(a);
}

void CopyLayout::measure(std::uint64_t slice_bytes) {
  axes.resize(plan.axes.size());
  std::uint64_t below = 1;
  bool is_dense = true;
  for (std::size_t a = axes.size(); a-- > 0;) {
    AxisLayout& axis = axes[a];
    axis.head = plan::extent(plan.axes[a].head);
    axis.body = plan::extent(plan.axes[a].body);
    axis.extent = plan::extent(plan.axes[a]);
    axis.below = below;
    axis.stride = plan.output_strides[a] * element_bytes;
    is_dense = is_dense && (axis.extent == 1 || static_cast<std::uint64_t>(plan.output_strides[a]) == below);
    axis.is_dense = is_dense;
    below *= axis.extent;
  }
  granularity = below;
  const std::uint64_t slice_elements =
      std::max<std::uint64_t>(slice_bytes / static_cast<std::uint64_t>(element_bytes), 1);
  if (below <= slice_elements) return;
  for (split = 0; axes[static_cast<std::size_t>(split)].below > slice_elements;) ++split;
  granularity = axes[static_cast<std::size_t>(split)].below;
}

const plan::Run* CopyLayout::only_run(std::size_t a) const {
  return is_clipped(a) ? nullptr : plan::only_run(plan.axes[a]);
}

std::uint64_t CopyLayout::view_of(std::size_t operand) const { return views + operand * sizeof(OperandView); }

std::size_t CopyLayout::class_of(std::size_t operand) const {
  const auto found = std::find(inner_strides.begin(), inner_strides.end(), plan.operands[operand].strides[innermost]);
  return static_cast<std::size_t>(found - inner_strides.begin());
}

void CopyLayout::add_views() {
  std::vector<OperandView> made;
  made.reserve(plan.operands.size());
  for (std::size_t o = 0; o < plan.operands.size(); ++o) {
    const plan::Operand& operand = plan.operands[o];
    OperandView view{operand.input * sizeof(std::byte*), operand.offset * element_bytes, {}};
    for (std::size_t a = 0; a < plan::kMaxAxes; ++a) view.strides[a] = operand.strides[a] * element_bytes;
    made.push_back(view);
    if (class_of(o) == inner_strides.size()) inner_strides.push_back(operand.strides[innermost]);
  }
  views = tables.add(made.data(), made.size() * sizeof(OperandView), 64);
}

void CopyLayout::add_runs(std::size_t a) {
  const plan::Axis& axis = plan.axes[a];
  std::vector<RunRecord> records;
  records.reserve(run_count(axis));
  std::vector<RunSection> sections;
  const auto add = [&](const std::vector<plan::Run>& runs, std::uint64_t repeats, bool is_body) {
    if (runs.empty()) return;
    RunSection section{records.size(), 0, repeats, plan::extent(runs), is_body ? ~std::uint64_t{0} : 0};
    for (const plan::Run& run : runs) {
      RunRecord record{run.count, run.begin, run.step, kMoves.word(), 0};
      if (run.source == plan::kFill) {
        record.kind = kFills.word();
      } else {
        const auto operand = static_cast<std::size_t>(std::max(run.source, 0));
        if (run.source >= 0) record.kind = chooses(class_of(operand)).word();
        record.view = view_of(operand);
      }
      records.push_back(record);
    }
    section.end = records.size();
    sections.push_back(section);
  };
  add(axis.head, 1, false);
  add(axis.body, axis.repeat, true);
  add(axis.tail, 1, false);
  sections.push_back({});
  const std::uint64_t at = tables.add(records.data(), records.size() * sizeof(RunRecord), 8);
  for (RunSection& section : sections) {
    section.first = at + section.first * sizeof(RunRecord);
    section.end = at + section.end * sizeof(RunRecord);
  }
  axes[a].sections = tables.add(sections.data(), sections.size() * sizeof(RunSection), 8);
}

std::int64_t input_step(const CopyLayout& layout, const plan::Run& run, ReadOperand operand) {
  const auto number = static_cast<std::size_t>(std::max(run.source, 0));
  const std::int64_t stride =
      operand.is_chosen ? *operand.inner_stride : layout.plan.operands[number].strides[layout.innermost];
  return run.step * stride * layout.element_bytes;
}

}  // namespace dmlrun::jit::x64
