// What a kernel computes per element, worked out from a plan's values before any instruction is chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// How often a value changes: never during a call, from run to run of the innermost axis, or from element to element.
enum class Level : std::uint8_t { kernel, piece, element };

/// One step of float32 as a tree: `x` and `y` are numbers of earlier nodes, or kNone. A load gives its element as a float.
struct Node {
  static constexpr int kNone = -1;
  plan::Op op = plan::Op::load;
  int x = kNone;
  int y = kNone;
  std::uint32_t operand = 0;
  float value = 0;
  Level level = Level::kernel;
  /// Nothing that can be seen depends on whether a zero of this node is negative.
  bool any_zero = false;
};

/// An operand that is read at positions that change.
struct Stream {
  std::uint32_t operand = 0;
  Level level = Level::element;
};

/// A value that is computed before the elements of a piece and used in all of them.
struct Uniform {
  enum class Form : std::uint8_t {
    number,  ///< the node's value
    biased,  ///< the node's value plus `bias`: what is taken from a byte behind kMagic
    words,   ///< the node's value, an integer, as 16-bit integers
  };
  int node = Node::kNone;  ///< kNone: zero, so that `biased` is the bias alone
  Form form = Form::number;
  float bias = 0;
  friend bool operator==(const Uniform&, const Uniform&) = default;
};

/// A byte b in the lowest bits of this float's is the float 2^23 + b.
inline constexpr std::uint32_t kMagicBits = 0x4b000000;
inline constexpr float kMagic = 8388608.0f;

/// Where an instruction finds an input: a place of the element's stack, or a uniform.
struct Source {
  bool is_uniform = false;
  int index = 0;
};

/// One instruction on a stack whose places are vectors of elements.
struct Instruction {
  enum class Kind : std::uint8_t {
    load_magic,   ///< a stream of bytes, each behind kMagic; an i8 with its highest bit flipped
    load_number,  ///< a stream's elements as floats
    copy,         ///< a uniform
    operate,      ///< node's operation; the result replaces what is at `place`
  };
  Kind kind = Kind::operate;
  int place = 0;
  int stream = 0;
  int node = Node::kNone;
  Source x, y;
};

/// How the value of an element becomes what is stored.
struct Finish {
  bool is_saturating = false;   ///< converted by rounding to nearest even and clamped to the output's range, NaN to its
                                ///< least; else the value is in range and its fraction is dropped
  std::optional<int> add_words; ///< added after rounding, a uniform of form words
  /// When rounding directly follows a division by a uniform: that division's node.
  int division = Node::kNone;
};

struct Program {
  std::vector<Node> nodes;
  std::vector<Stream> streams;     ///< those of level element first
  std::size_t moving = 0;          ///< how many are of level element
  std::vector<Uniform> uniforms;
  std::vector<Instruction> code;
  int depth = 1;                   ///< places that the code uses
  Finish finish;
  bool is_packed = false;          ///< all that changes per element are bytes
  bool is_fill_only = false;       ///< no element is computed
};

/// "" where the values are those that programs are made of: sums, differences, products, quotients, bounds and
/// roundings of float32 made of bytes and float32, made integers within the range of the byte that is stored.
/// Precondition: plan::check(plan), and the plan has values.
[[nodiscard]] std::string why_not_program(const plan::Plan& plan);
/// Of the program. Precondition, here and below: why_not_program(plan) is "".
[[nodiscard]] std::size_t count_nodes(const plan::Plan& plan);
[[nodiscard]] Program make_program(const plan::Plan& plan);

/// Calls visit(run) for every run of an axis, the body's once.
template <class Visit>
void visit_runs(const plan::Axis& axis, Visit visit) {
  for (const plan::Run& run : axis.head) visit(run);
  for (const plan::Run& run : axis.body) visit(run);
  for (const plan::Run& run : axis.tail) visit(run);
}

/// The level at which an operand's position changes.
[[nodiscard]] Level level_of(const plan::Plan& plan, const plan::Operand& operand);
/// Where an operand of level kernel is read, in elements from its input's element 0.
[[nodiscard]] std::int64_t fixed_position(const plan::Plan& plan, const plan::Operand& operand);
/// Whether a node's value is always an integer of magnitude at most 256.
[[nodiscard]] bool is_small_integer(const plan::Plan& plan, const Node& node);
/// Whether a node's value is never NaN.
[[nodiscard]] bool is_never_nan(const plan::Plan& plan, const Node& node);

}  // namespace dmlrun::jit::x64
