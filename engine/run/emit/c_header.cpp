#include "engine/run/emit/c_header.h"

#include <vector>

#include "engine/operators/operator_state.h"
#include "engine/plan/print.h"
#include "engine/text/letter_case.h"

namespace dmlrun {
namespace {

std::string_view c_type(DataType type) noexcept {
  switch (type) {
    case DataType::float32: return "float";
    case DataType::float64: return "double";
    case DataType::int8: return "int8_t";
    case DataType::uint8: return "uint8_t";
    case DataType::int16: return "int16_t";
    case DataType::float16:  // its bits
    case DataType::uint16: return "uint16_t";
    case DataType::int32: return "int32_t";
    case DataType::uint32: return "uint32_t";
    case DataType::int64: return "int64_t";
    default: return "uint64_t";
  }
}

std::string parameter_name(const TensorSlot& slot) {
  std::string name(slot.name);
  if (slot.array) (name += '_') += std::to_string(slot.index);
  return name;
}

template <class Numbers>
std::string listed(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) (text += text.empty() ? "" : ",") += std::to_string(number);
  return text;
}

std::string parameter(const TensorSlot& slot, bool is_output) {
  return (is_output ? "" : "const ") + std::string(c_type(slot.desc.type)) + "* " + parameter_name(slot);
}

std::string signature(const Operator& op, const TensorSlot& output, std::string_view function) {
  std::string text = "int " + std::string(function) + "(";
  for (const TensorSlot& slot : op.inputs()) text += parameter(slot, false) + ", ";
  return text + parameter(output, true) + ")";
}

std::string described(const TensorSlot& slot) {
  const TensorDesc& tensor = slot.desc;
  return " *   " + parameter_name(slot) + ": " + std::string(name(tensor.type)) + ", sizes " + listed(tensor.sizes) +
         ", strides " + listed(strides_of(tensor)) + ", " + std::to_string(buffer_bytes(tensor)) + " bytes\n";
}

std::string comment(const Operator& op, const TensorSlot& output, const HeaderSubject& subject) {
  std::string text = "/* " + std::string(op.type()) + ", made by dmlrun for " + std::string(subject.target) +
                     ".\n *\n * Buffers in the order of the parameters, the output last; "
                     "sizes and strides outermost first, strides in elements:\n";
  for (const TensorSlot& slot : op.inputs()) text += described(slot);
  text += described(output);
  text +=
      " * FLOAT16 is given as its bits. Buffers begin at any address. Inputs may overlap each other, the output "
      "nothing; what "
      "lies\n * between the elements of a strided output is left as it was.\n *\n"
      " * Returns 0, always. May be called by any number of threads at once, for different outputs. The object needs "
      "no "
      "library\n * but C's memcpy and memset, and the processor's features that its target names. It expects the "
      "floating-point\n * environment that a program starts in: rounding to nearest, subnormal numbers kept. */\n";
  return text;
}

// Laid out as halide_buffer_t of Halide's run time, so that programs with that can call the object's function, too.
constexpr std::string_view kBuffer = R"(#ifndef DMLRUN_EMITTED_BUFFER
#define DMLRUN_EMITTED_BUFFER
struct dmlrun_emitted_dimension {
  int32_t min, extent, stride;
  uint32_t flags;
};
struct dmlrun_emitted_buffer {
  uint64_t device;
  const void* device_interface;
  void* host;
  uint64_t flags;
  uint8_t type_code, type_bits; /* unsigned integers: 1; a float: 2; signed integers: 0 */
  uint16_t type_lanes;
  int32_t dimensions;
  struct dmlrun_emitted_dimension* dimension;
  void* padding;
};
#endif
)";

/// "{0, 0, (void*)(uintptr_t)A, 0, 1, 32, 1, 1, &d[0], 0}"
std::string buffer(const std::string& pointer, plan::Element element, std::size_t number) {
  const int code = plan::is_float(element)                                               ? 2
                   : plan::is_number(element) && plan::is_signed(plan::type_of(element)) ? 0
                                                                                         : 1;
  return "{0, 0, (void*)(uintptr_t)" + pointer + ", 0, " + std::to_string(code) + ", " +
         std::to_string(8 * plan::bytes_of(element)) + ", 1, 1, &d[" + std::to_string(number) + "], 0}";
}

std::string body(const Operator& op, const TensorSlot& output, const plan::Plan& plan, const std::string& called) {
  std::vector<std::string> dimensions, buffers;
  const auto add = [&](const TensorSlot& slot, plan::Element element, std::uint64_t span) {
    buffers.push_back(buffer(parameter_name(slot), element, buffers.size()));
    dimensions.push_back("{0, " + std::to_string(span) + ", 1, 0}");
  };
  std::vector<bool> is_used(op.inputs().size());
  for (const plan::Operand& operand : plan.operands) {
    if (operand.input == plan::kIndex) continue;
    add(op.inputs()[operand.input], operand.element, operand.span);
    is_used[operand.input] = true;
  }
  add(output, plan.output, plan.output_span);
  const auto array = [](const std::string& what, const std::vector<std::string>& elements) {
    std::string text = "  struct dmlrun_emitted_" + what + "[" + std::to_string(elements.size()) + "] = {";
    for (const std::string& element : elements) text += "\n    " + element + ",";
    return text + "\n  };\n";
  };
  std::string text = array("dimension d", dimensions) + array("buffer b", buffers);
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (!is_used[i]) text += "  (void)" + parameter_name(op.inputs()[i]) + ";\n";
  text += "  return " + called + "(";
  for (std::size_t b = 0; b < buffers.size(); ++b) text += (b == 0 ? "&b[" : ", &b[") + std::to_string(b) + "]";
  return text + ");\n";
}

}  // namespace

std::string object_function(std::string_view function) { return std::string(function) + "_on_buffers"; }

std::string c_header(const Operator& op, std::size_t index, const HeaderSubject& subject) {
  const TensorSlot& output = op.outputs()[index];
  const plan::Plan& plan = op.state().plans[index];
  const std::string called = object_function(subject.function), guard = text::upper_case(subject.function) + "_H";
  std::string text = comment(op, output, subject);
  text += "#ifndef " + guard + "\n#define " + guard + "\n#include <stdint.h>\n";
  text += kBuffer;
  text +=
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n/* In the object; one buffer for each operand of its plan that "
      "reads one: " +
      plan::print(plan) + " */\nint " + called + "(";
  for (const plan::Operand& operand : plan.operands)
    if (operand.input != plan::kIndex) text += "struct dmlrun_emitted_buffer*, ";
  text += "struct dmlrun_emitted_buffer*);\n#ifdef __cplusplus\n}\n#endif\n\nstatic inline " +
          signature(op, output, subject.function) + " {\n" + body(op, output, plan, called) + "}\n#endif\n";
  return text;
}

}  // namespace dmlrun
