// Keys of plans: equal exactly where the plans print the same line.
#include "engine/plan/key.h"

#include <map>
#include <string>
#include <vector>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"

using namespace dmlrun;

TEST_CASE("a plan's key tells apart whatever its text tells apart, and nothing else") {
  std::map<std::string, plan::Key> by_text;
  std::map<std::vector<std::uint64_t>, std::string> by_words;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    const plan::Plan made = plan_test::RandomPlan(seed).plan;
    for (const plan::Plan& plan : {made, plan::normalize(made)}) {
      const std::string text = plan::print(plan);
      const plan::Key key = plan::key_of(plan);
      const auto [same_text, is_new_text] = by_text.emplace(text, key);
      const auto [same_words, are_new_words] = by_words.emplace(key.words, text);
      CHECK(is_new_text == are_new_words);
      CHECK(same_text->second == key);
      CHECK(same_words->second == text);
    }
  }
}

TEST_CASE("a plan's key tells 0 from -0 and every list from its neighbour") {
  plan::Plan one;
  one.values = {{plan::Op::constant, plan::Type::f32, {}, plan::bits_of(plan::Type::f32, 0.0)}};
  plan::Plan other = one;
  other.values[0].immediate = plan::bits_of(plan::Type::f32, -0.0);
  CHECK_FALSE(plan::key_of(one) == plan::key_of(other));
  plan::Plan head, tail;
  head.axes = {{{{2, 0, 1}}, {}, 0, {}}};
  tail.axes = {{{}, {}, 0, {{2, 0, 1}}}};
  CHECK_FALSE(plan::key_of(head) == plan::key_of(tail));
}
