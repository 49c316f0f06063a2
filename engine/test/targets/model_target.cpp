// A model, its files made up: no text crashes it, what is accepted runs, and every back end leaves the reference's
// bytes in every resource after every dispatch.
#include <algorithm>
#include <optional>
#include <vector>

#include "engine/model/session.h"
#include "engine/test/targets/target.h"
#include "engine/test/variants.h"

using namespace dmlrun;
using model::Content;
using model::Model;
using model::Resource;

namespace {

using Contents = std::vector<std::optional<Content>>;

constexpr std::uint64_t kMaxBytes = 1u << 14, kFileBytes = 64;

template <class T>
bool is_good(const Result<T>& result) {
  test::demand(result || (result.error().code != ErrorCode::internal && !result.error().to_string().empty()),
               "a refusal says why");
  return result.has_value();
}

model::Options options_for(std::size_t size) {
  model::Options options;
  options.validation.limits.tensor_bytes = kMaxBytes;
  options.validation.limits.model_bytes = 4 * kMaxBytes;
  options.validation.limits.join_inputs = 64;
  options.strict = size % 5 == 0;
  options.skip_unsupported = size % 3 == 0;
  options.any_alignment = size % 2 == 0;
  return options;
}

/// What the resources hold; files are as long as kFileBytes. Nothing when the model cannot have such files.
std::optional<Contents> contents_of(const Model& from) {
  Contents contents;
  for (const Resource& resource : from.resources) {
    if (resource.form != model::Form::file) {
      contents.emplace_back(model::content_of(resource));
      continue;
    }
    const DataType type = resource.type == DataType::unknown ? DataType::float32 : resource.type;
    auto content = model::content_of(resource, type, kFileBytes, from.options.validation.limits);
    if (!is_good(content)) return std::nullopt;
    if (resource.npy) content->shape = {kFileBytes / element_size(type)};
    contents.emplace_back(std::move(*content));
  }
  return contents;
}

/// A session of which every kernel is this back end's; nothing where that does not take all operators.
std::optional<model::Session> session_of(const Model& from, const Contents& contents, const CompileOptions& options) {
  std::vector<std::optional<Kernel>> kernels;
  for (const model::Dispatchable& dispatchable : from.dispatchables) {
    kernels.emplace_back();
    if (!dispatchable.op) continue;
    auto kernel = compile(*dispatchable.op, options);
    if (!is_good(kernel)) return std::nullopt;
    kernels.back() = std::move(*kernel);
  }
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    auto buffer = model::initial_buffer(from.resources[i], *contents[i]);
    test::demand(buffer.has_value(), "a resource within the limits has memory");
    if (from.resources[i].form == model::Form::file)
      for (std::byte& byte : model::values_of(from.resources[i], *contents[i], *buffer)) byte = std::byte{0x41};
    buffers.push_back(std::move(*buffer));
  }
  auto session = model::Session::make(from, contents, std::move(buffers), std::move(kernels));
  test::demand(session.has_value(), "what was checked becomes a session");
  return std::move(*session);
}

void look_at(const Model& from, const model::Session& session, std::size_t index) {
  const model::Command& command = from.commands[index];
  for (std::size_t o = 0; o < command.expected.size(); ++o) {
    const bool is_print = command.kind == model::Command::Kind::print;
    if (is_print && session.printed(command.resource)->empty()) continue;
    if (!command.expected[o] || !command.expected[o]->path.empty()) continue;
    const auto values = is_print ? std::optional<Buffer>() : std::optional<Buffer>(*session.output_values(index, o));
    const std::size_t bytes = values ? values->size() : session.printed(command.resource)->size();
    const DataType type = is_print ? from.resources[command.resource].type
                                   : from.dispatchables[command.dispatchable].op->outputs()[o].desc.type;
    if (type != DataType::unknown)
      (void)is_good(model::read_expected_values(*command.expected[o], type, bytes / element_size(type)));
  }
}

void run_model(const Model& from, const Contents& contents, std::string_view text) {
  auto reference = session_of(from, contents, {"reference"});
  if (!reference) return;
  static const std::vector<CompileOptions> variants = test::all_variants();
  std::vector<model::Session> others;
  for (const CompileOptions& variant : variants)
    if (auto session = session_of(from, contents, variant)) others.push_back(std::move(*session));
  for (std::size_t i = 0; i < from.commands.size(); ++i) {
    if (!from.commands[i].skipped.empty()) continue;
    if (from.commands[i].kind == model::Command::Kind::dispatch) {
      test::demand(reference->dispatch(i).has_value(), "a dispatch that was checked runs", text);
      for (const model::Session& other : others) {
        test::demand(other.dispatch(i).has_value(), "a dispatch that was checked runs", text);
        for (std::uint32_t r = 0; r < contents.size(); ++r)
          test::demand(std::ranges::equal(*reference->resource(r), *other.resource(r)),
                       ("resources differ: " + other.backend_names()).c_str(), text);
      }
    }
    look_at(from, *reference, i);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(test::text_of(data, size));
  auto document = text::Document::parse(text);
  if (!document) return 0;
  auto read = Model::parse(std::move(*document), options_for(size));
  if (!is_good(read)) return 0;
  for (const Resource& resource : read->resources)
    if (!resource.unsupported.empty()) return 0;
  auto contents = contents_of(*read);
  if (!contents) return 0;
  if (read->options.skip_unsupported) model::mark_skipped(*read, *contents);
  if (!is_good(model::check_total(*read, *contents)) || !is_good(model::check_contents(*read, *contents))) return 0;
  if (read->commands.size() * read->resources.size() > 10'000) return 0;
  run_model(*read, *contents, text);
  return 0;
}
