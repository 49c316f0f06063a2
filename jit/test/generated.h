// Code that is looked at and never run, so that any machine can make it for every instruction set.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/copy/copy_executable.h"

namespace dmlrun::jit::test {

/// Every instruction set that code is made for, whatever this machine has.
inline constexpr auto kAllIsas = [] {
  std::array<x64::Isa, static_cast<std::size_t>(x64::kNewestIsa)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<x64::Isa>(i + 1);
  return all;
}();

class Generated {
 public:
  /// Precondition: plan::check(plan). Throws what is wrong, for Catch2 to report.
  Generated(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning,
            x64::RowForm form = x64::RowForm::straight);

  /// As Kernel::describe() would give it; valid while this lives.
  [[nodiscard]] const KernelDescription& description() const noexcept { return description_; }

 private:
  std::unique_ptr<x64::CopyExecutable> copy_;
  std::vector<std::byte> code_;  ///< of what computes
  KernelDescription description_;
};

}  // namespace dmlrun::jit::test
