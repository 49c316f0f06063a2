#include "jit/halide/devices/device_boxes.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "jit/halide/whole_boxes.h"

namespace dmlrun::jit::halide {
namespace {

/// A vector loop of fewer vectors than this is not worth the launches for what is beside it.
constexpr std::int64_t kFewVectors = 16;

/// Elements of eight bytes as pairs of units.
void halve(DeviceBox& box) {
  box.output_offset *= 2;
  for (std::int64_t& offset : box.offsets) offset *= 2;
  for (BoxLoop& loop : box.loops) {
    loop.output *= 2;
    for (std::int64_t& source : loop.sources) source *= 2;
  }
  box.loops.push_back({2, 1, std::vector<std::int64_t>(box.offsets.size(), 1)});
  join_loops(box.loops);
}

bool is_contiguous(const BoxLoop& loop) {
  return loop.output == 1 && std::all_of(loop.sources.begin(), loop.sources.end(), [](auto step) { return step == 1; });
}

/// Whether `factor` neighbouring elements are always moved together and begin at a multiple of it.
bool can_widen(const DeviceBox& box, std::int64_t factor) {
  const auto divides = [&](std::int64_t number) { return number % factor == 0; };
  if (box.loops.empty() || !is_contiguous(box.loops.back()) || !divides(box.loops.back().extent)) return false;
  if (!divides(box.output_offset) || !std::all_of(box.offsets.begin(), box.offsets.end(), divides)) return false;
  return std::all_of(box.loops.begin(), box.loops.end() - 1, [&](const BoxLoop& loop) {
    return divides(loop.output) && std::all_of(loop.sources.begin(), loop.sources.end(), divides);
  });
}

void widen(DeviceBox& box, std::int64_t factor) {
  box.output_offset /= factor;
  for (std::int64_t& offset : box.offsets) offset /= factor;
  box.loops.back().extent /= factor;
  for (std::size_t l = 0; l + 1 < box.loops.size(); ++l) {
    box.loops[l].output /= factor;
    for (std::int64_t& source : box.loops[l].sources) source /= factor;
  }
  join_loops(box.loops);
}

constexpr std::int64_t kPacked = 4;

/// Which sources of computing boxes are read byte after byte, if what is written is, too, and all begin at multiples
/// of four: nothing, if one does not.
std::optional<std::vector<bool>> packed_operands(const plan::Plan& plan, const std::vector<DeviceBox>& boxes) {
  std::vector<bool> is_packed(plan.operands.size());
  for (std::size_t o = 0; o < is_packed.size(); ++o)
    for (const DeviceBox& box : boxes)
      if (box.value == Box::Value::compute && !box.loops.empty())
        is_packed[o] = is_packed[o] || box.loops.back().sources[o] != 0;
  for (const DeviceBox& box : boxes) {
    if (box.loops.empty()) return std::nullopt;
    DeviceBox dense = box;
    if (box.value == Box::Value::compute) {
      // What is read once for all four may lie anywhere.
      for (std::size_t o = is_packed.size(); o-- > 0;) {
        if (is_packed[o] && plan::bytes_of(plan.operands[o].element) != 1) return std::nullopt;
        if (is_packed[o]) continue;
        dense.offsets.erase(dense.offsets.begin() + static_cast<std::ptrdiff_t>(o));
        for (BoxLoop& loop : dense.loops) loop.sources.erase(loop.sources.begin() + static_cast<std::ptrdiff_t>(o));
      }
    }
    if (!can_widen(dense, kPacked)) return std::nullopt;
  }
  return is_packed;
}

/// As widen(), for a computing box.
void pack(DeviceBox& box, const std::vector<bool>& is_packed) {
  std::vector<BoxLoop>& loops = box.loops;
  box.output_offset /= kPacked;
  for (std::size_t l = 0; l + 1 < loops.size(); ++l) loops[l].output /= kPacked;
  loops.back().extent /= kPacked;
  for (std::size_t s = 0; s < box.offsets.size(); ++s) {
    if (box.value == Box::Value::compute && !is_packed[s]) continue;
    box.offsets[s] /= kPacked;
    for (std::size_t l = 0; l + 1 < loops.size(); ++l) loops[l].sources[s] /= kPacked;
  }
  join_loops(loops);
}

/// Iterations [begin, begin + count) of the last loop.
DeviceBox part_of(const DeviceBox& box, std::int64_t begin, std::int64_t count) {
  DeviceBox part = box;
  const BoxLoop& loop = box.loops.back();
  part.output_offset += begin * loop.output;
  for (std::size_t s = 0; s < part.offsets.size(); ++s) part.offsets[s] += begin * loop.sources[s];
  part.loops.back().extent = count;
  if (count == 1) part.loops.pop_back();
  return part;
}

/// Whether neighbouring outputs are read from elements that are not neighbours. Such vectors are too much for the
/// generators: Halide loads several vectors and shuffles them, for stride 3 as vectors of 6 elements, which OpenCL C
/// and Metal do not have; OpenCL C of 16 lanes names elements ".s10"; and LLVM ends the process while it reverses bytes
/// for CUDA.
bool gathers(const DeviceBox& box) {
  const auto is_plain = [](std::int64_t step) { return step == 0 || step == 1; };
  return !std::all_of(box.loops.back().sources.begin(), box.loops.back().sources.end(), is_plain);
}

/// Appends the box: as vectors, with what lies before the first and behind the last whole one, if that is worth it.
void append_in_vectors(std::vector<DeviceBox>& boxes, const DeviceBox& box, int most_lanes) {
  const auto divide_steps = [&](std::int64_t lanes) {
    return std::all_of(box.loops.begin(), box.loops.end() - 1,
                       [&](const BoxLoop& loop) { return loop.output % lanes == 0; });
  };
  const bool is_scalar = box.loops.empty() || box.loops.back().output != 1 || gathers(box);
  for (std::int64_t lanes = most_lanes; lanes > 1 && !is_scalar; lanes /= 2) {
    const BoxLoop& loop = box.loops.back();
    if (!divide_steps(lanes)) continue;
    const std::int64_t before = (lanes - box.output_offset % lanes) % lanes;
    const std::int64_t vectors = loop.extent > before ? (loop.extent - before) / lanes : 0;
    const std::int64_t behind = loop.extent - before - vectors * lanes;
    if (vectors == 0 || (before + behind > 0 && vectors < kFewVectors)) continue;
    if (before > 0) boxes.push_back(part_of(box, 0, before));
    boxes.push_back(part_of(box, before, vectors * lanes));
    boxes.back().lanes = static_cast<int>(lanes);
    if (behind > 0) boxes.push_back(part_of(box, before + vectors * lanes, behind));
    return;
  }
  boxes.push_back(box);
}

/// The pattern of two neighbouring units.
std::array<std::uint32_t, 2> pattern(const plan::Plan& plan, std::size_t unit_bytes) {
  if (unit_bytes == 8) return {};  // See why_not_device_boxes().
  const std::size_t bytes = plan::bytes_of(plan.output);
  std::array<std::byte, 8> two{};
  for (std::size_t i = 0; i < 2 * unit_bytes; ++i) two[i] = plan.fill[i % bytes];
  std::array<std::uint32_t, 2> units{};
  for (std::size_t u = 0; u < 2; ++u) std::memcpy(&units[u], two.data() + u * unit_bytes, unit_bytes);
  return units;
}

std::uint64_t bytes_of_box(std::uint64_t span, plan::Element element) { return span * plan::bytes_of(element); }

}  // namespace

std::string why_not_device_boxes(const plan::Plan& plan) {
  // A device's memory is addressed with 32 bits, signed.
  constexpr std::uint64_t kMaxBytes = std::numeric_limits<std::int32_t>::max();
  const auto too_large = [&](const char* what, std::uint64_t bytes) {
    return std::string(what) + " has " + std::to_string(bytes) + " bytes; devices take at most " +
           std::to_string(kMaxBytes);
  };
  if (plan.output_span > kMaxBytes || bytes_of_box(plan.output_span, plan.output) > kMaxBytes)
    return too_large("the output", bytes_of_box(plan.output_span, plan.output));
  for (const plan::Operand& operand : plan.operands)
    if (operand.input != plan::kIndex &&
        (operand.span > kMaxBytes || bytes_of_box(operand.span, operand.element) > kMaxBytes))
      return too_large("an input", bytes_of_box(operand.span, operand.element));
  const bool has_fill = plan.fill != std::array<std::byte, 8>{};
  if (!plan.values.empty() && plan::bytes_of(plan.output) == 8 && has_fill)
    return "elements of 8 bytes are filled beside others that are computed";
  return why_not_boxes(plan);
}

int most_lanes(DeviceApi api) noexcept {
  switch (api) {
    case DeviceApi::metal: return 4;
    case DeviceApi::cuda: return 8;
    default: return 16;
  }
}

DeviceBoxes device_boxes_of(const plan::Plan& plan, int most_lanes) {
  std::vector<DeviceBox> all;
  Boxes boxes = whole_boxes_of(plan);
  for (Box& box : boxes.list)
    all.push_back({box.value, box.operand, box.output_offset, std::move(box.offsets), std::move(box.loops), 1});
  DeviceBoxes result;
  result.unit_bytes = plan::bytes_of(plan.output);
  if (result.unit_bytes == 8 && plan.values.empty()) {
    for (DeviceBox& box : all) halve(box);
    result.unit_bytes = 4;
  }
  for (std::size_t wide = 4; wide > result.unit_bytes && plan.values.empty(); wide /= 2) {
    const auto factor = static_cast<std::int64_t>(wide / result.unit_bytes);
    if (!std::all_of(all.begin(), all.end(), [&](const DeviceBox& box) { return can_widen(box, factor); })) continue;
    for (DeviceBox& box : all) widen(box, factor);
    result.unit_bytes = wide;
  }
  if (!plan.values.empty() && result.unit_bytes == 1) {
    if (const auto is_packed = packed_operands(plan, all)) {
      for (DeviceBox& box : all) pack(box, *is_packed);
      result.packs = true;
      result.is_packed = *is_packed;
      result.unit_bytes = kPacked;
    }
  }
  result.fill = pattern(plan, result.unit_bytes);
  const int lanes = std::min(most_lanes, kVectorBytes / static_cast<int>(result.unit_bytes));
  for (const DeviceBox& box : all) append_in_vectors(result.list, box, lanes);
  return result;
}

bool has_gaps(const plan::Plan& plan) noexcept { return plan::element_count(plan) != plan.output_span; }

}  // namespace dmlrun::jit::halide
