#include "cli/verify/sampling.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/fuzz/random.h"

namespace dmlrun::cli {
namespace {

constexpr std::size_t kElements = 1u << 16;
/// If the double number is nearer than this to half a unit, the side of the exact value is unknown.
constexpr double kUnsure = 1e-6;

/// 2^low to 2^high, of either sign.
double some_size(fuzz::Random& random, int low, int high) {
  const double fraction = static_cast<double>(random.bits() >> 11) * 0x1p-53;
  const double size = std::exp2(low + (high - low) * fraction);
  return random.one_in(2) ? -size : size;
}

double special(fuzz::Random& random) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double size = random.pick({0.0,
                                   0.5,
                                   1.0,
                                   1.0,
                                   2.0,
                                   3.0,
                                   4.0,
                                   5.0,
                                   7.0,
                                   10.0,
                                   0.1,
                                   1.5,
                                   65504.0,
                                   65537.0,
                                   0x1p-24,
                                   0x1p-14,
                                   0x1p-126,
                                   0x1p-149,
                                   0x1.fffffep127,
                                   kInf,
                                   std::nan("")});
  return random.one_in(2) ? -size : size;
}

/// Bits of an input.
std::uint32_t draw(Domain domain, fuzz::Random& random) {
  if (random.one_in(8)) return rounded(domain, special(random));
  if (random.one_in(8)) return static_cast<std::uint32_t>(random.bits()) & (format_of(domain).sign * 2 - 1);
  return rounded(domain, random.one_in(4) ? some_size(random, -30, 30) : some_size(random, -6, 6));
}

float parameter(std::uint64_t round, fuzz::Random& random) {
  if (round == 0) return 1;
  if (random.one_in(3)) return random.pick({2.0f, 0.5f, -1.0f, 3.0f, -2.0f, 1.67326319f, 1.05070102f});
  return static_cast<float>(some_size(random, -3, 3));
}

std::size_t count(const std::array<std::string_view, 2>& names) {
  return static_cast<std::size_t>(std::count_if(names.begin(), names.end(), [](auto name) { return !name.empty(); }));
}

/// The operator with these parameters, which follow the inputs among the numbers.
Operator operator_with(const SampledFunction& function, Domain domain, const std::array<double, 3>& numbers) {
  TensorDesc tensor;
  tensor.type = domain == Domain::float16 ? DataType::float16 : DataType::float32;
  tensor.sizes = {1, 1, 1, kElements};
  Desc desc{function.type, {{"OutputTensor", tensor}}};
  const std::size_t inputs = count(function.inputs);
  for (std::size_t i = 0; i < inputs; ++i) desc.fields.emplace_back(function.inputs[i], tensor);
  for (std::size_t i = 0; i < count(function.parameters); ++i)
    desc.fields.emplace_back(function.parameters[i], static_cast<float>(numbers[inputs + i]));
  return take(Operator::make(desc));
}

/// The error in units of the last place, infinity where a result is of another kind than the value.
double error_of(const SampledFunction& function, Domain domain, std::uint32_t found, const double* numbers) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double near = function.near(numbers), result = result_value(domain, found);
  if (std::isnan(near) && std::isnan(result)) return 0;
  const bool has_sign = result != 0 || !function.inputs[1].empty();
  if (has_sign && (near == 0 || result == 0 || std::isinf(near)) && std::signbit(result) != std::signbit(near))
    return kInf;
  if (near == 0 || std::isinf(near)) return result == result_value(domain, rounded(domain, near)) ? 0 : kInf;
  const double error = ulps_between(domain, found, near);
  if (error < 0.5 - kUnsure || !std::isfinite(error)) return error;
  return ulps_between(domain, found, function.exact(numbers));
}

std::uint32_t load(std::span<const std::byte> bytes, std::size_t i, std::size_t size) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &bytes[i * size], size);
  return bits;
}

}  // namespace

Sampled sample(const SampledFunction& function, Domain domain, std::uint64_t samples, std::uint64_t shard,
               std::uint64_t shards, const std::function<Subject(const Operator&)>& make_subject) {
  const double begin = now_in_seconds();
  const std::size_t inputs = count(function.inputs), size = input_bytes(domain);
  Sampled sampled;
  Progress progress;
  std::vector<std::byte> given(inputs * kElements * size), results(kElements * size);
  std::vector<std::span<const std::byte>> spans;
  for (std::size_t k = 0; k < inputs; ++k)
    spans.push_back(std::span(given).subspan(k * kElements * size, kElements * size));
  for (std::uint64_t round = shard; round * kElements < samples; round += shards) {
    check_interrupted();
    progress.show(round * kElements, samples, function.name);
    fuzz::Random random(1, round);
    std::array<double, 3> numbers{};
    for (std::size_t i = inputs; i < numbers.size(); ++i) numbers[i] = static_cast<double>(parameter(round, random));
    for (std::size_t i = 0; i < inputs * kElements; ++i) {
      const std::uint32_t bits = draw(domain, random);
      std::memcpy(&given[i * size], &bits, size);
    }
    make_subject(operator_with(function, domain, numbers))(spans, results);
    for (std::size_t i = 0; i < kElements; ++i) {
      check_interrupted();
      for (std::size_t k = 0; k < inputs; ++k) numbers[k] = input_value(domain, load(spans[k], i, size));
      const std::uint32_t found = load(results, i, size);
      const double error = error_of(function, domain, found, numbers.data());
      sampled.wrong += error > kErrorBound ? 1 : 0;
      if (error > sampled.error) sampled.error = error, sampled.numbers = numbers, sampled.found = found;
    }
    sampled.inputs += kElements;
  }
  sampled.seconds = now_in_seconds() - begin;
  return sampled;
}

}  // namespace dmlrun::cli
