// The operators: one plain struct per DirectML operator desc, and Operator, a desc that has been validated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "dmlrun/tensor.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// DML_FEATURE_LEVEL: 0xMm00 for level M.m. A level only tightens validation; it never changes a result.
using FeatureLevel = std::uint16_t;
inline constexpr FeatureLevel kLatestFeatureLevel = 0x6400;
/// "1.0" ... "6.4", DirectML's published levels only.
[[nodiscard]] std::optional<FeatureLevel> feature_level_from_name(std::string_view text) noexcept;

/// DML_PADDING_MODE; the values are DirectML's. What lies outside an axis: a value; its first or last element; the axis
/// mirrored at these, without or with repeating them, as often as it takes; the axis again (WRAP).
enum class PaddingMode : std::uint8_t { constant = 0, edge = 1, reflection = 2, symmetric = 3, wrap = 4 };

/// DML_SCALAR_UNION with the type that says which member counts: little-endian bytes, unused ones 0.
struct Scalar {
  DataType type = DataType::unknown;
  std::array<std::byte, 8> bytes{};
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// DML_TILE_OPERATOR_DESC: output[c] = input[c mod sizes]. Sizes of the output: the input's times `repeats`, one for each
/// axis, at least 1.
struct TileDesc {
  TensorDesc input{}, output{};
  Dimensions repeats{};
};

/// DML_JOIN_OPERATOR_DESC: the inputs one after another along `axis`. Their sizes are equal on all other axes; along it, the
/// output's is their sum.
struct JoinDesc {
  std::vector<TensorDesc> inputs{};
  TensorDesc output{};
  std::uint32_t axis = 0;
};

/// DML_PADDING_OPERATOR_DESC. Sizes of the output: start + the input's + end, in elements, one of each for each axis.
/// `value` counts only in constant mode: saturated and truncated for integer types, rounded to nearest even for FLOAT16.
struct PaddingDesc {
  TensorDesc input{}, output{};
  PaddingMode mode = PaddingMode::constant;
  float value = 0;
  Dimensions start{}, end{};
};

/// DML_PADDING1_OPERATOR_DESC: as PADDING, but the value is of the output's type, kept as raw bytes.
struct Padding1Desc {
  TensorDesc input{}, output{};
  PaddingMode mode = PaddingMode::constant;
  Scalar value{};
  Dimensions start{}, end{};
};

/// DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC:
/// output = clamp(round(((A - az) * as + (B - bz) * bs) / os) + oz), in float32 steps, half to even. A, B and the output are
/// INT8 or UINT8, of equal sizes; a scale (FLOAT32) or zero point is one element, or one that stride 0 repeats.
struct QuantizedLinearAddDesc {
  TensorDesc a{}, a_scale{};
  std::optional<TensorDesc> a_zero_point{};
  TensorDesc b{}, b_scale{};
  std::optional<TensorDesc> b_zero_point{};
  TensorDesc output_scale{};
  std::optional<TensorDesc> output_zero_point{};
  TensorDesc output{};
};

/// DML_SLICE_OPERATOR_DESC: output[c] = input[offsets + c * strides], all three in elements, one for each axis. Sizes of the
/// output: `sizes`.
struct SliceDesc {
  TensorDesc input{}, output{};
  Dimensions offsets{}, sizes{}, strides{};
};

/// DML_SLICE1_OPERATOR_DESC: as SLICE inside the window of `sizes` from `offsets` on; a negative stride starts at the
/// window's last element. The output may be smaller than the whole walk.
struct Slice1Desc {
  TensorDesc input{}, output{};
  Dimensions offsets{}, sizes{};  ///< InputWindowOffsets, InputWindowSizes
  SignedDimensions strides{};     ///< InputWindowStrides
};

/// DML_SPLIT_OPERATOR_DESC: the outputs are the input cut along `axis`, where their sizes add up to its.
struct SplitDesc {
  TensorDesc input{};
  std::vector<TensorDesc> outputs{};
  std::uint32_t axis = 0;
};

/// Each has its results in a TensorDesc `output`, or in a vector `outputs`.
using OperatorDesc = std::variant<TileDesc, JoinDesc, PaddingDesc, Padding1Desc, QuantizedLinearAddDesc, SliceDesc,
                                  Slice1Desc, SplitDesc>;

/// A tensor of an operator, by DirectML's name. Tensor arrays are numbered; others have index 0 and array false.
struct TensorSlot {
  std::string_view name;  ///< e.g. "InputTensors"; valid for the whole process
  std::uint32_t index = 0;
  bool array = false;
  TensorDesc desc{};
};

/// What an operator is checked against.
struct Validation {
  FeatureLevel level = kLatestFeatureLevel;
  Limits limits{};
};

struct OperatorState;

/// A validated desc. Immutable; copies share; safe to use from any number of threads. A moved-from one may only be
/// assigned to.
class Operator {
 public:
  /// Checks `desc`, in which nothing may be left out, against DirectML's rules (specs). Errors: the codes for the
  /// meaning of a document, with the rule; `where` is a JSON pointer into the desc, e.g. "/OutputTensor/Sizes/2".
  [[nodiscard]] static Result<Operator> make(OperatorDesc desc, const Validation& validation = {}) noexcept;

  /// DirectML's short name, e.g. "TILE".
  [[nodiscard]] std::string_view type() const noexcept;
  /// What it was made from, completed. Valid while this or a copy lives, as is what the two below refer to.
  [[nodiscard]] const OperatorDesc& desc() const noexcept;
  /// The tensors in the order in which Kernel::run takes them; optional ones that are absent are left out.
  [[nodiscard]] std::span<const TensorSlot> inputs() const noexcept;
  /// As inputs(): those that it writes.
  [[nodiscard]] std::span<const TensorSlot> outputs() const noexcept;

  /// For the library's own use.
  [[nodiscard]] const OperatorState& state() const noexcept { return *state_; }

 private:
  explicit Operator(std::shared_ptr<const OperatorState> state) noexcept : state_(std::move(state)) {}
  std::shared_ptr<const OperatorState> state_;
};

}  // namespace dmlrun
#pragma GCC visibility pop
