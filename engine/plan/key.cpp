#include "engine/plan/key.h"

#include <bit>

#include "engine/plan/axis_runs.h"

namespace dmlrun::plan {
namespace {

void put(std::vector<std::uint64_t>& words, const std::vector<Run>& runs) {
  for (const Run& run : runs)
    words.insert(words.end(), {run.count, static_cast<std::uint64_t>(run.begin), static_cast<std::uint64_t>(run.step),
                               static_cast<std::uint32_t>(run.source)});
}

/// Four chains side by side, because a plan of thousands of inputs has a long key and a multiplication a long latency.
std::uint64_t hash_of(const std::vector<std::uint64_t>& words) noexcept {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  constexpr std::size_t kChains = 4;
  std::uint64_t chains[kChains] = {words.size(), 1, 2, 3};
  const auto mix = [](std::uint64_t& chain, std::uint64_t word) {
    chain = (chain ^ word) * kOdd;
    chain ^= chain >> 32;
  };
  for (std::size_t i = 0; i < words.size(); ++i) mix(chains[i % kChains], words[i]);
  for (std::size_t i = 1; i < kChains; ++i) mix(chains[0], chains[i]);
  return chains[0];
}

}  // namespace

// Every list is preceded by its length, so that no two plans run into the same words. Strides of axes that a plan does
// not have are 0; an axis that advances says so in a bit of its body's length.
Key key_of(const Plan& plan) {
  Key key;
  std::vector<std::uint64_t>& words = key.words;
  const std::size_t rank = plan.axes.size();
  words.reserve(6 + 5 * rank + 4 * run_count(plan) + (3 + rank) * plan.operands.size() + 2 * plan.values.size());
  words.insert(words.end(), {rank, plan.operands.size(), plan.values.size(), static_cast<std::uint64_t>(plan.output),
                             plan.output_span, std::bit_cast<std::uint64_t>(plan.fill)});
  for (std::size_t a = 0; a < rank; ++a) {
    const Axis& axis = plan.axes[a];
    const std::uint64_t advances = axis.advance != 0;
    words.insert(words.end(), {static_cast<std::uint64_t>(plan.output_strides[a]), axis.head.size(),
                               axis.body.size() | advances << 63, axis.tail.size(), axis.repeat});
    if (advances) words.push_back(static_cast<std::uint64_t>(axis.advance));
    put(words, axis.head);
    put(words, axis.body);
    put(words, axis.tail);
  }
  for (const Operand& operand : plan.operands) {
    words.insert(words.end(), {operand.input | static_cast<std::uint64_t>(operand.element) << 32,
                               static_cast<std::uint64_t>(operand.offset), operand.span});
    for (std::size_t a = 0; a < rank; ++a) words.push_back(static_cast<std::uint64_t>(operand.strides[a]));
  }
  for (const Value& value : plan.values) {
    std::uint64_t word = static_cast<std::uint64_t>(value.op) | static_cast<std::uint64_t>(value.type) << 8;
    for (std::size_t i = 0; i < value.inputs.size(); ++i) word |= std::uint64_t{value.inputs[i]} << (16 + 16 * i);
    words.insert(words.end(), {word, value.immediate});
  }
  key.hash = hash_of(words);
  return key;
}

}  // namespace dmlrun::plan
