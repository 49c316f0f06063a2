// PADDING and PADDING1: the same operator with a FLOAT or a typed padding value.
#include "engine/operators/families/element_of_float.h"
#include "engine/operators/families/lowering.h"
#include "engine/operators/families/movement.h"
#include "engine/plan/periodic.h"

namespace dmlrun::operators {
namespace {

void add(std::vector<plan::Run>& runs, std::uint64_t count, std::int64_t begin, std::int64_t step,
         std::int32_t source = plan::kUnchosen) {
  if (count > 0) runs.push_back({count, begin, count == 1 ? 0 : step, source});
}

/// The axis of one padded dimension; reference: the table of modes in DirectML's page, folding as often as needed.
plan::Axis padded(PaddingMode mode, std::uint32_t start, std::uint32_t size, std::uint32_t end) {
  const std::int64_t last = std::int64_t{size} - 1;
  const std::uint64_t extent = std::uint64_t{start} + size + end;
  plan::Axis axis;
  if (mode == PaddingMode::constant || mode == PaddingMode::edge) {
    const std::int32_t source = mode == PaddingMode::edge ? plan::kUnchosen : plan::kFill;
    add(axis.head, start, 0, 0, source);
    add(axis.head, size, 0, 1);
    add(axis.head, end, mode == PaddingMode::edge ? last : 0, 0, source);
    return axis;
  }
  std::vector<plan::Run> period;
  add(period, size, 0, 1);
  if (mode == PaddingMode::symmetric) add(period, size, last, -1);
  if (mode == PaddingMode::reflection && size > 2) add(period, size - 2, last - 1, -1);
  const std::uint64_t length = plan::extent(period);
  return plan::periodic(period, (length - start % length) % length, extent);
}

PaddingMode mode_of(const Desc& desc) { return static_cast<PaddingMode>(desc.at<std::uint64_t>("PaddingMode")); }

class Padding final : public AxisMovement {
  std::optional<Dimensions> output_sizes(const Desc& desc, const std::optional<Dimensions>& input) const override {
    if (!input) return std::nullopt;
    const auto& start = desc.at<Dimensions>("StartPadding");
    const auto& end = desc.at<Dimensions>("EndPadding");
    Dimensions sizes;
    for (std::size_t i = 0; i < input->size(); ++i)
      sizes.push_back(
          clamped_size(std::uint64_t{(*input)[i]} + (i < start.size() ? start[i] : 0) + (i < end.size() ? end[i] : 0)));
    return sizes;
  }

  bool check_axis(const Desc& desc, std::size_t i, Checker& c) const override {
    const std::uint32_t start = desc.at<Dimensions>("StartPadding")[i], end = desc.at<Dimensions>("EndPadding")[i];
    const std::uint32_t input = desc.at<TensorDesc>("InputTensor").sizes[i];
    const std::uint32_t found = desc.at<TensorDesc>("OutputTensor").sizes[i];
    const std::uint64_t size = std::uint64_t{start} + input + end;
    const auto sum = [&] {
      return std::to_string(start) + " + " + std::to_string(input) + " + " + std::to_string(end);
    };
    if (!c.require(size <= 0xFFFFFFFFu, "overflow", entry_path("StartPadding", i),
                   [&] { return "size " + sum() + " does not fit a UINT32; at most 4294967295 is possible"; }))
      return false;
    return c.require(size == found, "sizes", output_size_path(i), [&] {
      return std::to_string(found) + " is not StartPadding + InputTensor.Sizes + EndPadding (" + sum() + "); " +
             std::to_string(size) + " was expected";
    });
  }

  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    return padded(mode_of(desc), desc.at<Dimensions>("StartPadding")[i], desc.at<TensorDesc>("InputTensor").sizes[i],
                  desc.at<Dimensions>("EndPadding")[i]);
  }

  std::array<std::byte, 8> fill(const Desc& desc) const override {
    if (mode_of(desc) != PaddingMode::constant) return {};
    if (const auto* value = desc.get<Scalar>("PaddingValue")) return value->bytes;
    return element_of_float(desc.at<float>("PaddingValue"), desc.at<TensorDesc>("OutputTensor").type).bytes;
  }
};

constexpr Padding kPadding;

}  // namespace

const Definition& padding() noexcept { return kPadding; }

}  // namespace dmlrun::operators
