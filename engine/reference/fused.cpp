// DirectML's element-wise operators that may apply an activation, and those that repeat tensors by size.
#include "engine/reference/elementwise.h"
#include "engine/reference/reference.h"

namespace dmlrun::reference {
namespace {

struct Numbers {
  std::string_view type, first, second;
};
/// The FLOAT fields of activations.
constexpr Numbers kNumbers[] = {{"ACTIVATION_LINEAR", "Alpha", "Beta"},
                                {"ACTIVATION_HARD_SIGMOID", "Alpha", "Beta"},
                                {"ACTIVATION_LEAKY_RELU", "Alpha", ""},
                                {"ACTIVATION_THRESHOLDED_RELU", "Alpha", ""},
                                {"ACTIVATION_SHRINK", "Bias", "Threshold"},
                                {"ACTIVATION_ELU", "Alpha", ""},
                                {"ACTIVATION_CELU", "Alpha", ""},
                                {"ACTIVATION_SCALED_ELU", "Alpha", "Gamma"},
                                {"ACTIVATION_SCALED_TANH", "Alpha", "Beta"},
                                {"ACTIVATION_SOFTPLUS", "Steepness", ""},
                                {"ACTIVATION_PARAMETRIC_SOFTPLUS", "Alpha", "Beta"}};

void add_and_activate(const Run& run) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  const FusedStore store_result(run, a.type);
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    store_result(a.number<float>(at) + b.number<float>(at), to);
  });
}

/// A tensor whose axes of size 1 are repeated.
struct Repeated : Input {
  const TensorDesc& tensor;
  Repeated(const Run& run, std::size_t number, std::string_view name) noexcept
      : Input(run, number, name), tensor(run.desc.at<TensorDesc>(name)) {}
  [[nodiscard]] float at_place(const Coordinates& at) const noexcept {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis)
      if (tensor.sizes[axis] > 1) offset += at[axis] * place.step(axis);
    return load<float>(type, elements + offset);
  }
};

void normalize(const Run& run) noexcept {
  const Input x(run, 0, "InputTensor");
  const Repeated mean(run, 1, "MeanTensor"), variance(run, 2, "VarianceTensor"), scale(run, 3, "ScaleTensor"),
      bias(run, 4, "BiasTensor");
  const float epsilon = run.desc.at<float>("Epsilon");
  const FusedStore store_result(run, x.type);
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const float deviation = std::sqrt(variance.at_place(at) + epsilon);
    const float normal = (x.number<float>(at) - mean.at_place(at)) / deviation;
    const float scaled = scale.at_place(at) * normal;
    store_result(scaled + bias.at_place(at), to);
  });
}

bool is_legal_normalization(const Desc& desc) noexcept {
  const Dimensions& whole = desc.at<TensorDesc>("InputTensor").sizes;
  for (const std::string_view name : {"MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"}) {
    const Dimensions& sizes = desc.at<TensorDesc>(name).sizes;
    if (sizes.size() != whole.size()) return false;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
      if (sizes[axis] != whole[axis] && sizes[axis] != 1) return false;
  }
  return desc.at<TensorDesc>("OutputTensor").sizes == whole;
}

void scale_channels(const Run& run) noexcept {
  const Input x(run, 0, "InputTensor");
  const auto& bias = run.desc.at<PerAxis<float>>("Bias");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const float product = x.number<float>(at) * run.desc.at<float>("Scale");
    store<float>(x.type, to, product + bias[at[1]]);
  });
}

bool is_legal_scale(const Desc& desc) noexcept {
  const Dimensions& sizes = desc.at<TensorDesc>("InputTensor").sizes;
  const std::size_t channels = desc.at<PerAxis<float>>("Bias").size();
  return has_equal_sizes(desc) && (sizes.size() != 4 || (sizes[1] == channels && (channels == 1 || channels == 3)));
}

constexpr ReferenceOperator kFused[] = {{"ELEMENT_WISE_ADD1", add_and_activate, has_equal_sizes},
                                        {"BATCH_NORMALIZATION", normalize, is_legal_normalization},
                                        {"VALUE_SCALE_2D", scale_channels, is_legal_scale}};

}  // namespace

std::span<const ReferenceOperator> fused_operators() noexcept { return kFused; }

FusedStore::FusedStore(const Run& run, DataType type) noexcept
    : type_(type), activation_(run.activation), operator_(find_operator(run.activation.type)) {}

void FusedStore::operator()(float result, std::byte* to) const noexcept {
  if (!operator_) return store<float>(type_, to, result);
  const auto* const input = reinterpret_cast<const std::byte*>(&result);
  operator_->run({activation_, 0, &input, to, 0, 1, {}});
}

Desc activation_of(const Desc& desc) {
  const auto* const fused = desc.get<FusedActivation>("FusedActivation");
  if (!fused || fused->type == "ACTIVATION_IDENTITY") return {};
  const DataType type = desc.at<TensorDesc>("OutputTensor").type;
  Desc activation{fused->type,
                  {{"InputTensor", TensorDesc{DataType::float32, {1}}}, {"OutputTensor", TensorDesc{type, {1}}}}};
  for (const Numbers& fields : kNumbers) {
    if (fields.type != fused->type) continue;
    activation.fields.emplace_back(fields.first, fused->numbers[0]);
    if (!fields.second.empty()) activation.fields.emplace_back(fields.second, fused->numbers[1]);
  }
  return activation;
}

}  // namespace dmlrun::reference
