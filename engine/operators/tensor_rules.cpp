#include "engine/operators/tensor_rules.h"

#include <algorithm>
#include <bit>

#include "engine/tensor/checked_math.h"
#include "engine/tensor/layout.h"
#include "engine/text/counted.h"

namespace dmlrun::operators {
namespace {

bool check_sizes(Checker& c, const FieldPath& path, const TensorDesc& t) {
  const std::size_t rank = t.sizes.size();
  if (!c.require(rank >= 1 && rank <= kMaxRank, "rank", path.at("Sizes"), [&] {
        return path.words() + " has " + std::to_string(rank) + " dimensions; 1 to 8 are possible (a scalar is [1])";
      }))
    return false;
  for (std::size_t i = 0; i < rank; ++i)
    if (!c.require(t.sizes[i] >= 1, "size_zero", path.at("Sizes", static_cast<std::int64_t>(i)),
                   [] { return std::string("a size of 0 was found; every size is at least 1"); }))
      return false;
  std::optional<std::uint64_t> count = 1;
  for (std::uint32_t size : t.sizes)
    if (count) count = checked_multiply(*count, size);
  if (!c.require(count.has_value(), "product", path.at("Sizes"), [&] {
        return "the product of the sizes " + list(t.sizes) +
               " does not fit 64 bits; at most 4294967295 elements are possible";
      }))
    return false;
  return c.require(count.value_or(0) <= 0xFFFFFFFFu, "elements", path.at("Sizes"), [&] {
    return "sizes " + list(t.sizes) + " make " + std::to_string(*count) + " elements; at most 4294967295 are possible";
  });
}

/// Bytes from the first element to the end of the last one, if they fit 64 bits.
std::optional<std::uint64_t> extent_in_bytes(const TensorDesc& t, std::size_t element) {
  std::optional<std::uint64_t> last = 0;
  if (t.strides.empty()) {
    last = 1;
    for (std::uint32_t size : t.sizes) last = last ? checked_multiply(*last, size) : last;
    return last ? checked_multiply(*last, element) : last;
  }
  for (std::size_t i = 0; i < t.sizes.size() && i < t.strides.size(); ++i) {
    if (t.sizes[i] < 2) continue;
    auto reach = checked_multiply(t.sizes[i] - 1, t.strides[i]);
    last = last && reach ? checked_add(*last, *reach) : std::nullopt;
  }
  if (last) last = checked_add(*last, 1);
  return last ? checked_multiply(*last, element) : last;
}

bool check_bytes(Checker& c, const FieldPath& path, const TensorDesc& t, std::size_t element) {
  const std::uint64_t limit = c.validation().limits.tensor_bytes;
  const std::string_view culprit = t.strides.empty() ? "Sizes" : "Strides";
  const std::optional<std::uint64_t> bytes = extent_in_bytes(t, element);
  if (!c.require(bytes.has_value(), "end", path.at(culprit), [&] {
        return "with sizes " + list(t.sizes) + " and strides " + list(t.strides) +
               " the last element lies beyond 2^64 bytes; smaller strides are needed";
      }))
    return false;
  const std::uint64_t needed = bytes.value_or(0);
  if (!c.require(needed <= limit, "limit", path.at(culprit), [&] {
        return path.words() + " needs " + std::to_string(needed) + " bytes; the limit tensor_bytes is " +
               std::to_string(limit);
      }))
    return false;
  const std::uint64_t minimum = (needed + 3) / 4 * 4;
  const FieldPath total = path.at("TotalTensorSizeInBytes");
  if (t.total_bytes == 0) return true;
  if (!c.require(t.total_bytes <= std::max(limit, minimum), "limit", total, [&] {
        return std::to_string(t.total_bytes) + " bytes were asked for; the limit tensor_bytes is " +
               std::to_string(limit);
      }))
    return false;
  if (!c.require(t.total_bytes >= minimum, "total", total, [&] {
        return std::to_string(t.total_bytes) + " bytes are fewer than the sizes and strides need; at least " +
               std::to_string(minimum) + " were expected";
      }))
    return false;
  return c.require(t.total_bytes % 4 == 0, "multiple", total, [&] {
    return std::to_string(t.total_bytes) + " is not a multiple of 4; " + std::to_string(minimum) + " would be enough";
  });
}

}  // namespace

bool check_tensor(Checker& c, const FieldPath& path, const TensorDesc& t, bool output) {
  const std::size_t element = element_size(t.type);
  if (!c.require(element != 0, "type", path.at("DataType"), [&] {
        return "no usable data type was found; one of FLOAT64, FLOAT32, FLOAT16, INT8 ... INT64, UINT8 ... UINT64 "
               "was expected";
      }))
    return false;
  if (!check_sizes(c, path, t)) return false;
  if (!c.require(t.strides.empty() || t.strides.size() == t.sizes.size(), "strides", path.at("Strides"), [&] {
        return text::counted_found(t.strides.size(), "stride") + " for " + std::to_string(t.sizes.size()) +
               " sizes; one stride per size was expected";
      }))
    return false;
  if (!check_bytes(c, path, t, element)) return false;
  const std::uint32_t alignment = t.guaranteed_alignment;
  if (!c.require(alignment == 0 || (std::has_single_bit(alignment) && alignment >= element), "alignment",
                 path.at("GuaranteedBaseOffsetAlignment"), [&] {
                   return std::to_string(alignment) + " was found; 0 or a power of two of at least the element's " +
                          std::to_string(element) + " bytes was expected";
                 }))
    return false;
  if (!output) return true;
  if (!c.require(!t.owned_by_dml, "owned", path.at("Flags"),
                 [&] { return std::string("OWNED_BY_DML was found on an output; only inputs may have it"); }))
    return false;
  return c.require(strides_nest(t), "overlap", path.at("Strides"), [&] {
    return "strides " + list(t.strides) + " with sizes " + list(t.sizes) +
           " do not keep the output's elements apart; each stride must exceed the reach of the smaller ones, as those "
           "of " +
           list(strides_of({t.type, t.sizes})) + " do";
  });
}

namespace {

std::string names(const std::vector<DataType>& types) {
  std::string text;
  for (DataType type : types) text += (text.empty() ? "" : ", ") + std::string(name(type));
  return text;
}

}  // namespace

bool check_support(Checker& c, std::span<const TensorSlot> slots) {
  const OperatorRow& row = c.row();
  const FeatureLevel level = c.validation().level;
  std::string_view last_name;
  const SupportRow* support = nullptr;
  for (const TensorSlot& slot : slots) {
    if (slot.name != last_name) {
      support = row.supported(slot.name, level);
      last_name = slot.name;
    }
    if (!support) continue;  // the operator's gate has refused already
    const std::size_t rank = slot.desc.sizes.size();
    // Rows that take every rank or type that the tensor rules let through have no such rule.
    if (!c.require(
            rank >= support->least_rank && rank <= support->most_rank, "level_rank", path_of(slot).at("Sizes"), [&] {
              return text::counted_found(rank, "dimension") + "; at feature level " + level_name(level) + " " +
                     row.type + " takes " + std::to_string(support->least_rank) +
                     (support->least_rank == support->most_rank ? "" : " to " + std::to_string(support->most_rank));
            }))
      return false;
    const bool known = std::find(support->types.begin(), support->types.end(), slot.desc.type) != support->types.end();
    if (!c.require(known, "level_type", path_of(slot).at("DataType"), [&] {
          return std::string(name(slot.desc.type)) + " was found; at feature level " + level_name(level) + " " +
                 row.type + " takes " + names(support->types) + " here";
        }))
      return false;
  }
  return true;
}

}  // namespace dmlrun::operators
