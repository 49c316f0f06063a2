// Memory that callers hand over at its extremes: B141-B143 of the list of hostile inputs, and many threads on one
// kernel. B142, output pages that are not writable, is the caller's fault: dmlrun/kernel.h says so.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/run/backends.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

constexpr std::size_t kPage = 4096;

/// One or more pages of memory, which are unmapped at the end. Null where the system refuses.
class Pages {
 public:
  Pages(std::size_t bytes, void* place = nullptr)
      : bytes_(bytes),
        data_(::mmap(place, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | (place ? MAP_FIXED_NOREPLACE : 0), -1, 0)) {}
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    if (data_ != MAP_FAILED) ::munmap(data_, bytes_);
  }
  [[nodiscard]] bool has_memory() const { return data_ != MAP_FAILED; }
  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
  void make_read_only() { REQUIRE(::mprotect(data_, bytes_, PROT_READ) == 0); }

 private:
  std::size_t bytes_;
  void* data_;
};

/// A padding of a page of bytes at both ends, in every mode that reads the input there.
Operator padding(PaddingMode mode) {
  PaddingDesc desc{.input = {DataType::uint8, {kPage}},
                   .output = {DataType::uint8, {kPage + 100}},
                   .padding_mode = mode,
                   .padding_value = 7,
                   .start_padding = {50},
                   .end_padding = {50}};
  auto op = Operator::make(desc);
  REQUIRE(op);
  return *op;
}

std::vector<std::string_view> back_ends() {
  std::vector<std::string_view> names;
  for (const Backend& backend : backend_list())
    if (!backend.devices && backend.unavailable({}).empty()) names.push_back(backend.name);
  return names;
}

void fill(std::byte* bytes) {
  for (std::size_t i = 0; i < kPage; ++i) bytes[i] = static_cast<std::byte>(i * 37 + 1);
}

/// Runs on every back end and compares with the reference, on an input that lies at `input`.
void check_everywhere(const std::byte* input) {
  const std::span<const std::byte> inputs[] = {{input, kPage}};
  for (const PaddingMode mode :
       {PaddingMode::constant, PaddingMode::edge, PaddingMode::reflection, PaddingMode::wrap}) {
    const Operator op = padding(mode);
    std::vector<std::byte> expected(kPage + 100);
    const std::span<std::byte> right[] = {expected};
    REQUIRE(compile(op, {.backend = "reference"})->run(inputs, right));
    for (const std::string_view backend : back_ends()) {
      std::vector<std::byte> found(kPage + 100);
      const std::span<std::byte> outputs[] = {found};
      const auto kernel = compile(op, {.backend = backend});
      if (!kernel) continue;  // it declines; whether it may is another test's
      INFO(backend);
      REQUIRE(kernel->run(inputs, outputs));
      CHECK(found == expected);
    }
  }
}

}  // namespace

TEST_CASE("B141: inputs may lie in pages that cannot be written") {
  Pages pages(kPage);
  REQUIRE(pages.has_memory());
  fill(pages.data());
  pages.make_read_only();
  check_everywhere(pages.data());
}

TEST_CASE("B143: buffers may end where addresses end") {
  // The last page that x86-64 Linux gives to programs ends at 2^47 - 4096.
  void* const last = reinterpret_cast<void*>((std::uintptr_t{1} << 47) - 2 * kPage);
  Pages pages(kPage, sizeof(void*) == 8 ? last : nullptr);
  if (!pages.has_memory()) {
    WARN("the last page of the address space is taken or does not exist here: left out");
    return;
  }
  fill(pages.data());
  check_everywhere(pages.data());
  // As an output, too: what it needs is as long as the page.
  PaddingDesc desc{.input = {DataType::uint8, {kPage - 100}},
                   .output = {DataType::uint8, {kPage}},
                   .padding_mode = PaddingMode::reflection,
                   .start_padding = {50},
                   .end_padding = {50}};
  const auto op = Operator::make(desc);
  REQUIRE(op);
  std::vector<std::byte> input(kPage), expected(kPage);
  fill(input.data());
  const std::span<const std::byte> inputs[] = {input};
  const std::span<std::byte> right[] = {expected}, outputs[] = {{pages.data(), kPage}};
  REQUIRE(compile(*op, {.backend = "reference"})->run(inputs, right));
  for (const std::string_view backend : back_ends()) {
    const auto kernel = compile(*op, {.backend = backend});
    if (!kernel) continue;
    std::memset(pages.data(), 0, kPage);
    INFO(backend);
    REQUIRE(kernel->run(inputs, outputs));
    CHECK(std::equal(expected.begin(), expected.end(), pages.data()));
  }
}

TEST_CASE("T161: a kernel outlives the text, the operator, the cache and copies of itself") {
  for (const std::string_view backend : back_ends()) {
    INFO(backend);
    std::optional<Kernel> kernel;
    {
      auto text = std::make_unique<std::string>(R"({"type": "TILE", "desc": {
        "InputTensor": {"DataType": "UINT16", "Sizes": [3]}, "Repeats": [2]}})");
      auto op = parse_spec(*text);
      REQUIRE(op);
      text.reset();
      auto made = compile(*op, {.backend = backend});
      if (!made) continue;
      const Kernel copy = *made;
      kernel = std::move(*made);
    }
    clear_cache();
    const std::array<std::uint16_t, 3> input = {1, 2, 3};
    std::array<std::uint16_t, 6> output{};
    const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(input))};
    const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
    CHECK(kernel->run(inputs, outputs));
    CHECK(output == std::array<std::uint16_t, 6>{1, 2, 3, 1, 2, 3});
  }
}

namespace {

/// `runs` runs by 16 threads on one kernel, each with its own data; how many were wrong.
int wrong_of(const Kernel& kernel, int runs) {
  constexpr int kThreads = 16;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      std::array<std::uint32_t, 12> input{};
      std::array<std::uint32_t, 24> output{};
      const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(input))};
      const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
      for (int run = 0; run < runs / kThreads; ++run) {
        input.fill(static_cast<std::uint32_t>(t * 1'000'000 + run));
        if (!kernel.run(inputs, outputs) || std::count(output.begin(), output.end(), input[0]) != 24) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

Kernel tile_of(std::string_view backend) {
  const auto op = parse_spec(R"({"type": "TILE", "desc": {
    "InputTensor": {"DataType": "UINT32", "Sizes": [3, 4]}, "Repeats": [2, 1]}})");
  REQUIRE(op);
  auto kernel = compile(*op, {.backend = backend});
  REQUIRE(kernel);
  return *kernel;
}

}  // namespace

TEST_CASE("sixteen threads run one kernel on every back end", "[threads]") {
  for (const std::string_view backend : back_ends()) {
    INFO(backend);
    CHECK(wrong_of(tile_of(backend), 16'000) == 0);
  }
}

TEST_CASE("long: sixteen threads run one kernel a million times", "[.long][threads]") {
  CHECK(wrong_of(tile_of("auto"), 1'000'000) == 0);
}
