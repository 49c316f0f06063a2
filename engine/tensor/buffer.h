#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "dmlrun/result.h"

namespace dmlrun {

/// Owned bytes, aligned to 64, not initialised; of 0 bytes, data() is null. A moved-from Buffer may only be assigned to
/// or destroyed. Failure to allocate is an out_of_memory Error, never an exception.
class Buffer {
 public:
  Buffer() noexcept = default;
  [[nodiscard]] static Result<Buffer> make(std::uint64_t bytes) noexcept;
  /// As make, all bytes 0.
  [[nodiscard]] static Result<Buffer> make_zeroed(std::uint64_t bytes) noexcept;
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::byte* data() noexcept { return data_.get(); }
  [[nodiscard]] const std::byte* data() const noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  static Result<Buffer> allocate(std::uint64_t bytes, bool zeroed) noexcept;

  struct Free {
    void operator()(std::byte* p) const noexcept;
  };
  std::unique_ptr<std::byte[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace dmlrun
