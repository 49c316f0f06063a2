// Objects in the loader's hands, on whatever processor this is built for: loaded_main SAMPLE_OBJECT LIST. The sample is
// jit/test/objects/sample.cpp; each line of the list is: object, function, bytes of an element, bits of infinity or 0,
// wanted output, inputs. Prints `N runs, M wrong`; exit 1 where something is wrong.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "jit/halide/kernel_call.h"
#include "jit/halide/objects/object_loader.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using namespace dmlrun::jit::memory;

namespace {

constexpr std::size_t kMaxBuffers = 6;
constexpr std::byte kGap{0xA5};  // as the test writes gaps

using Bytes = std::vector<std::byte>;

Bytes content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

class Checks {
 public:
  void claim(const std::string& what, bool holds) {
    ++runs_;
    if (holds) return;
    ++wrong_;
    std::printf("wrong: %s\n", what.c_str());
  }
  [[nodiscard]] int end() const {
    std::printf("%d runs, %d wrong\n", runs_, wrong_);
    return wrong_ != 0 || runs_ == 0;
  }

 private:
  int runs_ = 0, wrong_ = 0;
};

void check_sample(const LoadedObject& sample, Checks& checks) {
  auto* apply = sample.find<int(int, int, int)>("sample_apply");
  checks.claim("a table of addresses", apply && apply(0, 40, 2) == 42 && apply(1, 40, 2) == 38);
  auto* half = sample.find<double(int)>("sample_half");
  for (int i = 0; i < 7; ++i) checks.claim("constants", half && half(i) == i + 0.5);
  char bytes[] = "xyz";
  auto* copy = sample.find<void(char*, const char*, std::size_t)>("sample_copy");
  if (copy) copy(bytes, "abc", 2);
  checks.claim("a call to an import", std::strcmp(bytes, "abz") == 0);
}

template <std::size_t>
using Buffer = KernelBuffer*;

template <std::size_t... kIndices>
int call(void (*function)(), KernelBuffer* const* buffers, std::index_sequence<kIndices...>) {
  return reinterpret_cast<int (*)(Buffer<kIndices>...)>(function)(buffers[kIndices]...);
}

/// As the emitted header calls it.
int call(void (*function)(), const std::vector<KernelBuffer*>& buffers) {
  const auto with = [&]<std::size_t kCount>() {
    return buffers.size() == kCount ? call(function, buffers.data(), std::make_index_sequence<kCount>()) : 0;
  };
  return with.template operator()<1>() + with.template operator()<2>() + with.template operator()<3>() +
         with.template operator()<4>() + with.template operator()<5>() + with.template operator()<6>();
}

/// Of two NaNs any bits; infinity is 0 where elements are no floats.
bool is_same(const Bytes& a, const Bytes& b, std::size_t width, std::uint64_t infinity) {
  const std::uint64_t size_bits = (std::uint64_t{1} << (8 * width - 1)) - 1;
  for (std::size_t at = 0; at < a.size(); at += width) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, &a[at], width);
    std::memcpy(&y, &b[at], width);
    if (x != y && (infinity == 0 || (x & size_bits) <= infinity || (y & size_bits) <= infinity)) return false;
  }
  return true;
}

void check_line(CodeArena& arena, const std::string& line, Checks& checks) {
  std::istringstream words(line);
  std::string path, name, wanted;
  std::size_t width = 1;
  std::uint64_t infinity = 0;
  words >> path >> name >> width >> infinity >> wanted;
  const auto object = load_object(arena, content_of(path), object_imports());
  if (!object) return checks.claim(line + ": " + object.error().to_string(), false);
  auto* function = object->find<void()>(name);
  const Bytes expected = content_of(wanted);
  std::vector<Bytes> contents;
  for (std::string input; words >> input;) contents.push_back(content_of(input));
  contents.emplace_back(expected.size(), kGap);
  if (!function || expected.empty() || contents.size() > kMaxBuffers) return checks.claim(line, false);
  KernelDimension dimension{0, 0, 1, 0};
  std::vector<KernelBuffer> buffers(contents.size());
  std::vector<KernelBuffer*> pointers;
  for (std::size_t b = 0; b < contents.size(); ++b) {
    buffers[b].host = reinterpret_cast<std::uint8_t*>(contents[b].data());
    buffers[b].dimension = &dimension;
    pointers.push_back(&buffers[b]);
  }
  checks.claim(line, call(function, pointers) == 0 && is_same(expected, contents.back(), width, infinity));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  // An emulator runs code that was written at another address as it was before.
  auto arena = CodeArena::make({.mapping = CodeMapping::flip});
  if (!arena) return 2;
  Checks checks;
  const auto sample = load_object(*arena, content_of(arguments[1]), object_imports());
  if (sample) check_sample(*sample, checks);
  else checks.claim(sample.error().to_string(), false);
  std::ifstream list(arguments[2]);
  for (std::string line; std::getline(list, line);) check_line(*arena, line, checks);
  return checks.end();
}
