// One kernel, many threads, each with its own output: nothing is locked, nothing is allocated, nothing has to be set
// up. Argument: how many runs altogether.
#include <dmlrun/dmlrun.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kThreads = 16;

/// Runs on one thread's own memory, and counts results that are wrong.
void work(const dmlrun::Kernel& kernel, unsigned thread, int runs, std::atomic<int>& wrong) {
  std::array<std::uint32_t, 16> input{};
  std::array<std::uint32_t, 64> output{};
  const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(input))};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
  for (int run = 0; run < runs; ++run) {
    input.fill(thread * 1'000'000u + static_cast<std::uint32_t>(run));
    if (!kernel.run(inputs, outputs) || std::count(output.begin(), output.end(), input[0]) != 64) ++wrong;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int runs = count > 1 ? std::atoi(arguments[1]) : 100'000;
  const auto tile = dmlrun::parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT32", "Sizes": [4, 4]}, "Repeats": [2, 2]}})");
  if (!tile) return 1;
  const auto kernel = dmlrun::compile(*tile);
  if (!kernel) return 1;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back(work, std::cref(*kernel), i, runs / static_cast<int>(kThreads), std::ref(wrong));
  for (std::thread& thread : threads) thread.join();
  std::printf("%u threads, %d runs, %d wrong\n", kThreads,
              runs / static_cast<int>(kThreads) * static_cast<int>(kThreads), wrong.load());
  return wrong == 0 ? 0 : 1;
}
