// Compiling leaves the caller's floating-point environment as it was, in every back end.
#include <cfenv>
#include <fstream>
#include <iterator>
#include <string>

#include "dmlrun/dmlrun.h"
#include "engine/run/emit/emit.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

constexpr const char* kSpecs[] = {"tile/rows_and_columns.json", "quantized_linear_add/ties_to_even.json",
                                  "exp/ordinary.json", "modulus_floor/ordinary.json"};

/// The exceptions that `act` raises; the rounding mode that it is called in must be there afterwards, too.
template <class Act>
int raised_by(Act act) {
  std::fesetround(FE_UPWARD);
  std::feclearexcept(FE_ALL_EXCEPT);
  act();
  const int raised = std::fetestexcept(FE_ALL_EXCEPT), rounding = std::fegetround();
  std::fesetround(FE_TONEAREST);
  std::feclearexcept(FE_ALL_EXCEPT);
  return rounding == FE_UPWARD ? raised : -1;
}

}  // namespace

TEST_CASE("what is done once leaves the caller's floating-point environment as it was", "[environment]") {
  for (const char* spec : kSpecs) {
    std::ifstream file(std::string(DMLRUN_SOURCE_DIR "/specs/examples/") + spec);
    const auto op = parse_spec(std::string(std::istreambuf_iterator<char>(file), {}));
    INFO((op ? "" : op.error().to_string()));
    REQUIRE(op);
    for (const BackendInfo& backend : backends({}))
      for (const unsigned threads : {1u, 2u}) {
        CAPTURE(spec, backend.name, threads);
        CompileOptions options{backend.name};
        options.use_cache = false;
        options.threads = threads;
        CHECK(raised_by([&] { (void)compile(*op, options); }) == 0);
        options.use_cache = true;
        const auto describes = [&] {
          const auto kernel = compile(*op, options);
          if (kernel) (void)kernel->describe();
        };
        CHECK(raised_by(describes) == 0);
        CHECK(raised_by([&] { (void)explain(*op, options); }) == 0);
        CHECK(raised_by([&] { (void)emit(*op, 0, Emitted::object, {"", "f"}, options); }) == 0);
      }
    CHECK(raised_by([&] { (void)draw(*op); }) == 0);
  }
}

TEST_CASE("looking for back ends leaves the caller's floating-point environment as it was", "[environment]") {
  CHECK(raised_by([] { (void)backends({}); }) == 0);
}
