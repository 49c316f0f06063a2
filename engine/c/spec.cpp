// From JSON text to operators, and the values that a spec holds.
#include <vector>

#include "engine/c/comparison.h"
#include "engine/c/handles.h"
#include "engine/c/reading.h"
#include "engine/spec/bound.h"
#include "engine/tensor/floating_point.h"
#include "engine/tensor/layout.h"
#include "engine/text/onnx.h"

namespace dmlrun::c {
namespace {

/// Views of what a caller bound. Refuses names that are null, sizes that are missing, and numbers that are no type.
Result<std::vector<BoundTensor>> read_bound(const dmlrun_bound_tensor* bound, std::size_t count) {
  std::vector<BoundTensor> tensors;
  for (std::size_t i = 0; i < count; ++i) {
    const dmlrun_bound_tensor& given = bound[i];
    if (!given.name || (!given.sizes && given.rank > 0) || given.rank > 64)
      return Error{.code = ErrorCode::usage,
                   .message = "a bound tensor has no name, no sizes, or more than 64 of them"};
    if (given.type < DMLRUN_UNKNOWN || given.type > DMLRUN_INT64)
      return Error{.code = ErrorCode::usage, .message = "the data type of a bound tensor is none"};
    BoundTensor& tensor = tensors.emplace_back();
    tensor.name = given.name;
    tensor.index = given.index;
    tensor.type = static_cast<DataType>(given.type);
    if (given.rank > 0) tensor.shape.assign(given.sizes, given.sizes + given.rank);
  }
  return tensors;
}

std::span<const spec::Source> sources(const dmlrun_spec& spec, dmlrun_direction direction) {
  if (direction == DMLRUN_INPUT) return spec.spec.inputs();
  return direction == DMLRUN_OUTPUT ? spec.spec.expected() : std::span<const spec::Source>();
}

/// The tensor that a source is for; null when the operator has none of that name and number.
const TensorSlot* slot_of(const spec::Source& source, std::span<const TensorSlot> slots) {
  for (const TensorSlot& slot : slots)
    if (slot.name == source.name && slot.index == source.index) return &slot;
  return nullptr;
}

/// What is wrong with using a source's values for a buffer, if anything is.
const char* why_not(const spec::Source& source, const TensorSlot* slot, const void* buffer, std::size_t bytes) {
  if (source.kind == spec::SourceKind::file) return "the values of this source are in a file";
  if (!slot) return "the operator has no tensor for this source";
  if (!buffer || bytes < buffer_bytes(slot->desc)) return "the buffer is null or smaller than its tensor";
  return nullptr;
}

/// How a text becomes a document: text::Document::parse_in_place, or the same for a text that the document outlives.
using ReadText = Result<text::Document> (*)(std::string_view text, const Limits& limits);

Result<text::Document> read_copy(std::string_view text, const Limits& limits) {
  if (text::is_onnx(text)) return text::onnx_refusal();  // which may be larger than texts are
  if (auto ok = text::Document::check_bytes(text.size(), limits); !ok) return std::move(ok).error();
  return text::Document::parse(std::string(text), limits);
}

dmlrun_code parse(const char* json, std::size_t bytes, ReadText read_text, const dmlrun_read_options* options,
                  std::optional<spec::Spec>& out, dmlrun_error* error) {
  ReadOptions read;
  if (!json && bytes > 0) return refuse_usage("the text is null", error);
  if (const char* why = read.take(options)) return refuse_usage(why, error);
  SpecOptions how{read.validation, read.strict, {}, &read.warnings};
  const DefaultFloatingPoint environment;
  auto document = read_text({json, bytes}, read.validation.limits);
  if (!document) return refuse(document.error(), error);
  auto parsed = spec::Spec::parse(std::move(*document), how);
  if (!parsed) return refuse(parsed.error(), error);
  out = std::move(*parsed);
  read.tell();
  return DMLRUN_OK;
}

dmlrun_code complete(const spec::Spec& spec, std::span<const BoundTensor> bound, dmlrun_operator** op,
                     dmlrun_error* error) {
  auto made = spec::complete_checked(spec, bound);
  return made ? make_handle(op, std::move(*made)) : refuse(made.error(), error);
}

}  // namespace
}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_spec_parse(const char* json, size_t bytes, const dmlrun_read_options* options, dmlrun_spec** spec,
                              dmlrun_error* error) noexcept {
  if (!spec) return refuse_usage("the place for the spec is null", error);
  *spec = nullptr;
  return guarded(error, [&] {
    std::optional<spec::Spec> parsed;
    const dmlrun_code code = parse(json, bytes, read_copy, options, parsed, error);
    return code == DMLRUN_OK ? make_handle(spec, std::move(*parsed)) : code;
  });
}

void dmlrun_spec_free(dmlrun_spec* spec) noexcept { delete spec; }

dmlrun_code dmlrun_spec_complete(const dmlrun_spec* spec, const dmlrun_bound_tensor* bound, size_t count,
                                 dmlrun_operator** op, dmlrun_error* error) noexcept {
  if (!op) return refuse_usage("the place for the operator is null", error);
  *op = nullptr;
  if (!spec || (!bound && count > 0)) return refuse_usage("the spec or the bound tensors are null", error);
  return guarded(error, [&] {
    auto tensors = read_bound(bound, count);
    return tensors ? complete(spec->spec, *tensors, op, error) : refuse(tensors.error(), error);
  });
}

dmlrun_code dmlrun_operator_create(const char* json, size_t bytes, const dmlrun_read_options* options,
                                   dmlrun_operator** op, dmlrun_error* error) noexcept {
  if (!op) return refuse_usage("the place for the operator is null", error);
  *op = nullptr;
  return guarded(error, [&] {
    std::optional<spec::Spec> parsed;
    const dmlrun_code code = parse(json, bytes, text::Document::parse_in_place, options, parsed, error);
    return code == DMLRUN_OK ? complete(*parsed, {}, op, error) : code;
  });
}

size_t dmlrun_spec_source_count(const dmlrun_spec* spec, dmlrun_direction direction) noexcept {
  return spec ? sources(*spec, direction).size() : 0;
}

dmlrun_code dmlrun_spec_source(const dmlrun_spec* spec, dmlrun_direction direction, size_t source, dmlrun_source* out,
                               dmlrun_error* error) noexcept {
  if (!spec || !out || source >= sources(*spec, direction).size())
    return refuse_usage("the spec is null or has no such source, or the place for it is null", error);
  const spec::Source& found = sources(*spec, direction)[source];
  if (found.path.find('\0') != std::string::npos)
    return refuse_usage("the path of this source has a NUL in it, which no file has", error);
  const bool file = found.kind == spec::SourceKind::file;
  return write_struct({0, found.name.c_str(), found.index, file ? found.path.c_str() : nullptr}, out, error);
}

dmlrun_code dmlrun_spec_values(const dmlrun_spec* spec, size_t source, const dmlrun_operator* op, void* buffer,
                               size_t bytes, dmlrun_error* error) noexcept {
  if (!spec || !op || source >= spec->spec.inputs().size())
    return refuse_usage("the spec or the operator is null, or there is no such source", error);
  return guarded(error, [&] {
    const spec::Source& values = spec->spec.inputs()[source];
    const TensorSlot* slot = slot_of(values, op->op.inputs());
    if (const char* why = why_not(values, slot, buffer, bytes)) return refuse_usage(why, error);
    auto written = spec::write_values(values, slot->desc, {static_cast<std::byte*>(buffer), bytes});
    return written ? dmlrun_code{DMLRUN_OK} : refuse(written.error(), error);
  });
}

dmlrun_code dmlrun_spec_changed_numbers(const dmlrun_spec* spec, const dmlrun_operator* op, char** text,
                                        dmlrun_error* error) noexcept {
  if (text) *text = nullptr;
  if (!spec || !op || !text) return refuse_usage("the spec, the operator or the place for the text is null", error);
  return guarded(error, [&] {
    std::string lines;
    for (const std::string& line : spec::changed_numbers(spec->spec.desc(), op->op)) lines += line + "\n";
    return make_text(lines, text);
  });
}

dmlrun_code dmlrun_spec_compare(const dmlrun_spec* spec, size_t source, const dmlrun_operator* op, const void* buffer,
                                size_t bytes, const dmlrun_tolerance* tolerance, dmlrun_comparison* out, char** report,
                                dmlrun_error* error) noexcept {
  if (report) *report = nullptr;
  if (!spec || !op || source >= spec->spec.expected().size())
    return refuse_usage("the spec or the operator is null, or there is no such source", error);
  return guarded(error, [&] {
    const spec::Source& values = spec->spec.expected()[source];
    const TensorSlot* slot = slot_of(values, op->op.outputs());
    if (const char* why = why_not(values, slot, buffer, bytes)) return refuse_usage(why, error);
    Tolerance admitted = spec->spec.tolerance();
    if (const char* why = tolerance ? read_tolerance(tolerance, admitted) : nullptr) return refuse_usage(why, error);
    std::vector<bool> any_nan;
    const TensorDesc packed{slot->desc.type, slot->desc.sizes};
    auto expected = Buffer::make(element_count(packed) * element_size(packed.type));
    if (!expected) return refuse(expected.error(), error);
    if (auto ok = spec::write_values(values, packed, expected->bytes(), &any_nan); !ok)
      return refuse(ok.error(), error);
    auto found = Buffer::make(expected->size());
    if (!found) return refuse(found.error(), error);
    gather(slot->desc, {static_cast<const std::byte*>(buffer), bytes}, found->data());
    return tell(compare(slot->desc.type, slot->desc.sizes, expected->bytes(), found->bytes(),
                        admitted.for_output(slot->computed), any_nan),
                out, report, error);
  });
}
