#include "engine/bench/grid.h"

#include <cstdio>
#include <map>
#include <utility>

#include "dmlrun/spec.h"
#include "engine/bench/built_in_texts.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::bench {

namespace {

using text::Value;

/// A value as JSON, with `number` for every "N", and the only element of "InputTensors" `copies` times.
class Instance {
 public:
  Instance(std::uint64_t number, std::uint64_t copies) : number_(std::to_string(number)), copies_(copies) {}

  [[nodiscard]] std::string text(const Value& value) const {
    switch (value.kind()) {
      case text::Kind::object: return "{" + members(value) + "}";
      case text::Kind::array: return "[" + members(value) + "]";
      case text::Kind::string: return value.string() == "N" ? number_ : "\"" + std::string(value.string()) + "\"";
      case text::Kind::boolean: return value.boolean() ? "true" : "false";
      case text::Kind::number: return std::string(value.literal());
      case text::Kind::null: break;
    }
    return "null";
  }

 private:
  [[nodiscard]] std::string members(const Value& value) const {
    std::string all;
    const std::uint64_t times = value.key() == "InputTensors" ? copies_ : 1;
    for (std::uint64_t i = 0; i < times; ++i)
      for (const Value child : value) {
        if (!all.empty()) all += ", ";
        if (value.is(text::Kind::object)) all += "\"" + std::string(child.key()) + "\": ";
        all += text(child);
      }
    return all;
  }

  std::string number_;
  std::uint64_t copies_;
};

struct Row {
  std::string title;
  Goal goals[kRegions];
};

Result<std::map<std::string, Row, std::less<>>> read_goals(const Value& list) {
  std::map<std::string, Row, std::less<>> rows;
  for (const Value one : list) {
    Row row{std::string(one.find("title").string()), {}};
    for (std::size_t region = 0; region < kRegions; ++region) {
      const Value goal = one.find(region_name(static_cast<Region>(region)));
      if (!goal) continue;
      for (const Value value : goal) {
        const Result<double> number = text::read_real(value);
        if (!number) return number.error();
        const Unit unit = value.key() == "memcpy"   ? Unit::memcpy
                          : value.key() == "cycles" ? Unit::cycles
                                                    : Unit::nanoseconds;
        row.goals[region] = {*number, unit};
      }
    }
    rows.emplace(one.find("name").string(), std::move(row));
  }
  return rows;
}

Result<Cell> read_cell(const Value& shape, const Row& row, const Instance& instance) {
  Result<Operator> op = parse_spec("{\"type\": " + instance.text(shape.find("type")) +
                                   ", \"desc\": " + instance.text(shape.find("desc")) + "}");
  if (!op) return op.error();
  Cell cell{std::string(shape.find("family").string()), "", row.title, std::move(*op), {}, 0, Region::l1, {}};
  for (const TensorSlot& output : cell.op.outputs()) cell.output_bytes += buffer_bytes(output.desc);
  cell.region = region_of(cell.output_bytes);
  cell.goal = row.goals[static_cast<std::size_t>(cell.region)];
  cell.name = std::string(shape.find("name").string()) + ", " + size_name(cell.output_bytes);
  if (const Value values = shape.find("values"))
    for (const Value value : values) {
      const Result<double> number = text::read_real(value);
      if (!number) return number.error();
      cell.values.push_back({std::string(value.key()), *number});
    }
  return cell;
}

}  // namespace

std::string_view region_name(Region region) noexcept {
  constexpr std::string_view kNames[] = {"L1", "L2", "L3", "DRAM"};
  return kNames[static_cast<std::size_t>(region)];
}

Region region_of(std::uint64_t output_bytes) noexcept {
  // Between the sizes of the table of goals: up to 16 KB, 64 to 512 KB, 1 to 16 MB, from 64 MB.
  if (output_bytes <= 32u << 10) return Region::l1;
  if (output_bytes <= 768u << 10) return Region::l2;
  return output_bytes <= 32u << 20 ? Region::l3 : Region::dram;
}

double gain_goal(std::uint64_t output_bytes) noexcept {
  if (output_bytes >= 4u << 20) return 1.8;
  return output_bytes >= 192u << 10 ? 1.4 : 0;
}

std::string size_name(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KB", "MB", "GB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1023.5 && unit < 3; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, value < 99.95 ? "%.3g %s" : "%.0f %s", value, kUnits[unit]);
  return text;
}

Result<std::vector<Cell>> parse_grid(std::string_view json) {
  const Result<text::Document> document = text::Document::parse_in_place(json);
  if (!document) return document.error();
  const Value root = document->root();
  const auto rows = read_goals(root.find("goals"));
  if (!rows) return rows.error();
  std::vector<Cell> cells;
  for (const Value shape : root.find("shapes")) {
    const Value goal = shape.find("goal");
    const auto found = goal ? rows->find(goal.string()) : rows->end();
    if (goal && found == rows->end()) return text::error_at(goal, ErrorCode::unknown_name, "names no row of the goals");
    const Row row = goal ? found->second : Row{};
    std::uint64_t copies = 1;
    if (const Value given = shape.find("copies")) {
      const Result<std::uint64_t> number = text::read_unsigned(given, 4096);
      if (!number) return number.error();
      copies = *number;
    }
    std::vector<std::uint64_t> numbers;
    if (const Value list = shape.find("N"))
      for (const Value one : list) {
        const Result<std::uint64_t> number = text::read_unsigned(one, 0xFFFFFFFF);
        if (!number) return number.error();
        numbers.push_back(*number);
      }
    if (numbers.empty()) numbers.push_back(0);
    for (const std::uint64_t number : numbers) {
      Result<Cell> cell = read_cell(shape, row, Instance(number, copies));
      if (!cell) return cell.error();
      cells.push_back(std::move(*cell));
    }
  }
  return cells;
}

Result<std::vector<Cell>> built_in_grid() { return parse_grid(built_in_text("grid")); }

std::string_view built_in_text(std::string_view stem) noexcept {
  for (const BuiltInText& one : built_in_texts())
    if (one.stem == stem) return one.text;
  return {};
}

}  // namespace dmlrun::bench
