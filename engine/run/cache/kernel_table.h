// Compiled kernels by what they were made from: found without a lock, changed under one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/plan/key.h"
#include "engine/run/backend.h"

namespace dmlrun {

/// What decides the code of a kernel.
struct KernelKey {
  const std::shared_ptr<const plan::Key>& plan;  ///< of the normalised plan
  const Backend* backend;
  std::uint64_t variant;  ///< Backend::variant of the options

  [[nodiscard]] std::uint64_t hash() const noexcept;
  friend bool operator==(const KernelKey& a, const KernelKey& b) noexcept {
    return a.backend == b.backend && a.variant == b.variant && (a.plan == b.plan || *a.plan == *b.plan);
  }
};

/// A place for a kernel. Readers may hold a pointer to a place that has been given to another kernel since: they pin it
/// and compare the whole key before they take anything out of it. A place that is pinned is not given to another.
struct alignas(64) KernelEntry {
  static constexpr std::uint32_t kClosed = 1u << 31;  ///< the other bits count those who pin

  std::atomic<std::uint64_t> hash{0};
  std::atomic<std::uint64_t> used{0};  ///< when, by the cache's clock
  std::atomic<std::uint32_t> pins{kClosed};
  // Constant while the entry is open.
  const Backend* backend = nullptr;
  std::uint64_t variant = 0;
  std::shared_ptr<const plan::Key> plan;
  std::weak_ptr<const Executable> kernel;
  // Under the cache's lock.
  std::shared_ptr<const Executable> kept;  ///< null: not kept alive by the cache, but found as long as somebody uses it
  std::uint64_t bytes = 0;

  /// The kernel, if this is its entry and somebody keeps it alive. For any thread.
  [[nodiscard]] std::shared_ptr<const Executable> take(const KernelKey& key, std::uint64_t key_hash) noexcept;
  /// Whether the keys are equal. Precondition: pinned, or under the cache's lock.
  [[nodiscard]] bool is_for(const KernelKey& key) const noexcept { return KernelKey{plan, backend, variant} == key; }
  /// Frees what it holds. Precondition: closed and not pinned.
  void clear() noexcept;
};

/// Open addressing. find() may be called by any thread at any time; all other functions by one thread at a time. What
/// find() reads is never freed while the table lives: entries are reused, and outgrown slots (together fewer than the
/// present ones) are kept.
class KernelTable {
 public:
  /// May miss a kernel that another thread is adding, or moving aside, at this moment: look again under the lock.
  [[nodiscard]] KernelEntry* find(const KernelKey& key, std::uint64_t hash,
                                  std::shared_ptr<const Executable>& kernel) const noexcept;
  /// The entry with this key, whether its kernel lives or not; null when there is none.
  [[nodiscard]] KernelEntry* entry_of(const KernelKey& key) const noexcept;
  /// An entry for a kernel whose key is not in the table. Throws std::bad_alloc; the table is unchanged then.
  KernelEntry* add(const KernelKey& key, const std::shared_ptr<const Executable>& kernel);
  /// Precondition: kept is null.
  void remove(KernelEntry& entry) noexcept;
  /// Removes the entries whose kernels are dead.
  void sweep() noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  struct Slots {
    explicit Slots(std::size_t count) : mask(count - 1), at(std::make_unique<std::atomic<KernelEntry*>[]>(count)) {}
    std::size_t mask;
    std::unique_ptr<std::atomic<KernelEntry*>[]> at;
  };
  void grow();
  KernelEntry* closed_entry();
  static void place(Slots& slots, KernelEntry& entry) noexcept;

  std::atomic<Slots*> slots_{nullptr};
  std::vector<std::unique_ptr<Slots>> generations_;
  std::vector<std::unique_ptr<KernelEntry>> entries_;
  std::vector<KernelEntry*> free_;  ///< closed; some may still be pinned. Room for all entries is reserved.
  std::size_t size_ = 0;
};

}  // namespace dmlrun
