// SLICE: every Strides[i]-th element of an axis, from Offsets[i] on, Sizes[i] of them. SLICE1: a walk through a window
// of the input, forwards from its beginning or backwards from its end. SLICE_GRAD: the same walk through a window of
// the output, which is 0 elsewhere.
#include <cstdlib>

#include "engine/operators/families/lowering.h"
#include "engine/operators/families/movement.h"
#include "engine/plan/axis_runs.h"

namespace dmlrun::operators {
namespace {

class Slice final : public AxisMovement {
  void infer_sizes(Fields& fields, Desc& desc) const override {
    PartialTensor& output = fields.tensor("OutputTensor");
    if (!desc.get<Dimensions>("Sizes") && output.sizes) desc.find("Sizes")->value = *output.sizes;
    AxisMovement::infer_sizes(fields, desc);
  }

  std::optional<Dimensions> output_sizes(const Desc& desc, const std::optional<Dimensions>&) const override {
    const auto* sizes = desc.get<Dimensions>("Sizes");
    return sizes ? std::optional(*sizes) : std::nullopt;
  }

  bool check_axis(const Desc& desc, std::size_t i, Checker& c) const override {
    const auto& input = desc.at<TensorDesc>("InputTensor");
    const std::uint32_t offset = desc.at<Dimensions>("Offsets")[i], size = desc.at<Dimensions>("Sizes")[i];
    const std::uint32_t stride = desc.at<Dimensions>("Strides")[i],
                        found = desc.at<TensorDesc>("OutputTensor").sizes[i];
    if (!c.require(size >= 1, "least_size", entry_path("Sizes", i),
                   [] { return std::string("a size of 0 was found; at least one element is copied"); }))
      return false;
    if (!c.require(stride >= 1, "least_stride", entry_path("Strides", i), [] {
          return std::string(
              "a stride of 0 was found; every stride is at least 1 (1 also where one element is copied)");
        }))
      return false;
    if (!c.require(offset < input.sizes[i], "offset", entry_path("Offsets", i), [&] {
          return std::to_string(offset) + " was found; " + size_words(desc, "InputTensor", i) + ", so at most " +
                 std::to_string(input.sizes[i] - 1) + " is possible";
        }))
      return false;
    const std::uint64_t last = offset + std::uint64_t{size - 1} * stride;
    if (!c.require(last < input.sizes[i], "last_element", entry_path("Sizes", i), [&] {
          return "element " + std::to_string(last) + " would be the last one copied (" + std::to_string(offset) +
                 " + " + std::to_string(size - 1) + " * " + std::to_string(stride) + "); " +
                 size_words(desc, "InputTensor", i);
        }))
      return false;
    return c.require(found == size, "sizes", output_size_path(i), [&] {
      return std::to_string(found) + " was found; Sizes[" + std::to_string(i) + "] of the slice is " +
             std::to_string(size);
    });
  }

  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    return stepped(desc.at<Dimensions>("Sizes")[i], desc.at<Dimensions>("Offsets")[i],
                   desc.at<Dimensions>("Strides")[i]);
  }
};

/// How many elements a walk through a window meets. The least INT32 has a magnitude, too.
std::uint64_t most_copied(std::uint32_t window, std::int32_t stride) {
  if (window == 0 || stride == 0) return 1;
  return 1 + std::uint64_t{window - 1} / static_cast<std::uint64_t>(std::abs(std::int64_t{stride}));
}

/// A walk through a window of one of the tensors; the other has an element for each step, or for the first ones.
class WindowWalk : public AxisMovement {
 protected:
  constexpr WindowWalk(const TensorNames& names, bool reads_window) noexcept
      : AxisMovement(names),
        with_window_(reads_window ? names.input : names.output),
        with_steps_(reads_window ? names.output : names.input) {}
  ~WindowWalk() = default;

  bool check_axis(const Desc& desc, std::size_t i, Checker& c) const override {
    const std::uint32_t offset = desc.at<Dimensions>("InputWindowOffsets")[i];
    const std::uint32_t window = desc.at<Dimensions>("InputWindowSizes")[i];
    const std::int32_t stride = desc.at<SignedDimensions>("InputWindowStrides")[i];
    const std::uint32_t found = desc.at<TensorDesc>(with_steps_).sizes[i];
    if (!c.require(window >= 1, "least_window", entry_path("InputWindowSizes", i),
                   [] { return std::string("a size of 0 was found; a window has at least one element"); }))
      return false;
    if (!c.require(stride != 0, "stride_zero", entry_path("InputWindowStrides", i),
                   [] { return std::string("a stride of 0 was found; 1 or more, or -1 or less, was expected"); }))
      return false;
    const std::uint64_t end = std::uint64_t{offset} + window;
    const bool is_inside = end <= desc.at<TensorDesc>(with_window_).sizes[i];
    if (!c.require(is_inside, "window", entry_path("InputWindowSizes", i), [&] {
          return "the window of " + std::to_string(window) + " from " + std::to_string(offset) + " on ends at " +
                 std::to_string(end) + "; " + size_words(desc, with_window_, i);
        }))
      return false;
    const std::uint64_t most = most_copied(window, stride);
    const FieldPath place = FieldPath{with_steps_}.at("Sizes", static_cast<std::int64_t>(i));
    return c.require(found <= most, "walk", place, [&] {
      return std::to_string(found) + " was found; a window of " + std::to_string(window) + " with a stride of " +
             std::to_string(stride) + " gives at most " + std::to_string(most);
    });
  }

  /// The steps that are taken along an axis of the tensor with the window.
  static plan::Run steps(const Desc& desc, std::size_t i, std::uint32_t count) {
    const std::int32_t stride = desc.at<SignedDimensions>("InputWindowStrides")[i];
    const std::int64_t back = stride < 0 ? std::int64_t{desc.at<Dimensions>("InputWindowSizes")[i]} - 1 : 0;
    return {count, desc.at<Dimensions>("InputWindowOffsets")[i] + back, stride};
  }

 private:
  const std::string_view with_window_, with_steps_;
};

class Slice1 final : public WindowWalk {
 public:
  constexpr Slice1() noexcept : WindowWalk({}, true) {}

 private:
  std::optional<Dimensions> output_sizes(const Desc& desc, const std::optional<Dimensions>&) const override {
    const auto& windows = desc.at<Dimensions>("InputWindowSizes");
    const auto& strides = desc.at<SignedDimensions>("InputWindowStrides");
    Dimensions sizes;
    for (std::size_t i = 0; i < windows.size(); ++i)  // a rule refuses another number of strides
      sizes.push_back(static_cast<std::uint32_t>(most_copied(windows[i], i < strides.size() ? strides[i] : 1)));
    return sizes;
  }

  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    const plan::Run walk = steps(desc, i, desc.at<TensorDesc>("OutputTensor").sizes[i]);
    return stepped(static_cast<std::uint32_t>(walk.count), walk.begin, walk.step);
  }
};

class SliceGrad final : public WindowWalk {
 public:
  constexpr SliceGrad() noexcept : WindowWalk({"InputGradientTensor", "OutputGradientTensor"}, false) {}

 private:
  std::optional<Dimensions> output_sizes(const Desc& desc, const std::optional<Dimensions>&) const override {
    const auto& offsets = desc.at<Dimensions>("InputWindowOffsets");
    const auto& windows = desc.at<Dimensions>("InputWindowSizes");
    Dimensions sizes;
    for (std::size_t i = 0; i < windows.size(); ++i)
      sizes.push_back(clamped_size(std::uint64_t{windows[i]} + (i < offsets.size() ? offsets[i] : 0)));
    return sizes;
  }

  /// [head filled; one element and the gap behind it, again and again; the last element; tail filled]
  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    const std::uint32_t extent = desc.at<TensorDesc>("OutputGradientTensor").sizes[i];
    const plan::Run walk = steps(desc, i, desc.at<TensorDesc>("InputGradientTensor").sizes[i]);
    const std::int64_t end = plan::last_position(walk);
    const auto gap = static_cast<std::uint64_t>(std::abs(walk.step)) - 1;
    const std::uint64_t repeat = walk.count - 1, from = static_cast<std::uint64_t>(std::min(walk.begin, end));
    const std::int64_t first = walk.step < 0 ? static_cast<std::int64_t>(repeat) : 0;
    const auto add = [](std::vector<plan::Run>& runs, std::uint64_t count, std::int64_t begin, std::int32_t source) {
      if (count > 0) runs.push_back({count, begin, 0, source});
    };
    plan::Axis axis;
    add(axis.head, from, 0, plan::kFill);
    if (repeat > 0) {
      axis.repeat = repeat;
      axis.advance = walk.step < 0 ? -1 : 1;
      add(axis.body, 1, first, plan::kUnchosen);
      add(axis.body, gap, 0, plan::kFill);
    }
    add(axis.tail, 1, walk.step < 0 ? 0 : static_cast<std::int64_t>(repeat), plan::kUnchosen);
    add(axis.tail, extent - from - repeat * (gap + 1) - 1, 0, plan::kFill);
    return axis;
  }
};

constexpr Slice kSliceDefinition;
constexpr Slice1 kSlice1Definition;
constexpr SliceGrad kSliceGradDefinition;

}  // namespace

const Definition& slice() noexcept { return kSliceDefinition; }
const Definition& slice1() noexcept { return kSlice1Definition; }
const Definition& slice_grad() noexcept { return kSliceGradDefinition; }

}  // namespace dmlrun::operators
