// Listed values of inputs whose elements share a place by their strides.
#include <vector>

#include "dmlrun/spec.h"
#include "engine/spec/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("listed values of elements that share a place must be equal") {
  const auto write = [](const char* strides, const char* values) {
    auto spec =
        spec::Spec::parse(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2,3],"Strides":)" +
                              std::string(strides) + R"(},"Repeats":[1,1]},"inputs":{"InputTensor":)" + values + "}}",
                          {});
    REQUIRE(spec);
    auto op = spec->complete({});
    REQUIRE(op);
    std::vector<std::byte> buffer(64);
    return spec::write_values(spec->inputs()[0], op->inputs()[0].desc, buffer, nullptr);
  };
  const auto refused = write("[0,0]", "[1,2,3,4,5,6]");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::stride_overlap);
  CHECK(refused.error().message ==
        "[0, 0] and [1, 2] of InputTensor are one element by Strides [0, 0], but have different values; equal values "
        "were expected, or other Strides");
  CHECK(refused.error().where == "/inputs/InputTensor");
  CHECK_FALSE(write("[1,1]", "[[1,2,3],[2,3.5,4]]"));
  CHECK_FALSE(write("[0,1]", "[0.0,2,3,-0.0,2,3]"));
  CHECK(write("[0,1]", "[1,2,3,1,2,3]"));
  CHECK(write("[1,1]", "[[1,2,3],[2,3,4]]"));
  CHECK(write("[0,0]", "[7]"));
  CHECK(write("[8,2]", "[1,2,3,4,5,6]"));
}
