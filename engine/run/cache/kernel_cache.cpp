#include "engine/run/cache/kernel_cache.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "engine/run/code_listener.h"

namespace dmlrun {

namespace {

constexpr std::size_t kFewEntries = 64;  ///< below which dead ones are not looked for

}  // namespace

std::size_t KernelCache::Hash::operator()(const KernelKey& key) const noexcept {
  return key.plan->hash ^ (std::bit_cast<std::uintptr_t>(key.backend) + key.variant) * 0x9e3779b97f4a7c15;
}

// ---------------------------------------------------------------------------------------------------------- finding

SharedExecutable KernelCache::find(const KernelKey& key) noexcept {
  const std::lock_guard lock(mutex_);
  return use(key);
}

/// The kernel if it lives, which is a hit. Under the lock.
SharedExecutable KernelCache::use(const KernelKey& key) noexcept {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  Entry& entry = found->second;
  if (entry.kept) kept_.splice(kept_.end(), kept_, entry.place);
  SharedExecutable kernel = entry.kept ? entry.kept : entry.kernel.lock();
  if (kernel) ++hits_;
  return kernel;
}

Result<SharedExecutable> KernelCache::get(const KernelKey& key, const CompileRequest& request) {
  std::unique_lock lock(mutex_);
  if (SharedExecutable kernel = use(key)) return kernel;
  for (const auto& pending : pending_)
    if (*pending->key == key) return wait_for(pending, lock);
  return build_once(key, request, lock);
}

// --------------------------------------------------------------------------------------------------------- building

Result<SharedExecutable> KernelCache::wait_for(std::shared_ptr<PendingBuild> pending,
                                               std::unique_lock<std::mutex>& lock) {
  pending->done.wait(lock, [&] { return pending->is_done; });
  if (!pending->kernel) return pending->error;
  ++hits_;
  return pending->kernel;
}

Result<SharedExecutable> KernelCache::build_once(const KernelKey& key, const CompileRequest& request,
                                                 std::unique_lock<std::mutex>& lock) {
  const auto pending = std::make_shared<PendingBuild>();
  pending->key = &key;
  pending_.push_back(pending);
  lock.unlock();
  auto built = build(*key.backend, request);
  Evicted evicted;  // destroyed without the lock
  lock.lock();
  if (built) {
    pending->kernel = *built;
    keep(key, *built, evicted);
  } else {
    try {
      pending->error = built.error();
    } catch (const std::bad_alloc&) {
      pending->error = {ErrorCode::out_of_memory};
    }
  }
  pending_.erase(std::find(pending_.begin(), pending_.end(), pending));
  pending->is_done = true;
  pending->done.notify_all();
  lock.unlock();
  return built;
}

/// While code memory has no room: drops a quarter of the unused kernels, then half, then all, and tries again after
/// each.
Result<SharedExecutable> KernelCache::build(const Backend& backend, const CompileRequest& request) noexcept {
  for (std::size_t divisor = 4;; divisor = std::max<std::size_t>(divisor / 2, 1)) {
    const std::uint64_t refused_before = refusals_ ? refusals_() : 0;
    auto built = try_build(backend, request);
    if (built || built.error().code != ErrorCode::code_budget) return built;
    if (refusals_ && refusals_() == refused_before) return built;  // too long for any memory
    if (!drop_unused(divisor)) return built;
  }
}

Result<SharedExecutable> KernelCache::try_build(const Backend& backend, const CompileRequest& request) noexcept {
  const auto counted = [&](Result<SharedExecutable> built) {
    const std::lock_guard lock(mutex_);
    ++(built ? builds_ : failures_);
    return built;
  };
  try {
    auto built = backend.build(request);
    if (!built) return counted(std::move(built).error());
    tell_of_code(request.plan, **built);
    return counted(SharedExecutable(std::move(*built)));
  } catch (const std::bad_alloc&) {
    return counted(Error{ErrorCode::out_of_memory});
  } catch (...) {
    return counted(Error{ErrorCode::internal});
  }
}

// ---------------------------------------------------------------------------------------------------------- keeping

/// Makes the kernel known and, where the limits allow, keeps it. If memory is short, it is not recorded.
void KernelCache::keep(const KernelKey& key, const SharedExecutable& kernel, Evicted& evicted) noexcept {
  try {
    if (entries_.size() >= next_sweep_) {
      sweep();
      next_sweep_ = std::max(kFewEntries, 2 * entries_.size());
    }
    Kept place(1);
    const std::uint64_t bytes = kernel->bytes() + key.plan->words.size() * sizeof(std::uint64_t);
    const OwnedKey owned{key.plan, key.backend, key.variant};
    auto& known = *entries_.insert_or_assign(owned, Entry{kernel, {}, place.begin(), bytes}).first;
    // One that is larger than the cache would only drive out all others.
    if (bytes > limits_.bytes || limits_.entries == 0) return;
    known.second.kept = kernel;
    kept_bytes_ += bytes;
    place.front() = &known;
    kept_.splice(kept_.end(), place);
    trim(evicted);
  } catch (const std::bad_alloc&) {
  }
}

void KernelCache::trim(Evicted& evicted) noexcept {
  while (kept_.size() > limits_.entries || kept_bytes_ > limits_.bytes) {
    evict(kept_.begin(), evicted);
    ++evictions_;
  }
}

/// The entry stays, so that the kernel is found while somebody uses it. Returns the next place.
KernelCache::Kept::iterator KernelCache::evict(Kept::iterator place, Evicted& evicted) noexcept {
  Entry& entry = (*place)->second;
  kept_bytes_ -= entry.bytes;
  try {
    evicted.push_back(entry.kept);
  } catch (const std::bad_alloc&) {
  }
  entry.kept.reset();
  return kept_.erase(place);
}

/// Evicts the least recently used ones of those that nobody uses, one in `divisor`; false when there was none.
bool KernelCache::drop_unused(std::size_t divisor) noexcept {
  Evicted evicted;
  const std::lock_guard lock(mutex_);
  const auto is_unused = [](const Entries::value_type* known) { return known->second.kept.use_count() == 1; };
  const auto unused = static_cast<std::size_t>(std::count_if(kept_.begin(), kept_.end(), is_unused));
  std::size_t wanted = (unused + divisor - 1) / divisor;
  for (auto place = kept_.begin(); wanted > 0 && place != kept_.end();) {
    if (!is_unused(*place)) {
      ++place;
      continue;
    }
    place = evict(place, evicted);
    ++evictions_;
    --wanted;
  }
  return unused > 0;
}

/// Forgets the kernels that are dead.
void KernelCache::sweep() noexcept {
  std::erase_if(entries_, [](const auto& known) { return known.second.kernel.expired(); });
}

// --------------------------------------------------------------------------------------------------------- settings

void KernelCache::set_limits(const CacheLimits& limits) noexcept {
  Evicted evicted;
  const std::lock_guard lock(mutex_);
  limits_ = limits;
  trim(evicted);
}

void KernelCache::clear() noexcept {
  {
    Evicted evicted;
    const std::lock_guard lock(mutex_);
    while (!kept_.empty()) evict(kept_.begin(), evicted);
  }
  const std::lock_guard lock(mutex_);
  sweep();
}

CacheStatistics KernelCache::statistics() noexcept {
  const std::lock_guard lock(mutex_);
  return {limits_, kept_.size(), kept_bytes_, hits_, builds_, failures_, evictions_, 0, 0, 0};
}

}  // namespace dmlrun
