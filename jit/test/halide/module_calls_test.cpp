// Halide has state of its own per process: functions of the module take turns, whichever they are.
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/test/catch.h"
#include "jit/halide/devices/device_module.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"

using namespace dmlrun::jit::halide;

namespace {

constexpr const char* kPlan = "output x4 strides 1 span 100; axes [100@0]; %0 = input 0 x4 offset 0 strides 1 span 100";

/// Asks for a device's source from another thread while it receives an object, and waits for it a while.
struct Receiver {
  explicit Receiver(const DeviceModule& module) : devices(module) {}
  static void receive(void* context, const void*, std::size_t) {
    auto& me = *static_cast<Receiver*>(context);
    me.other = std::thread([&me] {
      const ModuleAnswer answer{
          &me, [](void* asked, const void*, std::size_t size) { static_cast<Receiver*>(asked)->source_bytes = size; }};
      (void)me.devices.source(kPlan, DeviceApi::opencl, &answer);
    });
    for (int i = 0; i < 50 && me.source_bytes == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    me.has_overlapped = me.source_bytes != 0;
  }

  const DeviceModule& devices;
  std::thread other;
  std::atomic<std::size_t> source_bytes{0};
  bool has_overlapped = false;
};

}  // namespace

TEST_CASE("no source is made for a device while an object is made for the processor") {
  std::string why_not;
  const HalideModule* module = halide_module(why_not);
  const DeviceModule* devices = device_module(why_not);
  REQUIRE(module);
  REQUIRE(devices);
  Receiver receiver(*devices);
  const ModuleAnswer answer{&receiver, Receiver::receive};
  const std::string target = host_target("");
  const ModuleRequest request{kPlan, target.c_str(), "f"};
  CHECK(module->compile(&request, &answer) == ModuleOutcome::done);
  REQUIRE(receiver.other.joinable());
  receiver.other.join();
  CHECK_FALSE(receiver.has_overlapped);
  CHECK(receiver.source_bytes > 0);
}
