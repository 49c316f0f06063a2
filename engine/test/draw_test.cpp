// draw() and emit() as a C++ program calls them; what is drawn is compared in cli/test/pictures_test.py.
#include "dmlrun/dmlrun.h"
#include "engine/run/emit/emit.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

Operator padding(PaddingMode mode, std::uint32_t start) {
  auto op = Operator::make(PaddingDesc{.input = {DataType::uint8, {4}},
                                       .output = {DataType::uint8, {4 + start}},
                                       .padding_mode = mode,
                                       .start_padding = {start},
                                       .end_padding = {0}});
  REQUIRE(op);
  return *op;
}

}  // namespace

TEST_CASE("a drawing says which mode it shows, also where two modes give the same elements") {
  const auto edge = draw(padding(PaddingMode::edge, 1)), symmetric = draw(padding(PaddingMode::symmetric, 1));
  REQUIRE(edge);
  REQUIRE(symmetric);
  CHECK(edge->find("PADDING EDGE") != std::string::npos);
  CHECK(symmetric->find("PADDING SYMMETRIC") != std::string::npos);
  CHECK(edge->starts_with("<svg "));
  CHECK(edge->ends_with("</svg>\n"));
}

TEST_CASE("what reads no tensor is drawn as made of its position") {
  Scalar one{DataType::uint8, {std::byte{1}}};
  const auto op = Operator::make(
      FillValueSequenceDesc{.output = {DataType::uint8, {2, 3}}, .value_start = one, .value_delta = one});
  REQUIRE(op);
  const auto drawn = draw(*op);
  REQUIRE(drawn);
  CHECK(drawn->find("its position") != std::string::npos);
}

TEST_CASE("what cannot be emitted is refused with the reason") {
  const Operator op = padding(PaddingMode::edge, 1);
  const CompileOptions reference{"reference"};
  const auto no_code = emit(op, 0, Emitted::object, {}, reference);
  REQUIRE_FALSE(no_code);
  CHECK(no_code.error().code == ErrorCode::backend_unavailable);
  CHECK(no_code.error().message.find("reference makes no objects") != std::string::npos);
  CHECK(emit(op, 1, Emitted::object, {}, reference).error().code == ErrorCode::out_of_range);
  if (const std::string all = emitting_backends(Emitted::source); all.find(',') != std::string::npos)
    CHECK(emit(op, 0, Emitted::source).error().message == "several back ends make this, so one must be named: " + all);
  CHECK(emit(op, 0, Emitted::object, {}, {"nothing"}).error().code == ErrorCode::unknown_backend);
  for (const std::string_view name : {"1st", "a-b", "two words"})
    CHECK(emit(op, 0, Emitted::header, {.function = name}, reference).error().where == "function");
}
