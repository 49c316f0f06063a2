// Plans rows as a sequence of output vectors, each made of a few loads and shuffles: several rows at once where they
// fill whole vectors, else one row, whose last vector overlaps the one before. Planned before any instruction is
// chosen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dmlrun::jit::x64 {

/// Consecutive bytes of a row: elements that lie `step` bytes apart in an input stream, or fill.
struct RowSegment {
  static constexpr int kFill = -1;
  int stream = kFill;
  std::int64_t offset = 0;  ///< of the first element, beyond where the stream's row begins
  std::int64_t step = 0;
  std::uint64_t bytes = 0;
};

struct RowSource {
  std::vector<RowSegment> segments;
  std::vector<std::int64_t> steps;  ///< per stream: bytes from row to row
  std::uint64_t bytes = 0;          ///< of a row
  std::int64_t element = 1;         ///< bytes
};

/// A load: as many bytes as a register of some kind takes, a power of two.
struct VectorLoad {
  int stream = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const VectorLoad&, const VectorLoad&) = default;
};

/// The kinds of shuffles that a processor has.
enum class ShuffleForm : std::uint8_t {
  lanes,   ///< bytes within 16-byte lanes
  dwords,  ///< 4-byte units of two whole vectors
  words,   ///< 2-byte units of two whole vectors
  bytes,   ///< bytes of two whole vectors
};

/// Two loads, one per half of a vector, and the shuffle of each half; bytes that come from elsewhere become 0.
struct LaneStep {
  static constexpr std::byte kZero{0x80};  ///< in the shuffle: a byte that becomes 0
  std::array<VectorLoad, 2> loads;
  std::array<std::byte, 32> shuffle;
  friend bool operator==(const LaneStep&, const LaneStep&) = default;
};

struct OutputVector {
  enum class Kind : std::uint8_t {
    plain,      ///< loads[0], as it is
    fill,       ///< nothing but fill
    broadcast,  ///< loads[0], an element, over and over
    wide,       ///< bytes of loads, see `from`
    lanes,      ///< `lanes` or-ed together, and fill where `is_fill`
  };
  static constexpr std::size_t kMaxBytes = 64;
  std::int64_t to = 0;  ///< bytes from where the first row goes
  Kind kind = Kind::plain;
  std::vector<VectorLoad> loads{};
  /// Per byte: kMaxBytes * load + byte of it. The number after the last load's is fill.
  std::array<std::uint16_t, kMaxBytes> from{};
  std::vector<LaneStep> lanes{};
  std::array<bool, kMaxBytes> is_fill{};
  bool has_fill = false;

  /// Whether the vectors hold the same bytes, wherever they go.
  [[nodiscard]] bool is_made_like(const OutputVector& other) const {
    return kind == other.kind && loads == other.loads && from == other.from && lanes == other.lanes &&
           is_fill == other.is_fill;
  }
};

struct ShufflePlan {
  ShuffleForm form = ShuffleForm::lanes;
  std::int64_t width = 0;        ///< of a vector, in bytes
  std::uint64_t rows = 1;        ///< that the vectors make, together
  std::uint64_t rows_after = 0;  ///< that must follow these, because loads reach into their inputs
  std::vector<OutputVector> vectors;
};

struct PlannedShuffle {
  std::optional<ShufflePlan> plan;
  std::string_view why_not;  ///< the reason where there is no plan
};

/// `width`: 32 or 64; 32 with lanes. `count`: number of rows. No plan where it would not be faster, or where loads
/// could leave the bytes that rows read.
[[nodiscard]] PlannedShuffle plan_shuffles(const RowSource& source, ShuffleForm form, std::int64_t width,
                                           std::uint64_t count);

}  // namespace dmlrun::jit::x64
