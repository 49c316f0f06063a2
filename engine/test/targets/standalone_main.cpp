// Runs a target without libFuzzer, with its flags: TARGET [-runs=N] [-seed=S] [-max_total_time=S] [-max_len=N]
// FILE-OR-FOLDER... First every file, then N random changes of them. There is no guidance: this is for compilers
// without libFuzzer, for short runs in the test suite, and for inputs that once crashed. An input that crashes is
// written to crash-HASH.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "engine/fuzz/random.h"
#include "engine/test/targets/target.h"

namespace {

using Input = std::vector<std::uint8_t>;

const Input* running = nullptr;

extern "C" void on_crash(int number) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : *running) hash = (hash ^ byte) * 0x100000001b3;
  char name[40];
  std::snprintf(name, sizeof name, "crash-%016llx", static_cast<unsigned long long>(hash));
  if (std::FILE* file = std::fopen(name, "wb")) {
    std::fwrite(running->data(), 1, running->size(), file);
    std::fclose(file);
  }
  std::fprintf(stderr, "signal %d; the input is in %s\n", number, name);
  ::_exit(77);
}

[[noreturn]] void refuse(const char* argument, const char* why) {
  std::fprintf(stderr, "%s: %s\n", argument, why);
  std::exit(2);
}

Input read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), {});
}

void add(const std::filesystem::path& path, std::vector<Input>& inputs) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.is_regular_file()) files.push_back(entry.path());
  } else {
    files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) inputs.push_back(read(file));
}

void run(const Input& input) {
  running = &input;
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

/// A few random changes: bytes, pieces that leave, come twice or come from another input.
Input changed(dmlrun::fuzz::Random& random, const std::vector<Input>& inputs, std::size_t longest) {
  Input input = inputs[random.below(inputs.size())];
  for (std::uint64_t changes = random.between(1, 4); changes > 0; --changes) {
    const std::size_t at = random.below(input.size() + 1);
    const std::size_t length = std::min<std::size_t>(random.between(1, 16), input.size() - at);
    const auto place = input.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = place + static_cast<std::ptrdiff_t>(length);
    const Input& other = inputs[random.below(inputs.size())];
    switch (random.below(5)) {
      case 0:
        if (at < input.size()) *place = static_cast<std::uint8_t>(random.bits());
        break;
      case 1:
        if (at < input.size())
          *place = static_cast<std::uint8_t>(random.pick({'0', '1', '9', '-', ',', '"', '[', '}', '@', 'x'}));
        break;
      case 2: input.erase(place, end); break;
      case 3: {
        const Input piece(place, end);
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(random.below(input.size() + 1)), piece.begin(),
                     piece.end());
        break;
      }
      default: {
        if (other.empty()) break;
        const std::size_t from = random.below(other.size()),
                          many = std::min<std::size_t>(random.between(1, 64), other.size() - from);
        input.insert(place, other.begin() + static_cast<std::ptrdiff_t>(from),
                     other.begin() + static_cast<std::ptrdiff_t>(from + many));
      }
    }
  }
  if (input.size() > longest) input.resize(longest);
  return input;
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t runs = 0, seed = 1, seconds = 0, longest = 4096;
  std::vector<Input> inputs{{}};
  for (int i = 1; i < count; ++i) {
    const auto flag = [&](const char* name, std::uint64_t& value) {
      const std::size_t length = std::strlen(name);
      if (std::strncmp(arguments[i], name, length) != 0) return false;
      const char* const text = arguments[i] + length;
      const char* const end = text + std::strlen(text);
      const auto read = std::from_chars(text, end, value);
      if (read.ec != std::errc() || read.ptr != end) refuse(arguments[i], "ends with no number");
      return true;
    };
    if (!flag("-runs=", runs) && !flag("-seed=", seed) && !flag("-max_total_time=", seconds) &&
        !flag("-max_len=", longest) && arguments[i][0] != '-') {
      const std::size_t before = inputs.size();
      std::error_code error;
      if (std::filesystem::exists(arguments[i], error)) add(arguments[i], inputs);
      if (inputs.size() == before) refuse(arguments[i], "is no file, and no folder with one");
    }
  }
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP}) ::signal(number, on_crash);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  for (const Input& input : inputs) run(input);
  if (seconds > 0 && runs == 0) runs = UINT64_MAX;
  std::uint64_t done = 0;
  for (; done < runs && (seconds == 0 || done % 64 != 0 || elapsed() < static_cast<double>(seconds)); ++done) {
    dmlrun::fuzz::Random random(seed, done);
    const Input input = changed(random, inputs, longest);
    run(input);
  }
  const std::uint64_t all = done + inputs.size();
  std::printf("Done %llu runs in %.1f second(s): %.0f per second, %zu files, seed %llu\n1 passed, 0 failed\n",
              static_cast<unsigned long long>(all), elapsed(), static_cast<double>(all) / std::max(elapsed(), 1e-9),
              inputs.size() - 1, static_cast<unsigned long long>(seed));
}
