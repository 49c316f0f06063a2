// Plans rows as a sequence of output vectors, each made of a few loads and shuffles: several rows at once if they fill
// whole vectors, else one row, whose last vector overlaps the one before. Instructions are chosen later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dmlrun::jit::x64 {

/// Bytes of a lane, within which AVX2's shuffles of bytes stay.
inline constexpr std::int64_t kLane = 16;
/// The most vectors of a plan, so that code stays within its budget.
inline constexpr std::int64_t kMaxShuffleVectors = 160;
/// Distinct shuffles that registers keep: loading one more would cost what a shared load saves.
inline constexpr std::size_t kKeptShuffles = 12;

/// Consecutive bytes of a row: elements that lie `step` bytes apart in an input stream, or fill.
struct RowSegment {
  static constexpr int kFill = -1;
  int stream = kFill;
  std::int64_t offset = 0;  ///< the first element's offset in the stream's row, in bytes
  std::int64_t step = 0;
  std::uint64_t bytes = 0;
};

/// The rows to be made.
struct RowSource {
  std::vector<RowSegment> segments;
  std::vector<std::int64_t> steps;  ///< per stream: bytes from row to row
  std::uint64_t bytes = 0;          ///< bytes of a row
  std::int64_t element = 1;         ///< bytes of an element
};

/// A load of a whole register; `bytes` is a power of two.
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

/// Two loads, one per half of a vector, and a shuffle of each half. Bytes that other steps make become 0.
struct LaneStep {
  static constexpr std::byte kZero{0x80};  ///< shuffle index of a byte that becomes 0
  std::array<VectorLoad, 2> loads;
  std::array<std::byte, 32> shuffle;
  friend bool operator==(const LaneStep&, const LaneStep&) = default;
};

struct OutputVector {
  enum class Kind : std::uint8_t {
    plain,      ///< loads[0], unchanged
    fill,       ///< fill only
    broadcast,  ///< the element loads[0], repeated
    wide,       ///< bytes of `loads` chosen by `from`
    lanes,      ///< the or of all `lanes`, and fill where `is_fill`
  };
  static constexpr std::size_t kMaxBytes = 64;
  std::int64_t to = 0;  ///< offset from the first row's output, in bytes
  Kind kind = Kind::plain;
  std::vector<VectorLoad> loads{};
  /// Source of each byte: kMaxBytes * load + byte. The load number after the last one means fill.
  std::array<std::uint16_t, kMaxBytes> from{};
  std::vector<LaneStep> lanes{};
  std::array<bool, kMaxBytes> is_fill{};
  bool has_fill = false;

  /// Whether the vectors hold equal bytes; `to` may differ.
  [[nodiscard]] bool is_made_like(const OutputVector& other) const {
    return kind == other.kind && loads == other.loads && from == other.from && lanes == other.lanes &&
           is_fill == other.is_fill;
  }
};

struct ShufflePlan {
  ShuffleForm form = ShuffleForm::lanes;
  std::int64_t width = 0;        ///< bytes of a vector
  std::uint64_t rows = 1;        ///< rows that all vectors make together
  std::uint64_t rows_after = 0;  ///< over-read: rows that must follow, because loads read parts of their inputs
  std::vector<OutputVector> vectors;
};

struct PlannedShuffle {
  std::optional<ShufflePlan> plan;
  std::string_view why_not;  ///< the reason, if there is no plan
};

/// Plans `count` rows with vectors of `width` bytes: 32 or 64; 32 for ShuffleForm::lanes. No plan if it would not be
/// faster, or if loads could read outside of the bytes that the rows read.
[[nodiscard]] PlannedShuffle plan_shuffles(const RowSource& source, ShuffleForm form, std::int64_t width,
                                           std::uint64_t count);

}  // namespace dmlrun::jit::x64
