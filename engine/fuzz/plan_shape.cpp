#include "engine/fuzz/plan_shape.h"

#include <algorithm>

#include "engine/operators/operator_state.h"

namespace dmlrun::fuzz {
namespace {

/// FNV-1a over small numbers.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325;
  void add(std::uint64_t number) {
    value ^= number;
    value *= 0x100000001b3;
  }
};

void add(Hash& hash, const std::vector<plan::Run>& runs) {
  hash.add(100 + std::min<std::size_t>(runs.size(), 9));
  for (std::size_t i = 0; i < std::min<std::size_t>(runs.size(), 9); ++i) {
    const plan::Run& run = runs[i];
    hash.add(run.source == plan::kFill ? 1 : run.source == plan::kUnchosen ? 2 : 3 + std::min(run.source, 4));
    hash.add(run.step < -1 ? 10 : run.step > 1 ? 14 : static_cast<std::uint64_t>(run.step + 12));
    hash.add(run.count == 1 ? 20 : 21);
  }
}

}  // namespace

std::vector<std::uint64_t> plan_shapes(const Operator& op) {
  std::vector<std::uint64_t> shapes;
  for (const plan::Plan& plan : op.state().plans) {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(plan.output));
    hash.add(plan.values.size());
    hash.add(std::min<std::size_t>(plan.operands.size(), 5));
    std::int64_t packed = 1;
    for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
      add(hash, plan.axes[axis].head);
      add(hash, plan.axes[axis].body);
      add(hash, plan.axes[axis].tail);
      if (plan.axes[axis].advance != 0) hash.add(plan.axes[axis].advance > 0 ? 50 : 51);
      hash.add(plan.output_strides[axis] == packed ? 30 : 31);
      packed = static_cast<std::int64_t>(plan::extent(plan.axes[axis])) * packed;
      for (const plan::Operand& operand : plan.operands)
        hash.add(std::min<std::int64_t>(operand.strides[axis], 2) + 40);
    }
    shapes.push_back(hash.value);
  }
  return shapes;
}

}  // namespace dmlrun::fuzz
