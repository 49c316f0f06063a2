// TILE: repeats a tensor along every axis.
#include "engine/operators/families/lowering.h"
#include "engine/operators/families/movement.h"
#include "engine/plan/periodic.h"

namespace dmlrun::operators {
namespace {

class Tile final : public AxisMovement {
  std::optional<Dimensions> output_sizes(const Desc& desc, const std::optional<Dimensions>& input) const override {
    if (!input) return std::nullopt;
    const auto& repeats = desc.at<Dimensions>("Repeats");
    Dimensions sizes;
    for (std::size_t i = 0; i < input->size(); ++i)
      sizes.push_back(clamped_size(std::uint64_t{(*input)[i]} * (i < repeats.size() ? repeats[i] : 1)));
    return sizes;
  }

  bool check_axis(const Desc& desc, std::size_t i, Checker& c) const override {
    const auto& input = desc.at<TensorDesc>("InputTensor");
    const std::uint32_t repeat = desc.at<Dimensions>("Repeats")[i],
                        found = desc.at<TensorDesc>("OutputTensor").sizes[i];
    if (!c.require(repeat >= 1, "least_repeat", entry_path("Repeats", i),
                   [] { return std::string("a repeat of 0 was found; every repeat is at least 1"); }))
      return false;
    const std::uint64_t size = std::uint64_t{input.sizes[i]} * repeat;
    const auto product = [&] { return std::to_string(input.sizes[i]) + " * " + std::to_string(repeat); };
    if (!c.require(size <= 0xFFFFFFFFu, "overflow", entry_path("Repeats", i),
                   [&] { return "size " + product() + " does not fit a UINT32; at most 4294967295 is possible"; }))
      return false;
    return c.require(size == found, "sizes", output_size_path(i), [&] {
      return std::to_string(found) + " is not InputTensor.Sizes[" + std::to_string(i) + "] * Repeats[" +
             std::to_string(i) + "] (" + product() + "); " + std::to_string(size) + " was expected";
    });
  }

  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    return plan::periodic(whole(desc.at<TensorDesc>("InputTensor").sizes[i]).head, 0,
                          desc.at<TensorDesc>("OutputTensor").sizes[i]);
  }
};

constexpr Tile kTile;

}  // namespace

const Definition& tile() noexcept { return kTile; }

}  // namespace dmlrun::operators
