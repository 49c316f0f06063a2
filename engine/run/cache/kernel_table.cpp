#include "engine/run/cache/kernel_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace dmlrun {

namespace {

constexpr std::size_t kFirstSlots = 256;

}  // namespace

std::uint64_t KernelKey::hash() const noexcept {
  std::uint64_t hash = plan->hash ^ std::bit_cast<std::uintptr_t>(backend) * 0x9e3779b97f4a7c15;
  hash = (hash ^ variant) * 0xbf58476d1ce4e5b9;
  return hash ^ hash >> 32;
}

// An entry is opened by a release and closed before it changes, and it changes only after nobody pins it. So who pinned
// it while it was open reads members that stay, and written by the thread that opened it. Who pins a closed one reads
// nothing and leaves.
std::shared_ptr<const Executable> KernelEntry::take(const KernelKey& key, std::uint64_t key_hash) noexcept {
  if (hash.load(std::memory_order_relaxed) != key_hash) return nullptr;
  std::shared_ptr<const Executable> found;
  if (!(pins.fetch_add(1, std::memory_order_acquire) & kClosed) && is_for(key)) found = kernel.lock();
  pins.fetch_sub(1, std::memory_order_release);
  return found;
}

void KernelEntry::clear() noexcept {
  plan.reset();
  kernel.reset();
}

KernelEntry* KernelTable::find(const KernelKey& key, std::uint64_t hash,
                               std::shared_ptr<const Executable>& kernel) const noexcept {
  const Slots* slots = slots_.load(std::memory_order_acquire);
  if (!slots) return nullptr;
  // Bounded, because entries may move while this goes on.
  for (std::size_t i = 0; i <= slots->mask; ++i) {
    KernelEntry* entry = slots->at[(hash + i) & slots->mask].load(std::memory_order_acquire);
    if (!entry) return nullptr;
    if ((kernel = entry->take(key, hash))) return entry;
  }
  return nullptr;
}

KernelEntry* KernelTable::entry_of(const KernelKey& key) const noexcept {
  const Slots* slots = slots_.load(std::memory_order_relaxed);
  if (!slots) return nullptr;
  const std::uint64_t hash = key.hash();
  for (std::size_t i = hash;; ++i) {
    KernelEntry* entry = slots->at[i & slots->mask].load(std::memory_order_relaxed);
    if (!entry || (entry->hash.load(std::memory_order_relaxed) == hash && entry->is_for(key))) return entry;
  }
}

KernelEntry* KernelTable::add(const KernelKey& key, const std::shared_ptr<const Executable>& kernel) {
  grow();
  KernelEntry* entry = closed_entry();
  entry->hash.store(key.hash(), std::memory_order_relaxed);
  entry->backend = key.backend;
  entry->variant = key.variant;
  entry->plan = key.plan;
  entry->kernel = kernel;
  entry->bytes = kernel->bytes() + key.plan->words.size() * sizeof(std::uint64_t);
  // Late readers of the closed entry may be counted in it at this moment, so the bit is taken away and nothing stored.
  entry->pins.fetch_and(~KernelEntry::kClosed, std::memory_order_release);
  place(*slots_.load(std::memory_order_relaxed), *entry);
  ++size_;
  return entry;
}

void KernelTable::remove(KernelEntry& entry) noexcept {
  Slots& slots = *slots_.load(std::memory_order_relaxed);
  const std::size_t mask = slots.mask;
  const auto entry_at = [&](std::size_t i) { return slots.at[i].load(std::memory_order_relaxed); };
  std::size_t hole = entry.hash.load(std::memory_order_relaxed) & mask;
  while (entry_at(hole) != &entry) hole = (hole + 1) & mask;
  // Those behind it that would no longer be found move up.
  for (std::size_t i = (hole + 1) & mask; KernelEntry* next = entry_at(i); i = (i + 1) & mask) {
    const std::size_t home = next->hash.load(std::memory_order_relaxed) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    slots.at[hole].store(next, std::memory_order_release);
    hole = i;
  }
  slots.at[hole].store(nullptr, std::memory_order_release);
  if (entry.pins.fetch_or(KernelEntry::kClosed, std::memory_order_acquire) == 0) entry.clear();
  free_.push_back(&entry);
  --size_;
}

void KernelTable::sweep() noexcept {
  for (const auto& entry : entries_)
    if (!(entry->pins.load(std::memory_order_relaxed) & KernelEntry::kClosed) && entry->kernel.expired())
      remove(*entry);
}

/// Makes sure that one more entry leaves half of the slots empty.
void KernelTable::grow() {
  const Slots* present = slots_.load(std::memory_order_relaxed);
  if (present && (size_ + 1) * 2 <= present->mask + 1) return;
  auto larger = std::make_unique<Slots>(present ? (present->mask + 1) * 2 : kFirstSlots);
  for (std::size_t i = 0; present && i <= present->mask; ++i)
    if (KernelEntry* entry = present->at[i].load(std::memory_order_relaxed)) place(*larger, *entry);
  generations_.push_back(std::move(larger));
  slots_.store(generations_.back().get(), std::memory_order_release);
}

/// One that nobody pins, empty.
KernelEntry* KernelTable::closed_entry() {
  const auto unpinned = [](const KernelEntry* entry) {
    return entry->pins.load(std::memory_order_acquire) == KernelEntry::kClosed;
  };
  if (const auto found = std::find_if(free_.rbegin(), free_.rend(), unpinned); found != free_.rend()) {
    std::swap(*found, free_.back());
    KernelEntry* entry = free_.back();
    free_.pop_back();
    return entry;
  }
  if (free_.capacity() <= entries_.size()) free_.reserve(2 * entries_.size() + 16);
  entries_.push_back(std::make_unique<KernelEntry>());
  return entries_.back().get();
}

void KernelTable::place(Slots& slots, KernelEntry& entry) noexcept {
  std::size_t i = entry.hash.load(std::memory_order_relaxed) & slots.mask;
  while (slots.at[i].load(std::memory_order_relaxed)) i = (i + 1) & slots.mask;
  slots.at[i].store(&entry, std::memory_order_release);
}

}  // namespace dmlrun
