// What tests do otherwise where the program was built with a sanitizer, whose names GCC and clang tell differently.
#pragma once

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DMLRUN_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DMLRUN_TEST_SANITIZED 1
#endif
#endif
#ifndef DMLRUN_TEST_SANITIZED
#define DMLRUN_TEST_SANITIZED 0
#endif

namespace dmlrun::test {

inline constexpr bool kSanitized = DMLRUN_TEST_SANITIZED != 0;

/// How many cases of a kind a test tries: a fifth under a sanitizer, which judges what code does and not its results.
[[nodiscard]] constexpr std::uint64_t repeats(std::uint64_t count) { return kSanitized ? count / 5 : count; }

}  // namespace dmlrun::test
