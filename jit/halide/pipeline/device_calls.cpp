#include "jit/halide/pipeline/device_calls.h"

#include <map>
#include <memory>

namespace dmlrun::jit::halide {

std::mutex& turn() {
  static std::mutex one_at_a_time;
  return one_at_a_time;
}

DeviceRuntime& runtime_of(DeviceApi api) {
  static std::map<DeviceApi, std::unique_ptr<DeviceRuntime>> runtimes;
  std::unique_ptr<DeviceRuntime>& runtime = runtimes[api];
  if (!runtime) runtime = std::make_unique<DeviceRuntime>(api, device_target(api));
  return *runtime;
}

DeviceOutcome answer_with(const ModuleAnswer& answer, std::string_view text, DeviceOutcome outcome) {
  constexpr std::size_t kMax = 4096;
  const std::string_view cut = text.substr(0, kMax);
  answer.receive(answer.context, cut.data(), cut.find_last_not_of("\n ") + 1);
  return outcome;
}

DeviceOutcome outcome_of(int code, const CallContext& context, const ModuleAnswer& answer) {
  if (code == 0) return DeviceOutcome::done;
  const std::string sentence = context.sentence();
  bool is_memory = code == halide_error_code_device_malloc_failed || code == halide_error_code_out_of_memory;
  for (const char* word : {"ALLOCATION_FAILURE", "OUT_OF_RESOURCES", "OUT_OF_HOST_MEMORY", "OUT_OF_MEMORY"})
    is_memory = is_memory || sentence.find(word) != std::string::npos;
  return answer_with(answer, sentence, is_memory ? DeviceOutcome::no_device_memory : DeviceOutcome::failed);
}

}  // namespace dmlrun::jit::halide
