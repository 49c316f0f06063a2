// Large outputs shared by the program's own threads: dmlrun starts none, and hands its parts to whoever the program
// says.
#include <dmlrun/dmlrun.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

/// The simplest pool that there is: threads that live for one call. A real program has better ones.
struct Pool {
  unsigned threads = 4;
  std::atomic<std::size_t> parts{0};  // that ran, for the line at the end

  static void run(void* self, std::size_t count, dmlrun::Executor::Part part, void* context) noexcept {
    auto& pool = *static_cast<Pool*>(self);
    pool.parts += count;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < count; i = next++) part(context, i);
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < pool.threads && i < count; ++i) others.emplace_back(work);
    work();
    for (std::thread& thread : others) thread.join();
  }
};

}  // namespace

int main() {
  Pool pool;
  const dmlrun::Executor executor{Pool::run, &pool};
  const auto tile = dmlrun::parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT8", "Sizes": [4096, 4096]}, "Repeats": [4, 1]}})");
  if (!tile) return 1;
  const auto kernel = dmlrun::compile(*tile, {.threads = pool.threads, .executor = &executor});
  if (!kernel) return std::puts(kernel.error().to_string().c_str()), 1;
  std::vector<std::byte> input(4096 * 4096), output(4 * input.size());
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 7 + i / 4096);
  const std::span<const std::byte> inputs[] = {input};
  const std::span<std::byte> outputs[] = {output};
  if (const auto done = kernel->run(inputs, outputs); !done) return std::puts(done.error().to_string().c_str()), 1;
  for (std::size_t i = 0; i < output.size(); i += input.size())
    if (!std::equal(input.begin(), input.end(), output.begin() + static_cast<std::ptrdiff_t>(i))) return 2;
  std::printf("%zu MiB, %zu parts\n", output.size() >> 20, pool.parts.load());
}
