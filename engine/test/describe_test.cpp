// What the library tells about kernels and choices: describe(), explain(), names of options, the listener to code.
#include <algorithm>
#include <utility>

#include "dmlrun/kernel.h"
#include "dmlrun/operator_descs.h"
#include "dmlrun/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

Operator operator_of(const char* json) {
  auto op = parse_spec(json);
  if (!op) FAIL(op.error().to_string());
  return *op;
}

Operator tiles(int repeats) {
  return operator_of(
      (R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2, 3]}, "Repeats": [1, )" +
       std::to_string(repeats) + "]}}")
          .c_str());
}

struct Heard {
  std::string name;
  std::span<const std::byte> code;
};

void hear(void* context, std::string_view name, std::span<const std::byte> code) noexcept {
  static_cast<std::vector<Heard>*>(context)->push_back({std::string(name), code});
}

}  // namespace

TEST_CASE("every back end describes its kernel, and explain tells the same strategy") {
  const Operator op = tiles(4);
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    CAPTURE(info.name);
    const auto kernel = compile(op, {info.name});
    REQUIRE(kernel);
    const auto described = kernel->describe();
    REQUIRE(described);
    REQUIRE(described->size() == 1);
    const KernelDescription& one = described->front();
    const auto explained = explain(op, {info.name});
    REQUIRE(explained);
    CHECK(one.name == "move_x1_2x12_repeat");
    CHECK(one.backend == info.name);
    CHECK(one.isa == info.isa);
    CHECK(one.tuning == info.tuning);
    CHECK(one.plan == explained->plans.at(0));
    REQUIRE(!one.strategy.empty());
    REQUIRE(explained->strategies.at(0).size() == one.strategy.size());
    for (std::size_t i = 0; i < one.strategy.size(); ++i) {
      CHECK(one.strategy[i].taken == explained->strategies[0][i].taken);
      CHECK(!(one.strategy[i].taken.empty() && one.strategy[i].others.empty()));
    }
    CHECK(one.sections.empty() == info.isa.empty());
    if (!one.sections.empty()) CHECK((one.sections[0].is_code && !one.sections[0].bytes.empty()));
  }
}

TEST_CASE("the interpreter tells of copies where elements are moved, and else of values") {
  const auto told = [](const Operator& op) {
    const auto explained = explain(op, {"interpreter"});
    REQUIRE(explained);
    return explained->strategies.at(0).at(0).taken;
  };
  CHECK(told(tiles(4)) == "block copies, run by run, as the plan says");
  const TensorDesc row{.type = DataType::float32, .sizes = {1, 1, 1, 5}};
  const auto sum = Operator::make(ElementWiseAddDesc{.a = row, .b = row, .output = row});
  REQUIRE(sum);
  CHECK(told(*sum) == "blocks of elements, value after value, as the plan says");
}

TEST_CASE("an instruction set or tuning without that name is refused with the names that are known") {
  const Operator op = tiles(2);
  for (const auto& [options, word] : std::vector<std::pair<CompileOptions, std::string>>{
           {{"auto", "avx9000"}, "\"avx9000\" is not the name of an instruction set; "},
           {{"auto", "none"}, "\"none\" is not the name of an instruction set; "},
           {{"interpreter", {}, "zen"}, "\"zen\" is not the name of a tuning; "}}) {
    const auto kernel = compile(op, options);
    REQUIRE(!kernel);
    CHECK(kernel.error().code == ErrorCode::unknown_option);
    CHECK(kernel.error().message.rfind(word, 0) == 0);
    const auto explained = explain(op, options);
    REQUIRE(!explained);
    CHECK(explained.error().code == ErrorCode::unknown_option);
    for (const std::string_view name : options.tuning.empty() ? isa_names() : tuning_names())
      CHECK(kernel.error().message.find(name) != std::string::npos);
  }
}

TEST_CASE("a cap on the instruction set is kept, and back ends that need more decline") {
  const Operator op = tiles(2);
  const auto ends = backends();
  for (std::size_t i = 0; i < isa_names().size(); ++i)
    for (const BackendInfo& info : backends({"auto", isa_names()[i]})) {
      if (info.isa.empty()) continue;
      CAPTURE(info.name, isa_names()[i]);
      const auto place = std::find(isa_names().begin(), isa_names().end(), info.isa) - isa_names().begin();
      CHECK(place <= static_cast<std::ptrdiff_t>(i));
      const auto kernel = compile(op, {info.name, isa_names()[i], tuning_names().back()});
      CHECK(static_cast<bool>(kernel) == info.why_not.empty());
      if (!kernel) {
        CHECK(kernel.error().code == ErrorCode::backend_unavailable);
        continue;
      }
      const auto described = kernel->describe();
      REQUIRE(described);
      CHECK(described->front().isa == info.isa);
      CHECK(described->front().tuning == tuning_names().back());
    }
}

TEST_CASE("a listener hears of code that is made, with its name and place, until it is taken away") {
  std::vector<Heard> heard;
  listen_to_code(hear, &heard);
  // Sizes that no other test has: a kernel that is already there is not made again.
  const auto kernel = compile(tiles(1237));
  const auto interpreted = compile(tiles(1238), {"interpreter"});
  listen_to_code(nullptr, nullptr);
  const auto unheard = compile(tiles(1239));
  REQUIRE((kernel && interpreted && unheard));
  const auto described = kernel->describe();
  REQUIRE(described);
  const KernelDescription& one = described->front();
  if (one.sections.empty()) {
    CHECK(heard.empty());
    return;
  }
  REQUIRE(heard.size() == 1);
  CHECK(heard[0].name == "move_x1_2x3711_repeat");
  CHECK(heard[0].name == one.name);
  CHECK(heard[0].code.data() == one.sections[0].bytes.data());
  CHECK(heard[0].code.size() == one.sections[0].bytes.size());
}
