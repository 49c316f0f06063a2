// Code memory that fails when a test wants it to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "jit/memory/pages.h"

namespace dmlrun::jit::test {

/// The system's pages, counting the requests that can fail: map, open and close.
class FailingPages final : public memory::Pages {
 public:
  /// Refuses the n-th request from now on, counted from 1, and the `count - 1` after it.
  void fail(std::uint64_t n, std::uint64_t count = 1) noexcept {
    requests_ = 0;
    first_ = n;
    count_ = count;
  }
  [[nodiscard]] std::uint64_t requests() const noexcept { return requests_; }
  [[nodiscard]] std::uint64_t mapped_bytes() const noexcept { return mapped_bytes_; }

  [[nodiscard]] std::size_t page_bytes() const noexcept override { return system_.page_bytes(); }
  Result<memory::CodePages> map(memory::CodeMapping mapping, std::size_t bytes) noexcept override {
    if (fails_now()) return refusal();
    auto pages = system_.map(mapping, bytes);
    if (pages) mapped_bytes_ += bytes;
    return pages;
  }
  void unmap(const memory::CodePages& pages) noexcept override {
    mapped_bytes_ -= pages.bytes;
    system_.unmap(pages);
  }
  Result<void> open(const memory::CodePages& pages, std::size_t offset, std::size_t bytes) noexcept override {
    return fails_now() ? refusal() : system_.open(pages, offset, bytes);
  }
  Result<void> close(const memory::CodePages& pages, std::size_t offset, std::size_t bytes) noexcept override {
    return fails_now() ? refusal() : system_.close(pages, offset, bytes);
  }

 private:
  bool fails_now() noexcept { return ++requests_ - first_ < count_; }
  static Error refusal() noexcept {
    return {.code = ErrorCode::no_executable_memory, .message = "refused by the test"};
  }

  memory::SystemPages system_;
  std::atomic<std::uint64_t> requests_ = 0;
  std::atomic<std::uint64_t> mapped_bytes_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace dmlrun::jit::test
