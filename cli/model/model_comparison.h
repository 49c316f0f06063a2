// Results of a model against what is expected, and against the other back ends.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model/model_file.h"
#include "cli/model/session.h"
#include "engine/tensor/compare.h"

namespace dmlrun::cli {

struct ModelComparison {
  std::uint32_t command = 0;  ///< in the model
  std::string what;           ///< "print 'Out'", "dispatch 'join', OutputTensor"
  std::string against;        ///< "" for expected values, else the back end whose values count as found
  Comparison result;
  /// "command 2 (print 'Out') is not as expected".
  [[nodiscard]] std::string sentence() const;
  [[nodiscard]] std::string json() const;
};

/// A print command with expected values against the session's buffers; nothing without.
[[nodiscard]] std::optional<ModelComparison> compare_print(const ModelFile& file, const Session& session,
                                                           std::size_t command);
/// The outputs of a dispatch command, after it, that have expected values.
[[nodiscard]] std::vector<ModelComparison> compare_dispatch(const ModelFile& file, const Session& session,
                                                            std::size_t command);

/// Every other back end that works here and takes a dispatchable, for --backend all.
class OtherBackends {
 public:
  OtherBackends(const Options& options, const ModelFile& file, const Session& session);
  /// After a dispatch: runs it again on each of them from the same inputs, and compares the outputs.
  void compare_with(std::size_t command, const std::function<void(ModelComparison)>& judge) const;

 private:
  const ModelFile& file_;
  const Session& session_;
  std::vector<std::vector<Kernel>> kernels_;  ///< for each dispatchable
};

}  // namespace dmlrun::cli
