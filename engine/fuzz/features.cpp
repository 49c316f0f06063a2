#include "engine/fuzz/features.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <variant>

#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {
namespace {

struct Layout {
  bool broadcast = false, permuted = false, gaps = false, overlapping = false;
};

/// How strides differ from packed. Of axes longer than 1, sorted by stride: one that lies closer than what is inside it
/// reaches overlaps; one that lies further away leaves a gap.
Layout layout_of(const TensorDesc& tensor) {
  Layout layout;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> axes;  // stride, size
  std::uint32_t last = 0xffffffff;
  for (std::size_t axis = 0; axis < tensor.strides.size(); ++axis) {
    if (tensor.sizes[axis] == 1) continue;
    if (tensor.strides[axis] == 0) {
      layout.broadcast = true;
      continue;
    }
    layout.permuted = layout.permuted || tensor.strides[axis] > last;
    last = tensor.strides[axis];
    axes.emplace_back(tensor.strides[axis], tensor.sizes[axis]);
  }
  std::sort(axes.begin(), axes.end());
  std::uint64_t reach = 0;
  for (const auto& [stride, size] : axes) {
    layout.overlapping = layout.overlapping || stride <= reach;
    layout.gaps = layout.gaps || stride > reach + 1;
    reach += (size - 1) * stride;
  }
  return layout;
}

void count_tensor(const TensorDesc& tensor, bool output, Tally& tally) {
  const Layout layout = layout_of(tensor);
  const auto add = [&](bool has, Feature feature) {
    if (has) tally.add_feature(feature);
  };
  add(layout.broadcast && !output, kInputBroadcast);
  add(layout.permuted, output ? kOutputPermuted : kInputPermuted);
  add(layout.gaps, output ? kOutputGaps : kInputPadded);
  add(layout.overlapping && !output, kInputOverlapping);
  add(!tensor.strides.empty() && is_packed(tensor), kExplicitPackedStrides);
  add(tensor.total_bytes > minimum_total_bytes(tensor), kTotalBytesAbove);
  add(tensor.guaranteed_alignment != 0, kAlignment);
  add(tensor.owned_by_dml, kOwnedByDml);
  add(output && element_count(tensor) == 1, kOneElement);
  add(output && element_count(tensor) > 4096, kManyElements);
}

void count_scale(float scale, Tally& tally) {
  if (scale == 0) tally.add_feature(kScaleZero);
  if (std::fpclassify(scale) == FP_SUBNORMAL) tally.add_feature(kScaleDenormal);
  if (std::isinf(scale)) tally.add_feature(kScaleInfinite);
  if (std::isnan(scale)) tally.add_feature(kScaleNotANumber);
  if (scale < 0) tally.add_feature(kScaleNegative);
}

template <class Desc>
void count_pads(const Desc& d, Tally& tally) {
  for (std::size_t axis = 0; axis < d.start.size(); ++axis) {
    const std::uint32_t size = d.input.sizes[axis];
    for (std::uint32_t pad : {d.start[axis], d.end[axis]}) {
      if (size > 1 && pad == size - 1) tally.add_feature(kPadOfSizeMinusOne);
      if (d.mode >= PaddingMode::reflection && pad >= 5 * size) tally.add_feature(kPadManyFolds);
    }
  }
}

struct CountFields {
  Tally& tally;
  void operator()(const TileDesc& d) const {
    if (std::any_of(d.repeats.begin(), d.repeats.end(), [](std::uint32_t repeat) { return repeat > 65; }))
      tally.add_feature(kRepeatLarge);
  }
  void operator()(const JoinDesc& d) const {
    const std::size_t count = d.inputs.size();
    if (count == 1) tally.add_feature(kJoinOfOne);
    if (count >= 8) tally.add_feature(count < 100 ? kJoinOfTens : kJoinOfHundreds);
  }
  void operator()(const PaddingDesc& d) const {
    count_pads(d, tally);
    if (d.mode == PaddingMode::constant && std::isnan(d.value)) tally.add_feature(kPaddingValueNotANumber);
  }
  void operator()(const Padding1Desc& d) const { count_pads(d, tally); }
  void operator()(const QuantizedLinearAddDesc& d) const {
    const int present = d.a_zero_point.has_value() + d.b_zero_point.has_value() + d.output_zero_point.has_value();
    tally.add_feature(present == 0 ? kZeroPointsNone : present == 3 ? kZeroPointsAll : kZeroPointsSome);
    if (element_count(d.a_scale) > 1) tally.add_feature(kScaleTensorBroadcast);
  }
  void operator()(const SliceDesc& d) const {
    bool strided = false, far = false;
    for (std::size_t axis = 0; axis < d.sizes.size(); ++axis) {
      strided = strided || (d.sizes[axis] > 1 && d.strides[axis] > 1);
      far = far || (d.sizes[axis] == 1 && d.strides[axis] == 0xffffffff);
    }
    if (strided) tally.add_feature(kSliceStrided);
    if (far) tally.add_feature(kSliceOfOneFarStride);
  }
  void operator()(const Slice1Desc& d) const {
    bool reversed = false, shorter = false;
    for (std::size_t axis = 0; axis < d.sizes.size(); ++axis) {
      const std::int64_t stride = d.strides[axis] < 0 ? -std::int64_t{d.strides[axis]} : d.strides[axis];
      reversed = reversed || (d.output.sizes[axis] > 1 && d.strides[axis] < 0);
      shorter = shorter || d.output.sizes[axis] * stride < d.sizes[axis];
    }
    if (reversed) tally.add_feature(kSliceReversed);
    if (shorter) tally.add_feature(kSliceShorterThanItsWindow);
  }
  void operator()(const SplitDesc& d) const {
    const std::size_t count = d.outputs.size();
    if (count == 1) tally.add_feature(kSplitOfOne);
    if (count >= 8) tally.add_feature(count < 100 ? kSplitOfTens : kSplitOfHundreds);
  }
};

template <class Desc>
bool folds(const Desc& d) {
  bool found = false;
  for (std::size_t axis = 0; axis < d.start.size(); ++axis) {
    const std::uint32_t once = d.mode == PaddingMode::reflection ? d.input.sizes[axis] - 1 : d.input.sizes[axis];
    found = found || std::max(d.start[axis], d.end[axis]) > once;
  }
  return found && d.mode >= PaddingMode::reflection;
}

template <class T>
std::string list(const PerAxis<T>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) text += (i ? "," : "") + std::to_string(values[i]);
  return text + "]";
}

}  // namespace

ShapeClass class_of(const OperatorDesc& desc) {
  OperatorDesc copy = desc;
  std::vector<TensorDesc*> tensors = tensors_of(copy);
  ShapeClass found;
  found.kind = static_cast<OperatorKind>(desc.index());
  found.rank = tensors.back()->sizes.size();
  found.types[0] = tensors.back()->type;
  const auto see_pads = [&](const auto& d) {
    found.mode = d.mode;
    found.folded = folds(d);
  };
  if (auto* padding = std::get_if<PaddingDesc>(&desc)) see_pads(*padding);
  if (auto* padding1 = std::get_if<Padding1Desc>(&desc)) see_pads(*padding1);
  if (auto* add = std::get_if<QuantizedLinearAddDesc>(&copy)) {
    found.types = {add->a.type, add->b.type, add->output.type};
    tensors = {&add->a, &add->b, &add->output};
  }
  found.strided = std::any_of(tensors.begin(), tensors.end(), [](const TensorDesc* t) { return !is_packed(*t); });
  return found;
}

void count_features(const Operator& op, std::span<const std::span<const std::byte>> inputs, bool misaligned,
                    Tally& tally) {
  for (const TensorSlot& slot : op.inputs()) count_tensor(slot.desc, false, tally);
  for (const TensorSlot& slot : op.outputs()) count_tensor(slot.desc, true, tally);
  if (misaligned) tally.add_feature(kMisaligned);
  std::visit(CountFields{tally}, op.desc());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (op.inputs()[i].name.ends_with("ScaleTensor")) {
      float scale;
      std::memcpy(&scale, inputs[i].data(), sizeof scale);
      count_scale(scale, tally);
    }
}

std::string describe(const OperatorDesc& desc) {
  OperatorDesc copy = desc;
  std::ostringstream text;
  text << "desc: " << name(static_cast<OperatorKind>(desc.index()));
  if (auto* tile = std::get_if<TileDesc>(&desc)) text << " repeats " << list(tile->repeats);
  if (auto* join = std::get_if<JoinDesc>(&desc)) text << " axis " << join->axis;
  if (auto* slice = std::get_if<SliceDesc>(&desc))
    text << " offsets " << list(slice->offsets) << " sizes " << list(slice->sizes) << " strides " << list(slice->strides);
  if (auto* slice = std::get_if<Slice1Desc>(&desc))
    text << " offsets " << list(slice->offsets) << " sizes " << list(slice->sizes) << " strides " << list(slice->strides);
  if (auto* split = std::get_if<SplitDesc>(&desc)) text << " axis " << split->axis;
  const auto pads = [&](const auto& d) {
    text << " mode " << static_cast<int>(d.mode) << " start " << list(d.start) << " end " << list(d.end);
  };
  if (auto* padding = std::get_if<PaddingDesc>(&desc)) pads(*padding), text << " value " << padding->value;
  if (auto* padding1 = std::get_if<Padding1Desc>(&desc))
    pads(*padding1), text << " value type " << dmlrun::name(padding1->value.type);
  text << '\n';
  const std::vector<TensorDesc*> tensors = tensors_of(copy);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (i == 20 && tensors.size() > 24) i = tensors.size() - 2;
    const TensorDesc& t = *tensors[i];
    text << "  tensor " << i << ": " << dmlrun::name(t.type) << " sizes " << list(t.sizes) << " strides "
         << list(t.strides) << " total " << t.total_bytes << " alignment " << t.guaranteed_alignment
         << (t.owned_by_dml ? " owned\n" : "\n");
  }
  return text.str();
}

}  // namespace dmlrun::fuzz
