// DxDispatch's options, every one: kept, mapped to what is there on this side, taken with a note, or refused.
#include <array>

#include "cli/options/options.h"

namespace dmlrun::cli {
namespace {

constexpr unsigned kOfRun = 1u << static_cast<unsigned>(Command::run);
constexpr std::string_view kNoDirect3D = "there is no Direct3D here";
constexpr std::string_view kNoOnnx = "ONNX models are not run";

constexpr OptionInfo kept(std::string_view name, std::string_view second_name, std::string_view value,
                          std::string_view summary) {
  return {name, second_name, value, summary, kOfRun, nullptr, Treatment::read};
}
constexpr OptionInfo noted(std::string_view name, std::string_view second_name, std::string_view value,
                           std::string_view why) {
  return {name, second_name, value, why, kOfRun, nullptr, Treatment::noted};
}
constexpr OptionInfo refused(std::string_view name, std::string_view second_name, std::string_view value,
                             std::string_view why) {
  return {name, second_name, value, why, kOfRun, nullptr, Treatment::refused};
}

constexpr std::array kTable = {
    kept("-m", "--model", "FILE", "the model, as an operand is"),
    kept("-i", "--dispatch_iterations", "N", "samples of the time of each dispatch (1)"),
    kept("-r", "--dispatch_repeat", "N", "executions in each sample (1)"),
    kept("-t", "--milliseconds_to_run", "MS", "take samples for so long, whatever -i says"),
    kept("-I", "--dispatch_interval", "MS", "let samples begin at least so far apart (0)"),
    kept("-w", "--warmup_samples", "N", "how many samples count as cold, at most (1)"),
    kept("-v", "--timing_verbosity", "0|1|2", "how much is printed of times (0)"),
    kept("--print_commands", "", "", "print each command before and after it runs"),
    kept("--input_path", "", "DIR", "where the files of a model are looked for first (beside it)"),
    kept("--output_path", "", "DIR", "where writeFile writes (the current folder)"),
    kept("-a", "--adapter", "TEXT", "the first back end with TEXT in its name or device"),
    kept("-s", "--show_adapters", "", "list the back ends, then go on"),
    kept("-S", "--show_dependencies", "", "show versions and back ends, then go on"),
    noted("-d", "--debug", "", "models are always validated in full"),
    noted("-q", "--queue_type", "TYPE", kNoDirect3D),
    noted("--max_gpu_time_measurements", "", "N", "times are the CPU's"),
    noted("--post_dispatch_barriers", "", "KIND", kNoDirect3D),
    noted("--disable_custom_heaps", "", "", kNoDirect3D),
    noted("--clear_shader_caches", "", "", kNoDirect3D),
    noted("--disable_gpu_timeout", "", "", kNoDirect3D),
    noted("--enable_dred", "", "", kNoDirect3D),
    noted("--disable_background_processing", "", "", kNoDirect3D),
    noted("--set_stable_power_state", "", "", kNoDirect3D),
    noted("--disable_agility_sdk", "", "", kNoDirect3D),
    noted("--xbox_allow_precompile", "", "", kNoDirect3D),
    noted("--present_separator", "", "", kNoDirect3D),
    noted("--pix_capture_name", "", "NAME", "nothing is captured"),
    refused("-c", "--pix_capture_type", "TYPE", "nothing can be captured"),
    refused("--print_hlsl_disassembly", "", "", "HLSL is not run"),
    refused("-f", "--onnx_free_dim_name_override", "NAME:N", kNoOnnx),
    refused("-F", "--onnx_free_dim_denotation_override", "NAME:N", kNoOnnx),
    refused("-e", "--onnx_session_config_entry", "KEY:VALUE", kNoOnnx),
    refused("-b", "--binding_shape", "NAME:SHAPE", kNoOnnx),
    refused("-l", "--onnx_graph_optimization_level", "N", kNoOnnx),
    refused("-L", "--onnx_logging_level", "N", kNoOnnx),
    refused("-p", "--print_onnx_bindings", "", kNoOnnx),
    refused("-x", "--enable_ort_extensions", "", kNoOnnx),
    refused("--enable_onnx_profiling", "", "", kNoOnnx),
};

}  // namespace

std::span<const OptionInfo> dxdispatch_options() { return kTable; }

}  // namespace dmlrun::cli
