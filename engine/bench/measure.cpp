#include "engine/bench/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "engine/bench/grid.h"
#include "engine/bench/plain_move.h"
#include "engine/reference/reference.h"
#include "engine/run/threads/team.h"
#include "engine/tensor/element.h"

namespace dmlrun::bench {

namespace {

/// Results of more elements, and those that may be a unit off, are compared with the interpreter's instead of the
/// reference's.
constexpr std::uint64_t kMaxReferenceElements = std::uint64_t{1} << 20;

using Inputs = std::span<const std::span<const std::byte>>;
using Outputs = std::span<const std::span<std::byte>>;

/// Bytes of outputs between two calls of `between`, and of what is only moved; outputs of up to kMaxWhole bytes are
/// made by one call.
constexpr std::size_t kPart = 16u << 20, kPlainPart = 64u << 20, kMaxWhole = 256u << 20;

std::uint64_t bytes_in(Outputs outputs) {
  std::uint64_t bytes = 0;
  for (const auto& output : outputs) bytes += output.size();
  return bytes;
}

std::vector<std::byte> bytes_of(Outputs outputs, const Between& between) {
  std::vector<std::byte> all;
  all.reserve(bytes_in(outputs));
  for (const auto& output : outputs)
    in_parts(output.size(), kPart, between, [&](std::size_t first, std::size_t count) {
      const auto part = output.subspan(first, count);
      all.insert(all.end(), part.begin(), part.end());
    });
  return all;
}

/// Whether bytes are an output's. Of a NaN that was computed any bits are right.
bool equals(const Operator& op, std::size_t index, std::span<const std::byte> found,
            std::span<const std::byte> expected) {
  if (std::memcmp(found.data(), expected.data(), found.size()) == 0) return true;
  const DataType type = op.outputs()[index].desc.type;
  const std::size_t width = element_size(type);
  if (!op.outputs()[index].computed) return false;
  for (std::size_t at = 0; at + width <= found.size(); at += width) {
    const auto is_nan = [&](std::span<const std::byte> all) { return std::isnan(load_double(type, all.data() + at)); };
    const bool is_same = std::memcmp(found.data() + at, expected.data() + at, width) == 0;
    if (!is_same && !(is_nan(found) && is_nan(expected))) return false;
  }
  return true;
}

bool equals(const Operator& op, Outputs outputs, std::span<const std::byte> expected, const Between& between) {
  bool are_equal = true;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    in_parts(outputs[i].size(), kPart, between, [&](std::size_t first, std::size_t count) {
      are_equal = are_equal && equals(op, i, outputs[i].subspan(first, count), expected.subspan(first, count));
    });
    expected = expected.subspan(outputs[i].size());
  }
  return are_equal;
}

/// Whether an output has bytes between its elements, which are left alone.
bool has_gaps(const Operator& op) {
  return std::any_of(op.outputs().begin(), op.outputs().end(), [](const TensorSlot& output) {
    return buffer_bytes(output.desc) != element_count(output.desc) * element_size(output.desc.type);
  });
}

void overwrite(Outputs outputs, std::byte with, const Between& between) {
  for (const auto& output : outputs)
    in_parts(output.size(), kPlainPart, between, [&](std::size_t first, std::size_t count) {
      std::memset(output.data() + first, std::to_integer<int>(with), count);
    });
}

std::string words(const Error& error) {
  return error.code == ErrorCode::out_of_memory ? std::string(kNoMemory) : error.to_string();
}

/// As run() does, with a look at `between` before each part of outputs without gaps.
Result<void> run_in_parts(const Operator& op, const Kernel& kernel, Inputs inputs, Outputs outputs, std::uint64_t part,
                          const Between& between) {
  if (has_gaps(op) || !between) return kernel.run(inputs, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const TensorDesc& tensor = op.outputs()[i].desc;
    const std::uint64_t all = element_count(tensor), size = element_size(tensor.type);
    const std::uint64_t grain = kernel.slice_granularity(i);
    const std::uint64_t step = std::max<std::uint64_t>(part / size / grain, 1) * grain;
    for (std::uint64_t first = 0; first < all; first += step) {
      between();
      const std::uint64_t count = std::min(step, all - first);
      const auto slice = outputs[i].subspan(first * size, count * size);
      if (auto done = kernel.run_slice(inputs, i, first, count, slice); !done) return done;
    }
  }
  return {};
}

/// The call that is measured: of large outputs in parts, which cost it nothing there.
Contestant kernel_contestant(const char* name, const Operator& op, const Kernel& kernel, Inputs inputs, Outputs outputs,
                             double (*clock)(), const Between& between) {
  if (bytes_in(outputs) > kMaxWhole)
    return contestant(
        name, [=, &op, &kernel, &between] { (void)run_in_parts(op, kernel, inputs, outputs, kPart, between); }, clock);
  return contestant(
      name, [=, &kernel] { static_cast<void>(kernel.run(inputs, outputs)); }, clock);
}

/// "" where the kernel gives the results of another back end.
std::string compare(const Operator& op, const Kernel& kernel, Inputs inputs, Outputs outputs, const Between& between) {
  std::uint64_t elements = 0;
  for (const TensorSlot& output : op.outputs()) elements += element_count(output.desc);
  const bool has_reference = elements <= kMaxReferenceElements && !reference::is_within_a_unit(op.desc());
  const auto other = compile(op, {.backend = has_reference ? "reference" : "interpreter"});
  if (!other) return words(other.error());
  // What stood there before is different in two runs, so that a byte that is not written shows in one of them. Where
  // every byte is to be written, it changes nothing in what is expected.
  std::vector<std::byte> expected;
  for (const std::byte before : {std::byte{0x5a}, std::byte{0xa5}}) {
    if (expected.empty() || has_gaps(op)) {
      overwrite(outputs, before, between);
      constexpr std::uint64_t kSlowPart = 1u << 20;  // the interpreter takes long
      if (const auto done = run_in_parts(op, *other, inputs, outputs, kSlowPart, between); !done)
        return words(done.error());
      expected = bytes_of(outputs, between);
    }
    overwrite(outputs, before, between);
    if (between) between();
    const bool is_large = bytes_in(outputs) > kMaxWhole;
    const auto done =
        is_large ? run_in_parts(op, kernel, inputs, outputs, kPart, between) : kernel.run(inputs, outputs);
    if (!done) return words(done.error());
    if (between) between();
    if (!equals(op, outputs, expected, between)) return "wrong result";
  }
  return "";
}

void copy(std::span<std::byte> to, const std::byte* from) {
  std::memcpy(to.data(), from, to.size());
  asm volatile("" ::: "memory");
}

void set(std::span<std::byte> to) {
  std::memset(to.data(), 1, to.size());
  asm volatile("" ::: "memory");
}

Contestant copy_contestant(std::span<std::byte> to, std::span<const std::byte> from, double (*clock)()) {
  return contestant(
      "memcpy", [to, from] { copy(to, from.data()); }, clock);
}

Contestant set_contestant(std::span<std::byte> to, double (*clock)()) {
  return contestant(
      "memset", [to] { set(to); }, clock);
}

/// memcpy and memset: of much memory in parts.
std::vector<Contestant> plain_contestants(std::span<std::byte> to, std::span<const std::byte> from, double (*clock)(),
                                          const Between& between) {
  if (to.size() <= kMaxWhole) return {copy_contestant(to, from, clock), set_contestant(to, clock)};
  const auto each_part = [=, &between](auto move) {
    in_parts(to.size(), kPlainPart, between,
             [&](std::size_t first, std::size_t count) { move(to.subspan(first, count), from.data() + first); });
  };
  return {contestant(
              "memcpy", [=] { each_part(copy); }, clock),
          contestant(
              "memset", [=] { each_part([](std::span<std::byte> part, const std::byte*) { set(part); }); }, clock)};
}

/// What rounds gave, of one kernel in all its places.
struct Samples {
  std::vector<double> ratios, fill_ratios, calls, cycles, gains, copy_gains, fill_gains;
};

/// A kernel of one thread, and those who share the work of the kernel that is beside it.
struct Single {
  Kernel kernel;
  Team team;
};

/// Adds contestants that move as much as the outputs have by all threads, and by one where memcpy and memset, the first
/// two contestants, are no measure for them because they write through the caches. Where they stand among the
/// contestants, of copies and of fills: by one thread, and by all.
using Places = std::array<std::pair<std::size_t, std::size_t>, 2>;
Places add_plain(std::vector<Contestant>& contestants, const Team& team, std::span<std::byte> to,
                 std::span<const std::byte> from, double (*clock)()) {
  constexpr double kShare = 0.5;  // their figures stand beside the kernel's, and need no more digits than these have
  const bool is_non_temporal = region_of(to.size()) == Region::dram;
  Places places;
  for (const std::size_t kind : {0, 1}) {
    PlainMove move{to, kind == 0 ? from.data() : nullptr, is_non_temporal};
    const auto add = [&](const char* name) {
      contestants.push_back(contestant(
          name, [move] { move.run(); }, clock, kShare));
      return contestants.size() - 1;
    };
    places[kind].first = is_non_temporal ? add("plain, one thread") : kind;
    move.team = team;
    places[kind].second = add("plain");
  }
  return places;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// `single`: null where the kernel has one thread.
void sample(const Operator& op, const Kernel& kernel, const Single* single, Inputs inputs, Outputs outputs,
            const Effort& effort, const Between& between, Samples& samples) {
  const std::uint64_t bytes = bytes_in(outputs);
  std::uint64_t elements = 0;
  for (const TensorSlot& output : op.outputs()) elements += element_count(output.desc);
  // memcpy and memset write where the kernel does, if that is one place.
  const Buffer own(outputs.size() == 1 ? 1 : bytes, 0);
  const std::span<std::byte> target = outputs.size() == 1 ? outputs[0] : own.bytes();
  // memcpy reads half a page from where it writes: at no small distance does it meet false dependences, or its trap.
  const Buffer source(bytes, (reinterpret_cast<std::uintptr_t>(target.data()) + kPage / 2) % kPage);
  fill(source.bytes(), 99, between);
  if (between) between();
  std::vector<Contestant> contestants = plain_contestants(target, source.bytes(), effort.clock, between);
  contestants.push_back(kernel_contestant("dmlrun", op, kernel, inputs, outputs, effort.clock, between));
  std::optional<Places> plain;
  if (single) {
    contestants.push_back(kernel_contestant("one thread", op, single->kernel, inputs, outputs, effort.clock, between));
    if (single->team.threads > 1 && gain_goal(bytes) > 0)
      plain = add_plain(contestants, single->team, target, source.bytes(), effort.clock);
  }
  if (between)
    for (Contestant& one : contestants)
      one.time = [&between, time = std::move(one.time)](std::uint64_t count) { return between(), time(count); };
  const Times times = run_rounds(contestants, effort);
  append(samples.ratios, times.ratios(2, 0));
  append(samples.fill_ratios, times.ratios(2, 1));
  append(samples.calls, times.calls[2]);
  if (single) append(samples.gains, times.ratios(3, 2));
  if (plain) {
    const auto& [copies, fills] = *plain;
    append(samples.copy_gains, times.ratios(copies.first, copies.second));
    append(samples.fill_gains, times.ratios(fills.first, fills.second));
  }
  for (std::size_t round = 0; round < times.cycles.size(); ++round)
    samples.cycles.push_back(times.calls[2][round] / times.cycles[round] * 64 / static_cast<double>(elements));
}

double median_or_0(const std::vector<double>& values) { return values.empty() ? 0 : median(values); }

Figures figures_of(const Kernel& kernel, const Samples& samples) {
  return {"",
          std::string(kernel.backend()),
          median(samples.ratios),
          median(samples.fill_ratios),
          spread(samples.ratios),
          median(samples.calls) * 1e9,
          *std::min_element(samples.calls.begin(), samples.calls.end()) * 1e9,
          median(samples.cycles),
          median_or_0(samples.gains),
          median_or_0(samples.copy_gains),
          median_or_0(samples.fill_gains)};
}

}  // namespace

Figures measure(const Operator& op, const Kernel& kernel, Inputs inputs, Outputs outputs, const Effort& effort,
                const Between& between) {
  if (std::string error = compare(op, kernel, inputs, outputs, between); !error.empty()) return {std::move(error)};
  Samples samples;
  sample(op, kernel, nullptr, inputs, outputs, effort, between, samples);
  return figures_of(kernel, samples);
}

Figures measure(const Operator& op, const CompileOptions& options, Placement placement, const Effort& effort,
                const InputValues& with, const Between& between) try {
  const auto kernel = compile(op, options);
  if (!kernel) return {words(kernel.error())};
  std::optional<Single> single;
  if (options.threads != 1) {
    CompileOptions alone = options;
    alone.threads = 1;
    auto made = compile(op, alone);
    const auto team = team_of(options);
    if (!made || !team) return {words(made ? team.error() : made.error())};
    single.emplace(Single{std::move(*made), *team});
  }
  // Which pages a buffer gets changes figures more than anything else between two runs, so there are several places,
  // and one lives until the next is made, lest that gets the same pages.
  constexpr int kPlaces = 3;
  Samples samples;
  std::optional<Workplace> place;
  for (int i = 0; i < kPlaces; ++i) {
    place = Workplace(op, placement, with, between);
    if (between) between();
    if (i == 0)
      if (std::string error = compare(op, *kernel, place->inputs(), place->outputs(), between); !error.empty())
        return {std::move(error)};
    const Effort part{(effort.rounds + kPlaces - 1) / kPlaces, effort.sample, effort.clock};
    sample(op, *kernel, single ? &*single : nullptr, place->inputs(), place->outputs(), part, between, samples);
  }
  return figures_of(*kernel, samples);
} catch (const std::bad_alloc&) {
  return {std::string(kNoMemory)};
}

double copy_trap(const Effort& effort) {
  constexpr std::size_t kBytes = 64u << 10;
  const Buffer source(kBytes, 0), near(kBytes, 4), far(kBytes, kPage / 2);
  const Contestant contestants[] = {copy_contestant(near.bytes(), source.bytes(), effort.clock),
                                    copy_contestant(far.bytes(), source.bytes(), effort.clock)};
  return run_rounds(contestants, effort).ratio(0, 1);
}

}  // namespace dmlrun::bench
