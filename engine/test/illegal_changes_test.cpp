// Each way in which legal descs are made illegal: the seeds of campaigns draw some of them once in thousands of cases.
#include "engine/fuzz/illegal_changes.h"

#include <algorithm>
#include <map>

#include "dmlrun/kernel.h"
#include "engine/fuzz/features.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("every change that makes a desc illegal is drawn, and its code and a rule answer it") {
  std::map<std::string_view, std::span<const ErrorCode>> open;
  for (const auto changes : {fuzz::tensor_changes(), fuzz::field_changes()})
    for (const fuzz::Change& change : changes) open.emplace(change.words, change.codes);
  REQUIRE(open.size() > 25);
  for (std::uint64_t number = 0; number < 100'000 && !open.empty(); ++number) {
    fuzz::Random random(1, number);
    fuzz::RandomCase made = fuzz::make_case(1, number * 7);
    if (!made.refusals.empty()) continue;
    fuzz::make_illegal(random, made);
    const auto change = open.find(made.change);
    if (change == open.end()) continue;
    CAPTURE(made.change, fuzz::describe(made.desc));
    const auto op = Operator::make(made.desc);
    REQUIRE_FALSE(op);
    CHECK(std::count(change->second.begin(), change->second.end(), op.error().code) == 1);
    CHECK_FALSE(op.error().rule.empty());
    open.erase(change);
  }
  for (const auto& [words, codes] : open) FAIL_CHECK("never drawn: " << words);
}
