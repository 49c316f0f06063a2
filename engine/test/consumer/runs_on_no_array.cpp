// Must not compile unless ARRAYS is defined, and then says in one sentence what run() takes.
#include <dmlrun/dmlrun.h>

#include <vector>

dmlrun::Result<void> run_it(const dmlrun::Kernel& kernel, const std::vector<float>& input, std::vector<float>& output) {
#ifdef ARRAYS
  return dmlrun::run(kernel, input, output);
#elif defined(CONSTANT)
  return dmlrun::run(kernel, output, input);
#elif defined(RESULT)
  return dmlrun::run(dmlrun::Result<dmlrun::Kernel>(kernel), input, output);
#else
  return dmlrun::run(kernel, input.data(), output);
#endif
}
