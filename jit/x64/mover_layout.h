// What a mover's code works on: the tables of a plan, made once per kernel, and the frame of one call. Code holds no
// tables; it finds both through its argument.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// What a run does, RunRecord::kind. kNames + c: it decides for an operand of inner stride class c.
enum RunKind : std::uint64_t { kFills, kMoves, kNames };

/// A run of an axis, in elements.
struct RunRecord {
  std::uint64_t count;
  std::int64_t position;
  std::int64_t step;
  std::uint64_t kind;
  std::uint64_t view;  ///< where the OperandView that it reads by lies in the tables, when the run decides that
};

/// Head, body or tail of an axis; `repeats` 0 ends the list.
struct Section {
  std::uint64_t first;    ///< RunRecords, by their places in the tables
  std::uint64_t end;
  std::uint64_t repeats;
  std::uint64_t extent;   ///< coordinates of one repeat
  std::uint64_t is_body;  ///< all bits set, or none
};

/// An operand, in bytes.
struct OperandView {
  std::uint64_t input;  ///< of its buffer's address in KernelArguments::inputs
  std::int64_t begin;   ///< of the element at position 0 of every axis
  std::array<std::int64_t, plan::kMaxAxes> strides;
};

/// An axis during a call. low, high and skip are the caller's; the others belong to the code, those first that straight
/// code needs.
struct AxisFrame {
  std::uint64_t output;      ///< where the next coordinate goes
  std::int64_t position;     ///< while no operand is decided
  std::uint64_t count;       ///< coordinates of the run still to do
  std::uint64_t row;         ///< of the coordinate at hand
  std::int64_t step;
  std::uint64_t origin;      ///< where coordinate 0 of the axis goes
  std::uint64_t input;       ///< of position 0 of the axis
  std::uint64_t limit;
  std::uint64_t coordinate;  ///< of the run at hand
  std::uint64_t section;
  std::uint64_t record;
  std::uint64_t repeats;     ///< still to do, the present one included
  std::uint64_t low;         ///< coordinates low ... high - 1 are wanted
  std::uint64_t high;
  std::uint64_t skip;        ///< repeats of the body that lie before low
};

/// The workspace of a mover's code.
struct MoverFrame {
  const std::byte* const* inputs;  ///< as in KernelArguments
  std::byte* output;               ///< where output element 0 would go
  const std::byte* tables;
  std::uint64_t bytes;             ///< that the run writes which the call is part of
  std::array<AxisFrame, plan::kMaxAxes> axes;
};

/// Bytes that code reads at places fixed when it is generated.
class Tables {
 public:
  /// A multiple of `alignment`, which is a power of two up to 64.
  std::uint64_t add(const void* from, std::size_t bytes, std::size_t alignment);
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// What is known of an axis.
struct MoverAxis {
  std::uint64_t head = 0;     ///< coordinates of the head
  std::uint64_t body = 0;     ///< coordinates of one body
  std::uint64_t extent = 0;
  std::uint64_t inner = 1;    ///< elements below one coordinate
  std::int64_t stride = 0;    ///< output bytes from a coordinate to the next
  bool is_dense = false;      ///< consecutive coordinates fill the output without gaps, in order
  std::uint64_t sections = 0; ///< where its Sections lie in the tables
};

/// A normalized plan without expression, ready for code: at least one axis.
struct MoverLayout {
  /// Slices can begin at least every `slice_bytes` bytes of the output, where an axis allows it. `may_be_flat`: the plan
  /// may become with_flat_rows().
  MoverLayout(const plan::Plan& from, std::uint64_t slice_bytes, bool may_be_flat);

  static constexpr int kWhole = -1;

  plan::Plan plan;
  bool is_flat = false;           ///< whether the plan has flat rows ...
  bool has_row_program = false;   ///< ... and the code makes them of vectors, without which they are too long
  bool reads_limits = false;      ///< the code asks which coordinates are wanted, AxisFrame::low, high or skip
  bool uses_frame = false;        ///< the code reads or writes the MoverFrame
  std::uint64_t entry = 0;        ///< of the code, where a MoverFunction begins
  std::vector<MoverAxis> axes;
  std::int64_t element_bytes = 1;
  std::size_t inner = 0;                    ///< the innermost axis
  int split = kWhole;                       ///< axes up to this one may be walked in part
  std::uint64_t granularity = 1;            ///< elements of one coordinate of the split axis
  std::vector<std::int64_t> inner_strides;  ///< the classes of operands: each inner stride that occurs, in elements
  std::uint64_t views = 0;                  ///< where operand 0's view lies; the others follow
  std::uint64_t fill_pattern = 0;           ///< 64 bytes
  std::uint64_t reversal = 0;               ///< 64 bytes: a shuffle of 16-byte lanes that reverses their elements
  Tables tables;

  [[nodiscard]] std::uint64_t output_bytes() const {
    return axes[0].extent * axes[0].inner * static_cast<std::uint64_t>(element_bytes);
  }
  [[nodiscard]] std::size_t class_of(std::size_t operand) const;
  [[nodiscard]] std::uint64_t view_of(std::size_t operand) const { return views + operand * sizeof(OperandView); }

 private:
  void measure(std::uint64_t slice_bytes);
  void add_views();
  void add_runs(std::size_t a);
};

}  // namespace dmlrun::jit::x64
