// Which cases a shard of a campaign has, and which of them are judged by the back ends that take long to compile.
#include <array>
#include <set>

#include "cli/fuzz/settings.h"
#include "engine/test/catch.h"

using namespace dmlrun::cli;

namespace {

FuzzSettings settings_of(std::uint64_t sets, std::uint64_t count, std::uint64_t shard, std::uint64_t shards) {
  FuzzSettings settings;
  settings.seeds.sets = sets;
  settings.count = count;
  settings.shard = shard;
  settings.shards = shards;
  return settings;
}

}  // namespace

TEST_CASE("shards are disjoint and together the whole, whatever their number", "[fuzz]") {
  for (const std::uint64_t sets : {1u, 7u, 8u})
    for (const std::uint64_t shards : {1u, 2u, 3u, 4u, 16u, 1000u})
      for (const std::uint64_t count : {1u, 5u, 96u, 301u, 4096u}) {
        std::set<std::uint64_t> all;
        std::uint64_t cases = 0;
        for (std::uint64_t shard = 0; shard < shards; ++shard) {
          const FuzzSettings settings = settings_of(sets, count, shard, shards);
          for (std::uint64_t j = 0; j < settings.cases(); ++j) all.insert(settings.number(j));
          cases += settings.cases();
        }
        CAPTURE(sets, shards, count);
        CHECK(cases == count);
        REQUIRE(all.size() == count);
        CHECK(*all.rbegin() == count - 1);
      }
}

TEST_CASE("a shard has even groups, odd groups, and slow ones of both, which are mutations and generated", "[fuzz]") {
  for (const std::uint64_t shards : {1u, 2u, 4u, 64u})
    for (std::uint64_t shard = 0; shard < shards; ++shard) {
      const FuzzSettings settings = settings_of(8, 0, shard, shards);
      std::array<std::uint64_t, 2> groups{}, slow{};
      for (std::uint64_t j = 0; j < 8 * 20'000; j += 8) {
        const std::uint64_t number = settings.number(j);
        ++groups[number / 8 % 2];
        slow[number / 8 % 2] += settings.is_slow(number);
        if (settings.is_slow(number) != settings.is_slow(number + 7)) FAIL("cases of one operator");
      }
      CAPTURE(shard, shards);
      for (const int kind : {0, 1}) {
        CHECK(groups[kind] > 9'500);
        CHECK(slow[kind] > 15);
        CHECK(slow[kind] < 75);
      }
    }
}

TEST_CASE("an operator of many outputs has more time where each is compiled long, as 356 of a SPLIT took", "[fuzz]") {
  CHECK(longest_compiled(1) == kLongestCase);
  CHECK(longest_compiled(64) == kLongestCase);
  CHECK(longest_compiled(356) > 5 * kLongestCase);
}
