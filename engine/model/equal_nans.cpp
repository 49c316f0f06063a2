// Which expected values any NaN matches: those that arithmetic made, or that were moved from such values.
#include "engine/model/reading.h"

namespace dmlrun::model {

void mark_equal_nans(Model& model) {
  std::vector<bool> computed(model.resources.size());
  const auto mark = [](Command& command, std::size_t result, bool equal) {
    if (result < command.expected.size() && command.expected[result])
      command.expected[result]->tolerance.equal_nans = equal;
  };
  for (Command& command : model.commands) {
    if (command.kind == Command::Kind::print) mark(command, 0, computed[command.resource]);
    if (command.kind != Command::Kind::dispatch) continue;
    const std::optional<Operator>& op = model.dispatchables[command.dispatchable].op;
    if (!op) continue;
    bool reads_computed = false;
    for (const std::optional<Binding>& input : command.inputs)
      reads_computed = reads_computed || (input && computed[input->resource]);
    for (std::size_t i = 0; i < command.outputs.size(); ++i) {
      const bool is_computed = reads_computed || op->outputs()[i].computed;
      mark(command, i, is_computed);
      if (is_computed) computed[command.outputs[i].resource] = true;
    }
  }
}

}  // namespace dmlrun::model
