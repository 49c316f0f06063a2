#include "engine/fuzz/differential.h"

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <utility>
#include <variant>

#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/guarded_buffer.h"
#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {
namespace {

std::string hex(std::span<const std::byte> bytes) {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (std::byte byte : bytes) text << std::setw(2) << std::to_integer<int>(byte);
  return text.str();
}

/// Which bytes of an output's buffer belong to an element, walked by the test itself.
std::vector<bool> bytes_of_elements(const TensorDesc& tensor, std::size_t buffer) {
  std::vector<bool> written(buffer);
  const Dimensions strides = strides_of(tensor);
  const std::size_t width = element_size(tensor.type), rank = tensor.sizes.size();
  Dimensions at = Dimensions::filled(rank, 0);
  for (std::uint64_t left = element_count(tensor); left > 0; --left) {
    std::uint64_t place = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) place += std::uint64_t{at[axis]} * strides[axis];
    for (std::size_t i = 0; i < width; ++i) written[place * width + i] = true;
    for (std::size_t axis = rank; axis-- > 0 && ++at[axis] == tensor.sizes[axis];) at[axis] = 0;
  }
  return written;
}

/// One case: the operator with its buffers.
class Differential {
 public:
  Differential(std::uint64_t seed, std::uint64_t number, const Operator& op)
      : random_(seed ^ 0x62756666, number), op_(op), pattern_(random_.bits()) {
    for (const TensorSlot& slot : op.inputs()) {
      inputs_.emplace_back(buffer_size(slot.desc), misalignment(), random_.bits());
      fill_input(random_, slot, inputs_.back().bytes());
    }
    for (GuardedBuffer& input : inputs_) {
      input_spans_.push_back(input.bytes());
      untouched_.emplace_back(input.around().begin(), input.around().end());
    }
    for (const TensorSlot& slot : op.outputs()) output_bytes_.push_back(buffer_size(slot.desc));
  }

  std::optional<Finding> run(std::span<const CompileOptions> variants, DifferentialCounts& counts) {
    constexpr CompileOptions kReference{"reference"};
    auto reference = compile(op_, kReference);
    if (!reference) return Finding{kReference, "compile refused: " + reference.error().to_string()};
    std::vector<GuardedBuffer> expected = make_outputs();
    if (std::string wrong = run_whole(*reference, expected); !wrong.empty()) return Finding{kReference, wrong};
    for (std::size_t o = 0; o < expected.size(); ++o)
      if (std::string wrong = check_gaps(o, expected[o]); !wrong.empty()) return Finding{kReference, wrong};
    for (const CompileOptions& options : variants)
      if (std::string wrong = run_backend(options, expected, counts); !wrong.empty()) return Finding{options, wrong};
    for (const TensorSlot& slot : op_.outputs()) counts.elements += element_count(slot.desc);
    count_features(op_, input_spans_, misaligned_, counts.tally);
    return {};
  }

  std::vector<std::vector<std::byte>> inputs() {
    std::vector<std::vector<std::byte>> copies;
    for (GuardedBuffer& input : inputs_) copies.emplace_back(input.bytes().begin(), input.bytes().end());
    return copies;
  }

 private:
  [[nodiscard]] const TensorDesc& tensor(std::size_t index) const { return op_.outputs()[index].desc; }

  std::size_t misalignment() {
    const std::size_t offset = random_.one_in(2) ? 0 : random_.below(64);
    misaligned_ = misaligned_ || offset != 0;
    return offset;
  }

  /// What is promised to be enough, or all of TotalTensorSizeInBytes.
  std::size_t buffer_size(const TensorDesc& tensor) {
    const std::uint64_t total = std::max(tensor.total_bytes, minimum_total_bytes(tensor));
    return static_cast<std::size_t>(random_.one_in(2) ? buffer_bytes(tensor) : total);
  }

  std::vector<GuardedBuffer> make_outputs() {
    std::vector<GuardedBuffer> outputs;
    for (std::size_t bytes : output_bytes_) outputs.emplace_back(bytes, misalignment(), pattern_);
    return outputs;
  }

  std::string run_whole(const Kernel& kernel, std::vector<GuardedBuffer>& buffers) {
    std::vector<std::span<std::byte>> outputs;
    for (GuardedBuffer& buffer : buffers) outputs.push_back(buffer.bytes());
    if (auto done = kernel.run(input_spans_, outputs); !done) return "run refused: " + done.error().to_string();
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (!std::equal(untouched_[i].begin(), untouched_[i].end(), inputs_[i].around().begin()))
        return "input " + std::to_string(i) + " was changed";
    return {};
  }

  /// The reference, too, must write elements only.
  std::string check_gaps(std::size_t index, GuardedBuffer& output) {
    GuardedBuffer before(output_bytes_[index], 0, pattern_);
    const std::vector<bool> written = bytes_of_elements(tensor(index), output_bytes_[index]);
    const std::span<const std::byte> was = before.around(), is = output.around();
    for (std::size_t i = 0; i < is.size(); ++i) {
      const bool element = i >= 64 && i - 64 < written.size() && written[i - 64];
      if (!element && is[i] != was[i]) return "the reference wrote byte " + std::to_string(i) + " - 64, no element's";
    }
    return {};
  }

  std::string run_backend(const CompileOptions& options, std::vector<GuardedBuffer>& expected,
                          DifferentialCounts& counts) {
    auto kernel = compile(op_, options);
    if (!kernel && kernel.error().code == ErrorCode::backend_unavailable) {
      ++counts.declined;
      return {};
    }
    if (!kernel) return "compile refused: " + kernel.error().to_string();
    if (kernel->backend() != options.backend) return "the kernel is one of " + std::string(kernel->backend());
    if (options.backend != "reference") {
      std::vector<GuardedBuffer> found = make_outputs();
      if (std::string wrong = run_whole(*kernel, found); !wrong.empty()) return wrong;
      for (std::size_t o = 0; o < found.size(); ++o)
        if (std::string wrong = compare(o, expected[o], found[o]); !wrong.empty()) return wrong;
    }
    const std::size_t index = random_.below(expected.size());
    if (!is_packed(tensor(index)) || !random_.one_in(2)) return {};
    counts.tally.add_feature(kSliced);
    GuardedBuffer stitched(output_bytes_[index], 0, pattern_);
    if (std::string wrong = run_slices(*kernel, index, stitched); !wrong.empty()) return "by slices: " + wrong;
    if (std::string wrong = compare(index, expected[index], stitched); !wrong.empty()) return "by slices: " + wrong;
    return {};
  }

  /// Cuts an output at random places and puts it together from slices, each made in a guarded buffer of its own.
  std::string run_slices(const Kernel& kernel, std::size_t index, GuardedBuffer& stitched) {
    const std::uint64_t elements = element_count(tensor(index)), grain = kernel.slice_granularity(index);
    const std::size_t width = element_size(tensor(index).type);
    for (std::uint64_t first = 0; first < elements;) {
      const std::uint64_t wish = grain * random_.between(1, 1 + elements / (2 * grain));
      const std::uint64_t count = std::min(wish, elements - first);
      GuardedBuffer slice(count * width, misalignment(), pattern_), before(count * width, 0, pattern_);
      if (auto done = kernel.run_slice(input_spans_, index, first, count, slice.bytes()); !done)
        return "refused: " + done.error().to_string();
      if (std::memcmp(slice.around().data(), before.around().data(), 64) != 0 ||
          std::memcmp(slice.bytes().data() + count * width, before.bytes().data() + count * width, 64) != 0)
        return "wrote outside of elements " + std::to_string(first) + " to " + std::to_string(first + count - 1);
      std::memcpy(stitched.bytes().data() + first * width, slice.bytes().data(), count * width);
      first += count;
    }
    return {};
  }

  std::string compare(std::size_t index, GuardedBuffer& expected, GuardedBuffer& found) const {
    const TensorDesc& output = tensor(index);
    const std::string which = "output " + std::to_string(index);
    const std::span<const std::byte> want = expected.around(), have = found.around();
    const auto [w, h] = std::mismatch(want.begin(), want.end(), have.begin());
    if (w == want.end()) return {};
    const std::ptrdiff_t place = w - want.begin() - 64;
    const std::size_t width = element_size(output.type);
    if (place < 0 || static_cast<std::size_t>(place) >= buffer_bytes(output))
      return which + ": byte " + std::to_string(place) + " was written, outside of its " +
             std::to_string(buffer_bytes(output)) + " bytes";
    const std::size_t element = static_cast<std::size_t>(place) / width;
    return which + ": element " + std::to_string(element) +
           " of its buffer (in elements from its start) differs: expected bytes " +
           hex(want.subspan(64 + element * width, width)) + ", found " + hex(have.subspan(64 + element * width, width));
  }

  Random random_;
  const Operator& op_;
  std::uint64_t pattern_;
  bool misaligned_ = false;
  std::vector<std::size_t> output_bytes_;
  std::vector<GuardedBuffer> inputs_;
  std::vector<std::span<const std::byte>> input_spans_;
  std::vector<std::vector<std::byte>> untouched_;
};

std::string particulars(const Operator& op) {
  std::string text;
  if (auto spec = write_spec(op)) text += "spec: " + *spec + "\n";
  if (auto explanation = explain(op))
    for (const std::string& plan : explanation->plans) text += "plan: " + plan + "\n";
  return text;
}

}  // namespace

std::optional<Finding> judge(const Operator& op, std::uint64_t seed, std::uint64_t number,
                             std::span<const CompileOptions> variants, DifferentialCounts& counts) {
  return Differential(seed, number, op).run(variants, counts);
}

std::vector<std::vector<std::byte>> inputs_of_case(const Operator& op, std::uint64_t seed, std::uint64_t number) {
  return Differential(seed, number, op).inputs();
}

std::string run_case(std::uint64_t seed, std::uint64_t number, std::span<const CompileOptions> variants,
                     DifferentialCounts& counts) {
  const RandomCase random_case = make_case(seed, number);
  const auto op = Operator::make(random_case.desc);
  if (random_case.refusal) {
    ++counts.illegal;
    const std::string change = "a desc with " + std::string(random_case.change) + " must be refused as " +
                               std::string(name(*random_case.refusal)) + ", but ";
    if (op) return change + "was accepted\n" + describe(random_case.desc);
    if (op.error().code != *random_case.refusal)
      return change + "the answer was " + std::string(name(op.error().code)) + ", " + op.error().to_string() + "\n" +
             describe(random_case.desc);
    if (op.error().rule.empty()) return change + "no rule is named: " + op.error().to_string() + "\n";
    return {};
  }
  ++counts.legal;
  if (!op) return "a legal desc was refused: " + op.error().to_string() + "\n" + describe(random_case.desc);
  if (class_of(random_case.desc) != all_shape_classes()[random_case.shape_class])
    return "the generator made a desc of another class than it says\n" + describe(random_case.desc);
  counts.tally.add_class(random_case.shape_class);
  const auto finding = judge(*op, seed, number, variants, counts);
  if (!finding) return {};
  return std::string(finding->variant.backend) +
         (finding->variant.isa.empty() ? ": " : " with no more than " + std::string(finding->variant.isa) + ": ") +
         finding->words + "\n" + describe(random_case.desc) + particulars(*op);
}

}  // namespace dmlrun::fuzz
