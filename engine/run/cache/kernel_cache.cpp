#include "engine/run/cache/kernel_cache.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "engine/run/code_listener.h"

namespace dmlrun {

namespace {

constexpr std::size_t kFewEntries = 64;  // below which dead ones are not looked for

std::atomic<std::uint64_t> caches_so_far{0};

/// What this thread found last. Pointers to entries outlive their kernels, but not their cache, which therefore has a
/// number that no other cache ever has.
struct LastHits {
  struct Hit {
    std::uint64_t hash;
    KernelEntry* entry;
  };
  std::uint64_t cache = 0;
  std::size_t next = 0;
  std::array<Hit, 8> hits{};
};
constinit thread_local LastHits last_hits;

constexpr auto kIsLater = [](const auto& a, const auto& b) { return a.used > b.used; };

}  // namespace

KernelCache::KernelCache(const CacheLimits& limits, std::uint64_t (*refusals)() noexcept)
    : number_(caches_so_far.fetch_add(1) + 1), refusals_(refusals), limits_(limits) {}

// ---------------------------------------------------------------------------------------------------------- finding

SharedExecutable KernelCache::find(const KernelKey& key) noexcept {
  const std::uint64_t hash = key.hash();
  LastHits& last = last_hits;
  if (last.cache != number_) {
    last = {};
    last.cache = number_;
  }
  SharedExecutable kernel;
  for (const LastHits::Hit& hit : last.hits)
    if (hit.entry && hit.hash == hash && (kernel = hit.entry->take(key, hash))) {
      note_use(*hit.entry);
      return kernel;
    }
  if (KernelEntry* entry = table_.find(key, hash, kernel)) {
    last.hits[last.next++ % last.hits.size()] = {hash, entry};
    note_use(*entry);
  }
  return kernel;
}

/// Recency to the grain of additions, so that finding writes little: among kernels used since the last addition the
/// order is not known.
void KernelCache::note_use(KernelEntry& entry) noexcept {
  const std::uint64_t now = clock_.load(std::memory_order_relaxed);
  if (entry.used.load(std::memory_order_relaxed) != now) entry.used.store(now, std::memory_order_relaxed);
  hits_.add();
}

Result<SharedExecutable> KernelCache::get(const KernelKey& key, const Task& task) {
  if (SharedExecutable kernel = find(key)) return kernel;
  std::unique_lock lock(mutex_);
  if (KernelEntry* entry = table_.entry_of(key))
    if (SharedExecutable kernel = entry->kernel.lock()) {
      note_use(*entry);
      return kernel;
    }
  for (const auto& flight : flights_)
    if (*flight->key == key) return wait_for(flight, lock);
  return fly(key, task, lock);
}

// --------------------------------------------------------------------------------------------------------- building

Result<SharedExecutable> KernelCache::wait_for(std::shared_ptr<Flight> flight, std::unique_lock<std::mutex>& lock) {
  flight->landed.wait(lock, [&] { return flight->has_landed; });
  if (!flight->kernel) return flight->error;
  hits_.add();
  return flight->kernel;
}

Result<SharedExecutable> KernelCache::fly(const KernelKey& key, const Task& task, std::unique_lock<std::mutex>& lock) {
  const auto flight = std::make_shared<Flight>();
  flight->key = &key;
  flights_.push_back(flight);
  lock.unlock();
  auto built = build_and_make_room(*key.backend, task);
  Doomed doomed;  // destroyed without the lock
  lock.lock();
  if (built) {
    flight->kernel = *built;
    keep(key, *built, doomed);
  } else {
    try {
      flight->error = built.error();
    } catch (const std::bad_alloc&) {
      flight->error = {ErrorCode::out_of_memory, {}, {}, {}, {}};
    }
  }
  flights_.erase(std::find(flights_.begin(), flights_.end(), flight));
  flight->has_landed = true;
  flight->landed.notify_all();
  lock.unlock();
  return built;
}

Result<SharedExecutable> KernelCache::build(const Backend& backend, const Task& task) noexcept {
  return build_and_make_room(backend, task);
}

/// First some kernels make way and at last all, so that not every build in a full memory fails once.
Result<SharedExecutable> KernelCache::build_and_make_room(const Backend& backend, const Task& task) noexcept {
  for (std::size_t share = 4;; share = std::max<std::size_t>(share / 2, 1)) {
    const std::uint64_t refused_before = refusals_ ? refusals_() : 0;
    auto built = try_build(backend, task);
    if (built || built.error().code != ErrorCode::code_budget) return built;
    if (refusals_ && refusals_() == refused_before) return built;  // too long for any memory
    if (!drop_unused(share)) return built;
  }
}

Result<SharedExecutable> KernelCache::try_build(const Backend& backend, const Task& task) noexcept {
  const auto counted = [&](Result<SharedExecutable> built) {
    const std::lock_guard lock(mutex_);
    ++(built ? builds_ : failures_);
    return built;
  };
  try {
    auto built = backend.build(task);
    if (!built) return counted(std::move(built).error());
    tell_of_code(task.plan, **built);
    return counted(SharedExecutable(std::move(*built)));
  } catch (const std::bad_alloc&) {
    return counted(Error{ErrorCode::out_of_memory, {}, {}, {}, {}});
  } catch (...) {
    return counted(Error{ErrorCode::internal, {}, {}, {}, {}});
  }
}

// ---------------------------------------------------------------------------------------------------------- keeping

/// Makes the kernel known and, where the limits allow, keeps it. Where memory lacks the kernel stays unknown.
void KernelCache::keep(const KernelKey& key, const SharedExecutable& kernel, Doomed& doomed) noexcept {
  try {
    if (KernelEntry* dead = table_.entry_of(key)) table_.remove(*dead);
    if (table_.size() >= next_sweep_) {
      table_.sweep();
      next_sweep_ = std::max(kFewEntries, 2 * table_.size());
    }
    if (heap_.size() == heap_.capacity()) heap_.reserve(std::max(kFewEntries, 2 * heap_.size()));
    KernelEntry* entry = table_.add(key, kernel);
    const std::uint64_t now = clock_.load(std::memory_order_relaxed) + 1;
    entry->used.store(now, std::memory_order_relaxed);
    clock_.store(now + 1, std::memory_order_relaxed);
    // One that is larger than the cache would only drive out all others.
    if (entry->bytes > limits_.bytes || limits_.entries == 0) return;
    entry->kept = kernel;
    kept_bytes_ += entry->bytes;
    push(*entry);
    trim(doomed);
  } catch (const std::bad_alloc&) {
  }
}

/// Room for it is there.
void KernelCache::push(KernelEntry& entry) noexcept {
  heap_.push_back({entry.used.load(std::memory_order_relaxed), &entry});
  std::push_heap(heap_.begin(), heap_.end(), kIsLater);
}

void KernelCache::trim(Doomed& doomed) noexcept {
  while (heap_.size() > limits_.entries || kept_bytes_ > limits_.bytes) {
    let_go(*take_oldest(), doomed);
    ++evictions_;
  }
}

/// Out of the heap. Ends, because the time does not go on meanwhile. Precondition: something is kept.
KernelEntry* KernelCache::take_oldest() noexcept {
  for (;;) {
    std::pop_heap(heap_.begin(), heap_.end(), kIsLater);
    const Recency oldest = heap_.back();
    heap_.pop_back();
    if (oldest.entry->used.load(std::memory_order_relaxed) == oldest.used) return oldest.entry;
    push(*oldest.entry);
  }
}

/// The entry stays, so that the kernel is found while somebody uses it.
void KernelCache::let_go(KernelEntry& entry, Doomed& doomed) noexcept {
  kept_bytes_ -= entry.bytes;
  try {
    doomed.push_back(entry.kept);
  } catch (const std::bad_alloc&) {
  }
  entry.kept.reset();
}

/// Lets go of the least recently used ones of those that nobody uses, one of `share`; false when there was none.
bool KernelCache::drop_unused(std::size_t share) noexcept {
  Doomed doomed;
  const std::lock_guard lock(mutex_);
  const auto is_unused = [](const Recency& kept) { return kept.entry->kept.use_count() == 1; };
  for (Recency& kept : heap_) kept.used = kept.entry->used.load(std::memory_order_relaxed);
  std::sort(heap_.begin(), heap_.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
  const auto unused = static_cast<std::size_t>(std::count_if(heap_.begin(), heap_.end(), is_unused));
  std::size_t wanted = (unused + share - 1) / share;
  auto stays = heap_.begin();  // what stays is sorted, and so a heap
  for (const Recency& kept : heap_) {
    if (wanted == 0 || !is_unused(kept)) {
      *stays++ = kept;
      continue;
    }
    let_go(*kept.entry, doomed);
    ++evictions_;
    --wanted;
  }
  heap_.erase(stays, heap_.end());
  return unused > 0;
}

// --------------------------------------------------------------------------------------------------------- settings

void KernelCache::set_limits(const CacheLimits& limits) noexcept {
  Doomed doomed;
  const std::lock_guard lock(mutex_);
  limits_ = limits;
  trim(doomed);
}

void KernelCache::clear() noexcept {
  {
    Doomed doomed;
    const std::lock_guard lock(mutex_);
    for (const Recency& kept : heap_) let_go(*kept.entry, doomed);
    heap_.clear();
  }
  const std::lock_guard lock(mutex_);
  table_.sweep();
}

CacheStatistics KernelCache::statistics() noexcept {
  const std::lock_guard lock(mutex_);
  return {limits_, heap_.size(), kept_bytes_, hits_.sum(), builds_, failures_, evictions_, 0, 0, 0};
}

}  // namespace dmlrun
