// A spec on every back end that is quick to compile, against the reference.
#include "dmlrun/spec.h"
#include "engine/fuzz/differential_run.h"
#include "engine/test/targets/target.h"
#include "engine/test/variants.h"

using namespace dmlrun;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<CompileOptions> variants = test::all_variants();
  const auto op = parse_spec(test::text_of(data, size));
  if (!op) return 0;
  for (std::span<const TensorSlot> slots : {op->inputs(), op->outputs()})
    for (const TensorSlot& slot : slots)
      if (buffer_bytes(slot.desc) > 1u << 14) return 0;
  fuzz::DifferentialCounts counts;
  const auto finding = fuzz::DifferentialRun(*op, variants).judge(1, size, counts);
  if (finding)
    test::demand(false, std::string(finding->variant.backend).c_str(), finding->words + "\n" + write_spec(*op).value());
  return 0;
}
