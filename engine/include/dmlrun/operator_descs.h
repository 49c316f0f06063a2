// Made by specs/write_descs.py (./dev generate) from specs/operators: change those.
// DirectML's operator descs as structs: its names in snake case without "Tensor", in its order. Counts
// (RepeatsCount) and types of scalars (PaddingValueDataType) follow from the other fields. docs/operators has
// each field with its rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dmlrun/desc.h"

namespace dmlrun {

/// DML_DEPTH_SPACE_ORDER
enum class DepthSpaceOrder : std::uint8_t { depth_column_row = 0, column_row_depth = 1 };

/// DML_PADDING_MODE
enum class PaddingMode : std::uint8_t { constant = 0, edge = 1, reflection = 2, symmetric = 3, wrap = 4 };

/// DML_ACTIVATION_IDENTITY_OPERATOR_DESC. Copies a tensor: output = x.
struct ActivationIdentityDesc {
  /// The tensor to copy.
  TensorDesc input{};
  /// Its sizes are InputTensor's; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_IDENTITY",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_ADD_OPERATOR_DESC. Adds two tensors: output = A + B.
struct ElementWiseAddDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_ADD",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_DIVIDE_OPERATOR_DESC. Divides two tensors: output = A / B; integers toward zero, and by 0 all bits
/// are one.
struct ElementWiseDivideDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_DIVIDE",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OPERATOR_DESC. Says where one tensor is less than another: output = A < B, 1 or
/// 0.
struct ElementWiseLogicalLessThanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A < B, else 0; its DataType is always given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_LESS_THAN",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC. Multiplies two tensors: output = A * B.
struct ElementWiseMultiplyDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MULTIPLY",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_IF_OPERATOR_DESC. Chooses between two tensors: A where the condition is not 0, else B.
struct ElementWiseIfDesc {
  /// Anything but 0 chooses A.
  TensorDesc condition{};
  /// What is chosen where the condition is not 0.
  TensorDesc a{};
  /// What is chosen where it is 0.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_IF",
            {{"ConditionTensor", condition},
             {"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC. Copies a tensor, also into another layout: output = x.
struct ElementWiseIdentityDesc {
  /// The tensor to copy.
  TensorDesc input{};
  /// Its sizes are InputTensor's; its strides say where they lie.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_IDENTITY",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CLIP_OPERATOR_DESC. Limits each element to a range: output = min(Max, max(Min, x)).
struct ElementWiseClipDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The least result. For an integer tensor it is truncated, and saturated to the type; NaN is 0 there, and no bound
  /// for floats.
  float min{};
  /// The greatest result, also where it is less than Min; converted as Min is.
  float max{};
  operator Desc() const {
    return {"ELEMENT_WISE_CLIP",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Min", min},
             {"Max", max}}};
  }
};

/// DML_FILL_VALUE_CONSTANT_OPERATOR_DESC. Fills a tensor with one value.
struct FillValueConstantDesc {
  /// The tensor to fill, of any sizes.
  TensorDesc output{};
  /// What every element becomes, exact in every type.
  Scalar value{};
  operator Desc() const {
    return {"FILL_VALUE_CONSTANT",
            {{"OutputTensor", output},
             {"Value", value}}};
  }
};

/// DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC. Fills a tensor with a sequence in row-major order: element i is ValueStart +
/// i * ValueDelta.
struct FillValueSequenceDesc {
  /// The tensor to fill, of any sizes. Floats are computed in double and rounded once; the page adds again and again,
  /// which rounds each time.
  TensorDesc output{};
  /// The first element.
  Scalar value_start{};
  /// What each element has more than the one before it; integers wrap.
  Scalar value_delta{};
  operator Desc() const {
    return {"FILL_VALUE_SEQUENCE",
            {{"OutputTensor", output},
             {"ValueStart", value_start},
             {"ValueDelta", value_delta}}};
  }
};

/// DML_SLICE_OPERATOR_DESC. Copies a window of a tensor, or every n-th element of it: output[c] = input[Offsets + c *
/// Strides].
struct SliceDesc {
  /// The tensor to copy from.
  TensorDesc input{};
  /// Its sizes are those of the slice, Sizes.
  TensorDesc output{};
  /// The first element copied along each axis of InputTensor.
  Dimensions offsets{};
  /// How many elements are copied along each axis: OutputTensor's sizes.
  Dimensions sizes{};
  /// How far apart the copied elements lie along each axis of InputTensor; 2 copies every second one.
  Dimensions strides{};
  operator Desc() const {
    return {"SLICE",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Offsets", offsets},
             {"Sizes", sizes},
             {"Strides", strides}}};
  }
};

/// DML_SPLIT_OPERATOR_DESC. Cuts a tensor along one axis into several; the inverse of JOIN.
struct SplitDesc {
  /// The tensor to cut.
  TensorDesc input{};
  /// The parts in order; only their sizes along Axis may differ, and add up to InputTensor's. Parts without Sizes share
  /// the rest equally.
  std::vector<TensorDesc> outputs{};
  /// The axis along which the parts follow each other, counted from 0.
  std::uint32_t axis{};
  operator Desc() const {
    return {"SPLIT",
            {{"InputTensor", input},
             {"OutputTensors", outputs},
             {"Axis", axis}}};
  }
};

/// DML_JOIN_OPERATOR_DESC. Puts tensors one after another along one axis.
struct JoinDesc {
  /// The tensors to join, in order; only their sizes along Axis may differ.
  std::vector<TensorDesc> inputs{};
  /// Sizes[Axis] is the sum of the inputs' sizes there; the other sizes are theirs.
  TensorDesc output{};
  /// The axis along which the tensors follow each other, counted from 0.
  std::uint32_t axis{};
  operator Desc() const {
    return {"JOIN",
            {{"InputTensors", inputs},
             {"OutputTensor", output},
             {"Axis", axis}}};
  }
};

/// DML_PADDING_OPERATOR_DESC. Adds elements in front of and behind every axis: a constant, or values from the tensor
/// itself.
struct PaddingDesc {
  /// The tensor to pad.
  TensorDesc input{};
  /// Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].
  TensorDesc output{};
  /// What the padding is filled with.
  PaddingMode padding_mode{};
  /// The constant; other modes ignore it. Integer types saturate and truncate it, FLOAT16 rounds it to nearest even.
  float padding_value{};
  /// Elements added in front of each axis.
  Dimensions start_padding{};
  /// Elements added behind each axis.
  Dimensions end_padding{};
  operator Desc() const {
    return {"PADDING",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"PaddingMode", padding_mode},
             {"PaddingValue", padding_value},
             {"StartPadding", start_padding},
             {"EndPadding", end_padding}}};
  }
};

/// DML_SPACE_TO_DEPTH_OPERATOR_DESC. Moves blocks of height and width into channels; the inverse of DEPTH_TO_SPACE.
struct SpaceToDepthDesc {
  /// The tensor to copy: batch, channels, height, width; height and width are multiples of BlockSize.
  TensorDesc input{};
  /// BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize. The page has it the
  /// other way round.
  TensorDesc output{};
  /// The height and the width of a block, at least 1.
  std::uint32_t block_size{};
  operator Desc() const {
    return {"SPACE_TO_DEPTH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"BlockSize", block_size}}};
  }
};

/// DML_DEPTH_TO_SPACE_OPERATOR_DESC. Moves channels into blocks of height and width.
struct DepthToSpaceDesc {
  /// The tensor to copy: batch, channels, height, width; a multiple of BlockSize * BlockSize channels.
  TensorDesc input{};
  /// Its channels are divided by BlockSize * BlockSize, its height and width are BlockSize times InputTensor's.
  TensorDesc output{};
  /// The height and the width of a block, at least 1.
  std::uint32_t block_size{};
  operator Desc() const {
    return {"DEPTH_TO_SPACE",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"BlockSize", block_size}}};
  }
};

/// DML_TILE_OPERATOR_DESC. Repeats a tensor along every axis: output[c] = input[c mod input size].
struct TileDesc {
  /// The tensor to repeat.
  TensorDesc input{};
  /// Sizes[i] is InputTensor.Sizes[i] * Repeats[i].
  TensorDesc output{};
  /// How often each axis is repeated, at least once.
  Dimensions repeats{};
  operator Desc() const {
    return {"TILE",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Repeats", repeats}}};
  }
};

/// DML_SLICE1_OPERATOR_DESC. Walks through a window of a tensor: forwards from its beginning, or backwards from its end
/// where the stride is negative.
struct Slice1Desc {
  /// The tensor to copy from.
  TensorDesc input{};
  /// Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|, rounded down; if left out, just that.
  TensorDesc output{};
  /// Where the window begins along each axis of InputTensor.
  Dimensions input_window_offsets{};
  /// How long the window is along each axis.
  Dimensions input_window_sizes{};
  /// How far apart the copied elements lie along each axis, never 0; a negative stride starts at the window's last
  /// element.
  SignedDimensions input_window_strides{};
  operator Desc() const {
    return {"SLICE1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"InputWindowOffsets", input_window_offsets},
             {"InputWindowSizes", input_window_sizes},
             {"InputWindowStrides", input_window_strides}}};
  }
};

/// DML_DEPTH_TO_SPACE1_OPERATOR_DESC. As DEPTH_TO_SPACE, with a choice of how channels are ordered.
struct DepthToSpace1Desc {
  /// The tensor to copy: batch, channels, height, width; a multiple of BlockSize * BlockSize channels.
  TensorDesc input{};
  /// Its channels are divided by BlockSize * BlockSize, its height and width are BlockSize times InputTensor's.
  TensorDesc output{};
  /// The height and the width of a block, at least 1.
  std::uint32_t block_size{};
  /// Whether the channels of one block lie apart (as in DEPTH_TO_SPACE) or side by side.
  DepthSpaceOrder order{};
  operator Desc() const {
    return {"DEPTH_TO_SPACE1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"BlockSize", block_size},
             {"Order", order}}};
  }
};

/// DML_SPACE_TO_DEPTH1_OPERATOR_DESC. As SPACE_TO_DEPTH, with a choice of how channels are ordered.
struct SpaceToDepth1Desc {
  /// The tensor to copy: batch, channels, height, width; height and width are multiples of BlockSize.
  TensorDesc input{};
  /// BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize. The page has it the
  /// other way round.
  TensorDesc output{};
  /// The height and the width of a block, at least 1.
  std::uint32_t block_size{};
  /// Whether the channels of one block lie apart (as in SPACE_TO_DEPTH) or side by side.
  DepthSpaceOrder order{};
  operator Desc() const {
    return {"SPACE_TO_DEPTH1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"BlockSize", block_size},
             {"Order", order}}};
  }
};

/// DML_PADDING1_OPERATOR_DESC. As PADDING, with a constant that is exact in every type, 64-bit integers included.
struct Padding1Desc {
  /// The tensor to pad.
  TensorDesc input{};
  /// Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].
  TensorDesc output{};
  /// What the padding is filled with.
  PaddingMode padding_mode{};
  /// The constant, exact in its type; other modes ignore it.
  Scalar padding_value{};
  /// Elements added in front of each axis.
  Dimensions start_padding{};
  /// Elements added behind each axis.
  Dimensions end_padding{};
  operator Desc() const {
    return {"PADDING1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"PaddingMode", padding_mode},
             {"PaddingValue", padding_value},
             {"StartPadding", start_padding},
             {"EndPadding", end_padding}}};
  }
};

/// DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC. Quantizes a tensor: output = clamp(round(x / Scale) + ZeroPoint).
struct ElementWiseQuantizeLinearDesc {
  /// The elements x.
  TensorDesc input{};
  /// What each element is divided by. FLOAT32 where InputTensor is INT32.
  TensorDesc scale{};
  /// What is added to each quotient once that is rounded, halves to even; 0 when absent.
  std::optional<TensorDesc> zero_point{};
  /// The quantized elements, INT8 or UINT8: ZeroPointTensor's type, else its DataType is given. NaN becomes the least
  /// number.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_QUANTIZE_LINEAR",
            {{"InputTensor", input},
             {"ScaleTensor", scale},
             {"ZeroPointTensor", zero_point},
             {"OutputTensor", output}}};
  }
};

/// DML_CAST_OPERATOR_DESC. Converts each element to another data type: floats to integers by truncation and saturation
/// (NaN is 0), integers to integers by their low bits, all else rounded once.
struct CastDesc {
  /// The elements x.
  TensorDesc input{};
  /// The converted elements; its DataType is always given.
  TensorDesc output{};
  operator Desc() const {
    return {"CAST",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC. Adds two quantized tensors: output = clamp(round(((A -
/// AZeroPoint) * AScale + (B - BZeroPoint) * BScale) / OutputScale) + OutputZeroPoint).
struct ElementWiseQuantizedLinearAddDesc {
  /// The first summand: a quantized tensor.
  TensorDesc a{};
  /// The scale of ATensor.
  TensorDesc a_scale{};
  /// The zero point of ATensor, of its type; 0 when absent.
  std::optional<TensorDesc> a_zero_point{};
  /// The second summand: a quantized tensor.
  TensorDesc b{};
  /// The scale of BTensor.
  TensorDesc b_scale{};
  /// The zero point of BTensor, of its type; 0 when absent.
  std::optional<TensorDesc> b_zero_point{};
  /// The scale of OutputTensor.
  TensorDesc output_scale{};
  /// The zero point of OutputTensor, of its type; 0 when absent.
  std::optional<TensorDesc> output_zero_point{};
  /// The quantized sum: ATensor's sizes; left out, its type is OutputZeroPointTensor's, else ATensor's.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD",
            {{"ATensor", a},
             {"AScaleTensor", a_scale},
             {"AZeroPointTensor", a_zero_point},
             {"BTensor", b},
             {"BScaleTensor", b_scale},
             {"BZeroPointTensor", b_zero_point},
             {"OutputScaleTensor", output_scale},
             {"OutputZeroPointTensor", output_zero_point},
             {"OutputTensor", output}}};
  }
};

}  // namespace dmlrun
