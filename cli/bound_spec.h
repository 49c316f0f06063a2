// A spec file bound to the tensors of the command line, up to a validated operator and loaded inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/files/tensor_file.h"
#include "cli/options/options.h"
#include "engine/spec/spec.h"
#include "engine/spec/tensor_names.h"
#include "engine/text/errors.h"

namespace dmlrun::cli {

/// Values for one tensor: from a file or from the spec's text.
struct Values {
  std::string name;
  std::uint32_t index = 0;
  std::string path;                      ///< "" when `source` has the values
  const spec::Source* source = nullptr;  ///< the spec's own entry; null for --in and --expect
  std::optional<TensorFile> file;        ///< once its header has been read, until its values are
  std::vector<std::uint64_t> shape;      ///< the file's, once its header has been read
};

/// The expected values of an output.
struct Expectation {
  Buffer values;  ///< packed
  std::vector<bool> any_nan;
  std::string file;  ///< the one that --expect names; "" for the spec's own
};

/// Reads and parses a JSON file, in whose place an operator may stand if `or_operator`. Failure exit 3 or 7.
[[nodiscard]] text::Document read_document(const std::string& path, const Limits& limits, bool or_operator = false);

/// The spec that the command line's words made, else the file's.
[[nodiscard]] text::Document spec_document(const Options& options, const std::string& path);

class BoundSpec {
 public:
  /// Reads and parses the spec and matches every tensor name of the command line with it. Opens no tensor file.
  /// Failure exit 2 (names), 3 (the spec) or 7 (the spec's file). Warnings are reported to `reporter`, if there is one.
  BoundSpec(const Options& options, const std::string& spec_path, const Reporter* reporter);
  /// The same for a spec whose text was read already.
  BoundSpec(const Options& options, const std::string& spec_path, text::Document document, const Reporter* reporter);

  /// Whether an input's file is a pipe or a device, which may block when it is opened.
  [[nodiscard]] bool may_wait() const;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Whether the spec's expected values do not apply, because --in replaces inputs that they belong to.
  [[nodiscard]] bool drops_expected() const noexcept { return drops_expected_; }

  /// Opens the inputs' files and completes the spec with their types and shapes. Failure exit 2 when a tensor has no
  /// values, before any file is opened.
  [[nodiscard]] Operator complete();
  /// As complete(), but opens files named in the spec only when the spec says too little without them.
  [[nodiscard]] Operator complete_for_description();

  /// The operator's inputs and expected outputs. Failure exit 2 when a tensor has no values, 3 with all values of the
  /// spec that are refused.
  struct Loaded {
    std::vector<Buffer> inputs;                        ///< one per op.inputs(), in its layout
    std::vector<std::optional<Expectation>> expected;  ///< one per op.outputs(); nothing where nothing is expected
  };
  [[nodiscard]] Loaded load(const Operator& op);
  /// The inputs that have values, one per op.inputs(); empty for the others. Failure exit 2 for values of an input that
  /// the operator does not have; what is refused of the spec's values is appended to `errors`.
  [[nodiscard]] std::vector<Buffer> load_given(const Operator& op, text::Errors& errors);
  /// Failure exit 3 if there are errors in the spec's values.
  void refuse(const text::Errors& errors, const Operator& op) const;
  /// The target of each of op.outputs(): a path, or "" to be printed.
  [[nodiscard]] std::vector<std::string> destinations(const Operator& op) const;
  /// Whether an element-wise output is a number: one element, of files without dimensions and numbers alone.
  [[nodiscard]] bool is_number(const TensorDesc& output) const;
  /// All files that are read: the spec's, those of inputs and of expected values.
  [[nodiscard]] std::vector<std::string> files_read() const;
  /// Files among these that outputs may not replace. A file of a single input may be replaced, because it has been read
  /// by then.
  [[nodiscard]] std::vector<std::string> files_kept() const;
  /// The tolerance of the command line, else the spec's.
  [[nodiscard]] const Tolerance& tolerance() const noexcept;

 private:
  void parse(text::Document document);
  void match_names();
  void add_files(const std::vector<NamedFile>& files, std::string_view option, bool outputs,
                 std::vector<Values>& values);
  void check_standard_input() const;
  void check_outputs(const Operator& op) const;
  [[nodiscard]] std::string resolve(const std::string& source_path) const;
  [[nodiscard]] Result<Operator> try_complete(bool open_spec_files);
  /// What to do about it, "; ...", or "".
  [[nodiscard]] std::string remedy(const Error& error, const Values* culprit) const;
  [[nodiscard]] Operator take_completed(Result<Operator> op) const;
  [[nodiscard]] const spec::Spec::SlotName* slot(std::string_view name) const;
  [[nodiscard]] Values* find(std::vector<Values>& values, const TensorSlot& slot) const;
  void refuse_others(const Operator& op) const;
  /// Errors in the spec's own values are appended to `errors`.
  [[nodiscard]] Buffer load_values(Values& values, const TensorDesc& tensor, bool one_element,
                                   std::vector<bool>* any_nan, text::Errors& errors);

  const Options& options_;
  std::string path_;
  const Reporter* reporter_;  ///< null: words are not reported
  std::vector<Warning> warnings_;
  std::optional<spec::Spec> spec_;
  std::vector<spec::Spec::SlotName> slots_;
  std::vector<Values> inputs_, expected_, outputs_;
  bool drops_expected_ = false;
};

/// The tensor with packed strides and no more bytes than it needs: the layout of logical values.
[[nodiscard]] TensorDesc packed(const TensorDesc& tensor);

}  // namespace dmlrun::cli
