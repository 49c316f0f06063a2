// Memory of devices that stays between runs.
#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "jit/halide/devices/device_boxes.h"
#include "jit/halide/pipeline/device_calls.h"

namespace dmlrun::jit::halide {

struct DeviceBlock {
  DeviceBlock(const DeviceChoice& device, std::int32_t bytes)
      : api(device.api), platform(device.platform), index(device.index), row(Halide::UInt(8), 0, bytes) {}
  [[nodiscard]] DeviceChoice device() const noexcept { return {api, platform.c_str(), index}; }

  DeviceApi api;
  std::string platform;
  std::int32_t index;
  DeviceRow row;
  std::vector<std::uint8_t> kept;  ///< its bytes, while another device of the interface is in use
};

namespace {

std::set<DeviceBlock*>& blocks() {
  static std::set<DeviceBlock*> all;
  return all;
}

/// Copies all bytes, one way or the other.
int upload(const DeviceRuntime& runtime, DeviceBlock& block, const void* host, CallContext& context) {
  halide_buffer_t& buffer = block.row.buffer;
  buffer.host = static_cast<std::uint8_t*>(const_cast<void*>(host));  // NOLINT: only read
  buffer.set_device_dirty(false);
  buffer.set_host_dirty(true);
  const int code = runtime.copy_to_device(context.get(), &buffer, runtime.device);
  buffer.host = nullptr;
  buffer.set_host_dirty(false);
  return code;
}

int download(const DeviceRuntime& runtime, DeviceBlock& block, void* host, CallContext& context) {
  halide_buffer_t& buffer = block.row.buffer;
  buffer.host = static_cast<std::uint8_t*>(host);
  buffer.set_device_dirty(true);
  const int code = runtime.copy_to_host(context.get(), &buffer);
  buffer.host = nullptr;
  buffer.set_device_dirty(false);
  return code;
}

/// Chooses the block's device, and brings the block back to it.
int use(DeviceRuntime& runtime, DeviceBlock& block, CallContext& context) {
  if (const int code = choose_device(runtime, block.device(), context); code != 0 || block.kept.empty()) return code;
  const int code = upload(runtime, block, block.kept.data(), context);
  if (code == 0) block.kept = {};
  return code;
}

/// What a kernel works on in place of a part of a block: the block itself where the part begins with it, else a copy,
/// for not every device lets a buffer begin anywhere in another.
class BlockView {
 public:
  BlockView(const DeviceRuntime& runtime, const BlockAddress& place, Halide::Type type, std::int32_t units)
      : runtime_(runtime),
        block_(place.block->row.buffer),
        is_copy_(place.offset != 0),
        first_(static_cast<std::int32_t>(place.offset)),
        bytes_(units * type.bytes()),
        row_(type, 0, units) {
    // The generator takes the stage that says that nothing is known of the output for one that the host runs, and asks
    // for the host's memory; nothing is read or written there, because neither side is marked as newer.
    alignas(kVectorBytes) static std::uint8_t nowhere[kVectorBytes];
    row_.buffer.host = nowhere;
    if (is_copy_) return;
    row_.buffer.device = block_.device;
    row_.buffer.device_interface = block_.device_interface;
  }
  BlockView(const BlockView&) = delete;
  BlockView& operator=(const BlockView&) = delete;
  ~BlockView() {
    CallContext context;
    if (is_copy_) runtime_.free(context.get(), &row_.buffer);
  }

  [[nodiscard]] halide_buffer_t& buffer() noexcept { return row_.buffer; }
  /// Makes the copy, with what is in the block if that is wanted.
  int fetch(CallContext& context, bool with_bytes) {
    if (!is_copy_) return 0;
    if (const int code = runtime_.allocate(context.get(), &row_.buffer, runtime_.device); code != 0) return code;
    if (!with_bytes) return 0;
    DeviceRow to(Halide::UInt(8), first_, bytes_);
    to.buffer.device = row_.buffer.device;
    to.buffer.device_interface = row_.buffer.device_interface;
    return runtime_.copy(context.get(), &block_, runtime_.device, &to.buffer);
  }
  /// Brings a copy back into the block.
  int store(CallContext& context) {
    if (!is_copy_) return 0;
    DeviceRow from(Halide::UInt(8), first_, bytes_), to(Halide::UInt(8), first_, bytes_);
    from.buffer.device = row_.buffer.device;
    from.buffer.device_interface = row_.buffer.device_interface;
    if (const int code = runtime_.crop(context.get(), &block_, &to.buffer); code != 0) return code;
    const int code = runtime_.copy(context.get(), &from.buffer, runtime_.device, &to.buffer);
    to.buffer.set_device_dirty(false);
    (void)runtime_.release_crop(context.get(), &to.buffer);
    return code;
  }

 private:
  const DeviceRuntime& runtime_;
  halide_buffer_t& block_;
  bool is_copy_;
  std::int32_t first_, bytes_;
  DeviceRow row_;
};

int launch(const DeviceKernel& kernel, std::vector<std::unique_ptr<BlockView>>& views, CallContext& context) {
  void* user = context.get();
  std::uint32_t zero = 0;
  std::vector<void*> arguments = {&user};
  for (std::size_t b = 0; b + 1 < views.size(); ++b) arguments.push_back(&views[b]->buffer());
  arguments.push_back(&zero);
  arguments.push_back(&views.back()->buffer());
  return kernel.code.argv_function()(arguments.data());
}

int launch_on(const DeviceKernel& kernel, const DeviceRuntime& runtime, const std::vector<BlockAddress>& places,
              CallContext& context) {
  std::vector<std::unique_ptr<BlockView>> views;
  for (std::size_t b = 0; b < places.size(); ++b) {
    views.push_back(std::make_unique<BlockView>(runtime, places[b], kernel.types[b], kernel.units[b]));
    const bool is_output = b + 1 == places.size();
    // What lies in gaps must come back as it is.
    if (const int code = views.back()->fetch(context, !is_output || kernel.keeps_gaps); code != 0) return code;
  }
  if (const int code = launch(kernel, views, context); code != 0) return code;
  if (const int code = views.back()->store(context); code != 0) return code;
  // Waits, because a device may fail later than it is asked; temporary copies are freed now.
  return runtime.synchronize(context.get(), &places.back().block->row.buffer);
}

}  // namespace

int choose_device(DeviceRuntime& runtime, const DeviceChoice& device, CallContext& context) {
  if (runtime.would_change(device)) {
    for (DeviceBlock* block : blocks()) {
      if (block->api != device.api || !block->kept.empty() || block->row.buffer.device == 0) continue;
      std::vector<std::uint8_t> kept(static_cast<std::size_t>(block->row.dimension.extent));
      if (const int code = download(runtime, *block, kept.data(), context); code != 0) return code;
      (void)runtime.free(context.get(), &block->row.buffer);
      block->kept = std::move(kept);
    }
    runtime.choose(device);
  }
  return 0;
}

ModuleOutcome allocate_block(const DeviceChoice* device, std::uint64_t bytes, DeviceBlock** block,
                             const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    constexpr std::uint64_t kMaxBytes = std::numeric_limits<std::int32_t>::max();
    if (bytes > kMaxBytes)
      return answer_with(*answer,
                         std::to_string(bytes) + " bytes in one piece are more than " + std::to_string(kMaxBytes),
                         ModuleOutcome::no_device_memory);
    DeviceRuntime& runtime = runtime_of(device->api);
    CallContext context;
    if (const int code = choose_device(runtime, *device, context); code != 0) return outcome_of(code, context, *answer);
    auto made = std::make_unique<DeviceBlock>(*device, static_cast<std::int32_t>(bytes));
    if (const int code = runtime.allocate(context.get(), &made->row.buffer, runtime.device); code != 0)
      return outcome_of(code, context, *answer);
    try {
      blocks().insert(made.get());
    } catch (...) {
      (void)runtime.free(context.get(), &made->row.buffer);
      throw;
    }
    *block = made.release();
    return ModuleOutcome::done;
  });
}

ModuleOutcome upload_block(DeviceBlock* block, const void* host, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    DeviceRuntime& runtime = runtime_of(block->api);
    CallContext context;
    block->kept = {};
    int code = choose_device(runtime, block->device(), context);
    if (code == 0) code = upload(runtime, *block, host, context);
    return outcome_of(code, context, *answer);
  });
}

ModuleOutcome download_block(DeviceBlock* block, void* host, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    if (!block->kept.empty()) {
      std::copy(block->kept.begin(), block->kept.end(), static_cast<std::uint8_t*>(host));
      return ModuleOutcome::done;
    }
    DeviceRuntime& runtime = runtime_of(block->api);
    CallContext context;
    int code = choose_device(runtime, block->device(), context);
    if (code == 0) code = download(runtime, *block, host, context);
    return outcome_of(code, context, *answer);
  });
}

void free_block(DeviceBlock* block) {
  const std::lock_guard lock(call_mutex());
  const std::unique_ptr<DeviceBlock> owned(block);
  blocks().erase(block);
  CallContext context;
  if (block->row.buffer.device != 0) (void)runtime_of(block->api).free(context.get(), &block->row.buffer);
}

ModuleOutcome run_on_blocks(DeviceKernel* kernel, const BlockAddress* operands, const BlockAddress* output,
                            const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    DeviceRuntime& runtime = runtime_of(kernel->api);
    CallContext context;
    std::vector<BlockAddress> places(operands, operands + kernel->types.size() - 1);
    places.push_back(*output);
    int code = choose_device(runtime, kernel->device(), context);
    for (const BlockAddress& place : places)
      if (code == 0) code = use(runtime, *place.block, context);
    if (code == 0) code = launch_on(*kernel, runtime, places, context);
    return outcome_of(code, context, *answer);
  });
}

}  // namespace dmlrun::jit::halide
