// dmlrun explain SPEC.json: the plan, the chosen back end, why the others declined; --spec: the completed spec.
#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/job.h"
#include "cli/picture/origin_picture.h"
#include "cli/picture/picture_file.h"
#include "dmlrun/kernel.h"
#include "engine/run/answers.h"

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

}  // namespace

ExitCode explain_spec(const Options& options, const Reporter& reporter) {
  Job job(options, options.operands.front(), &reporter);
  Operator op = job.complete_for_description();
  PictureFile picture(options);
  if (picture.is_wanted()) picture.write(origin_picture(op));
  std::string text;
  if (options.completed_spec) {
    text = take(write_spec(op), job.path());
    if (!text.ends_with('\n')) text += '\n';
  } else {
    const Explanation explanation = take(explain(op, compile_options(options, options.backend)), job.path());
    text = options.format == Format::json ? explanation_answer(op, explanation).one_line() + "\n"
                                          : as_text(op, explanation);
  }
  StandardOutput out;
  if (!picture.is_standard_output()) out.print(text);
  out.flush();
  picture.commit();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
