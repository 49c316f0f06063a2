// Buffers of the host with copies on devices: what one kernel writes there and another one reads does not travel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/run/buffer_checks.h"
#include "engine/run/device/device_memory.h"

namespace dmlrun {

/// Runs kernels on buffers of the host, which must not move, go, or be changed by others while this lives. Buffers are
/// found by their addresses: those that overlap are one range of device memory. Kernels of the processor and of several
/// devices may be mixed; bytes go from one to the other when they are needed there. One thread at a time.
class DeviceBuffers {
 public:
  /// What travelled so far.
  struct Traffic {
    std::uint64_t uploads = 0, downloads = 0;  ///< of ranges of device memory
    std::uint64_t runs = 0;                    ///< on a device, with all buffers there
  };

  /// Whether the kernel runs on a device, so that it matters.
  [[nodiscard]] static bool concerns(const Kernel& kernel) noexcept;

  /// Says beforehand what run() will be called with: so that buffers which overlap are one range from the beginning.
  [[nodiscard]] Result<void> expect(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// As kernel.run(). What a device wrote stays there until fetch(), and the host's bytes are old. Where the device has
  /// no memory for all that was used so far, everything comes back to the host, and the kernel is run from there.
  [[nodiscard]] Result<void> run(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// Makes these bytes of the host what they are on a device. Fails as DeviceMemory::download().
  [[nodiscard]] Result<void> fetch(std::span<const std::byte> bytes) noexcept;
  /// These bytes of the host are new, whatever a device has. Precondition: they were fetched, for they may be part of
  /// more.
  void changed(std::span<const std::byte> bytes) noexcept;

  /// From now on others read and change these bytes between runs: each run sees what they wrote, and brings its
  /// results.
  [[nodiscard]] Result<void> share(std::span<const std::byte> bytes) noexcept;

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }
  /// How many ranges of device memory are held.
  [[nodiscard]] std::size_t held() const noexcept;

 private:
  /// Bytes of the host, and those of a device that stand for them.
  struct BufferRange {
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t device = 0;
    std::unique_ptr<DeviceMemory> memory;  ///< null until it is needed
    bool host_is_current = true;
    bool device_is_current = false;
  };
  /// By where they begin. No two overlap.
  using Ranges = std::map<std::uintptr_t, BufferRange>;

  [[nodiscard]] Result<void> run_anywhere(const Kernel& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> run_there(const KernelState& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> run_here(const Kernel& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> bring_all_home();
  [[nodiscard]] Ranges::iterator first_at(std::uintptr_t begin);
  [[nodiscard]] Result<void> cover_all(const KernelState& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> cover(const std::byte* begin, std::uint64_t bytes, std::uint64_t device);
  [[nodiscard]] BufferRange& range_of(const std::byte* begin);
  [[nodiscard]] Result<DeviceAddress> place(const Executable& executable, const std::byte* begin, bool is_overwritten);
  [[nodiscard]] Result<void> download(BufferRange& range);

  Ranges ranges_;
  std::vector<std::span<const std::byte>> shared_;
  Traffic traffic_;
};

}  // namespace dmlrun
