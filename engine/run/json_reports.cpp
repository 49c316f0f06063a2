#include "engine/run/json_reports.h"

#include "engine/run/short_explanation.h"
#include "engine/spec/tensor_names.h"
#include "engine/text/document.h"

namespace dmlrun {
namespace {

using spec::JsonText;

/// Words of drivers and files may hold anything; JSON is UTF-8.
JsonText words(std::string_view text) { return JsonText::string(text::printable(text, std::string_view::npos)); }

template <class Range, class Write>
JsonText list(const Range& range, Write write) {
  JsonText made = JsonText::array();
  for (const auto& item : range) made.append(write(item));
  return made;
}

JsonText strategy_report(const std::vector<Choice>& strategy) {
  return list(strategy, [](const Choice& choice) {
    return JsonText::object(
        {{"subject", words(choice.subject)},
         {"taken", words(choice.taken)},
         {"others", list(choice.others, [](const Choice::Other& other) {
            return JsonText::object({{"what", words(other.what)}, {"reason", words(other.why_not)}});
          })}});
  });
}

/// Indented below the back end: what is done, and what is not.
std::string strategy_text(const std::vector<Choice>& strategy) {
  std::string text;
  for (const Choice& choice : strategy) {
    text += "    " + choice.subject + ": " + (choice.taken.empty() ? "-" : choice.taken) + "\n";
    for (const Choice::Other& other : choice.others) text += "      not " + other.what + ": " + other.why_not + "\n";
  }
  return text;
}

}  // namespace

JsonText backends_report(const std::vector<BackendInfo>& backends) {
  return JsonText::object({{"backends", list(backends, [](const BackendInfo& info) {
                              JsonText made =
                                  JsonText::object({{"name", words(info.name)},
                                                    {"description", words(info.description)},
                                                    {"device", words(info.device)},
                                                    {"available", JsonText::boolean(info.why_not.empty())}});
                              if (!info.why_not.empty()) made.add("reason", words(info.why_not));
                              if (!info.isa.empty()) made.add("isa", words(info.isa));
                              if (!info.tuning.empty()) made.add("tuning", words(info.tuning));
                              if (!info.note.empty()) made.add("note", words(info.note));
                              if (!info.devices.empty())
                                made.add("devices", list(info.devices, [](const std::string& device) {
                                           return JsonText::object({{"name", words(device)}});
                                         }));
                              return made;
                            })}});
}

JsonText explanation_report(const Operator& op, const Explanation& explanation) {
  return JsonText::object(
      {{"type", words(op.type())},
       {"plans", list(explanation.plans, words)},
       {"backend", words(explanation.chosen)},
       {"strategies", list(explanation.strategies, strategy_report)},
       {"choices", list(explanation.choices, [](const Explanation::Candidate& choice) {
          return JsonText::object({{"backend", words(choice.backend)}, {"reason", words(choice.why_not)}});
        })}});
}

std::string explanation_text(const Operator& op, const Explanation& explanation, std::string_view backend) {
  std::string text = short_explanation(op, explanation, backend) + "\n";
  for (std::size_t i = 0; i < explanation.strategies.size(); ++i)
    text += "  strategy for " + shown_name(op.outputs()[i]) + ":\n" + strategy_text(explanation.strategies[i]);
  for (const Explanation::Candidate& choice : explanation.choices)
    if (choice.backend != explanation.chosen)
      text +=
          "  " + std::string(choice.backend) + ": " + (choice.why_not.empty() ? "could run it" : choice.why_not) + "\n";
  for (std::size_t i = 0; i < explanation.plans.size(); ++i)
    text += "plan of " + shown_name(op.outputs()[i]) + ": " + explanation.plans[i] + "\n";
  return text;
}

JsonText description_report(const std::vector<KernelDescription>& outputs) {
  return JsonText::object({{"outputs", list(outputs, [](const KernelDescription& output) {
                              return JsonText::object(
                                  {{"name", words(output.name)},
                                   {"plan", words(output.plan)},
                                   {"backend", words(output.backend)},
                                   {"isa", words(output.isa)},
                                   {"tuning", words(output.tuning)},
                                   {"strategy", strategy_report(output.strategy)},
                                   {"sections", list(output.sections, [](const CodeSection& section) {
                                      return JsonText::object({{"name", words(section.name)},
                                                               {"is_code", JsonText::boolean(section.is_code)},
                                                               {"bytes", JsonText::number(section.bytes.size())}});
                                    })}});
                            })}});
}

}  // namespace dmlrun
