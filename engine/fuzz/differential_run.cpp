#include "engine/fuzz/differential_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <utility>

#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/guarded_buffer.h"
#include "engine/fuzz/random_desc.h"
#include "engine/reference/reference.h"
#include "engine/tensor/compare.h"
#include "engine/tensor/element.h"

namespace dmlrun::fuzz {
namespace {

std::string hex(std::span<const std::byte> bytes) {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (std::byte byte : bytes) text << std::setw(2) << std::to_integer<int>(byte);
  return text.str();
}

void add(std::uint64_t& digest, std::span<const std::byte> bytes) {
  const auto mix = [&](std::uint64_t eight) { digest = (digest ^ eight) * 0x9e3779b97f4a7c15, digest ^= digest >> 29; };
  mix(bytes.size());
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes.data(), 8);
    mix(eight);
  }
  for (const std::byte byte : bytes) mix(std::to_integer<std::uint64_t>(byte));
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

/// Whether more than nine tenths of the elements are one value: a kernel that does nothing but fill could give them.
bool is_dull(std::span<const std::byte> bytes, std::size_t width) {
  const std::size_t count = bytes.size() / width;
  const auto is_at = [&](std::size_t a, std::size_t b) {
    return std::memcmp(&bytes[a * width], &bytes[b * width], width) == 0;
  };
  std::size_t candidate = 0, votes = 0, equal = 0;  // a majority outvotes all others
  for (std::size_t i = 0; i < count; ++i) {
    if (votes == 0) candidate = i;
    votes += is_at(i, candidate) ? 1u : ~std::size_t{0};
  }
  for (std::size_t i = 0; i < count; ++i) equal += is_at(i, candidate);
  return equal * 10 > count * 9;
}

bool is_zero(DataType type, const std::byte* element) { return load_double(type, element) == 0; }

/// Tells variants apart.
std::uint64_t number_of(const CompileOptions& variant) {
  std::uint64_t digest = 0;
  for (const std::string_view text : {variant.backend, variant.isa}) add(digest, std::as_bytes(std::span(text)));
  return digest;
}

/// One set of data: the operator with its buffers.
class Round {
 public:
  Round(std::uint64_t seed, std::uint64_t number, const Operator& op)
      : random_(seed ^ 0x62756666, number), op_(op), seed_(seed), number_(number), pattern_(random_.bits()) {
    inputs_.reserve(op.inputs().size());
    const InputData data = random_input_data(random_);  // of most inputs, so that equal values meet
    for (const TensorSlot& slot : op.inputs()) {
      inputs_.emplace_back(buffer_size(slot.desc), place(), random_.bits());
      fill_input(random_, slot, random_.one_in(4) ? random_input_data(random_) : data, inputs_.back().bytes());
      input_spans_.push_back(inputs_.back().bytes());
      untouched_.insert(untouched_.end(), input_spans_.back().begin(), input_spans_.back().end());
    }
    for (const TensorSlot& slot : op.outputs()) output_bytes_.push_back(buffer_size(slot.desc));
  }

  std::optional<Finding> run(const Contestant& reference, std::span<const Contestant> contestants,
                             DifferentialCounts& counts) {
    if (!reference.wrong.empty()) return Finding{reference.options, reference.wrong};
    std::vector<GuardedBuffer> expected = make_outputs();
    if (std::string wrong = run_whole(*reference.kernel, expected); !wrong.empty())
      return Finding{reference.options, wrong};
    for (std::size_t o = 0; o < expected.size(); ++o)
      if (std::string wrong = check_gaps(o, expected[o]); !wrong.empty()) return Finding{reference.options, wrong};
    for (const Contestant& contestant : contestants)
      if (std::string wrong = judge(contestant, expected, counts); !wrong.empty())
        return Finding{contestant.options, wrong};
    for (std::size_t o = 0; o < expected.size(); ++o) {
      const std::uint64_t elements = element_count(tensor(o));
      counts.elements += elements;
      add(counts.digest, expected[o].bytes());
      if (elements < 8 || !is_packed(tensor(o)) || op_.inputs().empty()) continue;
      ++counts.outputs;
      counts.dull += is_dull(expected[o].bytes(), element_size(tensor(o).type));
    }
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

  BufferPosition place() {
    const BufferPosition place = BufferPosition::random(random_);
    misaligned_ = misaligned_ || place.misalignment != 0;
    return place;
  }

  /// What is promised to be enough, or all of TotalTensorSizeInBytes.
  std::size_t buffer_size(const TensorDesc& tensor) {
    const std::uint64_t total = std::max(tensor.total_bytes, minimum_total_bytes(tensor));
    return static_cast<std::size_t>(random_.one_in(2) ? buffer_bytes(tensor) : total);
  }

  std::vector<GuardedBuffer> make_outputs() {
    std::vector<GuardedBuffer> outputs;
    outputs.reserve(output_bytes_.size());
    for (std::size_t bytes : output_bytes_) outputs.emplace_back(bytes, place(), pattern_);
    return outputs;
  }

  std::string check_inputs() {
    const std::byte* was = untouched_.data();
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const std::span<const std::byte> is = inputs_[i].bytes();
      if (std::memcmp(is.data(), was, is.size()) != 0 || inputs_[i].first_damage())
        return "input " + std::to_string(i) + " was changed";
      was += is.size();
    }
    return {};
  }

  std::string run_whole(const Kernel& kernel, std::vector<GuardedBuffer>& buffers) {
    std::vector<std::span<std::byte>> outputs;
    outputs.reserve(buffers.size());
    for (GuardedBuffer& buffer : buffers) outputs.push_back(buffer.bytes());
    if (auto done = kernel.run(input_spans_, outputs); !done) return "run refused: " + done.error().to_string();
    return check_inputs();
  }

  /// The reference, too, must write elements only.
  std::string check_gaps(std::size_t index, GuardedBuffer& output) {
    const auto wrong = [](std::ptrdiff_t byte) {
      return "the reference wrote byte " + std::to_string(byte) + ", which is no element's";
    };
    if (const auto damage = output.first_damage()) return wrong(*damage);
    const TensorDesc& desc = tensor(index);
    const std::span<const std::byte> is = output.bytes();
    if (is_packed(desc) && is.size() == element_count(desc) * element_size(desc.type)) return {};
    const GuardedBuffer before(is.size(), {}, pattern_);
    const std::vector<bool> written = bytes_of_elements(desc, is.size());
    for (std::size_t i = 0; i < is.size(); ++i)
      if (!written[i] && is[i] != before.bytes()[i]) return wrong(static_cast<std::ptrdiff_t>(i));
    return {};
  }

  std::string judge(const Contestant& contestant, std::vector<GuardedBuffer>& expected, DifferentialCounts& counts) {
    if (!contestant.wrong.empty()) return contestant.wrong;
    if (!contestant.kernel) {
      ++counts.declined;
      return {};
    }
    const Kernel& kernel = *contestant.kernel;
    // Its own places and slices, which do not depend on who else is judged: what is found of it is found of it alone.
    random_ = Random(seed_ ^ number_of(contestant.options), number_);
    if (contestant.options.backend != "reference") {
      ++counts.comparisons;
      std::vector<GuardedBuffer> found = make_outputs();
      if (std::string wrong = run_whole(kernel, found); !wrong.empty()) return wrong;
      for (std::size_t o = 0; o < found.size(); ++o)
        if (std::string wrong = compare(o, expected[o].bytes(), found[o]); !wrong.empty()) return wrong;
    }
    const std::size_t index = random_.below(expected.size());
    if (!is_packed(tensor(index)) || !random_.one_in(2)) return {};
    counts.tally.add_feature(kSliced);
    const std::uint64_t grain = kernel.slice_granularity(index);
    if (grain > 1 && grain < element_count(tensor(index))) counts.tally.add_feature(kSlicedInside);
    const std::string wrong = random_.one_in(2) ? run_slices(kernel, index, expected[index])
                                                : run_slices_in_place(kernel, index, expected[index]);
    return wrong.empty() ? wrong : "by slices: " + wrong;
  }

  /// The end of a slice that begins with an element: at a multiple of the kernel's granularity, or the end.
  std::uint64_t next_cut(const Kernel& kernel, std::size_t index, std::uint64_t first) {
    const std::uint64_t elements = element_count(tensor(index)), grain = kernel.slice_granularity(index);
    return std::min(first + grain * random_.between(1, 1 + elements / (2 * grain)), elements);
  }

  static std::string elements(std::uint64_t first, std::uint64_t last) {
    return "elements " + std::to_string(first) + " to " + std::to_string(last - 1) + ": ";
  }

  /// Slices of random lengths, each in a buffer of its own.
  std::string run_slices(const Kernel& kernel, std::size_t index, GuardedBuffer& expected) {
    const std::uint64_t count = element_count(tensor(index));
    const std::size_t width = element_size(tensor(index).type);
    for (std::uint64_t first = 0, last; first < count; first = last) {
      last = next_cut(kernel, index, first);
      const GuardedBuffer slice((last - first) * width, place(), pattern_);
      if (auto done = kernel.run_slice(input_spans_, index, first, last - first, slice.bytes()); !done)
        return "refused: " + done.error().to_string();
      const std::string wrong = compare(index, expected.bytes().subspan(first * width, slice.bytes().size()), slice);
      if (!wrong.empty()) return elements(first, last) + wrong;
    }
    return check_inputs();
  }

  /// Slices of random lengths where they belong, as threads run them. None may write what is another's, though it be
  /// right.
  std::string run_slices_in_place(const Kernel& kernel, std::size_t index, GuardedBuffer& expected) {
    const std::uint64_t count = element_count(tensor(index));
    const std::size_t width = element_size(tensor(index).type);
    const GuardedBuffer output(output_bytes_[index], place(), pattern_);
    std::vector<std::byte> want(output.bytes().begin(), output.bytes().end());
    for (std::uint64_t first = 0, last; first < count; first = last) {
      last = next_cut(kernel, index, first);
      const std::size_t at = first * width, bytes = (last - first) * width;
      if (auto done = kernel.run_slice(input_spans_, index, first, last - first, output.bytes().subspan(at, bytes));
          !done)
        return "refused: " + done.error().to_string();
      std::memcpy(want.data() + at, expected.bytes().data() + at, bytes);
      if (const std::string wrong = compare(index, want, output); !wrong.empty()) return elements(first, last) + wrong;
    }
    return check_inputs();
  }

  /// The first byte that differs; the size when none does. Of a NaN that was computed any bits are right, and of some
  /// functions a neighbour.
  [[nodiscard]] std::size_t first_difference(std::size_t index, std::span<const std::byte> want,
                                             std::span<const std::byte> have) const {
    const DataType type = tensor(index).type;
    const std::size_t width = element_size(type);
    const bool is_within_a_unit = reference::is_within_a_unit(op_.desc());
    for (std::size_t at = 0;;) {
      const auto place = static_cast<std::size_t>(
          std::mismatch(want.begin() + at, want.end(), have.begin() + at).first - want.begin());
      if (place == have.size()) return place;
      at = place / width * width;
      const auto is_nan = [&](std::span<const std::byte> bytes) {
        return at + width <= bytes.size() && std::isnan(load_double(type, bytes.data() + at));
      };
      const bool is_whole = at + width <= have.size();
      const bool is_near = is_within_a_unit && is_whole && ulp_distance(type, want.data() + at, have.data() + at) <= 1;
      const bool are_zeros =
          !compares_signs_of_zeros() && is_whole && is_zero(type, want.data() + at) && is_zero(type, have.data() + at);
      if (is_near || are_zeros) {
        at += width;
        continue;
      }
      if (!op_.outputs()[index].computed || !is_nan(want) || !is_nan(have)) return place;
      at += width;
    }
  }

  [[nodiscard]] std::string compare(std::size_t index, std::span<const std::byte> want,
                                    const GuardedBuffer& found) const {
    const std::span<const std::byte> have = found.bytes();
    const auto damage = found.first_damage();
    if (!damage && std::memcmp(want.data(), have.data(), have.size()) == 0) return {};
    const std::size_t place = first_difference(index, want, have);
    if (!damage && place == have.size()) return {};
    const std::string which = "output " + std::to_string(index);
    if (damage)
      return which + ": byte " + std::to_string(*damage) + " was written, outside of its " +
             std::to_string(have.size()) + " bytes";
    const std::size_t width = element_size(tensor(index).type), element = place / width;
    const std::size_t bytes = std::min(width, have.size() - element * width);
    return which + ": element " + std::to_string(element) +
           " of its buffer (in elements from its start) differs: expected bytes " +
           hex(want.subspan(element * width, bytes)) + ", found " + hex(have.subspan(element * width, bytes));
  }

  Random random_;
  const Operator& op_;
  std::uint64_t seed_, number_, pattern_;
  bool misaligned_ = false;
  std::vector<std::size_t> output_bytes_;
  std::vector<GuardedBuffer> inputs_;
  std::vector<std::span<const std::byte>> input_spans_;
  std::vector<std::byte> untouched_;  ///< of all inputs
};

Contestant enter(const Operator& op, const CompileOptions& options) {
  Contestant contestant{options, {}, {}};
  auto kernel = compile(op, options);
  if (!kernel && kernel.error().code == ErrorCode::backend_unavailable && options.backend != "reference")
    return contestant;
  if (!kernel) contestant.wrong = "compile refused: " + kernel.error().to_string();
  else if (kernel->backend() != options.backend)
    contestant.wrong = "the kernel is one of " + std::string(kernel->backend());
  else contestant.kernel = std::move(*kernel);
  return contestant;
}

}  // namespace

bool compares_signs_of_zeros() {
  static const bool are_right = [] {
    const volatile double zero = -0.0, one = 1;
    return std::signbit(std::fma(zero, one, zero));
  }();
  return are_right;
}

DifferentialRun::DifferentialRun(const Operator& op, std::span<const CompileOptions> variants)
    : op_(op), reference_(enter(op, {"reference"})) {
  contestants_.reserve(variants.size());
  for (const CompileOptions& options : variants) contestants_.push_back(enter(op, options));
}

DifferentialRun::DifferentialRun(const Operator& op, std::vector<Contestant> contestants)
    : op_(op), reference_(enter(op, {"reference"})), contestants_(std::move(contestants)) {}

std::optional<Finding> DifferentialRun::judge(std::uint64_t seed, std::uint64_t number,
                                              DifferentialCounts& counts) const {
  return Round(seed, number, op_).run(reference_, contestants_, counts);
}

std::vector<std::vector<std::byte>> inputs_of_case(const Operator& op, std::uint64_t seed, std::uint64_t number) {
  return Round(seed, number, op).inputs();
}

}  // namespace dmlrun::fuzz
