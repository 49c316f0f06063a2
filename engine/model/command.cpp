// Commands: dispatch, print, writeFile, and what dmlrun adds to them, expected values.
#include <algorithm>
#include <utility>

#include "engine/model/reading.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kDispatchKeys[] = {"type", "dispatchable", "bindings", "threadGroupCount", "expected"};
constexpr std::string_view kPrintKeys[] = {"type", "resource", "verbose", "expected"};
constexpr std::string_view kWriteKeys[] = {"type", "resource", "targetPath", "dimensions"};
constexpr std::string_view kExpectedKeys[] = {"values", "sourcePath", "absTolerance", "relTolerance", "ulpTolerance"};
constexpr std::size_t kMaxFileDimensions = 32;  // as numpy 1 reads, and we do
constexpr std::string_view kImageFiles[] = {".jpg", ".png"};

Result<std::uint32_t> find_name(const text::Value& object, std::string_view key, const Names& names,
                                std::string_view what) {
  auto value = require_member(object, key);
  if (!value) return std::move(value).error();
  auto word = text::read_string(*value);
  if (!word) return std::move(word).error();
  if (auto found = names.find(*word); found != names.end()) return found->second;
  return unknown_name(*value, names, what);
}

Result<Expected> read_one_expected(const text::Value& value, const Reading& reading) {
  if (auto ok = text::expect_kind(value, text::Kind::object); !ok) return std::move(ok).error();
  Expected expected;
  expected.where = value;
  expected.values = value.find("values");
  const text::Value source = value.find("sourcePath");
  if (static_cast<bool>(expected.values) == static_cast<bool>(source))
    return text::error_at(value, ErrorCode::missing_field,
                          std::string(source ? "both" : "neither") +
                              " \"values\" and \"sourcePath\" were found; one of them was expected");
  if (expected.values)
    if (auto ok = text::expect_kind(expected.values, text::Kind::array); !ok) return std::move(ok).error();
  if (source) {
    auto path = read_path(source);
    if (!path) return std::move(path).error();
    expected.path = std::move(*path);
    if (const std::string extension = extension_of(expected.path);
        extension != ".npy" && !extension.starts_with(".npz"))
      return text::error_at(source, ErrorCode::bad_enum,
                            "\"" + text::printable(expected.path, 60) + "\" is not a .npy file; one was expected");
  }
  for (const auto& [key, tolerance] : {std::pair("absTolerance", &expected.tolerance.absolute),
                                       std::pair("relTolerance", &expected.tolerance.relative)}) {
    const auto read = text::read_tolerance(value.find(key));
    if (!read) return read.error();
    *tolerance = *read;
  }
  if (const text::Value ulp = value.find("ulpTolerance")) {
    auto number = read_uint64(ulp);
    if (!number) return std::move(number).error();
    expected.tolerance.ulp = *number;
  }
  if (auto ok = reading.report_unknown(value, kExpectedKeys); !ok) return std::move(ok).error();
  return expected;
}

/// {"OutputTensor": V} or {"OutputTensors": [V, ...]}: one entry for each output that is named.
Result<void> read_expected_by_name(const text::Value& object, const Operator& op, const Reading& reading,
                                   std::vector<std::optional<Expected>>& expected) {
  for (text::Value member : object) {
    std::vector<std::size_t> slots;
    std::string known;
    for (std::size_t i = 0; i < op.outputs().size(); ++i) {
      const TensorSlot& slot = op.outputs()[i];
      if (slot.index == 0) known += (known.empty() ? "" : ", ") + std::string(slot.name);
      if (slot.name == member.key()) slots.push_back(i);
    }
    if (slots.empty())
      return text::error_at(member, ErrorCode::unknown_field,
                            "\"" + text::printable(member.key(), 60) + "\" is not an output; values, sourcePath or " +
                                known + " was expected");
    std::vector<text::Value> values;
    if (!member.is(text::Kind::array)) values.push_back(member);
    for (text::Value item : member)
      if (member.is(text::Kind::array)) values.push_back(item);
    if (values.size() != slots.size())
      return text::error_at(member, ErrorCode::count_mismatch,
                            std::to_string(values.size()) + " were found; the operator has " +
                                std::to_string(slots.size()) + " of these outputs");
    for (std::size_t i = 0; i < slots.size(); ++i) {
      auto one = read_one_expected(values[i], reading);
      if (!one) return std::move(one).error();
      expected[slots[i]] = std::move(*one);
    }
  }
  return {};
}

Result<void> read_dispatch(const text::Value& object, const Model& model, Command& command, Reading& reading) {
  auto dispatchable = find_name(object, "dispatchable", reading.dispatchables, "dispatchable");
  if (!dispatchable) return std::move(dispatchable).error();
  command.dispatchable = *dispatchable;
  auto bindings = require_member(object, "bindings");
  if (!bindings) return std::move(bindings).error();
  if (auto ok = text::expect_kind(*bindings, text::Kind::object); !ok) return ok;
  if (const text::Value groups = object.find("threadGroupCount")) {
    auto numbers = read_uint32s(groups);
    if (!numbers) return std::move(numbers).error();
    if (numbers->size() != 3)
      return text::error_at(groups, ErrorCode::count_mismatch,
                            text::counted_found(numbers->size(), "number") + "; 3 were expected");
  }
  if (auto ok = reading.report_unknown(object, kDispatchKeys); !ok) return ok;
  const Dispatchable& used = model.dispatchables[command.dispatchable];
  if (!used.op) {
    // Nobody knows its bind points; the names of resources can be checked all the same.
    for (text::Value member : *bindings)
      if (auto ok = read_bindings(member, model.resources, reading); !ok) return std::move(ok).error();
    return {};
  }
  if (auto ok = match_bindings(*bindings, object, *used.op, When::dispatch, model.resources, reading, command.inputs,
                               command.outputs);
      !ok)
    return ok;
  auto expected = read_expected(object.find("expected"), &*used.op, reading);
  if (!expected) return std::move(expected).error();
  command.expected = std::move(*expected);
  return {};
}

Result<void> read_print(const text::Value& object, Command& command, Reading& reading) {
  if (const text::Value verbose = object.find("verbose")) {
    auto flag = text::read_boolean(verbose);
    if (!flag) return std::move(flag).error();
    command.verbose = *flag;
  }
  auto expected = read_expected(object.find("expected"), nullptr, reading);
  if (!expected) return std::move(expected).error();
  command.expected = std::move(*expected);
  return reading.report_unknown(object, kPrintKeys);
}

Result<void> read_write(const text::Value& object, Command& command, Reading& reading) {
  auto target = require_member(object, "targetPath");
  if (!target) return std::move(target).error();
  auto path = read_path(*target);
  if (!path) return std::move(path).error();
  command.target = std::move(*path);
  if (std::find(std::begin(kImageFiles), std::end(kImageFiles), extension_of(command.target)) !=
      std::end(kImageFiles)) {
    if (!reading.options.skip_unsupported)
      return text::error_at(*target, ErrorCode::unknown_operator,
                            "\"" + text::printable(command.target, 60) +
                                "\" is an image, which dmlrun does not write; a .npy file or raw bytes were expected");
    command.unsupported = "images are not written";
  }
  if (const text::Value dimensions = object.find("dimensions")) {
    auto sizes = read_uint32s(dimensions);
    if (!sizes) return std::move(sizes).error();
    if (sizes->size() > kMaxFileDimensions)
      return text::error_at(dimensions, ErrorCode::limit_exceeded,
                            text::counted_found(sizes->size(), "size") + "; a .npy file has at most " +
                                std::to_string(kMaxFileDimensions));
    if (std::find(sizes->begin(), sizes->end(), 0u) != sizes->end())
      return text::error_at(dimensions, ErrorCode::size_zero, "a size of 0 was found; every size is at least 1");
    command.dimensions = std::move(*sizes);
  }
  return reading.report_unknown(object, kWriteKeys);
}

}  // namespace

Result<std::vector<std::optional<Expected>>> read_expected(const text::Value& value, const Operator* op,
                                                           Reading& reading) {
  const std::size_t outputs = op ? op->outputs().size() : 1;
  std::vector<std::optional<Expected>> expected(value ? outputs : 0);
  if (!value) return expected;
  // A remark of somebody who does not know of expected values; DxDispatch ignores the key.
  if (value.is(text::Kind::string) && !reading.options.strict) {
    reading.warn(value, "the text is ignored; an object with values or sourcePath would be compared");
    return std::vector<std::optional<Expected>>{};
  }
  if (auto ok = text::expect_kind(value, text::Kind::object); !ok) return std::move(ok).error();
  const bool direct = value.find("values") || value.find("sourcePath");
  if (value.size() == 0)
    return text::error_at(value, ErrorCode::missing_field,
                          op ? "an empty object was found; values, sourcePath or the name of an output was expected"
                             : "an empty object was found; values or sourcePath was expected");
  if (op && !direct) {
    if (auto ok = read_expected_by_name(value, *op, reading, expected); !ok) return std::move(ok).error();
    return expected;
  }
  if (outputs != 1)
    return text::error_at(
        value, ErrorCode::count_mismatch,
        "values of one output were found; the operator has " + std::to_string(outputs) + ", and they must be named");
  auto one = read_one_expected(value, reading);
  if (!one) return std::move(one).error();
  expected[0] = std::move(*one);
  return expected;
}

Result<Command> read_command(const text::Value& object, std::uint32_t index, const Model& model, Reading& reading) {
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return std::move(ok).error();
  Command command;
  command.index = index;
  command.where = object;
  auto type = require_member(object, "type");
  if (!type) return std::move(type).error();
  auto word = text::read_string(*type);
  if (!word) return std::move(word).error();
  if (text::is_same_word(*word, "dispatch")) {
    if (auto ok = read_dispatch(object, model, command, reading); !ok) return std::move(ok).error();
    return command;
  }
  const bool print = text::is_same_word(*word, "print");
  if (!print && !text::is_same_word(*word, "writefile"))
    return text::error_at(
        *type, ErrorCode::bad_enum,
        "\"" + text::printable(*word, 60) + "\" is no command; dispatch, print or writeFile was expected");
  command.kind = print ? Command::Kind::print : Command::Kind::write_file;
  auto resource = find_name(object, "resource", reading.resources, "resource");
  if (!resource) return std::move(resource).error();
  command.resource = *resource;
  if (auto ok = print ? read_print(object, command, reading) : read_write(object, command, reading); !ok)
    return std::move(ok).error();
  return command;
}

}  // namespace dmlrun::model
