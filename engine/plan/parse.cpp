// Reads the text form of docs/plan.md. Nothing recurses and nothing is allocated by a claim of the text: every element
// of every list stands in it.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <optional>

#include "engine/plan/check_expression.h"
#include "engine/plan/element_names.h"
#include "engine/plan/print.h"

namespace dmlrun::plan {

namespace {

constexpr std::size_t kMostText = std::size_t{16} << 20;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  /// False when the text is refused; wrong() and column() say why and where.
  bool plan(Plan& plan);
  [[nodiscard]] const std::string& wrong() const noexcept { return wrong_; }
  [[nodiscard]] std::uint32_t column() const noexcept { return static_cast<std::uint32_t>(at_ + 1); }

 private:
  bool fail(std::string_view expected);
  bool accept(std::string_view words) noexcept;
  bool expect(std::string_view words);
  template <class Number>
  bool number(Number& value, std::string_view what);
  bool element(Element& element);
  bool layout(Strides& strides, std::uint64_t& span, std::optional<std::size_t> axes);
  bool run(Run& run);
  bool step(Run& run);
  bool runs(std::vector<Run>& runs);
  bool axis(Axis& axis);
  bool operand(Operand& operand, std::size_t index, std::size_t axes);
  bool expression(std::vector<Step>& steps);
  bool atom(std::vector<Step>& steps);
  bool operation(Step::Op& op);
  bool fill(Plan& plan);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string wrong_;
  std::size_t strides_read_ = 0;  ///< how many strides the last layout() read
};

bool Parser::fail(std::string_view expected) {
  if (wrong_.empty()) {
    const std::string_view rest = text_.substr(at_, 12);
    wrong_ = "expected " + std::string(expected) + ", found ";
    if (rest.empty()) {
      wrong_ += "the end";
    } else {
      wrong_ += '\'';
      for (const char c : rest) wrong_ += c >= ' ' && c <= '~' ? c : '?';
      wrong_ += '\'';
    }
  }
  return false;
}

bool Parser::accept(std::string_view words) noexcept {
  if (text_.substr(at_, words.size()) != words) return false;
  at_ += words.size();
  return true;
}

bool Parser::expect(std::string_view words) {
  if (accept(words)) return true;
  std::string quoted = "'";
  quoted.append(words).append("'");
  return fail(quoted);
}

template <class Number>
bool Parser::number(Number& value, std::string_view what) {
  const char* begin = text_.data() + at_;
  const char* end = text_.data() + text_.size();
  const auto [stop, code] = std::from_chars(begin, end, value);
  if (code != std::errc{}) return fail(what);
  at_ += static_cast<std::size_t>(stop - begin);
  return true;
}

bool Parser::element(Element& element) {
  for (std::size_t e = 0; e < kElementNames.size(); ++e)
    if (accept(kElementNames[e])) {
      element = static_cast<Element>(e);
      return true;
    }
  return fail("an element (x1, x2, x4, x8, i8, u8 or f32)");
}

bool Parser::layout(Strides& strides, std::uint64_t& span, std::optional<std::size_t> axes) {
  strides_read_ = 0;
  if (axes.value_or(1) > 0 && accept(" strides ")) {
    do {
      if (strides_read_ == kMaxAxes) return fail("at most 8 strides");
      if (!number(strides[strides_read_++], "a stride")) return false;
    } while (accept(","));
  }
  if (axes && *axes != strides_read_) return fail("one stride per axis");
  return expect(" span ") && number(span, "a span");
}

bool Parser::step(Run& run) {
  if (run.count == 1) return true;
  run.step = 1;
  if (accept("-")) {
    run.step = -1;
  } else if (accept("=")) {
    run.step = 0;
  } else if (accept("*")) {
    return number(run.step, "a step");
  }
  return true;
}

bool Parser::run(Run& run) {
  const bool is_named = accept("%");
  if (is_named && (!number(run.source, "an operand") || !expect(":"))) return false;
  if (!number(run.count, "a run's count")) return false;
  if (!is_named && accept("f")) {
    run.source = kFill;
    return true;
  }
  return expect("@") && number(run.begin, "a position") && step(run);
}

bool Parser::runs(std::vector<Run>& runs) {
  do {
    if (!run(runs.emplace_back())) return false;
  } while (at_ + 1 < text_.size() && text_[at_ + 1] != '|' && accept(" "));
  return true;
}

bool Parser::axis(Axis& axis) {
  if (!expect("[")) return false;
  const char next = at_ < text_.size() ? text_[at_] : '\0';
  bool has_body = next == '(';
  bool has_tail = false;
  if (next == '|') {
    has_tail = accept("| | ");  // Neither head nor body.
    if (!has_tail) has_tail = expect("| ");
  } else if (!has_body) {
    if (!runs(axis.head)) return false;
    if (accept(" | | ")) has_tail = true;
    else if (accept(" | ")) has_body = true;
  }
  if (has_body) {
    if (!expect("(") || !runs(axis.body) || !expect(")x") || !number(axis.repeat, "a repeat")) return false;
    has_tail = accept(" | ");
  }
  if (has_tail && !runs(axis.tail)) return false;
  return wrong_.empty() && expect("]");
}

bool Parser::operand(Operand& operand, std::size_t index, std::size_t axes) {
  std::size_t written = 0;
  if (!number(written, "an operand's number")) return false;
  if (written != index) return fail("operands in order");
  return expect(" = input ") && number(operand.input, "an input's number") && expect(" ") &&
         element(operand.element) && expect(" offset ") && number(operand.offset, "an offset") &&
         layout(operand.strides, operand.span, axes);
}

bool Parser::operation(Step::Op& op) {
  for (std::size_t o = static_cast<std::size_t>(Step::Op::subtract); o < kOperationNames.size(); ++o)
    if (const std::string_view name = kOperationNames[o];
        text_.substr(at_, name.size()) == name && text_.substr(at_ + name.size(), 1) == "(") {
      at_ += name.size() + 1;
      op = static_cast<Step::Op>(o);
      return true;
    }
  return false;
}

bool Parser::atom(std::vector<Step>& steps) {
  Step step;
  if (accept("%")) {
    if (!number(step.operand, "an operand")) return false;
  } else {
    step.op = Step::Op::constant;
    if (!number(step.value, "an operand, a constant or an operation")) return false;
    if (std::isnan(step.value)) return fail("a constant that is a number");
  }
  steps.push_back(step);
  return true;
}

bool Parser::expression(std::vector<Step>& steps) {
  struct Call {
    Step::Op op;
    std::size_t missing;
  };
  std::vector<Call> open;
  do {
    Step::Op op;
    while (operation(op)) {
      open.push_back({op, op == Step::Op::round ? std::size_t{1} : std::size_t{2}});
      if (open.size() > kMaxSteps) return fail("fewer nested operations");
    }
    if (!atom(steps)) return false;
    while (!open.empty() && --open.back().missing == 0) {
      if (!expect(")")) return false;
      steps.push_back({open.back().op, 0, 0});
      open.pop_back();
    }
    if (steps.size() > kMaxSteps) return fail("a shorter expression");
  } while (!open.empty() && expect(", "));
  return wrong_.empty();
}

bool Parser::fill(Plan& plan) {
  for (std::size_t b = 0; b < bytes_of(plan.output); ++b) {
    unsigned byte = 0;
    for (int digit = 0; digit < 2; ++digit) {
      const char c = at_ < text_.size() ? text_[at_] : '\0';
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return fail("two hexadecimal digits per fill byte");
      byte = byte * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
      ++at_;
    }
    plan.fill[b] = static_cast<std::byte>(byte);
  }
  return true;
}

bool Parser::plan(Plan& plan) {
  if (!expect("output ") || !element(plan.output) || !layout(plan.output_strides, plan.output_span, std::nullopt))
    return false;
  const std::size_t axes = strides_read_;
  if (axes > 0 && !expect("; axes")) return false;
  for (std::size_t a = 0; a < axes; ++a)
    if (!expect(" ") || !axis(plan.axes.emplace_back())) return false;
  while (accept("; %")) {
    const std::size_t index = plan.operands.size();
    if (!operand(plan.operands.emplace_back(), index, axes)) return false;
  }
  if (accept("; value ") && !expression(plan.expression)) return false;
  if (accept("; fill ") && !fill(plan)) return false;
  return at_ == text_.size() || fail("the end or the next part");
}

Error refused(std::string message, std::uint32_t column) {
  Error error;
  error.code = ErrorCode::syntax;
  error.position = {1, column};
  error.message = std::move(message);
  return error;
}

}  // namespace

Result<Plan> parse(std::string_view text) noexcept {
  try {
    if (text.size() > kMostText) return refused("a plan of more than 16 MiB of text", 1);
    Plan plan;
    Parser parser(text);
    if (!parser.plan(plan)) return refused(parser.wrong(), parser.column());
    // One spelling per plan: this refuses 03, +5, 2@0+, 0x in a number and whatever else print() never writes.
    const std::string again = print(plan);
    if (again == text) return plan;
    const auto differs = std::mismatch(text.begin(), text.end(), again.begin(), again.end());
    return refused("print() writes this plan in another way",
                   static_cast<std::uint32_t>(differs.first - text.begin() + 1));
  } catch (const std::exception&) {
    Error error;
    error.code = ErrorCode::out_of_memory;
    return error;
  }
}

}  // namespace dmlrun::plan
