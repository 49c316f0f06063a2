#include "cli/report/output_text.h"

#include "cli/bound_spec.h"
#include "cli/files/files.h"
#include "cli/report/json_text.h"
#include "engine/tensor/element.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

std::string comparison_json(const Comparison& comparison) {
  JsonObject object;
  object.add("elements", comparison.elements).add("different", comparison.different);
  if (comparison.equal()) return object.text();
  object.add("largestUlp", comparison.largest_ulp);
  auto difference_json = [](const Difference& d) {
    JsonObject item;
    item.add("element", d.element);
    item.add_raw("coordinates", json_array(d.coordinates, [](std::uint32_t c) { return std::to_string(c); }));
    item.add_raw("expected", d.expected).add_raw("found", d.found);
    item.add("expectedHex", d.expected_hex).add("foundHex", d.found_hex).add("ulp", d.ulp);
    return item.text();
  };
  return object.add_raw("first", json_array(comparison.first, difference_json)).text();
}

std::string one_line(const Comparison& comparison) {
  std::string report = describe(comparison);
  std::string text = report.substr(0, report.find('\n'));
  if (comparison.first.empty()) return text;
  const Difference& d = comparison.first.front();
  return text + "; first at " + json_array(d.coordinates, [](std::uint32_t c) { return std::to_string(c); }) +
         ": expected " + d.expected + ", found " + d.found;
}

OutputText::OutputText(StandardOutput& out, Format format, const Operator& op, std::string_view backend)
    : out_(out), format_(format) {
  if (format_ == Format::json)
    out_.print("{\"type\": " + json_string(op.type()) + ", \"backend\": " + json_string(backend) + ", \"outputs\": {");
}

void OutputText::open_output(const TensorSlot& slot) {
  out_.print((outputs_++ == 0 ? "" : ", ") + json_string(shown_name(slot)) + ": {\"dataType\": " +
             json_string(name(slot.desc.type)) + ", \"sizes\": " + sizes_json(slot.desc.sizes) + ", ");
}

void OutputText::begin_values(const TensorSlot& slot) {
  first_value_ = true;
  if (const std::size_t columns = StandardOutput::terminal_columns(); format_ == Format::text && columns > 0) {
    out_.print(shown_name(slot) + ": " + std::string(name(slot.desc.type)) + " " + sizes_json(slot.desc.sizes) + "\n");
    rows_.emplace(slot.desc, columns);
    return;
  }
  if (format_ == Format::text) {
    out_.print("Resource '" + shown_name(slot) + "': ");
    return;
  }
  open_output(slot);
  out_.print("\"values\": [");
}

void OutputText::values(DataType type, std::span<const std::byte> packed) {
  constexpr std::size_t kBatch = 16u << 10;
  if (rows_) return rows_->add(packed);
  std::string text;
  for (std::size_t at = 0; at < packed.size(); at += element_size(type)) {
    if (!first_value_) text += ", ";
    first_value_ = false;
    if (format_ == Format::text) append_shortest(text, type, packed.data() + at);
    else append_json(text, type, packed.data() + at);
    if (text.size() < kBatch) continue;
    out_.print(text);
    text.clear();
  }
  out_.print(text);
}

void OutputText::end_values() {
  if (rows_) out_.print(rows_->text());
  else out_.print(format_ == Format::text ? "\n" : "]}");
}

void OutputText::file(const TensorSlot& slot, const std::string& path) {
  if (format_ == Format::text) return;
  open_output(slot);
  out_.print("\"file\": " + json_string(path) + "}");
}

void OutputText::end(const std::vector<std::string>& comparisons) {
  if (format_ == Format::text) return;
  out_.print("}, \"comparisons\": " + json_array(comparisons, [](const std::string& c) { return c; }) + "}\n");
}

}  // namespace dmlrun::cli
