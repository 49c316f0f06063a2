#include "jit/memory/granule_map.h"

#include <algorithm>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/random.h"

using namespace dmlrun::jit::memory;

namespace {

/// The first `count` free ones by looking at each.
std::optional<std::size_t> first_room(const std::vector<bool>& used, std::size_t count) {
  std::size_t free = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    free = used[i] ? 0 : free + 1;
    if (free == count) return i + 1 - count;
  }
  return std::nullopt;
}

void compare_with_naive(std::uint64_t seed, std::size_t size) {
  CAPTURE(seed, size);
  dmlrun::test::Random random(seed, size);
  GranuleMap map(size);
  std::vector<bool> used(size);
  std::vector<Granules> blocks;
  for (int step = 0; step < 3000; ++step) {
    CAPTURE(step);
    if (blocks.empty() || random.below(100) < 55) {
      const std::size_t count = random.one_in(10) ? random.between(1, size + 2) : random.between(1, 9);
      const auto expected = first_room(used, count);
      const auto taken = map.take(count);
      REQUIRE(taken.has_value() == expected.has_value());
      if (!taken) continue;
      REQUIRE(taken->first == *expected);
      REQUIRE(taken->count == count);
      blocks.push_back(*taken);
    } else {
      const std::size_t i = random.below(blocks.size());
      map.give_back(blocks[i]);
      for (std::size_t k = 0; k < blocks[i].count; ++k) used[blocks[i].first + k] = false;
      blocks[i] = blocks.back();
      blocks.pop_back();
      continue;
    }
    for (std::size_t k = 0; k < blocks.back().count; ++k) used[blocks.back().first + k] = true;
    REQUIRE(map.used() == static_cast<std::size_t>(std::count(used.begin(), used.end(), true)));
  }
}

}  // namespace

TEST_CASE("a granule map finds the lowest room, as a naive search does") {
  // To repeat one: the seed and the size that a failure shows.
  for (const std::size_t size : {1, 2, 63, 64, 65, 127, 128, 200, 1024})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) compare_with_naive(seed, size);
}

TEST_CASE("the free runs of a granule map are those not taken") {
  GranuleMap map(130);
  const auto a = map.take(3), b = map.take(64), c = map.take(60);
  REQUIRE((a && b && c));
  map.give_back(*b);
  const Granules first = map.next_free_run(0);
  CHECK((first.first == 3 && first.count == 64));
  const Granules second = map.next_free_run(first.first + first.count);
  CHECK((second.first == 127 && second.count == 3));
  CHECK(map.next_free_run(130).count == 0);
}
