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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of exp(x) - 1.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x.
  float alpha{};
  /// What is added to Alpha * x.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x.
  float alpha{};
  /// What is added to Alpha * x.
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
  /// The factors of the elements that are negative.
  TensorDesc slope{};
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of the result.
  float alpha{};
  /// The factor of x.
  float beta{};
  operator Desc() const {
    return {"ACTIVATION_PARAMETRIC_SOFTPLUS",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Alpha", alpha},
             {"Beta", beta}}};
  }
};

/// DML_ACTIVATION_RELU_OPERATOR_DESC. Rectified linear unit: max(0, x), which is 0 of NaN.
struct ActivationReluDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of exp(x) - 1.
  float alpha{};
  /// The factor of all.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of the result.
  float alpha{};
  /// The factor of x.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x; the result is divided by it.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The threshold; x that is not above it becomes 0.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// How far x is moved toward 0. For an integer tensor it is truncated, and saturated to the type.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// What x is divided by, and the factor of the result, where x is negative.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x in the sigmoid.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// The factor of x.
  float alpha{};
  /// What is added to Alpha * x.
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

/// DML_ELEMENT_WISE_LOGICAL_AND_OPERATOR_DESC. Says where both tensors are not 0: output = A != 0 and B != 0.
struct ElementWiseLogicalAndDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_AND",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_EQUALS_OPERATOR_DESC. Says where two tensors are equal: output = A == B.
struct ElementWiseLogicalEqualsDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A == B, else 0; its DataType is always given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_EQUALS",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OPERATOR_DESC. Says where one tensor is greater than another: output = A > B.
struct ElementWiseLogicalGreaterThanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A > B, else 0; its DataType is always given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_GREATER_THAN",
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

/// DML_ELEMENT_WISE_LOGICAL_OR_OPERATOR_DESC. Says where one of two tensors is not 0: output = A != 0 or B != 0.
struct ElementWiseLogicalOrDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_OR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_XOR_OPERATOR_DESC. Says where just one of two tensors is not 0: output = (A != 0) != (B !=
/// 0).
struct ElementWiseLogicalXorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_XOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MAX_OPERATOR_DESC. Takes the greater of two tensors' elements: output = max(A, B); of NaN and a
/// number the number.
struct ElementWiseMaxDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MAX",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MEAN_OPERATOR_DESC. Takes the mean of two tensors: output = (A + B) / 2; of integers the exact
/// sum's, toward zero.
struct ElementWiseMeanDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MEAN",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MIN_OPERATOR_DESC. Takes the lesser of two tensors' elements: output = min(A, B); of NaN and a
/// number the number.
struct ElementWiseMinDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// The exponents, from feature level 3.0 on of a type of their own. Where both tensors hold integers results are
  /// exact and wrap; exponents below 0 give 0 but of 1 and -1. Of integers to powers that are floats the result is
  /// truncated and saturated, NaN is 0; what lies less than 1.4e-14 of its size below an integer is that.
  TensorDesc exponent{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
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

/// DML_ELEMENT_WISE_ADD1_OPERATOR_DESC. Adds two tensors and may apply an activation: output = activation(A + B).
struct ElementWiseAdd1Desc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// What is applied to the results before they are rounded to OutputTensor's type; left out: nothing.
  std::optional<FusedActivation> fused_activation{};
  operator Desc() const {
    return {"ELEMENT_WISE_ADD1",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output},
             {"FusedActivation", fused_activation}}};
  }
};

/// DML_ELEMENT_WISE_BIT_SHIFT_LEFT_OPERATOR_DESC. Shifts bits to the left: output = A << B; by the width or more it is
/// 0.
struct ElementWiseBitShiftLeftDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_SHIFT_LEFT",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_SHIFT_RIGHT_OPERATOR_DESC. Shifts bits to the right and fills with 0: output = A >> B; by the
/// width or more it is 0.
struct ElementWiseBitShiftRightDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_SHIFT_RIGHT",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC. Takes the remainder of a division that truncates, A - B * trunc(A /
/// B), exactly; of integers by 0 all bits are one.
struct ElementWiseModulusTruncateDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MODULUS_TRUNCATE",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC. Takes the remainder of a division that rounds down, A - B * floor(A /
/// B): the truncating one's, plus B where that has the other sign.
struct ElementWiseModulusFloorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_MODULUS_FLOOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_AND_OPERATOR_DESC. Joins bits by and: output = A & B.
struct ElementWiseBitAndDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_AND",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_OR_OPERATOR_DESC. Joins bits by or: output = A | B.
struct ElementWiseBitOrDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_OR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_BIT_XOR_OPERATOR_DESC. Joins bits by exclusive or: output = A ^ B.
struct ElementWiseBitXorDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_BIT_XOR",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL_OPERATOR_DESC. Says where one tensor is greater than another or
/// equal: output = A >= B.
struct ElementWiseLogicalGreaterThanOrEqualDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A >= B, else 0; its DataType is always given.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL_OPERATOR_DESC. Says where one tensor is less than another or equal:
/// output = A <= B.
struct ElementWiseLogicalLessThanOrEqualDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// Holds 1 where A <= B, else 0; its DataType is always given.
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
  /// The gradient that goes on, of the same sizes; its layout may be another.
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
  /// The elements A, how far up points are: y.
  TensorDesc a{};
  /// The elements B, how far right they are: x.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_ATAN_YX",
            {{"ATensor", a},
             {"BTensor", b},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_CLIP_GRAD_OPERATOR_DESC. Gradient of ELEMENT_WISE_CLIP: the incoming gradient where x lies between
/// Min and Max, else 0.
struct ElementWiseClipGradDesc {
  /// The elements x.
  TensorDesc input{};
  /// The incoming gradient.
  TensorDesc input_gradient{};
  /// The gradient that goes on, of the same sizes; its layout may be another.
  TensorDesc output_gradient{};
  /// Where x is not above it the result is 0. For an integer tensor it is truncated, and saturated to the type; NaN is
  /// 0 there.
  float min{};
  /// Where x is not below it the result is 0; converted as Min is.
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
/// B) * (A - B).
struct ElementWiseDifferenceSquareDesc {
  /// The elements A, on the left-hand side.
  TensorDesc a{};
  /// The elements B, on the right-hand side.
  TensorDesc b{};
  /// The results, of the same sizes; its layout may be another.
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
  /// The gradient that goes on, of the same sizes; its layout may be another.
  TensorDesc output_gradient{};
  /// Where x is not above it the result is 0.
  Scalar min{};
  /// Where x is not below it the result is 0.
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
  /// Its sizes are InputTensor's; its strides say where they lie.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_IDENTITY",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_ABS_OPERATOR_DESC. Takes the absolute value of each element: output = |x|; of floats, NaN included,
/// without the sign bit.
struct ElementWiseAbsDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
  std::optional<ScaleBias> scale_bias{};
  /// The least result. For an integer tensor it is truncated, and saturated to the type; NaN is 0 there, and no bound
  /// for floats.
  float min{};
  /// The greatest result, also where it is less than Min; converted as Min is.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
  std::optional<ScaleBias> scale_bias{};
  operator Desc() const {
    return {"ELEMENT_WISE_LOG",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"ScaleBias", scale_bias}}};
  }
};

/// DML_ELEMENT_WISE_LOGICAL_NOT_OPERATOR_DESC. Says where a tensor is 0: output = x == 0.
struct ElementWiseLogicalNotDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
  std::optional<ScaleBias> scale_bias{};
  /// The least result, also of NaN. For an integer tensor it is truncated, and saturated to the type; NaN is 0 there,
  /// and no bound for floats.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// What each element is multiplied by.
  float scale{};
  /// What is added to the products, one number for each channel.
  PerAxis<float> bias{};
  operator Desc() const {
    return {"VALUE_SCALE_2D",
            {{"InputTensor", input},
             {"OutputTensor", output},
             {"Scale", scale},
             {"Bias", bias}}};
  }
};

/// DML_ELEMENT_WISE_SIGN_OPERATOR_DESC. Gives the sign of each element: 1, -1 or 0, which it is of NaN, too.
struct ElementWiseSignDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_SIGN",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ELEMENT_WISE_IS_NAN_OPERATOR_DESC. Says where a tensor is NaN.
struct ElementWiseIsNanDesc {
  /// The elements x.
  TensorDesc input{};
  /// Holds 1 where x is NaN, else 0; its DataType is always given.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
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
  /// The results, of the same sizes; its layout may be another.
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

/// DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC. Says where a tensor is infinite, of either sign or of one.
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
  /// The results, of the same sizes; its layout may be another.
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
  /// How many bits of x are 1; its DataType is always given.
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
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// Scale, which InputTensor's elements are multiplied by, and Bias, which is added then, in two FLOAT32 steps: that
  /// is x.
  std::optional<ScaleBias> scale_bias{};
  /// The least result, also where it is greater than Max.
  Scalar min{};
  /// The greatest result, also of NaN.
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

/// DML_ELEMENT_WISE_NEGATE_OPERATOR_DESC. Negates each element: output = -x; of floats, NaN included, the sign bit.
struct ElementWiseNegateDesc {
  /// The elements x.
  TensorDesc input{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  operator Desc() const {
    return {"ELEMENT_WISE_NEGATE",
            {{"InputTensor", input},
             {"OutputTensor", output}}};
  }
};

/// DML_ONE_HOT_OPERATOR_DESC. Makes a tensor that holds one value at the places that indices tell along an axis, and
/// another elsewhere.
struct OneHotDesc {
  /// Where the on value stands along Axis, for each sequence: OutputTensor's sizes, but 1 on Axis. Below 0 it counts
  /// from the end; beyond the axis it is nowhere.
  TensorDesc indices{};
  /// The off value, its first element, and the on value, the next one along the fastest-changing axis of size above 1;
  /// what follows is not read.
  TensorDesc values{};
  /// The on value at the indices, the off value elsewhere.
  TensorDesc output{};
  /// The axis that indices are places on.
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
  /// The matrices, of its last two axes.
  TensorDesc output{};
  /// How far right of the main diagonal it lies.
  std::int32_t offset{};
  /// What the diagonal holds. For an integer tensor it is truncated, and saturated to the type; NaN is 0 there.
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

/// DML_DIAGONAL_MATRIX1_OPERATOR_DESC. Puts a value on a band of diagonals, and copies a tensor or puts 0 elsewhere.
struct DiagonalMatrix1Desc {
  /// What is copied where no value is put; absent: 0.
  std::optional<TensorDesc> input{};
  /// The matrices, of its last two axes.
  TensorDesc output{};
  /// What the band holds, exact in every type.
  Scalar value{};
  /// The first diagonal of the band; 0 is the main one, those above it are positive.
  std::int32_t diagonal_fill_begin{};
  /// The first diagonal behind the band; if it is less than DiagonalFillBegin, all but those between are filled.
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

/// DML_SLICE_GRAD_OPERATOR_DESC. Gradient of SLICE1: puts elements at the places that the slice was taken from, and 0
/// elsewhere.
struct SliceGradDesc {
  /// The gradient of SLICE1's output. Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|,
  /// rounded down; where it is less, the walk ends early and what it would meet later is 0.
  TensorDesc input_gradient{};
  /// The gradient of SLICE1's input, as large as that; if left out, the smallest that the window fits in,
  /// InputWindowOffsets[i] + InputWindowSizes[i].
  TensorDesc output_gradient{};
  /// Where the window begins along each axis of OutputGradientTensor.
  Dimensions input_window_offsets{};
  /// How long the window is along each axis.
  Dimensions input_window_sizes{};
  /// How far apart the elements are put along each axis, never 0; a negative stride starts at the window's last
  /// element.
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
  /// The mean; an axis of size 1 is repeated, as of the next three.
  TensorDesc mean{};
  /// The variance.
  TensorDesc variance{};
  /// What the normalized elements are multiplied by.
  TensorDesc scale{};
  /// What is added to the products.
  TensorDesc bias{};
  /// The results, of the same sizes; its layout may be another.
  TensorDesc output{};
  /// No result depends on it: false demands statistics of full height and width until feature level 4.0, and nothing
  /// from there on.
  bool spatial{};
  /// What is added to the variance, so that nothing is divided by 0.
  float epsilon{};
  /// What is applied to the results before they are rounded to OutputTensor's type; left out: nothing.
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

/// DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC. Dequantizes a tensor: output = (x - ZeroPoint) * Scale.
struct ElementWiseDequantizeLinearDesc {
  /// The quantized elements x.
  TensorDesc input{};
  /// What each difference is multiplied by.
  TensorDesc scale{};
  /// What is subtracted from each element, exactly; 0 when absent.
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
