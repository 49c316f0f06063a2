// What DxDispatch knows of the rows of specs/operators and of specs/enums.json.
#include "engine/model/catalogue.h"

#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::model;

namespace {

bool is_known(std::string_view type) {
  auto found = find_known_operator(type);
  REQUIRE(found);
  return *found != nullptr;
}

}  // namespace

TEST_CASE("the catalogue has all operators up to DxDispatch's level, SCATTER under both of its names") {
  auto types = known_operator_types();
  REQUIRE(types);
  CHECK(types->size() == 175);
  for (std::string_view type : *types) CHECK(is_known(type));
  for (std::string_view later : {"RESAMPLE3", "FOLD", "UNFOLD"}) CHECK_FALSE(is_known(later));
  CHECK(*find_known_operator("SCATTER") == *find_known_operator("DML_OPERATOR_SCATTER_ELEMENTS"));
}

TEST_CASE("operators are found by both names, others are not") {
  CHECK(*find_known_operator("GEMM") == *find_known_operator("DML_OPERATOR_GEMM"));
  CHECK((*find_known_operator("GEMM"))->fields.size() == 9);
  CHECK_FALSE(is_known("gemm"));
  CHECK_FALSE(is_known(""));
}

TEST_CASE("values of enumerations are found by both names") {
  const auto known = [&](std::string_view enumeration, std::string_view word) {
    return *is_enum_value(enumeration, word);
  };
  CHECK(known("DXGI_FORMAT", "R8_UINT"));
  CHECK(known("DXGI_FORMAT", "DXGI_FORMAT_B4G4R4A4_UNORM"));
  CHECK(known("dmlCompileType", "DmlCompileGraph"));
  CHECK(known("DML_EXECUTION_FLAG", "DML_EXECUTION_FLAG_NONE"));
  CHECK_FALSE(known("DML_EXECUTION_FLAG", "DML_EXECUTION_FLAGS_NONE"));
  CHECK(known("DML_PADDING_MODE", "SYMMETRIC"));
  CHECK_FALSE(known("DML_PADDING_MODE", "WRAP"));
  CHECK_FALSE(known("DXGI_FORMAT", "r8_uint"));
  CHECK_FALSE(known("NOTHING", "NONE"));
  CHECK(enum_values("DXGI_FORMAT")->size() == 116);
}
