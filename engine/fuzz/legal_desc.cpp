#include "engine/fuzz/legal_desc.h"

#include <algorithm>

#include "engine/fuzz/edge_values.h"
#include "engine/fuzz/random_desc.h"
#include "engine/fuzz/random_shape.h"
#include "engine/fuzz/random_tensor.h"
#include "engine/operators/desc/desc_record.h"
#include "engine/reference/reference.h"

namespace dmlrun::fuzz {
namespace {

using operators::FieldKind;
using operators::RowField;

/// Inputs have at most about this many times the elements of the outputs.
constexpr std::uint64_t kRoom = 16;

std::uint64_t elements_of(const std::vector<TensorDesc*>& tensors) {
  std::uint64_t count = 0;
  for (const TensorDesc* tensor : tensors) count += element_count(*tensor);
  return count;
}

/// An entry of an array beside a size of the same axis: small, around the size, or several times the size.
std::uint32_t random_entry(Random& random, std::uint64_t size, std::uint64_t least) {
  if (random.one_in(60)) return 0xffffffff;
  const std::uint64_t wish = random.pick<std::uint64_t>(
      {least, least, 1, 2, 3, size - 1, size, size + 1, 2 * size, random.below(size + 1), random.below(size + 1),
       random.below(3 * size + 4), random.below(9 * size + 1), random.below(70)});
  return static_cast<std::uint32_t>(std::max(wish, least));
}

class DescMaker {
 public:
  DescMaker(Random& random, const ShapeClass& wanted, std::uint64_t budget)
      : random_(random),
        wanted_(wanted),
        row_(*wanted.row),
        definition_(*operators::find_definition(wanted.row->type)),
        left_(random_budget(random, wanted.strided ? std::max<std::uint64_t>(budget, 4) : budget)) {
    if (wanted.strided) left_ = std::max<std::uint64_t>(left_, 4);
  }

  Desc make() {
    do {
      desc_ = smallest();
      choose_numbers();
      choose_factors();
      choose_counts();
      std::size_t after = wanted_.rank;
      for (std::size_t axis : shuffled_axes(random_, wanted_.rank)) {
        const bool first = after == wanted_.rank;
        choose_axis(axis, share(left_ / std::max<std::uint64_t>(1, elements_of(outputs_of(desc_))), --after), first);
      }
      for (std::size_t axis = 0; axis < wanted_.rank; ++axis) make_unequal(axis);
      choose_numbers();
    } while (wanted_.strided && !has_elements());
    finish();
    return std::move(desc_);
  }

 private:
  /// Every size 1, every entry its least, one tensor in each array.
  Desc smallest() {
    Desc desc{row_.type, {}};
    std::size_t next_mode = 0;
    for (const RowField& field : row_.fields) {
      desc.fields.push_back({field.name, FieldValue{}});
      FieldValue& value = desc.fields.back().value;
      const auto least = static_cast<std::uint32_t>(field.least);
      if (field.kind == FieldKind::tensor && (!field.optional || random_.one_in(2))) value = smallest_tensor(field);
      if (field.kind == FieldKind::tensor_array) value = TensorList{smallest_tensor(field)};
      if (field.kind == FieldKind::enumeration) value = wanted_.modes[next_mode++];
      if (field.kind == FieldKind::uint32) value = field.least;
      if (field.kind == FieldKind::uint32_array) value = Dimensions::filled(wanted_.rank, least);
      if (field.kind == FieldKind::int32_array) value = SignedDimensions::filled(wanted_.rank, 1);
      if (field.kind == FieldKind::float32) value = 0.0f;
      if (field.kind == FieldKind::int32) value = std::int64_t{0};
      if (field.kind == FieldKind::boolean) value = random_.below(2);
      if (field.kind == FieldKind::float32_array) value = PerAxis<float>{0.0f};
      if (field.kind == FieldKind::scalar) value = Scalar{wanted_.types[0], {}};
    }
    return desc;
  }

  TensorDesc smallest_tensor(const RowField& field) {
    if (field.fixed_type != DataType::unknown) return tensor_of(field.fixed_type, wanted_.rank);
    const std::vector<const RowField*> tensors = typed_tensors(row_);
    const std::string& typed = field.type_of.empty() ? field.name : field.type_of;
    DataType type = wanted_.types[0];
    for (std::size_t i = 0; i < tensors.size(); ++i)
      if (tensors[i]->name == typed) type = wanted_.types[i];
    TensorDesc tensor = tensor_of(field.type_of.empty() ? type : row_.type_beside(field, type), wanted_.rank);
    if (field.two_elements)
      tensor.sizes[random_.below(wanted_.rank)] = static_cast<std::uint32_t>(random_.between(2, 4));
    return tensor;
  }

  /// Whether the outputs' sizes follow from an input's.
  static bool tells_sizes(Desc& desc) {
    return !tensors_of(desc, [](const auto& f) { return f.tells_sizes(); }).empty();
  }

  /// Keeps what the reference allows and is not too large.
  bool accept(Desc candidate, bool infers = true) {
    if (infers && tells_sizes(candidate) && !operators::infer_outputs(definition_, row_, candidate)) return false;
    if (elements_of(outputs_of(candidate)) > left_ || elements_of(inputs_of(candidate)) > kRoom * left_ + 64)
      return false;
    if (!reference::is_legal(candidate)) return false;
    desc_ = std::move(candidate);
    return true;
  }

  void choose_numbers() {
    for (std::size_t i = 0; i < row_.fields.size(); ++i)
      if (row_.fields[i].kind == FieldKind::uint32)
        for (int attempt = 0; attempt < 3; ++attempt) {
          Desc candidate = desc_;
          const std::uint64_t wish = row_.fields[i].name == "Axis" ? random_.below(wanted_.rank) : random_.below(6);
          candidate.fields[i].value = std::max(wish, row_.fields[i].least);
          if (accept(std::move(candidate))) break;
        }
  }

  /// Numbers above 1 that sizes must be multiples of: sizes of the inputs become them, or their squares.
  void choose_factors() {
    for (std::size_t i = 0; i < row_.fields.size(); ++i)
      for (int attempt = 0; attempt < 8 && row_.fields[i].kind == FieldKind::uint32 && row_.fields[i].name != "Axis";
           ++attempt) {
        Desc candidate = desc_;
        const std::uint64_t factor = random_.pick({2u, 2u, 3u, 4u, 7u});
        for (std::size_t axis = 0; axis < wanted_.rank; ++axis)
          set_size(candidate, axis,
                   static_cast<std::uint32_t>(random_.pick({std::uint64_t{1}, factor, factor * factor})));
        candidate.fields[i].value = factor;
        if (random_.one_in(4) || accept(std::move(candidate))) break;
      }
  }

  /// Gives the inputs one size there, and arrays an entry each; then some entries another one.
  void choose_axis(std::size_t axis, std::uint64_t most, bool first) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      std::uint32_t size = random_extent(random_, random_.one_in(2) ? most : std::max<std::uint64_t>(1, most / 3));
      if (first && size == 1 && (wanted_.strided || random_.one_in(2))) size = 2;
      if (random_.one_in(8))
        size = std::min(random_.pick({4u, 8u, 9u, 16u, 18u, 36u}), static_cast<std::uint32_t>(most));
      if (attempt >= 4) size *= static_cast<std::uint32_t>(outputs_of(desc_).size());
      Desc candidate = desc_;
      set_size(candidate, axis, std::max(1u, size));
      if (attempt < 6) set_entries(candidate, axis, size, ~std::size_t{0});
      if (accept(std::move(candidate))) break;
    }
    for (std::size_t i = 0; i < desc_.fields.size(); ++i)
      for (int attempt = 0; attempt < 3; ++attempt) {
        Desc candidate = desc_;
        if (!set_entries(candidate, axis, sizes(desc_, axis), i)) break;
        if (accept(std::move(candidate))) break;
      }
  }

  static std::uint32_t sizes(Desc& desc, std::size_t axis) {
    const std::vector<TensorDesc*> inputs = inputs_of(desc);
    return inputs.empty() ? 1 : inputs[0]->sizes[axis];
  }

  void set_size(Desc& desc, std::size_t axis, std::uint32_t size) {
    for (DescField& field : desc.fields)
      if (auto* channels = std::get_if<PerAxis<float>>(&field.value); channels && axis == 1) {
        size = size > 1 ? 3 : 1;
        *channels = PerAxis<float>::filled(size, 0);
      }
    for (std::size_t i = 0; i < desc.fields.size(); ++i) {
      if (row_.fields[i].one_element || row_.fields[i].two_elements || (row_.fields[i].output && tells_sizes(desc)))
        continue;
      const bool is_repeated = row_.fields[i].repeats && random_.one_in(2);
      if (auto* tensor = std::get_if<TensorDesc>(&desc.fields[i].value)) tensor->sizes[axis] = is_repeated ? 1 : size;
      if (auto* tensors = std::get_if<TensorList>(&desc.fields[i].value))
        for (TensorDesc& tensor : *tensors) tensor.sizes[axis] = size;
    }
  }

  /// Other entries for one array, or for all (`only` is no field's number). False when that field is no array.
  bool set_entries(Desc& desc, std::size_t axis, std::uint32_t size, std::size_t only) {
    bool any = false;
    for (std::size_t i = 0; i < desc.fields.size(); ++i) {
      if (only != ~std::size_t{0} && only != i) continue;
      if (auto* numbers = std::get_if<Dimensions>(&desc.fields[i].value)) {
        (*numbers)[axis] = random_.one_in(3) ? (*numbers)[axis] : random_entry(random_, size, row_.fields[i].least);
        any = true;
      }
      if (auto* numbers = std::get_if<SignedDimensions>(&desc.fields[i].value)) {
        const std::uint32_t entry = std::min(random_entry(random_, size, 0), 0x7fffffffu);
        const auto positive = static_cast<std::int32_t>(entry);
        (*numbers)[axis] = random_.one_in(2) ? positive : random_.one_in(20) ? -0x7fffffff - 1 : -positive;
        any = true;
      }
    }
    return any;
  }

  /// More tensors in an array, with or without making an axis as many times as long.
  void choose_counts() {
    for (std::size_t i = 0; i < desc_.fields.size(); ++i) {
      if (row_.fields[i].kind != FieldKind::tensor_array) continue;
      const std::uint64_t count = random_.one_in(40)   ? random_.between(100, 400)
                                  : random_.one_in(6)  ? random_.between(8, 40)
                                  : random_.one_in(10) ? 1
                                                       : random_.between(2, 7);
      left_ = std::max(left_, 2 * count);
      for (std::size_t axis = 0; axis <= wanted_.rank; ++axis) {
        Desc candidate = desc_;
        auto& tensors = std::get<TensorList>(candidate.fields[i].value);
        tensors.resize(count, tensors[0]);
        for (TensorDesc* input : inputs_of(candidate))
          if (axis < wanted_.rank && row_.fields[i].output) input->sizes[axis] *= static_cast<std::uint32_t>(count);
        if (accept(std::move(candidate))) break;
      }
    }
  }

  /// Tensors of an array that differ along an axis: inputs by any size, outputs by what one gives to another.
  void make_unequal(std::size_t axis) {
    for (std::size_t i = 0; i < desc_.fields.size(); ++i) {
      if (row_.fields[i].kind != FieldKind::tensor_array) continue;
      Desc candidate = desc_;
      auto& tensors = std::get<TensorList>(candidate.fields[i].value);
      const bool is_output = row_.fields[i].output;
      for (std::size_t k = 0; k < tensors.size(); ++k) {
        std::uint32_t& size = tensors[k].sizes[axis];
        if (!is_output) size = random_extent(random_, 2 * size);
        else if (k + 1 < tensors.size()) {
          const auto given = static_cast<std::uint32_t>(random_.below(size));
          size -= given;
          tensors[k + 1].sizes[axis] += given;
        }
      }
      (void)accept(std::move(candidate), !is_output);
    }
  }

  bool has_elements() {
    const std::vector<TensorDesc*> able = stridable();
    return std::any_of(able.begin(), able.end(), [](const TensorDesc* t) { return element_count(*t) > 1; });
  }

  std::vector<TensorDesc*> stridable() {
    return tensors_of(desc_, [](const auto& field) { return !field.one_element; });
  }

  float any_float() { return random_.one_in(2) ? plain_float(random_) : edge_float(random_); }
  std::int64_t any_offset() {
    const auto near = static_cast<std::int64_t>(random_.below(9)) - 4;
    return random_.pick<std::int64_t>({near, near, near, near, 20, -0x7fffffff - 1, 0x7fffffff});
  }
  FieldValue any_activation(const RowField& field) {
    const std::string& name = field.values[random_.below(field.values.size())].name;
    const operators::OperatorRow* row = operators::find_row(field.enum_prefix + "_" + name);
    if (!row) return {};
    FusedActivation made{row->type, {}};
    for (const RowField& number : row->fields)
      if (number.kind == FieldKind::float32) made.numbers.push_back(any_float());
    return made;
  }
  bool is_scalable() {
    const DataType type = inputs_of(desc_)[0]->type;
    return type == DataType::float16 || type == DataType::float32;
  }

  /// Numbers that no rule concerns, one element repeated by stride 0, and layouts.
  void finish() {
    const Dimensions data = stridable()[0]->sizes;
    for (std::size_t i = 0; i < desc_.fields.size(); ++i) {
      FieldValue& value = desc_.fields[i].value;
      if (std::holds_alternative<float>(value)) value = edge_float(random_);
      if (auto* numbers = std::get_if<PerAxis<float>>(&value))
        for (std::size_t k = 0; k < numbers->size(); ++k) (*numbers)[k] = any_float();
      if (row_.fields[i].kind == FieldKind::int32) value = any_offset();
      if (row_.fields[i].kind == FieldKind::activation && random_.one_in(2)) value = any_activation(row_.fields[i]);
      if (row_.fields[i].kind == FieldKind::scale_bias && is_scalable() && random_.one_in(2))
        value = ScaleBias{any_float(), random_.one_in(4) ? -0.0f : any_float()};
      if (auto* scalar = std::get_if<Scalar>(&value)) {
        random_.fill(std::span(scalar->bytes).first(element_size(scalar->type)));
        if (random_.one_in(2)) put_edge(random_, scalar->type, scalar->bytes.data());
      }
      auto* tensor = std::get_if<TensorDesc>(&value);
      if (row_.fields[i].one_element && tensor && random_.one_in(4)) {
        tensor->sizes = data;
        tensor->strides = Dimensions::filled(data.size(), 0);
      }
    }
    lay_out(random_, wanted_, desc_, stridable());
  }

  Random& random_;
  const ShapeClass& wanted_;
  const operators::OperatorRow& row_;
  const operators::Definition& definition_;
  std::uint64_t left_;  ///< elements that the outputs may have together
  Desc desc_;
};

}  // namespace

Desc make_legal(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  return DescMaker(random, wanted, budget).make();
}

}  // namespace dmlrun::fuzz
