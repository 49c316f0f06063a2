// Plans of shapes that are measured, and whose source is looked at.
#pragma once

#include <string>
#include <vector>

namespace dmlrun::jit::test {

struct BenchPlan {
  std::string name;
  std::string plan;  ///< as text
  /// Bytes read and written by somebody who reads every input element once.
  double traffic = 0;
};

/// Outputs of 256 MiB each, in elements of 4, 2 and 1 bytes; the sum has three times the traffic of its output.
std::vector<BenchPlan> bench_plans();
/// Those of a file, a line each: name, tab, plan. Lines that are no plans are left out.
std::vector<BenchPlan> bench_plans(const std::string& file);

}  // namespace dmlrun::jit::test
