// Random plans: what normalize() and interpret() do is what the definition says.
#include <cstdlib>
#include <cstring>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/sanitized.h"
#include "engine/test/this_program.h"

using namespace dmlrun;
using plan_test::Bytes;

namespace {

std::vector<const std::byte*> pointers(const std::vector<Bytes>& inputs) {
  std::vector<const std::byte*> result;
  for (const Bytes& input : inputs) result.push_back(input.data());
  return result;
}

/// The output of elements [first, last); all other bytes are 0xaa.
Bytes interpreted_part(const plan::Plan& plan, const std::vector<Bytes>& inputs, std::uint64_t first,
                       std::uint64_t last) {
  const auto bytes = static_cast<std::int64_t>(plan::bytes_of(plan.output));
  const plan_test::NaiveWalk walk(plan);
  const std::vector<const std::byte*> buffers = pointers(inputs);
  Bytes output(plan.output_span * static_cast<std::uint64_t>(bytes), std::byte{0xaa});
  const std::int64_t at = first < walk.count() ? walk.output_offset(first) : 0;
  plan::interpret(plan, buffers.data(), output.data() + at * bytes, first, last);
  return output;
}

/// Equal bytes; a NaN equals any NaN.
bool same(const Bytes& a, const Bytes& b, bool has_floats) {
  const std::size_t shared = std::min(a.size(), b.size());
  for (std::size_t at = 0; at < shared; ++at) {
    if (a[at] == b[at]) continue;
    if (!has_floats) return false;
    float x, y;
    std::memcpy(&x, &a[at / 4 * 4], 4);
    std::memcpy(&y, &b[at / 4 * 4], 4);
    if (!std::isnan(x) || !std::isnan(y)) return false;
  }
  return true;
}

/// Whether a slice holds its elements and nothing else is touched.
bool slices_well(const plan::Plan& plan, const std::vector<Bytes>& inputs, plan_test::Random& random, bool has_floats) {
  const plan_test::NaiveWalk walk(plan);
  const auto count = static_cast<std::int64_t>(walk.count());
  for (int i = 0; i < 3; ++i) {
    const auto first = static_cast<std::uint64_t>(random.in(0, count));
    const auto last = static_cast<std::uint64_t>(random.in(static_cast<std::int64_t>(first), count));
    if (!same(interpreted_part(plan, inputs, first, last), walk.run(inputs, first, last), has_floats)) return false;
  }
  return true;
}

/// "" when all is well with the plan of this seed.
std::string defect(std::uint64_t seed) {
  const plan_test::RandomPlan random(seed);
  const plan::Plan& plan = random.plan;
  if (const std::string wrong = plan::check(plan); !wrong.empty()) return "refused: " + wrong;
  const bool has_floats = !plan.values.empty() && plan.output == plan::Element::f32;
  const plan_test::NaiveWalk walk(plan);
  const Bytes expected = walk.run(random.inputs);
  if (!same(interpreted_part(plan, random.inputs, 0, walk.count()), expected, has_floats)) return "interpret";
  plan_test::Random dice(seed ^ 0x5eed);
  if (!slices_well(plan, random.inputs, dice, has_floats)) return "slices";

  const plan::Plan normal = plan::normalize(plan);
  if (const std::string wrong = plan::check(normal); !wrong.empty()) return "normal form refused: " + wrong;
  const plan_test::NaiveWalk normal_walk(normal);
  if (normal_walk.count() != walk.count()) return "normal form has other extents";
  if (!same(normal_walk.run(random.inputs), expected, has_floats)) return "normal form means something else";
  if (!same(interpreted_part(normal, random.inputs, 0, walk.count()), expected, has_floats)) return "interpret(normal)";
  if (!slices_well(normal, random.inputs, dice, has_floats)) return "slices(normal)";
  if (!(plan::normalize(normal) == normal)) return "normalizing again changes it: " + print(plan::normalize(normal));

  for (const plan::Plan* one : {&plan, &normal}) {
    const Result<plan::Plan> parsed = plan::parse(print(*one));
    if (!parsed) return "parse: " + parsed.error().to_string();
    if (!(*parsed == *one)) return "parse(print()) differs";
  }
  return {};
}

}  // namespace

TEST_CASE("random plans mean the same to the definition, the interpreter and the normal form") {
  // DMLRUN_PLAN_SEED repeats one plan; otherwise consecutive seeds from Catch's --rng-seed.
  const char* one = std::getenv("DMLRUN_PLAN_SEED");
  const std::uint64_t first = one ? std::strtoull(one, nullptr, 10) : std::uint64_t{dmlrun::test::random_seed()} << 20;
  const char* count = std::getenv("DMLRUN_PLAN_COUNT");
  const std::uint64_t cases = one ? 1 : count ? std::strtoull(count, nullptr, 10) : dmlrun::test::repeats(20000);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const std::string wrong = defect(seed);
    if (wrong.empty()) continue;
    const plan_test::RandomPlan random(seed);
    FAIL("seed " << seed << ": " << wrong << "\n  plan:   " << print(random.plan)
                 << "\n  normal: " << (plan::check(random.plan).empty() ? print(plan::normalize(random.plan)) : "")
                 << "\n  repeat: DMLRUN_PLAN_SEED=" << seed << " " << dmlrun::test::this_program()
                 << " \"random plans*\"");
  }
}
