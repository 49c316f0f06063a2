#include "jit/halide/pipeline/module_call.h"

#include <new>

#include "engine/plan/fold_values.h"
#include "engine/plan/print.h"

namespace dmlrun::jit::halide {
namespace {

/// Warnings are about schedules, which users do not write.
class Reporter final : public Halide::CompileTimeErrorReporter {
 public:
  void warning(const char*) override {}
  void error(const char* text) override { throw std::runtime_error(text); }
};

}  // namespace

std::mutex& call_mutex() {
  static std::mutex one_at_a_time;
  return one_at_a_time;
}

plan::Plan plan_of(const char* text) {
  auto plan = plan::parse(text);
  if (!plan) throw std::runtime_error("the plan cannot be read: " + plan.error().to_string());
  plan::fold_values(*plan);  // else Halide does, and prints doubles that it made as floats
  return std::move(*plan);
}

ModuleOutcome answer_with(const ModuleAnswer& answer, std::string_view text, ModuleOutcome outcome) {
  constexpr std::size_t kMax = 4096;
  text = text.substr(0, kMax);
  text = text.substr(0, text.find_last_not_of("\n ") + 1);
  // All that Halide's wheel says of errors within itself.
  if (text == "Error:") text = "Halide failed within itself and gives no reason";
  answer.receive(answer.context, text.data(), text.size());
  return outcome;
}

ModuleOutcome outcome_of_exception(const ModuleAnswer& answer) {
  try {
    throw;
  } catch (const UnsuitableTarget& error) {
    return answer_with(answer, error.what(), ModuleOutcome::unknown_target);
  } catch (const Halide::Error& error) {  // not a std::exception
    return answer_with(answer, error.what(), ModuleOutcome::failed);
  } catch (const std::bad_alloc&) {
    return ModuleOutcome::no_memory;
  } catch (const std::exception& error) {
    return answer_with(answer, error.what(), ModuleOutcome::failed);
  }
}

void throw_compile_time_errors() {
  static Reporter reporter;
  Halide::set_custom_compile_time_error_reporter(&reporter);
}

}  // namespace dmlrun::jit::halide
