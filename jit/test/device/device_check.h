// The parts of dmlrun_device_check. Each returns the exit code of the program, and prints what it found.
#pragma once

#include <cstdint>
#include <string>

namespace dmlrun::jit::test {

struct CheckOptions {
  std::string backend = "halide-opencl";
  std::string device;
  std::string cases;         ///< part of the names of those that are timed or printed
  std::string plans;         ///< file of those that are timed, a line each: name, tab, plan; "": bench_plans()
  std::uint64_t count = 60;  ///< plans
  std::uint64_t sets = 20;   ///< of data for each
  std::uint64_t first = 0;   ///< seed of the first plan
  bool are_values = false;   ///< of random lists of values, not of plans of all kinds
};

int check_plans(const CheckOptions& options);
int check_sources(const CheckOptions& options);
int print_sources(const CheckOptions& options);
int bench(const CheckOptions& options);

}  // namespace dmlrun::jit::test
