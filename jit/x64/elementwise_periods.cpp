#include "jit/x64/elementwise_periods.h"

#include <algorithm>

#include "jit/x64/elementwise_context.h"
#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit::x64 {
namespace {

/// Rows that are not shorter fill blocks well enough, and fewer rows do not pay for the row's repetition.
constexpr std::uint64_t kMostPeriod = 512, kLeastRows = 8;
/// Streams that have their address in a register.
constexpr std::size_t kMostMoving = 6;
/// Bytes that are copied at once.
constexpr std::int32_t kChunk = 16;

bool is_whole(const plan::Axis& axis) {
  return axis.head.size() == 1 && axis.body.empty() && axis.tail.empty() && axis.head[0].source != plan::kFill &&
         axis.head[0].begin == 0 && axis.head[0].step == 1;
}

bool is_byte(plan::Element element) noexcept { return element == plan::Element::i8 || element == plan::Element::u8; }

}  // namespace

Periods merge_rows(const plan::Plan& plan, std::uint64_t block) {
  Periods made{plan, 0, {}};
  if (plan.axes.size() != 2 || !is_whole(plan.axes[0]) || !is_whole(plan.axes[1]) || !is_byte(plan.output)) return made;
  const std::uint64_t rows = plan.axes[0].head[0].count, period = plan.axes[1].head[0].count;
  const auto pitch = static_cast<std::int64_t>(period);
  if (rows < kLeastRows || period < 2 || period > kMostPeriod || period % block == 0) return made;
  if (plan.output_strides[0] != pitch || plan.output_strides[1] != 1) return made;
  std::size_t moving = 0, periodic = 0;
  std::vector<bool> is_periodic;
  for (plan::Operand& operand : made.plan.operands) {
    const std::int64_t outer = operand.strides[0], inner = operand.strides[1];
    const bool stays = outer == 0 && inner == 0, repeats = outer == 0 && inner == 1;
    if (!stays && (!is_byte(operand.element) || (!repeats && (outer != pitch || inner != 1))))
      return made = {plan, 0, {}};
    moving += stays ? 0 : 1;
    periodic += repeats ? 1 : 0;
    is_periodic.push_back(repeats);
    operand.strides[0] = stays ? 0 : 1;
    operand.strides[1] = 0;
  }
  // All periodic operands would be a matter for copies; a single stream, for a table.
  if (periodic == 0 || periodic == moving || moving > kMostMoving) return {plan, 0, {}};
  made.plan.axes = {{{{rows * period, 0, 1, plan::kAny}}, {}, 0, {}}};
  made.plan.output_strides[0] = 1;
  made.plan.output_strides[1] = 0;
  made.period = period;
  made.is_periodic = std::move(is_periodic);
  return made;
}

PeriodicStreams::PeriodicStreams(Context& context, Vectors& vectors) : c_(context), vectors_(vectors) {
  if (c_.periods.period == 0) return;
  const auto period = static_cast<std::int32_t>(c_.periods.period), block = c_.block();
  // A multiple of the period, so that the row begins there, too.
  if (!c_.is_wide) before_ = (block + period - 1) / period * period;
  for (int s = 0; s < c_.moving(); ++s) {
    if (!c_.is_periodic(s)) continue;
    const std::int32_t at = c_.frame.add(static_cast<std::size_t>(before_ + period + block + 2 * kChunk), 64);
    streams_.push_back({s, at + before_});
  }
}

/// The row, whose address is in r14, and after it itself again and again.
void PeriodicStreams::fill(const Stream& stream) {
  const auto period = static_cast<std::int32_t>(c_.periods.period);
  const std::int32_t begin = stream.row - before_, end = stream.row + period + c_.block();
  std::int32_t width = kChunk;
  while (width > period) width /= 2;
  const auto copy = [&](std::int32_t to, const Xbyak::RegExp& from, std::int32_t bytes) {
    const Xbyak::RegExp target = c_.a.rsp + to;
    if (bytes == 16) return c_.a.vmovups(Xbyak::Xmm(0), c_.a.ptr[from]), c_.a.vmovups(c_.a.ptr[target], Xbyak::Xmm(0));
    if (bytes == 8) return c_.a.mov(c_.a.rax, c_.a.qword[from]), c_.a.mov(c_.a.qword[target], c_.a.rax);
    if (bytes == 4) return c_.a.mov(c_.a.eax, c_.a.dword[from]), c_.a.mov(c_.a.dword[target], c_.a.eax);
    c_.a.movzx(c_.a.eax, c_.a.word[from]);
    c_.a.mov(c_.a.word[target], c_.a.ax);
  };
  for (std::int32_t done = 0; done < period; done += width) {
    const std::int32_t at = std::min(done, period - width);
    copy(begin + at, c_.a.r14 + at, width);
  }
  const std::int32_t repeated = (kChunk + period - 1) / period * period;
  std::int32_t at = begin + period;
  for (; at < begin + repeated; at += width) copy(at, c_.a.rsp + (at - period), width);
  for (at = begin + repeated; at < end; at += kChunk) copy(at, c_.a.rsp + (at - repeated), kChunk);
}

void PeriodicStreams::begin() {
  if (streams_.empty()) return;
  Assembler& a = c_.a;
  Xbyak::Label divided;
  a.mov(a.rcx, a.rax);
  a.test(a.rax, a.rax);
  a.jz(divided);
  a.mov(a.r15, a.rdx);
  a.xor_(a.edx, a.edx);
  a.mov(a.rcx, c_.periods.period);
  a.div(a.rcx);
  a.mov(a.rcx, a.rdx);
  a.mov(a.rdx, a.r15);
  a.L(divided);
  for (const Stream& stream : streams_) {
    a.mov(a.r14, a.ptr[a.rsi + std::size_t{c_.operand(stream.number).input} * 8]);
    c_.add(a.r14, c_.operand(stream.number).offset, a.rbx);
    fill(stream);
    a.lea(*vectors_.pointer(stream.number), a.ptr[a.rsp + a.rcx + stream.row]);
  }
}

void PeriodicStreams::advance() {
  const auto period = static_cast<std::int32_t>(c_.periods.period);
  for (const Stream& stream : streams_) {
    const Xbyak::Reg64 pointer = *vectors_.pointer(stream.number);
    c_.a.lea(c_.a.rax, c_.a.ptr[c_.a.rsp + stream.row + period]);
    c_.a.add(pointer, c_.block() % period);
    c_.a.lea(c_.a.rbx, c_.a.ptr[pointer - period]);
    c_.a.cmp(pointer, c_.a.rax);
    c_.a.cmovae(pointer, c_.a.rbx);
  }
}

void PeriodicStreams::go_back() {
  if (streams_.empty()) return;
  c_.a.mov(c_.a.rax, c_.a.rdx);
  c_.a.sub(c_.a.rax, c_.block());
  c_.a.sub(c_.a.rax, c_.a.rcx);
  for (const Stream& stream : streams_) c_.a.add(*vectors_.pointer(stream.number), c_.a.rax);
}

}  // namespace dmlrun::jit::x64
