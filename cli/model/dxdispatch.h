// DxDispatch's options for models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dmlrun::cli {

struct DxDispatchOptions {
  std::uint32_t iterations = 1;               ///< -i: samples of a dispatch
  std::uint32_t repeat = 1;                   ///< -r: executions in a sample
  std::optional<std::uint32_t> milliseconds;  ///< -t: samples are taken for so long instead
  std::uint32_t interval_ms = 0;              ///< -I: samples begin at least so far apart
  std::uint32_t warmup = 1;                   ///< -w: how many samples count as cold, at most
  std::uint32_t verbosity = 0;                ///< -v: 0, 1 or 2
  bool print_commands = false;
  std::optional<std::string> input_path, output_path;
};

}  // namespace dmlrun::cli
