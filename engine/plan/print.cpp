#include "engine/plan/print.h"

#include "engine/plan/print_values.h"

namespace dmlrun::plan {

namespace {

using plan::append;

std::string_view word(Element element) noexcept { return kElementNames[static_cast<std::size_t>(element)]; }

void append(std::string& text, const Run& run) {
  if (run.source == kFill) {
    append(text, run.count);
    text += 'f';
    return;
  }
  if (run.source >= 0) {
    text += '%';
    append(text, run.source);
    text += ':';
  }
  append(text, run.count);
  text += '@';
  append(text, run.begin);
  if (run.count == 1 || run.step == 1) return;
  if (run.step == -1) {
    text += '-';
  } else if (run.step == 0) {
    text += '=';
  } else {
    text += '*';
    append(text, run.step);
  }
}

void append(std::string& text, const std::vector<Run>& runs) {
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (r > 0) text += ' ';
    append(text, runs[r]);
  }
}

/// [head], [head | (body)xR], [head | (body)xR | tail], [(body)xR | tail]; [head | | tail] when nothing repeats. A body
/// that advances is (body)xR+A or (body)xR-A.
void append(std::string& text, const Axis& axis) {
  text += '[';
  append(text, axis.head);
  const bool has_body = !axis.body.empty();
  if (has_body || !axis.tail.empty()) {
    if (!axis.head.empty()) text += ' ';
    if (!axis.head.empty() || !has_body) text += '|';
    if (has_body) {
      if (!axis.head.empty()) text += ' ';
      text += '(';
      append(text, axis.body);
      text += ")x";
      append(text, axis.repeat);
      if (axis.advance > 0) text += '+';
      if (axis.advance != 0) append(text, axis.advance);
    }
    if (!axis.tail.empty()) {
      text += " | ";
      append(text, axis.tail);
    }
  }
  text += ']';
}

void append_layout(std::string& text, const Strides& strides, std::size_t axes, std::uint64_t span) {
  for (std::size_t a = 0; a < axes; ++a) {
    text += a == 0 ? " strides " : ",";
    append(text, strides[a]);
  }
  text += " span ";
  append(text, span);
}

bool has_fill(const std::vector<Run>& runs) noexcept {
  for (const Run& run : runs)
    if (run.source == kFill) return true;
  return false;
}

bool has_fill(const Plan& plan) noexcept {
  for (const Axis& axis : plan.axes)
    if (has_fill(axis.head) || has_fill(axis.body) || has_fill(axis.tail)) return true;
  return plan.fill != std::array<std::byte, 8>{};
}

void append_fill(std::string& text, const Plan& plan) {
  static constexpr char kDigits[] = "0123456789abcdef";
  text += "; fill ";
  for (std::size_t b = 0; b < bytes_of(plan.output); ++b) {
    const auto byte = std::to_integer<unsigned>(plan.fill[b]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
}

}  // namespace

std::string print(const Plan& plan) {
  std::string text = "output ";
  text += word(plan.output);
  append_layout(text, plan.output_strides, plan.axes.size(), plan.output_span);
  if (!plan.axes.empty()) text += "; axes";
  for (const Axis& axis : plan.axes) {
    text += ' ';
    append(text, axis);
  }
  for (std::size_t o = 0; o < plan.operands.size(); ++o) {
    const Operand& operand = plan.operands[o];
    text += "; %";
    append(text, o);
    text += operand.input == kIndex ? " = index" : " = input ";
    if (operand.input != kIndex) append(text, operand.input);
    text += ' ';
    text += word(operand.element);
    text += " offset ";
    append(text, operand.offset);
    append_layout(text, operand.strides, plan.axes.size(), operand.span);
  }
  text += print_values(plan);
  if (has_fill(plan)) append_fill(text, plan);
  return text;
}

}  // namespace dmlrun::plan
