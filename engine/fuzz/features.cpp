#include "engine/fuzz/features.h"

#include <algorithm>
#include <cmath>

#include "engine/fuzz/random_desc.h"
#include "engine/tensor/element.h"

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

void count_entries(const Desc& desc, Tally& tally) {
  const TensorDesc* input = nullptr;  // whose sizes array entries are compared with
  for (const DescField& field : desc.fields)
    if (!input) input = std::get_if<TensorDesc>(&field.value);
  const auto count = [&](std::size_t axis, std::int64_t entry) {
    const std::int64_t size = input && axis < input->sizes.size() ? input->sizes[axis] : 1;
    if (size > 1 && entry == size - 1) tally.add_feature(kEntrySizeMinusOne);
    if (size > 1 && entry >= 5 * size) tally.add_feature(kEntryManySizes);
    if (entry > 65) tally.add_feature(kEntryLarge);
    if (entry >= 0x7fffffff || entry <= -0x7fffffff) tally.add_feature(kEntryHuge);
    if (entry < 0) tally.add_feature(kEntryNegative);
  };
  for (const DescField& field : desc.fields) {
    if (const auto* numbers = std::get_if<Dimensions>(&field.value))
      for (std::size_t axis = 0; axis < numbers->size(); ++axis) count(axis, (*numbers)[axis]);
    if (const auto* numbers = std::get_if<SignedDimensions>(&field.value))
      for (std::size_t axis = 0; axis < numbers->size(); ++axis) count(axis, (*numbers)[axis]);
  }
}

void count_tensors(const std::vector<TensorDesc>& tensors, Tally& tally) {
  const std::size_t count = tensors.size();
  if (count == 1) tally.add_feature(kTensorsOne);
  if (count >= 8) tally.add_feature(count < 100 ? kTensorsTens : kTensorsHundreds);
  for (const TensorDesc& tensor : tensors)
    if (tensor.sizes != tensors[0].sizes) return tally.add_feature(kTensorsUnequal);
}

void count_optional(const Desc& desc, const operators::OperatorRow& row, Tally& tally) {
  std::size_t present = 0, optional = 0;
  for (const operators::RowField& field : row.fields) {
    const bool is_optional = field.optional && field.kind == operators::FieldKind::tensor;
    optional += is_optional;
    present += is_optional && desc.get<TensorDesc>(field.name) != nullptr;
    const auto* tensor = desc.get<TensorDesc>(field.name);
    if (field.one_element && tensor && element_count(*tensor) > 1) tally.add_feature(kScaleTensorBroadcast);
  }
  if (optional > 0) tally.add_feature(present == 0 ? kOptionalNone : present < optional ? kOptionalSome : kOptionalAll);
}

}  // namespace

ShapeClass class_of(const Desc& desc) {
  ShapeClass found;
  found.row = operators::find_row(desc.type);
  for (const operators::RowField& field : found.row->fields) {
    if (field.kind == operators::FieldKind::enumeration) found.modes.push_back(desc.at<std::uint64_t>(field.name));
    if (field.one_element) continue;
    if (const auto* tensor = desc.get<TensorDesc>(field.name)) found.strided = found.strided || !is_packed(*tensor);
    if (const auto* tensors = desc.get<TensorList>(field.name))
      for (const TensorDesc& tensor : *tensors) found.strided = found.strided || !is_packed(tensor);
  }
  for (const operators::RowField* field : typed_tensors(*found.row)) {
    const auto* tensor = desc.get<TensorDesc>(field->name);
    if (!tensor) tensor = &desc.at<TensorList>(field->name)[0];
    if (found.types.empty()) found.rank = tensor->sizes.size();
    found.types.push_back(tensor->type);
  }
  return found;
}

void count_features(const Operator& op, std::span<const std::span<const std::byte>> inputs, bool misaligned,
                    Tally& tally) {
  for (const TensorSlot& slot : op.inputs()) count_tensor(slot.desc, false, tally);
  for (const TensorSlot& slot : op.outputs()) count_tensor(slot.desc, true, tally);
  if (misaligned) tally.add_feature(kMisaligned);
  count_entries(op.desc(), tally);
  count_optional(op.desc(), *operators::find_row(op.type()), tally);
  for (const DescField& field : op.desc().fields) {
    if (const auto* tensors = std::get_if<TensorList>(&field.value)) count_tensors(*tensors, tally);
    if (const auto* number = std::get_if<float>(&field.value); number && std::isnan(*number))
      tally.add_feature(kNumberNotANumber);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (op.inputs()[i].name.ends_with("ScaleTensor"))
      count_scale(static_cast<float>(load_double(op.inputs()[i].desc.type, inputs[i].data())), tally);
}

}  // namespace dmlrun::fuzz
