#include "engine/bench/growth.h"

#include "engine/bench/measure.h"

namespace dmlrun::bench {

namespace {

TensorDesc tensor(DataType type, Dimensions sizes) { return {.type = type, .sizes = sizes}; }

Desc join(std::uint32_t inputs, std::uint32_t rows, std::uint32_t bytes) {
  JoinDesc desc{.output = tensor(DataType::uint8, {rows, bytes * inputs}), .axis = 1};
  desc.inputs.assign(inputs, tensor(DataType::uint8, {rows, bytes}));
  return desc;
}

Desc join_of(std::uint32_t inputs) { return join(inputs, 4, 3); }

/// About 256 KiB out of rows so long that each run of them is a copy of its own: the longest code that operators make,
/// up to as many runs as get code of their own, and the loop over all inputs that takes its place.
Desc join_of_rows(std::uint32_t inputs) {
  constexpr std::uint32_t kBytes = 600;
  return join(inputs, (256u << 10) / (kBytes * inputs) + 1, kBytes);
}

/// By 1 at both ends of so many axes of 8, every axis with three runs.
Desc padded_axes(std::uint32_t axes) {
  PaddingDesc desc{.input = tensor(DataType::float32, {2, 2, 2, 2, 2, 2, 2, 2}),
                   .start_padding = {0, 0, 0, 0, 0, 0, 0, 0}};
  for (std::uint32_t axis = 0; axis < axes; ++axis) desc.start_padding[axis] = 1;
  desc.end_padding = desc.start_padding;
  desc.output = desc.input;
  for (std::uint32_t axis = 0; axis < axes; ++axis) desc.output.sizes[axis] += 2;
  return desc;
}

/// 256 KiB of rows of so many bytes, padded by 1 at both ends.
Desc padded_rows(std::uint32_t bytes) {
  const std::uint32_t rows = (256u << 10) / (bytes + 2) + 1;
  return PaddingDesc{.input = tensor(DataType::uint8, {rows, bytes}),
                     .output = tensor(DataType::uint8, {rows, bytes + 2}),
                     .padding_mode = PaddingMode::edge,
                     .start_padding = {0, 1},
                     .end_padding = {0, 1}};
}

struct Series {
  const char* title;
  Desc (*make)(std::uint32_t);
  std::vector<std::uint32_t> at;
  bool is_timed;
};

std::vector<Series> all_series() {
  return {
      {"inputs of a join", join_of, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}, false},
      {"inputs of a join of rows of 600 bytes",
       join_of_rows,
       {1, 2, 4, 8, 12, 16, 20, 22, 23, 24, 25, 26, 28, 32, 48, 64},
       true},
      {"padded axes", padded_axes, {1, 2, 3, 4, 5, 6, 7, 8}, false},
      {"bytes of a padded row",
       padded_rows,
       {1,   2,   3,   5,   7,   15,  31,  47,  62,  63,  79,   95,   126,  127,  159,  191,  223, 254,
        255, 287, 319, 351, 383, 447, 510, 511, 639, 767, 1022, 1023, 1535, 2047, 3071, 4095, 4096},
       true},
  };
}

/// How long compile() takes without the cache: the median of some tens, fewer where it takes long.
double compile_time(const Operator& op, CompileOptions options) {
  options.use_cache = false;
  const Contestant compiling[] = {contestant("compile", [&] { static_cast<void>(compile(op, options)); })};
  return median(run_rounds(compiling, {9, 500e-6}).calls[0]) * 1e6;
}

}  // namespace

std::vector<Growth> measure_growth(const CompileOptions& options,
                                   const std::function<void(std::size_t, std::size_t)>& between) {
  const std::vector<Series> all = all_series();
  std::size_t points = 0, done = 0;
  for (const Series& series : all) points += series.at.size();
  std::vector<Growth> grown;
  for (const Series& series : all) {
    Growth& growth = grown.emplace_back(Growth{series.title, {}});
    for (const std::uint32_t at : series.at) {
      between(done++, points);
      const auto op = Operator::make(series.make(at));
      if (!op) continue;
      const auto kernel = compile(*op, options);
      if (!kernel) continue;
      const auto described = kernel->describe();
      if (!described) continue;
      GrowthPoint point{at, compile_time(*op, options)};
      for (const CodeSection& section : (*described)[0].sections)
        if (section.is_code) point.code_bytes += section.bytes.size();
      if (series.is_timed) {
        const Figures figures = measure(*op, options, Placement::skewed, {9, 1e-3});
        if (figures.error.empty()) point.ratio = figures.ratio;
      }
      growth.points.push_back(point);
    }
  }
  return grown;
}

}  // namespace dmlrun::bench
