#include "jit/halide/pipeline/device_calls.h"

#include <map>
#include <memory>

namespace dmlrun::jit::halide {

DeviceRuntime& runtime_of(DeviceApi api) {
  static std::map<DeviceApi, std::unique_ptr<DeviceRuntime>> runtimes;
  std::unique_ptr<DeviceRuntime>& runtime = runtimes[api];
  if (!runtime) runtime = std::make_unique<DeviceRuntime>(api, device_target(api));
  return *runtime;
}

ModuleOutcome outcome_of(int code, const CallContext& context, const ModuleAnswer& answer) {
  if (code == 0) return ModuleOutcome::done;
  const std::string sentence = context.sentence();
  bool is_memory = code == halide_error_code_device_malloc_failed || code == halide_error_code_out_of_memory;
  for (const char* word : {"ALLOCATION_FAILURE", "OUT_OF_RESOURCES", "OUT_OF_HOST_MEMORY", "OUT_OF_MEMORY"})
    is_memory = is_memory || sentence.find(word) != std::string::npos;
  return answer_with(answer, sentence, is_memory ? ModuleOutcome::no_device_memory : ModuleOutcome::failed);
}

}  // namespace dmlrun::jit::halide
