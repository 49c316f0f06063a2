// The copy of a plan: a normalised plan whose axes are measured in bytes, and its tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// Bytes that code reads at offsets fixed when it is generated.
class Tables {
 public:
  /// The offset of the copy, a multiple of `alignment`, which is a power of two up to 64.
  std::uint64_t add(const void* from, std::size_t bytes, std::size_t alignment);
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

struct AxisLayout {
  std::uint64_t head = 0;  ///< coordinates of the head
  std::uint64_t body = 0;  ///< coordinates of one body
  std::uint64_t extent = 0;
  std::uint64_t below = 1;     ///< elements below one coordinate
  std::int64_t stride = 0;     ///< output bytes from a coordinate to the next
  bool is_dense = false;       ///< consecutive coordinates fill the output without gaps, in order
  std::uint64_t sections = 0;  ///< offset of its RunSections in the tables
};

/// At least one axis. The innermost axis is called a row.
struct CopyLayout {
  /// Slices can begin at least every `slice_bytes` bytes of the output. `may_collapse`: the plan becomes
  /// collapse_inner_axes() of it. Precondition: a normalised plan without values.
  CopyLayout(const plan::Plan& from, std::uint64_t slice_bytes, bool may_collapse);

  static constexpr int kNoSplit = -1;

  plan::Plan plan;
  bool is_collapsed = false;  ///< whether that changed the plan
  std::vector<AxisLayout> axes;
  std::int64_t element_bytes = 1;
  std::size_t innermost = 0;                ///< the last axis
  int split = kNoSplit;                     ///< a call may want a part of axes 0 to `split`, and all of later ones
  std::uint64_t granularity = 1;            ///< elements of one coordinate of the split axis
  std::vector<std::int64_t> inner_strides;  ///< each stride of an operand along the innermost axis, in elements
  std::uint64_t views = 0;                  ///< offset of operand 0's view; the others follow
  std::uint64_t fill_pattern = 0;           ///< 64 bytes
  std::uint64_t reversal = 0;               ///< 64 bytes: a shuffle of 16-byte lanes that reverses their elements
  Tables tables;

  [[nodiscard]] std::uint64_t output_bytes() const {
    return axes[0].extent * axes[0].below * static_cast<std::uint64_t>(element_bytes);
  }
  [[nodiscard]] std::uint64_t row_bytes() const {
    return axes[innermost].extent * static_cast<std::uint64_t>(element_bytes);
  }
  [[nodiscard]] bool rows_may_be_split() const { return split == static_cast<int>(innermost); }
  /// Whether a call may want only some of its coordinates. Rows by table treat every call as if it did.
  [[nodiscard]] bool is_clipped(std::size_t a) const { return a == innermost || static_cast<int>(a) <= split; }
  [[nodiscard]] bool advances(std::size_t a) const { return plan.axes[a].advance != 0; }
  /// The run of an axis that has one and is walked whole, else null.
  [[nodiscard]] const plan::Run* only_run(std::size_t a) const;
  /// The number of an operand's inner stride.
  [[nodiscard]] std::size_t class_of(std::size_t operand) const;
  [[nodiscard]] std::uint64_t view_of(std::size_t operand) const;

 private:
  void measure(std::uint64_t slice_bytes);
  void add_views();
  void add_runs(std::size_t a);
};

/// The operand that a row reads.
struct ReadOperand {
  bool is_chosen = false;  ///< by a run of an axis outside, when the code runs, or because there is only one
  std::optional<std::int64_t> inner_stride{};  ///< in elements, where one suits all that may be chosen
};

/// Input bytes from an element of a run of the innermost axis to the next.
[[nodiscard]] std::int64_t input_step(const CopyLayout& layout, const plan::Run& run, ReadOperand operand);

}  // namespace dmlrun::jit::x64
