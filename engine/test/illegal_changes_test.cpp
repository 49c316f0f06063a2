// Each way in which legal descs are made illegal: the seeds of campaigns draw some of them once in thousands of cases.
#include "engine/fuzz/illegal_changes.h"

#include <algorithm>
#include <map>
#include <set>

#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/shape_class.h"
#include "engine/spec/write_spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("every change that makes a desc illegal is drawn, and one of its rules answers it") {
  std::set<std::string_view> open;
  for (const auto changes : {fuzz::tensor_changes(), fuzz::field_changes()})
    for (const fuzz::Change& change : changes) open.insert(change.words);
  REQUIRE(open.size() > 25);
  const auto takes_every_rank = [](std::string_view type) {
    return operators::find_row(type)->support[0].rows.back().most_rank == kMaxRank;
  };
  const auto types = operator_types();
  if (std::all_of(types.begin(), types.end(), takes_every_rank)) open.erase("a rank that is not supported");
  // Operators in turn: some have a thousand times as many classes as others.
  std::map<const operators::OperatorRow*, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < fuzz::all_shape_classes().size(); ++i)
    classes[fuzz::all_shape_classes()[i].row].push_back(i);
  for (std::uint64_t number = 0; number < 1000 && !open.empty(); ++number)
    for (const auto& [row, own] : classes) {
      fuzz::Random random(number, own[0]);
      fuzz::RandomCase made = fuzz::make_case(1, number, {own, 0, 65536, 0});
      fuzz::make_illegal(random, made);
      if (open.erase(made.change) == 0) continue;
      INFO(made.change << " of " << spec::write_unchecked(made.desc));
      const auto op = Operator::make(made.desc);
      REQUIRE_FALSE(op);
      CHECK(fuzz::wrong_answer(made, op) == "");
    }
  for (const std::string_view words : open) FAIL_CHECK("never drawn: " << words);
}
