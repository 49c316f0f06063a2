// What the module of threads exports: plain C, so that it and the library may be built by different compilers.
#pragma once

#include <cstddef>

namespace dmlrun {

/// Both sides must say the same: the project's version, and a number that grows with every change of this file.
#define DMLRUN_THREADS_VERSION(project) project " 1"

inline constexpr const char* kThreadsFile = "dmlrun_threads.so";
/// The one symbol that the module exports: a function of type `const ThreadsModule*()`.
inline constexpr const char* kThreadsSymbol = "dmlrun_threads_module";

struct ThreadsModule {
  const char* version;  ///< DMLRUN_THREADS_VERSION of the module's build; the rest is read only if it is ours
  /// As Executor::run, but where memory runs out parts may be called a second time.
  void (*run)(void* self, std::size_t count, void (*part)(void* context, std::size_t index) noexcept,
              void* context) noexcept;
};

}  // namespace dmlrun
