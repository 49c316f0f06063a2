// Host buffers with copies on devices, so that a result that the next kernel reads on the device is not transferred.
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

/// Runs kernels on host buffers, which others must not move, free or change while this object lives. Buffers are found
/// by address; overlapping buffers share one range of device memory. Kernels of the CPU and of several devices may be
/// mixed; bytes are transferred when needed. Not thread-safe.
class DeviceBuffers {
 public:
  /// Counts of transfers and runs so far.
  struct Traffic {
    std::uint64_t uploads = 0, downloads = 0;  ///< transfers of ranges of device memory
    std::uint64_t runs = 0;                    ///< runs on a device, with all buffers in its memory
  };

  /// Whether the kernel runs on a device.
  [[nodiscard]] static bool concerns(const Kernel& kernel) noexcept;

  /// Announces the buffers of a later run(), so that overlapping ones are one range from the beginning.
  [[nodiscard]] Result<void> expect(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// Runs a kernel, with the errors of Kernel::run(). A device's results stay there until fetch(); the host's bytes are
  /// stale until then. If the device's memory is full, everything is copied back to the host, and the kernel runs
  /// there.
  [[nodiscard]] Result<void> run(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// Updates these host bytes from the device. Errors: those of DeviceMemory::download().
  [[nodiscard]] Result<void> fetch(std::span<const std::byte> bytes) noexcept;
  /// Says that these host bytes were changed, so copies on devices are stale. Precondition: they were fetched before
  /// the change, because they may be part of a larger range.
  void changed(std::span<const std::byte> bytes) noexcept;

  /// Says that other code reads and changes these bytes between runs: from now on each run uploads them, and downloads
  /// its results.
  [[nodiscard]] Result<void> share(std::span<const std::byte> bytes) noexcept;

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }
  /// Number of ranges of device memory held.
  [[nodiscard]] std::size_t held() const noexcept;

 private:
  /// Host bytes and their copy on a device.
  struct BufferRange {
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t device = 0;
    std::unique_ptr<DeviceMemory> memory;  ///< null until it is needed
    bool host_is_current = true;
    bool device_is_current = false;
  };
  /// Ranges by host address; they do not overlap.
  using Ranges = std::map<std::uintptr_t, BufferRange>;

  [[nodiscard]] Result<void> run_anywhere(const Kernel& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> run_on_device(const KernelState& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> run_on_host(const Kernel& kernel, InputSpans inputs, OutputSpans outputs);
  [[nodiscard]] Result<void> download_all();
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
