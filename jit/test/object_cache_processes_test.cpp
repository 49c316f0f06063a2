// Many processes on one folder at once.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "jit/halide/objects/object_cache.h"
#include "jit/test/cache_folder.h"

using namespace dmlrun::jit::halide;
using namespace dmlrun::jit::test;

namespace {

constexpr int kKeys = 12;
constexpr std::uint64_t kBudget = 40000;

/// Every process keeps the same object under a key, as compilers do.
Bytes object_for(int key) { return object_of(key, 1000 + static_cast<std::size_t>(key) * 700); }

/// Stores and finds until `times` is over; false when something was found that nobody stored.
bool use(const ObjectCache& cache, std::uint64_t process, int times) {
  dmlrun::test::Random random(11, process);
  for (int i = 0; i < times; ++i) {
    const int key = static_cast<int>(random.below(kKeys));
    const auto found = cache.find(std::to_string(key));
    if (found && *found != object_for(key)) return false;
    if (!found || random.one_in(4)) cache.store(std::to_string(key), object_for(key));
  }
  return true;
}

template <class Body>
pid_t start(const Body& body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::alarm(60);
    ::_exit(body() ? 0 : 1);
  }
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child ? status : -1;
}

std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t bytes = 0;
  for (const std::string& name : names_in(folder)) bytes += std::filesystem::file_size(folder + "/" + name);
  return bytes;
}

}  // namespace

TEST_CASE("processes that share a folder find whole objects or none, within the budget") {
  const CacheFolder above;
  const std::string folder = above.path() + "/made/by/whoever/comes/first";
  std::vector<pid_t> children;
  for (std::uint64_t process = 0; process < 8; ++process)
    children.push_back(start([&] { return use(ObjectCache(folder, kBudget), process, 300); }));
  for (const pid_t child : children) CHECK(wait_for(child) == 0);
  ObjectCache(folder, kBudget).store("last", object_of(1, 10));
  CHECK(bytes_in(folder) <= kBudget);
  for (const std::string& name : names_in(folder)) CHECK(name.size() == 32);
}

TEST_CASE("processes that are killed while they store leave nothing that is found as an object") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path(), kBudget);
  for (std::uint64_t round = 0; round < 60; ++round) {
    const pid_t child = start([&] { return use(cache, round, 1'000'000); });
    ::usleep(static_cast<useconds_t>(500 + 137 * round));
    ::kill(child, SIGKILL);
    (void)wait_for(child);
  }
  for (int key = 0; key < kKeys; ++key) {
    const auto found = cache.find(std::to_string(key));
    if (found) CHECK(*found == object_for(key));
  }
  CHECK(use(cache, 1000, 300));
}
