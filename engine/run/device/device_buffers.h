// Buffers of the host with copies on devices: results that the next kernel reads on the device are not transferred.
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

/// Runs kernels on buffers of the host, which must not be moved, freed or changed by others while this object lives.
/// Buffers are found by address; overlapping ones are one range of device memory. Kernels of the processor and of
/// several devices may be mixed; bytes are transferred when they are needed. For one thread at a time.
class DeviceBuffers {
 public:
  /// Transfers so far.
  struct Traffic {
    std::uint64_t uploads = 0, downloads = 0;  ///< of ranges of device memory
    std::uint64_t runs = 0;                    ///< on a device, with all buffers there
  };

  /// Whether the kernel runs on a device.
  [[nodiscard]] static bool concerns(const Kernel& kernel) noexcept;

  /// Announces the buffers of a later run(), so that overlapping ones are one range from the beginning.
  [[nodiscard]] Result<void> expect(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// As kernel.run(). What a device wrote stays there until fetch(); the host's bytes are stale. If the device's memory
  /// does not suffice, everything is copied back to the host, and the kernel runs there.
  [[nodiscard]] Result<void> run(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept;

  /// Brings these bytes of the host up to date. Fails as DeviceMemory::download().
  [[nodiscard]] Result<void> fetch(std::span<const std::byte> bytes) noexcept;
  /// Declares these bytes of the host as new; copies on devices are stale. Precondition: they were fetched, because
  /// they may be part of a larger range.
  void changed(std::span<const std::byte> bytes) noexcept;

  /// From now on other code reads and changes these bytes between runs: each run uploads them, and downloads its
  /// results.
  [[nodiscard]] Result<void> share(std::span<const std::byte> bytes) noexcept;

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }
  /// How many ranges of device memory are held.
  [[nodiscard]] std::size_t held() const noexcept;

 private:
  /// Bytes of the host and their copy on a device.
  struct BufferRange {
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t device = 0;
    std::unique_ptr<DeviceMemory> memory;  ///< null until it is needed
    bool host_is_current = true;
    bool device_is_current = false;
  };
  /// By address. Ranges do not overlap.
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
