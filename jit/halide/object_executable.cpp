#include "jit/halide/object_executable.h"

#include <algorithm>
#include <utility>

#include "engine/tensor/floating_point.h"

namespace dmlrun::jit::halide {
namespace {

/// Output bytes of one call, large enough that the call's cost does not count. Where several boxes write a row, the
/// second-level cache still holds it when the next box is written.
constexpr std::int64_t kBlockBytesOfBoxes = 128 << 10;
constexpr std::int64_t kBlockBytes = 1 << 20;

KernelBuffer buffer_at(std::byte* host, KernelDimension& dimension) noexcept {
  KernelBuffer buffer;
  buffer.host = reinterpret_cast<std::uint8_t*>(host);
  buffer.dimension = &dimension;
  return buffer;
}

std::int32_t small(std::int64_t value) noexcept { return static_cast<std::int32_t>(value); }

}  // namespace

/// What all calls of one run share.
struct ObjectExecutable::Call {
  std::array<KernelBuffer, kMaxInputs> operands;
  std::byte* output = nullptr;  ///< of coordinate `begin`
  std::int64_t begin = 0;
};

Result<std::unique_ptr<ObjectExecutable>> ObjectExecutable::make(const plan::Plan& plan, LoadedObject object) {
  auto* entry = object.find<KernelEntry>(kKernelEntry);
  if (!entry)
    return Error{.code = ErrorCode::backend_failed,
                 .message = "the object lacks the function " + std::string(kKernelEntry)};
  return std::unique_ptr<ObjectExecutable>(new ObjectExecutable(plan, std::move(object), entry));
}

ObjectExecutable::ObjectExecutable(const plan::Plan& plan, LoadedObject object, KernelEntry* entry)
    : object_(std::move(object)), entry_(entry), computes_(!plan.values.empty()) {
  for (const plan::Operand& operand : plan.operands)
    if (operand.input != plan::kIndex) inputs_.push_back(operand.input);
  const Boxes boxes = boxes_of(plan);
  head_ = boxes.head;
  body_ = boxes.body;
  repeat_ = boxes.repeat;
  extent_ = boxes.extent();
  row_elements_ = static_cast<std::uint64_t>(boxes.row_elements);
  const auto bytes = static_cast<std::int64_t>(plan::bytes_of(plan.output));
  row_bytes_ = boxes.row_stride * bytes;
  const std::int64_t block = boxes.list.size() > 1 ? kBlockBytesOfBoxes : kBlockBytes;
  block_rows_ = std::max<std::int64_t>(1, block / std::max<std::int64_t>({1, row_bytes_, boxes.row_elements * bytes}));
}

std::vector<CodeSection> ObjectExecutable::sections() const {
  std::vector<CodeSection> sections = {{"code", true, object_.code()}};
  if (!object_.constants().empty()) sections.push_back({"constants", false, object_.constants()});
  return sections;
}

void ObjectExecutable::run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                           std::uint64_t last) const noexcept {
  if (first >= last) return;
  KernelDimension dimension{0, 0, 1, 0};
  Call call;
  for (std::size_t o = 0; o < inputs_.size(); ++o)
    call.operands[o] = buffer_at(const_cast<std::byte*>(inputs[inputs_[o]]), dimension);  // NOLINT: only read
  call.output = output;
  call.begin = static_cast<std::int64_t>(first / row_elements_);
  const auto end = static_cast<std::int64_t>((last + row_elements_ - 1) / row_elements_);
  for (std::int64_t begin = call.begin; begin < end; begin += block_rows_)
    run_block(call, begin, std::min(begin + block_rows_, end));
}

/// Coordinates [begin, end): at most the head's, part of a body, whole bodies, part of a body, and the tail's.
void ObjectExecutable::run_block(const Call& shared, std::int64_t begin, std::int64_t end) const noexcept {
  const auto make = [](std::int64_t count) {
    KernelRange range;
    range.count = small(count);
    return range;
  };
  const std::int64_t tail = head_ + body_ * repeat_;
  if (begin == 0 && end == extent_) {
    KernelRange all = make(extent_);
    all.head_end = small(head_);
    all.repeat_end = small(repeat_);
    all.body_end = small(body_);
    all.tail_end = small(extent_ - tail);
    return call(shared, begin, all);
  }
  if (begin < head_) {
    KernelRange range = make(std::min(end, head_) - begin);
    range.head_begin = small(begin);
    range.head_end = range.head_begin + range.count;
    call(shared, begin, range);
  }
  std::int64_t at = std::max(begin, head_);
  while (at < std::min(end, tail)) {
    const std::int64_t repeat = (at - head_) / body_, in_body = (at - head_) % body_;
    const std::int64_t whole = in_body == 0 ? (std::min(end, tail) - at) / body_ : 0;
    const std::int64_t most = std::min(body_ - in_body, end - at);
    KernelRange range = make(whole > 0 ? whole * body_ : most);
    range.repeat_begin = small(repeat);
    range.repeat_end = small(repeat + std::max<std::int64_t>(whole, 1));
    range.body_begin = small(in_body);
    range.body_end = small(whole > 0 ? body_ : in_body + most);
    call(shared, at, range);
    at += range.count;
  }
  if (end > tail) {
    const std::int64_t from = std::max(begin, tail);
    KernelRange range = make(end - from);
    range.tail_begin = small(from - tail);
    range.tail_end = small(end - tail);
    call(shared, from, range);
  }
}

void ObjectExecutable::call(const Call& shared, std::int64_t begin, const KernelRange& range) const noexcept {
  KernelDimension dimension{0, 0, 1, 0};
  KernelBuffer output = buffer_at(shared.output + (begin - shared.begin) * row_bytes_, dimension);
  KernelRange members = range;
  std::array<void*, kMaxInputs + kRangeMembers + 1> arguments;
  std::size_t count = 0;
  for (std::size_t o = 0; o < inputs_.size(); ++o)
    arguments[count++] = const_cast<KernelBuffer*>(&shared.operands[o]);  // NOLINT: only read
  arguments[count++] = &members.zero;
  for (std::int32_t* member :
       {&members.count, &members.head_begin, &members.head_end, &members.repeat_begin, &members.repeat_end,
        &members.body_begin, &members.body_end, &members.tail_begin, &members.tail_end})
    arguments[count++] = member;
  arguments[count] = &output;
  if (!computes_) {
    entry_(arguments.data());
    return;
  }
  const DefaultFloatingPoint environment;
  entry_(arguments.data());
}

}  // namespace dmlrun::jit::halide
