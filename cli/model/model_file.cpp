#include "cli/model/model_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "engine/model/session.h"
#include "engine/text/counted.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

void fail_model(Error error, const std::string& path) {
  ExitCode exit = category(error.code) == ErrorCategory::buffer ? ExitCode::refused : exit_code(error.code);
  throw Failure{std::move(error), path, exit};
}

void fail_at(Failure failure, const text::Value& at, const std::string& model_path) {
  const ErrorCategory kind = category(failure.error.code);
  if (kind != ErrorCategory::interrupted && kind != ErrorCategory::memory) {
    Error& error = failure.error;
    error.message = shown_path(failure.file) + ": " + (error.where.empty() ? "" : error.where + ": ") + error.message;
    error.where = at.pointer();
    error.position = at.position();
    failure.file = model_path;
  }
  throw std::move(failure);
}

namespace {

/// What is no regular file might never end, or never begin.
void require_regular(const std::string& path) {
  if (is_device(path))
    fail(ErrorCode::cannot_read, "a pipe or a device was found; a model reads regular files only", path);
  if (is_folder(path)) fail_system(ErrorCode::cannot_read, path, "cannot read", EISDIR);
}

}  // namespace

/// A resource's file: its header or size first, its data later.
class ModelFile::Source {
 public:
  Source(const std::string& path, const model::Resource& resource, const Limits& limits)
      : path_(path), declared_(resource.type) {
    require_regular(path);
    if (resource.npy) {
      npy_.emplace(path, limits);
      return;
    }
    raw_bytes_ = InputFile(path).regular_size().value_or(0);
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::uint64_t value_bytes() const noexcept { return npy_ ? npy_->header().data_bytes : raw_bytes_; }
  [[nodiscard]] std::vector<std::uint64_t> shape() const {
    return npy_ ? npy_->header().shape : std::vector<std::uint64_t>();
  }

  /// The file's type, which must be the declared one. Files of booleans are UINT8, or INT8 if that is declared.
  [[nodiscard]] DataType type() const {
    if (!npy_ || declared_ == DataType::unknown) return npy_ ? npy_->header().type : declared_;
    const NpyHeader& header = npy_->header();
    if (header.type == declared_ || (header.boolean && declared_ == DataType::int8)) return declared_;
    fail_tensor_file(ErrorCode::npy_type_mismatch, "descr",
                     "the file holds " + std::string(name(header.type)) + "; the resource's " +
                         std::string(name(declared_)) + " was expected; " + type_remedy(header.type, declared_),
                     path_);
  }

  void read(std::span<std::byte> values) {
    if (npy_) return npy_->read_elements(values);
    InputFile file(path_);
    std::byte more{};
    if (file.read(values) != values.size() || file.read({&more, 1}) != 0)
      fail(ErrorCode::cannot_read, "the file changed while it was read", path_);
  }

 private:
  std::string path_;
  DataType declared_;
  std::optional<TensorFile> npy_;
  std::uint64_t raw_bytes_ = 0;
};

ModelFile::ModelFile(const Options& options, const std::string& path, text::Document document, const Reporter* reporter)
    : options_(options), path_(path) {
  std::vector<Warning> warnings;
  model::Options how;
  how.validation = options.validation;
  how.strict = options.strict;
  how.skip_unsupported = options.skip_unsupported;
  how.any_alignment = options.any_alignment;
  how.warnings = &warnings;
  Result<model::Model> parsed = model::Model::parse(std::move(document), how);
  if (!parsed) fail_model(std::move(parsed).error(), path);
  model_.emplace(std::move(parsed).value());
  model_->options.warnings = nullptr;
  if (reporter != nullptr)
    for (const Warning& warning : warnings) reporter->warning(path, warning);
}

std::string ModelFile::resolve(const std::string& source_path) const {
  std::string path = source_path == "-" ? "./-" : source_path;  // in a model "-" is a file's name
  if (path.starts_with('/')) return path;
  std::string base = path_ == "-" ? std::string() : folder_of(path_);
  if (const std::optional<std::string>& given = options_.dxdispatch.input_path)
    base = *given + (given->ends_with('/') ? "" : "/");
  return exists(array_path(base + path).file) || !exists(array_path(path).file) ? base + path : path;
}

std::vector<std::string> ModelFile::files_kept() const {
  std::vector<std::string> files{path_};
  for (const model::Resource& resource : model_->resources)
    if (resource.form == model::Form::file && resource.unsupported.empty())
      if (const std::string path = resolve(resource.path); is_in_archive(path)) files.push_back(path);
  for (const model::Command& command : model_->commands)
    for (const std::optional<model::Expected>& expected : command.expected)
      if (expected && !expected->values && command.skipped.empty()) files.push_back(resolve(expected->path));
  return files;
}

std::string ModelFile::target(const model::Command& command) const {
  if (command.target.starts_with('/')) return command.target;
  const std::optional<std::string>& base = options_.dxdispatch.output_path;
  std::string folder = base ? *base + (base->ends_with('/') ? "" : "/") : std::string();
  return absolute_path(folder + command.target);
}

bool ModelFile::has_expected() const noexcept {
  return std::any_of(model_->commands.begin(), model_->commands.end(), [](const model::Command& command) {
    return !command.expected.empty() && command.skipped.empty();
  });
}

void ModelFile::load(const Reporter* reporter) {
  const std::size_t count = model_->resources.size();
  contents_.resize(count);
  std::vector<std::optional<Source>> sources(count);
  // Headers before data, all of them: a model that cannot run costs no reading.
  for (std::size_t i = 0; i < count; ++i) {
    const model::Resource& resource = model_->resources[i];
    contents_[i] = model::content_of(resource);
    if (resource.form != model::Form::file || !resource.unsupported.empty()) continue;
    const DataType type = placed(resource.values.find("sourcePath"), path_, [&] {
      return sources[i].emplace(resolve(resource.path), resource, options_.validation.limits).type();
    });
    const Source& source = *sources[i];
    Result<model::Content> content =
        model::content_of(resource, type, source.value_bytes(), options_.validation.limits);
    if (!content) {
      content.error().message += "; its file is " + text::printable(source.path());
      fail_tensor_file(std::move(content).error(), path_);
    }
    content->shape = source.shape();
    contents_[i] = std::move(*content);
  }
  if (options_.skip_unsupported) model::mark_skipped(*model_, contents_);
  Result<void> fits = model::check_contents(*model_, contents_);
  // The model alone has passed: a file contradicts it.
  if (!fits) fail_tensor_file(std::move(fits).error(), path_);
  if (auto total = model::check_total(*model_, contents_); !total) fail_model(std::move(total).error(), path_);
  if (reporter != nullptr) warn_of_shapes(*reporter);
  expected_.resize(model_->commands.size());
  for (std::size_t i = 0; i < model_->commands.size(); ++i) load_expected(i);
  for (std::uint32_t i = 0; i < count; ++i) buffers_.push_back(make_buffer(i, sources[i] ? &*sources[i] : nullptr));
}

/// A .npy file of another shape than the tensor that it is bound to: legal, and often a mistake.
void ModelFile::warn_of_shapes(const Reporter& reporter) const {
  constexpr std::size_t kMaxWarnings = 20;
  std::size_t shown = 0;
  const auto significant = [](auto begin, auto end) {
    std::vector<std::uint64_t> sizes(begin, end);
    sizes.erase(sizes.begin(), std::find_if(sizes.begin(), sizes.end(), [](std::uint64_t size) { return size != 1; }));
    return sizes;
  };
  for (const model::Command& command : model_->commands) {
    for (std::size_t i = 0; i < command.inputs.size() && shown < kMaxWarnings; ++i) {
      if (!command.inputs[i]) continue;
      const model::Binding& binding = *command.inputs[i];
      const std::vector<std::uint64_t>& shape = contents_[binding.resource]->shape;
      const TensorDesc& tensor = model_->dispatchables[command.dispatchable].op->inputs()[i].desc;
      if (shape.size() < 2 || binding.element_offset != 0) continue;
      if (significant(shape.begin(), shape.end()) == significant(tensor.sizes.begin(), tensor.sizes.end())) continue;
      ++shown;
      std::string text;
      for (std::uint64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
      reporter.warning(path_, {binding.where.pointer(), binding.where.position(),
                               "the file of this resource has the shape (" + text + "), which is not the tensor's"});
    }
  }
}

Buffer ModelFile::make_buffer(std::uint32_t index, Source* source) const {
  const model::Resource& resource = model_->resources[index];
  const model::Content& content = *contents_[index];
  Buffer buffer = take(model::initial_buffer(resource, content, check_interrupted), path_);
  if (source != nullptr)
    placed(resource.values.find("sourcePath"), path_,
           [&] { source->read(model::values_of(resource, content, buffer)); });
  return buffer;
}

std::vector<Buffer> ModelFile::initial_buffers() const {
  std::vector<Buffer> copies;
  for (const Buffer& buffer : buffers_) {
    copies.push_back(take(Buffer::make(buffer.size()), path_));
    if (buffer.size() != 0) std::memcpy(copies.back().data(), buffer.data(), buffer.size());
  }
  return copies;
}

Buffer ModelFile::read_expected_file(const std::string& path, DataType type, std::uint64_t count) const {
  require_regular(path);
  TensorFile file(path, options_.validation.limits);
  const NpyHeader& header = file.header();
  if (header.type != type && !(header.boolean && type == DataType::int8))
    fail_tensor_file(ErrorCode::npy_type_mismatch, "descr",
                     "the file holds " + std::string(name(header.type)) + "; " + std::string(name(type)) +
                         " was expected; " + type_remedy(header.type, type),
                     path);
  if (header.element_count != count)
    fail_tensor_file(ErrorCode::npy_shape_mismatch, "shape",
                     "the file has " + text::counted(header.element_count, "element") + "; " + std::to_string(count) +
                         (count == 1 ? " was expected" : " were expected"),
                     path);
  Buffer values = take(Buffer::make(header.data_bytes), path);
  file.read_elements(values.bytes());
  return values;
}

void ModelFile::load_expected(std::size_t index) {
  const model::Command& command = model_->commands[index];
  if (!command.skipped.empty()) return;
  for (std::size_t i = 0; i < command.expected.size(); ++i) {
    std::optional<ExpectedValues>& values = expected_[index].emplace_back();
    if (!command.expected[i]) continue;
    const model::Expected& expected = *command.expected[i];
    const bool dispatch = command.kind == model::Command::Kind::dispatch;
    const model::Content& content = *contents_[command.resource];
    TensorDesc tensor;
    if (dispatch) tensor = model_->dispatchables[command.dispatchable].op->outputs()[i].desc;
    const DataType type = dispatch ? tensor.type : content.type;
    const std::uint64_t count = dispatch ? element_count(tensor) : model::printed_elements(content);
    values.emplace();
    values->tolerance = (options_.tolerance.exact() ? expected.tolerance : options_.tolerance)
                            .for_output(expected.tolerance.equal_nans);
    values->where = expected.where;
    if (expected.values) {
      Result<Buffer> read = model::read_expected_values(expected, type, count, &values->any_nan);
      if (!read) fail_model(std::move(read).error(), path_);
      values->values = std::move(*read);
      continue;
    }
    values->values = placed(expected.where.find("sourcePath"), path_,
                            [&] { return read_expected_file(resolve(expected.path), type, count); });
  }
}

}  // namespace dmlrun::cli
