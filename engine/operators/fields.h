// The fields of a desc as a document gives them, before anything that was left out is derived.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/operators/checker.h"
#include "engine/text/document.h"
#include "engine/text/errors.h"

namespace dmlrun::operators {

/// A tensor of which the type or the sizes may not be known yet.
struct PartialTensor {
  bool present = false;  ///< given in the document, or bound
  text::Value where;     ///< false when not given in the document
  std::optional<DataType> type;
  std::optional<Dimensions> sizes;
  Dimensions strides;
  bool owned_by_dml = false;
  std::uint64_t total_bytes = 0;
  std::uint32_t guaranteed_alignment = 0;
  std::optional<std::uint64_t> listed;  ///< number of values that the spec lists for it
};

/// One field's content; which members count follows from the kind in its row.
struct FieldContent {
  text::Value where;  ///< false when the document lacks it
  bool is_unreadable = false;
  PartialTensor tensor;
  std::vector<PartialTensor> tensors;
  FieldValue value;         ///< a number, or of an array the first 8 entries
  std::size_t entries = 0;  ///< of an array
  DataType type = DataType::unknown;
};

/// How unknown fields are treated, and where warnings go.
struct ReadOptions {
  bool strict = false;
  std::vector<Warning>* warnings = nullptr;
  /// A desc in a model, where DxDispatch's rules hold: nothing is derived, so that every field that DirectML needs must
  /// be there, and unknown fields are passed over unless they look like a misspelling.
  bool in_model = false;
  /// Keys that stand beside the fields and are none: what surrounds a desc that is written inline.
  std::span<const std::string_view> beside{};
  /// Where keys that nothing knows are kept, for the refusal of a field that is missing; null: nowhere.
  std::vector<text::Value>* unknown = nullptr;
};

/// report_unknown() of every member of an object that is none of `known`.
[[nodiscard]] Result<void> report_unknown_members(const text::Value& object, std::span<const std::string_view> known,
                                                  const ReadOptions& options);

/// How a missing `field` of `object` may be meant by a key that nothing knows: a misspelling in the object itself,
/// where `known` are its fields, or the right name elsewhere. "; did you mean FIELD by ...?", or "" when there is none.
/// `object` may be false: a desc that the document lacks.
[[nodiscard]] std::string suggestion(std::string_view field, const text::Value& object,
                                     std::span<const std::string_view> known, const ReadOptions& options);

/// Reports a member that nothing knows: a warning naming the nearest known one, an Error under strict. In a model,
/// notes ("comment", "author") are always fine, and what resembles no known field draws no warning.
[[nodiscard]] Result<void> report_unknown(const text::Value& member, std::span<const std::string_view> known,
                                          const ReadOptions& options);

/// Whether an array of `count` tensors is within Limits::join_inputs, before anything is made of them; the rule that
/// says so is the table's one with the code limit_exceeded.
[[nodiscard]] bool check_array_length(Checker& checker, std::string_view field, std::uint64_t count);

/// The member of DML_SCALAR_UNION for a type. FLOAT16 has none of its own: its bits stand in UInt16.
[[nodiscard]] std::string_view scalar_member(DataType type) noexcept;

/// Reads one tensor object (inline, or {"Type": "BUFFER", "Desc": {...}}).
[[nodiscard]] Result<PartialTensor> read_tensor(const text::Value& object, Checker& checker,
                                                const ReadOptions& options);

/// The fields of one operator. Failures are collected, and getters give harmless values, so that an operator's
/// infer_desc() reads as a list of statements.
class Fields {
 public:
  /// Reads `desc` (which may be a false Value: all fields absent) by the operator's row. Fields that cannot
  /// be read are failures; refused is only what is no object.
  [[nodiscard]] static Result<Fields> read(const text::Value& desc, Checker& checker, const ReadOptions& options);

  /// The tensors of a record, without the Sizes of its outputs; nothing else is given.
  [[nodiscard]] static Fields of(const Desc& record, Checker& checker);

  [[nodiscard]] FieldContent& content(std::string_view field);
  [[nodiscard]] PartialTensor& tensor(std::string_view field) { return content(field).tensor; }
  [[nodiscard]] std::vector<PartialTensor>& tensors(std::string_view field) { return content(field).tensors; }
  /// All tensors, in the order of the fields.
  [[nodiscard]] std::vector<PartialTensor*> all_tensors();
  [[nodiscard]] bool given(std::string_view field) { return static_cast<bool>(content(field).where); }
  /// Whether the document has the field and it could not be read: nothing follows from its content.
  [[nodiscard]] bool is_unreadable(std::string_view field) { return content(field).is_unreadable; }

  /// A field that cannot be derived: missing_field when absent. More than 8 entries break a rule.
  const FieldValue& value(std::string_view field);
  /// DML_SCALAR_UNION: a number, or an object with the one member for the type.
  Scalar scalar(std::string_view field, DataType type);

  /// The first known type of the tensors becomes the type of those that lack one.
  static void share_type(std::vector<PartialTensor*> partials);
  /// The tensor's sizes; when unknown but its values are listed, one axis of that many.
  static std::optional<Dimensions> sizes_of(const PartialTensor& partial);
  /// The finished tensor. Unknown type or sizes: remembered as missing(), a 1-element tensor is returned.
  TensorDesc finish(const PartialTensor& partial, const FieldPath& place);
  TensorDesc finish(std::string_view field) { return finish(tensor(field), FieldPath{field}); }

  [[nodiscard]] Checker& checker() noexcept { return *checker_; }
  void fail(Error error) { failures_.add(std::move(error)); }
  /// The first failure, and the others in it.
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failures_.first(); }
  /// The first thing that a bound tensor would have to tell.
  [[nodiscard]] const std::optional<Error>& missing() const noexcept { return missing_; }

 private:
  bool require_given(std::string_view field);

  Checker* checker_ = nullptr;
  text::Value desc_;
  ReadOptions options_;
  std::vector<std::string_view> known_;  ///< the names of all fields
  std::vector<FieldContent> contents_;
  text::Errors failures_;
  std::optional<Error> missing_;
};

}  // namespace dmlrun::operators
