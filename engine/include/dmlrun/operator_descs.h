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

/// DML_IS_INFINITY_MODE
enum class IsInfinityMode : std::uint8_t { either = 0, positive = 1, negative = 2 };

/// DML_PADDING_MODE
enum class PaddingMode : std::uint8_t { constant = 0, edge = 1, reflection = 2, symmetric = 3, wrap = 4 };

/// DML_ROUNDING_MODE
enum class RoundingMode : std::uint8_t { halves_to_nearest_even = 0, toward_zero = 1, toward_infinity = 2 };

/// DML_ACTIVATION_ELU_OPERATOR_DESC. Exponential linear unit: x, or Alpha * (exp(x) - 1) where x is negative.
struct ActivationEluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies exp(x) - 1.
  float alpha{};
  operator Desc() const {
    return {"ACTIVATION_ELU",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha}}};
  }
};

/// DML_ACTIVATION_HARD_SIGMOID_OPERATOR_DESC. Sigmoid of straight lines: max(0, min(Alpha * x + Beta, 1)).
struct ActivationHardSigmoidDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x.
  float alpha{};
  /// Added to Alpha * x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_HARD_SIGMOID",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ACTIVATION_IDENTITY_OPERATOR_DESC. Copies a tensor: output = x.
struct ActivationIdentityDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_IDENTITY",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_LEAKY_RELU_OPERATOR_DESC. Leaky rectified linear unit: x, or Alpha * x where x is negative.
struct ActivationLeakyReluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x.
  float alpha{};
  operator Desc() const {
    return {"ACTIVATION_LEAKY_RELU",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha}}};
  }
};

/// DML_ACTIVATION_LINEAR_OPERATOR_DESC. Linear function of each element: Alpha * x + Beta.
struct ActivationLinearDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x.
  float alpha{};
  /// Added to Alpha * x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_LINEAR",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ACTIVATION_PARAMETERIZED_RELU_OPERATOR_DESC. Leaky rectified linear unit whose slope is a tensor: x, or Slope *
/// x where x is negative.
struct ActivationParameterizedReluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The slopes: each multiplies a negative element.
  TensorDesc slope{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_PARAMETERIZED_RELU",
            {{"InputTensor", input},
             {"SlopeTensor", slope},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_PARAMETRIC_SOFTPLUS_OPERATOR_DESC. Softplus with two parameters: Alpha * ln(1 + exp(Beta * x)).
struct ActivationParametricSoftplusDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies the result.
  float alpha{};
  /// Multiplies x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_PARAMETRIC_SOFTPLUS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ACTIVATION_RELU_OPERATOR_DESC. Rectified linear unit: max(0, x). NaN gives 0.
struct ActivationReluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_RELU",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_SCALED_ELU_OPERATOR_DESC. Scaled exponential linear unit: Gamma * x, or Gamma * (Alpha * exp(x) -
/// Alpha) where x is not positive.
struct ActivationScaledEluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies exp(x) - 1.
  float alpha{};
  /// Multiplies every result.
  float gamma{};
  operator Desc() const {
    return {"ACTIVATION_SCALED_ELU",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Gamma", gamma}}};
  }
};

/// DML_ACTIVATION_SCALED_TANH_OPERATOR_DESC. Scaled hyperbolic tangent: Alpha * tanh(Beta * x).
struct ActivationScaledTanhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies the result.
  float alpha{};
  /// Multiplies x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_SCALED_TANH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ACTIVATION_SIGMOID_OPERATOR_DESC. Sigmoid, correctly rounded: 1 / (1 + exp(-x)).
struct ActivationSigmoidDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_SIGMOID",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_SOFTPLUS_OPERATOR_DESC. Softplus: ln(1 + exp(Steepness * x)) / Steepness.
struct ActivationSoftplusDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x and divides the result.
  float steepness{};
  operator Desc() const {
    return {"ACTIVATION_SOFTPLUS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Steepness", steepness}}};
  }
};

/// DML_ACTIVATION_SOFTSIGN_OPERATOR_DESC. Softsign: x / (1 + |x|).
struct ActivationSoftsignDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_SOFTSIGN",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_TANH_OPERATOR_DESC. Hyperbolic tangent, correctly rounded: tanh(x).
struct ActivationTanhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_TANH",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_THRESHOLDED_RELU_OPERATOR_DESC. Thresholded rectified linear unit: x where x is above Alpha, else 0.
struct ActivationThresholdedReluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// The threshold. Elements that are not above it become 0.
  float alpha{};
  operator Desc() const {
    return {"ACTIVATION_THRESHOLDED_RELU",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha}}};
  }
};

/// DML_ACTIVATION_SHRINK_OPERATOR_DESC. Shrinks toward 0: x - Bias above Threshold, x + Bias below -Threshold, else 0.
struct ActivationShrinkDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// The distance that x is moved toward 0. For integer tensors it is truncated and saturated.
  float bias{};
  /// Elements from -Threshold to Threshold become 0; both are converted as Bias is.
  float threshold{};
  operator Desc() const {
    return {"ACTIVATION_SHRINK",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Bias", bias},
             {"Threshold", threshold}}};
  }
};

/// DML_ACTIVATION_CELU_OPERATOR_DESC. Continuous exponential linear unit: max(0, x) + min(0, Alpha * (exp(x / Alpha) -
/// 1)).
struct ActivationCeluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// For negative x: divides x and multiplies the result.
  float alpha{};
  operator Desc() const {
    return {"ACTIVATION_CELU",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha}}};
  }
};

/// DML_ACTIVATION_GELU_OPERATOR_DESC. Gaussian error linear unit, correctly rounded: 0.5 * x * (1 + erf(x / sqrt(2))).
struct ActivationGeluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ACTIVATION_GELU",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_SWISH_OPERATOR_DESC. Swish: x / (1 + exp(-SigmoidInputScale * x)).
struct ActivationSwishDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x in the sigmoid.
  float sigmoid_input_scale{};
  operator Desc() const {
    return {"ACTIVATION_SWISH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"SigmoidInputScale", sigmoid_input_scale}}};
  }
};

/// DML_ACTIVATION_HARD_SWISH_OPERATOR_DESC. Swish of straight lines: x * max(0, min(Alpha * x + Beta, 1)).
struct ActivationHardSwishDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies x.
  float alpha{};
  /// Added to Alpha * x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_HARD_SWISH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ELEMENT_WISE_ADD_OPERATOR_DESC. Adds two tensors: output = A + B.
struct ElementWiseAddDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_ADD",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_DIVIDE_OPERATOR_DESC. Divides two tensors: output = A / B. Integer quotients are truncated toward
/// zero; division by 0 gives all ones.
struct ElementWiseDivideDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_DIVIDE",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_AND_OPERATOR_DESC. Is 1 where both elements are nonzero, else 0: output = A != 0 and B !=
/// 0.
struct ElementWiseLogicalAndDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_AND",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_EQUALS_OPERATOR_DESC. Is 1 where two elements are equal, else 0: output = A == B.
struct ElementWiseLogicalEqualsDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A == B, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_EQUALS",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OPERATOR_DESC. Is 1 where A is greater than B, else 0: output = A > B.
struct ElementWiseLogicalGreaterThanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A > B, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_GREATER_THAN",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OPERATOR_DESC. Is 1 where A is less than B, else 0: output = A < B.
struct ElementWiseLogicalLessThanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A < B, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_LESS_THAN",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_OR_OPERATOR_DESC. Is 1 where at least one of two elements is nonzero, else 0: output = A !=
/// 0 or B != 0.
struct ElementWiseLogicalOrDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_OR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_XOR_OPERATOR_DESC. Is 1 where exactly one of two elements is nonzero, else 0: output = (A
/// != 0) != (B != 0).
struct ElementWiseLogicalXorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_XOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MAX_OPERATOR_DESC. Takes the greater of two elements: output = max(A, B). If one is NaN, the result
/// is the other.
struct ElementWiseMaxDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MAX",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MEAN_OPERATOR_DESC. Takes the mean of two tensors: output = (A + B) / 2. FLOAT16 is computed in
/// FLOAT32 and rounded once. For integers, the exact sum is halved and truncated toward zero.
struct ElementWiseMeanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MEAN",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MIN_OPERATOR_DESC. Takes the lesser of two elements: output = min(A, B). If one is NaN, the result
/// is the other.
struct ElementWiseMinDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MIN",
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
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MULTIPLY",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_POW_OPERATOR_DESC. Raises each element to the power that another tensor gives, with the special
/// values of C: output = pow(x, exponent).
struct ElementWisePowDesc {
  /// The elements x.
  TensorDesc input{};
  /// The exponents. From feature level 3.0 on, their type may differ from InputTensor's. If both tensors are integers,
  /// results are exact and wrap; negative exponents give 0, unless the base is 1 or -1. If only the base is an integer,
  /// the result is truncated and saturated, and NaN becomes 0. A result within 1.4e-14 (relative) below an integer
  /// becomes that integer.
  TensorDesc exponent{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_POW",
            {{"InputTensor", input},
             {"ExponentTensor", exponent},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC. Subtracts one tensor from another: output = A - B.
struct ElementWiseSubtractDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_SUBTRACT",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_IF_OPERATOR_DESC. Chooses between two tensors: A where the condition is not 0, else B.
struct ElementWiseIfDesc {
  /// Nonzero elements choose A, zeros choose B.
  TensorDesc condition{};
  /// The elements chosen where the condition is nonzero.
  TensorDesc a{};
  /// The elements chosen where the condition is 0.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_IF",
            {{"ConditionTensor", condition},
             {"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_ADD1_OPERATOR_DESC. Adds two tensors and may apply an activation: output = activation(A + B).
struct ElementWiseAdd1Desc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// An activation applied to the result before it is rounded to OutputTensor's type. Absent: none.
  std::optional<FusedActivation> fused_activation{};
  operator Desc() const {
    return {"ELEMENT_WISE_ADD1",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output},
             {"FusedActivation", fused_activation}}};
  }
};

/// DML_ELEMENT_WISE_BIT_SHIFT_LEFT_OPERATOR_DESC. Shifts bits to the left: output = A << B. Shifts by the type's width
/// or more give 0.
struct ElementWiseBitShiftLeftDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_SHIFT_LEFT",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_SHIFT_RIGHT_OPERATOR_DESC. Shifts bits to the right and fills with 0: output = A >> B. Shifts
/// by the type's width or more give 0.
struct ElementWiseBitShiftRightDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_SHIFT_RIGHT",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC. Takes the exact remainder of a division that truncates: A - B *
/// trunc(A / B). For integers, division by 0 gives all ones.
struct ElementWiseModulusTruncateDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MODULUS_TRUNCATE",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC. Takes the remainder of a division that rounds down, A - B * floor(A /
/// B): the truncating division's remainder, plus B if that remainder is not 0 and differs from B in sign.
struct ElementWiseModulusFloorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MODULUS_FLOOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_AND_OPERATOR_DESC. Bitwise and: output = A & B.
struct ElementWiseBitAndDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_AND",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_OR_OPERATOR_DESC. Bitwise or: output = A | B.
struct ElementWiseBitOrDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_OR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_XOR_OPERATOR_DESC. Bitwise exclusive or: output = A ^ B.
struct ElementWiseBitXorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_XOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL_OPERATOR_DESC. Is 1 where A is greater than or equal to B, else 0:
/// output = A >= B.
struct ElementWiseLogicalGreaterThanOrEqualDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A >= B, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL_OPERATOR_DESC. Is 1 where A is less than or equal to B, else 0: output =
/// A <= B.
struct ElementWiseLogicalLessThanOrEqualDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A <= B, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ACTIVATION_RELU_GRAD_OPERATOR_DESC. Gradient of ACTIVATION_RELU: the incoming gradient where x is positive, else
/// 0.
struct ActivationReluGradDesc {
  /// The elements x.
  TensorDesc input{};
  /// The incoming gradient.
  TensorDesc input_gradient{};
  /// The outgoing gradient. Same sizes; the strides may differ.
  TensorDesc output_gradient{};
  operator Desc() const {
    return {"ACTIVATION_RELU_GRAD",
            {{"InputTensor", input},
             {"InputGradientTensor", input_gradient},
             {"OutputGradientTensor", output_gradient}}};
  }
};

/// DML_ELEMENT_WISE_ATAN_YX_OPERATOR_DESC. Takes the angle of a point, from -pi to pi with the special values of C:
/// output = atan2(A, B).
struct ElementWiseAtanYxDesc {
  /// The vertical coordinates of the points, y.
  TensorDesc a{};
  /// The horizontal coordinates of the points, x.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_ATAN_YX",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CLIP_GRAD_OPERATOR_DESC. Gradient of ELEMENT_WISE_CLIP: the incoming gradient where x lies between
/// Min and Max, or is NaN, else 0.
struct ElementWiseClipGradDesc {
  /// The elements x.
  TensorDesc input{};
  /// The incoming gradient.
  TensorDesc input_gradient{};
  /// The outgoing gradient. Same sizes; the strides may differ.
  TensorDesc output_gradient{};
  /// Elements that are not above it give 0. For integer tensors it is truncated and saturated, and NaN becomes 0.
  float min{};
  /// Elements that are not below it give 0. Converted as Min is.
  float max{};
  operator Desc() const {
    return {"ELEMENT_WISE_CLIP_GRAD",
            {{"InputTensor", input},
             {"InputGradientTensor", input_gradient},
             {"OutputGradientTensor", output_gradient},
             {"Min", min},
             {"Max", max}}};
  }
};

/// DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC. Takes the square of the difference of two tensors: output = (A -
/// B) * (A - B). FLOAT16 is computed in FLOAT32 and rounded once.
struct ElementWiseDifferenceSquareDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_DIFFERENCE_SQUARE",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CLIP_GRAD1_OPERATOR_DESC. As ELEMENT_WISE_CLIP_GRAD, with bounds that are exact in every type.
struct ElementWiseClipGrad1Desc {
  /// The elements x.
  TensorDesc input{};
  /// The incoming gradient.
  TensorDesc input_gradient{};
  /// The outgoing gradient. Same sizes; the strides may differ.
  TensorDesc output_gradient{};
  /// Elements that are not above it give 0.
  Scalar min{};
  /// Elements that are not below it give 0.
  Scalar max{};
  operator Desc() const {
    return {"ELEMENT_WISE_CLIP_GRAD1",
            {{"InputTensor", input},
             {"InputGradientTensor", input_gradient},
             {"OutputGradientTensor", output_gradient},
             {"Min", min},
             {"Max", max}}};
  }
};

/// DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC. Copies a tensor, also into another layout, and may scale it: output = x.
struct ElementWiseIdentityDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_IDENTITY",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ABS_OPERATOR_DESC. Takes the absolute value of each element: output = |x|. For floats, NaN
/// included, the sign bit is cleared.
struct ElementWiseAbsDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ABS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ACOS_OPERATOR_DESC. Takes the inverse cosine of each element, correctly rounded: output = acos(x).
struct ElementWiseAcosDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ACOS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ASIN_OPERATOR_DESC. Takes the inverse sine of each element, correctly rounded: output = asin(x).
struct ElementWiseAsinDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ASIN",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ATAN_OPERATOR_DESC. Takes the inverse tangent of each element, correctly rounded: output = atan(x).
struct ElementWiseAtanDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ATAN",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_CEIL_OPERATOR_DESC. Rounds each element up to an integer: output = ceil(x).
struct ElementWiseCeilDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_CEIL",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_CLIP_OPERATOR_DESC. Limits each element to a range: output = min(Max, max(Min, x)).
struct ElementWiseClipDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  /// The least result, also for NaN elements. For integer tensors it is truncated and saturated, and NaN becomes 0. For
  /// float tensors NaN means no bound.
  float min{};
  /// The greatest result, even if it is less than Min. Converted as Min is.
  float max{};
  operator Desc() const {
    return {"ELEMENT_WISE_CLIP",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias},
             {"Min", min},
             {"Max", max}}};
  }
};

/// DML_ELEMENT_WISE_COS_OPERATOR_DESC. Takes the cosine of each element, correctly rounded: output = cos(x).
struct ElementWiseCosDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_COS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_EXP_OPERATOR_DESC. Raises e to the power of each element, correctly rounded: output = exp(x).
struct ElementWiseExpDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_EXP",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_FLOOR_OPERATOR_DESC. Rounds each element down to an integer: output = floor(x).
struct ElementWiseFloorDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_FLOOR",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_LOG_OPERATOR_DESC. Takes the natural logarithm of each element, correctly rounded: output = ln(x).
struct ElementWiseLogDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOG",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_NOT_OPERATOR_DESC. Is 1 where the element is 0, else 0: output = x == 0.
struct ElementWiseLogicalNotDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_NOT",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC. Raises each element to one power, with the special values of C: output
/// = pow(x, Exponent).
struct ElementWiseConstantPowDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  /// The power.
  float exponent{};
  operator Desc() const {
    return {"ELEMENT_WISE_CONSTANT_POW",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias},
             {"Exponent", exponent}}};
  }
};

/// DML_ELEMENT_WISE_RECIP_OPERATOR_DESC. Takes the reciprocal of each element: output = 1 / x.
struct ElementWiseRecipDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_RECIP",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_SIN_OPERATOR_DESC. Takes the sine of each element, correctly rounded: output = sin(x).
struct ElementWiseSinDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_SIN",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_SQRT_OPERATOR_DESC. Takes the square root of each element: output = sqrt(x).
struct ElementWiseSqrtDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_SQRT",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_TAN_OPERATOR_DESC. Takes the tangent of each element, correctly rounded: output = tan(x).
struct ElementWiseTanDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_TAN",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_THRESHOLD_OPERATOR_DESC. Raises each element to at least a bound: output = max(x, Min).
struct ElementWiseThresholdDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  /// The least result, also for NaN elements. For integer tensors it is truncated and saturated, and NaN becomes 0. For
  /// float tensors NaN means no bound.
  float min{};
  operator Desc() const {
    return {"ELEMENT_WISE_THRESHOLD",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias},
             {"Min", min}}};
  }
};

/// DML_VALUE_SCALE_2D_OPERATOR_DESC. Scales each element and adds a bias per channel: output = x * Scale +
/// Bias[channel].
struct ValueScale2dDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Multiplies each element.
  float scale{};
  /// Added to the products: one number for each channel.
  PerAxis<float> bias{};
  operator Desc() const {
    return {"VALUE_SCALE_2D",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Scale", scale},
             {"Bias", bias}}};
  }
};

/// DML_ELEMENT_WISE_SIGN_OPERATOR_DESC. Gives the sign of each element: 1, -1 or 0. NaN gives 0.
struct ElementWiseSignDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_SIGN",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_IS_NAN_OPERATOR_DESC. Is 1 where the element is NaN, else 0.
struct ElementWiseIsNanDesc {
  /// The elements x.
  TensorDesc input{};
  /// Holds 1 where x is NaN, else 0; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_IS_NAN",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_ERF_OPERATOR_DESC. Takes the error function of each element, correctly rounded: output = erf(x).
struct ElementWiseErfDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ERF",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_SINH_OPERATOR_DESC. Takes the hyperbolic sine of each element, correctly rounded: output = sinh(x).
struct ElementWiseSinhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_SINH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_COSH_OPERATOR_DESC. Takes the hyperbolic cosine of each element, correctly rounded: output =
/// cosh(x).
struct ElementWiseCoshDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_COSH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_TANH_OPERATOR_DESC. Takes the hyperbolic tangent of each element, correctly rounded: output =
/// tanh(x).
struct ElementWiseTanhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_TANH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ASINH_OPERATOR_DESC. Takes the inverse hyperbolic sine of each element, correctly rounded: output =
/// asinh(x).
struct ElementWiseAsinhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ASINH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ACOSH_OPERATOR_DESC. Takes the inverse hyperbolic cosine of each element, correctly rounded: output
/// = acosh(x).
struct ElementWiseAcoshDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ACOSH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ATANH_OPERATOR_DESC. Takes the inverse hyperbolic tangent of each element, correctly rounded:
/// output = atanh(x).
struct ElementWiseAtanhDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_ATANH",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ROUND_OPERATOR_DESC. Rounds each element to an integer in the direction of RoundingMode.
struct ElementWiseRoundDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// HALVES_TO_NEAREST_EVEN, TOWARD_ZERO, or TOWARD_INFINITY, which takes halves away from zero.
  RoundingMode rounding_mode{};
  operator Desc() const {
    return {"ELEMENT_WISE_ROUND",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"RoundingMode", rounding_mode}}};
  }
};

/// DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC. Is 1 where the element is infinite, with either sign or a chosen one;
/// else 0.
struct ElementWiseIsInfinityDesc {
  /// The elements x.
  TensorDesc input{};
  /// Holds 1 where x is infinite, else 0.
  TensorDesc output{};
  /// Which infinity counts.
  IsInfinityMode infinity_mode{};
  operator Desc() const {
    return {"ELEMENT_WISE_IS_INFINITY",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"InfinityMode", infinity_mode}}};
  }
};

/// DML_ELEMENT_WISE_BIT_NOT_OPERATOR_DESC. Inverts all bits: output = ~x.
struct ElementWiseBitNotDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_NOT",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_COUNT_OPERATOR_DESC. Counts the bits that are 1.
struct ElementWiseBitCountDesc {
  /// The elements x.
  TensorDesc input{};
  /// How many bits of x are 1; UINT8 where no DataType is given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_COUNT",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC. As ELEMENT_WISE_CLIP, with bounds that are exact in every type: output =
/// max(Min, min(x, Max)).
struct ElementWiseClip1Desc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
  std::optional<ScaleBias> scale_bias{};
  /// The least result, even if it is greater than Max.
  Scalar min{};
  /// The greatest result, also for NaN elements.
  Scalar max{};
  operator Desc() const {
    return {"ELEMENT_WISE_CLIP1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias},
             {"Min", min},
             {"Max", max}}};
  }
};

/// DML_ELEMENT_WISE_NEGATE_OPERATOR_DESC. Negates each element: output = -x. For floats, NaN included, the sign bit is
/// inverted.
struct ElementWiseNegateDesc {
  /// The elements x.
  TensorDesc input{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_NEGATE",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ONE_HOT_OPERATOR_DESC. Writes one value at given indices along an axis, and another value elsewhere.
struct OneHotDesc {
  /// Positions of the on value along Axis. Same sizes as OutputTensor, except 1 on Axis. Negative indices count from
  /// the end; indices outside the axis are ignored.
  TensorDesc indices{};
  /// The off value (the first element) and the on value (the next element in row-major order). Further elements are not
  /// read.
  TensorDesc values{};
  /// The on value at the indices, the off value elsewhere; its Sizes must be given, its DataType may be left out.
  TensorDesc output{};
  /// The axis that the indices refer to.
  std::uint32_t axis{};
  operator Desc() const {
    return {"ONE_HOT",
            {{"IndicesTensor", indices},
             {"ValuesTensor", values},
             {"OutputTensor", output},
             {"Axis", axis}}};
  }
};

/// DML_DIAGONAL_MATRIX_OPERATOR_DESC. Makes matrices with one value on a diagonal and 0 elsewhere.
struct DiagonalMatrixDesc {
  /// The matrices, on the last two axes.
  TensorDesc output{};
  /// The diagonal: 0 is the main one, positive numbers lie to the right of it.
  std::int32_t offset{};
  /// The value on the diagonal. For integer tensors it is truncated and saturated, and NaN becomes 0.
  float value{};
  operator Desc() const {
    return {"DIAGONAL_MATRIX",
            {{"OutputTensor", output},
             {"Offset", offset},
             {"Value", value}}};
  }
};

/// DML_FILL_VALUE_CONSTANT_OPERATOR_DESC. Fills a tensor with one value.
struct FillValueConstantDesc {
  /// The tensor to fill, of any sizes.
  TensorDesc output{};
  /// The value of every element, exact in every type.
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
  /// The tensor to fill, of any sizes. Floats are computed in double and rounded once. Microsoft's page accumulates
  /// instead, rounding at each step.
  TensorDesc output{};
  /// The first element.
  Scalar value_start{};
  /// The difference between an element and the one before it. Integers wrap.
  Scalar value_delta{};
  operator Desc() const {
    return {"FILL_VALUE_SEQUENCE",
            {{"OutputTensor", output},
             {"ValueStart", value_start},
             {"ValueDelta", value_delta}}};
  }
};

/// DML_DIAGONAL_MATRIX1_OPERATOR_DESC. Fills a band of diagonals with a value; elsewhere copies a tensor, or writes 0.
struct DiagonalMatrix1Desc {
  /// The elements outside the filled diagonals. Absent: they are 0.
  std::optional<TensorDesc> input{};
  /// The matrices, on the last two axes. With InputTensor it may be left out, else its DataType and Sizes must be
  /// given.
  TensorDesc output{};
  /// The value in the band, exact in every type.
  Scalar value{};
  /// The first diagonal of the band: 0 is the main one, positive numbers lie above it.
  std::int32_t diagonal_fill_begin{};
  /// End of the band (exclusive). If it is less than DiagonalFillBegin, all diagonals outside [DiagonalFillEnd,
  /// DiagonalFillBegin) are filled.
  std::int32_t diagonal_fill_end{};
  operator Desc() const {
    return {"DIAGONAL_MATRIX1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Value", value},
             {"DiagonalFillBegin", diagonal_fill_begin},
             {"DiagonalFillEnd", diagonal_fill_end}}};
  }
};

/// DML_SLICE_OPERATOR_DESC. Copies a window of a tensor, or every n-th element of it: output[c] = input[Offsets + c *
/// Strides].
struct SliceDesc {
  /// The tensor to copy from.
  TensorDesc input{};
  /// The slice. Its sizes are Sizes.
  TensorDesc output{};
  /// The first element copied along each axis of InputTensor.
  Dimensions offsets{};
  /// How many elements are copied along each axis: OutputTensor's sizes.
  Dimensions sizes{};
  /// Distance between copied elements along each axis of InputTensor: 2 copies every second one. SLICE1 takes negative
  /// ones.
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

/// DML_JOIN_OPERATOR_DESC. Concatenates tensors: puts them one after another along one axis.
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
  /// BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize. Microsoft's page
  /// swaps the two.
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

/// DML_SLICE1_OPERATOR_DESC. Copies every n-th element of a window of a tensor: forwards from its beginning, or
/// backwards from its end where the stride is negative.
struct Slice1Desc {
  /// The tensor to copy from.
  TensorDesc input{};
  /// Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|, rounded down, which is also the
  /// default.
  TensorDesc output{};
  /// Where the window begins along each axis of InputTensor.
  Dimensions input_window_offsets{};
  /// The window's length along each axis.
  Dimensions input_window_sizes{};
  /// Distance between copied elements along each axis, never 0. A negative stride starts at the window's last element.
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
  /// Whether the channels of one block lie apart (as in DEPTH_TO_SPACE) or, COLUMN_ROW_DEPTH, side by side, as torch's
  /// pixel_shuffle has them.
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
  /// BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize. Microsoft's page
  /// swaps the two.
  TensorDesc output{};
  /// The height and the width of a block, at least 1.
  std::uint32_t block_size{};
  /// Whether the channels of one block lie apart (as in SPACE_TO_DEPTH) or, COLUMN_ROW_DEPTH, side by side, as torch's
  /// pixel_unshuffle has them.
  DepthSpaceOrder order{};
  operator Desc() const {
    return {"SPACE_TO_DEPTH1",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"BlockSize", block_size},
             {"Order", order}}};
  }
};

/// DML_SLICE_GRAD_OPERATOR_DESC. Gradient of SLICE1: writes each element to the position that the slice read it from,
/// and 0 elsewhere.
struct SliceGradDesc {
  /// The gradient of SLICE1's output. Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|,
  /// rounded down. If it is less, the remaining positions of the window are 0.
  TensorDesc input_gradient{};
  /// The gradient of SLICE1's input, with that input's sizes. By default the smallest sizes that hold the window,
  /// InputWindowOffsets[i] + InputWindowSizes[i].
  TensorDesc output_gradient{};
  /// Where the window begins along each axis of OutputGradientTensor.
  Dimensions input_window_offsets{};
  /// The window's length along each axis.
  Dimensions input_window_sizes{};
  /// Distance between written elements along each axis, never 0. A negative stride starts at the window's last element.
  SignedDimensions input_window_strides{};
  operator Desc() const {
    return {"SLICE_GRAD",
            {{"InputGradientTensor", input_gradient},
             {"OutputGradientTensor", output_gradient},
             {"InputWindowOffsets", input_window_offsets},
             {"InputWindowSizes", input_window_sizes},
             {"InputWindowStrides", input_window_strides}}};
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

/// DML_BATCH_NORMALIZATION_OPERATOR_DESC. Normalizes by given statistics: Scale * ((x - Mean) / sqrt(Variance +
/// Epsilon)) + Bias, and may apply an activation.
struct BatchNormalizationDesc {
  /// The elements x.
  TensorDesc input{};
  /// The mean. Axes of size 1 are repeated, here and in the next three tensors.
  TensorDesc mean{};
  /// The variance.
  TensorDesc variance{};
  /// Multiplies the normalized elements.
  TensorDesc scale{};
  /// Added to the products.
  TensorDesc bias{};
  /// The result. Same sizes; the strides may differ.
  TensorDesc output{};
  /// Does not change the result. Below feature level 4.0, FALSE requires statistics of full height and width.
  bool spatial{};
  /// Added to the variance, to avoid division by 0.
  float epsilon{};
  /// An activation applied to the result before it is rounded to OutputTensor's type. Absent: none.
  std::optional<FusedActivation> fused_activation{};
  operator Desc() const {
    return {"BATCH_NORMALIZATION",
            {{"InputTensor", input},
             {"MeanTensor", mean},
             {"VarianceTensor", variance},
             {"ScaleTensor", scale},
             {"BiasTensor", bias},
             {"OutputTensor", output},
             {"Spatial", spatial},
             {"Epsilon", epsilon},
             {"FusedActivation", fused_activation}}};
  }
};

/// DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC. Quantizes a tensor: output = clamp(round(x / Scale) + ZeroPoint).
struct ElementWiseQuantizeLinearDesc {
  /// The elements x.
  TensorDesc input{};
  /// Divides each element. FLOAT32 if InputTensor is INT32.
  TensorDesc scale{};
  /// Added to each quotient after that was rounded (halves to even). Absent: 0.
  std::optional<TensorDesc> zero_point{};
  /// The quantized elements, INT8 or UINT8; NaN becomes the least number. With ZeroPointTensor it may be left out, else
  /// its DataType must be given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_QUANTIZE_LINEAR",
            {{"InputTensor", input},
             {"ScaleTensor", scale},
             {"ZeroPointTensor", zero_point},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC. Dequantizes a tensor: output = (x - ZeroPoint) * Scale.
struct ElementWiseDequantizeLinearDesc {
  /// The quantized elements x.
  TensorDesc input{};
  /// Multiplies each difference.
  TensorDesc scale{};
  /// Subtracted from each element, exactly. Absent: 0.
  std::optional<TensorDesc> zero_point{};
  /// The products, of ScaleTensor's type.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_DEQUANTIZE_LINEAR",
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
  /// The converted elements; its DataType must be given.
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
