// The fields of a desc as a document gives them, before anything that was left out is derived.
// Defined in fields.cpp; read_tensor() is in read_tensor.cpp, Fields::scalar() in scalar.cpp, negative axes are in
// negative_axis.cpp.
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

/// A tensor whose type or sizes may not be known yet.
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

/// A field's content. The field's kind in its row says which members are used.
struct FieldContent {
  text::Value where;  ///< false when the document lacks it
  bool is_unreadable = false;
  PartialTensor tensor;
  std::vector<PartialTensor> tensors;
  FieldValue value;         ///< a number, or the first 8 entries of an array
  std::size_t entries = 0;  ///< number of an array's entries
  DataType type = DataType::unknown;
};

/// How unknown fields are treated, and where warnings go.
struct ReadOptions {
  bool strict = false;
  std::vector<Warning>* warnings = nullptr;
  /// Whether the desc is in a model, where DxDispatch's rules hold: nothing is derived, so every field that DirectML
  /// needs must be given, and unknown fields are ignored unless they look like a misspelling.
  bool in_model = false;
  /// Keys beside the fields that are not fields: those around a desc that is written inline.
  std::span<const std::string_view> beside{};
  /// Receives unknown keys, so that the error for a missing field can suggest one; null: they are dropped.
  std::vector<text::Value>* unknown = nullptr;
};

/// Calls report_unknown() for every member of an object whose key is not in `known`, and tells all errors at once.
[[nodiscard]] Result<void> report_unknown_members(const text::Value& object, std::span<const std::string_view> known,
                                                  const ReadOptions& options);

/// Finds an unknown key that may mean the missing `field` of `object`: a misspelling in the object itself, whose fields
/// are `known`, or the right name elsewhere. Returns "; ... was found; did you mean FIELD?", or "" if there is none.
/// `object` may be false: a desc that the document lacks.
[[nodiscard]] std::string suggestion(std::string_view field, const text::Value& object,
                                     std::span<const std::string_view> known, const ReadOptions& options);

/// Reports an unknown member: a warning that names the nearest known one, or with `strict` an Error. In a model, notes
/// ("comment", "author") are always accepted, and a key that resembles no known field gives no warning. `place`: where
/// the key belongs instead, or "".
[[nodiscard]] Result<void> report_unknown(const text::Value& member, std::span<const std::string_view> known,
                                          const ReadOptions& options, std::string_view place = {});

/// Whether an array of `count` tensors is within Limits::join_inputs; called before tensors are read. If not, the row's
/// rule with the code limit_exceeded is broken.
[[nodiscard]] bool check_array_length(Checker& checker, std::string_view field, std::uint64_t count);

/// In the error of a number below the least one: which that is, and the operator that takes negative ones there, as
/// SLICE1 does beside SLICE.
void tell_least(const RowField& field, const OperatorRow& row, Error& error);
/// Whether a refused value is an axis below 0, which numpy counts from the last one.
[[nodiscard]] bool is_negative_axis(const text::Value& value, const Error& error, const RowField& field,
                                    const OperatorRow& row);

/// The member of DML_SCALAR_UNION for a type. FLOAT16 has no member; its bits are in UInt16.
[[nodiscard]] std::string_view scalar_member(DataType type) noexcept;

/// Reads one tensor object (inline, or {"Type": "BUFFER", "Desc": {...}}).
[[nodiscard]] Result<PartialTensor> read_tensor(const text::Value& object, Checker& checker,
                                                const ReadOptions& options);

/// The fields of one operator. Failures are collected and getters return valid defaults then, so that
/// Definition::infer() needs no error handling.
class Fields {
 public:
  /// Reads `desc` by the operator's row; a false Value means that all fields are absent. Fields that cannot be read
  /// become failures. Fails only if `desc` is not an object.
  [[nodiscard]] static Result<Fields> read(const text::Value& desc, Checker& checker, const ReadOptions& options);

  /// The fields of a record: its tensors, without the outputs' Sizes. No other field is given.
  [[nodiscard]] static Fields of(const Desc& record, Checker& checker);

  [[nodiscard]] FieldContent& content(std::string_view field);
  [[nodiscard]] PartialTensor& tensor(std::string_view field) { return content(field).tensor; }
  [[nodiscard]] std::vector<PartialTensor>& tensors(std::string_view field) { return content(field).tensors; }
  /// All tensors, in the order of the fields.
  [[nodiscard]] std::vector<PartialTensor*> all_tensors();
  [[nodiscard]] bool given(std::string_view field) { return static_cast<bool>(content(field).where); }
  /// Whether the document has the field, but it could not be read.
  [[nodiscard]] bool is_unreadable(std::string_view field) { return content(field).is_unreadable; }

  /// The value of a field that cannot be derived. Failure if it is absent: missing_field. More than 8 entries break a
  /// rule.
  const FieldValue& value(std::string_view field);
  /// The value of a DML_SCALAR_UNION field: given as a number, or as an object with the member for the type.
  Scalar scalar(std::string_view field, DataType type);

  /// Gives the first known type among the tensors to those that lack a type.
  static void share_type(std::vector<PartialTensor*> partials);
  /// The tensor's sizes. If unknown but its values are listed: one axis with as many elements.
  static std::optional<Dimensions> sizes_of(const PartialTensor& partial);
  /// The complete tensor. If its type or sizes are unknown, records that as missing() and returns a 1-element tensor.
  TensorDesc finish(const PartialTensor& partial, const FieldPath& place);
  TensorDesc finish(std::string_view field) { return finish(tensor(field), FieldPath{field}); }

  [[nodiscard]] Checker& checker() noexcept { return *checker_; }
  void fail(Error error) { failures_.add(std::move(error)); }
  /// Tells a negative axis with the axes that there are. Called once the sizes of bound tensors are known.
  void check_negative_axis();
  /// Whether nothing is wrong but a negative axis of tensors whose number of dimensions is not known yet.
  [[nodiscard]] bool waits_for_rank() const noexcept;
  /// The first failure, with the others in Error::others, and what only the document can give beside them.
  [[nodiscard]] std::optional<Error> failure() const;
  /// The first type or sizes that only the document or a bound tensor can give, with those that are independent of it.
  [[nodiscard]] std::optional<Error> missing() const;

 private:
  bool require_given(std::string_view field);
  /// Records that a tensor has no type or sizes.
  void miss(const PartialTensor& partial, const FieldPath& place, bool has_sizes);

  Checker* checker_ = nullptr;
  text::Value desc_;
  ReadOptions options_;
  std::vector<std::string_view> known_;  ///< the names of all fields
  std::vector<FieldContent> contents_;
  text::Errors failures_;
  std::optional<Error> negative_axis_;
  bool knows_rank_ = false;
  text::Errors alone_;    ///< missing types that no other tensor tells
  text::Errors missing_;  ///< the first other one; more may follow from it
};

}  // namespace dmlrun::operators
