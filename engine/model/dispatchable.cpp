// Dispatchables: operators, and what dmlrun names and refuses.
#include <algorithm>

#include "engine/model/reading.h"
#include "engine/operators/desc/desc_record.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kDispatchableKeys[] = {"type",           "desc",     "Desc", "dmlCompileType",
                                                  "executionFlags", "bindings", "Type"};

/// A pointer below the desc as rules know it ("/InputTensor/Sizes/0"), from the document's root. Tensors may be wrapped
/// in a "Desc" that the rules do not know.
Error locate(Error error, const text::Value& desc, const text::Value& type, const text::Document& document) {
  if (error.where == "/type") {
    error.where = type.pointer();
    error.position = type.position();
    return error;
  }
  std::string pointer = desc.pointer();
  std::string_view rest = error.where;
  while (!rest.empty()) {
    const std::string token(rest.substr(0, rest.find('/', 1)));
    rest.remove_prefix(token.size());
    const bool wrapped = document.deepest(pointer + token).pointer() != pointer + token &&
                         document.deepest(pointer + "/Desc" + token).pointer() == pointer + "/Desc" + token;
    pointer += (wrapped ? "/Desc" : "") + token;
  }
  error.position = document.deepest(pointer).position();
  error.where = std::move(pointer);
  return error;
}

Result<Operator> read_operator(const operators::Definition& definition, const text::Value& desc,
                               const text::Value& type, const operators::ReadOptions& options, const Reading& reading) {
  const operators::OperatorRow* row = operators::find_row(type.string());
  if (!row) return Error{ErrorCode::out_of_memory};
  const auto placed = [&](Error error) {
    for (Error& other : error.others)
      if (other.position.line == 0) other = locate(std::move(other), desc, type, reading.document);
    return error.position.line != 0 ? error : locate(std::move(error), desc, type, reading.document);
  };
  operators::Checker checker(*row, reading.options.validation);
  auto fields = operators::Fields::read(desc, checker, options);
  if (!fields) return placed(std::move(fields).error());
  if (fields->failure()) return placed(*fields->failure());
  if (checker.failed()) return placed(checker.take_error());
  const Desc inferred = operators::infer_desc(definition, *fields);
  if (fields->failure()) return placed(*fields->failure());
  if (checker.failed()) return placed(checker.take_error());
  if (fields->missing()) return placed(*fields->missing());
  auto made = Operator::make(inferred, reading.options.validation);
  if (!made && made.error().code != ErrorCode::out_of_memory) return placed(std::move(made).error());
  return made;
}

Result<void> check_enum_value(const text::Value& value, std::string_view enumeration) {
  auto word = text::read_string(value);
  if (!word) return std::move(word).error();
  auto known = is_enum_value(enumeration, *word);
  if (!known) return std::move(known).error();
  if (*known) return {};
  std::string names;
  auto values = enum_values(enumeration);
  if (!values) return std::move(values).error();
  for (const std::string& name : *values) names += (names.empty() ? "" : ", ") + name;
  return text::error_at(value, ErrorCode::bad_enum,
                        "\"" + text::printable(*word, 60) + "\" was found; one of " + names + " was expected");
}

/// dmlCompileType and executionFlags: read, and without effect on results.
Result<void> read_compile_options(const text::Value& object, Dispatchable& dispatchable) {
  if (const text::Value compile_type = object.find("dmlCompileType")) {
    if (auto ok = check_enum_value(compile_type, "dmlCompileType"); !ok) return ok;
    dispatchable.as_graph = compile_type.string() == "DmlCompileGraph";
  }
  return read_execution_flags(object.find("executionFlags"));
}

Error unknown_type(const text::Value& type, const std::vector<std::string_view>& known) {
  std::string_view near = operators::without_prefix(type.string());
  if (near.empty()) near = text::nearest(operators::short_name(type.string()), known);
  return text::error_at(type, ErrorCode::unknown_operator,
                        "\"" + text::printable(type.string(), 60) + "\" is no operator of DirectML" +
                            (near.empty() ? "; hlsl, onnx, dmlSerializedGraph or an operator's name was expected"
                                          : "; did you mean " + std::string(near) + "?"));
}

/// An operator that DxDispatch knows and dmlrun does not. Nothing is asked of its fields: only its name is judged.
Result<void> read_unimplemented(const operators::OperatorRow& known, const text::Value& desc,
                                const operators::ReadOptions& options, Dispatchable& dispatchable) {
  std::vector<std::string_view> names;
  for (const operators::RowField& field : known.fields) names.push_back(field.name);
  for (text::Value member : desc) {
    const bool beside = std::find(options.beside.begin(), options.beside.end(), member.key()) != options.beside.end();
    if (beside || std::find(names.begin(), names.end(), member.key()) != names.end()) continue;
    if (auto ok = operators::report_unknown(member, names, options); !ok) return ok;
  }
  for (const operators::RowField& field : known.fields)
    if (field.output) dispatchable.unsupported_outputs.emplace_back(field.name);
  return {};
}

Result<void> refuse_unsupported(const text::Value& type, const Dispatchable& dispatchable, const Reading& reading) {
  if (reading.options.skip_unsupported) return {};
  return text::error_at(type, ErrorCode::unknown_operator,
                        "dispatchable '" + text::printable(dispatchable.name, 60) + "' is " + dispatchable.unsupported +
                            ", which dmlrun does not run; skip_unsupported runs what does not need it");
}

/// Also the bindings of what is skipped name resources that are there. What is no object is ignored.
Result<void> require_bound_names(const text::Value& bindings, const std::vector<Resource>& resources,
                                 Reading& reading) {
  if (!bindings || !bindings.is(text::Kind::object)) return {};
  for (text::Value member : bindings)
    if (auto bound = read_bindings(member, resources, reading); !bound) return std::move(bound).error();
  return {};
}

/// The operator of a dispatchable: in "Desc" or "desc", or inline beside "type".
Result<void> read_described(const text::Value& object, const text::Value& type, Dispatchable& dispatchable,
                            Reading& reading) {
  const text::Value capital = object.find("Desc"), small = object.find("desc");
  const text::Value desc = capital ? capital : small ? small : object;
  if (auto ok = text::expect_kind(desc, text::Kind::object); !ok) return ok;
  if (capital && small) reading.warn(small, "\"desc\" is ignored beside \"Desc\"");
  std::vector<text::Value> unknown;
  operators::ReadOptions options = reading.fields;
  options.unknown = &unknown;
  const bool is_inline = !capital && !small;
  if (is_inline) options.beside = kDispatchableKeys;
  if (!is_inline)
    if (auto ok = operators::report_unknown_members(object, kDispatchableKeys, options); !ok) return ok;
  if (const auto* definition = operators::find_definition(type.string())) {
    auto op = read_operator(*definition, desc, type, options, reading);
    if (!op) return std::move(op).error();
    dispatchable.op = std::move(*op);
    return {};
  }
  auto known = find_known_operator(type.string());
  if (!known) return std::move(known).error();
  if (!*known) {
    auto names = known_operator_types();
    if (!names) return std::move(names).error();
    return unknown_type(type, *names);
  }
  dispatchable.unsupported = "a DirectML operator " + std::string(operators::short_name(type.string()));
  if (auto ok = refuse_unsupported(type, dispatchable, reading); !ok) return ok;
  return read_unimplemented(**known, desc, options, dispatchable);
}

}  // namespace

Result<void> read_execution_flags(const text::Value& flags) {
  constexpr std::string_view kFlags = "DML_EXECUTION_FLAG";
  if (!flags) return {};
  if (!flags.is(text::Kind::array)) return check_enum_value(flags, kFlags);
  for (text::Value flag : flags)
    if (auto ok = check_enum_value(flag, kFlags); !ok) return ok;
  return {};
}

Result<Dispatchable> read_dispatchable(const text::Value& object, const std::vector<Resource>& resources,
                                       Reading& reading) {
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return std::move(ok).error();
  Dispatchable dispatchable;
  dispatchable.name = object.key();
  dispatchable.where = object;
  auto small = require_member(object, "type");
  if (!small) return std::move(small).error();
  if (auto word = text::read_string(*small); !word) return std::move(word).error();
  dispatchable.unsupported = unsupported_type(small->string());
  if (!dispatchable.unsupported.empty()) {
    if (auto ok = refuse_unsupported(*small, dispatchable, reading); !ok) return std::move(ok).error();
    if (auto ok = read_unsupported(object, small->string(), reading); !ok) return std::move(ok).error();
    if (text::is_same_word(small->string(), "dmlserializedgraph"))
      if (auto ok = require_bound_names(object.find("bindings"), resources, reading); !ok) return std::move(ok).error();
    return dispatchable;
  }
  // DxDispatch takes the operator's name from "Type" where both are there.
  const text::Value type = object.find("Type") ? object.find("Type") : *small;
  if (auto word = text::read_string(type); !word) return std::move(word).error();
  if (auto ok = read_described(object, type, dispatchable, reading); !ok) return std::move(ok).error();
  if (auto ok = read_compile_options(object, dispatchable); !ok) return std::move(ok).error();
  text::Value bindings = object.find("bindings");
  if (bindings && !bindings.is(text::Kind::object)) {
    reading.warn(bindings, "bindings that are not an object are ignored");
    bindings = {};
  }
  if (!dispatchable.op) {
    if (auto ok = require_bound_names(bindings, resources, reading); !ok) return std::move(ok).error();
    return dispatchable;
  }
  std::vector<Binding> none;
  if (auto ok = match_bindings(bindings, object, *dispatchable.op, When::initialisation, resources, reading,
                               dispatchable.owned, none);
      !ok)
    return std::move(ok).error();
  return dispatchable;
}

}  // namespace dmlrun::model
