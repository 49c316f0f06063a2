#include "engine/run/code_listener.h"

#include <atomic>
#include <mutex>

#include "engine/plan/name.h"

namespace dmlrun {

namespace {

struct Registered {
  std::mutex mutex;
  CodeListener listener = nullptr;
  void* context = nullptr;
  std::atomic<bool> is_set{false};  ///< read without the lock, so that compiling costs nothing while nobody listens
};

Registered& registered() noexcept {
  static Registered one;
  return one;
}

}  // namespace

void listen_to_code(CodeListener listener, void* context) noexcept {
  Registered& to = registered();
  const std::lock_guard lock(to.mutex);
  to.listener = listener;
  to.context = context;
  to.is_set = listener != nullptr;
}

void tell_of_code(const plan::Plan& plan, const Executable& executable) {
  Registered& to = registered();
  if (!to.is_set) return;
  const std::string name = plan::name(plan);
  const std::vector<CodeSection> sections = executable.sections();
  const std::lock_guard lock(to.mutex);
  for (const CodeSection& section : sections)
    if (section.is_code && to.listener) to.listener(to.context, name, section.bytes);
}

}  // namespace dmlrun
