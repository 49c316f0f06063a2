#include "jit/x64/elementwise_program.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "engine/plan/ranges.h"

namespace dmlrun::jit::x64 {
namespace {

using plan::Element;
using plan::Op;

bool is_byte(Element element) noexcept { return element == Element::i8 || element == Element::u8; }

/// The one position of an axis whose runs all have the same; nothing when they differ or there is none.
std::optional<std::int64_t> one_position(const plan::Axis& axis) {
  std::optional<std::int64_t> position;
  bool is_one = true;
  visit_runs(axis, [&](const plan::Run& run) {
    if (run.source == plan::kFill) return;
    if ((run.count > 1 && run.step != 0) || position.value_or(run.begin) != run.begin) is_one = false;
    position = run.begin;
  });
  return is_one ? position : std::nullopt;
}

bool is_all_fill(const plan::Axis& axis) {
  bool all = true;
  visit_runs(axis, [&](const plan::Run& run) { all = all && run.source == plan::kFill; });
  return all;
}

/// A value as a tree: how many nodes, and how many of them are needed at once. Without depth there is none.
struct Tree {
  std::size_t nodes = 0, depth = 0;
};
constexpr std::size_t kMaxNodes = 256, kMaxDepth = 8;

Tree tree_of(const plan::Plan& plan, std::size_t number, const std::vector<Tree>& before) {
  const plan::Value& value = plan.values[number];
  const bool is_last = number + 1 == plan.values.size();
  switch (value.op) {
    case Op::load:
      return {1, 1};
    case Op::constant:
      return value.type == plan::Type::f32 && !plan::is_nan(value.type, value.immediate) ? Tree{1, 1} : Tree{};
    case Op::convert:
      return value.type == plan::Type::f32 ? before[value.inputs[0]] : Tree{};
    case Op::saturate:
      return is_last && value.type == plan::Type::i32 ? before[value.inputs[0]] : Tree{};
    case Op::round:
      return {before[value.inputs[0]].nodes + 1, before[value.inputs[0]].depth};
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::maximum:
    case Op::minimum: {
      if (value.type != plan::Type::f32) return {};
      const Tree &x = before[value.inputs[0]], &y = before[value.inputs[1]];
      return {x.nodes + y.nodes + 1, std::max(x.depth, y.depth + 1)};
    }
    default:
      return {};
  }
}

/// Of each value, up to the first that has none or is too large.
std::vector<Tree> trees_of(const plan::Plan& plan) {
  std::vector<Tree> trees;
  while (trees.size() < plan.values.size()) {
    trees.push_back(tree_of(plan, trees.size(), trees));
    if (trees.back().depth == 0 || trees.back().depth > kMaxDepth || trees.back().nodes > kMaxNodes) break;
  }
  return trees;
}

class Builder {
 public:
  explicit Builder(const plan::Plan& plan) : plan_(plan) {}

  Program build() {
    program_.is_fill_only = std::any_of(plan_.axes.begin(), plan_.axes.end(), is_all_fill);
    if (program_.is_fill_only) return std::move(program_);
    make_nodes();
    make_streams();
    const int root = make_finish();
    generate(root, 0);
    sort_by_depth();
    return std::move(program_);
  }

 private:
  Node& node(int n) { return program_.nodes[static_cast<std::size_t>(n)]; }
  bool is_constant(int n, float value) {
    return n != Node::kNone && node(n).op == Op::constant && node(n).value == value;
  }

  /// A tree for the value, which makes what is used twice two trees; the last node is its root.
  int make_tree(std::uint32_t number) {
    const plan::Value& value = plan_.values[number];
    if (value.op == Op::convert || value.op == Op::saturate) return make_tree(value.inputs[0]);
    Node made;
    made.op = value.op;
    if (value.op == Op::load) {
      made.operand = static_cast<std::uint32_t>(value.immediate);
      made.level = level_of(plan_, plan_.operands[made.operand]);
    } else if (value.op == Op::constant) {
      made.value = std::bit_cast<float>(static_cast<std::uint32_t>(value.immediate));
    } else {
      made.x = make_tree(value.inputs[0]);
      made.level = node(made.x).level;
      if (value.op != Op::round) {
        made.y = make_tree(value.inputs[1]);
        made.level = std::max(made.level, node(made.y).level);
      }
    }
    program_.nodes.push_back(made);
    return static_cast<int>(program_.nodes.size()) - 1;
  }

  void make_nodes() {
    root_ = make_tree(static_cast<std::uint32_t>(plan_.values.size() - 1));
    node(root_).any_zero = true;
    for (int n = root_; n >= 0; --n)  // Parents come after their children.
      if (node(n).any_zero && (node(n).op == Op::maximum || node(n).op == Op::minimum))
        node(node(n).x).any_zero = node(node(n).y).any_zero = true;
  }

  void make_streams() {
    program_.is_packed = true;
    for (const Level level : {Level::element, Level::piece}) {
      for (std::uint32_t o = 0; o < plan_.operands.size(); ++o) {
        const auto loads = [&](const plan::Value& v) { return v.op == Op::load && v.immediate == o; };
        if (level_of(plan_, plan_.operands[o]) != level ||
            std::none_of(plan_.values.begin(), plan_.values.end(), loads))
          continue;
        program_.streams.push_back({o, level});
        if (level == Level::element && !is_byte(plan_.operands[o].element)) program_.is_packed = false;
      }
      if (level == Level::element) program_.moving = program_.streams.size();
    }
  }

  /// Recognises a clamp to the output's range, an integer added before it and the rounding before that. Returns the
  /// node from which the finish goes on.
  int make_finish() {
    const bool is_signed = plan_.output == Element::i8;
    const Node top = node(root_);
    if (top.op != Op::minimum || !is_constant(top.y, is_signed ? 127.0f : 255.0f)) return root_;
    const Node low = node(top.x);
    if (low.op != Op::maximum || !is_constant(low.y, is_signed ? -128.0f : 0.0f)) return root_;
    int value = low.x;
    int added = Node::kNone;
    if (node(value).op == Op::add && node(node(value).y).level != Level::element &&
        is_small_integer(plan_, node(node(value).y))) {
      added = node(value).y;
      value = node(value).x;
    }
    if (node(value).op != Op::round || node(value).level != Level::element) return root_;
    value = node(value).x;
    program_.finish.is_saturating = true;
    if (added != Node::kNone) program_.finish.add_words = uniform({added, Uniform::Form::words, 0});
    if (node(value).op == Op::divide && node(node(value).x).level == Level::element &&
        node(node(value).y).level != Level::element)
      program_.finish.division = value;
    return value;
  }

  int uniform(const Uniform& wanted) {
    const auto found = std::find(program_.uniforms.begin(), program_.uniforms.end(), wanted);
    const auto index = static_cast<int>(found - program_.uniforms.begin());
    if (found == program_.uniforms.end()) program_.uniforms.push_back(wanted);
    return index;
  }

  /// Code that leaves node n at `place`.
  void generate(int n, int place) {
    program_.depth = std::max(program_.depth, place + 1);
    const Node at = node(n);
    if (at.level != Level::element)
      return emit({Instruction::Kind::copy, place, 0, n, {true, uniform({n, Uniform::Form::number, 0})}, {}});
    if (at.op == Op::load) return load(at, Node::kNone, place);
    if (at.op == Op::subtract && program_.is_packed && node(at.x).op == Op::load &&
        node(at.x).level == Level::element && node(at.y).level != Level::element && is_small_integer(plan_, node(at.y)))
      return load(node(at.x), at.y, place);
    Instruction operate{Instruction::Kind::operate, place, 0, n, {}, {}};
    operate.x = input(at.x, place);
    if (at.y != Node::kNone) operate.y = input(at.y, place + (operate.x.is_uniform ? 0 : 1));
    emit(operate);
  }

  Source input(int n, int place) {
    if (node(n).level != Level::element) return {true, uniform({n, Uniform::Form::number, 0})};
    generate(n, place);
    return {false, place};
  }

  /// A stream's element, less the small integer `taken` unless that is kNone.
  void load(const Node& from, int taken, int place) {
    int stream = 0;
    while (program_.streams[static_cast<std::size_t>(stream)].operand != from.operand) ++stream;
    if (!program_.is_packed) return emit({Instruction::Kind::load_number, place, stream, Node::kNone, {}, {}});
    emit({Instruction::Kind::load_magic, place, stream, Node::kNone, {}, {}});
    const bool is_signed = plan_.operands[from.operand].element == Element::i8;
    const float bias = kMagic + (is_signed ? 128.0f : 0.0f);
    emit({Instruction::Kind::operate,
          place,
          0,
          Node::kNone,
          {false, place},
          {true, uniform({taken, Uniform::Form::biased, bias})}});
  }

  void emit(const Instruction& instruction) { program_.code.push_back(instruction); }

  /// What depends on nothing comes first, for all operands, then what depends on that only: a processor's queues hold less
  /// than a block, and one operand after the other keeps a divider waiting (28.4 against 27.6 cycles per 64 quantized sums
  /// on Zen 4).
  void sort_by_depth() {
    struct Use {
      int written = 0, read = 0;  ///< depths at which the place was last written and read; what follows is no earlier
    };
    std::vector<Use> places(static_cast<std::size_t>(program_.depth));
    std::vector<std::pair<int, Instruction>> all;
    for (const Instruction& one : program_.code) {
      int depth = 0;
      const auto reads = [&](const Source& source) {
        const bool is_place = one.kind == Instruction::Kind::operate && !source.is_uniform;
        return is_place ? static_cast<std::size_t>(source.index) : places.size();
      };
      for (const std::size_t place : {reads(one.x), reads(one.y)})
        if (place < places.size()) depth = std::max(depth, places[place].written + 1);
      Use& target = places[static_cast<std::size_t>(one.place)];
      depth = std::max({depth, target.read, target.written});
      for (const std::size_t place : {reads(one.x), reads(one.y)})
        if (place < places.size()) places[place].read = std::max(places[place].read, depth);
      target.written = std::max(target.written, depth);
      all.emplace_back(depth, one);
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < all.size(); ++i) program_.code[i] = all[i].second;
  }

  const plan::Plan& plan_;
  Program program_;
  int root_ = 0;
};

}  // namespace

Level level_of(const plan::Plan& plan, const plan::Operand& operand) {
  Level level = Level::kernel;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    if (operand.strides[a] == 0 || one_position(plan.axes[a])) continue;
    level = std::max(level, Level::piece);
    if (a + 1 < plan.axes.size()) continue;
    visit_runs(plan.axes[a], [&](const plan::Run& run) {
      if (run.count > 1 && run.step != 0) level = Level::element;
    });
  }
  return level;
}

std::int64_t fixed_position(const plan::Plan& plan, const plan::Operand& operand) {
  std::int64_t position = operand.offset;
  for (std::size_t a = 0; a < plan.axes.size(); ++a)
    if (operand.strides[a] != 0) position += one_position(plan.axes[a]).value_or(0) * operand.strides[a];
  return position;
}

bool is_small_integer(const plan::Plan& plan, const Node& node) {
  if (node.op == Op::load) return is_byte(plan.operands[node.operand].element);
  // A negative zero would change the sign of a zero that is added to or subtracted from it.
  return node.op == Op::constant && std::fabs(node.value) <= 256 && std::trunc(node.value) == node.value &&
         !(node.value == 0 && std::signbit(node.value));
}

bool is_never_nan(const plan::Plan& plan, const Node& node) {
  if (node.op == Op::load) return is_byte(plan.operands[node.operand].element);
  return node.op == Op::constant;
}

std::string why_not_program(const plan::Plan& plan) {
  const auto is_taken = [](Element element) { return is_byte(element) || element == Element::f32; };
  for (const plan::Operand& operand : plan.operands)
    if (operand.input == plan::kIndex || !is_taken(operand.element))
      return "it reads other numbers than bytes and float32";
  if (!is_byte(plan.output)) return "it stores other numbers than bytes";
  if (!plan.tables.empty()) return "its values are looked up in tables";
  const std::vector<Tree> trees = trees_of(plan);
  if (const Tree& last = trees.back(); last.depth == 0) {
    const plan::Value& value = plan.values[trees.size() - 1];
    return "its values are made by " + std::string(plan::operation(value.op).name) + " of " +
           std::string(plan::kTypeNames[static_cast<std::size_t>(value.type)]);
  } else if (last.nodes > kMaxNodes || last.depth > kMaxDepth) {
    return "its values are too many for a tree on a stack";
  }
  const plan::Value& last = plan.values.back();
  if (last.op != Op::saturate || !plan::ranges_of(plan).back().is_inside(plan::range_of(plan.output)))
    return "values may lie outside the range of the byte that is stored";
  return {};
}

std::size_t count_nodes(const plan::Plan& plan) { return trees_of(plan).back().nodes; }

Program make_program(const plan::Plan& plan) { return Builder(plan).build(); }

}  // namespace dmlrun::jit::x64
