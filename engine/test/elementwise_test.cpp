// Element-wise operators over all of their small operands, against the reference and against exact fractions.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "dmlrun/kernel.h"
#include "dmlrun/operator_descs.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/edge_values.h"
#include "engine/fuzz/legal_desc.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"
#include "engine/plan/check.h"
#include "engine/run/lowered_plans.h"
#include "engine/tensor/element.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
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
void check_alike(const Operator& op, const std::vector<Bytes>& inputs,
                 const std::vector<CompileOptions>& variants = ::variants()) {
  const DataType type = op.outputs()[0].desc.type;
  const std::size_t width = element_size(type);
  const Bytes expected = run(op, {"reference"}, inputs);
  for (const CompileOptions& variant : variants) {
    const Bytes found = run(op, variant, inputs);
    for (std::size_t at = 0; at + width <= found.size(); at += width) {
      if (std::memcmp(&expected[at], &found[at], width) == 0) continue;
      if (is_nan(type, &expected[at]) && is_nan(type, &found[at])) continue;
      std::string operands;  // their bits, in hexadecimal
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::uint64_t bits = 0;
        const std::size_t bytes = element_size(op.inputs()[i].desc.type);
        std::memcpy(&bits, &inputs[i][at / width * bytes], bytes);
        char digits[20];
        std::snprintf(digits, sizeof digits, " %llx", static_cast<unsigned long long>(bits));
        operands += digits;
      }
      FAIL(*write_spec(op) << " on " << variant.backend << ": element " << at / width << " of" << operands);
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

/// Numbers at the ends of a type and where its arithmetic turns, then any.
Bytes edges(DataType type, std::size_t count, std::uint64_t seed) {
  fuzz::Random random(seed, 0);
  const std::size_t width = element_size(type);
  Bytes bytes(count * width);
  for (std::size_t i = 0; i < count; ++i) {
    const auto wide = static_cast<double>(i < 9 ? static_cast<float>(i) - 4 : fuzz::edge_float(random));
    const auto single = static_cast<float>(wide);
    const std::uint16_t half = half_from_double(wide);
    const std::uint64_t power = std::uint64_t{1} << random.below(64), near = random.below(5) - 2;
    const std::uint64_t integer = random.one_in(5) ? random.bits() : (random.one_in(2) ? 0 : power) + near;
    const void* from = &integer;
    if (type == DataType::float64) from = &wide;
    if (type == DataType::float32) from = &single;
    if (type == DataType::float16) from = &half;
    std::memcpy(&bytes[i * width], from, width);
  }
  return bytes;
}

/// Of inputs of at most 16 bits together every combination, else of `side` edge values each every pair; of further
/// inputs some.
std::vector<Bytes> combinations(const Operator& op, std::size_t side, std::size_t count) {
  constexpr std::size_t kPeriods[] = {7, 11, 13};
  std::vector<Bytes> inputs;
  for (std::size_t k = 0; k < op.inputs().size(); ++k) {
    const DataType type = op.inputs()[k].desc.type;
    const std::size_t width = element_size(type), per = k == 0 ? 1 : k == 1 ? side : kPeriods[k - 2];
    const bool has_all = width == 1 || side == kAll;
    const Bytes some = has_all ? Bytes() : edges(type, side, k + 1);
    inputs.emplace_back(count * width);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t number = i / per % side;
      std::memcpy(&inputs[k][i * width], has_all ? static_cast<const void*>(&number) : &some[number * width], width);
    }
  }
  return inputs;
}

/// A row's desc of `count` elements; none where its inputs are not elements in the same place.
std::optional<Operator> with_elements(Desc desc, std::uint32_t count) {
  const operators::OperatorRow& row = *operators::find_row(desc.type);
  for (const operators::RowField& field : row.fields) {
    if (field.one_element) return {};
    auto* tensor = desc.get<TensorDesc>(field.name);
    if (!tensor) continue;
    *tensor = {tensor->type, Dimensions::filled(tensor->sizes.size(), 1)};
    tensor->sizes[tensor->sizes.size() - 1] = count;
  }
  auto* channels = desc.get<PerAxis<float>>("Bias");
  if (channels) *channels = {(*channels)[0]};
  auto op = Operator::make(desc);
  REQUIRE(op.has_value());
  return op->inputs().empty() ? std::nullopt : std::optional(*op);
}

/// Each row, type and value of an enumeration, with other numbers in the fields each time.
std::uint64_t check_rows(std::size_t side, std::uint64_t times, const std::vector<CompileOptions>& variants) {
  std::uint64_t results = 0;
  const operators::OperatorRow* row = nullptr;
  std::size_t rank = 0;
  for (const fuzz::ShapeClass& shape : fuzz::all_shape_classes()) {
    if (shape.row != row) rank = shape.rank;
    row = shape.row;
    if (row->family != "elementwise" || shape.strided || shape.rank != rank) continue;
    for (std::uint64_t time = 0; time < times; ++time) {
      fuzz::Random random(23, time);
      const Desc desc = fuzz::make_legal(random, shape, 1);
      const auto probe = with_elements(desc, 1);
      if (!probe) continue;
      std::size_t bytes = 0;
      for (const TensorSlot& slot : probe->inputs()) bytes += element_size(slot.desc.type);
      const bool is_one = probe->inputs().size() == 1;
      const std::size_t many = is_one && bytes == 2 ? kAll : bytes == probe->inputs().size() ? kSide : side;
      const std::size_t count = is_one ? many : many * many;
      const auto op = with_elements(desc, static_cast<std::uint32_t>(count));
      check_alike(*op, combinations(*op, many, count), variants);
      results += count;
    }
  }
  return results;
}

}  // namespace

TEST_CASE("every element-wise row gives the reference's elements for every small operand and pairs of edge values") {
  const std::uint64_t times = test::kSanitized ? 1 : 4;
  CHECK(check_rows(60, times, test::all_variants()) > times * 10'000'000);
}

TEST_CASE("long: every element-wise row gives the reference's elements for all pairs of 1,000 edge values", "[.]") {
  const std::uint64_t results = check_rows(1000, 3, test::all_variants());
  CHECK(results >= 500'000'000);
  std::printf("%llu results of element-wise rows on each back end\n", static_cast<unsigned long long>(results));
}

TEST_CASE("long: halide-cpu gives the reference's elements of every element-wise row", "[.]") {
  // Its module lies beside the program: a copy of this one stands there.
  REQUIRE(find_backend("halide-cpu")->unavailable({}).empty());
  const std::uint64_t results = check_rows(60, 1, {{"halide-cpu"}});
  std::printf("%llu results of element-wise rows on halide-cpu\n", static_cast<unsigned long long>(results));
}

TEST_CASE("a NaN that is kept has its sign and payload") {
  const std::string_view types[] = {"ELEMENT_WISE_MIN", "ELEMENT_WISE_MAX", "ELEMENT_WISE_IDENTITY",
                                    "ACTIVATION_IDENTITY"};
  constexpr std::uint32_t kNan = 0xffc12345u;
  const Bytes nan = [&] {
    Bytes bytes(4);
    std::memcpy(bytes.data(), &kNan, 4);
    return bytes;
  }();
  const TensorDesc one = tensor(DataType::float32, 1);
  for (const std::string_view type : types) {
    Desc desc{type, {{"OutputTensor", one}}};
    const bool is_binary = type.ends_with("MIN") || type.ends_with("MAX");
    if (is_binary) desc.fields.insert(desc.fields.end(), {{"ATensor", one}, {"BTensor", one}});
    else desc.fields.emplace_back("InputTensor", one);
    const auto op = Operator::make(desc);
    REQUIRE(op.has_value());
    for (const CompileOptions& variant : variants()) {
      INFO(type << " on " << variant.backend);
      const Bytes found = run(*op, variant, std::vector<Bytes>(is_binary ? 2 : 1, nan));
      CHECK(found == nan);
    }
  }
  const auto chosen =
      Operator::make(ElementWiseIfDesc{.condition = tensor(DataType::uint8, 1), .a = one, .b = one, .output = one});
  REQUIRE(chosen.has_value());
  for (const CompileOptions& variant : variants())
    CHECK(run(*chosen, variant, {Bytes{std::byte{1}}, nan, Bytes(4)}) == nan);
}

TEST_CASE("every element-wise row lowers to legal plans for each of its types", "[exhaustive]") {
  std::size_t plans = 0;
  for (const fuzz::ShapeClass& shape : fuzz::all_shape_classes()) {
    if (shape.row->value.empty()) continue;
    fuzz::Random random(3, plans);
    const auto op = Operator::make(fuzz::make_legal(random, shape, 64));
    REQUIRE(op.has_value());
    for (const plan::Plan& plan : lowered_plans(*op)) {
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
  std::uint32_t shard = 0, shards = 1, done = 0;  // DMLRUN_CAST_SHARD=3/16: the fourth of 16 processes that share them
  if (const char* const text = std::getenv("DMLRUN_CAST_SHARD")) std::sscanf(text, "%u/%u", &shard, &shards);
  Bytes floats(4ull * kFloats);
  for (std::uint32_t block = shard; block < blocks; block += shards, ++done) {
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
  std::printf("%llu FLOAT32 cast to each of 11 types\n", static_cast<unsigned long long>(done) * kFloats);
}
