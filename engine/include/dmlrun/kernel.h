// From a validated Operator to something that runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// What is known of a back end on this machine.
struct BackendInfo {
  std::string_view name;         ///< what CompileOptions::backend takes
  std::string_view description;  ///< one line
  std::string_view device;       ///< "CPU" or a device's name
  std::string why_not;           ///< "" when it works here, else the reason
};

/// Every back end this build knows, best first.
[[nodiscard]] std::vector<BackendInfo> backends() noexcept;

/// How an operator is compiled. Nothing here changes a result.
struct CompileOptions {
  /// "auto" (best of those that work), or a name out of backends().
  std::string_view backend = "auto";
  /// The most that generated code may use of the processor: "avx2", "avx512" or "avx512-vbmi". "": all that it has.
  std::string_view isa{};
  /// Choices made for another processor than this one, by the name of the row that holds them. "": this one's.
  std::string_view tuning{};
  /// The device, for back ends that have several: its number, or part of its name. "": the first.
  std::string_view device{};
};

/// What compile() considered, for people: one line per back end, and the plans as text.
struct Explanation {
  struct Choice {
    std::string_view backend;
    std::string why_not;  ///< "" for the back ends that would run it
  };
  std::string_view chosen;  ///< "" when none can
  std::vector<Choice> choices;
  std::vector<std::string> plans;  ///< one per output
};

struct KernelState;

/// A compiled operator. Immutable; any number of threads may call run() on one kernel at once, with distinct outputs.
/// Copies share. A kernel outlives the Operator that it was made from. A moved-from kernel may only be assigned to.
class Kernel {
 public:
  /// Inputs and outputs in the order of Operator::inputs() and outputs(). Each span must hold at least
  /// buffer_bytes() of its tensor; bytes beyond, and gaps of a strided output, are left alone. Alignment is free.
  /// Inputs may alias each other; an output may not overlap anything (buffers_overlap). Executing takes no lock and,
  /// up to 64 inputs, allocates nothing.
  [[nodiscard]] Result<void> run(std::span<const std::span<const std::byte>> inputs,
                                 std::span<const std::span<std::byte>> outputs) const noexcept;
  /// Runs only elements first ... first + count - 1 (row-major order) of output `index`; `slice` receives them from its
  /// first byte on. Only for packed outputs. first and count must be multiples of slice_granularity(index), except
  /// where the output ends.
  [[nodiscard]] Result<void> run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count,
                                       std::span<std::byte> slice) const noexcept;
  [[nodiscard]] std::uint64_t slice_granularity(std::size_t index) const noexcept;
  [[nodiscard]] std::string_view backend() const noexcept;

  /// For the library's own use.
  explicit Kernel(std::shared_ptr<const KernelState> state) noexcept : state_(std::move(state)) {}

 private:
  std::shared_ptr<const KernelState> state_;
};

/// Errors: unknown_backend, backend_unavailable (with the reason), out_of_memory, code_budget, no_executable_memory.
[[nodiscard]] Result<Kernel> compile(const Operator& op, const CompileOptions& options = {}) noexcept;
[[nodiscard]] Result<Explanation> explain(const Operator& op, const CompileOptions& options = {}) noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
