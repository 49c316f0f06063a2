// How a run is cut: what each chunk is given, seen by an executable that only remembers.
#include "engine/run/threads/work_range.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "engine/test/catch.h"

namespace dmlrun {
namespace {

constexpr std::uint64_t kKilobyte = 1024, kMegabyte = 1024 * kKilobyte, kPage = 4096, kLine = 64;

struct Slice {
  std::uint64_t first, last;
  std::byte* output;
  std::vector<const std::byte*> inputs;
};

class Remembering final : public Executable {
 public:
  Remembering(std::size_t inputs, std::vector<Slice>& slices) : inputs_(inputs), slices_(slices) {}
  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override {
    const std::scoped_lock lock(mutex_);
    slices_.push_back({first, last, output, {inputs, inputs + inputs_}});
  }

 private:
  std::size_t inputs_;
  std::vector<Slice>& slices_;
  mutable std::mutex mutex_;
};

/// Parts one after another, the last one first: nothing may depend on who comes when.
constexpr Executor kBackwards{[](void*, std::size_t count, Executor::Part part, void* context) noexcept {
                                while (count > 0) part(context, --count);
                              },
                              nullptr};

/// One output of bytes, at the beginning of a page, and who shares it.
struct Shared {
  Team team;
  std::vector<Slice> slices;
  std::vector<std::uint64_t> firsts;  ///< of the slices, as they were made
  CompiledOutput compiled;
  std::vector<std::byte> inputs, memory;
  std::byte* output;

  Shared(std::uint64_t bytes, unsigned threads, std::size_t input_count = 1)
      : team{threads, kBackwards}, inputs(input_count), memory(bytes + kPage) {
    compiled.executable = std::make_shared<Remembering>(input_count, slices);
    compiled.elements = bytes;
    compiled.element_bytes = 1;
    compiled.is_packed = true;
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    output = memory.data() + (kPage - address % kPage) % kPage;
  }

  /// The sizes of the slices, in their order in the output.
  std::vector<std::uint64_t> run() {
    slices.clear();
    std::vector<const std::byte*> pointers;
    for (const std::byte& input : inputs) pointers.push_back(&input);
    const WorkRange all{&compiled, output, 0, compiled.elements};
    REQUIRE(run_ranges(team, {&all, 1}, pointers));
    firsts.clear();
    for (const Slice& slice : slices) firsts.push_back(slice.first);
    std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) { return a.first < b.first; });
    std::vector<std::uint64_t> sizes;
    std::uint64_t end = 0;
    for (const Slice& slice : slices) {
      CHECK(slice.first == end);
      CHECK(slice.output == output + slice.first);
      CHECK(slice.inputs == pointers);
      end = slice.last;
      sizes.push_back(slice.last - slice.first);
    }
    CHECK(end == compiled.elements);
    return sizes;
  }
};

using Sizes = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("work range: every thread has the least work, and too little for two is not cut") {
  CHECK(Shared(2 * kWorkPerThread - 1, 16).run() == Sizes{2 * kWorkPerThread - 1});
  CHECK(Shared(2 * kWorkPerThread, 16).run() == Sizes(2, kWorkPerThread));
  CHECK(Shared(5 * kWorkPerThread, 16).run() == Sizes(5, kWorkPerThread));
  CHECK(Shared(5 * kWorkPerThread, 4).run() == Sizes(4, 5 * kWorkPerThread / 4));
  Shared computed(2 * kWorkPerThread, 64);
  computed.compiled.cost_per_byte = kComputedCost;
  CHECK(computed.run() == Sizes(8, kWorkPerThread / kComputedCost));
}

TEST_CASE("work range: each thread has four chunks, fewer of little work and more of much") {
  CHECK(Shared(kMegabyte, 8).run() == Sizes(8, 128 * kKilobyte));
  CHECK(Shared(2 * kMegabyte, 8).run() == Sizes(16, 128 * kKilobyte));
  CHECK(Shared(8 * kMegabyte, 16).run() == Sizes(64, 128 * kKilobyte));
  CHECK(Shared(8 * kMegabyte, 4).run() == Sizes(16, 512 * kKilobyte));
  CHECK(Shared(64 * kMegabyte, 16).run() == Sizes(128, 512 * kKilobyte));
  Shared computed(kMegabyte, 8);
  computed.compiled.cost_per_byte = kComputedCost;
  CHECK(computed.run() == Sizes(32, 32 * kKilobyte));
}

TEST_CASE("work range: chunks begin at cache lines, larger ones at pages, wherever the output begins") {
  for (const std::uint64_t offset : {1u, 63u, 64u})
    for (const std::uint64_t bytes : {10'000u, 1'000'000u}) {
      Shared shared(bytes, 3);
      shared.output += offset;
      set_work_per_thread(1);
      shared.run();
      set_work_per_thread(0);
      REQUIRE(shared.slices.size() >= 3);
      for (std::size_t i = 1; i < shared.slices.size(); ++i)
        CHECK(reinterpret_cast<std::uintptr_t>(shared.slices[i].output) % (bytes > 100'000 ? kPage : kLine) == 0);
    }
}

TEST_CASE("work range: the same chunks in every run, each thread's own first and in their order") {
  Shared shared(16 * kMegabyte, 4);
  const Sizes sizes = shared.run();
  const Cut cut = cut_of(shared.team, 16 * kMegabyte);
  REQUIRE(cut.threads == 4);
  REQUIRE(cut.chunks_each > 1);
  CHECK(sizes == Sizes(4 * cut.chunks_each, 16 * kMegabyte / 4 / cut.chunks_each));
  // The executor calls the last member first: its own chunks, then all others', which nobody has begun.
  for (std::size_t i = 0; i < shared.firsts.size(); ++i) {
    const std::size_t owner = (3 + i / cut.chunks_each) % 4, k = i % cut.chunks_each;
    CHECK(shared.firsts[i] == (owner * cut.chunks_each + k) * sizes[0]);
  }
  for (int i = 0; i < 3; ++i) CHECK(shared.run() == sizes);
}

TEST_CASE("work range: chunks end with slices that the executable can make, and an output with gaps is one") {
  struct Rows final : Executable {
    void run(const std::byte* const*, std::byte*, std::uint64_t first, std::uint64_t last) const noexcept override {
      if (first % 1000 != 0) wrong = true;
      if (last % 1000 != 0 && last != 1'234'567) wrong = true;
      elements += last - first, ++calls;
    }
    [[nodiscard]] std::uint64_t slice_granularity() const noexcept override { return 1000; }
    mutable bool wrong = false;
    mutable std::uint64_t elements = 0, calls = 0;
  };
  for (const bool is_packed : {true, false}) {
    Shared shared(1'234'567, 5);
    const auto rows = std::make_shared<Rows>();
    shared.compiled.executable = rows;
    shared.compiled.is_packed = is_packed;
    const WorkRange all{&shared.compiled, shared.output, 0, shared.compiled.elements};
    REQUIRE(run_ranges(shared.team, {&all, 1}, {}));
    CHECK_FALSE(rows->wrong);
    CHECK(rows->elements == 1'234'567);
    CHECK(rows->calls == (is_packed ? 5 : 1));
  }
}

TEST_CASE("work range: few inputs and many reach every chunk") {
  for (const std::size_t count : {0u, 1u, 8u, 9u, 100u})
    for (const std::uint64_t bytes : {200'000u, 5'000'000u}) CHECK(Shared(bytes, 2, count).run().size() >= 2);
}

}  // namespace dmlrun
