// Must not compile unless ARRAYS is defined, and then says in one sentence what run() takes.
#include <dmlrun/dmlrun.h>

#include <any>
#include <span>
#include <vector>

/// A program's own functions of that name, which are called.
namespace own {

int run(const dmlrun::Operator&) { return 1; }
int run(const dmlrun::Result<dmlrun::Operator>&, double) { return 2; }
int run(const dmlrun::Result<dmlrun::Kernel>&, std::span<const float>) { return 3; }
int run(const std::any&, const char*) { return 4; }

int run_all(const dmlrun::Result<dmlrun::Operator>& op, const dmlrun::Result<dmlrun::Kernel>& kernel) {
  return run(*op) + run(op, 1) + run(kernel, std::vector<float>()) + run(*op, "x");
}

}  // namespace own

dmlrun::Result<void> run_it(const dmlrun::Kernel& kernel, const std::vector<float>& input, std::vector<float>& output) {
#ifdef ARRAYS
  return dmlrun::run(kernel, input, output);
#elif defined(CONSTANT)
  return dmlrun::run(kernel, output, input);
#elif defined(RESULT)
  return dmlrun::run(dmlrun::Result<dmlrun::Kernel>(kernel), std::span(input), std::span(output));
#elif defined(PARSED)
  return dmlrun::run(dmlrun::parse_spec("{}"), std::span(input), std::span(output));
#elif defined(OPERATOR)
  return dmlrun::run(*dmlrun::parse_spec("{}"), std::span(input), std::span(output));
#else
  return dmlrun::run(kernel, input.data(), output);
#endif
}
