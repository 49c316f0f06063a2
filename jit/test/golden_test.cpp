// The disassembly of a few small plans for each instruction set, compared with what is kept in golden/. It shows in a
// review what a change does to the code; it says nothing about whether code is right. `./dev golden` rewrites the
// files. Needs Zydis; without it nothing is tested here.
#ifdef DMLRUN_HAS_ZYDIS
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/report/disassembly.h"
#include "engine/plan/check.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/generated.h"

namespace dmlrun::jit::test {
namespace {

const std::filesystem::path kFolder = DMLRUN_SOURCE_DIR "/jit/test/golden";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::pair<std::string, plan::Plan>> golden_plans() {
  std::vector<std::pair<std::string, plan::Plan>> plans;
  std::ifstream file(kFolder / "plans.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    REQUIRE(colon != std::string::npos);
    auto plan = plan::parse(line.substr(colon + 2));
    if (!plan) FAIL(line << ": " << plan.error().to_string());
    INFO(line);
    REQUIRE(plan::check(*plan) == "");
    CHECK(plan::print(plan::normalize(*plan)) == plan::print(*plan));
    plans.emplace_back(line.substr(0, colon), std::move(*plan));
  }
  return plans;
}

/// The number of the first line that differs, and both lines.
std::string difference(const std::string& kept, const std::string& found) {
  std::istringstream left(kept), right(found);
  for (std::size_t number = 1;; ++number) {
    std::string a, b;
    const bool has_a = static_cast<bool>(std::getline(left, a)), has_b = static_cast<bool>(std::getline(right, b));
    if (!has_a && !has_b) return {};
    if (a != b || has_a != has_b) return "line " + std::to_string(number) + ": kept \"" + a + "\", found \"" + b + "\"";
  }
}

}  // namespace

TEST_CASE("the code of the golden plans is what is kept; ./dev golden rewrites it", "[golden]") {
  const bool rewrites = std::getenv("DMLRUN_REWRITE_GOLDEN") != nullptr;
  // A row that does not depend on the machine and has 64-byte vectors where the instruction set does.
  const x64::Tuning& tuning = x64::measured_tunings()[0];
  REQUIRE(tuning.name == "sapphire-rapids");
  std::set<std::filesystem::path> expected;
  for (const auto& [plan_name, plan] : golden_plans())
    for (const x64::Isa isa : kAllIsas) {
      const std::filesystem::path path = kFolder / name(isa) / (plan_name + ".s");
      expected.insert(path);
      const std::string text = cli::disassemble(Generated(plan, isa, tuning).description());
      if (rewrites) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        continue;
      }
      INFO(path << "; if the change is meant: ./dev golden");
      CHECK(difference(read(path), text) == "");
    }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder)) {
    if (entry.path().extension() != ".s" || expected.count(entry.path()) == 1) continue;
    INFO(entry.path() << " belongs to no plan of plans.txt");
    CHECK((rewrites && std::filesystem::remove(entry.path())));
  }
  CHECK(expected.size() >= 60);
}

}  // namespace dmlrun::jit::test
#endif
