#include "engine/c/comparison.h"

#include "engine/c/handles.h"
#include "engine/picture/difference_picture.h"
#include "engine/tensor/checked_math.h"

namespace dmlrun::c {

const char* read_tolerance(const dmlrun_tolerance* given, Tolerance& tolerance) noexcept {
  dmlrun_tolerance known;
  if (!read_struct(given, known)) return kNewerStruct;
  for (const double* bound : {known.absolute, known.relative})
    if (bound && !(*bound >= 0)) return "a tolerance is negative or not a number";
  tolerance = {};
  if (known.absolute) tolerance.absolute = *known.absolute;
  if (known.relative) tolerance.relative = *known.relative;
  if (known.ulp) tolerance.ulp = *known.ulp;
  tolerance.equal_nans = known.equal_nans != 0;
  return nullptr;
}

dmlrun_code tell(const Comparison& comparison, dmlrun_comparison* out, char** report, dmlrun_error* error) {
  const dmlrun_comparison told{0, comparison.elements, comparison.different, comparison.largest_ulp,
                               comparison.largest_absolute};
  const dmlrun_code code = out ? write_struct(told, out, error) : DMLRUN_OK;
  if (code != DMLRUN_OK || !report) return code;
  return make_text(comparison.equal() ? std::string() : describe(comparison), report);
}

namespace {

/// Two packed tensors, and what may differ.
struct Pair {
  TensorDesc tensor;
  std::span<const std::byte> expected, found;
  Tolerance tolerance;
};

/// What a caller says of a pair, and its values.
struct GivenPair {
  dmlrun_data_type type;
  uint32_t rank;
  const uint32_t* sizes;
  const void *expected, *found;
  const dmlrun_tolerance* tolerance;
};

dmlrun_code read_pair(const GivenPair& given, Pair& pair, dmlrun_error* error) {
  if (given.type < DMLRUN_FLOAT32 || given.type > DMLRUN_INT64 || given.rank > kMaxRank ||
      (given.rank > 0 && !given.sizes) || !given.expected || !given.found)
    return refuse_usage("the data type is none, there are more than 8 sizes, or sizes or values are null", error);
  if (const char* why = read_tolerance(given.tolerance, pair.tolerance)) return refuse_usage(why, error);
  pair.tensor.type = static_cast<DataType>(given.type);
  std::optional<std::uint64_t> bytes = element_size(pair.tensor.type);
  for (std::uint32_t i = 0; i < given.rank; ++i) {
    pair.tensor.sizes.push_back(given.sizes[i]);
    if (bytes) bytes = checked_multiply(*bytes, given.sizes[i]);
  }
  if (!bytes) return refuse({ErrorCode::size_overflow, "sizes"}, error);
  pair.expected = {static_cast<const std::byte*>(given.expected), static_cast<std::size_t>(*bytes)};
  pair.found = {static_cast<const std::byte*>(given.found), static_cast<std::size_t>(*bytes)};
  return DMLRUN_OK;
}

Comparison compare(const Pair& pair) {
  return dmlrun::compare(pair.tensor.type, pair.tensor.sizes, pair.expected, pair.found, pair.tolerance);
}

}  // namespace
}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_compare(dmlrun_data_type type, uint32_t rank, const uint32_t* sizes, const void* expected,
                           const void* found, const dmlrun_tolerance* tolerance, dmlrun_comparison* out, char** report,
                           dmlrun_error* error) noexcept {
  if (report) *report = nullptr;
  return guarded(error, [&] {
    Pair pair;
    const dmlrun_code code = read_pair({type, rank, sizes, expected, found, tolerance}, pair, error);
    return code == DMLRUN_OK ? tell(c::compare(pair), out, report, error) : code;
  });
}

dmlrun_code dmlrun_compare_picture(dmlrun_data_type type, uint32_t rank, const uint32_t* sizes, const void* expected,
                                   const void* found, const dmlrun_tolerance* tolerance, char** svg,
                                   dmlrun_error* error) noexcept {
  if (svg) *svg = nullptr;
  if (!svg) return refuse_usage("the place for the text is null", error);
  return guarded(error, [&] {
    Pair pair;
    const dmlrun_code code = read_pair({type, rank, sizes, expected, found, tolerance}, pair, error);
    if (code != DMLRUN_OK) return code;
    if (pair.expected.empty()) return refuse({ErrorCode::size_zero, "sizes"}, error);
    const std::string drawn =
        picture::difference_picture(pair.tensor, pair.expected, pair.found, pair.tolerance, c::compare(pair));
    return make_text(drawn, svg);
  });
}
