#include "jit/halide/module.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "engine/fork/forks.h"
#include "engine/run/module_file.h"

namespace dmlrun::jit::halide {
namespace {

constexpr std::size_t kMaxWords = 4096;

struct Loaded {
  const HalideModule* module = nullptr;
  std::string why_not;
};

Loaded open(const std::string& path) {
  Module loaded = load_module(path, kModuleSymbol);
  if (!loaded.interface) return {nullptr, std::move(loaded.why_not)};
  const auto* module = static_cast<const HalideModule*>(loaded.interface);
  constexpr std::string_view kOurs = DMLRUN_MODULE_VERSION(DMLRUN_VERSION);
  if (module->version != kOurs)
    return {nullptr, path + " is of version " + module->version + "; " + std::string(kOurs) + " was expected"};
  return {module, {}};
}

Loaded load() {
  const std::string path = module_file();
  return path.empty() ? Loaded{nullptr, std::string(kNotInstalled)} : open(path);
}

std::string words_of(const std::vector<std::vector<std::byte>>& answers) {
  if (answers.empty()) return "the generator of code failed without a word";
  const auto* text = reinterpret_cast<const char*>(answers[0].data());
  std::string words(text, std::min(answers[0].size(), kMaxWords));
  std::replace(words.begin(), words.end(), '\n', ' ');
  return words;
}

/// What is received, and whether there was memory for it.
struct Received {
  std::vector<std::vector<std::byte>> answers;
  bool is_complete = true;
};

void receive(void* context, const void* bytes, std::size_t size) {
  auto& received = *static_cast<Received*>(context);
  const auto* begin = static_cast<const std::byte*>(bytes);
  try {
    received.answers.emplace_back(begin, begin + size);
  } catch (const std::bad_alloc&) {
    received.is_complete = false;
  }
}

}  // namespace

std::string module_file() { return dmlrun::module_file(kModuleFile); }

const HalideModule* halide_module(std::string& why_not) {
  // Without a lock: a child of fork() may find it held by a thread that it does not have. What two threads load at once
  // is kept twice.
  static std::atomic<const Loaded*> newest{nullptr};
  const Loaded* loaded = newest.load(std::memory_order_acquire);
  if (!loaded) {
    loaded = new Loaded(load());
    newest.store(loaded, std::memory_order_release);
  }
  why_not = loaded->why_not;
  return loaded->module;
}

Result<std::vector<std::vector<std::byte>>> ask_module(const ModuleRequest& request, ModuleFunction function) noexcept {
  try {
    std::string why_not;
    const HalideModule* module = halide_module(why_not);
    if (!module) return Error{.code = ErrorCode::backend_unavailable, .message = why_not};
    Received received;
    const ModuleAnswer answer{&received, receive};
    const ForkPause pause;  // the generator keeps state of its own, and locks it
    const ModuleOutcome outcome = (module->*function)(&request, &answer);
    if (!received.is_complete || outcome == ModuleOutcome::no_memory) return Error{ErrorCode::out_of_memory};
    if (outcome == ModuleOutcome::unknown_target)
      return Error{.code = ErrorCode::unknown_option, .message = words_of(received.answers)};
    if (outcome != ModuleOutcome::done)
      return Error{.code = ErrorCode::backend_failed, .message = words_of(received.answers)};
    return std::move(received.answers);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::jit::halide
