// The floating-point environment that conversions and every back end's arithmetic are defined in, whatever the
// caller's.
#pragma once

#include <cfenv>

namespace dmlrun {

/// While one lives, its thread has C's default environment (FE_DFL_ENV): round to nearest even, no exception traps,
/// and, where the processor has such modes, denormals neither flushed nor taken for zero. The destructor puts the
/// caller's environment back exactly, raised flags included, so that a caller cannot tell that a kernel computed.
///
/// Stands at the library's entries: where text becomes numbers or numbers are converted (they round, too), and around a
/// whole Executable::run; there only if the plan has values, since it costs about 0.2 microseconds and moving
/// bytes does not depend on the environment. The arithmetic must be in another function than the object, called through
/// a pointer or in another file; else the compiler, which does not know of environments, may move it out.
class DefaultFloatingPoint {
 public:
  DefaultFloatingPoint() noexcept {
    std::fegetenv(&caller_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPoint() { std::fesetenv(&caller_); }
  DefaultFloatingPoint(const DefaultFloatingPoint&) = delete;
  DefaultFloatingPoint& operator=(const DefaultFloatingPoint&) = delete;

 private:
  std::fenv_t caller_;
};

}  // namespace dmlrun
