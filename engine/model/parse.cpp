// A model from its document: the sections in DxDispatch's order, then what depends on several of them.
#include <algorithm>
#include <limits>

#include "engine/model/reading.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kSections[] = {"resources", "dispatchables", "commands"};
constexpr std::string_view kRootKeys[] = {"resources", "dispatchables", "commands",
                                          // What dmlrun check reads of a model.
                                          "rejection", "featureLevel", "origin", "source"};

Result<void> read_resources(const text::Value& section, Model& model, Reading& reading) {
  if (auto ok = text::expect_kind(section, text::Kind::object); !ok) return ok;
  for (text::Value member : section) {
    auto resource = read_resource(member, reading);
    if (!resource) return std::move(resource).error();
    reading.resources.emplace(member.key(), static_cast<std::uint32_t>(model.resources.size()));
    model.resources.push_back(std::move(*resource));
  }
  return {};
}

Result<void> read_dispatchables(const text::Value& section, Model& model, Reading& reading) {
  if (auto ok = text::expect_kind(section, text::Kind::object); !ok) return ok;
  for (text::Value member : section) {
    auto dispatchable = read_dispatchable(member, model.resources, reading);
    if (!dispatchable) return std::move(dispatchable).error();
    reading.dispatchables.emplace(member.key(), static_cast<std::uint32_t>(model.dispatchables.size()));
    model.dispatchables.push_back(std::move(*dispatchable));
  }
  return {};
}

Result<void> read_commands(const text::Value& section, Model& model, Reading& reading) {
  if (auto ok = text::expect_kind(section, text::Kind::array); !ok) return ok;
  std::uint32_t index = 0;
  for (text::Value item : section) {
    auto command = read_command(item, index++, model, reading);
    if (!command) return std::move(command).error();
    model.commands.push_back(std::move(*command));
  }
  return {};
}

Result<void> read_sections(Model& model, Reading& reading) {
  const text::Value root = model.document.root();
  if (auto ok = text::expect_kind(root, text::Kind::object); !ok) return ok;
  for (std::string_view key : kSections)
    if (auto section = require_member(root, key); !section) return std::move(section).error();
  if (auto ok = reading.report_unknown(root, kRootKeys); !ok) return ok;
  if (auto ok = read_resources(root.find("resources"), model, reading); !ok) return ok;
  if (auto ok = read_dispatchables(root.find("dispatchables"), model, reading); !ok) return ok;
  return read_commands(root.find("commands"), model, reading);
}

}  // namespace

void Reading::warn(const text::Value& at, std::string message) const {
  constexpr std::size_t kMaxWarnings = 20;
  if (options.warnings && options.warnings->size() < kMaxWarnings)
    options.warnings->push_back({at.pointer(), at.position(), std::move(message)});
}

Result<void> Reading::report_unknown(const text::Value& object, std::span<const std::string_view> known) const {
  return operators::report_unknown_members(object, known, fields);
}

std::string extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  return point == std::string_view::npos || point == 0 ? "" : text::lower_case(name.substr(point));
}

Result<text::Value> require_member(const text::Value& object, std::string_view key) {
  if (const text::Value member = object.find(key)) return member;
  return text::error_at(object, ErrorCode::missing_field,
                        "\"" + std::string(key) + "\" is missing; it is required here" + meant_by(object, key));
}

std::string meant_by(const text::Value& object, std::string_view key, std::span<const std::string_view> known) {
  constexpr std::size_t kMaxCompared = 100;
  std::vector<text::Value> unknown;
  for (const text::Value member : object)
    if (unknown.size() < kMaxCompared && std::find(known.begin(), known.end(), member.key()) == known.end())
      unknown.push_back(member);
  operators::ReadOptions options;
  options.unknown = &unknown;
  return operators::suggestion(key, object, {&key, 1}, options);
}

namespace {

/// The name that is nearer than all others, "" if none is.
std::string_view only_nearest(std::string_view word, std::vector<std::string_view> names) {
  const std::string_view near = text::nearest(word, names);
  std::erase(names, near);
  const std::string_view second = text::nearest(word, names);
  const auto apart = [&](std::string_view name) {
    return std::pair(text::edit_distance(word, name), text::letters_apart(word, name));
  };
  return second.empty() || apart(near) < apart(second) ? near : std::string_view();
}

}  // namespace

Error unknown_name(const text::Value& value, const Names& names, std::string_view what) {
  constexpr std::size_t kMaxCompared = 1000, kMaxListed = 8, kMaxShown = 60;
  std::vector<std::string_view> known;
  for (const auto& [name, number] : names) known.push_back(name);
  std::sort(known.begin(), known.end());
  const auto quoted = [](std::string_view name) { return "'" + text::printable(name, kMaxShown) + "'"; };
  const std::string_view near = known.size() <= kMaxCompared ? only_nearest(value.string(), known) : std::string_view();
  const std::string kind(what);
  std::string message = quoted(value.string()) + " is not a " + kind + " of this model; ";
  if (!near.empty()) {
    message += "did you mean " + quoted(near) + "?";
  } else if (known.empty() || known.size() > kMaxListed) {
    message += "the name of one of its " + std::to_string(names.size()) + " " + kind + "s was expected";
  } else {
    message += known.size() == 1 ? "" : "one of ";
    for (std::size_t i = 0; i < known.size(); ++i) message += (i ? ", " : "") + quoted(known[i]);
    message += " was expected";
  }
  return text::error_at(value, ErrorCode::unknown_name, std::move(message));
}

Result<std::uint64_t> read_uint64(const text::Value& value) {
  if (!value) return std::uint64_t{0};
  return text::read_unsigned(value, std::numeric_limits<std::uint64_t>::max());
}

Result<std::uint32_t> read_uint32(const text::Value& value) {
  auto number = text::read_unsigned(value, std::numeric_limits<std::uint32_t>::max());
  if (!number) return std::move(number).error();
  return static_cast<std::uint32_t>(*number);
}

Result<std::vector<std::uint32_t>> read_uint32s(const text::Value& value) {
  if (auto ok = text::expect_kind(value, text::Kind::array); !ok) return std::move(ok).error();
  std::vector<std::uint32_t> numbers;
  for (text::Value item : value) {
    auto number = read_uint32(item);
    if (!number) return std::move(number).error();
    numbers.push_back(*number);
  }
  return numbers;
}

Result<std::string> read_path(const text::Value& value) {
  auto path = text::read_string(value);
  if (!path) return std::move(path).error();
  if (path->empty() || path->find('\0') != std::string_view::npos)
    return text::error_at(value, ErrorCode::out_of_range,
                          (path->empty() ? "an empty path" : "a path with a NUL character") +
                              std::string(" was found; the path of a file was expected"));
  return std::string(*path);
}

bool is_model(const text::Value& root) noexcept {
  if (!root.is(text::Kind::object) || root.find("type")) return false;
  return std::any_of(std::begin(kSections), std::end(kSections),
                     [&](std::string_view key) { return static_cast<bool>(root.find(key)); });
}

Result<Model> Model::parse(text::Document document, const Options& options) noexcept {
  return or_out_of_memory([&]() -> Result<Model> {
    const DefaultFloatingPoint environment;
    document.drop_sign_of_zeros();
    Model model{std::move(document), options, {}, {}, {}};
    operators::ReadOptions fields;
    fields.strict = options.strict;
    fields.warnings = options.warnings;
    fields.in_model = true;
    Reading reading{options, model.document, fields};
    if (auto ok = read_sections(model, reading); !ok) return std::move(ok).error();
    mark_equal_nans(model);
    std::vector<std::optional<Content>> known;
    for (const Resource& resource : model.resources)
      known.push_back(resource.form == Form::file ? std::nullopt : std::optional<Content>(content_of(resource)));
    if (options.skip_unsupported) mark_skipped(model, known);
    if (auto ok = check_contents(model, known); !ok) return std::move(ok).error();
    return model;
  });
}

}  // namespace dmlrun::model
