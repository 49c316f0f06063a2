// A DxDispatch model, {"resources", "dispatchables", "commands"}, validated as far as that is possible without opening
// a file. docs/models.md describes the format and where dmlrun is stricter than DxDispatch.
// parse.cpp reads a model, content.cpp knows what resources hold, check_contents.cpp compares commands with that, and
// skip.cpp has mark_skipped().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "dmlrun/spec.h"
#include "engine/tensor/buffer.h"
#include "engine/tensor/compare.h"
#include "engine/text/document.h"

namespace dmlrun::model {

/// How initial values are written.
enum class Form : std::uint8_t {
  array,     ///< numbers of one type
  list,      ///< {"type", "value"} elements, packed without alignment
  constant,  ///< {"valueCount", "value"}
  sequence,  ///< {"valueCount", "valueStart", "valueDelta"}
  file,      ///< {"sourcePath"}
  deferred,  ///< "deferred": without bytes; only ONNX could give it some
};

/// Named bytes with initial contents.
struct Resource {
  std::string name;
  text::Value where;
  text::Value values;  ///< initialValues
  Form form = Form::array;
  DataType type = DataType::unknown;          ///< unknown: not said, or a 4-bit type
  std::uint64_t value_bytes = 0;              ///< of the initial values; 0 for files
  std::uint64_t offset = 0;                   ///< initialValuesOffsetInBytes
  std::optional<std::uint64_t> given_bytes;   ///< sizeInBytes
  Buffer literal;                             ///< array, list: the values
  std::array<std::byte, 8> start{}, delta{};  ///< constant: start; sequence: both; elements of `type`
  std::string path;                           ///< file: sourcePath as written
  bool npy = false;                           ///< file: by its extension; others are raw bytes
  std::string unsupported;                    ///< why dmlrun cannot have it; "" normally
};

/// The content of a resource: known at once, except for files.
struct Content {
  DataType type = DataType::unknown;
  std::uint64_t value_bytes = 0;     ///< of the initial values
  std::uint64_t bytes = 0;           ///< of the whole buffer
  std::vector<std::uint64_t> shape;  ///< of a .npy file
};

/// A resource bound to a tensor.
struct Binding {
  text::Value where;  ///< the string or the object
  std::uint32_t resource = 0;
  std::uint64_t element_offset = 0;
  std::optional<std::uint64_t> element_bytes;  ///< elementSizeInBytes; else the size of the resource's type
};

struct Dispatchable {
  std::string name;
  text::Value where;
  bool as_graph = false;       ///< dmlCompileType; without meaning but for what is printed
  std::optional<Operator> op;  ///< nothing for what dmlrun does not run
  /// For each of op->inputs() that is OWNED_BY_DML what it was bound to; nothing for the others.
  std::vector<std::optional<Binding>> owned;
  std::string unsupported;                       ///< what it is, e.g. "HLSL"; "" for operators that run
  std::vector<std::string> unsupported_outputs;  ///< its bind points that are written, as far as that is known
};

/// The expected result of a command.
struct Expected {
  text::Value where;
  text::Value values;  ///< false when a file has them
  std::string path;
  Tolerance tolerance;  ///< its equal_nans: arithmetic made the values, here or in a command before
};

struct Command {
  enum class Kind : std::uint8_t { dispatch, print, write_file };
  Kind kind = Kind::dispatch;
  std::uint32_t index = 0;  ///< in the document
  text::Value where;
  std::string unsupported;  ///< what dmlrun cannot do of it; "" normally
  std::string skipped;      ///< why it is not run; only under Options::skip_unsupported
  std::uint32_t dispatchable = 0;
  std::vector<std::optional<Binding>> inputs;  ///< for each of the operator's inputs(); nothing where owned by DML
  std::vector<Binding> outputs;                ///< for each of its outputs()
  std::uint32_t resource = 0;                  ///< print, write_file
  bool verbose = false;
  std::string target;  ///< write_file: targetPath
  std::vector<std::uint32_t> dimensions;
  std::vector<std::optional<Expected>> expected;  ///< dispatch: for each output; print: one
};

struct Options {
  Validation validation{};
  bool strict = false;            ///< unknown keys are refused, but for notes
  bool skip_unsupported = false;  ///< what dmlrun cannot run is marked instead of refused
  bool any_alignment = false;     ///< offsets need not be multiples of 16
  std::vector<Warning>* warnings = nullptr;
};

/// Whether a document is meant as a model rather than as a spec.
[[nodiscard]] bool is_model(const text::Value& root) noexcept;

struct Model {
  text::Document document;
  Options options;
  std::vector<Resource> resources;
  std::vector<Dispatchable> dispatchables;
  std::vector<Command> commands;

  /// Reads and checks everything but what files hold. First error wins; its `where` and position are in the document.
  [[nodiscard]] static Result<Model> parse(text::Document document, const Options& options) noexcept;
};

/// The contents of a resource that is no file.
[[nodiscard]] Content content_of(const Resource& resource) noexcept;
/// The content of a file resource whose header or size is known. type_mismatch and similar when the model contradicts
/// it.
[[nodiscard]] Result<Content> content_of(const Resource& resource, DataType type, std::uint64_t value_bytes,
                                         const Limits& limits);
/// Writes the initial values of a resource that is no file: content.value_bytes of them. `between` is called every few
/// MiB, and may end it with an exception.
void fill(const Resource& resource, std::span<std::byte> values, const std::function<void()>& between = {});

/// The offset in bytes of a binding into its resource; nothing when it does not fit 64 bits.
[[nodiscard]] std::optional<std::uint64_t> offset_of(const Binding& binding, const Content& content) noexcept;

/// The values of an `expected` that stand in the model, as `count` packed elements; any_nan: see compare(). Refuses
/// another number of them, and what does not fit the type.
[[nodiscard]] Result<Buffer> read_expected_values(const Expected& expected, DataType type, std::uint64_t count,
                                                  std::vector<bool>* any_nan = nullptr);

/// The shape of the .npy file that a writeFile of a typed resource makes, and how much of the buffer that is: the
/// command's dimensions; the shape of the resource's own .npy file, where that is the whole buffer (but for its
/// rounding, into which nothing is written); else the whole buffer as one dimension.
[[nodiscard]] std::vector<std::uint64_t> written_shape(const Model& model, const Command& command,
                                                       const Content& content);

/// Elements that a print shows: as many as the initial values are.
[[nodiscard]] std::uint64_t printed_elements(const Content& content) noexcept;

/// Marks the commands that cannot run without what is skipped: those that use it, and those that read what a skipped
/// command would have written. Where a resource's content is not known yet (nothing), more may be marked than need be:
/// called again with all contents, it marks exactly these. Only under Options::skip_unsupported.
void mark_skipped(Model& model, const std::vector<std::optional<Content>>& contents);

/// limit_exceeded, at the resource with which it happens, unless all those whose content is known fit
/// Limits::model_bytes.
[[nodiscard]] Result<void> check_total(const Model& model, const std::vector<std::optional<Content>>& contents);

/// Checks every binding, print and write against the contents of the resources; those that are not known yet (nothing)
/// are passed over. Offsets, sizes, alignment, aliasing, dimensions, counts of expected values.
[[nodiscard]] Result<void> check_contents(const Model& model, const std::vector<std::optional<Content>>& contents);

}  // namespace dmlrun::model
