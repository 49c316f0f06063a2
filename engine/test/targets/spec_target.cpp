// Text to operator: no text crashes it, and what is accepted is accepted again, in full, with the same meaning.
#include "dmlrun/spec.h"
#include "engine/spec/bound.h"
#include "engine/spec/spec.h"
#include "engine/test/targets/target.h"

using namespace dmlrun;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(test::text_of(data, size));
  std::vector<Warning> warnings;
  SpecOptions options;
  options.warnings = &warnings;
  // The two steps of parse_spec, which reads what was written below: the first alone tells where values come from.
  const auto spec = spec::Spec::parse(text, options);
  const auto op = spec ? spec::complete_checked(*spec, {}) : Result<Operator>(spec.error());
  if (!op) {
    test::demand(op.error().code != ErrorCode::internal && !op.error().message.empty(), "a refusal says why");
    return 0;
  }
  const auto written = write_spec(*op);
  test::demand(written.has_value(), "an operator can be written");
  const auto again = parse_spec(*written);
  test::demand(again.has_value(), "what was written is accepted", *written);
  const auto twice = write_spec(*again);
  test::demand(twice && *twice == *written, "what was written reads the same", *written);
  for (const TensorSlot& slot : op->outputs())
    test::demand(element_count(slot.desc) > 0 && buffer_bytes(slot.desc) <= Limits().tensor_bytes,
                 "an output has a size");
  for (const spec::Source& source : spec->inputs())
    for (const TensorSlot& slot : op->inputs())
      if (slot.name == source.name && slot.index == source.index && source.kind != spec::SourceKind::file &&
          buffer_bytes(slot.desc) < 100'000) {
        std::vector<std::byte> buffer(buffer_bytes(slot.desc));
        (void)spec::write_values(source, slot.desc, buffer);
      }
  return 0;
}
