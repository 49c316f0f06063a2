// What a plan means, element by element, straight from the definition in plan.h. Shares no code with engine/plan but
// the structs, and cares for clarity only.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/test/naive_values.h"

namespace dmlrun::plan_test {

using Bytes = std::vector<std::byte>;

/// One coordinate of an axis.
struct Mapped {
  std::int64_t position = 0;
  std::int32_t source = plan::kUnchosen;
  friend bool operator==(const Mapped&, const Mapped&) = default;
};

inline std::vector<Mapped> map_of(const plan::Axis& axis) {
  std::vector<Mapped> map;
  const auto append = [&](const std::vector<plan::Run>& runs, std::int64_t moved) {
    for (const plan::Run& run : runs)
      for (std::uint64_t k = 0; k < run.count; ++k) {
        const std::int64_t position = run.begin + static_cast<std::int64_t>(k) * run.step + moved;
        map.push_back({run.source == plan::kFill ? 0 : position, run.source});
      }
  };
  append(axis.head, 0);
  for (std::uint64_t i = 0; i < axis.repeat; ++i) append(axis.body, static_cast<std::int64_t>(i) * axis.advance);
  append(axis.tail, 0);
  return map;
}

class NaiveWalk {
 public:
  explicit NaiveWalk(const plan::Plan& plan) : plan_(plan), bytes_(plan::bytes_of(plan.output)) {
    for (const plan::Axis& axis : plan.axes) {
      maps_.push_back(map_of(axis));
      count_ *= maps_.back().size();
    }
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// In elements, from the output's first element to element c of the row-major order.
  [[nodiscard]] std::int64_t output_offset(std::uint64_t c) const {
    std::int64_t offset = 0;
    for (std::size_t a = maps_.size(); a-- > 0; c /= maps_[a].size())
      offset += static_cast<std::int64_t>(c % maps_[a].size()) * plan_.output_strides[a];
    return offset;
  }

  /// Writes element c to `to`.
  void element(std::uint64_t c, const std::vector<Bytes>& inputs, std::byte* to) const {
    std::vector<std::int64_t> position(maps_.size());
    std::int32_t source = plan::kUnchosen;
    for (std::size_t a = maps_.size(); a-- > 0; c /= maps_[a].size()) {
      const Mapped& mapped = maps_[a][c % maps_[a].size()];
      position[a] = mapped.position;
      if (mapped.source == plan::kFill) source = plan::kFill;
      if (mapped.source >= 0 && source != plan::kFill) source = mapped.source;
    }
    if (source == plan::kFill) {
      std::memcpy(to, plan_.fill.data(), bytes_);
    } else if (plan_.values.empty()) {
      std::memcpy(to, address(source == plan::kUnchosen ? 0 : static_cast<std::size_t>(source), position, inputs),
                  bytes_);
    } else {
      std::vector<Scalar> numbers;
      for (std::size_t o = 0; o < plan_.operands.size(); ++o) numbers.push_back(number(o, position, inputs));
      store(value_of(plan_, numbers), plan_.output, to);
    }
  }

  /// The output with elements [first, last) written; all other bytes are 0xaa.
  [[nodiscard]] Bytes run(const std::vector<Bytes>& inputs, std::uint64_t first, std::uint64_t last) const {
    Bytes output(plan_.output_span * bytes_, std::byte{0xaa});
    for (std::uint64_t c = first; c < last; ++c)
      element(c, inputs, output.data() + output_offset(c) * static_cast<std::int64_t>(bytes_));
    return output;
  }
  [[nodiscard]] Bytes run(const std::vector<Bytes>& inputs) const { return run(inputs, 0, count_); }

 private:
  [[nodiscard]] const std::byte* address(std::size_t o, const std::vector<std::int64_t>& position,
                                         const std::vector<Bytes>& inputs) const {
    const plan::Operand& operand = plan_.operands.at(o);
    std::int64_t at = operand.offset;
    for (std::size_t a = 0; a < position.size(); ++a) at += position[a] * operand.strides[a];
    return &inputs.at(operand.input).at(static_cast<std::size_t>(at) * plan::bytes_of(operand.element));
  }

  [[nodiscard]] Scalar number(std::size_t o, const std::vector<std::int64_t>& position,
                              const std::vector<Bytes>& inputs) const {
    const plan::Operand& operand = plan_.operands.at(o);
    if (operand.input != plan::kIndex) return number_at(address(o, position, inputs), operand.element);
    std::int64_t at = operand.offset;
    for (std::size_t a = 0; a < position.size(); ++a) at += position[a] * operand.strides[a];
    return {plan::Type::i64, static_cast<std::uint64_t>(at)};
  }

  const plan::Plan& plan_;
  std::size_t bytes_;
  std::vector<std::vector<Mapped>> maps_;
  std::uint64_t count_ = 1;
};

}  // namespace dmlrun::plan_test
