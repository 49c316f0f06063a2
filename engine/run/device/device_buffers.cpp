#include "engine/run/device/device_buffers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/run/kernel_state.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

std::uintptr_t address(const std::byte* pointer) noexcept { return reinterpret_cast<std::uintptr_t>(pointer); }

std::uint64_t device_of(const KernelState& kernel) noexcept { return kernel.compiled[0].executable->device(); }

/// Whether an output is an input: such a run needs a copy of the input, which Kernel::run makes.
bool is_in_place(InputSpans inputs, OutputSpans outputs) noexcept {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](std::span<const std::byte> input) { return input.data() == outputs[0].data(); });
}

}  // namespace

bool DeviceBuffers::concerns(const Kernel& kernel) noexcept { return device_of(kernel.state()) != 0; }

std::size_t DeviceBuffers::held() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(ranges_.begin(), ranges_.end(), [](const auto& range) { return range.second.memory != nullptr; }));
}

Result<void> DeviceBuffers::expect(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  return or_out_of_memory([&]() -> Result<void> {
    if (!concerns(kernel)) return {};
    if (auto ok = check_buffers(kernel.state(), inputs, outputs); !ok) return ok;
    return cover_all(kernel.state(), inputs, outputs);
  });
}

Result<void> DeviceBuffers::run(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  for (const std::span<const std::byte> bytes : shared_) changed(bytes);
  auto ran = or_out_of_memory([&] { return run_anywhere(kernel, inputs, outputs); });
  for (const std::span<const std::byte> bytes : shared_)
    if (auto ok = fetch(bytes); !ok && ran) ran = std::move(ok);
  return ran;
}

Result<void> DeviceBuffers::run_anywhere(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) {
  if (!concerns(kernel)) return run_on_host(kernel, inputs, outputs);
  if (auto ok = check_buffers(kernel.state(), inputs, outputs); !ok) return ok;
  if (is_in_place(inputs, outputs)) return run_on_host(kernel, inputs, outputs);
  auto ran = run_on_device(kernel.state(), inputs, outputs);
  if (ran || ran.error().code != ErrorCode::out_of_memory) return ran;
  if (auto ok = download_all(); !ok) return ok;
  return run_on_host(kernel, inputs, outputs);
}

Result<void> DeviceBuffers::share(std::span<const std::byte> bytes) noexcept {
  const auto is_same = [&](std::span<const std::byte> other) {
    return other.data() == bytes.data() && other.size() == bytes.size();
  };
  return or_out_of_memory([&]() -> Result<void> {
    if (std::none_of(shared_.begin(), shared_.end(), is_same)) shared_.push_back(bytes);
    return fetch(bytes);
  });
}

Result<void> DeviceBuffers::run_on_device(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) {
  // All of them first: a range that grows loses its memory.
  if (auto ok = cover_all(kernel, inputs, outputs); !ok) return ok;
  const Executable& any = *kernel.compiled[0].executable;
  std::vector<DeviceAddress> places(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (kernel.inputs[i].bytes == 0) continue;
    auto found = place(any, inputs[i].data(), false);
    if (!found) return std::move(found).error();
    places[i] = *found;
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const CompiledOutput& compiled = kernel.compiled[i];
    if (compiled.elements == 0) continue;
    BufferRange& range = range_of(outputs[i].data());
    const bool is_whole = compiled.is_packed && compiled.elements * compiled.element_bytes == range.bytes;
    auto found = place(*compiled.executable, outputs[i].data(), is_whole);
    if (!found) return std::move(found).error();
    if (auto ran = compiled.executable->run_on_device(places.data(), *found); !ran) {
      // A failed run's output is discarded if the host still has the previous content.
      if (range.host_is_current) range.device_is_current = false;
      return ran;
    }
    range.device_is_current = true;
    range.host_is_current = false;
  }
  ++traffic_.runs;
  return {};
}

Result<void> DeviceBuffers::run_on_host(const Kernel& kernel, InputSpans inputs, OutputSpans outputs) {
  for (const auto& input : inputs)
    if (auto ok = fetch(input); !ok) return ok;
  for (const auto& output : outputs)
    if (auto ok = fetch(output); !ok) return ok;
  auto ran = kernel.run(inputs, outputs);
  for (const auto& output : outputs) changed(output);
  return ran;
}

Result<void> DeviceBuffers::download_all() {
  for (auto& [begin, range] : ranges_) {
    if (auto ok = download(range); !ok) return ok;
    range.memory.reset();
    range.device_is_current = false;
  }
  return {};
}

/// The first range that ends behind `begin`.
DeviceBuffers::Ranges::iterator DeviceBuffers::first_at(std::uintptr_t begin) {
  auto found = ranges_.upper_bound(begin);
  if (found == ranges_.begin()) return found;
  const auto before = std::prev(found);
  return begin - before->first < before->second.bytes ? before : found;
}

DeviceBuffers::BufferRange& DeviceBuffers::range_of(const std::byte* begin) { return first_at(address(begin))->second; }

Result<void> DeviceBuffers::cover_all(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) {
  const std::uint64_t device = device_of(kernel);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (auto ok = cover(inputs[i].data(), kernel.inputs[i].bytes, device); !ok) return ok;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (auto ok = cover(outputs[i].data(), kernel.outputs[i].bytes, device); !ok) return ok;
  return {};
}

/// Makes the bytes part of one range, of this device. Ranges that they join, or that are of another device, end.
Result<void> DeviceBuffers::cover(const std::byte* begin, std::uint64_t bytes, std::uint64_t device) {
  if (bytes == 0) return {};
  std::uintptr_t first = address(begin), last = first + bytes;
  std::vector<Ranges::iterator> joined;
  for (auto at = first_at(first); at != ranges_.end() && at->first < last; ++at) joined.push_back(at);
  if (joined.size() == 1) {
    const auto& [start, range] = *joined[0];
    if (range.device == device && start <= first && last - start <= range.bytes) return {};
  }
  std::byte* host = const_cast<std::byte*>(begin);  // NOLINT: written only where an output was
  for (const auto& at : joined) {
    if (auto ok = download(at->second); !ok) return ok;
    if (at->first < first) host = at->second.host;
    first = std::min(first, at->first);
    last = std::max<std::uintptr_t>(last, at->first + at->second.bytes);
  }
  for (const auto& at : joined) ranges_.erase(at);
  BufferRange range;
  range.host = host;
  range.bytes = last - first;
  range.device = device;
  ranges_.emplace(first, std::move(range));
  return {};
}

/// Where these bytes are on the device, with what the host has, unless they are all of a range and overwritten.
Result<DeviceAddress> DeviceBuffers::place(const Executable& executable, const std::byte* begin, bool is_overwritten) {
  BufferRange& range = range_of(begin);
  if (!range.memory) {
    auto made = executable.allocate(range.bytes);
    if (!made) return std::move(made).error();
    range.memory = std::move(*made);
  }
  if (!range.device_is_current && !is_overwritten) {
    if (auto ok = range.memory->upload(range.host); !ok) return std::move(ok).error();
    ++traffic_.uploads;
    range.device_is_current = true;
  }
  return DeviceAddress{range.memory.get(), static_cast<std::uint64_t>(begin - range.host)};
}

Result<void> DeviceBuffers::download(BufferRange& range) {
  if (range.host_is_current) return {};
  if (auto ok = range.memory->download(range.host); !ok) return ok;
  ++traffic_.downloads;
  range.host_is_current = true;
  return {};
}

Result<void> DeviceBuffers::fetch(std::span<const std::byte> bytes) noexcept {
  const std::uintptr_t last = address(bytes.data()) + bytes.size();
  for (auto at = first_at(address(bytes.data())); at != ranges_.end() && at->first < last; ++at)
    if (auto ok = download(at->second); !ok) return ok;
  return {};
}

void DeviceBuffers::changed(std::span<const std::byte> bytes) noexcept {
  const std::uintptr_t last = address(bytes.data()) + bytes.size();
  for (auto at = first_at(address(bytes.data())); at != ranges_.end() && at->first < last; ++at)
    at->second.device_is_current = false;
}

}  // namespace dmlrun
