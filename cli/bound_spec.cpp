#include "cli/bound_spec.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/file_remedy.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/files/raw_file.h"
#include "cli/interrupt.h"
#include "cli/operator_words.h"
#include "cli/options/option_values.h"
#include "cli/report/failure.h"
#include "cli/tensor_operands.h"
#include "engine/spec/field_words.h"
#include "engine/spec/value_words.h"
#include "engine/text/numbers.h"
#include "engine/text/onnx.h"

namespace dmlrun::cli {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY", kZipMagic = "PK\x03\x04";

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    std::size_t comma = text.find(',', begin);
    parts.push_back(text.substr(begin, comma - begin));
    if (comma == std::string::npos) return parts;
    begin = comma + 1;
  }
}

}  // namespace

TensorDesc packed(const TensorDesc& tensor) {
  TensorDesc result = tensor;
  result.strides = {};
  result.total_bytes = 0;
  return result;
}

text::Document read_document(const std::string& path, const Limits& limits, bool or_operator) {
  if (path != "-" && is_folder(path))
    fail(ErrorCode::cannot_read, "is a folder without spec.json; 'dmlrun check' runs what is below it", path);
  if (path.ends_with(".onnx") && exists(path)) fail(text::onnx_refusal(), path);
  std::string text = read_text(path, limits.document_bytes);
  if (text.starts_with(kNpyMagic) || text.starts_with(kZipMagic))
    fail(ErrorCode::syntax,
         std::string("a file of tensors was found; a spec was expected") +
             (or_operator ? ", or the operator before its inputs, as in dmlrun TILE x.npy --Repeats 1,2" : ""),
         path);
  return take(text::Document::parse(std::move(text), limits), path);
}

text::Document spec_document(const Options& options, const std::string& path) {
  if (options.spec_text.empty()) return read_document(path, options.validation.limits, true);
  return take(text::Document::parse(options.spec_text, options.validation.limits), path);
}

BoundSpec::BoundSpec(const Options& options, const std::string& spec_path, const Reporter* reporter)
    : BoundSpec(options, spec_path, spec_document(options, spec_path), reporter) {}

BoundSpec::BoundSpec(const Options& options, const std::string& spec_path, text::Document document,
                     const Reporter* reporter)
    : options_(options), path_(spec_path), reporter_(reporter) {
  parse(std::move(document));
  slots_ = spec::Spec::slot_names(spec_->type());
  match_names();
  check_standard_input();
}

void BoundSpec::parse(text::Document document) {
  SpecOptions spec_options;
  spec_options.validation = options_.validation;
  spec_options.strict = options_.strict || !options_.spec_text.empty();  // JSON in options has no notes
  spec_options.warnings = &warnings_;
  Result<spec::Spec> spec = spec::Spec::parse(std::move(document), spec_options);
  spec_.emplace(take(std::move(spec), path_));
  if (reporter_ != nullptr)
    for (const Warning& warning : warnings_) reporter_->warning(path_, warning);
}

const spec::Spec::SlotName* BoundSpec::slot(std::string_view name) const {
  for (const spec::Spec::SlotName& candidate : slots_)
    if (candidate.name == name) return &candidate;
  return nullptr;
}

void BoundSpec::add_files(const std::vector<NamedFile>& files, std::string_view option, bool outputs,
                          std::vector<Values>& values) {
  for (const NamedFile& file : files) {
    const spec::Spec::SlotName* known = slot(file.name);
    if (known == nullptr || known->output != outputs) refuse_name(file, option, spec_->type(), slots_, outputs);
    bool whole = !known->array || file.file.find(',') == std::string::npos || exists(file.file);
    for (const std::string& path : whole ? std::vector{file.file} : split_list(file.file)) {
      auto is_same = [&](const Values& v) { return v.name == file.name; };
      auto first = std::find_if(values.begin(), values.end(), is_same);
      if (!known->array && first != values.end())
        fail_usage(file.name + " is given twice: " + in_quotes(first->path) + " and " + in_quotes(path));
      if (path.empty()) fail_usage(std::string(option) + ": an empty file name in " + in_quotes(file.file));
      const std::string json = outputs || exists(path) ? std::string() : spec::values_json(path);
      if (!json.empty())
        fail_usage("no file " + in_quotes(path) +
                   "; behind a spec's file inputs are files, and its own values stand in "
                   "it, as \"inputs\": {\"" +
                   file.name + "\": " + (json[0] == '[' ? json : "[" + json + "]") + "}");
      if (option == "--out") require_extension(option, path, ".npy");
      const auto index = static_cast<std::uint32_t>(std::count_if(first, values.end(), is_same));
      values.push_back({file.name, index, path, nullptr, {}});
    }
  }
}

void BoundSpec::match_names() {
  const std::vector<NamedFile> in = with_names(options_.in, spec_->type(), slots_, false);
  const std::vector<NamedFile> expect = with_names(options_.expect, spec_->type(), slots_, true);
  add_files(in, "--in", false, inputs_);
  add_files(with_names(options_.out, spec_->type(), slots_, true), "--out", true, outputs_);
  add_files(expect, "--expect", true, expected_);
  auto add_sources = [&](std::span<const spec::Source> sources, const std::vector<NamedFile>& overriding,
                         std::vector<Values>& values) {
    for (const spec::Source& source : sources) {
      auto same = [&](const NamedFile& file) { return file.name == source.name; };
      if (std::any_of(overriding.begin(), overriding.end(), same)) continue;
      std::string path = source.kind == spec::SourceKind::file ? resolve(source.path) : std::string();
      values.push_back({source.name, source.index, path, &source, {}});
    }
  };
  add_sources(spec_->inputs(), in, inputs_);
  // The spec's expected values belong to its own inputs: where --in replaces one, they say nothing.
  bool replaces = std::any_of(spec_->inputs().begin(), spec_->inputs().end(), [&](const spec::Source& source) {
    return std::any_of(in.begin(), in.end(), [&](const NamedFile& file) { return file.name == source.name; });
  });
  std::size_t before = expected_.size();
  add_sources(spec_->expected(), expect, expected_);
  drops_expected_ = replaces && expected_.size() > before;
  if (replaces) expected_.resize(before);
}

void BoundSpec::check_standard_input() const {
  int readers = path_ == "-" ? 1 : 0;
  for (const std::vector<Values>* values : {&inputs_, &expected_})
    for (const Values& v : *values) readers += v.path == "-" ? 1 : 0;
  if (readers > 1) fail_usage("standard input ('-') can be read only once");
  int writers = 0;
  for (const Values& v : outputs_) writers += is_standard_output(v.path) ? 1 : 0;
  if (writers > 1) fail_usage("standard output ('-', '/dev/stdout') can take only one output");
  if (writers > 0 && ::isatty(STDOUT_FILENO) == 1)
    fail_usage(
        "--out -: a .npy file is not for a terminal; name a file, or a pipe, or leave --out out to see the values");
  if (writers > 0 && options_.format == Format::json) fail_usage("--json and --out Name=- both need standard output");
}

std::string BoundSpec::resolve(const std::string& source_path) const {
  std::string path = source_path == "-" ? "./-" : source_path;  // in a spec "-" is a file's name
  if (path.starts_with('/') || path_ == "-") return path;
  std::string beside = folder_of(path_) + path;
  return exists(array_path(beside).file) || !exists(array_path(path).file) ? beside : path;
}

bool BoundSpec::may_wait() const {
  return std::any_of(inputs_.begin(), inputs_.end(),
                     [](const Values& v) { return v.path == "-" || is_device(v.path); });
}

Result<Operator> BoundSpec::try_complete(bool open_spec_files) {
  std::vector<BoundTensor> bound;
  for (Values& values : inputs_) {
    if (values.path.empty() || (values.source != nullptr && !open_spec_files)) continue;
    if (is_raw(values.path)) {
      bound.push_back({values.name, values.index, DataType::unknown, {}});
      continue;
    }
    if (!values.file) values.file.emplace(values.path, options_.validation.limits);
    const NpyHeader& header = values.file->header();
    bound.push_back({values.name, values.index, header.type, header.shape});
    values.shape = header.shape;
  }
  return with_scalars(spec_->complete(bound, !options_.spec_text.empty()), *spec_, options_);
}

namespace {

/// Whether a JSON pointer leads into that tensor: /desc/NAME..., or /desc/NAME/INDEX... for a tensor array.
bool leads_into(std::string_view pointer, const Values& tensor, bool array) {
  std::string start = "/desc/" + tensor.name + (array ? "/" + std::to_string(tensor.index) : "");
  return pointer.starts_with(start) && (pointer.size() == start.size() || pointer[start.size()] == '/');
}

}  // namespace

std::string BoundSpec::remedy(const Error& error, const Values* culprit) const {
  std::vector<const Values*> operands;
  for (const Values& v : inputs_) {
    // Scales and zero points are one element, whatever the sizes of others.
    const spec::Spec::SlotName* own = slot(v.name);
    const bool is_known = v.file || !v.shape.empty() || (v.source != nullptr && v.path.empty());
    if (is_known && (own == nullptr || !own->one_element)) operands.push_back(&v);
  }
  return remedy_for(error, spec_->type(), culprit, operands, !options_.spec_text.empty());
}

Operator BoundSpec::take_completed(Result<Operator> op) const {
  if (op) return std::move(op).value();
  Error error = std::move(op).error();
  std::vector<const Values*> files;
  for (const Values& v : inputs_)
    if (v.file) files.push_back(&v);
  const Values* culprit = files.size() == 1 ? files.front() : nullptr;
  for (const Values* v : files) {
    // An error that speaks of a tensor instead of a place in the spec is about that tensor's file.
    if (v->name == error.where) fail(std::move(error), v->path);
    const spec::Spec::SlotName* known = slot(v->name);
    if (leads_into(error.where, *v, known != nullptr && known->array)) culprit = v;
  }
  if (culprit != nullptr && category(error.code) == ErrorCategory::tensor_file) {
    const spec::Spec::SlotName* known = slot(culprit->name);
    std::string shown = culprit->name;
    if (known != nullptr && known->array) shown += "[" + std::to_string(culprit->index) + "]";
    error.message += "; " + shown + " is what " + text::printable(culprit->path) +
                     (culprit->shape.empty() ? ", of no dimensions, says" : " says");
  }
  error.message += remedy(error, culprit);
  fail(std::move(error), path_);
}

Operator BoundSpec::complete() {
  std::vector<std::string> unbound;
  for (const spec::Spec::SlotName& known : slots_) {
    auto is_it = [&](const Values& values) { return values.name == known.name; };
    if (!known.output && !known.optional && std::none_of(inputs_.begin(), inputs_.end(), is_it))
      unbound.emplace_back(known.name);
  }
  if (!unbound.empty() && !options_.spec_text.empty()) {  // what else is missing is told with it
    Result<Operator> op = try_complete(true);
    if (!op && op.error().code == ErrorCode::missing_field) fail(std::move(op).error(), path_);
  }
  if (!unbound.empty()) fail_unbound(options_, unbound);
  Operator op = take_completed(try_complete(true));
  check_outputs(op);
  return op;
}

/// Only now is it known how many outputs there are.
void BoundSpec::check_outputs(const Operator& op) const {
  auto count_of = [&](std::string_view name) {
    auto is_it = [&](const TensorSlot& slot) { return slot.name == name; };
    return static_cast<std::size_t>(std::count_if(op.outputs().begin(), op.outputs().end(), is_it));
  };
  for (const std::vector<Values>* values : {&outputs_, &expected_})
    for (const Values& v : *values) {
      if (v.index < count_of(v.name)) continue;
      std::string message = v.name + " has " + std::to_string(count_of(v.name)) + " tensors; more were given";
      if (v.source != nullptr) fail(text::error_at(v.source->value, ErrorCode::count_mismatch, message), path_);
      fail_usage(std::string(values == &outputs_ ? "--out" : "--expect") + ": " + message);
    }
  std::vector<std::string> paths = destinations(op);
  bool has_standard_output = std::any_of(paths.begin(), paths.end(), is_standard_output);
  std::map<FileIdentity, std::size_t> kept;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (has_standard_output && paths[i].empty())
      fail_usage("--out Name=- leaves no room on standard output to print " + shown_name(op.outputs()[i]) +
                 ": give it a file too");
    const std::optional<FileIdentity> file = identity_of(paths[i]);
    if (!file) continue;
    const auto [first, is_new] = kept.try_emplace(*file, i);
    if (is_new) continue;
    const std::string& other = paths[first->second];
    fail_usage("--out: two outputs go to " + in_quotes(paths[i]) +
               (other == paths[i] ? "" : ", which is also " + in_quotes(other)));
  }
}

Operator BoundSpec::complete_for_description() {
  Result<Operator> op = try_complete(false);
  bool has_files = std::any_of(inputs_.begin(), inputs_.end(),
                               [](const Values& v) { return v.source != nullptr && !v.path.empty(); });
  if (!op && has_files && op.error().code == ErrorCode::missing_field) return take_completed(try_complete(true));
  return take_completed(std::move(op));
}

Values* BoundSpec::find(std::vector<Values>& values, const TensorSlot& slot) const {
  for (Values& v : values)
    if (v.name == slot.name && v.index == slot.index) return &v;
  return nullptr;
}

Buffer BoundSpec::load_values(Values& values, const TensorDesc& tensor, bool one_element, std::vector<bool>* any_nan,
                              text::Errors& errors) {
  if (is_raw(values.path)) return read_raw(values.path, tensor);
  if (!values.path.empty()) {
    if (!values.file) values.file.emplace(values.path, options_.validation.limits);
    Buffer buffer = values.file->read(tensor, one_element);
    values.file.reset();
    return buffer;
  }
  Buffer buffer = take(Buffer::make_zeroed(buffer_bytes(tensor)), path_);
  auto written = spec::write_values(*values.source, tensor, buffer.bytes(), any_nan, check_interrupted);
  if (!written && written.error().code == ErrorCode::out_of_memory) fail(std::move(written).error(), path_);
  errors.add(std::move(written));
  return buffer;
}

void BoundSpec::refuse_others(const Operator& op) const {
  for (const Values& values : inputs_) {
    auto is_it = [&](const TensorSlot& slot) { return slot.name == values.name && slot.index == values.index; };
    if (std::none_of(op.inputs().begin(), op.inputs().end(), is_it))
      fail_usage(values.name + " has values, but the operator has no such input here");
  }
}

void BoundSpec::refuse(const text::Errors& errors, const Operator& op) const {
  if (!errors.first()) return;
  Error error = *errors.first();
  const auto tells = [&](const TensorSlot& own, const TensorSlot& other) {
    return !options_.spec_text.empty() && error.where == "/inputs/" + std::string(own.name) &&
           error.code == ErrorCode::count_mismatch && !slot(own.name)->one_element && own.name != other.name &&
           own.desc.sizes == other.desc.sizes;
  };
  std::string told;  // the one whose sizes are those of the tensor with another number of values
  for (const TensorSlot& own : op.inputs())
    for (const TensorSlot& other : op.inputs())
      if (told.empty() && tells(own, other)) told = ", as " + shown_name(other) + " has";
  error.message += told + remedy(error, nullptr);
  fail(std::move(error), path_);
}

std::vector<Buffer> BoundSpec::load_given(const Operator& op, text::Errors& errors) {
  refuse_others(op);  // every name before any data: what is missing is told before gigabytes are read
  std::vector<Buffer> inputs;
  for (const TensorSlot& tensor : op.inputs()) {
    const spec::Spec::SlotName* known = slot(tensor.name);
    Values* values = find(inputs_, tensor);
    if (values && values->source && reporter_)
      if (const std::string rounded = spec::rounded_number(*values->source, tensor.desc.type); !rounded.empty())
        reporter_->note(rounded);
    inputs.push_back(values ? load_values(*values, tensor.desc, known && known->one_element, nullptr, errors)
                            : Buffer());
  }
  return inputs;
}

BoundSpec::Loaded BoundSpec::load(const Operator& op) {
  for (const TensorSlot& slot : op.inputs())
    if (find(inputs_, slot) == nullptr) fail_unbound(options_, {shown_name(slot)});
  text::Errors errors;
  Loaded loaded{load_given(op, errors), {}};
  for (const TensorSlot& tensor : op.outputs()) {
    std::optional<Expectation>& expected = loaded.expected.emplace_back();
    Values* values = find(expected_, tensor);
    if (values == nullptr) continue;
    expected.emplace();
    expected->values = load_values(*values, packed(tensor.desc), false, &expected->any_nan, errors);
    if (values->source == nullptr) expected->file = values->path;
  }
  refuse(errors, op);
  return loaded;
}

std::vector<std::string> BoundSpec::destinations(const Operator& op) const {
  std::vector<std::string> result(op.outputs().size());
  for (const Values& v : outputs_)
    for (std::size_t i = 0; i < result.size(); ++i)
      if (op.outputs()[i].name == v.name && op.outputs()[i].index == v.index) result[i] = v.path;
  return result;
}

bool BoundSpec::is_number(const TensorDesc& output) const {
  const auto is_one = [](const Values& v) {
    return v.path.empty() ? v.source->kind == spec::SourceKind::constant : v.shape.empty() && !is_raw(v.path);
  };
  return spec::broadcasts(spec_->type()) && output.sizes == Dimensions{1} &&
         std::all_of(inputs_.begin(), inputs_.end(), is_one) &&
         std::any_of(inputs_.begin(), inputs_.end(), [](const Values& v) { return !v.path.empty(); });
}

std::vector<std::string> BoundSpec::files_read() const {
  std::vector<std::string> files = files_kept();
  for (const Values& v : inputs_) files.push_back(v.path);
  return files;
}

std::vector<std::string> BoundSpec::files_kept() const {
  std::vector<std::string> files{path_};
  for (const Values& v : expected_) files.push_back(v.path);
  for (const Values& v : inputs_)
    if (is_in_archive(v.path)) files.push_back(v.path);
  return files;
}

const Tolerance& BoundSpec::tolerance() const noexcept {
  return options_.tolerance.exact() ? spec_->tolerance() : options_.tolerance;
}

}  // namespace dmlrun::cli
