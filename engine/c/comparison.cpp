#include "engine/c/comparison.h"

#include "engine/c/handles.h"
#include "engine/tensor/checked_math.h"

namespace dmlrun::c {

bool read_tolerance(const dmlrun_tolerance* given, Tolerance& tolerance) noexcept {
  dmlrun_tolerance known;
  if (!read_struct(given, known)) return false;
  tolerance = {};
  if (known.absolute) tolerance.absolute = *known.absolute;
  if (known.relative) tolerance.relative = *known.relative;
  if (known.ulp) tolerance.ulp = *known.ulp;
  return true;
}

dmlrun_code tell(const Comparison& comparison, dmlrun_comparison* out, char** report) {
  if (report) make_text(comparison.equal() ? std::string() : describe(comparison), report);
  if (out)
    write_struct({0, comparison.elements, comparison.different, comparison.largest_ulp, comparison.largest_absolute}, out);
  return DMLRUN_OK;
}

}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_compare(dmlrun_data_type type, uint32_t rank, const uint32_t* sizes, const void* expected,
                           const void* found, const dmlrun_tolerance* tolerance, dmlrun_comparison* out, char** report,
                           dmlrun_error* error) noexcept {
  if (report) *report = nullptr;
  if (type < DMLRUN_FLOAT32 || type > DMLRUN_INT64 || rank > kMaxRank || (rank > 0 && !sizes) || !expected || !found)
    return refuse_usage("the data type is none, there are more than 8 sizes, or sizes or values are null", error);
  return guarded(error, [&] {
    Tolerance admitted;
    if (!read_tolerance(tolerance, admitted)) return refuse_usage(kNewerStruct, error);
    const auto data_type = static_cast<DataType>(type);
    Dimensions dimensions;
    std::optional<std::uint64_t> bytes = element_size(data_type);
    for (std::uint32_t i = 0; i < rank; ++i) {
      dimensions.push_back(sizes[i]);
      if (bytes) bytes = checked_multiply(*bytes, sizes[i]);
    }
    if (!bytes) return refuse({ErrorCode::size_overflow, "sizes", {}, {}, {}}, error);
    const auto values = [&](const void* data) { return std::span(static_cast<const std::byte*>(data), *bytes); };
    return tell(compare(data_type, dimensions, values(expected), values(found), admitted), out, report);
  });
}
