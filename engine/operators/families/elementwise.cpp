// An element-wise operator: its row's formula at each position. Inputs whose row says "(1)" are one element.
#include <algorithm>
#include <optional>

#include "engine/operators/definition.h"
#include "engine/operators/families/lowering.h"
#include "engine/operators/formula/formula.h"
#include "engine/text/counted.h"

namespace dmlrun::operators {
namespace {

/// f(field, tensor) for each tensor that is there, until one gives false; whether none did.
template <class F>
bool all_tensors(const OperatorRow& row, const Desc& desc, F f) {
  for (const RowField& field : row.fields)
    if (const auto* tensor = desc.get<TensorDesc>(field.name); tensor && !f(field, *tensor)) return false;
  return true;
}

/// The first that has the sizes of all.
const RowField& first_tensor(const OperatorRow& row, const Desc& desc) {
  std::size_t i = 0;
  while (row.fields[i].one_element || row.fields[i].repeats || !desc.get<TensorDesc>(row.fields[i].name)) ++i;
  return row.fields[i];
}

/// Types of tensors that have none: that of another where the row says so, or the only one there is.
void infer_types(const OperatorRow& row, Fields& fields) {
  if (row.rule("types")) Fields::share_type(fields.all_tensors());
  for (const RowField& field : row.fields) {
    if (!field.is_tensor()) continue;
    PartialTensor& partial = fields.tensor(field.name);
    for (const DataType type : {field.fixed_type, field.usual_type})
      if (!partial.type && type != DataType::unknown) partial.type = type;
    if (field.type_of.empty()) continue;
    PartialTensor& owner = fields.tensor(field.type_of);
    if (!owner.type) owner.type = partial.type;
  }
  for (int pass = 0; pass < 2; ++pass)  // a tensor may take the type of one that itself takes another's
    for (const RowField& field : row.fields) {
      if (!field.is_tensor() || fields.tensor(field.name).type) continue;
      const std::string& other = field.type_of.empty() ? field.required_without : field.type_of;
      if (other.empty()) continue;
      const std::optional<DataType> type = fields.tensor(other).type;
      if (type) fields.tensor(field.name).type = row.type_beside(field, *type);
    }
}

/// Sizes that one tensor tells the others; tensors of one element have as many ones as the others have dimensions.
void infer_sizes(const OperatorRow& row, Fields& fields) {
  std::optional<Dimensions> sizes;
  for (const bool may_be_listed : {false, true})
    for (const RowField& field : row.fields)
      if (!sizes && field.is_tensor() && !field.one_element && !field.repeats) {
        const PartialTensor& partial = fields.tensor(field.name);
        sizes = may_be_listed && !field.output ? Fields::sizes_of(partial) : partial.sizes;
      }
  for (const RowField& field : row.fields) {
    if (!sizes || !field.is_tensor()) continue;
    PartialTensor& partial = fields.tensor(field.name);
    if (!partial.sizes) partial.sizes = field.one_element ? Dimensions::filled(sizes->size(), 1) : *sizes;
  }
}

bool is_one_element(const TensorDesc& tensor) {
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] > 1 && (i >= tensor.strides.size() || tensor.strides[i] != 0)) return false;
  return true;
}

/// Whether each size is that of the whole or 1.
bool is_repeated(const Dimensions& sizes, const Dimensions& whole) {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1 && sizes[i] != whole[i]) return false;
  return true;
}

/// VALUE_SCALE_2D: one entry of each array per channel, axis 1.
bool check_channels(const OperatorRow& row, const Desc& desc, Checker& c) {
  const Dimensions& sizes = desc.at<TensorDesc>(first_tensor(row, desc).name).sizes;
  for (const RowField& field : row.fields) {
    const auto* entries = desc.get<PerAxis<float>>(field.name);
    const bool has_channels = sizes.size() != 4 || sizes[1] == 1 || sizes[1] == 3;
    const bool is_legal = !entries || sizes.size() != 4 || (entries->size() == sizes[1] && has_channels);
    if (!c.require(is_legal, "channels", FieldPath{field.name}, [&] {
          if (!has_channels)
            return "sizes " + list(sizes) + " have " + std::to_string(sizes[1]) + " channels; 1 or 3 were expected";
          return text::counted_found(entries->size(), "entry") + " for sizes " + list(sizes) +
                 "; one for each channel was expected, of which there are 1 or 3";
        }))
      return false;
  }
  return true;
}

/// " (broadcast with a stride of 0)" where that may help: sizes that numpy broadcasts, or a list along one axis.
std::string_view broadcast_hint(const Dimensions& a, const Dimensions& b) {
  const Dimensions &longer = a.size() > b.size() ? a : b, &shorter = a.size() > b.size() ? b : a;
  const std::size_t before = longer.size() - shorter.size();
  bool fits = true;
  for (std::size_t i = 0; i < shorter.size(); ++i)
    fits = fits && (shorter[i] == longer[before + i] || shorter[i] == 1 || longer[before + i] == 1);
  fits = fits || (shorter.size() == 1 && std::count(longer.begin(), longer.end(), shorter[0]) == 1);
  return fits ? " (broadcast with a stride of 0)" : "";
}

bool check_sizes(const OperatorRow& row, const Desc& desc, Checker& c) {
  const RowField& first = first_tensor(row, desc);
  const Dimensions& sizes = desc.at<TensorDesc>(first.name).sizes;
  return all_tensors(row, desc,
                     [&](const RowField& field, const TensorDesc& tensor) {
                       return c.require(
                           tensor.sizes.size() == sizes.size(), "ranks", FieldPath{field.name}.at("Sizes"), [&] {
                             return text::counted_found(tensor.sizes.size(), "dimension") + "; " + first.name +
                                    " has " + std::to_string(sizes.size()) + ", and all tensors have the same number" +
                                    std::string(broadcast_hint(tensor.sizes, sizes));
                           });
                     }) &&
         all_tensors(row, desc, [&](const RowField& field, const TensorDesc& tensor) {
           const FieldPath place = FieldPath{field.name}.at("Sizes");
           if (field.one_element)
             return c.require(is_one_element(tensor),
                              field.name.ends_with("ScaleTensor") ? "one_scale" : "one_zero_point", place, [&] {
                                return "sizes " + list(tensor.sizes) +
                                       " were found; one element was expected, or a stride of 0 on every axis above 1";
                              });
           if (field.repeats)
             return c.require(is_repeated(tensor.sizes, sizes), "repeated_sizes", place, [&] {
               return "sizes " + list(tensor.sizes) + " were found; " + first.name + " has " + list(sizes) +
                      ", and each must be that one or 1";
             });
           return c.require(tensor.sizes == sizes, "equal_sizes", place, [&] {
             return "sizes " + list(tensor.sizes) + " were found; " + first.name + " has " + list(sizes) +
                    ", and they must be equal" + std::string(broadcast_hint(tensor.sizes, sizes));
           });
         });
}

bool check_types(const OperatorRow& row, const Desc& desc, Checker& c) {
  const bool are_all_alike = c.knows("types");
  return all_tensors(row, desc, [&](const RowField& field, const TensorDesc& tensor) {
    const std::string& other = are_all_alike ? first_tensor(row, desc).name : field.type_of;
    if (other.empty()) return true;
    const DataType type = desc.at<TensorDesc>(other).type;
    const DataType wanted = are_all_alike ? type : row.type_beside(field, type);
    return c.require(
        tensor.type == wanted, are_all_alike ? "types" : "same_type", FieldPath{field.name}.at("DataType"), [&] {
          return std::string(name(tensor.type)) + " was found; " + other + " is " + std::string(name(type)) +
                 (wanted != type                            ? ", which needs " + std::string(name(wanted))
                  : field.name.ends_with("ZeroPointTensor") ? ", and a zero point has its tensor's type"
                                                            : ", so " + std::string(name(wanted)) + " was expected");
        });
  });
}

/// BATCH_NORMALIZATION: until feature level 4.0 statistics that are not spatial have the height and width of all, the
/// last two axes.
bool check_spatial(const OperatorRow& row, const Desc& desc, Checker& c) {
  if (!c.knows("spatial") || c.validation().level >= 0x4000 || desc.at<std::uint64_t>("Spatial") != 0) return true;
  const Dimensions& whole = desc.at<TensorDesc>(first_tensor(row, desc).name).sizes;
  for (const std::string_view field : {"MeanTensor", "VarianceTensor"}) {
    const Dimensions& sizes = desc.at<TensorDesc>(field).sizes;
    for (std::size_t axis = sizes.size() - std::min<std::size_t>(sizes.size(), 2); axis < sizes.size(); ++axis)
      if (!c.require(sizes[axis] == whole[axis], "spatial", FieldPath{field}.at("Sizes"), [&] {
            return "sizes " + list(sizes) +
                   " were found; until feature level 4.0, with Spatial false, the last two must be those of " +
                   list(whole);
          }))
        return false;
  }
  return true;
}

/// POW.
bool check_exponent(const Desc& desc, Checker& c) {
  if (!c.knows("exponent_type") || c.validation().level >= 0x3000) return true;
  const DataType type = desc.at<TensorDesc>("InputTensor").type, found = desc.at<TensorDesc>("ExponentTensor").type;
  return c.require(found == type, "exponent_type", FieldPath{"ExponentTensor"}.at("DataType"), [&] {
    return std::string(name(found)) + " was found; until feature level 3.0 it must be InputTensor's, " +
           std::string(name(type));
  });
}

class ElementWise final : public Definition {
  void infer(Fields& fields, Desc&) const override {
    const OperatorRow& row = fields.checker().row();
    infer_types(row, fields);
    infer_sizes(row, fields);
  }

  bool check(const Desc& desc, Checker& c) const override {
    const OperatorRow& row = c.row();
    return check_sizes(row, desc, c) && check_types(row, desc, c) && check_channels(row, desc, c) &&
           check_spatial(row, desc, c) && check_exponent(desc, c);
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    const OperatorRow& row = *find_row(desc.type);
    const TensorDesc& output = output_of(row, desc);
    plan::Plan plan = writes(output, numeric_element(output.type));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
    (void)all_tensors(row, desc, [&](const RowField& field, const TensorDesc& tensor) {
      if (field.output) return true;
      const auto input = static_cast<std::uint32_t>(plan.operands.size());
      plan.operands.push_back(operand(input, tensor, numeric_element(tensor.type)));
      // Read at every position, whatever its Sizes.
      if (field.one_element) plan.operands.back().strides = {};
      return true;
    });
    add_values(row, desc, plan);
    return {std::move(plan)};
  }
};

constexpr ElementWise kElementWise;

}  // namespace

const Definition& elementwise() noexcept { return kElementWise; }

}  // namespace dmlrun::operators
