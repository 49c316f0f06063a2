// The files under specs/, and what is made from the rows: every example is a legal spec, every rejection is refused as
// it says, every rule has one.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/spec.h"
#include "engine/test/catch.h"
#include "engine/test/rejections.h"
#include "engine/text/document.h"

using namespace dmlrun;
namespace fs = std::filesystem;

namespace {

const fs::path kSpecs = fs::path(DMLRUN_SOURCE_DIR) / "specs";

std::vector<fs::path> files_below(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kSpecs / folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  return files;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

text::Document document_of(const fs::path& path) {
  auto document = text::Document::parse(content(path));
  INFO(path.string());
  if (!document) FAIL(document.error().to_string());
  return std::move(*document);
}

std::string member(const text::Value& object, std::string_view key) {
  const text::Value found = object.find(key);
  return found ? std::string(found.string()) : std::string();
}

}  // namespace

TEST_CASE("the 37 published vectors are there, each with its origin") {
  std::map<std::string, int> origins, vectors;
  for (const fs::path& path : files_below("examples")) {
    const text::Document document = document_of(path);
    const std::string source = member(document.root(), "source");
    const std::size_t at = source.find("vector ");
    if (at == std::string::npos) continue;
    ++origins[member(document.root(), "origin")];
    const std::string vector = source.substr(at + 7);
    INFO(path.string());
    CHECK(++vectors[vector] == 1);
    CHECK_FALSE(member(document.root(), "verified").empty());
  }
  CHECK(vectors.size() == 37);
  CHECK(origins == std::map<std::string, int>{{"seed", 9}, {"microsoft", 12}, {"dxdispatch", 3}, {"dmlrun", 13}});
}

TEST_CASE("every example is a legal spec without unknown fields, and says where it comes from") {
  std::set<std::string> types;
  for (const fs::path& path : files_below("examples")) {
    INFO(path.string());
    SpecOptions options;
    options.strict = true;
    const text::Document document = document_of(path);
    auto spec = spec::Spec::parse(content(path), options);
    if (!spec) FAIL(spec.error().to_string());
    types.insert(std::string(spec->type()));
    CHECK_FALSE(member(document.root(), "origin").empty());
    CHECK_FALSE(spec->expected().empty());
    std::string folder(spec->type());
    if (folder.starts_with("ELEMENT_WISE_")) folder.erase(0, 13);
    for (char& c : folder) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    CHECK(path.parent_path().filename() == folder);
  }
  CHECK(types.size() == operator_types().size());
}

namespace {

/// Holds a refusal against the "rejection" of a SPEC.
void check_refusal(const std::string& text, bool strict) {
  const auto document = text::Document::parse(text);
  REQUIRE(document.has_value());
  const text::Value rejection = document->root().find("rejection");
  REQUIRE(rejection);
  SpecOptions options;
  if (const std::string level = member(document->root(), "featureLevel"); !level.empty()) {
    REQUIRE(feature_level_from_name(level).has_value());
    options.validation.level = *feature_level_from_name(level);
  }
  options.strict = strict;
  auto op = parse_spec(text, options);
  REQUIRE_FALSE(op.has_value());
  INFO(op.error().to_string());
  CHECK(name(op.error().code) == member(rejection, "code"));
  if (rejection.find("pointer")) CHECK(op.error().where == member(rejection, "pointer"));
  CHECK(op.error().rule == member(rejection, "rule"));
  CHECK(op.error().position.line > 0);
  CHECK_FALSE(op.error().message.empty());
  CHECK(category(op.error().code) == ErrorCategory::document);
}

}  // namespace

TEST_CASE("every rejection is refused with the code, the pointer and the rule that it names") {
  for (const fs::path& path : files_below("rejected")) {
    INFO(path.string());
    const text::Document document = document_of(path);
    CHECK(document.root().find("rejection").find("pointer"));
    check_refusal(content(path), static_cast<bool>(document.root().find("rejection").find("strict")));
  }
}

TEST_CASE("every rule has a rejection, one that is made from its row or a file named after it") {
  std::set<std::string> rejected, rules, generated;
  for (const fs::path& path : files_below("rejected")) {
    INFO(path.string());
    const text::Document document = document_of(path);
    const std::string rule = member(document.root().find("rejection"), "rule");
    const std::string stem = path.stem().string();
    if (path.parent_path().filename() == "fields") continue;
    REQUIRE_FALSE(rule.empty());
    CHECK(stem.rfind(rule + "_", 0) == 0);
    rejected.insert(rule);
  }
  for (const operators::Rule& rule : operators::tensor_row().rules) rules.insert(rule.id);
  for (const std::string_view type : operator_types()) {
    const operators::OperatorRow& row = *operators::find_row(type);
    for (const operators::Rule& rule : row.rules) rules.insert(rule.id);
    for (const test::Rejection& one : test::rejections_of(row)) {
      INFO(one.text);
      check_refusal(one.text, true);
      generated.insert(one.rule->id);
    }
  }
  for (const std::string& rule : rules) {
    INFO(rule << " has neither a file below specs/rejected nor a change of engine/fuzz/illegal_*.cpp that breaks it");
    CHECK(rejected.count(rule) + generated.count(rule) > 0);
    rejected.erase(rule);
  }
  for (const std::string& rule : rejected) FAIL_CHECK(rule << " is no rule");
  CHECK(generated.size() > 60);
}
