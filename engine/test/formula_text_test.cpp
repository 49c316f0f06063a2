// The formula that explain prints is the one that is lowered.
#include "engine/operators/formula/formula_text.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "dmlrun/spec.h"
#include "engine/operators/families/lowering.h"
#include "engine/operators/formula/formula.h"
#include "engine/operators/operator_state.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::operators;
namespace fs = std::filesystem;

namespace {

const fs::path kExamples = fs::path(DMLRUN_SOURCE_DIR) / "specs/examples";

Operator operator_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  INFO(path.string());
  auto op = parse_spec(text.str());
  if (!op) FAIL(op.error().to_string());
  return std::move(*op);
}

std::string formula_of(const std::string& example) {
  const Operator op = operator_of(kExamples / (example + ".json"));
  return formula_text(*op.state().row, op.state().desc);
}

plan::Plan lowered(const OperatorRow& row, const Desc& desc) {
  const TensorDesc& output = output_of(row, desc);
  plan::Plan plan = writes(output, numeric_element(output.type));
  for (const std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
  for (const RowField& field : row.fields)
    if (const auto* tensor = field.input ? desc.get<TensorDesc>(field.name) : nullptr)
      plan.operands.push_back(
          operand(static_cast<std::uint32_t>(plan.operands.size()), *tensor, numeric_element(tensor->type)));
  add_values(row, desc, plan);
  return plan;
}

}  // namespace

TEST_CASE("a formula is told with its branch, its scale and bias, and the activation around it") {
  CHECK(formula_of("add1/hard_sigmoid") == "maximum(0, minimum(add(multiply(0.5, add(A, B)), 0.5), 1))");
  CHECK(formula_of("batch_normalization/relu") ==
        "maximum(0, add(multiply(Scale, divide(subtract(x, Mean), square_root(add(Variance, Epsilon)))), Bias))");
  CHECK(formula_of("identity/scale_bias") == "add(multiply(x, Scale), Bias)");
  CHECK(formula_of("clip/scale_bias") == "minimum(Max, maximum(Min, add(multiply(x, Scale), Bias)))");
  CHECK(formula_of("mean/integers") == "divide(add(convert.i64(A), convert.i64(B)), 2)");
}

TEST_CASE("an activation that has its x several times names it") {
  const Operator op = operator_of(kExamples / "add1/hard_sigmoid.json");
  Desc desc = op.state().desc;
  desc.find("FusedActivation")->value = FusedActivation{"ACTIVATION_LEAKY_RELU", {0.01f}};
  CHECK(formula_text(*op.state().row, desc) == "select(less_or_equal(0, y), y, multiply(0.01, y)) where y = add(A, B)");
}

TEST_CASE("the formula that is told has no branches left and gives the plan of the row's own") {
  int compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kExamples)) {
    // Without its tensor file this one has no sizes.
    if (entry.path().extension() != ".json" || entry.path().filename() == "from_file.json") continue;
    const Operator op = operator_of(entry.path());
    const Desc& desc = op.state().desc;
    OperatorRow row = *op.state().row;
    if (row.value.empty()) continue;
    INFO(entry.path().string());
    const std::string text = formula_text(row, desc);
    CHECK(text.find("case(") == std::string::npos);
    if (desc.get<ScaleBias>("ScaleBias") || desc.get<FusedActivation>("FusedActivation")) continue;
    const plan::Plan plan = lowered(row, desc);
    row.value = text;
    CHECK(lowered(row, desc) == plan);
    ++compared;
  }
  CHECK(compared > 100);
}
