// Each way in which legal descs are made illegal: the seeds of campaigns draw some of them once in thousands of cases.
#include "engine/fuzz/illegal_changes.h"

#include <map>

#include "dmlrun/kernel.h"
#include "engine/fuzz/features.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("every change that makes a desc illegal is drawn, and its code and a rule answer it") {
  std::map<std::string_view, ErrorCode> open;
  for (const auto changes : {fuzz::tensor_changes(), fuzz::operator_changes(), fuzz::window_changes()})
    for (const fuzz::Change& change : changes) open.emplace(change.words, change.code);
  REQUIRE(open.size() > 30);
  for (std::uint64_t number = 0; number < 100'000 && !open.empty(); ++number) {
    fuzz::Random random(1, number);
    fuzz::RandomCase made = fuzz::make_case(1, number * 7);
    if (made.refusal) continue;
    fuzz::make_illegal(random, made);
    const auto change = open.find(made.change);
    if (change == open.end()) continue;
    CAPTURE(made.change, fuzz::describe(made.desc));
    CHECK(made.refusal == change->second);
    const auto op = Operator::make(made.desc);
    REQUIRE_FALSE(op);
    CHECK(op.error().code == change->second);
    CHECK_FALSE(op.error().rule.empty());
    open.erase(change);
  }
  for (const auto& [words, code] : open) FAIL_CHECK("never drawn: " << words);
}
