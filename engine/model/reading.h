// State and functions that the readers of a model's parts share.
// parse.cpp has what all readers use; the reader of a section is in the file of its name: resource.cpp,
// dispatchable.cpp (with unsupported_types.cpp), command.cpp (with equal_nans.cpp), binding.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/model/catalogue.h"
#include "engine/model/model.h"
#include "engine/operators/desc/fields.h"

namespace dmlrun::model {

using Names = std::unordered_map<std::string_view, std::uint32_t>;

struct Reading {
  const Options& options;
  const text::Document& document;
  operators::ReadOptions fields;
  Names resources{}, dispatchables{};

  /// Adds a warning at a value; the number of warnings is limited.
  void warn(const text::Value& at, std::string message) const;
  /// Every member of `object` that is none of `known`: see operators::report_unknown.
  [[nodiscard]] Result<void> report_unknown(const text::Value& object, std::span<const std::string_view> known) const;
};

/// The extension of a path in lower case, with its point: ".npy".
[[nodiscard]] std::string extension_of(std::string_view path);
/// missing_field unless `object` has that member.
[[nodiscard]] Result<text::Value> require_member(const text::Value& object, std::string_view key);
/// "; ... was found; did you mean KEY?", or "": a member of `object` that is none of `known` may be the missing `key`.
[[nodiscard]] std::string meant_by(const text::Value& object, std::string_view key,
                                   std::span<const std::string_view> known = {});
/// unknown_name: no `what` ("resource") of the model has the name that `value` is. Names a near one, or says how many
/// there are.
[[nodiscard]] Error unknown_name(const text::Value& value, const Names& names, std::string_view what);
/// Any unsigned number of 64 or 32 bits; `value` false: 0.
[[nodiscard]] Result<std::uint64_t> read_uint64(const text::Value& value);
[[nodiscard]] Result<std::uint32_t> read_uint32(const text::Value& value);
/// An array of UINT32.
[[nodiscard]] Result<std::vector<std::uint32_t>> read_uint32s(const text::Value& value);
/// A non-empty path without NUL.
[[nodiscard]] Result<std::string> read_path(const text::Value& value);

[[nodiscard]] Result<Resource> read_resource(const text::Value& object, Reading& reading);
[[nodiscard]] Result<Dispatchable> read_dispatchable(const text::Value& object, const std::vector<Resource>& resources,
                                                     Reading& reading);
/// DML_EXECUTION_FLAGs, one or an array; `flags` false: none.
[[nodiscard]] Result<void> read_execution_flags(const text::Value& flags);
/// What hlsl, onnx and dmlSerializedGraph are, in words; "" for every other type.
[[nodiscard]] std::string_view unsupported_type(std::string_view type);
/// Checks the keys of an object: those that DxDispatch requires exist, and values have the right kind.
[[nodiscard]] Result<void> read_unsupported(const text::Value& object, std::string_view type, Reading& reading);
[[nodiscard]] Result<Command> read_command(const text::Value& object, std::uint32_t index, const Model& model,
                                           Reading& reading);

/// A tensor's resource as a binding gives it: a string, an object, or an array of such.
[[nodiscard]] Result<std::vector<Binding>> read_bindings(const text::Value& value,
                                                         const std::vector<Resource>& resources, Reading& reading);

/// Which of an operator's tensors a set of bindings is for.
enum class When : std::uint8_t { initialisation, dispatch };
/// Matches the members of a "bindings" object (false: none) with the operator's tensors. `inputs` gets one entry for
/// each input, nothing where the other set binds it; `outputs` one for each output (dispatch only).
[[nodiscard]] Result<void> match_bindings(const text::Value& bindings, const text::Value& owner, const Operator& op,
                                          When when, const std::vector<Resource>& resources, Reading& reading,
                                          std::vector<std::optional<Binding>>& inputs, std::vector<Binding>& outputs);

/// "expected" of a command; `op`: a dispatch's operator, null for a print.
[[nodiscard]] Result<std::vector<std::optional<Expected>>> read_expected(const text::Value& value, const Operator* op,
                                                                         Reading& reading);
/// Sets Tolerance::equal_nans of every Expected.
void mark_equal_nans(Model& model);

}  // namespace dmlrun::model
