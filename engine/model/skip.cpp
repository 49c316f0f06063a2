// Which commands cannot run when parts of a model are skipped: those whose operator is missing, and those that read a
// byte which a skipped command would have written.
#include <algorithm>
#include <limits>
#include <map>

#include "engine/model/reading.h"
#include "engine/tensor/checked_math.h"
#include "engine/text/document.h"

namespace dmlrun::model {
namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

/// Bytes [begin, end) of a resource; up to kEnd where its size is not known.
struct Extent {
  std::uint64_t begin = 0, end = kEnd;
};

/// Bytes that do not hold what they should: extents that neither touch nor overlap, by their begin.
class WrongBytes {
 public:
  void add(Extent extent) {
    auto next = extents_.upper_bound(extent.begin);
    if (next != extents_.begin() && std::prev(next)->second >= extent.begin) --next;
    while (next != extents_.end() && next->first <= extent.end) {
      extent = {std::min(extent.begin, next->first), std::max(extent.end, next->second)};
      next = extents_.erase(next);
    }
    if (extent.begin < extent.end) extents_.emplace(extent.begin, extent.end);
  }

  void remove(Extent extent) {
    if (extent.begin >= extent.end) return;
    auto at = extents_.lower_bound(extent.begin);
    if (at != extents_.begin() && std::prev(at)->second > extent.begin) --at;
    while (at != extents_.end() && at->first < extent.end) {
      const Extent before{at->first, extent.begin}, after{extent.end, at->second};
      at = extents_.erase(at);
      if (before.begin < before.end) extents_.emplace(before.begin, before.end);
      if (after.begin < after.end) extents_.emplace(after.begin, after.end);
    }
  }

  [[nodiscard]] bool meets(Extent extent) const {
    auto next = extents_.lower_bound(extent.end);
    return extent.begin < extent.end && next != extents_.begin() && std::prev(next)->second > extent.begin;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> extents_;
};

class Skipping {
 public:
  Skipping(Model& model, const std::vector<std::optional<Content>>& contents)
      : model_(model), contents_(contents), wrong_(model.resources.size()) {
    for (std::uint32_t i = 0; i < model.resources.size(); ++i) {
      names_.emplace(model.resources[i].name, i);
      if (!model.resources[i].unsupported.empty()) wrong_[i].add({});
    }
  }

  void visit(Command& command) {
    command.skipped = command.unsupported;
    if (command.kind == Command::Kind::dispatch) return visit_dispatch(command);
    const bool missing = !model_.resources[command.resource].unsupported.empty();
    if (command.skipped.empty() && (missing || wrong_[command.resource].meets(shown(command))))
      command.skipped = lacks(command.resource);
  }

 private:
  [[nodiscard]] std::string lacks(std::uint32_t resource) const {
    const Resource& r = model_.resources[resource];
    const std::string name = "resource '" + text::printable(r.name, 60) + "'";
    return r.unsupported.empty() ? name + " would have been written by a skipped command"
                                 : name + " is " + r.unsupported;
  }

  /// Its size is known only to what fills it, so commands use all of it.
  [[nodiscard]] bool is_deferred(std::uint32_t resource) const {
    return model_.resources[resource].form == Form::deferred;
  }

  /// What a print or writeFile takes of its resource.
  [[nodiscard]] Extent shown(const Command& command) const {
    const std::optional<Content>& content = contents_[command.resource];
    if (!content || is_deferred(command.resource)) return {};
    if (command.kind == Command::Kind::write_file) return {0, content->bytes};
    const std::uint64_t offset = model_.resources[command.resource].offset;
    return {offset, offset + content->value_bytes};
  }

  /// Where a tensor lies in its resource; nothing when that is not known before the resource's file is opened.
  [[nodiscard]] std::optional<Extent> extent(const Binding& binding, const TensorDesc& tensor) const {
    Content content;
    content.type = model_.resources[binding.resource].type;
    if (contents_[binding.resource]) content = *contents_[binding.resource];
    else if (binding.element_offset != 0 && !binding.element_bytes && content.type == DataType::unknown)
      return std::nullopt;
    const auto begin = offset_of(binding, content);
    const auto end = begin ? checked_add(*begin, buffer_bytes(tensor)) : std::nullopt;
    if (!end) return std::nullopt;
    return Extent{*begin, *end};
  }

  void visit_dispatch(Command& command) {
    const Dispatchable& dispatchable = model_.dispatchables[command.dispatchable];
    if (!dispatchable.op) {
      command.skipped = "dispatchable '" + text::printable(dispatchable.name, 60) + "' is " + dispatchable.unsupported;
      return spoil_unknown(command, dispatchable);
    }
    const Operator& op = *dispatchable.op;
    for (std::size_t i = 0; i < command.inputs.size(); ++i) {
      const std::optional<Binding>& binding = command.inputs[i];
      if (binding && wrong_[binding->resource].meets(extent(*binding, op.inputs()[i].desc).value_or(Extent{})))
        command.skipped = lacks(binding->resource);
    }
    // What DirectML owns was taken before the first command.
    for (const std::optional<Binding>& binding : dispatchable.owned)
      if (binding && !model_.resources[binding->resource].unsupported.empty())
        command.skipped = lacks(binding->resource);
    for (const Binding& output : command.outputs)
      if (!model_.resources[output.resource].unsupported.empty() ||
          (is_deferred(output.resource) && wrong_[output.resource].meets({})))
        command.skipped = lacks(output.resource);
    // Only now, when the command as a whole runs or does not, its outputs are right or wrong.
    for (std::size_t i = 0; i < command.outputs.size(); ++i) write(command, i, op.outputs()[i].desc);
  }

  /// Gaps between the elements of an output keep what they hold.
  void write(const Command& command, std::size_t output, const TensorDesc& tensor) {
    const Binding& binding = command.outputs[output];
    const std::optional<Extent> written = extent(binding, tensor);
    if (!command.skipped.empty()) wrong_[binding.resource].add(written.value_or(Extent{}));
    else if (written && is_packed(tensor) && model_.resources[binding.resource].unsupported.empty())
      wrong_[binding.resource].remove(*written);
  }

  /// What a dispatchable that dmlrun does not know writes: its output tensors, or any resource where these are unknown,
  /// counters too.
  void spoil_unknown(const Command& command, const Dispatchable& dispatchable) {
    const auto& outputs = dispatchable.unsupported_outputs;
    for (text::Value member : command.where.find("bindings")) {
      bool written = outputs.empty();
      for (const std::string& output : outputs) written = written || output == member.key();
      if (!written) continue;
      if (!member.is(text::Kind::array)) spoil(member, outputs.empty());
      for (text::Value item : member)
        if (member.is(text::Kind::array)) spoil(item, outputs.empty());
    }
  }

  void spoil(const text::Value& binding, bool with_counter) {
    if (!binding.is(text::Kind::object)) return spoil_named(binding);
    spoil_named(binding.find("name"));
    if (with_counter) spoil_named(binding.find("counter"));
  }

  void spoil_named(const text::Value& name) {
    if (!name || !name.is(text::Kind::string)) return;
    if (const auto found = names_.find(name.string()); found != names_.end()) wrong_[found->second].add({});
  }

  Model& model_;
  const std::vector<std::optional<Content>>& contents_;
  Names names_;
  std::vector<WrongBytes> wrong_;  ///< for each resource, after the commands so far
};

}  // namespace

void mark_skipped(Model& model, const std::vector<std::optional<Content>>& contents) {
  Skipping skipping(model, contents);
  for (Command& command : model.commands) skipping.visit(command);
}

}  // namespace dmlrun::model
