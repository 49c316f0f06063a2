#include "cli/model/samples.h"

#include "engine/test/catch.h"

using dmlrun::cli::Samples;

TEST_CASE("the first samples are cold, and one is always hot") {
  Samples none(1);
  CHECK(none.cold().count == 0);
  CHECK(none.hot().count == 0);
  Samples one(5);
  one.add(3);
  CHECK(one.cold().count == 0);
  CHECK(one.hot().median == 3);
  Samples some(2);
  for (double ms : {9, 8, 1, 2, 4, 3}) some.add(ms);
  CHECK(some.cold().count == 2);
  CHECK(some.cold().average == 8.5);
  CHECK(some.hot().count == 4);
  CHECK(some.hot().least == 1);
  CHECK(some.hot().most == 4);
}

TEST_CASE("the median of an even number of samples is the upper of the two in the middle") {
  Samples samples(0);
  for (double ms : {4, 1, 3, 2}) samples.add(ms);
  CHECK(samples.hot().median == 3);
}

TEST_CASE("millions of samples are thinned out, and the first ones stay cold") {
  constexpr std::uint64_t kCount = 20'000'000;
  Samples samples(1);
  for (std::uint64_t i = 0; i < kCount; ++i) samples.add(static_cast<double>(i));
  CHECK(samples.count() == kCount);
  CHECK(samples.kept().size() <= 1u << 21);
  CHECK(samples.kept().size() >= 1u << 20);
  CHECK(samples.stride() > 1);
  for (std::size_t i = 0; i < samples.kept().size(); i += 100'003)
    CHECK(samples.kept()[i] == static_cast<double>(i * samples.stride()));
  CHECK(samples.cold().count == 1);
  CHECK(samples.hot().median == dmlrun::test::Approx(static_cast<double>(kCount) / 2).epsilon(0.01));
}
