// A kernel made of an object from the module.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/run/backend.h"
#include "jit/halide/boxes.h"
#include "jit/halide/kernel_call.h"
#include "jit/halide/objects/object_loader.h"

namespace dmlrun::jit::halide {

/// The name of the function in an object; the caller of the code takes the one with the suffix.
inline constexpr const char* kKernelFunction = "dmlrun_kernel";
inline constexpr const char* kKernelEntry = "dmlrun_kernel_argv";

class ObjectExecutable final : public Executable {
 public:
  /// Precondition: the object was made of this plan, and why_not_boxes(plan) is "". Fails with backend_failed when the
  /// object lacks the function.
  static Result<std::unique_ptr<ObjectExecutable>> make(const plan::Plan& plan, LoadedObject object);

  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override;
  [[nodiscard]] bool keeps_environment() const noexcept override { return true; }
  /// Whole coordinates of the outermost axis.
  [[nodiscard]] std::uint64_t slice_granularity() const noexcept override { return row_elements_; }
  [[nodiscard]] std::vector<CodeSection> sections() const override;
  [[nodiscard]] std::uint64_t bytes() const noexcept override { return sizeof(*this) + object_.bytes(); }

 private:
  ObjectExecutable(const plan::Plan& plan, LoadedObject object, KernelEntry* entry);

  struct Call;
  void run_block(const Call& call, std::int64_t begin, std::int64_t end) const noexcept;
  void call(const Call& call, std::int64_t begin, const KernelRange& range) const noexcept;

  LoadedObject object_;
  KernelEntry* entry_;
  std::vector<std::uint32_t> inputs_;  ///< of each operand that reads one, which of the caller's buffers
  bool computes_ = false;
  std::int64_t head_ = 0, body_ = 0, repeat_ = 0, extent_ = 0;
  std::int64_t row_bytes_ = 0;  ///< of the output, from an outermost coordinate to the next
  std::uint64_t row_elements_ = 1;
  std::int64_t block_rows_ = 1;  ///< how many outermost coordinates one call covers
};

}  // namespace dmlrun::jit::halide
