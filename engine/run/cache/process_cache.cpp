// The cache of the process, and the public functions about it.
#include <atomic>
#include <new>

#include "engine/fork/forks.h"
#include "engine/run/cache/kernel_cache.h"
#ifdef DMLRUN_WITH_JIT
#include "jit/x64/backend.h"
#endif

namespace dmlrun {

namespace {

#ifndef DMLRUN_WITH_JIT
/// There is no generated code: a budget that can be set and asked for.
struct CodeMemory {
  std::uint64_t budget = 0, mapped = 0, used = 0, refusals = 0;
};
std::atomic<std::uint64_t> unused_budget{64ull << 20};
CodeMemory code_memory() noexcept { return {unused_budget.load(std::memory_order_relaxed)}; }
void set_code_memory(std::uint64_t bytes) noexcept { unused_budget.store(bytes, std::memory_order_relaxed); }
#endif

std::uint64_t refusals() noexcept { return code_memory().refusals; }

/// Kept here, too, so that a child of fork() has them without a lock.
std::atomic<std::uint64_t> most_entries{CacheLimits().entries}, most_bytes{CacheLimits().bytes};

/// A cache, and that of the parent process, whose kernels this one may still run.
struct Generation {
  std::uint64_t number;
  Generation* parent;
  KernelCache cache{{most_entries, most_bytes}, refusals};
};
std::atomic<Generation*> newest{nullptr};

/// Null: no memory.
KernelCache* process_cache() noexcept {
  Generation* present = newest.load(std::memory_order_acquire);
  const std::uint64_t number = forks();
  if (present && present->number == number) return &present->cache;
  if (!are_forks_counted()) return nullptr;
  auto* fresh = new (std::nothrow) Generation{number, present};
  if (!fresh) return nullptr;
  if (newest.compare_exchange_strong(present, fresh)) return &fresh->cache;
  delete fresh;
  return &present->cache;
}

}  // namespace

// Never destroyed: kernels in objects with static storage may outlive any such object. No lock, because of fork().
KernelCache& KernelCache::of_process() {
  if (KernelCache* cache = process_cache()) return *cache;
  throw std::bad_alloc();
}

void set_cache_limits(const CacheLimits& limits) noexcept {
  most_entries = limits.entries;
  most_bytes = limits.bytes;
  if (KernelCache* cache = process_cache()) cache->set_limits(limits);
}

void clear_cache() noexcept {
  if (KernelCache* cache = process_cache()) cache->clear();
}

void set_code_budget(std::uint64_t bytes) noexcept { set_code_memory(bytes); }

CacheStatistics cache_statistics() noexcept {
  KernelCache* cache = process_cache();
  if (!cache) return {};
  CacheStatistics statistics = cache->statistics();
  const CodeMemory code = code_memory();
  statistics.code_budget = code.budget;
  statistics.code_mapped = code.mapped;
  statistics.code_used = code.used;
  return statistics;
}

}  // namespace dmlrun
