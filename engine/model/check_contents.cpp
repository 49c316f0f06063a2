// Everything that could go wrong while the commands run, found before the first one does.
#include <algorithm>
#include <tuple>

#include "engine/model/reading.h"
#include "engine/operators/operator_state.h"
#include "engine/tensor/checked_math.h"
#include "engine/tensor/element.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

/// DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT: DirectML takes no buffer at another offset.
constexpr std::uint64_t kAlignment = 16;

std::string shown(const Resource& resource) { return "resource '" + text::printable(resource.name, 60) + "'"; }

std::string shown(const TensorSlot& slot) {
  return std::string(slot.name) + (slot.array ? "[" + std::to_string(slot.index) + "]" : std::string());
}

/// The bytes of a resource that a tensor touches.
struct Touched {
  std::uint32_t resource = 0;
  std::uint64_t begin = 0, end = 0;
  const TensorSlot* slot = nullptr;
  text::Value where;
  bool may_be_output = false;  ///< an input: the output may be the same bytes

  /// Whether the operator may write `output` over this input.
  [[nodiscard]] bool is_in_place(const Touched& output) const noexcept {
    return may_be_output && resource == output.resource && begin == output.begin && end == output.end;
  }
};

class ContentCheck {
 public:
  ContentCheck(const Model& model, const std::vector<std::optional<Content>>& contents)
      : model_(model), contents_(contents) {}

  Result<void> check() const {
    for (const Dispatchable& dispatchable : model_.dispatchables)
      for (std::size_t i = 0; i < dispatchable.owned.size(); ++i)
        if (const auto& owned = dispatchable.owned[i]; owned && model_.resources[owned->resource].unsupported.empty())
          if (auto ok = place(*owned, dispatchable.op->inputs()[i], nullptr); !ok) return ok;
    for (const Command& command : model_.commands) {
      if (!command.skipped.empty()) continue;
      auto ok = command.kind == Command::Kind::dispatch ? check_dispatch(command)
                : command.kind == Command::Kind::print  ? check_print(command)
                                                        : check_write(command);
      if (!ok) return ok;
    }
    return {};
  }

 private:
  /// Where a binding begins, as far as that is known without the resource's file.
  [[nodiscard]] std::optional<Content> typed(const Binding& binding) const {
    if (contents_[binding.resource]) return contents_[binding.resource];
    const Resource& resource = model_.resources[binding.resource];
    if (binding.element_offset != 0 && !binding.element_bytes && resource.type == DataType::unknown)
      return std::nullopt;
    Content content;
    content.type = resource.type;
    return content;
  }

  /// One tensor in its resource; what it touches is added to `touched` (null: nobody asks).
  Result<void> place(const Binding& binding, const TensorSlot& slot, std::vector<Touched>* touched) const {
    const Resource& resource = model_.resources[binding.resource];
    const text::Value given =
        binding.where.is(text::Kind::object) ? binding.where.find("elementOffset") : text::Value();
    const text::Value at = given ? given : binding.where;
    if (auto ok = check_has_bytes(resource, binding.where); !ok) return ok;
    const std::optional<Content> content = typed(binding);
    if (!content) return {};
    const auto offset = offset_of(binding, *content);
    if (!offset)
      return text::error_at(
          at, ErrorCode::size_overflow,
          "the offset in bytes does not fit 64 bits; an offset inside " + shown(resource) + " was expected");
    if (auto ok = check_alignment(at, *offset, slot); !ok) return ok;
    if (contents_[binding.resource])
      if (auto ok = check_size(at, *offset, *content, resource, slot); !ok) return ok;
    const auto end = checked_add(*offset, buffer_bytes(slot.desc));
    if (touched && end) touched->push_back({binding.resource, *offset, *end, &slot, binding.where, false});
    return {};
  }

  Result<void> check_alignment(const text::Value& at, std::uint64_t offset, const TensorSlot& slot) const {
    if (model_.options.any_alignment) return {};
    const std::uint64_t alignment = std::max<std::uint64_t>(kAlignment, slot.desc.guaranteed_alignment);
    if (offset % alignment == 0) return {};
    return text::error_at(at, ErrorCode::misaligned,
                          "the offset is " + std::to_string(offset) + " bytes; DirectML takes multiples of " +
                              std::to_string(alignment) + " for " + shown(slot) + " (any_alignment takes all)");
  }

  static Result<void> check_size(const text::Value& at, std::uint64_t offset, const Content& content,
                                 const Resource& resource, const TensorSlot& slot) {
    if (offset > content.bytes)
      return text::error_at(at, ErrorCode::out_of_range,
                            "the offset is " + std::to_string(offset) + " bytes, past the end of " + shown(resource) +
                                "; it has " + std::to_string(content.bytes) + " bytes");
    const std::uint64_t needed = std::max(slot.desc.total_bytes, minimum_total_bytes(slot.desc));
    if (content.bytes - offset >= needed) return {};
    return text::error_at(at, ErrorCode::buffer_too_small,
                          shown(resource) + " has " + std::to_string(content.bytes - offset) + " bytes" +
                              (offset ? " from byte " + std::to_string(offset) + " on" : std::string()) + "; " +
                              shown(slot) + " needs " + std::to_string(needed));
  }

  Result<void> check_dispatch(const Command& command) const {
    const Operator& op = *model_.dispatchables[command.dispatchable].op;
    std::vector<Touched> read, written;
    for (std::size_t i = 0; i < command.inputs.size(); ++i)
      if (command.inputs[i]) {
        const std::size_t before = read.size();
        if (auto ok = place(*command.inputs[i], op.inputs()[i], &read); !ok) return ok;
        if (read.size() > before) read.back().may_be_output = op.state().input_buffers[i].may_be_output;
      }
    for (std::size_t i = 0; i < command.outputs.size(); ++i)
      if (auto ok = place(command.outputs[i], op.outputs()[i], &written); !ok) return ok;
    std::erase_if(read, [&](const Touched& input) { return !written.empty() && input.is_in_place(written[0]); });
    if (auto ok = check_overlap(read, written); !ok) return ok;
    for (std::size_t i = 0; i < command.expected.size(); ++i) {
      const TensorDesc& tensor = op.outputs()[i].desc;
      if (command.expected[i])
        if (auto ok = check_expected(*command.expected[i], tensor.type, element_count(tensor)); !ok) return ok;
    }
    return {};
  }

  /// What is written touches nothing else, once inputs that are written in place are left out. Sorted, so that it is
  /// enough to look at the furthest end so far of what is read and of what is written.
  static Result<void> check_overlap(const std::vector<Touched>& read, const std::vector<Touched>& written) {
    std::vector<std::pair<const Touched*, bool>> all;
    for (const Touched& t : read) all.emplace_back(&t, false);
    for (const Touched& t : written) all.emplace_back(&t, true);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first->resource, a.first->begin) < std::tie(b.first->resource, b.first->begin);
    });
    const Touched *last_read = nullptr, *last_written = nullptr;
    for (const auto& [now, is_written] : all) {
      const auto reaches = [now = now](const Touched* before) {
        return before && before->resource == now->resource && before->end > now->begin;
      };
      const Touched* other = reaches(last_written)              ? last_written
                             : is_written && reaches(last_read) ? last_read
                                                                : nullptr;
      if (other) {
        const Touched& output = is_written ? *now : *other;
        const Touched& input = is_written ? *other : *now;
        return text::error_at(
            output.where, ErrorCode::buffers_overlap,
            shown(*output.slot) +
                (is_packed(output.slot->desc) && is_packed(input.slot->desc)
                     ? " shares bytes with "
                     : ", from its first byte to its last, overlaps the range of ") +
                shown(*input.slot) +
                (input.may_be_output
                     ? "; the same range, for a run in place, or separate ones were expected"
                     : "; this operator does not run in place here, so that separate ranges were expected"));
      }
      const Touched*& last = is_written ? last_written : last_read;
      if (!last || last->resource != now->resource || last->end < now->end) last = now;
    }
    return {};
  }

  static Result<void> check_expected(const Expected& expected, DataType type, std::uint64_t count) {
    if (!expected.values) return {};
    auto values = read_expected_values(expected, type, count);
    if (!values) return std::move(values).error();
    return {};
  }

  /// A deferred resource has nothing that could be read, printed or written.
  static Result<void> check_has_bytes(const Resource& resource, const text::Value& where) {
    if (resource.form != Form::deferred) return {};
    return text::error_at(
        where, ErrorCode::not_bound,
        shown(resource) + " is deferred and has no bytes; a resource with initial values was expected");
  }

  /// A resource without a type cannot be printed or written as .npy.
  Result<void> check_typed(const Command& command, std::string_view verb) const {
    const Resource& resource = model_.resources[command.resource];
    const bool typed = contents_[command.resource] ? contents_[command.resource]->type != DataType::unknown
                                                   : resource.npy || resource.type != DataType::unknown;
    if (typed) return {};
    const text::Value said = resource.where.find("initialValuesDataType");
    const bool four_bits = said.is(text::Kind::string) && said.string().ends_with("INT4");
    return text::error_at(
        command.where.find("resource"), ErrorCode::type_mismatch,
        shown(resource) + (four_bits ? " holds elements of half a byte, so it cannot be " + std::string(verb) +
                                           "; an initialValuesDataType of whole bytes was expected"
                                     : " has no data type, so it cannot be " + std::string(verb) +
                                           "; initialValuesDataType was expected"));
  }

  Result<void> check_print(const Command& command) const {
    if (auto ok = check_has_bytes(model_.resources[command.resource], command.where.find("resource")); !ok) return ok;
    if (auto ok = check_typed(command, "printed"); !ok) return ok;
    const std::optional<Content>& content = contents_[command.resource];
    if (!content || command.expected.empty() || !command.expected[0]) return {};
    return check_expected(*command.expected[0], content->type, printed_elements(*content));
  }

  Result<void> check_write(const Command& command) const {
    if (auto ok = check_has_bytes(model_.resources[command.resource], command.where.find("resource")); !ok) return ok;
    if (extension_of(command.target) != ".npy") return {};
    if (auto ok = check_typed(command, "written as .npy"); !ok) return ok;
    const std::optional<Content>& content = contents_[command.resource];
    if (command.dimensions.empty() || !content) return {};
    std::optional<std::uint64_t> bytes = element_size(content->type);
    for (std::uint32_t size : command.dimensions) bytes = bytes ? checked_multiply(*bytes, size) : bytes;
    if (bytes && *bytes <= content->bytes) return {};
    return text::error_at(command.where.find("dimensions"),
                          bytes ? ErrorCode::buffer_too_small : ErrorCode::size_overflow,
                          "the dimensions make " + (bytes ? std::to_string(*bytes) : "more than 2^64") + " bytes; " +
                              shown(model_.resources[command.resource]) + " has " + std::to_string(content->bytes));
  }

  const Model& model_;
  const std::vector<std::optional<Content>>& contents_;
};

bool is_nan_literal(const text::Value& value) {
  return value.is(text::Kind::string) && text::is_same_word(value.string(), "nan");
}

}  // namespace

std::uint64_t printed_elements(const Content& content) noexcept {
  return content.type == DataType::unknown ? 0 : content.value_bytes / element_size(content.type);
}

Result<Buffer> read_expected_values(const Expected& expected, DataType type, std::uint64_t count,
                                    std::vector<bool>* any_nan) {
  if (expected.values.size() != count)
    return text::error_at(
        expected.values, ErrorCode::count_mismatch,
        text::counted_found(expected.values.size(), "value") + "; " + std::to_string(count) + " were expected");
  const std::size_t size = element_size(type);
  auto buffer = Buffer::make(count * size);
  if (!buffer) return buffer;
  if (any_nan) any_nan->assign(count, false);
  std::uint64_t i = 0;
  for (text::Value value : expected.values) {
    if (auto ok = store_value(value, type, buffer->data() + i * size); !ok) return std::move(ok).error();
    if (any_nan && is_nan_literal(value)) (*any_nan)[i] = true;
    ++i;
  }
  return buffer;
}

Result<void> check_total(const Model& model, const std::vector<std::optional<Content>>& contents) {
  std::uint64_t total = 0;
  const std::uint64_t limit = model.options.validation.limits.model_bytes;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const auto sum = checked_add(total, contents[i] ? contents[i]->bytes : 0);
    if (!sum || *sum > limit)
      return text::error_at(model.resources[i].where, ErrorCode::limit_exceeded,
                            "the resources up to this one need " +
                                (sum ? std::to_string(*sum) : "more than 18446744073709551615") +
                                " bytes; the limit model_bytes is " + std::to_string(limit));
    total = *sum;
  }
  return {};
}

Result<void> check_contents(const Model& model, const std::vector<std::optional<Content>>& contents) {
  return ContentCheck(model, contents).check();
}

}  // namespace dmlrun::model
