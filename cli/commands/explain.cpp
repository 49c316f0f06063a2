// dmlrun explain SPEC.json: what each axis does, the formula and the back end; --verbose adds how it runs, why other
// back ends do not, and the plan; --spec: the completed spec.
#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/picture_file.h"
#include "dmlrun/kernel.h"
#include "engine/picture/origin_picture.h"
#include "engine/run/json_reports.h"
#include "engine/run/short_explanation.h"

namespace dmlrun::cli {

ExitCode explain_command(const Options& options, const Reporter& reporter) {
  require_device(options);
  BoundSpec bound(options, options.operands.front(), &reporter);
  Operator op = bound.complete_for_description();
  PictureFile picture(options, bound.files_read());
  if (picture.is_wanted()) picture.write(picture::origin_picture(op));
  std::string text;
  if (options.completed_spec) {
    text = take(write_spec(op), bound.path());
    if (!text.ends_with('\n')) text += '\n';
  } else {
    const Explanation explanation = take(explain(op, compile_options(options, options.backend)), bound.path());
    text = options.format == Format::json ? explanation_report(op, explanation).one_line() + "\n"
           : options.verbose              ? explanation_text(op, explanation, options.backend)
                                          : short_explanation(op, explanation, options.backend) +
                                   "; --verbose has the plan, how it runs, and why not otherwise\n";
  }
  StandardOutput out;
  if (!picture.is_standard_output()) out.print(text);
  out.flush();
  picture.commit();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
