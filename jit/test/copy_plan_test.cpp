// Strategies of copies, decided as values: no code is made.
#include "jit/x64/copy/copy_plan.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/generated.h"

namespace dmlrun::jit::test {
namespace {

/// A plan's decisions, with what they were made from.
struct Decided {
  Decided(const char* text, x64::Isa isa, x64::Tuning chosen = {.name = "test"})
      : tuning(chosen),
        layout(*plan::parse(text), 65536, true),
        target{isa, tuning, x64::RowForm::straight},
        policy(layout, target),
        plan({layout, target, policy}) {}

  /// Of the rows inside the outermost axis.
  [[nodiscard]] const x64::RowBlocks& blocks() const { return *plan.outermost.cases.at(0).blocks; }

  x64::Tuning tuning;
  x64::CopyLayout layout;
  x64::CopyTarget target;
  x64::StorePolicy policy;
  x64::CopyPlan plan;
};

constexpr const char* kThreeBytes =
    "output x1 strides 3,1 span 3000; axes [1000@0] [3@0=]; %0 = input 0 x1 offset 0 "
    "strides 1,0 span 1000";

}  // namespace

TEST_CASE("rows of 3 bytes are vectors of loads and shuffles, several at once", "[copy]") {
  for (const x64::Isa isa : kAllIsas) {
    const Decided decided(kThreeBytes, isa);
    CHECK(decided.plan.has_vectors);
    REQUIRE(decided.blocks().shuffled);
    const x64::ShuffledRows& rows = *decided.blocks().shuffled;
    CHECK(rows.plan.rows == 64);  // 6 whole vectors of 32 bytes
    CHECK(rows.plan.vectors.size() == 6);
    CHECK(rows.plan.form == (isa >= x64::Isa::avx512_vbmi ? x64::ShuffleForm::bytes : x64::ShuffleForm::lanes));
    CHECK(rows.steps == std::vector<std::int64_t>{1});
    CHECK(rows.why_not_non_temporal == "the tuning never does");
    CHECK(decided.plan.outermost.cases[0].below);  // rows that no block holds
  }
}

TEST_CASE("the output's size and the tuning decide on non-temporal stores", "[copy]") {
  const Decided small(kThreeBytes, x64::Isa::avx2, {.name = "test", .non_temporal_bytes = 3001});
  CHECK(small.policy.non_temporal_copy == 0);
  CHECK(small.blocks().shuffled->why_not_non_temporal == "the output is too small");
  const Decided large(kThreeBytes, x64::Isa::avx2, {.name = "test", .non_temporal_bytes = 3000});
  CHECK(large.policy.non_temporal_copy == 3000);
  CHECK(large.blocks().shuffled->why_not_non_temporal.empty());
}

TEST_CASE("rows that are columns of the input are transposed where registers hold a block", "[copy]") {
  const char* const text =
      "output x4 strides 64,1 span 4096; axes [64@0] [64@0]; %0 = input 0 x4 offset 0 strides "
      "1,64 span 4096";
  const Decided decided(text, x64::Isa::avx2);
  REQUIRE(decided.blocks().transposed);
  CHECK(decided.blocks().transposed->why_not_in_registers.empty());
  CHECK(decided.blocks().transposed->rows == 16);
  CHECK(decided.blocks().transposed->columns == 8);
  CHECK(!decided.blocks().are_all());
}

TEST_CASE("the body of a row is repeated from registers, the input or the output", "[copy]") {
  const auto body = [](const char* text) { return Decided(text, x64::Isa::avx2).plan.outermost.row->body; };
  using Body = x64::RowPlan::Body;
  CHECK(body("output x1 strides 1 span 120; axes [(3@0)x40]; %0 = input 0 x1 offset 0 strides 1 span 3") ==
        Body::from_registers);
  CHECK(body("output x1 strides 1 span 3000; axes [(1000@0)x3]; %0 = input 0 x1 offset 0 strides 1 span 1000") ==
        Body::from_input);
  CHECK(body("output x1 strides 1 span 60; axes [(3@0 3@2-)x10]; %0 = input 0 x1 offset 0 strides 1 span 3") ==
        Body::from_output);
  CHECK(body("output x1 strides 1 span 300; axes [(100@99-)x3]; %0 = input 0 x1 offset 0 strides 1 span 100") ==
        Body::each);
}

TEST_CASE("a block that repeats is written to several copies at once, or in parts", "[copy]") {
  const char* const text =
      "output x1 strides 1 span 80000; axes [(10000@0)x8]; %0 = input 0 x1 offset 0 strides 1 "
      "span 10000";
  const auto order = [&](x64::Replication replication, std::uint64_t period, std::uint64_t times) {
    return Decided(text, x64::Isa::avx2, {.name = "test", .replication = replication}).policy.replicate(period, times);
  };
  using x64::Replication;
  CHECK(order(Replication::in_streams, 20000, 8).streams == 4);
  CHECK(order(Replication::in_streams, 20000, 3).streams == 3);
  CHECK(order(Replication::in_streams, 10000, 8).streams == 1);
  CHECK(order(Replication::in_parts, 524296, 8).part == 262144);
  CHECK(order(Replication::in_parts, 524288, 8).part == 0);
  CHECK(order(Replication::in_parts, 20000, 8).streams == 1);
  CHECK(order(Replication::one_by_one, 524296, 8).part == 0);
}

}  // namespace dmlrun::jit::test
