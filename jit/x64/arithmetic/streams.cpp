#include "jit/x64/arithmetic/streams.h"

#include <algorithm>
#include <optional>

#include "engine/plan/axis_runs.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// The one position of an axis whose runs all have the same; nothing when they differ or all are fills.
std::optional<std::int64_t> only_position(const plan::Axis& axis) {
  std::optional<std::int64_t> position;
  bool is_only = true;
  plan::for_each_run(axis, [&](const plan::Run& run) {
    if (run.source == plan::kFill) return;
    if ((run.count > 1 && run.step != 0) || position.value_or(run.begin) != run.begin) is_only = false;
    position = run.begin;
  });
  return is_only ? position : std::nullopt;
}

Variance variance_of(const plan::Plan& plan, const plan::Operand& operand) {
  Variance variance = Variance::invariant;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    if (operand.strides[a] == 0 || only_position(plan.axes[a])) continue;
    variance = std::max(variance, Variance::per_run);
    if (a + 1 < plan.axes.size()) continue;
    plan::for_each_run(plan.axes[a], [&](const plan::Run& run) {
      if (run.count > 1 && run.step != 0) variance = Variance::per_element;
    });
  }
  return variance;
}

}  // namespace

const plan::Value* loaded_as_double(const plan::Plan& plan, const plan::Value& value,
                                    const std::vector<Variance>& variances) {
  if (value.op != plan::Op::convert || value.type != plan::Type::f64) return nullptr;
  const std::uint32_t number = value.inputs[0];
  const plan::Value& load = plan.values[number];
  const bool is_of_floats = load.op == plan::Op::load && plan.operands[load.immediate].element == plan::Element::f32;
  if (!is_of_floats || variances[number] != Variance::per_element) return nullptr;
  const auto takes = [&](const plan::Value& other) {
    const auto end = other.inputs.begin() + plan::operation(other.op).arity;
    return std::find(other.inputs.begin(), end, number) != end;
  };
  return std::count_if(plan.values.begin(), plan.values.end(), takes) == 1 ? &load : nullptr;
}

std::vector<Stream> streams_of(const plan::Plan& plan) {
  std::vector<Stream> streams;
  streams.reserve(plan.operands.size());
  for (std::uint32_t o = 0; o < plan.operands.size(); ++o) {
    const auto loads = [&](const plan::Value& v) { return v.op == plan::Op::load && v.immediate == o; };
    if (std::any_of(plan.values.begin(), plan.values.end(), loads))
      streams.push_back({o, variance_of(plan, plan.operands[o])});
  }
  std::ranges::sort(streams, [](const Stream& a, const Stream& b) {
    return a.variance != b.variance ? a.variance > b.variance : a.operand < b.operand;
  });
  return streams;
}

std::uint32_t stream_of(const std::vector<Stream>& streams, const plan::Value& load) {
  std::uint32_t stream = 0;
  while (streams[stream].operand != load.immediate) ++stream;
  return stream;
}

std::vector<Variance> variances_of(const plan::Plan& plan, const std::vector<Stream>& streams) {
  std::vector<Variance> variances;
  variances.reserve(plan.values.size());
  for (const plan::Value& value : plan.values) {
    const bool is_load = value.op == plan::Op::load;
    Variance variance = is_load ? streams[stream_of(streams, value)].variance : Variance::invariant;
    for (std::size_t i = 0; i < plan::operation(value.op).arity; ++i)
      variance = std::max(variance, variances[value.inputs[i]]);
    variances.push_back(variance);
  }
  return variances;
}

std::int64_t fixed_position(const plan::Plan& plan, const plan::Operand& operand) {
  std::int64_t position = operand.offset;
  for (std::size_t a = 0; a < plan.axes.size(); ++a)
    if (operand.strides[a] != 0) position += only_position(plan.axes[a]).value_or(0) * operand.strides[a];
  return position;
}

}  // namespace dmlrun::jit::x64::arithmetic
