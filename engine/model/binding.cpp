// Bindings: which resource is which tensor.
#include <algorithm>
#include <limits>

#include "engine/model/reading.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kBindingKeys[] = {
    "name", "elementOffset", "elementSizeInBytes", "elementCount", "counter", "counterOffsetBytes", "format", "shape"};
constexpr std::string_view kFormats = "DXGI_FORMAT";

Result<std::uint32_t> find_resource(const text::Value& value, const Reading& reading) {
  auto word = text::read_string(value);
  if (!word) return std::move(word).error();
  if (auto found = reading.resources.find(*word); found != reading.resources.end()) return found->second;
  return unknown_name(value, reading.resources, "resource");
}

/// What only other dispatchables use: read, so that a model that DxDispatch refuses is refused here too.
Result<void> read_unused(const text::Value& object, Reading& reading) {
  for (std::string_view key : {"elementCount", "counterOffsetBytes"})
    if (auto number = read_uint64(object.find(key)); !number) return std::move(number).error();
  if (const text::Value counter = object.find("counter"))
    if (auto resource = find_resource(counter, reading); !resource) return std::move(resource).error();
  if (const text::Value shape = object.find("shape")) {
    if (auto ok = text::expect_kind(shape, text::Kind::array); !ok) return ok;
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min(), kMax = std::numeric_limits<std::int64_t>::max();
    for (text::Value size : shape)
      if (auto number = text::read_signed(size, kMin, kMax); !number) return std::move(number).error();
  }
  const text::Value format = object.find("format");
  if (!format) return {};
  auto word = text::read_string(format);
  if (!word) return std::move(word).error();
  auto known = is_enum_value(kFormats, *word);
  if (!known) return std::move(known).error();
  if (*known) return {};
  return text::error_at(format, ErrorCode::bad_enum,
                        "\"" + text::printable(*word, 60) + "\" was found; the name of a DXGI_FORMAT was expected");
}

Result<void> read_offset(const text::Value& object, const std::vector<Resource>& resources, Binding& binding,
                         Reading& reading) {
  auto offset = read_uint64(object.find("elementOffset"));
  if (!offset) return std::move(offset).error();
  binding.element_offset = *offset;
  if (const text::Value size = object.find("elementSizeInBytes")) {
    auto bytes = read_uint64(size);
    if (!bytes) return std::move(bytes).error();
    binding.element_bytes = *bytes;
  }
  const Resource& resource = resources[binding.resource];
  const bool typed = resource.type != DataType::unknown || resource.npy;
  if (binding.element_offset != 0 && !binding.element_bytes && !typed)
    reading.warn(object.find("elementOffset"),
                 "the offset is ignored because the resource has no data type; give elementSizeInBytes");
  return {};
}

Result<Binding> read_binding(const text::Value& value, const std::vector<Resource>& resources, Reading& reading) {
  Binding binding;
  binding.where = value;
  if (value.is(text::Kind::string)) {
    auto resource = find_resource(value, reading);
    if (!resource) return std::move(resource).error();
    binding.resource = *resource;
    return binding;
  }
  if (!value.is(text::Kind::object))
    return text::error_at(
        value, ErrorCode::wrong_type,
        std::string(with_article(value.kind())) + " was found; a resource's name or {\"name\": ...} was expected");
  auto name = require_member(value, "name");
  if (!name) return std::move(name).error();
  auto resource = find_resource(*name, reading);
  if (!resource) return std::move(resource).error();
  binding.resource = *resource;
  if (auto ok = read_offset(value, resources, binding, reading); !ok) return std::move(ok).error();
  if (auto ok = read_unused(value, reading); !ok) return std::move(ok).error();
  const text::Value stride = value.find("elementStride");  // DxDispatch's guide names it; its parser does not
  if (stride && !reading.options.strict)
    reading.warn(stride, "\"elementStride\" is ignored; did you mean elementSizeInBytes?");
  else if (auto ok = reading.report_unknown(value, kBindingKeys); !ok) return std::move(ok).error();
  return binding;
}

/// The tensors of one bind point: a run of slots with one name.
struct BindPoint {
  std::string_view name;
  bool output;
  std::size_t first, count;  ///< slots
};

std::vector<BindPoint> points_of(std::span<const TensorSlot> slots, bool output) {
  std::vector<BindPoint> points;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (points.empty() || points.back().name != slots[i].name) points.push_back({slots[i].name, output, i, 0});
    ++points.back().count;
  }
  return points;
}

Error unknown_point(const text::Value& member, const Operator& op, const std::vector<BindPoint>& points) {
  std::string known;
  for (const BindPoint& point : points) known += (known.empty() ? "" : ", ") + std::string(point.name);
  return text::error_at(member, ErrorCode::unknown_field,
                        "\"" + text::printable(member.key(), 60) + "\" is not a tensor of this " +
                            std::string(op.type()) + "; it has " + known);
}

class Matching {
 public:
  Matching(const Operator& op, When when, const std::vector<Resource>& resources, Reading& reading)
      : op_(op), when_(when), resources_(resources), reading_(reading) {}

  Result<void> match(const text::Value& bindings, const text::Value& owner, std::vector<std::optional<Binding>>& inputs,
                     std::vector<Binding>& outputs) {
    std::vector<BindPoint> points = points_of(op_.inputs(), false);
    for (const BindPoint& point : points_of(op_.outputs(), true)) points.push_back(point);
    if (bindings)
      for (text::Value member : bindings) {
        const bool known = std::any_of(points.begin(), points.end(),
                                       [&](const BindPoint& point) { return point.name == member.key(); });
        if (!known) return unknown_point(member, op_, points);
      }
    inputs.assign(op_.inputs().size(), std::nullopt);
    outputs.clear();
    for (const BindPoint& point : points)
      if (auto ok = bind(point, bindings ? bindings.find(point.name) : text::Value(), bindings ? bindings : owner,
                         inputs, outputs);
          !ok)
        return ok;
    return {};
  }

 private:
  /// The slots of the point that these bindings are for: at initialisation those that DirectML owns, later the others.
  [[nodiscard]] std::vector<std::size_t> due(const BindPoint& point) const {
    std::vector<std::size_t> slots;
    for (std::size_t i = point.first; i < point.first + point.count; ++i) {
      const bool owned = !point.output && op_.inputs()[i].desc.owned_by_dml;
      if (owned == (when_ == When::initialisation)) slots.push_back(i);
    }
    return slots;
  }

  Error bound_at_wrong_time(const text::Value& value, const BindPoint& point) const {
    const std::string name(point.name);
    return text::error_at(value, ErrorCode::not_bound,
                          when_ == When::initialisation
                              ? name + " is bound here, but is not OWNED_BY_DML; the dispatch command binds it"
                              : name + " is OWNED_BY_DML and bound by the dispatchable; it is left out here");
  }

  Result<void> bind(const BindPoint& point, const text::Value& value, const text::Value& object,
                    std::vector<std::optional<Binding>>& inputs, std::vector<Binding>& outputs) {
    const std::vector<std::size_t> slots = due(point);
    if (!value && slots.empty()) return {};
    if (!value)
      return text::error_at(
          object, ErrorCode::not_bound,
          std::string(point.name) + " is not bound; " + std::string(op_.type()) + " needs it" +
              (when_ == When::initialisation ? " in the dispatchable's bindings, because it is OWNED_BY_DML"
                                             : " in the bindings of the dispatch"));
    if (slots.empty()) return bound_at_wrong_time(value, point);
    auto bound = read_bindings(value, resources_, reading_);
    if (!bound) return std::move(bound).error();
    if (bound->size() != slots.size())
      return text::error_at(value, ErrorCode::count_mismatch,
                            "bind point '" + std::string(point.name) + "' requires " + std::to_string(slots.size()) +
                                " resources, but " + std::to_string(bound->size()) + " were bound");
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (point.output) outputs.push_back((*bound)[i]);
      else inputs[slots[i]] = (*bound)[i];
    }
    return {};
  }

  const Operator& op_;
  When when_;
  const std::vector<Resource>& resources_;
  Reading& reading_;
};

}  // namespace

Result<std::vector<Binding>> read_bindings(const text::Value& value, const std::vector<Resource>& resources,
                                           Reading& reading) {
  std::vector<Binding> bindings;
  if (!value.is(text::Kind::array)) {
    auto binding = read_binding(value, resources, reading);
    if (!binding) return std::move(binding).error();
    bindings.push_back(*binding);
    return bindings;
  }
  for (text::Value item : value) {
    auto binding = read_binding(item, resources, reading);
    if (!binding) return std::move(binding).error();
    bindings.push_back(*binding);
  }
  return bindings;
}

Result<void> match_bindings(const text::Value& bindings, const text::Value& owner, const Operator& op, When when,
                            const std::vector<Resource>& resources, Reading& reading,
                            std::vector<std::optional<Binding>>& inputs, std::vector<Binding>& outputs) {
  return Matching(op, when, resources, reading).match(bindings, owner, inputs, outputs);
}

}  // namespace dmlrun::model
