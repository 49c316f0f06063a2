#include "engine/reference/reference.h"

#include <variant>

#include "engine/reference/definitions.h"

namespace dmlrun::reference {

void run(const OperatorDesc& desc, std::size_t output_index, const std::byte* const* inputs, std::byte* output,
         std::uint64_t first, std::uint64_t last) noexcept {
  struct Dispatch {
    std::size_t index;  ///< of the output, for operators that have several
    const std::byte* const* inputs;
    std::byte* output;
    std::uint64_t first, last;
    void operator()(const TileDesc& d) const noexcept { run_tile(d, inputs, output, first, last); }
    void operator()(const JoinDesc& d) const noexcept { run_join(d, inputs, output, first, last); }
    void operator()(const PaddingDesc& d) const noexcept { run_padding(d, inputs, output, first, last); }
    void operator()(const Padding1Desc& d) const noexcept { run_padding1(d, inputs, output, first, last); }
    void operator()(const QuantizedLinearAddDesc& d) const noexcept {
      run_quantized_linear_add(d, inputs, output, first, last);
    }
    void operator()(const SliceDesc& d) const noexcept { run_slice(d, inputs, output, first, last); }
    void operator()(const Slice1Desc& d) const noexcept { run_slice1(d, inputs, output, first, last); }
    void operator()(const SplitDesc& d) const noexcept { run_split(d, index, inputs, output, first, last); }
  };
  std::visit(Dispatch{output_index, inputs, output, first, last}, desc);
}

}  // namespace dmlrun::reference
