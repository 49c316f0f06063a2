// Must not compile with -Werror=unused-result unless KEPT is defined: a refusal may not go unnoticed.
#include <dmlrun/dmlrun.h>

void run(const dmlrun::Kernel& kernel, dmlrun::Result<dmlrun::Kernel> (*make)()) {
#ifdef KEPT
  const auto done = kernel.run({}, {});
  const auto made = make();
  static_cast<void>(done);
  static_cast<void>(made);
#else
  make();
#endif
  static_cast<void>(kernel);
}
