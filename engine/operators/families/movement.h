// The operators that copy elements: base classes of their definitions.
#pragma once

#include <optional>
#include <string>

#include "engine/operators/definition.h"

namespace dmlrun::operators {

/// The names of the two tensors of a movement with one input.
struct TensorNames {
  std::string_view input = "InputTensor", output = "OutputTensor";
};

/// Operators that copy each output element from an input. All tensors have one type.
class Movement : public Definition {
 public:
  void infer(Fields& fields, Desc& desc) const override;

 protected:
  ~Movement() = default;
  /// Infers missing sizes of tensors. Precondition: all tensors have a type.
  virtual void infer_sizes(Fields& fields, Desc& desc) const = 0;
  /// Checks that input and output have the same rank, or type.
  [[nodiscard]] static bool check_rank(const Desc& desc, Checker& checker, const TensorNames& names = {});
  [[nodiscard]] static bool check_type(const Desc& desc, Checker& checker, const TensorNames& names = {});
};

/// A movement of one tensor to another of equal rank, whose axes are independent of each other. Arrays have one entry
/// per axis.
class AxisMovement : public Movement {
 public:
  [[nodiscard]] bool check(const Desc& desc, Checker& checker) const override;
  [[nodiscard]] std::vector<plan::Plan> lower(const Desc& desc) const override;

 protected:
  constexpr explicit AxisMovement(const TensorNames& names = {}) noexcept : names_(names) {}
  ~AxisMovement() = default;
  void infer_sizes(Fields& fields, Desc& desc) const override;
  /// The output's sizes; nothing if they cannot be inferred. `input`: the input's sizes, if known.
  [[nodiscard]] virtual std::optional<Dimensions> output_sizes(const Desc& desc,
                                                               const std::optional<Dimensions>& input) const = 0;
  [[nodiscard]] virtual bool check_axis(const Desc& desc, std::size_t axis, Checker& checker) const = 0;
  /// The plan's axis for an axis of the output.
  [[nodiscard]] virtual plan::Axis lower_axis(const Desc& desc, std::size_t axis) const = 0;
  /// The fill pattern, used if lower_axis() makes fills.
  [[nodiscard]] virtual std::array<std::byte, 8> fill(const Desc&) const { return {}; }

 private:
  const TensorNames names_;
};

/// A movement of InputTensor to OutputTensor, of equal rank, that splits axes into parts and rearranges these.
class PartMovement : public Movement {
 public:
  [[nodiscard]] bool check(const Desc& desc, Checker& checker) const override;
  [[nodiscard]] std::vector<plan::Plan> lower(const Desc& desc) const override;

 protected:
  ~PartMovement() = default;
  void infer_sizes(Fields& fields, Desc& desc) const override;
  /// A part of an axis: `count` positions, `step` apart on one axis of each tensor.
  struct Part {
    std::uint64_t count;
    struct AxisStep {
      std::size_t axis;
      std::uint64_t step;
    } input, output;
  };
  /// The parts of all axes; those on one axis cover it. Empty if no feature level supports the rank.
  [[nodiscard]] virtual std::vector<Part> parts(const Desc& desc, const Dimensions& input) const = 0;

 private:
  [[nodiscard]] static Dimensions sizes_made(const std::vector<Part>& parts, Part::AxisStep Part::*tensor,
                                             std::size_t rank);
};

/// Paths to fields that most operators have.
[[nodiscard]] inline FieldPath output_size_path(std::size_t axis) noexcept {
  return FieldPath{"OutputTensor"}.at("Sizes", static_cast<std::int64_t>(axis));
}
[[nodiscard]] inline FieldPath entry_path(std::string_view field, std::size_t axis) noexcept {
  return FieldPath{field}.at({}, static_cast<std::int64_t>(axis));
}
/// "InputTensor.Sizes[2] is 7"
[[nodiscard]] std::string size_words(const Desc& desc, std::string_view tensor, std::size_t axis);
/// Clamps a size to UINT32; a rule refuses sizes that do not fit.
[[nodiscard]] inline std::uint32_t clamped_size(std::uint64_t size) noexcept {
  return size < 0xFFFFFFFFu ? static_cast<std::uint32_t>(size) : 0xFFFFFFFFu;
}

}  // namespace dmlrun::operators
