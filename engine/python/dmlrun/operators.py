"""DirectML's operators as functions of arrays, tile(x, repeats=[1, 2]). Made by specs/write_python.py, which
./dev generate runs, from specs/operators: change those.

Fields are keyword arguments; what may be left out is None. Inputs whose sizes must be equal are broadcast, as numpy
does. Numbers and lists of Python get the type that the other inputs tell, else FLOAT32; integers INT64, INT32 or
FLOAT32, the first that the operator takes. Inputs come in DirectML's order. An output's argument says what the inputs
do not tell of it: a type, a shape, a (type, shape), a dict of fields, or an array to write to. `out` is an array to
write to, too (of several outputs a list), and `options` is what compile() takes, backend="interpreter". What is refused
is raised as dmlrun.Error."""
# pylint: disable=redefined-builtin,too-many-arguments,too-many-lines
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ._functions import called, explained

Int = Union[int, np.integer]
Float = Union[float, np.floating, np.integer]
Ints = Union[Sequence[Int], np.ndarray]
Floats = Union[Sequence[Float], np.ndarray]
TensorLike = Union[DTypeLike, Int, Sequence[Int], tuple, Mapping, np.ndarray]
__all__ = ["abs", "acos", "acosh", "activation_identity", "activation_tanh", "add", "add1", "asin", "asinh", "atan",
    "atan_yx", "atanh", "batch_normalization", "bit_and", "bit_count", "bit_not", "bit_or", "bit_shift_left",
    "bit_shift_right", "bit_xor", "cast", "ceil", "celu", "clip", "clip1", "clip_grad", "clip_grad1",
    "constant_pow", "cos", "cosh", "depth_to_space", "depth_to_space1", "dequantize_linear", "diagonal_matrix",
    "diagonal_matrix1", "difference_square", "divide", "elu", "erf", "exp", "fill_value_constant",
    "fill_value_sequence", "floor", "gelu", "hard_sigmoid", "hard_swish", "identity", "if_", "is_infinity",
    "is_nan", "join", "leaky_relu", "linear", "log", "logical_and", "logical_equals", "logical_greater_than",
    "logical_greater_than_or_equal", "logical_less_than", "logical_less_than_or_equal", "logical_not", "logical_or",
    "logical_xor", "max", "mean", "min", "modulus_floor", "modulus_truncate", "multiply", "negate", "one_hot",
    "padding", "padding1", "parameterized_relu", "parametric_softplus", "pow", "quantize_linear",
    "quantized_linear_add", "recip", "relu", "relu_grad", "round", "scaled_elu", "scaled_tanh", "shrink", "sigmoid",
    "sign", "sin", "sinh", "slice", "slice1", "slice_grad", "softplus", "softsign", "space_to_depth",
    "space_to_depth1", "split", "sqrt", "subtract", "swish", "tan", "tanh", "threshold", "thresholded_relu", "tile",
    "value_scale_2d"]


def abs(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the absolute value of each element: output = |x|. For floats, NaN included, the sign bit is cleared.

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ABS", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"])


def acos(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse cosine of each element, correctly rounded: output = acos(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ACOS", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def acosh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse hyperbolic cosine of each element, correctly rounded: output = acosh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ACOSH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def activation_identity(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Copies a tensor: output = x.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_IDENTITY", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def activation_tanh(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Hyperbolic tangent, correctly rounded: tanh(x).

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_TANH", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def add(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Adds two tensors: output = A + B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ADD", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def add1(a: ArrayLike, b: ArrayLike, *, fused_activation: Optional[Any] = None, output: Optional[TensorLike] = None,
        out: Any = None, **options: Any) -> np.ndarray:
    """Adds two tensors and may apply an activation: output = activation(A + B).

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    fused_activation: An activation applied to the result before it is rounded to OutputTensor's type. Absent: none.
        One of LINEAR, SIGMOID, HARD_SIGMOID, TANH, SCALED_TANH, RELU, LEAKY_RELU, THRESHOLDED_RELU, ELU, CELU,
        SCALED_ELU, SOFTPLUS, PARAMETRIC_SOFTPLUS, SOFTSIGN, IDENTITY, SHRINK, GELU. Its name, or a dict with its
        fields, {"Type": "LEAKY_RELU", "Alpha": 0.1}.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ADD1", {"ATensor": a, "BTensor": b}, {"FusedActivation": fused_activation},
        {"OutputTensor": output}, out, options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor",
        "BTensor": "ATensor"}, integers={"ATensor": "FLOAT32", "BTensor": "FLOAT32"})


def asin(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse sine of each element, correctly rounded: output = asin(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ASIN", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def asinh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse hyperbolic sine of each element, correctly rounded: output = asinh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ASINH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def atan(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse tangent of each element, correctly rounded: output = atan(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ATAN", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def atan_yx(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the angle of a point, from -pi to pi with the special values of C: output = atan2(A, B).

    a: The vertical coordinates of the points, y.
    b: The horizontal coordinates of the points, x.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ATAN_YX", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"}, integers={"ATensor":
        "FLOAT32", "BTensor": "FLOAT32"})


def atanh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the inverse hyperbolic tangent of each element, correctly rounded: output = atanh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ATANH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def batch_normalization(input: ArrayLike, mean: ArrayLike, variance: ArrayLike, scale: ArrayLike, bias: ArrayLike,
        *, spatial: Union[bool, np.bool_], epsilon: Float, fused_activation: Optional[Any] = None, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Normalizes by given statistics: Scale * ((x - Mean) / sqrt(Variance + Epsilon)) + Bias, and may apply an
    activation.

    input: The elements x.
    mean: The mean. Axes of size 1 are repeated, here and in the next three tensors.
    variance: The variance.
    scale: Multiplies the normalized elements.
    bias: Added to the products.
    spatial: Does not change the result. Below feature level 4.0, FALSE requires statistics of full height and
        width.
    epsilon: Added to the variance, to avoid division by 0.
    fused_activation: An activation applied to the result before it is rounded to OutputTensor's type. Absent: none.
        One of LINEAR, SIGMOID, HARD_SIGMOID, TANH, SCALED_TANH, RELU, LEAKY_RELU, THRESHOLDED_RELU, ELU, CELU,
        SCALED_ELU, SOFTPLUS, PARAMETRIC_SOFTPLUS, SOFTSIGN, IDENTITY, SHRINK, GELU. Its name, or a dict with its
        fields, {"Type": "LEAKY_RELU", "Alpha": 0.1}.
    output: The result. Same sizes; the strides may differ."""
    return called("BATCH_NORMALIZATION", {"InputTensor": input, "MeanTensor": mean, "VarianceTensor": variance,
        "ScaleTensor": scale, "BiasTensor": bias}, {"Spatial": spatial, "Epsilon": epsilon, "FusedActivation":
        fused_activation}, {"OutputTensor": output}, out, options, broadcast=["InputTensor", "MeanTensor",
        "VarianceTensor", "ScaleTensor", "BiasTensor"], types={"InputTensor": "InputTensor", "MeanTensor":
        "InputTensor", "VarianceTensor": "InputTensor", "ScaleTensor": "InputTensor", "BiasTensor": "InputTensor"},
        integers={"InputTensor": "FLOAT32", "MeanTensor": "FLOAT32", "VarianceTensor": "FLOAT32", "ScaleTensor":
        "FLOAT32", "BiasTensor": "FLOAT32"})


def bit_and(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Bitwise and: output = A & B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_AND", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def bit_count(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Counts the bits that are 1.

    input: The elements x.
    output: How many bits of x are 1; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_BIT_COUNT", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def bit_not(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Inverts all bits: output = ~x.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_NOT", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def bit_or(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Bitwise or: output = A | B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_OR", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def bit_shift_left(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Shifts bits to the left: output = A << B. Shifts by the type's width or more give 0.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_SHIFT_LEFT", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "UINT32", "BTensor": "UINT32"})


def bit_shift_right(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Shifts bits to the right and fills with 0: output = A >> B. Shifts by the type's width or more give 0.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_SHIFT_RIGHT", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "UINT32", "BTensor": "UINT32"})


def bit_xor(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Bitwise exclusive or: output = A ^ B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_BIT_XOR", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def cast(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Converts each element to another data type: floats to integers by truncation and saturation (NaN is 0),
    integers to integers by their low bits, all else rounded once.

    input: The elements x.
    output: The converted elements; its DataType must be given."""
    return called("CAST", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def ceil(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Rounds each element up to an integer: output = ceil(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CEIL", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def celu(input: ArrayLike, *, alpha: Float, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Continuous exponential linear unit: max(0, x) + min(0, Alpha * (exp(x / Alpha) - 1)).

    input: The elements x.
    alpha: For negative x: divides x and multiplies the result.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_CELU", {"InputTensor": input}, {"Alpha": alpha}, {"OutputTensor": output}, out,
        options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def clip(input: ArrayLike, *, scale_bias: Optional[Any] = None, min: Float, max: Float, output: Optional[TensorLike]
        = None, out: Any = None, **options: Any) -> np.ndarray:
    """Limits each element to a range: output = min(Max, max(Min, x)).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    min: The least result, also for NaN elements. For integer tensors it is truncated and saturated, and NaN becomes
        0. For float tensors NaN means no bound.
    max: The greatest result, even if it is less than Min. Converted as Min is.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CLIP", {"InputTensor": input}, {"ScaleBias": scale_bias, "Min": min, "Max": max},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"])


def clip1(input: ArrayLike, *, scale_bias: Optional[Any] = None, min_max_data_type: Optional[DTypeLike] = None, min:
        Any, max: Any, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """As ELEMENT_WISE_CLIP, with bounds that are exact in every type: output = max(Min, min(x, Max)).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    min_max_data_type: The type of Min and Max, which is the output's.
    min: The least result, even if it is greater than Max.
    max: The greatest result, also for NaN elements.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CLIP1", {"InputTensor": input}, {"ScaleBias": scale_bias, "MinMaxDataType":
        min_max_data_type, "Min": min, "Max": max}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def clip_grad(input: ArrayLike, input_gradient: ArrayLike, *, min: Float, max: Float, output_gradient:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Gradient of ELEMENT_WISE_CLIP: the incoming gradient where x lies between Min and Max, or is NaN, else 0.

    input: The elements x.
    input_gradient: The incoming gradient.
    min: Elements that are not above it give 0. For integer tensors it is truncated and saturated, and NaN becomes
        0.
    max: Elements that are not below it give 0. Converted as Min is.
    output_gradient: The outgoing gradient. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CLIP_GRAD", {"InputTensor": input, "InputGradientTensor": input_gradient}, {"Min":
        min, "Max": max}, {"OutputGradientTensor": output_gradient}, out, options, broadcast=["InputTensor",
        "InputGradientTensor"], types={"InputTensor": "InputTensor", "InputGradientTensor": "InputTensor"})


def clip_grad1(input: ArrayLike, input_gradient: ArrayLike, *, min_max_data_type: Optional[DTypeLike] = None, min:
        Any, max: Any, output_gradient: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """As ELEMENT_WISE_CLIP_GRAD, with bounds that are exact in every type.

    input: The elements x.
    input_gradient: The incoming gradient.
    min_max_data_type: The type of Min and Max, which is the output's.
    min: Elements that are not above it give 0.
    max: Elements that are not below it give 0.
    output_gradient: The outgoing gradient. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CLIP_GRAD1", {"InputTensor": input, "InputGradientTensor": input_gradient},
        {"MinMaxDataType": min_max_data_type, "Min": min, "Max": max}, {"OutputGradientTensor": output_gradient},
        out, options, broadcast=["InputTensor", "InputGradientTensor"], types={"InputTensor": "InputTensor",
        "InputGradientTensor": "InputTensor"})


def constant_pow(input: ArrayLike, *, scale_bias: Optional[Any] = None, exponent: Float, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Raises each element to one power, with the special values of C: output = pow(x, Exponent).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    exponent: The power.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_CONSTANT_POW", {"InputTensor": input}, {"ScaleBias": scale_bias, "Exponent":
        exponent}, {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor":
        "FLOAT32"})


def cos(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the cosine of each element, correctly rounded: output = cos(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_COS", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def cosh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the hyperbolic cosine of each element, correctly rounded: output = cosh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_COSH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def depth_to_space(input: ArrayLike, *, block_size: Int, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Moves channels into blocks of height and width.

    input: The tensor to copy: batch, channels, height, width; a multiple of BlockSize * BlockSize channels.
    block_size: The height and the width of a block, at least 1.
    output: Its channels are divided by BlockSize * BlockSize, its height and width are BlockSize times
        InputTensor's."""
    return called("DEPTH_TO_SPACE", {"InputTensor": input}, {"BlockSize": block_size}, {"OutputTensor": output},
        out, options)


def depth_to_space1(input: ArrayLike, *, block_size: Int, order: Literal["DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH"],
        output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """As DEPTH_TO_SPACE, with a choice of how channels are ordered.

    input: The tensor to copy: batch, channels, height, width; a multiple of BlockSize * BlockSize channels.
    block_size: The height and the width of a block, at least 1.
    order: Whether the channels of one block lie apart (as in DEPTH_TO_SPACE) or, COLUMN_ROW_DEPTH, side by side, as
        torch's pixel_shuffle has them. One of DEPTH_COLUMN_ROW, COLUMN_ROW_DEPTH.
    output: Its channels are divided by BlockSize * BlockSize, its height and width are BlockSize times
        InputTensor's."""
    return called("DEPTH_TO_SPACE1", {"InputTensor": input}, {"BlockSize": block_size, "Order": order},
        {"OutputTensor": output}, out, options)


def dequantize_linear(input: ArrayLike, scale: ArrayLike, zero_point: Optional[ArrayLike] = None, *, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Dequantizes a tensor: output = (x - ZeroPoint) * Scale.

    input: The quantized elements x.
    scale: Multiplies each difference.
    zero_point: Subtracted from each element, exactly. Absent: 0.
    output: The products, of ScaleTensor's type."""
    return called("ELEMENT_WISE_DEQUANTIZE_LINEAR", {"InputTensor": input, "ScaleTensor": scale, "ZeroPointTensor":
        zero_point}, {}, {"OutputTensor": output}, out, options, broadcast=["InputTensor", "ScaleTensor",
        "ZeroPointTensor"], types={"InputTensor": "InputTensor", "ZeroPointTensor": "InputTensor"},
        integers={"InputTensor": "INT32", "ScaleTensor": "FLOAT32", "ZeroPointTensor": "INT32"})


def diagonal_matrix(*, offset: Int, value: Float, output: TensorLike, out: Any = None, **options:
        Any) -> np.ndarray:
    """Makes matrices with one value on a diagonal and 0 elsewhere.

    offset: The diagonal: 0 is the main one, positive numbers lie to the right of it.
    value: The value on the diagonal. For integer tensors it is truncated and saturated, and NaN becomes 0.
    output: The matrices, on the last two axes."""
    return called("DIAGONAL_MATRIX", {}, {"Offset": offset, "Value": value}, {"OutputTensor": output}, out, options)


def diagonal_matrix1(input: Optional[ArrayLike] = None, *, value_data_type: Optional[DTypeLike] = None, value: Any,
        diagonal_fill_begin: Int, diagonal_fill_end: Int, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Fills a band of diagonals with a value; elsewhere copies a tensor, or writes 0.

    input: The elements outside the filled diagonals. Absent: they are 0.
    value_data_type: The type of Value, which is OutputTensor's.
    value: The value in the band, exact in every type.
    diagonal_fill_begin: The first diagonal of the band: 0 is the main one, positive numbers lie above it.
    diagonal_fill_end: End of the band (exclusive). If it is less than DiagonalFillBegin, all diagonals outside
        [DiagonalFillEnd, DiagonalFillBegin) are filled.
    output: The matrices, on the last two axes. With InputTensor it may be left out, else its DataType and Sizes
        must be given."""
    return called("DIAGONAL_MATRIX1", {"InputTensor": input}, {"ValueDataType": value_data_type, "Value": value,
        "DiagonalFillBegin": diagonal_fill_begin, "DiagonalFillEnd": diagonal_fill_end}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"])


def difference_square(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the square of the difference of two tensors: output = (A - B) * (A - B). FLOAT16 is computed in FLOAT32
    and rounded once.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_DIFFERENCE_SQUARE", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "INT32", "BTensor": "INT32"})


def divide(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Divides two tensors: output = A / B. Integer quotients are truncated toward zero; division by 0 gives all
    ones.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_DIVIDE", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def elu(input: ArrayLike, *, alpha: Float, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Exponential linear unit: x, or Alpha * (exp(x) - 1) where x is negative.

    input: The elements x.
    alpha: Multiplies exp(x) - 1.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_ELU", {"InputTensor": input}, {"Alpha": alpha}, {"OutputTensor": output}, out,
        options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def erf(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the error function of each element, correctly rounded: output = erf(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ERF", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def exp(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Raises e to the power of each element, correctly rounded: output = exp(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_EXP", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def fill_value_constant(*, value_data_type: Optional[DTypeLike] = None, value: Any, output: TensorLike, out: Any =
        None, **options: Any) -> np.ndarray:
    """Fills a tensor with one value.

    value_data_type: The type of Value, which is OutputTensor's.
    value: The value of every element, exact in every type.
    output: The tensor to fill, of any sizes."""
    return called("FILL_VALUE_CONSTANT", {}, {"ValueDataType": value_data_type, "Value": value}, {"OutputTensor":
        output}, out, options)


def fill_value_sequence(*, value_data_type: Optional[DTypeLike] = None, value_start: Any, value_delta: Any, output:
        TensorLike, out: Any = None, **options: Any) -> np.ndarray:
    """Fills a tensor with a sequence in row-major order: element i is ValueStart + i * ValueDelta.

    value_data_type: The type of ValueStart and ValueDelta, which is OutputTensor's.
    value_start: The first element.
    value_delta: The difference between an element and the one before it. Integers wrap.
    output: The tensor to fill, of any sizes. Floats are computed in double and rounded once. Microsoft's page
        accumulates instead, rounding at each step."""
    return called("FILL_VALUE_SEQUENCE", {}, {"ValueDataType": value_data_type, "ValueStart": value_start,
        "ValueDelta": value_delta}, {"OutputTensor": output}, out, options)


def floor(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Rounds each element down to an integer: output = floor(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_FLOOR", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def gelu(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Gaussian error linear unit, correctly rounded: 0.5 * x * (1 + erf(x / sqrt(2))).

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_GELU", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def hard_sigmoid(input: ArrayLike, *, alpha: Float, beta: Float, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Sigmoid of straight lines: max(0, min(Alpha * x + Beta, 1)).

    input: The elements x.
    alpha: Multiplies x.
    beta: Added to Alpha * x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_HARD_SIGMOID", {"InputTensor": input}, {"Alpha": alpha, "Beta": beta},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def hard_swish(input: ArrayLike, *, alpha: Float, beta: Float, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Swish of straight lines: x * max(0, min(Alpha * x + Beta, 1)).

    input: The elements x.
    alpha: Multiplies x.
    beta: Added to Alpha * x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_HARD_SWISH", {"InputTensor": input}, {"Alpha": alpha, "Beta": beta}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def identity(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Copies a tensor, also into another layout, and may scale it: output = x.

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_IDENTITY", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"])


def if_(condition: ArrayLike, a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Chooses between two tensors: A where the condition is not 0, else B.

    condition: Nonzero elements choose A, zeros choose B.
    a: The elements chosen where the condition is nonzero.
    b: The elements chosen where the condition is 0.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_IF", {"ConditionTensor": condition, "ATensor": a, "BTensor": b}, {},
        {"OutputTensor": output}, out, options, broadcast=["ConditionTensor", "ATensor", "BTensor"],
        types={"ConditionTensor": "UINT8", "ATensor": "ATensor", "BTensor": "ATensor"})


def is_infinity(input: ArrayLike, *, infinity_mode: Literal["EITHER", "POSITIVE", "NEGATIVE"], output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Is 1 where the element is infinite, with either sign or a chosen one; else 0.

    input: The elements x.
    infinity_mode: Which infinity counts. One of EITHER, POSITIVE, NEGATIVE.
    output: Holds 1 where x is infinite, else 0."""
    return called("ELEMENT_WISE_IS_INFINITY", {"InputTensor": input}, {"InfinityMode": infinity_mode},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def is_nan(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Is 1 where the element is NaN, else 0.

    input: The elements x.
    output: Holds 1 where x is NaN, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_IS_NAN", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def join(inputs: Sequence[ArrayLike], *, axis: Int, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Concatenates tensors: puts them one after another along one axis.

    inputs: The tensors to join, in order; only their sizes along Axis may differ.
    axis: The axis along which the tensors follow each other, counted from 0.
    output: Sizes[Axis] is the sum of the inputs' sizes there; the other sizes are theirs."""
    return called("JOIN", {"InputTensors": inputs}, {"Axis": axis}, {"OutputTensor": output}, out, options)


def leaky_relu(input: ArrayLike, *, alpha: Float, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Leaky rectified linear unit: x, or Alpha * x where x is negative.

    input: The elements x.
    alpha: Multiplies x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_LEAKY_RELU", {"InputTensor": input}, {"Alpha": alpha}, {"OutputTensor": output}, out,
        options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def linear(input: ArrayLike, *, alpha: Float, beta: Float, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Linear function of each element: Alpha * x + Beta.

    input: The elements x.
    alpha: Multiplies x.
    beta: Added to Alpha * x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_LINEAR", {"InputTensor": input}, {"Alpha": alpha, "Beta": beta}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def log(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the natural logarithm of each element, correctly rounded: output = ln(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_LOG", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def logical_and(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Is 1 where both elements are nonzero, else 0: output = A != 0 and B != 0.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_LOGICAL_AND", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "UINT32", "BTensor": "UINT32"})


def logical_equals(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Is 1 where two elements are equal, else 0: output = A == B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: Holds 1 where A == B, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_LOGICAL_EQUALS", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def logical_greater_than(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Is 1 where A is greater than B, else 0: output = A > B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: Holds 1 where A > B, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_LOGICAL_GREATER_THAN", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output},
        out, options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def logical_greater_than_or_equal(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Is 1 where A is greater than or equal to B, else 0: output = A >= B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: Holds 1 where A >= B, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor":
        output}, out, options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def logical_less_than(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Is 1 where A is less than B, else 0: output = A < B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: Holds 1 where A < B, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_LOGICAL_LESS_THAN", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def logical_less_than_or_equal(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Is 1 where A is less than or equal to B, else 0: output = A <= B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: Holds 1 where A <= B, else 0; UINT8 where no DataType is given."""
    return called("ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor":
        output}, out, options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def logical_not(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Is 1 where the element is 0, else 0: output = x == 0.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_LOGICAL_NOT", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "UINT32"})


def logical_or(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Is 1 where at least one of two elements is nonzero, else 0: output = A != 0 or B != 0.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_LOGICAL_OR", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "UINT32", "BTensor": "UINT32"})


def logical_xor(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Is 1 where exactly one of two elements is nonzero, else 0: output = (A != 0) != (B != 0).

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_LOGICAL_XOR", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"},
        integers={"ATensor": "UINT32", "BTensor": "UINT32"})


def max(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the greater of two elements: output = max(A, B). If one is NaN, the result is the other.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MAX", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def mean(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the mean of two tensors: output = (A + B) / 2. FLOAT16 is computed in FLOAT32 and rounded once. For
    integers, the exact sum is halved and truncated toward zero.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MEAN", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"}, integers={"ATensor":
        "INT32", "BTensor": "INT32"})


def min(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the lesser of two elements: output = min(A, B). If one is NaN, the result is the other.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MIN", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def modulus_floor(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the remainder of a division that rounds down, A - B * floor(A / B): the truncating division's
    remainder, plus B if that remainder is not 0 and differs from B in sign.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MODULUS_FLOOR", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def modulus_truncate(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Takes the exact remainder of a division that truncates: A - B * trunc(A / B). For integers, division by 0
    gives all ones.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MODULUS_TRUNCATE", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out,
        options, broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def multiply(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Multiplies two tensors: output = A * B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_MULTIPLY", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def negate(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Negates each element: output = -x. For floats, NaN included, the sign bit is inverted.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_NEGATE", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def one_hot(indices: ArrayLike, values: ArrayLike, *, axis: Int, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Writes one value at given indices along an axis, and another value elsewhere.

    indices: Positions of the on value along Axis. Same sizes as OutputTensor, except 1 on Axis. Negative indices
        count from the end; indices outside the axis are ignored.
    values: The off value (the first element) and the on value (the next element in row-major order). Further
        elements are not read.
    axis: The axis that the indices refer to.
    output: The on value at the indices, the off value elsewhere; its Sizes must be given, its DataType may be left
        out."""
    return called("ONE_HOT", {"IndicesTensor": indices, "ValuesTensor": values}, {"Axis": axis}, {"OutputTensor":
        output}, out, options)


def padding(input: ArrayLike, *, padding_mode: Literal["CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"],
        padding_value: Optional[Float] = None, start_padding: Ints, end_padding: Ints, output: Optional[TensorLike]
        = None, out: Any = None, **options: Any) -> np.ndarray:
    """Adds elements in front of and behind every axis: a constant, or values from the tensor itself.

    input: The tensor to pad.
    padding_mode: What the padding is filled with. One of CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP.
    padding_value: The constant; other modes ignore it. Integer types saturate and truncate it, FLOAT16 rounds it to
        nearest even.
    start_padding: Elements added in front of each axis.
    end_padding: Elements added behind each axis.
    output: Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i]."""
    return called("PADDING", {"InputTensor": input}, {"PaddingMode": padding_mode, "PaddingValue": padding_value,
        "StartPadding": start_padding, "EndPadding": end_padding}, {"OutputTensor": output}, out, options)


def padding1(input: ArrayLike, *, padding_mode: Literal["CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"],
        padding_value_data_type: Optional[DTypeLike] = None, padding_value: Optional[Any] = None, start_padding:
        Ints, end_padding: Ints, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """As PADDING, with a constant that is exact in every type, 64-bit integers included.

    input: The tensor to pad.
    padding_mode: What the padding is filled with. One of CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP.
    padding_value_data_type: The type of PaddingValue: OutputTensor's.
    padding_value: The constant, exact in its type; other modes ignore it.
    start_padding: Elements added in front of each axis.
    end_padding: Elements added behind each axis.
    output: Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i]."""
    return called("PADDING1", {"InputTensor": input}, {"PaddingMode": padding_mode, "PaddingValueDataType":
        padding_value_data_type, "PaddingValue": padding_value, "StartPadding": start_padding, "EndPadding":
        end_padding}, {"OutputTensor": output}, out, options)


def parameterized_relu(input: ArrayLike, slope: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Leaky rectified linear unit whose slope is a tensor: x, or Slope * x where x is negative.

    input: The elements x.
    slope: The slopes: each multiplies a negative element.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_PARAMETERIZED_RELU", {"InputTensor": input, "SlopeTensor": slope}, {},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor", "SlopeTensor"], types={"InputTensor":
        "InputTensor", "SlopeTensor": "InputTensor"}, integers={"InputTensor": "INT32", "SlopeTensor": "INT32"})


def parametric_softplus(input: ArrayLike, *, alpha: Float, beta: Float, output: Optional[TensorLike] = None, out:
        Any = None, **options: Any) -> np.ndarray:
    """Softplus with two parameters: Alpha * ln(1 + exp(Beta * x)).

    input: The elements x.
    alpha: Multiplies the result.
    beta: Multiplies x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_PARAMETRIC_SOFTPLUS", {"InputTensor": input}, {"Alpha": alpha, "Beta": beta},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def pow(input: ArrayLike, exponent: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] =
        None, out: Any = None, **options: Any) -> np.ndarray:
    """Raises each element to the power that another tensor gives, with the special values of C: output = pow(x,
    exponent).

    input: The elements x.
    exponent: The exponents. From feature level 3.0 on, their type may differ from InputTensor's. If both tensors
        are integers, results are exact and wrap; negative exponents give 0, unless the base is 1 or -1. If only the
        base is an integer, the result is truncated and saturated, and NaN becomes 0. A result within 1.4e-14
        (relative) below an integer becomes that integer.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_POW", {"InputTensor": input, "ExponentTensor": exponent}, {"ScaleBias": scale_bias},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor", "ExponentTensor"], types={"InputTensor":
        "InputTensor", "ExponentTensor": "InputTensor"}, integers={"InputTensor": "INT32", "ExponentTensor":
        "INT32"})


def quantize_linear(input: ArrayLike, scale: ArrayLike, zero_point: Optional[ArrayLike] = None, *, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Quantizes a tensor: output = clamp(round(x / Scale) + ZeroPoint).

    input: The elements x.
    scale: Divides each element. FLOAT32 if InputTensor is INT32.
    zero_point: Added to each quotient after that was rounded (halves to even). Absent: 0.
    output: The quantized elements, INT8 or UINT8; NaN becomes the least number. With ZeroPointTensor it may be left
        out, else its DataType must be given."""
    return called("ELEMENT_WISE_QUANTIZE_LINEAR", {"InputTensor": input, "ScaleTensor": scale, "ZeroPointTensor":
        zero_point}, {}, {"OutputTensor": output}, out, options, broadcast=["InputTensor", "ScaleTensor",
        "ZeroPointTensor"], types={"InputTensor": "InputTensor", "ScaleTensor": "InputTensor", "ZeroPointTensor":
        "OutputTensor"}, integers={"InputTensor": "INT32", "ScaleTensor": "FLOAT32", "ZeroPointTensor":
        "InputTensor"})


def quantized_linear_add(a: ArrayLike, a_scale: ArrayLike, a_zero_point: Optional[ArrayLike] = None, b:
        Optional[ArrayLike] = None, b_scale: Optional[ArrayLike] = None, b_zero_point: Optional[ArrayLike] = None,
        output_scale: Optional[ArrayLike] = None, output_zero_point: Optional[ArrayLike] = None, *, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Adds two quantized tensors: output = clamp(round(((A - AZeroPoint) * AScale + (B - BZeroPoint) * BScale) /
    OutputScale) + OutputZeroPoint).

    a: The first summand: a quantized tensor.
    a_scale: The scale of ATensor.
    a_zero_point: The zero point of ATensor, of its type; 0 when absent.
    b: The second summand: a quantized tensor. Must be given.
    b_scale: The scale of BTensor. Must be given.
    b_zero_point: The zero point of BTensor, of its type; 0 when absent.
    output_scale: The scale of OutputTensor. Must be given.
    output_zero_point: The zero point of OutputTensor, of its type; 0 when absent.
    output: The quantized sum: ATensor's sizes; left out, its type is OutputZeroPointTensor's, else ATensor's."""
    return called("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", {"ATensor": a, "AScaleTensor": a_scale, "AZeroPointTensor":
        a_zero_point, "BTensor": b, "BScaleTensor": b_scale, "BZeroPointTensor": b_zero_point, "OutputScaleTensor":
        output_scale, "OutputZeroPointTensor": output_zero_point}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "AScaleTensor": "FLOAT32",
        "AZeroPointTensor": "ATensor", "BTensor": "BTensor", "BScaleTensor": "FLOAT32", "BZeroPointTensor":
        "BTensor", "OutputScaleTensor": "FLOAT32", "OutputZeroPointTensor": "OutputTensor"},
        integers={"OutputZeroPointTensor": "ATensor"})


def recip(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the reciprocal of each element: output = 1 / x.

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_RECIP", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def relu(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Rectified linear unit: max(0, x). NaN gives 0.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_RELU", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "INT32"})


def relu_grad(input: ArrayLike, input_gradient: ArrayLike, *, output_gradient: Optional[TensorLike] = None, out: Any
        = None, **options: Any) -> np.ndarray:
    """Gradient of ACTIVATION_RELU: the incoming gradient where x is positive, else 0.

    input: The elements x.
    input_gradient: The incoming gradient.
    output_gradient: The outgoing gradient. Same sizes; the strides may differ."""
    return called("ACTIVATION_RELU_GRAD", {"InputTensor": input, "InputGradientTensor": input_gradient}, {},
        {"OutputGradientTensor": output_gradient}, out, options, broadcast=["InputTensor", "InputGradientTensor"],
        types={"InputTensor": "InputTensor", "InputGradientTensor": "InputTensor"}, integers={"InputTensor":
        "INT32", "InputGradientTensor": "INT32"})


def round(input: ArrayLike, *, rounding_mode: Literal["HALVES_TO_NEAREST_EVEN", "TOWARD_ZERO", "TOWARD_INFINITY"],
        output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Rounds each element to an integer in the direction of RoundingMode.

    input: The elements x.
    rounding_mode: HALVES_TO_NEAREST_EVEN, TOWARD_ZERO, or TOWARD_INFINITY, which takes halves away from zero. One
        of HALVES_TO_NEAREST_EVEN, TOWARD_ZERO, TOWARD_INFINITY.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_ROUND", {"InputTensor": input}, {"RoundingMode": rounding_mode}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def scaled_elu(input: ArrayLike, *, alpha: Float, gamma: Float, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Scaled exponential linear unit: Gamma * x, or Gamma * (Alpha * exp(x) - Alpha) where x is not positive.

    input: The elements x.
    alpha: Multiplies exp(x) - 1.
    gamma: Multiplies every result.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SCALED_ELU", {"InputTensor": input}, {"Alpha": alpha, "Gamma": gamma},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def scaled_tanh(input: ArrayLike, *, alpha: Float, beta: Float, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Scaled hyperbolic tangent: Alpha * tanh(Beta * x).

    input: The elements x.
    alpha: Multiplies the result.
    beta: Multiplies x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SCALED_TANH", {"InputTensor": input}, {"Alpha": alpha, "Beta": beta}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def shrink(input: ArrayLike, *, bias: Float, threshold: Float, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Shrinks toward 0: x - Bias above Threshold, x + Bias below -Threshold, else 0.

    input: The elements x.
    bias: The distance that x is moved toward 0. For integer tensors it is truncated and saturated.
    threshold: Elements from -Threshold to Threshold become 0; both are converted as Bias is.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SHRINK", {"InputTensor": input}, {"Bias": bias, "Threshold": threshold},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "INT32"})


def sigmoid(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Sigmoid, correctly rounded: 1 / (1 + exp(-x)).

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SIGMOID", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def sign(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Gives the sign of each element: 1, -1 or 0. NaN gives 0.

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_SIGN", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"])


def sin(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the sine of each element, correctly rounded: output = sin(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_SIN", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def sinh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the hyperbolic sine of each element, correctly rounded: output = sinh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_SINH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def slice(input: ArrayLike, *, offsets: Ints, sizes: Optional[Ints] = None, strides: Ints, output:
        Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Copies a window of a tensor, or every n-th element of it: output[c] = input[Offsets + c * Strides].

    input: The tensor to copy from.
    offsets: The first element copied along each axis of InputTensor.
    sizes: How many elements are copied along each axis: OutputTensor's sizes.
    strides: Distance between copied elements along each axis of InputTensor: 2 copies every second one. SLICE1
        takes negative ones.
    output: The slice. Its sizes are Sizes."""
    return called("SLICE", {"InputTensor": input}, {"Offsets": offsets, "Sizes": sizes, "Strides": strides},
        {"OutputTensor": output}, out, options)


def slice1(input: ArrayLike, *, input_window_offsets: Ints, input_window_sizes: Ints, input_window_strides: Ints,
        output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """Copies every n-th element of a window of a tensor: forwards from its beginning, or backwards from its end
    where the stride is negative.

    input: The tensor to copy from.
    input_window_offsets: Where the window begins along each axis of InputTensor.
    input_window_sizes: The window's length along each axis.
    input_window_strides: Distance between copied elements along each axis, never 0. A negative stride starts at the
        window's last element.
    output: Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|, rounded down, which is also
        the default."""
    return called("SLICE1", {"InputTensor": input}, {"InputWindowOffsets": input_window_offsets, "InputWindowSizes":
        input_window_sizes, "InputWindowStrides": input_window_strides}, {"OutputTensor": output}, out, options)


def slice_grad(input_gradient: ArrayLike, *, input_window_offsets: Ints, input_window_sizes: Ints,
        input_window_strides: Ints, output_gradient: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Gradient of SLICE1: writes each element to the position that the slice read it from, and 0 elsewhere.

    input_gradient: The gradient of SLICE1's output. Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) /
        |InputWindowStrides[i]|, rounded down. If it is less, the remaining positions of the window are 0.
    input_window_offsets: Where the window begins along each axis of OutputGradientTensor.
    input_window_sizes: The window's length along each axis.
    input_window_strides: Distance between written elements along each axis, never 0. A negative stride starts at
        the window's last element.
    output_gradient: The gradient of SLICE1's input, with that input's sizes. By default the smallest sizes that
        hold the window, InputWindowOffsets[i] + InputWindowSizes[i]."""
    return called("SLICE_GRAD", {"InputGradientTensor": input_gradient}, {"InputWindowOffsets":
        input_window_offsets, "InputWindowSizes": input_window_sizes, "InputWindowStrides": input_window_strides},
        {"OutputGradientTensor": output_gradient}, out, options)


def softplus(input: ArrayLike, *, steepness: Float, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Softplus: ln(1 + exp(Steepness * x)) / Steepness.

    input: The elements x.
    steepness: Multiplies x and divides the result.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SOFTPLUS", {"InputTensor": input}, {"Steepness": steepness}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def softsign(input: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Softsign: x / (1 + |x|).

    input: The elements x.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SOFTSIGN", {"InputTensor": input}, {}, {"OutputTensor": output}, out, options,
        broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def space_to_depth(input: ArrayLike, *, block_size: Int, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Moves blocks of height and width into channels; the inverse of DEPTH_TO_SPACE.

    input: The tensor to copy: batch, channels, height, width; height and width are multiples of BlockSize.
    block_size: The height and the width of a block, at least 1.
    output: BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize.
        Microsoft's page swaps the two."""
    return called("SPACE_TO_DEPTH", {"InputTensor": input}, {"BlockSize": block_size}, {"OutputTensor": output},
        out, options)


def space_to_depth1(input: ArrayLike, *, block_size: Int, order: Literal["DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH"],
        output: Optional[TensorLike] = None, out: Any = None, **options: Any) -> np.ndarray:
    """As SPACE_TO_DEPTH, with a choice of how channels are ordered.

    input: The tensor to copy: batch, channels, height, width; height and width are multiples of BlockSize.
    block_size: The height and the width of a block, at least 1.
    order: Whether the channels of one block lie apart (as in SPACE_TO_DEPTH) or, COLUMN_ROW_DEPTH, side by side, as
        torch's pixel_unshuffle has them. One of DEPTH_COLUMN_ROW, COLUMN_ROW_DEPTH.
    output: BlockSize * BlockSize times InputTensor's channels, its height and width divided by BlockSize.
        Microsoft's page swaps the two."""
    return called("SPACE_TO_DEPTH1", {"InputTensor": input}, {"BlockSize": block_size, "Order": order},
        {"OutputTensor": output}, out, options)


def split(input: ArrayLike, *, output_count: Optional[Int] = None, axis: Int, outputs:
        Optional[Sequence[Optional[TensorLike]]] = None, out: Any = None, **options: Any) -> tuple[np.ndarray, ...]:
    """Cuts a tensor along one axis into several; the inverse of JOIN.

    input: The tensor to cut.
    output_count: Number of entries of OutputTensors; alone, the number of equal parts.
    axis: The axis along which the parts follow each other, counted from 0.
    outputs: The parts in order; only their sizes along Axis may differ, and add up to InputTensor's. Parts without
        Sizes share the rest equally."""
    return called("SPLIT", {"InputTensor": input}, {"OutputCount": output_count, "Axis": axis}, {"OutputTensors":
        outputs}, out, options)


def sqrt(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the square root of each element: output = sqrt(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_SQRT", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def subtract(a: ArrayLike, b: ArrayLike, *, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Subtracts one tensor from another: output = A - B.

    a: The elements A, on the left-hand side.
    b: The elements B, on the right-hand side.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_SUBTRACT", {"ATensor": a, "BTensor": b}, {}, {"OutputTensor": output}, out, options,
        broadcast=["ATensor", "BTensor"], types={"ATensor": "ATensor", "BTensor": "ATensor"})


def swish(input: ArrayLike, *, sigmoid_input_scale: Float, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Swish: x / (1 + exp(-SigmoidInputScale * x)).

    input: The elements x.
    sigmoid_input_scale: Multiplies x in the sigmoid.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_SWISH", {"InputTensor": input}, {"SigmoidInputScale": sigmoid_input_scale},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def tan(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Takes the tangent of each element, correctly rounded: output = tan(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_TAN", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def tanh(input: ArrayLike, *, scale_bias: Optional[Any] = None, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Takes the hyperbolic tangent of each element, correctly rounded: output = tanh(x).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_TANH", {"InputTensor": input}, {"ScaleBias": scale_bias}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def threshold(input: ArrayLike, *, scale_bias: Optional[Any] = None, min: Float, output: Optional[TensorLike] =
        None, out: Any = None, **options: Any) -> np.ndarray:
    """Raises each element to at least a bound: output = max(x, Min).

    input: The elements x.
    scale_bias: Two numbers. x is the element of InputTensor times Scale, plus Bias, computed in two FLOAT32 steps.
        A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.
    min: The least result, also for NaN elements. For integer tensors it is truncated and saturated, and NaN becomes
        0. For float tensors NaN means no bound.
    output: The result. Same sizes; the strides may differ."""
    return called("ELEMENT_WISE_THRESHOLD", {"InputTensor": input}, {"ScaleBias": scale_bias, "Min": min},
        {"OutputTensor": output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "INT32"})


def thresholded_relu(input: ArrayLike, *, alpha: Float, output: Optional[TensorLike] = None, out: Any = None,
        **options: Any) -> np.ndarray:
    """Thresholded rectified linear unit: x where x is above Alpha, else 0.

    input: The elements x.
    alpha: The threshold. Elements that are not above it become 0.
    output: The result. Same sizes; the strides may differ."""
    return called("ACTIVATION_THRESHOLDED_RELU", {"InputTensor": input}, {"Alpha": alpha}, {"OutputTensor": output},
        out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


def tile(input: ArrayLike, *, repeats: Ints, output: Optional[TensorLike] = None, out: Any = None, **options:
        Any) -> np.ndarray:
    """Repeats a tensor along every axis: output[c] = input[c mod input size].

    input: The tensor to repeat.
    repeats: How often each axis is repeated, at least once.
    output: Sizes[i] is InputTensor.Sizes[i] * Repeats[i]."""
    return called("TILE", {"InputTensor": input}, {"Repeats": repeats}, {"OutputTensor": output}, out, options)


def value_scale_2d(input: ArrayLike, *, scale: Float, bias: Floats, output: Optional[TensorLike] = None, out: Any =
        None, **options: Any) -> np.ndarray:
    """Scales each element and adds a bias per channel: output = x * Scale + Bias[channel].

    input: The elements x.
    scale: Multiplies each element.
    bias: Added to the products: one number for each channel.
    output: The result. Same sizes; the strides may differ."""
    return called("VALUE_SCALE_2D", {"InputTensor": input}, {"Scale": scale, "Bias": bias}, {"OutputTensor":
        output}, out, options, broadcast=["InputTensor"], integers={"InputTensor": "FLOAT32"})


for _name in __all__:
    globals()[_name] = explained(globals()[_name])
# Without LOGICAL_, as the shell has them.
and_ = logical_and
equals = logical_equals
greater_than = logical_greater_than
greater_than_or_equal = logical_greater_than_or_equal
less_than = logical_less_than
less_than_or_equal = logical_less_than_or_equal
not_ = logical_not
or_ = logical_or
xor = logical_xor
__all__ += ["and_", "equals", "greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal", "not_",
    "or_", "xor"]
