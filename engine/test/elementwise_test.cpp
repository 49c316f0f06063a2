// Element-wise operators over all of their small operands, against the reference and against exact fractions.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "dmlrun/kernel.h"
#include "dmlrun/operator_descs.h"
#include "engine/fuzz/legal_desc.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"
#include "engine/plan/check.h"
#include "engine/run/unfolded_plans.h"
#include "engine/tensor/element.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

using Bytes = std::vector<std::byte>;
__extension__ typedef __int128 Whole;
constexpr std::uint32_t kSide = 256, kAll = kSide * kSide;
constexpr DataType kTypes[] = {DataType::float64, DataType::float32, DataType::float16, DataType::int64,
                               DataType::int32,   DataType::int16,   DataType::int8,    DataType::uint64,
                               DataType::uint32,  DataType::uint16,  DataType::uint8};

TensorDesc tensor(DataType type, std::uint32_t count) {
  TensorDesc made;
  made.type = type;
  made.sizes = {count};
  return made;
}

/// Those of the CPU; what takes long to compile, too.
std::vector<CompileOptions> variants() {
  std::vector<CompileOptions> all = test::all_variants();
  const Backend* halide = find_backend("halide-cpu");
  if (halide && halide->unavailable({}).empty()) all.push_back({"halide-cpu"});
  return all;
}

Bytes run(const Operator& op, const CompileOptions& variant, const std::vector<Bytes>& inputs) {
  const auto kernel = compile(op, variant);
  if (!kernel && kernel.error().code == ErrorCode::backend_unavailable) return {};  // it does not take such plans
  REQUIRE(kernel.has_value());
  Bytes output(buffer_bytes(op.outputs()[0].desc));
  std::vector<std::span<const std::byte>> spans(inputs.begin(), inputs.end());
  const std::span<std::byte> outputs[] = {output};
  REQUIRE(kernel->run(spans, outputs).has_value());
  return output;
}

bool is_nan(DataType type, const std::byte* element) {
  const bool is_float = type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
  return is_float && std::isnan(load_double(type, element));
}

/// Every back end's elements against the reference's; of NaN any will do.
void check_alike(const Operator& op, const std::vector<Bytes>& inputs) {
  const DataType type = op.outputs()[0].desc.type;
  const std::size_t width = element_size(type);
  const Bytes expected = run(op, {"reference"}, inputs);
  for (const CompileOptions& variant : variants()) {
    const Bytes found = run(op, variant, inputs);
    for (std::size_t at = 0; at + width <= found.size(); at += width) {
      if (std::memcmp(&expected[at], &found[at], width) == 0) continue;
      if (is_nan(type, &expected[at]) && is_nan(type, &found[at])) continue;
      INFO(op.type() << " of " << name(op.inputs()[0].desc.type) << " to " << name(type) << " on " << variant.backend
                     << ": element " << at / width);
      FAIL();
    }
  }
}

/// All 65,536 elements of a type of 16 bits; of 8 bits each of the one with each of the other.
Bytes every(std::size_t width, bool is_first) {
  Bytes bytes(kAll * width);
  for (std::uint32_t i = 0; i < kAll; ++i) {
    const std::uint32_t number = width == 2 ? i : is_first ? i / kSide : i % kSide;
    std::memcpy(&bytes[i * width], &number, width);
  }
  return bytes;
}

/// The half that is nearest to numerator / denominator * 2^-24, to even where two are; not for negative ones.
std::uint16_t nearest_half(Whole numerator, Whole denominator) {
  const auto units = [](std::uint16_t half) -> Whole {  // of 2^-24; behind the greatest comes 2^40
    const int exponent = half >> 10;
    return exponent == 0 ? half & 0x3ff : static_cast<Whole>(0x400 | (half & 0x3ff)) << (exponent - 1);
  };
  std::uint16_t below = 0;
  for (std::uint16_t bit = 0x4000; bit > 0; bit = static_cast<std::uint16_t>(bit >> 1))
    if ((below | bit) <= 0x7bff && units(below | bit) * denominator <= numerator) below |= bit;
  const Whole twice = 2 * numerator, middle = (units(below) + units(below + 1)) * denominator;
  return twice > middle || (twice == middle && below % 2 != 0) ? below + 1 : below;
}

struct Half {
  bool is_negative;
  Whole units;  ///< of 2^-24
  explicit Half(std::uint16_t bits)
      : is_negative(bits >> 15 != 0), units(static_cast<Whole>(std::ldexp(std::fabs(double_from_half(bits)), 24))) {}
};

}  // namespace

TEST_CASE("every element-wise row lowers to legal plans for each of its types") {
  std::size_t plans = 0;
  for (const fuzz::ShapeClass& shape : fuzz::all_shape_classes()) {
    if (shape.row->value.empty()) continue;
    fuzz::Random random(3, plans);
    const auto op = Operator::make(fuzz::make_legal(random, shape, 64));
    REQUIRE(op.has_value());
    for (const plan::Plan& plan : unfolded_plans(*op)) {
      INFO(op->type());
      REQUIRE(plan::check(plan) == "");
      ++plans;
    }
  }
  CHECK(plans > 3000);
}

TEST_CASE("element-wise operators of two bytes give the reference's element for every pair") {
  for (const DataType type : {DataType::int8, DataType::uint8}) {
    const TensorDesc bytes = tensor(type, kAll), truth = tensor(DataType::uint32, kAll);
    const std::vector<Bytes> pairs = {every(1, true), every(1, false)};
    for (const Desc& desc : {Desc(ElementWiseAddDesc{.a = bytes, .b = bytes, .output = bytes}),
                             Desc(ElementWiseMultiplyDesc{.a = bytes, .b = bytes, .output = bytes}),
                             Desc(ElementWiseDivideDesc{.a = bytes, .b = bytes, .output = bytes}),
                             Desc(ElementWiseLogicalLessThanDesc{.a = bytes, .b = bytes, .output = truth})}) {
      const auto op = Operator::make(desc);
      REQUIRE(op.has_value());
      check_alike(*op, pairs);
    }
  }
}

TEST_CASE("CAST gives the reference's element for every one of at most 16 bits") {
  for (const DataType from : kTypes)
    for (const DataType to : kTypes) {
      if (element_size(from) > 2) continue;
      const auto op = Operator::make(CastDesc{.input = tensor(from, kAll), .output = tensor(to, kAll)});
      REQUIRE(op.has_value());
      check_alike(*op, {every(element_size(from), false)});
    }
}

TEST_CASE("one operation with FLOAT16 gives the half that is nearest to the exact fraction") {
  fuzz::Random random(16, 0);
  constexpr std::uint32_t kCount = 40'000;
  std::vector<std::uint16_t> a(kCount), b(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const auto finite = [&] { return static_cast<std::uint16_t>(random.below(0x7c00) | random.below(2) << 15); };
    a[i] = finite(), b[i] = finite();
    if (i % 4 == 0) b[i] = static_cast<std::uint16_t>(a[i] ^ random.below(64));  // sums that cancel
  }
  const auto bytes_of = [](const std::vector<std::uint16_t>& halves) {
    const auto* begin = reinterpret_cast<const std::byte*>(halves.data());
    return Bytes(begin, begin + 2 * halves.size());
  };
  const TensorDesc halves = tensor(DataType::float16, kCount);
  const Desc descs[] = {ElementWiseAddDesc{.a = halves, .b = halves, .output = halves},
                        ElementWiseMultiplyDesc{.a = halves, .b = halves, .output = halves},
                        ElementWiseDivideDesc{.a = halves, .b = halves, .output = halves}};
  for (std::size_t which = 0; which < 3; ++which) {
    const auto op = Operator::make(descs[which]);
    REQUIRE(op.has_value());
    for (const CompileOptions& variant : variants()) {
      const Bytes found = run(*op, variant, {bytes_of(a), bytes_of(b)});
      for (std::uint32_t i = 0; i < found.size() / 2; ++i) {
        const Half x(a[i]), y(b[i]);
        if (which == 2 && y.units == 0) continue;
        bool is_negative = x.is_negative != y.is_negative;
        Whole numerator = x.units * y.units, denominator = Whole{1} << 24;
        if (which == 2) numerator = x.units << 24, denominator = y.units;
        if (which == 0) {
          const Whole sum = (x.is_negative ? -x.units : x.units) + (y.is_negative ? -y.units : y.units);
          is_negative = sum < 0 || (sum == 0 && x.is_negative && y.is_negative);
          numerator = sum < 0 ? -sum : sum, denominator = 1;
        }
        const auto expected = static_cast<std::uint16_t>(nearest_half(numerator, denominator) | is_negative << 15);
        std::uint16_t half;
        std::memcpy(&half, &found[i * 2], sizeof half);
        INFO(op->type() << " on " << variant.backend << ": " << a[i] << " and " << b[i]);
        REQUIRE(half == expected);
      }
    }
  }
}

TEST_CASE("long: CAST gives the reference's element for every FLOAT32", "[.]") {
  constexpr std::uint32_t kBlocks = 4096, kFloats = 1u << 20;
  const char* const wanted = std::getenv("DMLRUN_CAST_BLOCKS");
  const auto blocks = wanted ? static_cast<std::uint32_t>(std::atoi(wanted)) : kBlocks;
  Bytes floats(4ull * kFloats);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const std::uint32_t first = static_cast<std::uint32_t>(std::uint64_t{block} * kBlocks / blocks) * kFloats;
    for (std::uint32_t i = 0; i < kFloats; ++i) {
      const std::uint32_t bits = first + i;
      std::memcpy(&floats[4ull * i], &bits, sizeof bits);
    }
    for (const DataType to : kTypes) {
      const auto op =
          Operator::make(CastDesc{.input = tensor(DataType::float32, kFloats), .output = tensor(to, kFloats)});
      REQUIRE(op.has_value());
      check_alike(*op, {floats});
    }
  }
  std::printf("%llu FLOAT32 cast to each of 11 types\n", static_cast<unsigned long long>(blocks) * kFloats);
}
