#include "jit/halide/device_pieces.h"

#include <cstring>

#include "engine/plan/check.h"
#include "engine/plan/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using plan_test::Bytes;
using plan_test::RandomPlan;
using plan_test::Spacing;

namespace {

plan::Plan parsed(std::string_view text) {
  auto plan = plan::parse(text);
  INFO(text);
  REQUIRE(plan);
  REQUIRE(plan::check(*plan).empty());
  REQUIRE(why_not_device_pieces(*plan).empty());
  return *plan;
}

/// Runs the pieces of a plan without expression, one element after the other.
class Walk {
 public:
  Walk(const plan::Plan& plan, const DevicePieces& pieces, const std::vector<Bytes>& inputs, Bytes& output)
      : plan_(plan), pieces_(pieces), inputs_(inputs), output_(output) {}

  /// What is wrong with the pieces themselves, or "".
  std::string run() {
    for (const DevicePiece& piece : pieces_.pieces) {
      lanes_ = piece.lanes;
      if (lanes_ > 1 &&
          (piece.loops.empty() || piece.loops.back().output != 1 || piece.loops.back().extent % lanes_ != 0))
        return "vectors that are not whole";
      walk(piece, 0, piece.output_offset, piece.offsets.empty() ? 0 : piece.offsets[0]);
      if (!wrong_.empty()) return wrong_;
    }
    return {};
  }

 private:
  void walk(const DevicePiece& piece, std::size_t l, std::int64_t to, std::int64_t from) {
    if (l == piece.loops.size()) return write(piece, to, from);
    const PieceLoop& loop = piece.loops[l];
    const bool is_last = l + 1 == piece.loops.size();
    if (is_last && to % lanes_ != 0) wrong_ = "a vector that begins elsewhere";
    for (std::int64_t i = 0; i < loop.extent; ++i) {
      const std::int64_t step = loop.sources.empty() ? 0 : loop.sources[0];
      walk(piece, l + 1, to + i * loop.output, from + i * step);
    }
  }

  void write(const DevicePiece& piece, std::int64_t to, std::int64_t from) {
    const std::size_t unit = pieces_.unit_bytes;
    const auto at = static_cast<std::size_t>(to) * unit, source = static_cast<std::size_t>(from) * unit;
    if (to < 0 || at + unit > output_.size()) {
      wrong_ = "a write outside";
      return;
    }
    const void* value = &pieces_.fill[static_cast<std::size_t>(to % 2)];
    if (piece.value != Piece::Value::fill) {
      const bool is_copy = piece.value == Piece::Value::copy;
      const Bytes& bytes = is_copy ? output_ : inputs_[plan_.operands[piece.operand].input];
      if (from < 0 || source + unit > bytes.size()) {
        wrong_ = "a read outside";
        return;
      }
      value = bytes.data() + source;
    }
    std::memcpy(output_.data() + at, value, unit);
  }

  const plan::Plan& plan_;
  const DevicePieces& pieces_;
  const std::vector<Bytes>& inputs_;
  Bytes& output_;
  int lanes_ = 1;
  std::string wrong_;
};

std::size_t launches(const DevicePieces& pieces, int lanes) {
  std::size_t count = 0;
  for (const DevicePiece& piece : pieces.pieces) count += piece.lanes == lanes;
  return count;
}

}  // namespace

TEST_CASE("the pieces for a device write what the interpreter writes") {
  std::size_t tried = 0, widened = 0, in_vectors = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    RandomPlan random(seed, seed % 4 < 2 ? Spacing::any : Spacing::apart);
    if (seed % 2 == 1) random.plan = plan::normalize(random.plan);
    const plan::Plan& plan = random.plan;
    if (!plan.values.empty() || !plan::check(plan).empty() || !why_not_device_pieces(plan).empty()) continue;
    CAPTURE(seed, plan::print(plan));
    const std::size_t bytes = plan::bytes_of(plan.output);
    Bytes expected(plan.output_span * bytes, std::byte{0xEE}), found = expected;
    std::vector<const std::byte*> buffers;
    for (const Bytes& input : random.inputs) buffers.push_back(input.data());
    plan::interpret(plan, buffers.data(), expected.data(), 0, plan::element_count(plan));
    const DevicePieces pieces = device_pieces_of(plan, seed % 3 == 0 ? 4 : 16);
    REQUIRE(Walk(plan, pieces, random.inputs, found).run() == "");
    REQUIRE(found == expected);
    ++tried;
    widened += pieces.unit_bytes > bytes;
    in_vectors += std::any_of(pieces.pieces.begin(), pieces.pieces.end(), [](const auto& p) { return p.lanes > 1; });
  }
  CHECK(tried > 1500);
  CHECK(widened > 20);
  CHECK(in_vectors > 200);
}

TEST_CASE("elements of eight bytes are moved as pairs, and a fill keeps its halves apart") {
  const plan::Plan plan = parsed(
      "output x8 strides 1 span 9; axes [2f 5@0 2f]; %0 = input 0 x8 offset 0 strides 1 span 5; "
      "fill 0102030405060708");
  const DevicePieces pieces = device_pieces_of(plan, 16);
  CHECK(pieces.unit_bytes == 4);
  CHECK(pieces.fill == std::array<std::uint32_t, 2>{0x04030201, 0x08070605});
}

TEST_CASE("bytes that come in fours are moved in fours, and in vectors of sixteen bytes") {
  const plan::Plan plan = parsed(
      "output x1 strides 256,1 span 2048; axes [(4@0)x2] [256@0]; "
      "%0 = input 0 x1 offset 0 strides 256,1 span 1024");
  const DevicePieces pieces = device_pieces_of(plan, 16);
  CHECK(pieces.unit_bytes == 4);
  REQUIRE(pieces.pieces.size() == 1);
  CHECK(pieces.pieces[0].lanes == 4);
  CHECK(device_pieces_of(plan, 2).pieces[0].lanes == 2);
}

TEST_CASE("rows that begin beside a vector's place have something before and behind their vectors") {
  const plan::Plan plan = parsed(
      "output x4 strides 1 span 1003; axes [1f 1002@0]; "
      "%0 = input 0 x4 offset 0 strides 1 span 1002; fill 00000000");
  const DevicePieces pieces = device_pieces_of(plan, 16);
  CHECK(launches(pieces, 4) == 1);
  CHECK(launches(pieces, 1) == 3);
  std::size_t most = 0;
  for (const DevicePiece& piece : pieces.pieces)
    if (piece.lanes == 4) most = static_cast<std::size_t>(piece.loops.back().extent);
  CHECK(most == 996);
}

TEST_CASE("four results of bytes are a unit where all that is read byte by byte begins at fours") {
  const auto pieces = [](int offset) {
    return device_pieces_of(
        parsed("output i8 strides 64,1 span 512; axes [8@0] [64@0]; %0 = input 0 i8 offset " + std::to_string(offset) +
               " strides 64,1 span 520; %1 = input 1 u8 offset 3 strides 1,0 span 11; value "
               "saturate.i32(minimum(maximum(subtract(convert.f32(%0), convert.f32(%1)), f32 -128), f32 127))"),
        4);
  };
  CHECK(pieces(4).packs);
  CHECK(pieces(4).is_packed == std::vector<bool>{true, false});
  CHECK(pieces(4).unit_bytes == 4);
  CHECK(launches(pieces(4), 4) == 1);
  CHECK_FALSE(pieces(3).packs);
  CHECK(pieces(3).unit_bytes == 1);
}

TEST_CASE("elements that are not neighbours in the input are not moved in vectors") {
  for (const char* element : {"x1", "x2", "x4"})
    for (const char* source :
         {"offset 106 strides -1 span 107", "offset 0 strides 2 span 213", "offset 0 strides 3 span 319"}) {
      CAPTURE(element, source);
      const std::string type = element;
      const plan::Plan plan =
          parsed("output " + type + " strides 1 span 107; axes [107@0]; %0 = input 0 " + type + " " + source);
      CHECK(launches(device_pieces_of(plan, 16), 1) == 1);
    }
}

TEST_CASE("what a device's addresses cannot reach is declined") {
  const auto reason = [](std::string_view text) {
    auto plan = plan::parse(text);
    REQUIRE(plan);
    return why_not_device_pieces(*plan);
  };
  CHECK(
      reason("output x4 strides 1 span 1073741824; axes [1073741824@0=]; %0 = input 0 x4 offset 0 strides 0 span 1") ==
      "the output has 4294967296 bytes; devices take at most 2147483647");
  CHECK(reason("output x1 strides 1 span 1; axes [1@0]; %0 = input 0 x1 offset 0 strides 0 span 2147483648") ==
        "an input has 2147483648 bytes; devices take at most 2147483647");
}
