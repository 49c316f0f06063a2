#include "cli/model/model_comparison.h"

#include <cstring>
#include <limits>

#include "cli/bound_spec.h"
#include "cli/execution.h"
#include "cli/report/failure.h"
#include "cli/report/json_text.h"
#include "cli/report/output_text.h"

namespace dmlrun::cli {
namespace {

/// What a print's coordinates count along: the shape of the resource's file, or one axis.
Dimensions print_sizes(const model::Content& content, std::uint64_t count) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
  Dimensions sizes;
  bool fits = !content.shape.empty() && content.shape.size() <= kMaxRank;
  for (std::uint64_t size : content.shape) fits = fits && size <= kMax;
  if (!fits) return count <= kMax ? Dimensions{static_cast<std::uint32_t>(count)} : Dimensions{};
  for (std::uint64_t size : content.shape) sizes.push_back(static_cast<std::uint32_t>(size));
  return sizes;
}

std::string shown_output(const model::Dispatchable& dispatchable, const TensorSlot& slot) {
  return "dispatch " + in_quotes(dispatchable.name) + ", " + shown_name(slot);
}

}  // namespace

std::string ModelComparison::sentence() const {
  const std::string place = "command " + std::to_string(command) + " (" + what + ")";
  return against.empty() ? place + " is not as expected"
                         : "back ends differ in " + place + ": " + against + " gives what is shown as found";
}

std::string ModelComparison::json() const {
  JsonObject object;
  object.add("command", command).add("what", what).add("against", against.empty() ? "expected" : against);
  return object.add_raw("result", comparison_json(result)).text();
}

std::optional<ModelComparison> compare_print(const ModelFile& file, const Session& session, std::size_t index) {
  const model::Command& command = file.model().commands[index];
  if (command.expected.empty()) return std::nullopt;
  const ExpectedValues& expected = *file.expected(index)[0];
  const model::Content& content = file.content(command.resource);
  const std::span<const std::byte> found = session.printed(command.resource);
  ModelComparison comparison;
  comparison.command = command.index;
  comparison.what = "print " + in_quotes(file.model().resources[command.resource].name);
  comparison.result = compare(content.type, print_sizes(content, model::printed_elements(content)),
                              expected.values.bytes(), found, expected.tolerance, expected.any_nan);
  return comparison;
}

std::vector<ModelComparison> compare_dispatch(const ModelFile& file, const Session& session, std::size_t index) {
  std::vector<ModelComparison> comparisons;
  const model::Command& command = file.model().commands[index];
  const model::Dispatchable& dispatchable = file.model().dispatchables[command.dispatchable];
  for (std::size_t i = 0; i < command.expected.size(); ++i) {
    if (!command.expected[i]) continue;
    const ExpectedValues& expected = *file.expected(index)[i];
    const TensorSlot& slot = dispatchable.op->outputs()[i];
    const Buffer found = session.output_values(index, i);
    comparisons.push_back({command.index, shown_output(dispatchable, slot), "",
                           compare(slot.desc.type, slot.desc.sizes, expected.values.bytes(), found.bytes(),
                                   expected.tolerance, expected.any_nan)});
  }
  return comparisons;
}

OtherBackends::OtherBackends(const Options& options, const ModelFile& file, const Session& session)
    : file_(file), session_(session) {
  std::string reason;
  for (const model::Dispatchable& dispatchable : file.model().dispatchables) {
    std::vector<Kernel>& kernels = kernels_.emplace_back();
    if (!dispatchable.op) continue;
    for (std::string_view name : available_backends(options))
      if (std::optional<Kernel> kernel =
              compile_unless_declined(*dispatchable.op, compile_options(options, name), reason))
        kernels.push_back(std::move(*kernel));
  }
}

void OtherBackends::compare_with(std::size_t index, const std::function<void(ModelComparison)>& judge) const {
  const model::Command& command = file_.model().commands[index];
  const model::Dispatchable& dispatchable = file_.model().dispatchables[command.dispatchable];
  const std::span<const TensorSlot> slots = dispatchable.op->outputs();
  for (const Kernel& kernel : kernels_[command.dispatchable]) {
    std::vector<Buffer> buffers;
    std::vector<std::span<std::byte>> outputs;
    for (const std::span<std::byte> output : session_.state().outputs(index)) {
      buffers.push_back(take(Buffer::make_zeroed(output.size()), file_.path()));
      outputs.push_back(buffers.back().bytes());
    }
    require(session_.state().fetch_inputs(index), file_.path());
    require(kernel.run(session_.state().inputs(index), outputs), file_.path());
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const TensorDesc& tensor = slots[i].desc;
      const Buffer ours = session_.output_values(index, i);
      const Buffer other = take(model::packed_values(tensor, outputs[i]), file_.path());
      const Tolerance tolerance = Tolerance{}.for_output(slots[i].computed);
      judge({command.index, shown_output(dispatchable, slots[i]), std::string(kernel.backend()),
             compare(tensor.type, tensor.sizes, ours.bytes(), other.bytes(), tolerance)});
    }
  }
}

}  // namespace dmlrun::cli
