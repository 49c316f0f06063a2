#include <algorithm>

#include "jit/x64/copy/shuffle_emitter.h"

// Vectors whose bytes are shuffled within lanes of 16.
namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

std::vector<ShuffleEmitter::Constant> ShuffleEmitter::shuffles_in_lanes(const OutputVector& of) const {
  std::vector<Constant> made;
  for (const LaneStep& step : of.lanes) {
    made.emplace_back();
    std::copy(step.shuffle.begin(), step.shuffle.end(), made.back().begin());
  }
  if (!of.has_fill) return made;
  made.emplace_back();
  for (std::size_t i = 0; i < static_cast<std::size_t>(plan_.width); ++i)
    if (of.is_fill[i]) made.back()[i] = layout_.plan.fill[i % static_cast<std::size_t>(layout_.element_bytes)];
  if (made.back() == Constant{}) made.pop_back();
  return made;
}

/// Calls use() with the shuffle: the register that holds it, else its address.
template <class Use>
void ShuffleEmitter::with(const Constant& shuffle, Use use) {
  const Storage& found = shuffles_.at(shuffle);
  if (found.kept > 0) use(vector(found.kept));
  else use(at(found));
}

/// Loads the same bytes into each 16-byte lane.
void ShuffleEmitter::load_lanes(const Xbyak::Ymm& to, const VectorLoad& load) {
  if (load.bytes < 16) return load_broadcast(code_, to, load.bytes, address(load));
  code_.vbroadcasti128(to, address(load));
}

/// The register whose lanes all hold these 16 bytes, for the vector in register `number`: the preceding vector's if it
/// has loaded the same.
int ShuffleEmitter::lane_source(int number, const VectorLoad& load) {
  if (!lanes_held_ || lanes_held_->first != load) {
    lanes_held_ = {load, lanes_free_};
    load_lanes(Xbyak::Ymm(lanes_free_), load);
  }
  const int source = lanes_held_->second;
  if (source == number) lanes_held_.reset();
  return source;
}

void ShuffleEmitter::make_lanes(const OutputVector& of, int number) {
  constexpr int kPart = 8, kHalf = 10, kParts = 2;
  const std::vector<Constant> shuffles = shuffles_of(of);
  const Xbyak::Ymm sum(number);
  for (std::size_t s = 0; s < of.lanes.size(); ++s) {
    const LaneStep& step = of.lanes[s];
    const Xbyak::Ymm to(s == 0 ? number : number % kParts + kPart);
    if (of.lanes.size() == 1 && step.loads[0] == step.loads[1]) {
      const Xbyak::Ymm from(lane_source(number, step.loads[0]));
      with(shuffles[s], [&](const Xbyak::Operand& shuffle) { code_.vpshufb(to, from, shuffle); });
      continue;
    }
    if (step.loads[0] == step.loads[1]) {
      load_lanes(to, step.loads[0]);
    } else if (step.loads[1] == VectorLoad{step.loads[0].stream, step.loads[0].offset + 16, step.loads[0].bytes} &&
               step.loads[0].bytes == 16) {
      code_.vmovups(to, address(step.loads[0]));
    } else {
      load_vector(to.getIdx(), step.loads[0]);
      if (step.loads[1].bytes == 16) {
        code_.vinserti128(to, to, address(step.loads[1]), 1);
      } else {
        load_vector(number % kParts + kHalf, step.loads[1]);
        code_.vinserti128(to, to, Xbyak::Xmm(number % kParts + kHalf), 1);
      }
    }
    with(shuffles[s], [&](const Xbyak::Operand& shuffle) { code_.vpshufb(to, to, shuffle); });
    if (s > 0) code_.vpor(sum, sum, to);
  }
  if (shuffles.size() == of.lanes.size()) return;
  with(shuffles.back(), [&](const Xbyak::Operand& fill) {
    if (fill.isYMM() && fill.getIdx() >= 16) code_.vpord(sum, sum, fill);
    else code_.vpor(sum, sum, fill);
  });
}

}  // namespace dmlrun::jit::x64
