#include "jit/x64/arithmetic/byte_table.h"

#include "engine/plan/axis_runs.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// Making a table takes as long as computing 256 elements and a little more.
constexpr std::uint32_t kMinTabled = 512;
/// Operations for 64 elements that take as long as looking them up.
constexpr std::size_t kMinOperations = 16;
constexpr std::size_t kBlock = 64;

}  // namespace

bool is_of_one_byte(const plan::Plan& plan, const std::vector<Stream>& streams, std::uint32_t min_elements) {
  if (plan::bytes_of(plan.output) != 1 || plan.axes.empty() || streams.empty()) return false;
  const bool is_one = streams[0].variance == Variance::per_element &&
                      (streams.size() == 1 || streams[1].variance != Variance::per_element);
  const plan::Operand& operand = plan.operands[streams[0].operand];
  if (!is_one || operand.input == plan::kIndex || plan::bytes_of(operand.element) != 1) return false;
  return plan::any_run(plan.axes.back(), [&](const plan::Run& run) { return run.count >= min_elements; });
}

void add_byte_table(VectorCode& code, const plan::Plan& plan, const std::vector<Stream>& streams, Isa isa) {
  if (isa < Isa::avx512_vbmi || !is_of_one_byte(plan, streams, kMinTabled)) return;
  const std::size_t operations = code.sections[static_cast<std::size_t>(Section::per_element)].size();
  if (operations * kBlock < kMinOperations * code.block_elements) return;
  code.fast = FastPath{FastPath::Kind::byte_table, kMinTabled};
  VectorBuilder b(code);
  b.set_section(Section::prepare);
  std::array<Virtual, 4> parts;
  for (std::uint32_t part = 0; part < parts.size(); ++part) parts[part] = b.table_part(part);
  b.set_section(Section::fast);
  const Emit permute = [](Assembler& a, const Registers& r) {
    if (r.to.getIdx() != r.z.getIdx()) a.vmovaps(r.to, r.z);
    a.vpermi2b(r.to, r.x, r.y);
  };
  const Virtual bytes = b.load_bytes(0, kBlock);
  const Virtual low = b.apply_apart(permute, parts[0], parts[1], bytes);
  const Virtual high = b.apply_apart(permute, parts[2], parts[3], bytes);
  const LaneMask is_high = b.mask_by(DMLRUN_EMITS(vpmovb2m(r.to_k, r.x)), bytes, kNone);
  b.store(b.select_bytes(is_high, high, low));
}

}  // namespace dmlrun::jit::x64::arithmetic
