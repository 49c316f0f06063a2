// Descs as records in the order of their row: made from a document or from a caller's Desc, and taken apart.
#pragma once

#include <vector>

#include "engine/operators/definition.h"

namespace dmlrun::operators {

/// Makes a desc of a document's fields and infers absent fields. `fields` receives the errors.
[[nodiscard]] Desc infer_desc(const Definition& definition, Fields& fields);

/// A copy of a desc with its fields in the row's order and under the row's names; optional absent fields get their
/// default. Errors: unknown_field, missing_field, wrong_type.
[[nodiscard]] Result<Desc> record_of(const Desc& desc, const OperatorRow& row);

/// Infers the sizes of a record's outputs from its other fields; false if they do not follow.
[[nodiscard]] bool infer_outputs(const Definition& definition, const OperatorRow& row, Desc& record);

/// The tensors in DirectML's order. Precondition: the desc is a record.
void list_tensors(const Desc& desc, const OperatorRow& row, std::vector<TensorSlot>& inputs,
                  std::vector<TensorSlot>& outputs);

/// Whether the desc must have the field, by the field's condition: e.g. PaddingValue in mode CONSTANT.
[[nodiscard]] bool is_needed(const RowField& field, const OperatorRow& row, const Desc& desc);

/// The value of a count field: the number of entries of the first of its arrays that is present.
[[nodiscard]] std::uint32_t count_of(const RowField& field, const Desc& desc);
/// The type of the scalar that a data-type field describes.
[[nodiscard]] DataType scalar_type_of(const RowField& field, const OperatorRow& row, const Desc& desc);

}  // namespace dmlrun::operators
