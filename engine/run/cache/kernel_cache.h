// Compiled kernels, shared by all who ask for the same: built once, found without a lock, kept within limits.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/run/backend.h"
#include "engine/run/cache/kernel_table.h"
#include "engine/run/cache/striped_counter.h"

namespace dmlrun {

using SharedExecutable = std::shared_ptr<const Executable>;

/// Every function may be called from several threads at once. Of kernels with equal keys at most one lives or is being
/// built at any time. A kernel lives as long as somebody uses it; the cache itself keeps those alive that were used
/// last, within its limits. Kernels that it no longer keeps but somebody uses are still found.
class KernelCache {
 public:
  /// `refusals` counts the kernels that code memory had no room for so far; null: every code_budget is about that.
  explicit KernelCache(const CacheLimits& limits = {}, std::uint64_t (*refusals)() noexcept = nullptr);
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;
  ~KernelCache() = default;
  /// The cache that everything in this process shares. A child of fork() has a cache of its own, which begins empty: in
  /// the parent's, threads that do not exist in the child may be building. Throws std::bad_alloc.
  static KernelCache& of_process();

  /// The kernel if it lives; takes no lock. May miss one that is just being added.
  [[nodiscard]] SharedExecutable find(const KernelKey& key) noexcept;
  /// The kernel; builds it unless it lives. Of several threads that ask for a key one builds, with the task that it
  /// came with, and the others wait for its result, be it an Error. After an Error the next call tries again. Where
  /// code memory has no room, kept kernels that nobody uses make way. Throws std::bad_alloc.
  Result<SharedExecutable> get(const KernelKey& key, const Task& task);
  /// A kernel that is not shared.
  Result<SharedExecutable> build(const Backend& backend, const Task& task) noexcept;

  void set_limits(const CacheLimits& limits) noexcept;
  [[nodiscard]] CacheStatistics statistics() noexcept;
  /// Keeps nothing of what was built so far.
  void clear() noexcept;

 private:
  /// A build that others wait for.
  struct Flight {
    const KernelKey* key = nullptr;  ///< of the thread that builds, which stays until it has landed
    bool has_landed = false;
    SharedExecutable kernel{};  ///< null: the error
    Error error{};
    std::condition_variable landed{};
  };
  /// When a kept entry was used, as far as the heap knows; it may have been used since.
  struct Recency {
    std::uint64_t used;
    KernelEntry* entry;
  };
  using Doomed = std::vector<SharedExecutable>;  ///< destroyed without the lock

  void note_use(KernelEntry& entry) noexcept;
  Result<SharedExecutable> wait_for(std::shared_ptr<Flight> flight, std::unique_lock<std::mutex>& lock);
  Result<SharedExecutable> fly(const KernelKey& key, const Task& task, std::unique_lock<std::mutex>& lock);
  Result<SharedExecutable> build_and_make_room(const Backend& backend, const Task& task) noexcept;
  Result<SharedExecutable> try_build(const Backend& backend, const Task& task) noexcept;
  void keep(const KernelKey& key, const SharedExecutable& kernel, Doomed& doomed) noexcept;
  void push(KernelEntry& entry) noexcept;
  void trim(Doomed& doomed) noexcept;
  KernelEntry* take_oldest() noexcept;
  void let_go(KernelEntry& entry, Doomed& doomed) noexcept;
  bool drop_unused(std::size_t share) noexcept;

  const std::uint64_t number_;  ///< of this cache among all that the process ever had
  std::uint64_t (*const refusals_)() noexcept;
  KernelTable table_;
  std::atomic<std::uint64_t> clock_{1};  ///< odd; goes on by two whenever a kernel is added, which gets the even time
  StripedCounter hits_;

  std::mutex mutex_;  // guards all below, and of the table all but find()
  CacheLimits limits_;
  std::vector<std::shared_ptr<Flight>> flights_;
  std::vector<Recency> heap_;  ///< of the kept entries, the least recently used on top
  std::uint64_t kept_bytes_ = 0;
  std::size_t next_sweep_ = 0;  ///< size of the table at which dead entries are looked for
  std::uint64_t builds_ = 0, failures_ = 0, evictions_ = 0;
};

}  // namespace dmlrun
