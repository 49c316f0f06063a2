// Which commands cannot run when parts of a model are skipped.
#include <set>

#include "engine/model/reading.h"
#include "engine/text/document.h"

namespace dmlrun::model {
namespace {

/// What the commands so far have left: the resources that do not hold what they should.
class Skipping {
 public:
  explicit Skipping(Model& model) : model_(model) {
    for (std::uint32_t i = 0; i < model.resources.size(); ++i) {
      names_.emplace(model.resources[i].name, i);
      if (!model.resources[i].unsupported.empty()) missing_.insert(i);
    }
  }

  void visit(Command& command) {
    if (command.kind == Command::Kind::dispatch) return visit_dispatch(command);
    if (command.skipped.empty() && missing_.count(command.resource) != 0)
      command.skipped = lacks(command.resource);
  }

 private:
  [[nodiscard]] std::string lacks(std::uint32_t resource) const {
    const Resource& r = model_.resources[resource];
    const std::string name = "resource '" + text::printable(r.name, 60) + "'";
    return r.unsupported.empty() ? name + " would have been written by a skipped command"
                                 : name + " is " + r.unsupported;
  }

  void visit_dispatch(Command& command) {
    const Dispatchable& dispatchable = model_.dispatchables[command.dispatchable];
    if (!dispatchable.op) {
      command.skipped = "dispatchable '" + text::printable(dispatchable.name, 60) + "' is " + dispatchable.unsupported;
      return taint_unknown(command, dispatchable);
    }
    for (const std::optional<Binding>& binding : command.inputs)
      if (binding && missing_.count(binding->resource) != 0) command.skipped = lacks(binding->resource);
    // What DirectML owns was taken before the first command.
    for (const std::optional<Binding>& binding : dispatchable.owned)
      if (binding && !model_.resources[binding->resource].unsupported.empty())
        command.skipped = lacks(binding->resource);
    for (const Binding& output : command.outputs) {
      if (!model_.resources[output.resource].unsupported.empty()) command.skipped = lacks(output.resource);
      if (command.skipped.empty())
        missing_.erase(output.resource);
      else
        missing_.insert(output.resource);
    }
  }

  /// What a dispatchable that dmlrun does not know writes: its output tensors, or any resource where that is unknown.
  void taint_unknown(const Command& command, const Dispatchable& dispatchable) {
    const auto& outputs = dispatchable.unsupported_outputs;
    for (text::Value member : command.where.find("bindings")) {
      bool written = outputs.empty();
      for (const std::string& output : outputs) written = written || output == member.key();
      if (!written) continue;
      if (!member.is(text::Kind::array)) taint(member);
      for (text::Value item : member)
        if (member.is(text::Kind::array)) taint(item);
    }
  }

  void taint(const text::Value& binding) {
    const text::Value name = binding.is(text::Kind::object) ? binding.find("name") : binding;
    if (const auto found = names_.find(name.string()); found != names_.end()) missing_.insert(found->second);
  }

  Model& model_;
  Names names_;
  std::set<std::uint32_t> missing_;
};

}  // namespace

void mark_skipped(Model& model) {
  Skipping skipping(model);
  for (Command& command : model.commands) skipping.visit(command);
}

}  // namespace dmlrun::model
