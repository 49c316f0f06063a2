#include "engine/spec/tensor_names.h"

#include "engine/operators/operator_list.h"

namespace dmlrun {
namespace {

/// Keeps the words of a desc but names of types.
class Words : public operators::FieldWriter {
 public:
  explicit Words(std::string& text) : text_(text) {}
  void word(std::string_view, std::string_view value) override {
    if (!data_type_from_name(value)) text_.append(" ").append(value);
  }
  void tensor(std::string_view, const TensorDesc&) override {}
  void tensors(std::string_view, const std::vector<TensorDesc>&) override {}
  void number(std::string_view, std::uint32_t) override {}
  void numbers(std::string_view, const Dimensions&) override {}
  void signed_numbers(std::string_view, const SignedDimensions&) override {}
  void real(std::string_view, float) override {}
  void scalar(std::string_view, const Scalar&) override {}

 private:
  std::string& text_;
};

}  // namespace

std::string shown_name(const TensorSlot& slot) {
  std::string text(slot.name);
  return slot.array ? text + "[" + std::to_string(slot.index) + "]" : text;
}

std::string sizes_json(const Dimensions& sizes) {
  std::string text = "[";
  for (const std::uint32_t size : sizes) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string operator_words(const Operator& op) {
  std::string text(op.type());
  Words words(text);
  op.state().entry->write(op.desc(), words);
  return text;
}

}  // namespace dmlrun
