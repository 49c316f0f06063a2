#include "engine/plan/normalize.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engine/plan/axis_runs.h"
#include "engine/plan/fold_values.h"

namespace dmlrun::plan {

namespace {

void erase_stride(Strides& strides, std::size_t axis) {
  std::copy(strides.begin() + static_cast<std::ptrdiff_t>(axis) + 1, strides.end(),
            strides.begin() + static_cast<std::ptrdiff_t>(axis));
  strides.back() = 0;
}

void erase_axis(Plan& plan, std::size_t axis) {
  plan.axes.erase(plan.axes.begin() + static_cast<std::ptrdiff_t>(axis));
  for (Operand& operand : plan.operands) erase_stride(operand.strides, axis);
  erase_stride(plan.output_strides, axis);
}

Element moved_element(std::size_t bytes) {
  return bytes == 1 ? Element::x1 : bytes == 2 ? Element::x2 : bytes == 4 ? Element::x4 : Element::x8;
}

/// A plan that reads nothing: one fill run per axis.
void keep_only_fill(Plan& plan) {
  plan.operands.clear();
  plan.values.clear();
  for (Axis& axis : plan.axes) axis = {{{extent(axis), 0, 0, kFill}}, {}, 0, {}};
}

void drop_operands_never_loaded(Plan& plan) {
  constexpr auto kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> renumbered(plan.operands.size(), kUnused);
  for (const Value& value : plan.values)
    if (value.op == Op::load) renumbered[value.immediate] = 0;
  std::vector<Operand> kept;
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (renumbered[o] != kUnused) {
      renumbered[o] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(plan.operands[o]);
    }
  for (Value& value : plan.values)
    if (value.op == Op::load) value.immediate = renumbered[value.immediate];
  plan.operands = std::move(kept);
}

/// Of the runs of an axis that are no fill: whether some name an operand, and whether all do.
struct Naming {
  bool some = false;
  bool all = true;
};

Naming naming_of(const Axis& axis) {
  Naming naming;
  for_each_run(axis, [&](const Run& run) {
    if (run.source >= 0) naming.some = true;
    if (run.source == kUnchosen) naming.all = false;
  });
  return naming;
}

void name_everywhere(Plan& plan, std::int32_t source) {
  for (Axis& axis : plan.axes)
    for_each_run(axis, [&](Run& run) {
      if (run.source >= 0) run.source = source;
    });
}

void keep_one_operand(Plan& plan, std::size_t operand) {
  plan.operands = {Operand(plan.operands[operand])};
  name_everywhere(plan, kUnchosen);
}

/// Operands in the order in which the only axis that chooses names them; each of its runs names its operand.
void order_operands(Plan& plan, Axis& axis) {
  std::vector<std::int32_t> renumbered(plan.operands.size(), kUnchosen);
  std::vector<Operand> kept;
  for_each_run(axis, [&](Run& run) {
    if (run.source == kFill) return;
    const auto named = static_cast<std::size_t>(run.source == kUnchosen ? 0 : run.source);
    if (renumbered[named] == kUnchosen) {
      renumbered[named] = static_cast<std::int32_t>(kept.size());
      kept.push_back(plan.operands[named]);
    }
    run.source = renumbered[named];
  });
  plan.operands = std::move(kept);
  if (plan.operands.size() == 1) name_everywhere(plan, kUnchosen);
}

/// Leaves the operands that are read, and names only where there is a choice.
void choose_operands(Plan& plan) {
  if (!plan.values.empty()) return drop_operands_never_loaded(plan);
  std::size_t naming_axes = 0, naming_axis = 0;
  bool always_named = false;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    const Naming naming = naming_of(plan.axes[a]);
    if (!naming.some) continue;
    ++naming_axes;
    naming_axis = a;
    always_named = always_named || naming.all;
  }
  if (naming_axes == 0) return keep_one_operand(plan, 0);
  if (naming_axes == 1) return order_operands(plan, plan.axes[naming_axis]);
  // Several axes name the same operand; where none does it is operand 0.
  std::int32_t named = kUnchosen;
  for_each_run(plan.axes[naming_axis], [&](const Run& run) { named = std::max(named, run.source); });
  if (always_named || named == 0) return keep_one_operand(plan, static_cast<std::size_t>(named));
  plan.operands = {Operand(plan.operands[0]), Operand(plan.operands[static_cast<std::size_t>(named)])};
  name_everywhere(plan, 1);
}

void normalize_values(Plan& plan) {
  fold_values(plan);
  if (plan.values.empty() || !stores_what_it_loads(plan)) return;
  drop_operands_never_loaded(plan);
  plan.values.clear();
}

struct Positions {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
  void include(const Run& run) {
    low = std::min({low, run.begin, last_position(run)});
    high = std::max({high, run.begin, last_position(run)});
  }
};

/// Moves one operand's smallest position on axis a to 0, by its offset. A position that never changes needs no stride.
void settle(Operand& operand, std::size_t a, const Positions& positions) {
  operand.offset += positions.low * operand.strides[a];
  if (positions.low == positions.high) operand.strides[a] = 0;
}

void settle_run(Run& run, const Positions& positions, bool is_still) {
  if (run.source == kFill) return;
  run.begin = is_still ? 0 : run.begin - positions.low;
  if (is_still) run.step = 0;
}

/// Positions of every operand that is read on axis a start at 0; those along a stride of 0 are 0.
/// Precondition: either each run names its operand (chooses), or every operand meets every run.
void settle_positions(Plan& plan, std::size_t a, bool chooses) {
  Axis& axis = plan.axes[a];
  if (chooses) {
    std::vector<Positions> positions(plan.operands.size());
    const auto of = [](const Run& run) { return static_cast<std::size_t>(run.source); };
    const auto is_still = [&](const Run& run) { return run.source == kFill || plan.operands[of(run)].strides[a] == 0; };
    for_each_extreme(axis, [&](const Run& run) {
      if (run.source != kFill) positions[of(run)].include(run);
    });
    for (std::size_t o = 0; o < plan.operands.size(); ++o) settle(plan.operands[o], a, positions[o]);
    for_each_run(axis, [&](Run& run) {
      if (run.source != kFill) settle_run(run, positions[of(run)], is_still(run));
    });
    if (std::all_of(axis.body.begin(), axis.body.end(), is_still)) axis.advance = 0;
    return;
  }
  Positions positions;
  for_each_extreme(axis, [&](const Run& run) {
    if (run.source != kFill) positions.include(run);
  });
  bool is_still = true;
  for (Operand& operand : plan.operands) {
    settle(operand, a, positions);
    is_still = is_still && operand.strides[a] == 0;
  }
  for_each_run(axis, [&](Run& run) { settle_run(run, positions, is_still); });
  if (is_still) axis.advance = 0;
}

/// Whether every operand moves along axis a as along `length` coordinates of the next axis, or not at all.
bool strides_continue(const Plan& plan, std::size_t a, std::int64_t length) {
  std::vector<bool> moves(plan.operands.size(), false);
  bool all_move = false;
  for_each_extreme(plan.axes[a], [&](const Run& run) {
    if (run.begin == 0 && run.step == 0) return;
    if (run.source >= 0) moves[static_cast<std::size_t>(run.source)] = true;
    else all_move = true;
  });
  for (std::size_t o = 0; o < plan.operands.size(); ++o) {
    const Strides& strides = plan.operands[o].strides;
    if ((all_move || moves[o]) && strides[a] != length * strides[a + 1]) return false;
  }
  return true;
}

/// Each coordinate of axis a becomes the whole next axis, which is the run `inner`: of step 1, or of step 0 on both
/// axes.
bool fold_inner_run(Plan& plan, std::size_t a, const Run& inner) {
  const auto length = static_cast<std::int64_t>(inner.count);
  if (inner.source != kUnchosen || inner.begin != 0 || !strides_continue(plan, a, length)) return false;
  const std::int64_t most = (std::int64_t{1} << 59) / length - 1;
  bool fits = true;
  for_each_extreme(plan.axes[a], [&](const Run& run) {
    fits = fits && std::abs(run.begin) <= most && std::abs(last_position(run)) <= most;
    if (inner.step == 1) fits = fits && (run.source == kFill || run.count == 1 || run.step == 1);
    else fits = fits && run.begin == 0 && run.step == 0;
  });
  if (!fits || (inner.step != 1 && inner.step != 0)) return false;
  for_each_run(plan.axes[a], [&](Run& run) {
    run.count *= inner.count;
    run.begin *= length;
    run.step = run.source == kFill ? 0 : inner.step;
  });
  plan.axes[a].advance *= length;
  return true;
}

/// Makes axis a describe itself and the next axis, if one axis can. The next axis may be moved from; it is erased
/// later.
bool join_runs(Plan& plan, std::size_t a) {
  Axis& outer = plan.axes[a];
  Axis& inner = plan.axes[a + 1];
  if (plan.operands.empty()) {
    outer.head[0].count *= inner.head[0].count;
    return true;
  }
  if (only_run(inner) && fold_inner_run(plan, a, inner.head[0])) return true;
  if (!only_run(outer) || outer.head[0] != Run{outer.head[0].count, 0, 0, kUnchosen} || !inner.tail.empty() ||
      inner.head.empty() == inner.body.empty() || inner.advance != 0)
    return false;
  // The same again for every outer coordinate: a body that repeats.
  const std::uint64_t times = outer.head[0].count;
  outer = std::move(inner);
  if (outer.body.empty()) outer.body.swap(outer.head);
  outer.repeat = std::max<std::uint64_t>(outer.repeat, 1) * times;
  return true;
}

/// Joins axis a and the next one into axis a where one axis can describe both.
bool fold(Plan& plan, std::size_t a) {
  const auto length = static_cast<std::int64_t>(extent(plan.axes[a + 1]));
  if (plan.output_strides[a] != length * plan.output_strides[a + 1] || !join_runs(plan, a)) return false;
  for (Operand& operand : plan.operands) operand.strides[a] = operand.strides[a + 1];
  plan.output_strides[a] = plan.output_strides[a + 1];
  erase_axis(plan, a + 1);
  return true;
}

void normalize_axes(Plan& plan) {
  const bool reads = !plan.operands.empty();
  std::size_t naming_axes = 0;
  for (const Axis& axis : plan.axes) naming_axes += naming_of(axis).some ? 1 : 0;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    const bool names = naming_of(plan.axes[a]).some;
    if (reads && (!names || naming_axes == 1)) settle_positions(plan, a, names);
    normalize_runs(plan.axes[a]);
  }
  for (std::size_t a = plan.axes.size(); a-- > 0;)
    if (extent(plan.axes[a]) == 1) {
      // A plan that reads nothing keeps its last axis, with an output stride of 0.
      if (!reads && plan.axes.size() == 1) plan.output_strides[a] = 0;
      else erase_axis(plan, a);
    }
  for (std::size_t a = plan.axes.size(); a-- > 0;)
    while (a + 1 < plan.axes.size() && fold(plan, a)) {
    }
}

void normalize_once(Plan& plan) {
  if (std::any_of(plan.axes.begin(), plan.axes.end(), only_fills)) keep_only_fill(plan);
  else choose_operands(plan);
  normalize_axes(plan);
}

}  // namespace

Plan normalize(Plan plan) {
  normalize_values(plan);
  Plan before;
  do {
    before = plan;
    normalize_once(plan);
  } while (!(plan == before));

  plan.output_span = 1;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    plan.output_span += (extent(plan.axes[a]) - 1) * static_cast<std::uint64_t>(plan.output_strides[a]);
  }
  if (std::none_of(plan.axes.begin(), plan.axes.end(), fills)) plan.fill = {};
  if (plan.values.empty()) {
    plan.output = moved_element(bytes_of(plan.output));
    for (Operand& operand : plan.operands) operand.element = plan.output;
  }
  return plan;
}

}  // namespace dmlrun::plan
