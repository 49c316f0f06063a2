#include "jit/x64/mover.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "engine/plan/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"

using namespace dmlrun;
using namespace dmlrun::jit;
using plan_test::Bytes;
using plan_test::NaiveWalk;
using plan_test::RandomPlan;

namespace {

/// What a plan is run with.
struct Variant {
  Isa isa;
  RowForm form;
  std::uint64_t slice_elements;
};

void require_same(const plan::Plan& plan, const std::vector<Bytes>& inputs, const Variant& variant) {
  MoverSettings settings{variant.isa, nullptr, variant.form, variant.slice_elements};
  auto mover = Mover::make(plan, settings);
  if (!mover) FAIL(mover.error().to_string());
  const NaiveWalk walk(plan);
  std::vector<const std::byte*> pointers;
  for (const Bytes& input : inputs) pointers.push_back(input.data());
  const Bytes expected = walk.run(inputs);
  Bytes output(expected.size(), std::byte{0xaa});
  (*mover)->run(pointers.data(), output.data(), 0, walk.count());
  REQUIRE(output == expected);
  const std::uint64_t grain = (*mover)->slice_granularity();
  if (grain >= walk.count()) return;
  // In slices, from the back.
  std::fill(output.begin(), output.end(), std::byte{0xaa});
  const std::uint64_t units = (walk.count() + grain - 1) / grain, length = std::max<std::uint64_t>(units / 5, 1);
  for (std::uint64_t end = units; end > 0;) {
    const std::uint64_t begin = end > length ? end - length : 0;
    (*mover)->run(pointers.data(), output.data() + walk.output_offset(begin * grain) * static_cast<std::int64_t>(plan::bytes_of(plan.output)),
                  begin * grain, std::min(end * grain, walk.count()));
    end = begin;
  }
  REQUIRE(output == expected);
}

}  // namespace

TEST_CASE("random plans move the same bytes as their definition") {
  const std::uint64_t from = std::getenv("DMLRUN_SEED") ? std::strtoull(std::getenv("DMLRUN_SEED"), nullptr, 10) : 1;
  const std::uint64_t count = std::getenv("DMLRUN_COUNT") ? std::strtoull(std::getenv("DMLRUN_COUNT"), nullptr, 10) : 3000;
  for (std::uint64_t seed = from; seed < from + count; ++seed) {
    RandomPlan random(seed);
    if (!random.plan.expression.empty()) continue;
    for (const Isa isa : {Isa::avx2, Isa::avx512})
      for (const RowForm form : {RowForm::straight, RowForm::table})
        for (const std::uint64_t slice : {1u, 7u, 100000u}) {
          CAPTURE(seed, static_cast<int>(isa), static_cast<int>(form), slice);
          INFO(plan::print(random.plan));
          require_same(random.plan, random.inputs, {isa, form, slice});
        }
  }
}
