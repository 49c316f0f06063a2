#include "engine/bench/goals_shapes.h"

#include <algorithm>

namespace goals {

namespace {

using namespace dmlrun;
using Bytes = std::uint64_t;

TensorDesc tensor(DataType type, Dimensions sizes) { return {.type = type, .sizes = sizes}; }

/// How many pieces of `piece` bytes there are in `bytes`.
std::uint32_t pieces(Bytes bytes, Bytes piece) { return static_cast<std::uint32_t>(std::max<Bytes>(bytes / piece, 1)); }

OperatorDesc tile(DataType type, Dimensions sizes, Dimensions repeats) {
  Dimensions output = sizes;
  for (std::size_t a = 0; a < sizes.size(); ++a) output[a] *= repeats[a];
  return TileDesc{tensor(type, sizes), tensor(type, output), repeats};
}

OperatorDesc pad(DataType type, PaddingMode mode, Dimensions sizes, Dimensions start, Dimensions end) {
  Dimensions output = sizes;
  for (std::size_t a = 0; a < sizes.size(); ++a) output[a] += start[a] + end[a];
  return PaddingDesc{tensor(type, sizes), tensor(type, output), mode, 0, start, end};
}

OperatorDesc join(DataType type, std::uint32_t axis, const std::vector<Dimensions>& inputs) {
  JoinDesc desc{{}, tensor(type, inputs[0]), axis};
  desc.output.sizes[axis] = 0;
  for (const Dimensions& sizes : inputs) {
    desc.inputs.push_back(tensor(type, sizes));
    desc.output.sizes[axis] += sizes[axis];
  }
  return desc;
}

OperatorDesc add(DataType type, Bytes bytes, bool is_scalar) {
  const auto n = static_cast<std::uint32_t>(bytes);
  QuantizedLinearAddDesc desc;
  desc.a = desc.b = desc.output = tensor(type, {1, 1, 1, n});
  if (is_scalar) desc.b.strides = {0, 0, 0, 0};
  desc.a_scale = desc.b_scale = desc.output_scale = tensor(DataType::float32, {1, 1, 1, 1});
  desc.a_zero_point = desc.b_zero_point = desc.output_zero_point = tensor(type, {1, 1, 1, 1});
  return desc;
}

constexpr auto kU8 = DataType::uint8;
constexpr auto kF16 = DataType::float16;
constexpr auto kF32 = DataType::float32;

std::vector<Shape> tile_blocks() {
  return {
      {"f32 batch x2",
       [](Bytes n) {
         return tile(kF32, {1, pieces(n, 8)}, {2, 1});
       }},
      {"f16 key-value heads x4",
       [](Bytes n) {
         return tile(kF16, {1, 8, 1, pieces(n, 64)}, {1, 1, 4, 1});
       }},
      {"f32 rows of 64 x16",
       [](Bytes n) {
         return tile(kF32, {pieces(n, 4096), 1, 64}, {1, 16, 1});
       }},
      {"f32 position embedding x32",
       [](Bytes n) {
         return tile(kF32, {1, pieces(n, 128)}, {32, 1});
       }},
  };
}

std::vector<Shape> tile_inner() {
  return {
      {"u8 [N,1] x3",
       [](Bytes n) {
         return tile(kU8, {pieces(n, 3), 1}, {1, 3});
       }},
      {"u8 [N,1] x64",
       [](Bytes n) {
         return tile(kU8, {pieces(n, 64), 1}, {1, 64});
       }},
      {"f32 [N,3] x16",
       [](Bytes n) {
         return tile(kF32, {pieces(n, 192), 3}, {1, 16});
       }},
      {"u8 [N,5] x7",
       [](Bytes n) {
         return tile(kU8, {pieces(n, 35), 5}, {1, 7});
       }},
  };
}

std::vector<Shape> pad_long_rows() {
  return {
      {"f32 3x224x224 by 3, reflection",
       [](Bytes n) {
         return pad(kF32, PaddingMode::reflection, {pieces(n, 920), 224}, {0, 3}, {0, 3});
       }},
      {"u8 3x512x512 by 16, reflection",
       [](Bytes n) {
         return pad(kU8, PaddingMode::reflection, {pieces(n, 544), 512}, {0, 16}, {0, 16});
       }},
      {"f32 32x112x112 by 0/1, edge",
       [](Bytes n) {
         const std::uint32_t planes = pieces(n, 4 * 113 * 113);
         const std::uint32_t rows = n < 4 * 113 * 113 ? pieces(n, 4 * 113) : 112;
         return pad(kF32, PaddingMode::edge, {planes, rows, 112}, {0, 0, 0}, {0, 1, 1});
       }},
      {"f32 rows of 384 to 512, constant",
       [](Bytes n) {
         return pad(kF32, PaddingMode::constant, {pieces(n, 2048), 384}, {0, 0}, {0, 128});
       }},
      {"u8 56x56x64 by 1, constant",
       [](Bytes n) {
         return pad(kU8, PaddingMode::constant, {pieces(n, 3712), 56, 64}, {0, 1, 0}, {0, 1, 0});
       }},
  };
}

std::vector<Shape> pad_rows() {
  return {
      {"f32 64x56x56 by 1, constant",
       [](Bytes n) {
         const std::uint32_t rows = n < 4 * 58 * 58 ? pieces(n, 4 * 58) : 56;
         return pad(kF32, PaddingMode::constant, {pieces(n, 4 * 58 * (rows + 2)), rows, 56}, {0, 1, 1}, {0, 1, 1});
       }},
      {"f32 56 wide by 3, wrap",
       [](Bytes n) {
         return pad(kF32, PaddingMode::wrap, {pieces(n, 248), 56}, {0, 3}, {0, 3});
       }},
      {"f32 28 wide by 1, symmetric",
       [](Bytes n) {
         return pad(kF32, PaddingMode::symmetric, {pieces(n, 120), 28}, {0, 1}, {0, 1});
       }},
      {"u8 100 wide by 2, edge",
       [](Bytes n) {
         return pad(kU8, PaddingMode::edge, {pieces(n, 104), 100}, {0, 2}, {0, 2});
       }},
  };
}

std::vector<Shape> inner_few() {
  return {
      {"u8 pad 3 to 4 channels",
       [](Bytes n) {
         return pad(kU8, PaddingMode::constant, {pieces(n, 4), 3}, {0, 0}, {0, 1});
       }},
      {"f32 join 3 and 1 channels",
       [](Bytes n) {
         return join(kF32, 1, {{pieces(n, 16), 3}, {pieces(n, 16), 1}});
       }},
      {"u8 join 3 and 1 channels",
       [](Bytes n) {
         return join(kU8, 1, {{pieces(n, 4), 3}, {pieces(n, 4), 1}});
       }},
      {"u8 join two mono channels",
       [](Bytes n) {
         return join(kU8, 1, {{pieces(n, 2), 1}, {pieces(n, 2), 1}});
       }},
      {"f32 pad 1 to 3 channels",
       [](Bytes n) {
         return pad(kF32, PaddingMode::constant, {pieces(n, 12), 1}, {0, 1}, {0, 1});
       }},
  };
}

std::vector<Shape> join_rows() {
  return {
      {"u8 64 and 64 channels",
       [](Bytes n) {
         return join(kU8, 1, {{pieces(n, 128), 64}, {pieces(n, 128), 64}});
       }},
      {"f32 eight of 16 channels",
       [](Bytes n) {
         return join(kF32, 1, std::vector<Dimensions>(8, Dimensions{pieces(n, 512), 16}));
       }},
      {"f32 64+64+96+32 of 35x35",
       [](Bytes n) {
         const std::uint32_t plane = n < 65536 ? 4 : 35 * 35, batch = pieces(n, Bytes{4} * 256 * plane);
         return join(kF32, 1, {{batch, 64, plane}, {batch, 64, plane}, {batch, 96, plane}, {batch, 32, plane}});
       }},
      {"f32 key-value cache and one row",
       [](Bytes n) {
         return join(kF32, 1, {{8, pieces(n, 4096), 128}, {8, 1, 128}});
       }},
  };
}

constexpr Goal ratio(double value) { return {value, Unit::ratio}; }
constexpr Goal cycles(double value) { return {value, Unit::cycles}; }

}  // namespace

std::vector<Row> all_rows() {
  return {
      {"TILE, rows or blocks", {ratio(0.95), ratio(0.90), ratio(0.55), ratio(0.50)}, tile_blocks()},
      {"TILE, inner < 64 B", {ratio(1.0), ratio(1.0), ratio(0.6), ratio(0.55)}, tile_inner()},
      {"PADDING, rows >= 256 B", {ratio(1.2), ratio(1.08), ratio(1.05), ratio(1.03)}, pad_long_rows()},
      {"PADDING, rows 64-256 B", {ratio(1.7), ratio(1.12), ratio(1.08), ratio(1.05)}, pad_rows()},
      {"PADDING/JOIN, inner 1-4", {ratio(2.0), ratio(1.3), ratio(1.15), ratio(1.05)}, inner_few()},
      {"JOIN, rows >= 64 B", {ratio(1.15), ratio(1.08), ratio(1.03), ratio(1.02)}, join_rows()},
      {"QADD exact",
       {cycles(26), cycles(26.5), cycles(28), ratio(2.0)},
       {{"u8", [](Bytes n) { return add(kU8, n, false); }},
        {"i8", [](Bytes n) { return add(DataType::int8, n, false); }}}},
      {"QADD, scalar operand",
       {cycles(6), cycles(7), ratio(1.3), ratio(1.1)},
       {{"u8", [](Bytes n) { return add(kU8, n, true); }},
        {"i8", [](Bytes n) { return add(DataType::int8, n, true); }}}},
  };
}

}  // namespace goals
