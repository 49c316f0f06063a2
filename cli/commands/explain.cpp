// dmlrun explain SPEC.json: the plan, the chosen back end, why the others declined; --spec: the completed spec.
#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/job.h"
#include "cli/json_text.h"
#include "dmlrun/kernel.h"

namespace dmlrun::cli {
namespace {

/// Indented below the back end: what is done, and what is not.
std::string strategy_text(const std::vector<Choice>& strategy) {
  std::string text;
  for (const Choice& choice : strategy) {
    text += "    " + choice.subject + ": " + (choice.taken.empty() ? "-" : choice.taken) + "\n";
    for (const Choice::Other& other : choice.others) text += "      not " + other.what + ": " + other.why_not + "\n";
  }
  return text;
}

std::string strategy_json(const std::vector<Choice>& strategy) {
  return json_array(strategy, [](const Choice& choice) {
    JsonObject item;
    item.add("subject", choice.subject).add("taken", choice.taken);
    item.add_raw("others", json_array(choice.others, [](const Choice::Other& other) {
                   return JsonObject().add("what", other.what).add("reason", other.why_not).text();
                 }));
    return item.text();
  });
}

std::string as_text(const Operator& op, const Explanation& explanation) {
  std::string text = "operator: " + std::string(op.type()) + "\n";
  for (std::size_t i = 0; i < explanation.plans.size(); ++i)
    text += "plan of " + shown_name(op.outputs()[i]) + ": " + explanation.plans[i] + "\n";
  text += "back end: " + (explanation.chosen.empty() ? "none" : std::string(explanation.chosen)) + "\n";
  for (std::size_t i = 0; i < explanation.strategies.size(); ++i)
    text += "  strategy for " + shown_name(op.outputs()[i]) + ":\n" + strategy_text(explanation.strategies[i]);
  for (const Explanation::Candidate& choice : explanation.choices)
    if (choice.backend != explanation.chosen)
      text +=
          "  " + std::string(choice.backend) + ": " + (choice.why_not.empty() ? "could run it" : choice.why_not) + "\n";
  return text;
}

std::string as_json(const Operator& op, const Explanation& explanation) {
  JsonObject object;
  object.add("type", op.type());
  object.add_raw("plans", json_array(explanation.plans, json_string));
  object.add("backend", explanation.chosen);
  object.add_raw("strategies", json_array(explanation.strategies, strategy_json));
  object.add_raw("choices", json_array(explanation.choices, [](const Explanation::Candidate& choice) {
                   JsonObject item;
                   return item.add("backend", choice.backend).add("reason", choice.why_not).text();
                 }));
  return object.text() + "\n";
}

}  // namespace

ExitCode explain_spec(const Options& options, const Reporter& reporter) {
  Job job(options, options.operands.front(), &reporter);
  Operator op = job.complete_for_description();
  std::string text;
  if (options.completed_spec) {
    text = take(write_spec(op), job.path());
    if (!text.ends_with('\n')) text += '\n';
  } else {
    const Explanation explanation = take(explain(op, compile_options(options, options.backend)), job.path());
    text = options.format == Format::json ? as_json(op, explanation) : as_text(op, explanation);
  }
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
