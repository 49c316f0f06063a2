#include "jit/halide/objects/object_cache.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/halide/objects/object_entry.h"
#include "jit/test/cache_folder.h"
#include "jit/test/child_process.h"
#include "jit/test/memory_map.h"
#include "jit/test/system_refusal.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using namespace dmlrun::jit::test;

namespace {

/// Writes this instead of the entry of a key.
void plant(const CacheFolder& folder, std::string_view key, std::span<const std::byte> bytes, mode_t mode = 0600) {
  const std::string path = folder.path() + "/" + ObjectCache::entry_name(key);
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  REQUIRE(file >= 0);
  REQUIRE(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  REQUIRE(::fchmod(file, mode) == 0);
  ::close(file);
}

/// Waits until a file that is written now is younger than one that was written before: the clock of files is coarse.
void wait_for_the_clock_of_files() {
  const CacheFolder apart;
  const auto written = [&](const char* name) {
    std::ofstream(apart.path() + name) << 'x';
    return std::filesystem::last_write_time(apart.path() + name);
  };
  for (const auto before = written("/first"); written("/next") <= before;) ::usleep(500);
}

/// That what is there is ignored, and can be replaced.
void check_replaced(const ObjectCache& cache, std::string_view key) {
  CHECK_FALSE(cache.find(key));
  const Bytes object = object_of(12345, 100);
  cache.store(key, object);
  CHECK(cache.find(key) == object);
}

}  // namespace

TEST_CASE("an object that was stored is found by its whole key, also by another process") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  CHECK_FALSE(cache.find("a"));
  cache.store("a", object_of(1, 5000));
  cache.store("b", object_of(2, 1));
  cache.store("c", {});
  CHECK(cache.find("a") == object_of(1, 5000));
  CHECK(cache.find("b") == object_of(2, 1));
  CHECK(cache.find("c") == Bytes{});
  CHECK_FALSE(cache.find("ab"));
  CHECK_FALSE(cache.find(""));
  cache.store("a", object_of(3, 10));
  CHECK(ObjectCache(folder.path()).find("a") == object_of(3, 10));
  const ChildOutcome outcome =
      run_in_child([&] { return ObjectCache(folder.path()).find("b") == object_of(2, 1) ? 0 : 1; });
  CHECK(outcome.exit_code == 0);
}

TEST_CASE("the folder is made when something is stored, for this user alone, whatever the umask") {
  const CacheFolder above;
  const std::string path = above.path() + "/one/two";
  const mode_t before = ::umask(0);
  const ObjectCache cache(path);
  CHECK(cache.why_not().empty());
  CHECK_FALSE(cache.find("key"));
  CHECK(names_in(above.path()).empty());
  cache.store("key", object_of(1, 10));
  ::umask(before);
  CHECK(cache.find("key"));
  for (const std::string& part : {above.path() + "/one", path}) CHECK(mode_of(part) == 0700);
  REQUIRE(names_in(path).size() == 1);
  CHECK(mode_of(path + "/" + names_in(path)[0]) == 0600);
}

TEST_CASE("a folder that others may write to or look into, or that is another user's, is not used") {
  for (const mode_t mode : {0777u, 0770u, 0755u, 0701u, 0500u, 01700u}) {
    CAPTURE(mode);
    const CacheFolder folder;
    const ObjectCache cache(folder.path());
    cache.store("key", object_of(1, 10));
    REQUIRE(::chmod(folder.path().c_str(), mode) == 0);
    CHECK(cache.why_not().find("700 was expected") != std::string::npos);
    CHECK_FALSE(cache.find("key"));
    cache.store("other", object_of(2, 10));
    CHECK(names_in(folder.path()).size() == 1);
    REQUIRE(::chmod(folder.path().c_str(), 0700) == 0);
    CHECK(cache.find("key"));
  }
  if (::geteuid() != 0) return;  // only root can give a folder away
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  cache.store("key", object_of(1, 10));
  REQUIRE(::chown(folder.path().c_str(), 65534, 65534) == 0);
  CHECK(cache.why_not().find("it belongs to user 65534") != std::string::npos);
  CHECK_FALSE(cache.find("key"));
  cache.store("other", object_of(2, 10));
  CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("a folder that cannot be had is no error") {
  const CacheFolder folder;
  std::ofstream(folder.path() + "/file") << "x";
  const std::string long_name(5000, 'x');
  const std::string with_nul("/tmp/a\0b", 8);
  for (const std::string& path : {std::string(), std::string("relative"), std::string("/proc/1/nothing/here"),
                                  folder.path() + "/file", folder.path() + "/file/below", "/" + long_name, with_nul}) {
    CAPTURE(path);
    const ObjectCache cache(path);
    cache.store("key", object_of(1, 10));
    CHECK_FALSE(cache.find("key"));
  }
  CHECK_FALSE(ObjectCache("relative").why_not().empty());
  CHECK_FALSE(ObjectCache(folder.path() + "/file").why_not().empty());
  CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("an entry that is damaged in any byte, cut or lengthened is ignored and replaced") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  const Bytes good = write_entry("key", object_of(1, 40));
  plant(folder, "key", good);
  REQUIRE(cache.find("key") == object_of(1, 40));
  for (std::size_t at = 0; at < good.size(); ++at) {
    CAPTURE(at);
    Bytes bad = good;
    bad[at] ^= std::byte{1};
    plant(folder, "key", bad);
    REQUIRE_FALSE(cache.find("key"));
    plant(folder, "key", std::span(good).first(at));
    REQUIRE_FALSE(cache.find("key"));
  }
  Bytes longer = good;
  longer.push_back({});
  plant(folder, "key", longer);
  check_replaced(cache, "key");
  plant(folder, "key", object_of(9, 100000));
  check_replaced(cache, "key");
  plant(folder, "key", write_entry("another key", object_of(1, 40)));  // as if two keys had one name
  check_replaced(cache, "key");
}

TEST_CASE("an entry that somebody else may have written is not run") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  const std::string path = folder.path() + "/" + ObjectCache::entry_name("key");
  const Bytes good = write_entry("key", object_of(1, 40));
  for (const mode_t mode : {0666u, 0620u, 0602u, 0604u}) {
    CAPTURE(mode);
    plant(folder, "key", good, mode);
    check_replaced(cache, "key");
    CHECK(mode_of(path) == 0600);
  }
  const CacheFolder elsewhere;
  plant(elsewhere, "key", good);
  REQUIRE(::unlink(path.c_str()) == 0);
  REQUIRE(::symlink((elsewhere.path() + "/" + ObjectCache::entry_name("key")).c_str(), path.c_str()) == 0);
  check_replaced(cache, "key");
  CHECK(ObjectCache(elsewhere.path()).find("key") == object_of(1, 40));
  REQUIRE(::unlink(path.c_str()) == 0);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  check_replaced(cache, "key");
  if (::geteuid() != 0) return;
  plant(folder, "key", good);
  REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  check_replaced(cache, "key");
}

TEST_CASE("a folder in the place of an entry stays, and the rest works") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  REQUIRE(::mkdir((folder.path() + "/" + ObjectCache::entry_name("key")).c_str(), 0700) == 0);
  cache.store("key", object_of(1, 40));
  CHECK_FALSE(cache.find("key"));
  CHECK(names_in(folder.path()).size() == 1);  // no temporary file is left
  cache.store("other", object_of(1, 40));
  CHECK(cache.find("other"));
}

TEST_CASE("the folder stays within its budget, and what was used last stays longest") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path(), 10 * 1100);
  std::ofstream(folder.path() + "/not an entry") << std::string(100000, 'x');
  for (int i = 0; i < 40; ++i) {
    cache.store(std::to_string(i), object_of(i, 1000));
    wait_for_the_clock_of_files();
    CHECK(cache.find("0"));
    wait_for_the_clock_of_files();
  }
  CHECK(cache.find("39") == object_of(39, 1000));
  CHECK_FALSE(cache.find("20"));
  CHECK(names_in(folder.path()).size() <= 11);
  CHECK(names_in(folder.path()).size() >= 9);
  CHECK(std::filesystem::exists(folder.path() + "/not an entry"));
  cache.store("large", object_of(1, 20000));
  CHECK_FALSE(cache.find("large"));
  CHECK(cache.find("39"));
}

TEST_CASE("temporary files that a killed process left are removed, younger ones are not") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  cache.store("key", object_of(1, 10));
  for (const char* name : {"/temporary-1-0-old", "/temporary-1-0-young"}) std::ofstream(folder.path() + name) << "x";
  const struct timespec old[2] = {{1000, 0}, {1000, 0}};
  REQUIRE(::utimensat(AT_FDCWD, (folder.path() + "/temporary-1-0-old").c_str(), old, 0) == 0);
  cache.store("other", object_of(1, 10));
  const std::vector<std::string> names = names_in(folder.path());
  CHECK(names.size() == 3);
  CHECK(std::find(names.begin(), names.end(), "temporary-1-0-young") != names.end());
}

TEST_CASE("a folder that is full or read-only is read, and left as it was") {
  if (dmlrun::test::kSanitized) return;
  struct Case {
    const char* what;
    long system_call;
    int error;
  };
  for (const Case& refused : {Case{"no space", SYS_write, ENOSPC}, Case{"read-only", SYS_renameat, EROFS},
                              Case{"read-only times", SYS_utimensat, EROFS}, Case{"no modes", SYS_fchmod, EPERM}}) {
    CAPTURE(refused.what);
    const CacheFolder folder;
    const ObjectCache cache(folder.path());
    cache.store("key", object_of(1, 10));
    const ChildOutcome outcome = run_in_child([&] {
      if (!refuse_system_call(refused.system_call, refused.error)) return 0;
      if (cache.find("key") != object_of(1, 10)) return 2;
      cache.store("other", object_of(2, 10));
      const bool may_be_stored = refused.system_call == SYS_utimensat;
      return cache.find("other").has_value() == may_be_stored ? 0 : 3;
    });
    CHECK(outcome.signal == 0);
    CHECK(outcome.exit_code == 0);
    const std::size_t kept = refused.system_call == SYS_utimensat ? 2 : 1;
    CHECK(names_in(folder.path()).size() == kept);
  }
}

TEST_CASE("a file size limit in the middle of an entry keeps nothing of it") {
  if (dmlrun::test::kSanitized) return;
  const CacheFolder folder;
  const ObjectCache cache(folder.path());
  const ChildOutcome outcome = run_in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit { 1000, 1000 };
    ::setrlimit(RLIMIT_FSIZE, &limit);
    cache.store("key", object_of(1, 5000));
    return cache.find("key") ? 1 : 0;
  });
  CHECK(outcome.exit_code == 0);
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("no descriptor stays open") {
  const CacheFolder folder;
  const ObjectCache cache(folder.path(), 5000);
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    cache.store(std::to_string(i), object_of(i, 1000));
    (void)cache.find(std::to_string(i));
    (void)cache.find("absent");
    (void)cache.why_not();
  }
  CHECK(open_descriptors() == before);
}
