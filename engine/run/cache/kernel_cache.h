// Cache of compiled kernels: each is built once, shared, and kept within limits. A hit takes 27 ns, or 100 ns where two
// threads do nothing else (Zen 5); a table that was read without a lock took 36 and 150.
// Defined in kernel_cache.cpp; the cache of the process, with its limits, is in process_cache.cpp.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/plan/key.h"
#include "engine/run/backend.h"

namespace dmlrun {

using SharedExecutable = std::shared_ptr<const Executable>;

/// The key of a kernel: everything that its code depends on.
struct KernelKey {
  const std::shared_ptr<const plan::Key>& plan;  ///< of the normalised plan
  const Backend* backend;
  std::uint64_t variant;  ///< Backend::variant of the options

  friend bool operator==(const KernelKey& a, const KernelKey& b) noexcept {
    return a.backend == b.backend && a.variant == b.variant && (a.plan == b.plan || *a.plan == *b.plan);
  }
};

/// Every function may be called from several threads at once. get() builds a key's kernel once while that lives, and
/// again only where memory was too short to record it. A kernel lives as long as it is used; the cache itself keeps
/// those alive that were built or found last, within its limits. An evicted kernel is still found while it is used, but
/// not kept again.
class KernelCache {
 public:
  /// `refusals` counts the kernels for which code memory had no room; null: every code_budget error is such a refusal.
  explicit KernelCache(const CacheLimits& limits = {}, std::uint64_t (*refusals)() noexcept = nullptr)
      : refusals_(refusals), limits_(limits) {}
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;
  ~KernelCache() = default;
  /// The cache of this process. A child of fork() has its own, which begins empty: threads that do not exist in the
  /// child may have been building in the parent's. Throws std::bad_alloc.
  static KernelCache& of_process();

  /// The kernel if it lives.
  [[nodiscard]] SharedExecutable find(const KernelKey& key) noexcept;
  /// The kernel; builds it unless it lives. When several threads ask for a key, the first builds, with its request, and
  /// the others wait for its result, which may be an Error. After an Error the next call tries again. Where code memory
  /// has no room, kept kernels that are not in use are evicted. Throws std::bad_alloc.
  Result<SharedExecutable> get(const KernelKey& key, const CompileRequest& request);
  /// Builds a kernel that is not shared.
  Result<SharedExecutable> build(const Backend& backend, const CompileRequest& request) noexcept;

  void set_limits(const CacheLimits& limits) noexcept;
  [[nodiscard]] CacheStatistics statistics() noexcept;
  /// Evicts all kernels.
  void clear() noexcept;

 private:
  struct OwnedKey {
    std::shared_ptr<const plan::Key> plan;
    const Backend* backend;
    std::uint64_t variant;
    operator KernelKey() const noexcept { return {plan, backend, variant}; }
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const KernelKey& key) const noexcept;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const KernelKey& a, const KernelKey& b) const noexcept { return a == b; }
  };
  struct Entry;
  using Entries = std::unordered_map<OwnedKey, Entry, Hash, Equal>;
  using Kept = std::list<Entries::value_type*>;  ///< the least recently used first
  struct Entry {
    std::weak_ptr<const Executable> kernel{};
    SharedExecutable kept{};  ///< null: not kept alive by the cache
    Kept::iterator place{};   ///< of a kept one
    std::uint64_t bytes = 0;
  };
  /// A build in progress, which other threads may wait for.
  struct PendingBuild {
    const KernelKey* key = nullptr;  ///< of the building thread; valid until the build is done
    bool is_done = false;
    SharedExecutable kernel{};  ///< null: the error
    Error error{};
    std::condition_variable done{};
  };
  using Evicted = std::vector<SharedExecutable>;  ///< destroyed without the lock

  SharedExecutable use(const KernelKey& key) noexcept;
  Result<SharedExecutable> wait_for(std::shared_ptr<PendingBuild> pending, std::unique_lock<std::mutex>& lock);
  Result<SharedExecutable> build_once(const KernelKey& key, const CompileRequest& request,
                                      std::unique_lock<std::mutex>& lock);
  Result<SharedExecutable> try_build(const Backend& backend, const CompileRequest& request) noexcept;
  void keep(const KernelKey& key, const SharedExecutable& kernel, Evicted& evicted) noexcept;
  void trim(Evicted& evicted) noexcept;
  Kept::iterator evict(Kept::iterator place, Evicted& evicted) noexcept;
  bool drop_unused(std::size_t divisor) noexcept;
  void sweep() noexcept;

  std::uint64_t (*const refusals_)() noexcept;
  std::mutex mutex_;  // guards all below
  CacheLimits limits_;
  Entries entries_;
  Kept kept_;
  std::vector<std::shared_ptr<PendingBuild>> pending_;
  std::uint64_t kept_bytes_ = 0;
  std::size_t next_sweep_ = 0;  ///< number of entries at which dead ones are removed
  std::uint64_t hits_ = 0, builds_ = 0, failures_ = 0, evictions_ = 0;
};

}  // namespace dmlrun
