#include "engine/operators/formula/formula_text.h"

#include <charconv>
#include <vector>

#include "engine/operators/formula/formula_reader.h"

namespace dmlrun::operators {
namespace {

std::string number_text(float number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// A formula, or a fused activation's; "" is an absent tensor, as in formula.h.
class FormulaText {
 public:
  FormulaText(const OperatorRow& row, const Desc& desc) : row_(row), desc_(desc), reader_(row.value) {}
  /// The activation's formula with `argument` as its x.
  FormulaText(const OperatorRow& row, const Desc& desc, const FusedActivation& activation, std::string argument)
      : row_(row),
        desc_(desc),
        reader_(find_row(activation.type)->value),
        activation_(&activation),
        argument_(std::move(argument)) {}

  std::string expression() {
    const std::string_view name = reader_.word();
    if (!reader_.take("(")) return atom(name);
    if (name == "case") return chosen();
    std::vector<std::string> inputs;
    if (name == "bits" || name == "coordinate") {
      const std::string_view of = reader_.word();
      inputs.emplace_back(is_absent(of) ? "" : of);
    } else {
      do inputs.push_back(expression());
      while (reader_.take(", "));
    }
    (void)reader_.take(")");
    if (inputs.back().empty() && inputs.size() <= 2) return inputs[0];
    std::string text(name);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      text += (i == 0 ? "(" : ", ") + (inputs[i].empty() ? "0" : inputs[i]);
    return text + ")";
  }

  /// How many times the formula that was read has the activation's x.
  [[nodiscard]] std::size_t arguments() const noexcept { return arguments_; }

 private:
  std::string chosen() {
    const std::string_view what = reader_.word();
    for (std::uint64_t before = branch_of(row_, desc_, what); before > 0; --before) reader_.skip();
    (void)reader_.take(", ");
    std::string text = expression();
    while (!reader_.take(")")) reader_.skip();
    return text;
  }

  std::string atom(std::string_view name) {
    if (activation_) {
      if (name == "x") return ++arguments_, argument_;
      if (const auto number = activation_number(*activation_, name)) return number_text(*number);
      return std::string(name);
    }
    if (is_absent(name)) return {};
    if (name == "x" && desc_.get<ScaleBias>("ScaleBias")) return "add(multiply(x, Scale), Bias)";
    return std::string(name);
  }

  [[nodiscard]] bool is_absent(std::string_view name) const {
    const std::string tensor = name == "x" ? "InputTensor" : std::string(name) + "Tensor";
    return row_.field(tensor) && !desc_.get<TensorDesc>(tensor);
  }

  const OperatorRow& row_;
  const Desc& desc_;
  FormulaReader reader_;
  const FusedActivation* activation_ = nullptr;
  std::string argument_;
  std::size_t arguments_ = 0;
};

}  // namespace

std::string formula_text(const OperatorRow& row, const Desc& desc) {
  if (row.value.empty()) return {};
  std::string text = FormulaText(row, desc).expression();
  const auto* activation = desc.get<FusedActivation>("FusedActivation");
  if (!activation) return text;
  FormulaText named(row, desc, *activation, "y");
  const std::string around = named.expression();
  if (named.arguments() > 1) return around + " where y = " + text;
  return FormulaText(row, desc, *activation, std::move(text)).expression();
}

}  // namespace dmlrun::operators
