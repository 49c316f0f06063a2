// Reads the text form of docs/plan.md. Nothing recurses and nothing is allocated by a claim of the text: every element
// of every list stands in it.
#include <algorithm>
#include <exception>
#include <optional>

#include "engine/plan/parse_values.h"
#include "engine/plan/print.h"

namespace dmlrun::plan {

namespace {

constexpr std::size_t kMaxText = std::size_t{16} << 20;

class Parser {
 public:
  explicit Parser(std::string_view text) : reader_(text) {}

  /// False when the text is refused; reader() says why and where.
  bool plan(Plan& plan);
  [[nodiscard]] const TextReader& reader() const noexcept { return reader_; }

 private:
  bool fail(std::string_view expected) { return reader_.fail(expected); }
  bool accept(std::string_view words) noexcept { return reader_.accept(words); }
  bool expect(std::string_view words) { return reader_.expect(words); }
  template <class Number>
  bool number(Number& value, std::string_view what) {
    return reader_.number(value, what);
  }
  /// The next character; 0 at the end.
  [[nodiscard]] char next() const noexcept { return reader_.rest().empty() ? '\0' : reader_.rest()[0]; }
  bool element(Element& element) {
    return reader_.name(kElementNames, element, "an element (x1, x2, x4, x8, or a number as i8, u8, f16 or f32)");
  }
  bool layout(Strides& strides, std::uint64_t& span, std::optional<std::size_t> axes);
  bool run(Run& run);
  bool step(Run& run);
  bool runs(std::vector<Run>& runs);
  bool axis(Axis& axis);
  bool operand(Operand& operand, std::size_t index, std::size_t axes);
  bool fill(Plan& plan);

  TextReader reader_;
  std::size_t strides_read_ = 0;  ///< how many strides the last layout() read
};

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
  } while (reader_.rest().size() > 1 && reader_.rest()[1] != '|' && accept(" "));
  return true;
}

bool Parser::axis(Axis& axis) {
  if (!expect("[")) return false;
  bool has_body = next() == '(';
  bool has_tail = false;
  if (next() == '|') {
    has_tail = accept("| | ");  // Neither head nor body.
    if (!has_tail) has_tail = expect("| ");
  } else if (!has_body) {
    if (!runs(axis.head)) return false;
    if (accept(" | | ")) has_tail = true;
    else if (accept(" | ")) has_body = true;
  }
  if (has_body) {
    if (!expect("(") || !runs(axis.body) || !expect(")x") || !number(axis.repeat, "a repeat")) return false;
    if ((accept("+") || next() == '-') && !number(axis.advance, "an advance")) return false;
    has_tail = accept(" | ");
  }
  if (has_tail && !runs(axis.tail)) return false;
  return reader_.wrong().empty() && expect("]");
}

bool Parser::operand(Operand& operand, std::size_t index, std::size_t axes) {
  std::size_t written = 0;
  if (!number(written, "an operand's number")) return false;
  if (written != index) return fail("operands in order");
  if (accept(" = index")) operand.input = kIndex;
  else if (!expect(" = input ") || !number(operand.input, "an input's number")) return false;
  return expect(" ") && element(operand.element) && expect(" offset ") && number(operand.offset, "an offset") &&
         layout(operand.strides, operand.span, axes);
}

bool Parser::fill(Plan& plan) {
  for (std::size_t b = 0; b < bytes_of(plan.output); ++b) {
    unsigned byte = 0;
    for (int digit = 0; digit < 2; ++digit) {
      const char c = next();
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return fail("two hexadecimal digits per fill byte");
      byte = byte * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
      (void)accept({&c, 1});
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
  if (!parse_values(reader_, plan)) return false;
  if (accept("; fill ") && !fill(plan)) return false;
  return reader_.rest().empty() || fail("the end or the next part");
}

Error refused(std::string message, std::uint32_t column) {
  return {.code = ErrorCode::syntax, .position = {1, column}, .message = std::move(message)};
}

}  // namespace

Result<Plan> parse(std::string_view text) noexcept {
  try {
    if (text.size() > kMaxText) return refused("a plan of more than 16 MiB of text", 1);
    Plan plan;
    Parser parser(text);
    if (!parser.plan(plan)) return refused(parser.reader().wrong(), parser.reader().column());
    // One spelling per plan: this refuses 03, +5, 2@0+, 0x in a number and whatever else print() never writes.
    const std::string again = print(plan);
    if (again == text) return plan;
    const auto differs = std::mismatch(text.begin(), text.end(), again.begin(), again.end());
    return refused("print() writes this plan in another way",
                   static_cast<std::uint32_t>(differs.first - text.begin() + 1));
  } catch (const std::exception&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::plan
