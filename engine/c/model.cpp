// Models from C: the caller opens files, prints and writes; the rest is done here.
#include <optional>
#include <string>
#include <vector>

#include "engine/c/comparison.h"
#include "engine/c/handles.h"
#include "engine/c/reading.h"
#include "engine/model/session.h"
#include "engine/tensor/checked_math.h"
#include "engine/text/onnx.h"

struct dmlrun_model {
  dmlrun::model::Model model;
  /// One per resource: what is known of it, and a file's values.
  std::vector<std::optional<dmlrun::model::Content>> contents{};
  std::vector<dmlrun::Buffer> given{};
  std::optional<dmlrun::model::Session> session{};
  std::string backends{};
};

namespace dmlrun::c {
namespace {

using model::Command;
using model::Content;
using model::Form;
using model::Resource;

/// A place that has no NUL in it, because no file has; null otherwise.
const char* path_of(const std::string& path) { return path.find('\0') == std::string::npos ? path.c_str() : nullptr; }

dmlrun_code parse_into(const char* json, std::size_t bytes, const dmlrun_read_options* options, dmlrun_model** out,
                       dmlrun_error* error) {
  ReadOptions read;
  if (const char* why = read.take(options)) return refuse_usage(why, error);
  if (text::is_onnx({json, bytes})) return refuse(text::onnx_refusal(), error);  // which may be larger than texts are
  if (auto ok = text::Document::check_bytes(bytes, read.validation.limits); !ok) return refuse(ok.error(), error);
  auto document = text::Document::parse(std::string(json, bytes), read.validation.limits);
  if (!document) return refuse(document.error(), error);
  auto parsed = model::Model::parse(
      std::move(*document), {read.validation, read.strict, read.skip_unsupported, read.any_alignment, &read.warnings});
  if (!parsed) return refuse(parsed.error(), error);
  parsed->options.warnings = nullptr;
  auto made = std::make_unique<dmlrun_model>(dmlrun_model{std::move(*parsed)});
  for (const Resource& resource : made->model.resources) {
    const bool is_open = resource.form == Form::file && resource.unsupported.empty();
    made->contents.push_back(is_open ? std::nullopt : std::optional<Content>(model::content_of(resource)));
  }
  made->given.resize(made->contents.size());
  read.tell();
  *out = made.release();
  return DMLRUN_OK;
}

void end_session(dmlrun_model& model) noexcept {
  model.session.reset();
  model.backends.clear();
}

/// The bytes of `rank` sizes of a type; nothing where they do not fit 64 bits.
std::optional<std::uint64_t> bytes_of(DataType type, std::uint32_t rank, const std::uint64_t* sizes) {
  std::optional<std::uint64_t> bytes = element_size(type);
  for (std::uint32_t i = 0; i < rank && bytes; ++i) bytes = checked_multiply(*bytes, sizes[i]);
  return bytes;
}

/// Ends what was prepared: its buffers are as large as the contents were, and no larger.
Result<void> give(dmlrun_model& to, std::size_t index, DataType type, std::uint32_t rank, const std::uint64_t* sizes,
                  std::span<const std::byte> values) {
  const Resource& resource = to.model.resources[index];
  if (resource.type != DataType::unknown && type != resource.type)
    return Error{.code = ErrorCode::npy_type_mismatch,
                 .where = resource.name,
                 .message = "values of " + std::string(name(type)) + " were given; " +
                            std::string(name(resource.type)) + " was expected"};
  if (resource.npy && bytes_of(type, rank, sizes) != values.size())
    return Error{.code = ErrorCode::npy_shape_mismatch,
                 .where = resource.name,
                 .message = std::to_string(values.size()) + " bytes were given, which is not what the sizes say"};
  auto content = model::content_of(resource, type, values.size(), to.model.options.validation.limits);
  if (!content) return std::move(content).error();
  if (resource.npy) content->shape.assign(sizes, sizes + rank);
  auto copy = Buffer::make(values.size());
  if (!copy) return std::move(copy).error();
  std::copy(values.begin(), values.end(), copy->data());
  end_session(to);
  to.given[index] = std::move(*copy);
  to.contents[index] = std::move(*content);
  return {};
}

/// All resources with their initial values.
Result<std::vector<Buffer>> initial_buffers(const dmlrun_model& from) {
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < from.contents.size(); ++i) {
    const Resource& resource = from.model.resources[i];
    auto buffer = model::initial_buffer(resource, *from.contents[i]);
    if (!buffer) return std::move(buffer).error();
    const std::span<const std::byte> given = from.given[i].bytes();
    if (!given.empty())
      std::copy(given.begin(), given.end(), model::values_of(resource, *from.contents[i], *buffer).data());
    buffers.push_back(std::move(*buffer));
  }
  return buffers;
}

/// Whether the resources are all known and fit the model and its limits.
Result<void> check(const dmlrun_model& all) {
  for (std::size_t i = 0; i < all.contents.size(); ++i)
    if (!all.contents[i])
      return Error{.code = ErrorCode::not_bound,
                   .where = all.model.resources[i].name,
                   .message = "the values of this file were not given"};
  if (auto total = model::check_total(all.model, all.contents); !total) return total;
  return model::check_contents(all.model, all.contents);
}

Result<void> prepare(dmlrun_model& all, const CompileOptions& options) {
  end_session(all);
  if (all.model.options.skip_unsupported) model::mark_skipped(all.model, all.contents);
  if (auto ok = check(all); !ok) return ok;
  std::vector<std::optional<Kernel>> kernels;
  for (const model::Dispatchable& dispatchable : all.model.dispatchables) {
    kernels.emplace_back();
    if (!dispatchable.op) continue;
    auto kernel = compile(*dispatchable.op, options);
    if (!kernel) {
      Error error = std::move(kernel).error();
      if (error.where.empty()) {
        error.where = dispatchable.where.pointer();
        error.position = dispatchable.where.position();
      }
      return error;
    }
    kernels.back() = std::move(*kernel);
  }
  auto buffers = initial_buffers(all);
  if (!buffers) return std::move(buffers).error();
  auto session = model::Session::make(all.model, all.contents, std::move(*buffers), std::move(kernels));
  if (!session) return std::move(session).error();
  all.backends = session->backend_names();
  all.session = std::move(*session);
  return {};
}

dmlrun_code code_of(const Result<void>& result, dmlrun_error* error) noexcept {
  return result ? dmlrun_code{DMLRUN_OK} : refuse(result.error(), error);
}

/// What a command's result is now, packed, with its type and sizes.
struct Found {
  DataType type;
  Dimensions sizes;
  std::span<const std::byte> values;
  Buffer kept;
};

Result<Found> found_output(const dmlrun_model& from, std::size_t index, std::size_t result) {
  const Command& command = from.model.commands[index];
  if (command.kind == Command::Kind::print) {
    const Content& content = *from.contents[command.resource];
    const std::uint64_t count = model::printed_elements(content);
    const auto values = from.session->printed(command.resource);
    if (!values) return values.error();
    Found found{content.type, {}, *values, {}};
    if (count <= 0xFFFF'FFFFu) found.sizes.push_back(static_cast<std::uint32_t>(count));
    return found;
  }
  const TensorDesc& tensor = from.model.dispatchables[command.dispatchable].op->outputs()[result].desc;
  auto values = from.session->output_values(index, result);
  if (!values) return std::move(values).error();
  Found found{tensor.type, tensor.sizes, {}, std::move(*values)};
  found.values = found.kept.bytes();
  return found;
}

Result<Comparison> compare_result(const dmlrun_model& from, std::size_t index, std::size_t result,
                                  const Tolerance& tolerance) {
  const model::Expected& expected = *from.model.commands[index].expected[result];
  auto found = found_output(from, index, result);
  if (!found) return std::move(found).error();
  std::vector<bool> any_nan;
  auto values =
      model::read_expected_values(expected, found->type, found->values.size() / element_size(found->type), &any_nan);
  if (!values) return std::move(values).error();
  return compare(found->type, found->sizes, values->bytes(), found->values,
                 (tolerance.exact() ? expected.tolerance : tolerance).for_output(expected.tolerance.equal_nans),
                 any_nan);
}

bool has_results(const Command& command) noexcept { return command.kind != Command::Kind::write_file; }

constexpr const char* kNoCommand = "the model is null, not prepared, or has no such command or result";

}  // namespace
}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_model_parse(const char* json, size_t bytes, const dmlrun_read_options* options, dmlrun_model** model,
                               dmlrun_error* error) noexcept {
  if (!model) return refuse_usage("the place for the model is null", error);
  *model = nullptr;
  if (!json && bytes > 0) return refuse_usage("the text is null", error);
  return guarded(error, [&] { return parse_into(json ? json : "", bytes, options, model, error); });
}

void dmlrun_model_free(dmlrun_model* model) noexcept { delete model; }

size_t dmlrun_model_resource_count(const dmlrun_model* model) noexcept { return model ? model->contents.size() : 0; }

dmlrun_code dmlrun_model_resource(const dmlrun_model* model, size_t index, dmlrun_resource* out,
                                  dmlrun_error* error) noexcept {
  if (!model || !out || index >= model->contents.size())
    return refuse_usage("the model is null or has no such resource, or the place for it is null", error);
  const Resource& resource = model->model.resources[index];
  dmlrun_resource made{};
  made.name = resource.name.c_str();
  made.path = resource.form == Form::file ? path_of(resource.path) : nullptr;
  made.npy = resource.npy;
  made.type = static_cast<dmlrun_data_type>(resource.type);
  made.values_offset = resource.offset;
  if (const auto& content = model->contents[index]) {
    made.type = static_cast<dmlrun_data_type>(content->type);
    made.values_bytes = content->value_bytes;
    made.bytes = content->bytes;
  }
  // The session hands out its bytes for reading; between commands they are the caller's, too.
  if (model->session) {
    const auto bytes = model->session->shared_resource(static_cast<std::uint32_t>(index));
    if (!bytes) return refuse(bytes.error(), error);
    made.data = const_cast<std::byte*>(bytes->data());
  }
  return write_struct(made, out, error);
}

dmlrun_code dmlrun_model_give(dmlrun_model* model, size_t resource, dmlrun_data_type type, uint32_t rank,
                              const uint64_t* sizes, const void* values, size_t bytes, dmlrun_error* error) noexcept {
  if (!model || resource >= model->contents.size() || model->model.resources[resource].form != Form::file)
    return refuse_usage("the model is null or has no such resource, or its values are in the text", error);
  if (type < DMLRUN_UNKNOWN || type > DMLRUN_INT64 || (rank > 0 && !sizes) || rank > 64 || (!values && bytes > 0))
    return refuse_usage("the data type is none, the values or sizes are null, or there are more than 64 sizes", error);
  return guarded(error, [&] {
    const std::span<const std::byte> span(static_cast<const std::byte*>(values), bytes);
    return code_of(give(*model, resource, static_cast<DataType>(type), rank, sizes, span), error);
  });
}

dmlrun_code dmlrun_model_prepare(dmlrun_model* model, const dmlrun_compile_options* options,
                                 dmlrun_error* error) noexcept {
  Options how;
  if (!model) return refuse_usage("the model is null", error);
  if (const char* why = how.take(options)) return refuse_usage(why, error);
  return guarded(error, [&] { return code_of(prepare(*model, how.options()), error); });
}

const char* dmlrun_model_backends(const dmlrun_model* model) noexcept {
  return model ? model->backends.c_str() : nullptr;
}

size_t dmlrun_model_command_count(const dmlrun_model* model) noexcept {
  return model ? model->model.commands.size() : 0;
}

dmlrun_code dmlrun_model_command(const dmlrun_model* model, size_t index, dmlrun_command* out,
                                 dmlrun_error* error) noexcept {
  if (!model || !out || index >= model->model.commands.size())
    return refuse_usage("the model is null or has no such command, or the place for it is null", error);
  const Command& command = model->model.commands[index];
  const bool dispatch = command.kind == Command::Kind::dispatch;
  dmlrun_command made{};
  made.kind = static_cast<int32_t>(command.kind);
  made.skipped = !command.skipped.empty();
  made.name = dispatch ? model->model.dispatchables[command.dispatchable].name.c_str()
                       : model->model.resources[command.resource].name.c_str();
  made.resource = dispatch ? 0 : command.resource;
  made.path = command.kind == Command::Kind::write_file ? path_of(command.target) : nullptr;
  made.rank = static_cast<std::uint32_t>(command.dimensions.size());
  made.sizes = command.dimensions.data();
  made.results = dispatch ? command.outputs.size() : has_results(command);
  return write_struct(made, out, error);
}

dmlrun_code dmlrun_model_run(dmlrun_model* model, size_t command, dmlrun_error* error) noexcept {
  if (!model || !model->session || command >= model->model.commands.size()) return refuse_usage(kNoCommand, error);
  const Command& what = model->model.commands[command];
  if (what.kind != Command::Kind::dispatch || !what.skipped.empty()) return DMLRUN_OK;
  return guarded(error, [&] { return code_of(model->session->dispatch(command), error); });
}

dmlrun_code dmlrun_model_compare(const dmlrun_model* model, size_t command, size_t result,
                                 const dmlrun_tolerance* tolerance, int32_t* expected, const char** path,
                                 dmlrun_comparison* out, char** report, dmlrun_error* error) noexcept {
  if (expected) *expected = 0;
  if (path) *path = nullptr;
  if (report) *report = nullptr;
  if (!model || !model->session || command >= model->model.commands.size()) return refuse_usage(kNoCommand, error);
  const Command& what = model->model.commands[command];
  const std::size_t results = what.kind == Command::Kind::dispatch ? what.outputs.size() : has_results(what);
  if (result >= results) return refuse_usage(kNoCommand, error);
  if (!what.skipped.empty() || result >= what.expected.size() || !what.expected[result]) return DMLRUN_OK;
  if (expected) *expected = what.expected[result]->tolerance.equal_nans ? 2 : 1;
  if (!what.expected[result]->values) {
    if (path) *path = path_of(what.expected[result]->path);
    return DMLRUN_OK;
  }
  return guarded(error, [&] {
    Tolerance admitted;
    if (const char* why = read_tolerance(tolerance, admitted)) return refuse_usage(why, error);
    const auto comparison = compare_result(*model, command, result, admitted);
    return comparison ? tell(*comparison, out, report, error) : refuse(comparison.error(), error);
  });
}
