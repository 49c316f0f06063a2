// The code of a few small plans, for each instruction set that changes it, compared by hashes with golden/code.txt: a
// change that is not meant to change code is seen; whether code is right is for other tests. `./dev golden` rewrites
// the file, and `./dev golden FOLDER` writes listings, so that two revisions can be compared.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

/// Bytes of code and constants, and their FNV-1a hash.
std::string summary(const KernelDescription& kernel) {
  std::uint64_t bytes = 0, hash = 14695981039346656037u;
  for (const CodeSection& section : kernel.sections)
    for (const std::byte byte : section.bytes) {
      hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211u;
      ++bytes;
    }
  char text[64];
  std::snprintf(text, sizeof text, "%llu %016llx", static_cast<unsigned long long>(bytes),
                static_cast<unsigned long long>(hash));
  return text;
}

/// "PLAN ISA BYTES HASH" for each; listings, too, where a folder for them is given.
std::vector<std::string> summaries(const std::filesystem::path& listings) {
  // A row that does not depend on the machine and has 64-byte vectors where the instruction set does.
  x64::Tuning tuning = x64::measured_tunings()[0].tuning;
  REQUIRE(tuning.name == "sapphire-rapids");
  std::vector<std::string> lines;
  for (const auto& [plan_name, plan] : golden_plans()) {
    std::string before;
    for (const x64::Isa isa : kAllIsas) {
      const Generated code(plan, isa, tuning);
      const std::string now = summary(code.description());
      if (now == before) continue;
      before = now;
      lines.push_back(plan_name + " " + std::string(name(isa)) + " " + now);
      if (listings.empty()) continue;
      std::filesystem::create_directories(listings / name(isa));
      std::ofstream(listings / name(isa) / (plan_name + ".s"), std::ios::binary)
          << cli::disassemble(code.description());
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("the code of the golden plans is what is kept; ./dev golden rewrites it", "[golden]") {
  const char* const listings = std::getenv("DMLRUN_GOLDEN_LISTINGS");
  const std::vector<std::string> found = summaries(listings ? listings : "");
  CHECK(found.size() >= 60);
  if (std::getenv("DMLRUN_REWRITE_GOLDEN")) {
    std::ofstream file(kFolder / "code.txt", std::ios::binary);
    for (const std::string& line : found) file << line << "\n";
    return;
  }
  std::ifstream file(kFolder / "code.txt");
  std::vector<std::string> kept;
  for (std::string line; std::getline(file, line);) kept.push_back(line);
  CHECK(kept.size() == found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO("if the change is meant: ./dev golden; to see it: ./dev golden FOLDER here and before");
    CHECK((i < kept.size() ? kept[i] : "") == found[i]);
  }
}

}  // namespace dmlrun::jit::test
