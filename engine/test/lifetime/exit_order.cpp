// T162: kernels that are global, and that run while the program ends: before and after what the library itself keeps is
// destroyed, from an atexit() function, and on a thread that nobody joins. Exit code 0: all of it gave the right bytes.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include "dmlrun/dmlrun.h"

namespace {

bool runs(const dmlrun::Kernel& kernel) {
  const std::array<std::uint8_t, 2> input = {5, 6};
  std::array<std::uint8_t, 4> output{};
  const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(input))};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
  return kernel.run(inputs, outputs) && output == std::array<std::uint8_t, 4>{5, 6, 5, 6};
}

bool shares(const dmlrun::Kernel& kernel) {
  const std::vector<std::byte> input(1 << 20, std::byte{3});
  std::vector<std::byte> output(2 << 20);
  const std::span<const std::byte> inputs[] = {input};
  const std::span<std::byte> outputs[] = {output};
  return kernel.run(inputs, outputs) && output == std::vector<std::byte>(2 << 20, std::byte{3});
}

/// Uses its kernel once more when it is destroyed, and compiles another.
struct Last {
  std::optional<dmlrun::Kernel> kernel;
  std::optional<dmlrun::Operator> op;
  std::optional<dmlrun::Kernel> shared{};
  ~Last() {
    if (shared && !shares(*shared)) std::_Exit(9);
    if (!kernel || !runs(*kernel)) std::_Exit(3);
    const auto again = dmlrun::compile(*op, {.backend = "interpreter"});
    if (!again || !runs(*again)) std::_Exit(4);
  }
};

// Made before the library was first used, so destroyed after all that it keeps for the process.
Last first_made;

void at_exit() {
  if (!runs(*first_made.kernel)) std::_Exit(5);
}

}  // namespace

int main() {
  std::atexit(at_exit);
  const auto op = dmlrun::parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [2]}})");
  const auto large = dmlrun::parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT8", "Sizes": [1048576]}, "Repeats": [2]}})");
  if (!op || !large) return 1;
  const auto kernel = dmlrun::compile(*op);
  const auto shared = dmlrun::compile(*large, {.threads = 16});
  if (!kernel || !shared) return 2;
  first_made.shared = *shared;
  first_made.op = *op;
  first_made.kernel = *kernel;
  static const Last last_made{*kernel, *op};
  // Still runs when main() ends.
  std::thread([kernel = *kernel] {
    while (runs(kernel)) {
    }
    std::_Exit(6);
  }).detach();
  // And so does one whose runs are shared by threads of the library.
  if (!shares(*shared)) return 7;
  std::thread([shared = *shared] {
    while (shares(shared)) {
    }
    std::_Exit(8);
  }).detach();
  return 0;
}
