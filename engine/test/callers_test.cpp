// X155, X157 and X158 of the list of hostile inputs: where kernels are called from. X157, a set direction flag, is the
// caller's fault: dmlrun/kernel.h says so.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

/// A kernel with its data, which can be run from anywhere.
struct Call {
  Kernel kernel;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::span<const std::byte>> spans;
  std::vector<std::byte> output;
  bool is_done = false;

  Call(const Operator& op, const CompileOptions& options)
      : kernel(compile(op, options).value()), output(buffer_bytes(op.outputs()[0].desc)) {
    for (const TensorSlot& slot : op.inputs()) {
      inputs.emplace_back(buffer_bytes(slot.desc));
      for (std::size_t i = 0; i < inputs.back().size(); ++i) inputs.back()[i] = static_cast<std::byte>(i * 37 + 11);
    }
    for (const auto& input : inputs) spans.emplace_back(input);
  }
  void run() {
    const std::span<std::byte> outputs[] = {output};
    is_done = kernel.run(spans, outputs).has_value();
  }
};

std::vector<Operator> operators() {
  std::vector<Operator> made;
  for (const char* text :
       {R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [30, 41]}, "Repeats": [3, 5]}})",
        R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [20, 33]},
            "PaddingMode": "REFLECTION", "StartPadding": [5, 40], "EndPadding": [7, 3]}})",
        R"({"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {"ATensor": {"DataType": "UINT8", "Sizes": [5000]},
            "AScaleTensor": {"DataType": "FLOAT32", "Sizes": [1]}, "BTensor": {"DataType": "INT8", "Sizes": [5000]},
            "BScaleTensor": {"DataType": "FLOAT32", "Sizes": [1]}, "OutputScaleTensor": {"DataType": "FLOAT32",
            "Sizes": [1]},
            "OutputTensor": {"DataType": "UINT8", "Sizes": [5000]}}})"}) {
    auto op = parse_spec(text);
    REQUIRE(op);
    made.push_back(std::move(*op));
  }
  return made;
}

std::atomic<std::uint64_t> interruptions;
char scratch[2][4096];

/// Uses the registers that moves of memory use, which are the widest.
extern "C" void interrupt_call(int) {
  interruptions.fetch_add(1, std::memory_order_relaxed);
  std::memset(scratch[0], static_cast<int>(interruptions.load() & 0xff), sizeof scratch[0]);
  std::memcpy(scratch[1], scratch[0], sizeof scratch[1]);
}

/// A signal every 50 microseconds of the process's life.
class Interruptions {
 public:
  Interruptions() {
    struct sigaction action = {};
    action.sa_handler = interrupt_call;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &action, &before_);
    const itimerval often{{0, 50}, {0, 50}};
    ::setitimer(ITIMER_REAL, &often, nullptr);
  }
  Interruptions(const Interruptions&) = delete;
  Interruptions& operator=(const Interruptions&) = delete;
  ~Interruptions() {
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ = {};
};

}  // namespace

// Sanitizers need more stack. Clang does not define what tells of them.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST_CASE("X155: machine code runs in a thread with 16 KiB of stack, what interprets in one with 32 KiB") {
  pthread_attr_t small;
  REQUIRE(::pthread_attr_init(&small) == 0);
  for (const Operator& op : operators())
    for (const CompileOptions& options : test::all_variants()) {
      CAPTURE(options.backend);
      const std::size_t stack = options.backend.starts_with("jit") ? 16384 : 32768;
      REQUIRE(::pthread_attr_setstacksize(&small, std::max<std::size_t>(stack, PTHREAD_STACK_MIN)) == 0);
      Call expected(op, {"reference"}), call(op, options);
      expected.run();
      pthread_t thread;
      const auto body = [](void* context) -> void* {
        static_cast<Call*>(context)->run();
        return nullptr;
      };
      REQUIRE(::pthread_create(&thread, &small, body, &call) == 0);
      REQUIRE(::pthread_join(thread, nullptr) == 0);
      CHECK(call.is_done);
      CHECK(call.output == expected.output);
    }
  ::pthread_attr_destroy(&small);
}
#endif

TEST_CASE("X158: signals during a kernel, whose handlers use wide registers, change nothing") {
  const Interruptions timer;
  for (const Operator& op : operators())
    for (const CompileOptions& options : test::all_variants()) {
      Call expected(op, {"reference"}), call(op, options);
      expected.run();
      const std::uint64_t enough = interruptions + 40;
      std::uint64_t wrong = 0, runs = 0;
      for (; runs < 50 || (interruptions < enough && runs < 100'000); ++runs) {
        std::fill(call.output.begin(), call.output.end(), std::byte{0x5a});
        call.run();
        wrong += !call.is_done || call.output != expected.output;
      }
      CAPTURE(options.backend, runs);
      CHECK(wrong == 0);
    }
}
