// Catch2 v2 (one header) or v3, whichever is installed, and one word for what they call by different names.
#pragma once

#include <cstdint>
#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace dmlrun::test {

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
inline std::uint32_t random_seed() { return Catch::getSeed(); }
#else
using Catch::Detail::Approx;
inline auto contains(const std::string& part) { return Catch::Matchers::Contains(part); }
inline std::uint32_t random_seed() { return Catch::rngSeed(); }
#endif

}  // namespace dmlrun::test
