#include "jit/test/generated.h"

#include <stdexcept>

#include "engine/plan/name.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"

namespace dmlrun::jit::test {

namespace {

template <class T>
T required(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  return std::move(result).value();
}

}  // namespace

Generated::Generated(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning, x64::RowForm form) {
  description_.name = plan::name(plan);
  description_.plan = plan::print(plan);
  description_.backend = isa == x64::Isa::avx2 ? "jit-avx2" : "jit-avx512";
  description_.isa = name(isa);
  description_.tuning = tuning.name;
  if (plan.values.empty()) {
    const x64::CopySettings settings{isa, &tuning, form};
    const plan::Plan normal = plan::normalize(plan);
    copy_ = required(x64::CopyExecutable::make(normal, settings));
    description_.strategy = required(x64::CopyExecutable::strategy(normal, settings));
    description_.sections = copy_->sections();
    return;
  }
  x64::StrategyNotes notes(plan);
  x64::arithmetic::KernelCode kernel = required(x64::arithmetic::make_kernel(plan, isa, tuning, &notes));
  code_ = std::move(kernel.bytes);
  description_.strategy = notes.choices();
  const std::span<const std::byte> all = code_;
  description_.sections = {{"code", true, all.first(kernel.instruction_bytes)},
                           {"constants", false, all.subspan(kernel.instruction_bytes)}};
}

}  // namespace dmlrun::jit::test
