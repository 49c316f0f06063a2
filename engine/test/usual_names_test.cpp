// Names of other libraries, and the operators that they mean.
#include "engine/operators/rows/usual_names.h"

#include <set>
#include <string>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("every usual name is of an operator that is there, and is no operator's own name") {
  for (const operators::UsualNames& row : operators::all_usual_names()) {
    INFO(row.meant);
    CHECK(spec::operator_named(row.meant) == row.meant);
    REQUIRE(row.names.size() > 2);
    CHECK((row.names.front() == ' ' && row.names.back() == ' '));
    for (std::size_t at = 1; at < row.names.size();) {
      const std::size_t end = row.names.find(' ', at);
      const std::string name(row.names.substr(at, end - at));
      INFO(name);
      CHECK(operators::joined_name(name) == name);
      CHECK(spec::operator_named(name).empty());
      const std::string_view remedy = operators::layout_remedy(name);
      CHECK((remedy.empty() || remedy.starts_with(row.meant)));
      CHECK_FALSE(operators::usual_names(name).empty());
      at = end + 1;
    }
  }
}

TEST_CASE("every field that has usual names is one of an operator, and has another name itself") {
  std::set<std::string_view> fields{"DataType", "Sizes"};  // and those of a tensor
  for (const std::string_view type : operator_types())
    for (const spec::FieldOption& field : spec::field_options(type)) fields.insert(field.name);
  for (const operators::UsualNames& row : operators::all_usual_fields()) {
    INFO(row.meant);
    CHECK(fields.contains(row.meant));
    CHECK(row.names.find(" " + operators::joined_name(row.meant) + " ") == std::string_view::npos);
  }
  CHECK(spec::usual_fields("negative_slope") == std::vector<std::string_view>{"Alpha"});
  CHECK(spec::usual_fields("NumClasses") == std::vector<std::string_view>{"OutputTensor"});
  CHECK(spec::usual_fields("").empty());
}

TEST_CASE("every mode that has usual names is one of a field") {
  std::set<std::string_view> modes;
  for (const std::string_view type : operator_types())
    for (const spec::FieldOption& field : spec::field_options(type))
      for (const std::string_view value : spec::field_values(type, field.name)) modes.insert(value);
  for (const operators::UsualNames& row : operators::all_usual_values()) CHECK(modes.contains(row.meant));
  CHECK(operators::usual_values("Replicate") == std::vector<std::string_view>{"EDGE"});
}

TEST_CASE("letter case, underscores and spaces of usual names do not count") {
  for (const char* name : {"ReduceSum", "reduce_sum", "reduce sum", "REDUCE-SUM"})
    CHECK(operators::operator_meant(name) == "REDUCE");
  CHECK(operators::usual_names("").empty());
  CHECK(operators::usual_names("cat hstack").empty());
  CHECK(operators::usual_names("sum").size() == 2);
}

TEST_CASE("usual names come before names that are near") {
  CHECK(operators::near_not_found("cat") == "JOIN");
  CHECK(operators::near_not_found("PRelu") == "ACTIVATION_PARAMETERIZED_RELU");
  CHECK(operators::near_not_found("LayerNormalization") == "MEAN_VARIANCE_NORMALIZATION");
  CHECK(operators::near_not_found("InstanceNormalization") == "MEAN_VARIANCE_NORMALIZATION");
  CHECK(operators::near_not_found("atan2") == "ELEMENT_WISE_ATAN_YX");
  for (const char* name : {"repeat", "stack", "unbind", "rsqrt", "log1p", "ravel", "moveaxis", "log2", "exp2", "erfc",
                           "sinc", "any", "not_equal"}) {  // no operator is exactly that
    CHECK(operators::near_not_found(name).empty());
    CHECK_FALSE(operators::layout_remedy(name).empty());
  }
}

TEST_CASE("a name may be meant by its later words, where none begins so") {
  CHECK(operators::operator_meant("shift_left") == "ELEMENT_WISE_BIT_SHIFT_LEFT");
  CHECK(operators::operator_meant("normalization") == "BATCH_NORMALIZATION");
  CHECK(operators::operator_meant("upsample") == "UPSAMPLE_2D");
  CHECK(operators::operator_meant("hift_left").empty());
}
