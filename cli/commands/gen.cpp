// dmlrun gen SPEC.json: random inputs, the reference's output, a spec and a DxDispatch model of them.
#include <unistd.h>

#include <limits>
#include <optional>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/report/case_text.h"
#include "cli/report/shell_word.h"
#include "engine/spec/random_inputs.h"
#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {
namespace {

/// The spec's name and the seed, below the current folder.
std::string default_folder(const std::string& spec_path, std::uint64_t seed) {
  std::string name = spec_path == "-" ? "case" : spec_path.substr(folder_of(spec_path).size());
  if (name.size() > 5 && name.ends_with(".json")) name.resize(name.size() - 5);
  return name + "-" + std::to_string(seed);
}

/// Makes a folder and those around it; in the end those that are new go again where nothing is in them.
class NewFolders {
 public:
  explicit NewFolders(const std::string& path) {
    for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
      if (!exists(path.substr(0, at))) made_.push_back(path.substr(0, at));
      if (at == std::string::npos) break;
    }
    make_folders(path);
  }
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  ~NewFolders() {
    while (!made_.empty() && rmdir(made_.back().c_str()) == 0) made_.pop_back();
  }

 private:
  std::vector<std::string> made_;
};

class Generation {
 public:
  Generation(const Options& options, const Reporter& reporter)
      : options_(options),
        reporter_(reporter),
        seed_(options.seed.value_or(1)),
        folder_(options.folder.empty() ? default_folder(options.operands.front(), seed_) : options.folder),
        bound_(options, options.operands.front(), &reporter),
        op_(bound_.complete_for_description()) {}

  ExitCode execute() {
    for (const TensorSlot& slot : op_.inputs()) check_size(slot);
    for (const TensorSlot& slot : op_.outputs()) check_size(slot);
    Kernel reference = take(compile(op_, {"reference"}), bound_.path());
    require_nothing_lost();
    folders_.emplace(folder_);
    Inputs inputs(make_inputs());
    std::vector<std::string> expected_resources;
    for (std::size_t i = 0; i < op_.outputs().size(); ++i) {
      write_output(reference, inputs, i);
      expected_resources.push_back(write_raw_output(reference, inputs, i));
    }
    write_text("spec.json", case_spec(op_));
    write_text("model.json", case_model(op_, expected_resources));
    commit();
    out_.flush();
    if (options_.operands.size() > 1)
      reporter_.note("inputs are random: of those that are given only types and sizes count");
    if (!options_.seed || options_.folder.empty())
      reporter_.note("made with --seed " + std::to_string(seed_) + " --dir " + shell_word(folder_));
    return ExitCode::ok;
  }

 private:
  /// A buffer with gaps becomes a file of one dimension, and a tensor's dimension has 32 bits.
  void check_size(const TensorSlot& slot) const {
    const std::uint64_t elements = buffer_bytes(slot.desc) / element_size(slot.desc.type);
    if (is_packed(slot.desc) || elements <= std::numeric_limits<std::uint32_t>::max()) return;
    fail({.code = ErrorCode::limit_exceeded,
          .where = std::string(slot.name),
          .message = "the buffer has " + std::to_string(elements) +
                     " elements with its gaps; at most 4294967295 fit into a file"},
         bound_.path());
  }

  void require_nothing_lost() const {
    std::vector<std::string> names{"spec.json", "model.json"};
    for (const std::span<const TensorSlot> slots : {op_.inputs(), op_.outputs()})
      for (const TensorSlot& slot : slots)
        names.insert(names.end(), {plain_name(slot) + ".npy", plain_name(slot) + ".raw.npy"});
    for (const std::string& name : names) require_replaceable("--dir", path_of(name), bound_.files_read());
  }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return folder_ + (folder_.ends_with('/') ? "" : "/") + name;
  }

  /// A file that appears when all are written.
  OutputFile& open(const std::string& name) {
    constexpr std::size_t kMaxOpen = 200;  // below what a process may usually open
    if (files_.size() == kMaxOpen) commit();
    std::string path = path_of(name);
    out_.print(shown_path(path) + "\n");
    return files_.emplace_back(path, options_.durability);
  }

  void commit() {
    for (OutputFile& file : files_) file.commit();
    files_.clear();
  }

  void write_text(const std::string& name, const std::string& text) { open(name).write(text); }

  /// The shape Sizes when packed, else the raw buffer as one dimension: both are what DxDispatch loads as bytes.
  void write_buffer(const std::string& name, const TensorDesc& tensor, std::span<const std::byte> buffer) {
    auto elements = static_cast<std::uint32_t>(buffer.size() / element_size(tensor.type));
    std::span<const std::uint32_t> sizes{tensor.sizes.begin(), tensor.sizes.size()};
    OutputFile& file = open(name);
    file.write(npy_header(tensor.type, is_packed(tensor) ? sizes : std::span(&elements, 1)));
    file.write(buffer);
  }

  std::vector<Buffer> make_inputs() {
    std::vector<Buffer> buffers;
    std::vector<std::span<std::byte>> contents;
    for (const TensorSlot& slot : op_.inputs()) {
      buffers.push_back(take(Buffer::make(buffer_bytes(slot.desc))));
      contents.push_back(buffers.back().bytes());
    }
    spec::fill_random_inputs(op_, seed_, contents);
    for (std::size_t i = 0; i < buffers.size(); ++i)
      write_buffer(plain_name(op_.inputs()[i]) + ".npy", op_.inputs()[i].desc, contents[i]);
    return buffers;
  }

  void write_output(const Kernel& kernel, const Inputs& inputs, std::size_t index) {
    const TensorSlot& slot = op_.outputs()[index];
    OutputFile& file = open(plain_name(slot) + ".npy");
    file.write(npy_header(slot.desc.type, {slot.desc.sizes.begin(), slot.desc.sizes.size()}));
    produce(kernel, op_, inputs, index, [&](std::span<const std::byte> bytes) { file.write(bytes); });
  }

  /// A model's resource is the buffer with its gaps, which stay 0. Returns the file that holds it.
  std::string write_raw_output(const Kernel& kernel, const Inputs& inputs, std::size_t index) {
    const TensorSlot& slot = op_.outputs()[index];
    if (is_packed(slot.desc)) return plain_name(slot) + ".npy";
    Buffer values = produce_whole(kernel, op_, inputs, index);
    Buffer raw = take(Buffer::make_zeroed(buffer_bytes(slot.desc)));
    scatter(slot.desc, values.data(), raw.bytes());
    std::string name = plain_name(slot) + ".raw.npy";
    write_buffer(name, slot.desc, raw.bytes());
    return name;
  }

  const Options& options_;
  const Reporter& reporter_;
  std::uint64_t seed_;
  std::string folder_;
  StandardOutput out_;
  std::optional<NewFolders> folders_;
  std::vector<OutputFile> files_;  ///< written, and not yet there
  BoundSpec bound_;
  Operator op_;
};

}  // namespace

ExitCode gen_command(const Options& options, const Reporter& reporter) {
  return Generation(options, reporter).execute();
}

}  // namespace dmlrun::cli
