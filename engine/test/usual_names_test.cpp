// Names of other libraries, and the operators that they mean.
#include "engine/operators/usual_names.h"

#include <string>

#include "engine/operators/operator_row.h"
#include "engine/spec/operator_list.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("every usual name is of an operator that is there, and is no operator's own name") {
  for (const operators::UsualNames& row : operators::all_usual_names()) {
    INFO(row.type);
    CHECK(spec::operator_named(row.type) == row.type);
    REQUIRE(row.names.size() > 2);
    CHECK((row.names.front() == ' ' && row.names.back() == ' '));
    for (std::size_t at = 1; at < row.names.size();) {
      const std::size_t end = row.names.find(' ', at);
      const std::string name(row.names.substr(at, end - at));
      INFO(name);
      CHECK(operators::joined_name(name) == name);
      CHECK(spec::operator_named(name).empty());
      CHECK(operators::layout_remedy(name).empty());
      CHECK_FALSE(operators::usual_names(name).empty());
      at = end + 1;
    }
  }
}

TEST_CASE("letter case, underscores and spaces of usual names do not count") {
  for (const char* name : {"ReduceSum", "reduce_sum", "reduce sum", "REDUCE-SUM"})
    CHECK(operators::operator_meant(name) == "REDUCE");
  CHECK(operators::usual_names("").empty());
  CHECK(operators::usual_names("cat stack").empty());
  CHECK(operators::usual_names("sum").size() == 2);
}

TEST_CASE("usual names come before names that are near") {
  CHECK(operators::near_not_found("cat") == "JOIN");
  CHECK(operators::near_not_found("PRelu") == "ACTIVATION_PARAMETERIZED_RELU");
  CHECK(operators::near_not_found("LayerNormalization") == "MEAN_VARIANCE_NORMALIZATION");
  CHECK(operators::near_not_found("InstanceNormalization") == "MEAN_VARIANCE_NORMALIZATION");
  CHECK(operators::near_not_found("atan2") == "ELEMENT_WISE_ATAN_YX");
}
