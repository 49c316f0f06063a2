// What a campaign makes of examples, and how specs become small.
#include <set>
#include <string>

#include "dmlrun/spec.h"
#include "engine/fuzz/case.h"
#include "engine/fuzz/mutation.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

constexpr const char* kSplit =
    R"({"type": "SPLIT", "desc": {"InputTensor": {"DataType": "UINT32", "Sizes": [2, 88, 3]}, "Axis": 1,
    "OutputTensors": [{"Sizes": [2, 7, 3]}, {"Sizes": [2, 16, 3], "Strides": [200, 4, 1]}, {"Sizes": [2, 65, 3]}]}})";
constexpr const char* kTile = R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT32", "Sizes": [7, 5]},
    "Repeats": [5, 1], "OutputTensor": {"Sizes": [35, 5], "Strides": [7, 1], "TotalTensorSizeInBytes": 4000}}})";

Operator operator_of(const std::string& text) { return parse_spec(text).value(); }

bool is_strided(const Operator& op) {
  for (const TensorSlot& slot : op.outputs())
    if (!slot.desc.strides.empty()) return true;
  return false;
}

/// The smallest that `fails` still holds of.
Operator smallest(const std::string& text, bool (*fails)(const Operator&)) {
  Operator best = operator_of(text);
  REQUIRE(fails(best));
  const std::string whole = write_spec(best).value();
  fuzz::JsonTree tree = fuzz::tree_of(text::Document::parse(whole).value().root());
  int attempts = 0;
  const auto consider = [&](const fuzz::JsonTree& smaller) {
    auto op = parse_spec(fuzz::print(smaller));
    if (++attempts > 3000 || !op || !fails(*op)) return false;
    best = std::move(*op);
    return true;
  };
  while (fuzz::make_smaller(tree, consider)) {
  }
  CHECK(attempts < 1000);
  return best;
}

}  // namespace

TEST_CASE("mutations of every example are mostly legal, and lay their outputs out in other ways") {
  for (const char* text : {kSplit, kTile}) {
    CAPTURE(text);
    fuzz::Seeds seeds;
    seeds.examples.push_back(operator_of(text));
    fuzz::Cases cases(seeds);
    int mutations = 0, legal = 0, strided = 0;
    std::set<std::string> shapes;
    for (std::uint64_t number = 1; number < 2000; ++number) {
      const fuzz::Case& made = cases.at(number);
      CHECK(made.wrong.empty());
      if (made.source != fuzz::CaseSource::mutation) continue;
      ++mutations;
      if (!made.op) continue;
      ++legal;
      strided += is_strided(*made.op);
      std::string shape = std::to_string(made.op->outputs().size());
      for (const TensorSlot& slot : made.op->outputs())
        for (const std::uint32_t size : slot.desc.sizes) shape += " " + std::to_string(size);
      shapes.insert(std::move(shape));
    }
    CHECK(mutations > 900);
    CHECK(legal > mutations * 7 / 10);
    CHECK(strided > mutations / 10);
    CHECK(shapes.size() > 200);
  }
}

TEST_CASE("parts of an input become as small as anything else") {
  const Operator any = smallest(kSplit, [](const Operator&) { return true; });
  CHECK(any.inputs()[0].desc.sizes == Dimensions{1});
  CHECK(any.outputs().size() == 1);

  const Operator second = smallest(kSplit, [](const Operator& op) { return op.outputs().size() > 1; });
  CHECK(second.inputs()[0].desc.sizes == Dimensions{2});

  const Operator long_part = smallest(kSplit, [](const Operator& op) {
    return op.outputs().size() > 1 && element_count(op.outputs().back().desc) > 50;
  });
  CHECK(long_part.inputs()[0].desc.sizes == Dimensions{52});
}

TEST_CASE("what is no whole number becomes smaller, too") {
  constexpr const char* kReversed =
      R"({"type": "SLICE1", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [9, 4]},
      "InputWindowOffsets": [1, 0], "InputWindowSizes": [7, 4], "InputWindowStrides": [-3, 1]}})";
  const auto strides = [](const Operator& op) { return op.desc().at<SignedDimensions>("InputWindowStrides"); };
  CHECK(strides(smallest(kReversed, [](const Operator&) { return true; })) == SignedDimensions{1});
  const Operator reversed = smallest(
      kReversed, [](const Operator& op) { return op.desc().at<SignedDimensions>("InputWindowStrides")[0] < 0; });
  CHECK(strides(reversed) == SignedDimensions{-1});
  CHECK(reversed.inputs()[0].desc.sizes == Dimensions{1});
  constexpr const char* kScaled = R"({"type": "ELEMENT_WISE_EXP", "desc": {
      "InputTensor": {"DataType": "FLOAT32", "Sizes": [2]}, "ScaleBias": {"Scale": "nan", "Bias": "-inf"}}})";
  const Operator scaled = smallest(kScaled, [](const Operator& op) {
    return std::holds_alternative<ScaleBias>(op.desc().find("ScaleBias")->value);
  });
  const ScaleBias found = scaled.desc().at<ScaleBias>("ScaleBias");
  CHECK((found.scale == 0 && found.bias == 0));
}

TEST_CASE("the layout of outputs is kept where a failure needs it") {
  for (const char* text : {kSplit, kTile}) {
    CAPTURE(text);
    const Operator strided = smallest(text, is_strided);
    CHECK(strided.inputs()[0].desc.sizes == Dimensions{1});
    CHECK(strided.outputs()[0].desc.strides == Dimensions{0});
    CHECK(smallest(text, [](const Operator&) { return true; }).outputs()[0].desc.strides.empty());
  }
  const Operator roomy = smallest(kTile, [](const Operator& op) { return op.outputs()[0].desc.total_bytes > 1000; });
  CHECK(roomy.outputs()[0].desc.sizes == Dimensions{1});
  CHECK(roomy.outputs()[0].desc.strides.empty());
}
