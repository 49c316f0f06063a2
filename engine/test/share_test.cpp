// How a run is divided: what each part of the executor is given, seen by an executable that only remembers.
#include "engine/run/share.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/test/catch.h"

namespace dmlrun {
namespace {

constexpr std::uint64_t kKilobyte = 1024, kPage = 4096, kLine = 64;

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
  ExecutorState state;
  std::vector<Slice> slices;
  std::vector<std::uint64_t> firsts;  ///< of the slices, as they were made
  KernelPart part;
  std::vector<std::byte> inputs, memory;
  std::byte* output;

  Shared(std::uint64_t bytes, unsigned threads, std::uint64_t ahead, std::size_t input_count = 1)
      : state(kBackwards, threads), inputs(input_count), memory(bytes + kPage) {
    state.ahead_bytes = ahead;
    part.executable = std::make_shared<Remembering>(input_count, slices);
    part.elements = bytes;
    part.element_bytes = 1;
    part.is_packed = true;
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    output = memory.data() + (kPage - address % kPage) % kPage;
  }

  /// The sizes of the slices, in their order in the output.
  std::vector<std::uint64_t> run() {
    slices.clear();
    std::vector<const std::byte*> pointers;
    for (const std::byte& input : inputs) pointers.push_back(&input);
    const Share all{&part, output, 0, part.elements};
    share_from(1);
    REQUIRE(run_shared({state.threads, &state}, nullptr, {&all, 1}, pointers));
    share_from(0);
    firsts.clear();
    for (const Slice& slice : slices) firsts.push_back(slice.first);
    std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) { return a.first < b.first; });
    std::vector<std::uint64_t> sizes;
    std::uint64_t at = 0;
    for (const Slice& slice : slices) {
      CHECK(slice.first == at);
      CHECK(slice.output == output + slice.first);
      CHECK(slice.inputs == pointers);
      at = slice.last;
      sizes.push_back(slice.last - slice.first);
    }
    CHECK(at == part.elements);
    return sizes;
  }
};

std::vector<std::uint64_t> kilobytes(std::vector<std::uint64_t> sizes) {
  for (std::uint64_t& size : sizes) size *= kKilobyte;
  return sizes;
}

}  // namespace

TEST_CASE("share: the first part has as much more as the others come later, in whole pages") {
  CHECK(Shared(256 * kKilobyte, 2, 0).run() == kilobytes({128, 128}));
  CHECK(Shared(256 * kKilobyte, 2, 24 * kKilobyte).run() == kilobytes({140, 116}));
  CHECK(Shared(256 * kKilobyte, 2, 25 * kKilobyte).run() == kilobytes({140, 116}));
  CHECK(Shared(512 * kKilobyte, 4, 32 * kKilobyte).run() == kilobytes({152, 120, 120, 120}));
}

TEST_CASE("share: an executor that takes very long leaves its other parts something to do") {
  CHECK(Shared(256 * kKilobyte, 2, ~std::uint64_t{0}).run() == kilobytes({160, 96}));
}

TEST_CASE("share: small outputs are divided at cache lines, wherever they begin") {
  for (const std::uint64_t offset : {1u, 63u, 64u}) {
    Shared small(10'000, 3, 1000);
    small.output += offset;
    const auto sizes = small.run();
    REQUIRE(sizes.size() == 3);
    for (std::size_t i = 1; i < 3; ++i)
      CHECK(reinterpret_cast<std::uintptr_t>(small.slices[i].output) % kLine == 0);
  }
}

TEST_CASE("share: what stays in the caches goes to the same part every time") {
  Shared cached(2048 * kKilobyte, 2, 20 * kKilobyte);
  const auto sizes = cached.run();
  CHECK(sizes == kilobytes({1032, 1016}));
  for (int i = 0; i < 3; ++i) CHECK(cached.run() == sizes);
}

TEST_CASE("share: what does not stay is divided into pieces that are taken") {
  const auto sizes = Shared(16384 * kKilobyte, 2, 20 * kKilobyte).run();
  CHECK(sizes.size() > 8);
  CHECK(std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end());
}

TEST_CASE("share: pieces of large outputs are taken in their order, each by whoever is free; of others, each takes its own first") {
  Shared large(32768 * kKilobyte, 2, 20 * kKilobyte), other(32760 * kKilobyte, 2, 20 * kKilobyte), computed(32768 * kKilobyte, 3, 0);
  computed.part.cost_per_byte = kComputedCost;
  CHECK(large.run() == kilobytes(std::vector<std::uint64_t>(32, 1024)));
  CHECK(std::is_sorted(large.firsts.begin(), large.firsts.end()));
  CHECK(other.run().size() == 16);
  CHECK(!std::is_sorted(other.firsts.begin(), other.firsts.end()));
  CHECK(computed.run().size() == 33);
  CHECK(std::is_sorted(computed.firsts.begin(), computed.firsts.end()));
}

TEST_CASE("share: groups of equal blocks are pieces where they can be dealt out evenly, else columns of blocks are") {
  Shared groups(16384 * kKilobyte, 2, 0), columns(16384 * kKilobyte, 3, 0), one(16384 * kKilobyte, 2, 0);
  for (Shared* each : {&groups, &columns, &one}) {
    each->part.block = (each == &one ? 4096 : 1024) * kKilobyte;
    each->part.repeats = 4;
  }
  CHECK(groups.run() == kilobytes({4096, 4096, 4096, 4096}));
  // 4 MiB of blocks for 3 threads: 341 KiB, and what is left of each block.
  const auto sizes = columns.run();
  CHECK(sizes.size() == 16 * 4);
  CHECK(*std::max_element(sizes.begin(), sizes.end()) == 4096 * kKilobyte / 12);
  CHECK(one.run() == kilobytes(std::vector<std::uint64_t>(32, 512)));
}

TEST_CASE("share: columns of all copies of a block are pieces where the executable makes them, whole pages") {
  struct Columns final : Executable {
    void run(const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) const noexcept override {}
    bool has_columns(const std::byte* output) const noexcept override { return output == expected; }
    void run_columns(const std::byte* const* from, std::byte* output, std::uint64_t begin,
                     std::uint64_t end) const noexcept override {
      if (output == expected && *from == input) slices.push_back({begin, end});
    }
    std::byte* expected = nullptr;
    const std::byte* input = nullptr;
    mutable std::vector<std::pair<std::uint64_t, std::uint64_t>> slices;
  };
  for (const std::uint64_t block : {std::uint64_t{1 << 20}, std::uint64_t{(1 << 20) + 12}, std::uint64_t{4096}})
    for (const unsigned threads : {2u, 3u}) {
      INFO(block << " elements, " << threads << " threads");
      Shared shared(block * 4 * 7, threads, 0);
      const auto columns = std::make_shared<Columns>();
      columns->expected = shared.output, columns->input = shared.inputs.data();
      shared.part.executable = columns;
      shared.part.element_bytes = 4;
      shared.part.elements = block * 7;
      shared.part.block = block, shared.part.repeats = 7;
      const std::byte* const input = columns->input;
      const auto run = [&](std::uint64_t last) {
        const Share all{&shared.part, shared.output, 0, last};
        share_from(1);
        REQUIRE(run_shared({threads, &shared.state}, nullptr, {&all, 1}, {&input, 1}));
        share_from(0);
      };
      run(shared.part.elements - 1);  // a part of the output has no columns
      CHECK(columns->slices.empty());
      run(shared.part.elements);
      if (block == 4096) {  // in the caches each thread has one part
        CHECK(columns->slices.empty());
        continue;
      }
      CHECK(columns->slices.size() == 8 * threads);
      std::sort(columns->slices.begin(), columns->slices.end());
      std::uint64_t at = 0;
      for (const auto& [begin, end] : columns->slices) {
        CHECK(begin == at);
        CHECK((end == block || end * 4 % (4 * kPage) == 0));
        at = end;
      }
      CHECK(at == block);
    }
}

TEST_CASE("share: few inputs and many reach every part") {
  for (const std::size_t count : {0u, 1u, 8u, 9u, 100u})
    for (const std::uint64_t bytes : {100'000u, 5'000'000u}) CHECK(Shared(bytes, 2, 0, count).run().size() >= 2);
}

}  // namespace dmlrun
