// Descs that one change made illegal, as a struct and as a spec: both ways lead to the refusal that the change must
// have.
#include "dmlrun/spec.h"
#include "engine/fuzz/json_tree.h"
#include "engine/fuzz/random_desc.h"
#include "engine/spec/write_spec.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"

using namespace dmlrun;

TEST_CASE("an illegal desc is refused for the same reason when it is written and read") {
  std::size_t illegal = 0;
  for (std::uint64_t number = 0; number < test::repeats(40'000); ++number) {
    const fuzz::RandomCase made = fuzz::make_case(20, number);
    if (made.refusals.empty()) continue;
    ++illegal;
    const auto op = parse_spec(spec::write_unchecked(made.desc));
    INFO(made.change << ", case " << number);
    REQUIRE_FALSE(op.has_value());
    INFO(op.error().to_string());
    REQUIRE(fuzz::wrong_answer(made, op) == "");
    REQUIRE_FALSE(op.error().rule.empty());
  }
  CHECK(illegal > test::repeats(5'000));
}

TEST_CASE("an illegal desc whose outputs are left out is refused by the rule that it breaks") {
  std::size_t refused = 0;
  for (std::uint64_t number = 0; number < test::repeats(40'000); ++number) {
    fuzz::RandomCase made = fuzz::make_case(21, number);
    // Without inputs nothing tells an output.
    if (made.refusals.empty() || fuzz::inputs_of(made.desc).empty()) continue;
    const std::string text = spec::write_unchecked(made.desc);
    const auto document = text::Document::parse(text);
    REQUIRE(document);
    fuzz::JsonTree tree = fuzz::tree_of(document->root());
    for (const char* output : {"OutputTensor", "OutputTensors"}) tree.find("desc")->erase(output);
    const auto whole = parse_spec(text), derived = parse_spec(fuzz::print(tree));
    REQUIRE_FALSE(whole.has_value());
    if (whole.error().where.starts_with("/desc/Output")) continue;  // what was at fault is left out, or tells it
    if (!derived && derived.error().code == ErrorCode::missing_field)
      continue;  // only the output itself tells its type
    REQUIRE_FALSE(derived.has_value());
    ++refused;
    INFO(made.change << ", case " << number << ": " << whole.error().to_string());
    INFO(fuzz::print(tree));
    INFO(derived.error().to_string());
    // An output that takes the type of a wrong tensor is refused for its type, with it.
    const bool are_types =
        derived.error().code == ErrorCode::type_mismatch && whole.error().code == derived.error().code;
    CHECK((derived.error().rule == whole.error().rule || are_types));
  }
  CHECK(refused > test::repeats(3'000));
}
