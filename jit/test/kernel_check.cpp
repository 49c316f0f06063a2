#include "jit/test/kernel_check.h"

#include <algorithm>
#include <vector>

namespace dmlrun::jit::test {

std::string Findings::to_string() const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (violations != 0) add("not as it was: " + violation_names(violations));
  if (damage) add("a byte beside the output was written: " + std::to_string(*damage) + " from its begin");
  if (dependent_byte) add("the output depends on what registers held: byte " + std::to_string(*dependent_byte));
  return text;
}

Findings check_kernel(KernelThunk& thunk, x64::KernelFunction* kernel, const KernelCase& kernel_case,
                      const KernelEntry& entry) {
  report_faults();
  Findings findings;
  std::vector<std::byte> earlier;
  for (const bool is_clean : {true, false}) {
    const auto output = kernel_case.output.place(kernel_case.output_bytes, kernel_case.side, kernel_case.distance);
    const x64::KernelArguments arguments{kernel_case.inputs, output.data(), kernel_case.first,
                                         kernel_case.last,   nullptr,       kernel_case.last - kernel_case.first};
    KernelEntry with = entry;
    with.upper_halves_are_clean = is_clean;
    if (!is_clean) with.seed = ~entry.seed;
    findings.violations |= thunk.run(kernel, arguments, with);
    if (!findings.damage) findings.damage = kernel_case.output.first_damage();
    if (is_clean) {
      earlier.assign(output.begin(), output.end());
      continue;
    }
    const auto differing = std::mismatch(earlier.begin(), earlier.end(), output.begin()).first;
    if (differing != earlier.end()) findings.dependent_byte = static_cast<std::size_t>(differing - earlier.begin());
  }
  return findings;
}

}  // namespace dmlrun::jit::test
