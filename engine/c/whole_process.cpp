// What C sets and asks for the whole process.
#include <mutex>

#include "engine/c/handles.h"

namespace dmlrun::c {

dmlrun_code make_text(std::string_view text, char** out) {
  char* made = new char[text.size() + 1];
  std::copy(text.begin(), text.end(), made);
  made[text.size()] = '\0';
  *out = made;
  return DMLRUN_OK;
}

namespace {

struct Listener {
  dmlrun_code_listener call = nullptr;
  void* context = nullptr;
};

void forward(void* context, std::string_view name, std::span<const std::byte> code) noexcept {
  const auto* listener = static_cast<const Listener*>(context);
  // The library's own string: it ends with a NUL.
  listener->call(listener->context, name.data(), code.data(), code.size());
}

}  // namespace
}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

uint32_t dmlrun_c_version(void) noexcept { return DMLRUN_C_VERSION; }
const char* dmlrun_version(void) noexcept { return DMLRUN_VERSION; }
void dmlrun_text_free(char* text) noexcept { delete[] text; }

void dmlrun_set_cache_limits(uint64_t entries, uint64_t bytes) noexcept {
  set_cache_limits({.entries = entries, .bytes = bytes});
}
void dmlrun_clear_cache(void) noexcept { clear_cache(); }
void dmlrun_set_code_budget(uint64_t bytes) noexcept { set_code_budget(bytes); }

void dmlrun_read_cache_statistics(dmlrun_cache_statistics* out) noexcept {
  if (!out) return;
  const CacheStatistics now = cache_statistics();
  write_struct({0, now.limits.entries, now.limits.bytes, now.entries, now.bytes, now.hits, now.builds, now.failures,
                now.evictions, now.code_budget, now.code_mapped, now.code_used},
               out, nullptr);
}

void dmlrun_listen_to_code(dmlrun_code_listener listener, void* context) noexcept {
  static std::mutex mutex;
  static Listener kept;
  const std::lock_guard lock(mutex);
  listen_to_code(nullptr, nullptr);  // no call is under way after this one
  kept = {listener, context};
  if (listener) listen_to_code(forward, &kept);
}
