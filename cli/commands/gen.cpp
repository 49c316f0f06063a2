// dmlrun gen SPEC.json --seed N --dir D: random inputs, the reference's output, a spec and a DxDispatch model of them.
#include <algorithm>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files.h"
#include "cli/job.h"
#include "cli/json_text.h"
#include "cli/random_values.h"
#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {
namespace {

/// The bare name, with a number inside tensor arrays: InputTensors_0. Serves as file and as resource name.
std::string plain_name(const TensorSlot& slot) {
  std::string text(slot.name);
  return slot.array ? text + "_" + std::to_string(slot.index) : text;
}

std::string source_path(const std::string& file) { return "{\"sourcePath\": " + json_string(file) + "}"; }

/// `object` with members added at its end. Precondition: it has at least one member already.
std::string with_members(std::string object, const std::string& members) {
  object.erase(object.find_last_of('}'));
  object.erase(object.find_last_not_of(" \n") + 1);
  return object + ",\n" + members + "}";
}

/// {"Name": one, "Array": [one, two]} in the order of the slots.
template <class Write>
std::string by_name(std::span<const TensorSlot> slots, Write write) {
  std::string text;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    bool continues = i > 0 && slots[i].array && slots[i].name == slots[i - 1].name;
    if (continues)
      text.pop_back(), text += ", ";
    else
      text += (i == 0 ? "{" : ", ") + json_string(slots[i].name) + ": " + (slots[i].array ? "[" : "");
    text += write(slots[i]) + (slots[i].array ? "]" : "");
  }
  return slots.empty() ? "{}" : text + "}";
}

class Generation {
 public:
  Generation(const Options& options, const Reporter& reporter)
      : options_(options), job_(options, options.operands.front(), &reporter), op_(job_.complete_for_description()) {}

  ExitCode execute() {
    Kernel reference = take(compile(op_, {"reference"}), job_.path());
    make_folders(options_.folder);
    Inputs inputs(make_inputs());
    std::vector<std::string> expected_resources;
    for (std::size_t i = 0; i < op_.outputs().size(); ++i) {
      write_output(reference, inputs, i);
      expected_resources.push_back(write_raw_output(reference, inputs, i));
    }
    std::string desc = take(write_spec(op_), job_.path());
    auto file_of = [](const TensorSlot& slot) { return source_path(plain_name(slot) + ".npy"); };
    write_text("spec.json", with_members(desc, "  \"inputs\": " + by_name(op_.inputs(), file_of) +
                                                   ",\n  \"expected\": " + by_name(op_.outputs(), file_of) + "\n") +
                                "\n");
    write_text("model.json", model(desc, expected_resources));
    out_.flush();
    return ExitCode::ok;
  }

 private:
  OutputFile open(const std::string& name) {
    std::string path = options_.folder + (options_.folder.ends_with('/') ? "" : "/") + name;
    out_.print(shown_path(path) + "\n");
    return {path, options_.durability};
  }

  void write_text(const std::string& name, const std::string& text) {
    OutputFile file = open(name);
    file.write(text);
    file.commit();
  }

  /// The shape Sizes when packed, else the raw buffer as one dimension: both are what DxDispatch loads as bytes.
  void write_buffer(const std::string& name, const TensorDesc& tensor, std::span<const std::byte> buffer) {
    auto elements = static_cast<std::uint32_t>(buffer.size() / element_size(tensor.type));
    std::span<const std::uint32_t> sizes{tensor.sizes.begin(), tensor.sizes.size()};
    OutputFile file = open(name);
    file.write(npy_header(tensor.type, is_packed(tensor) ? sizes : std::span(&elements, 1)));
    file.write(buffer);
    file.commit();
  }

  std::vector<Buffer> make_inputs() {
    Random random(*options_.seed);
    std::vector<Buffer> buffers;
    std::vector<spec::Spec::SlotName> names = job_.spec().slot_names();
    for (const TensorSlot& slot : op_.inputs()) {
      bool scale = slot.desc.type == DataType::float32 && std::any_of(names.begin(), names.end(), [&](const auto& n) {
                     return n.name == slot.name && n.one_element;
                   });
      Buffer buffer = take(Buffer::make(buffer_bytes(slot.desc)));
      fill_random(slot.desc.type, scale ? Use::scale : Use::values, random, buffer.bytes());
      write_buffer(plain_name(slot) + ".npy", slot.desc, buffer.bytes());
      buffers.push_back(std::move(buffer));
    }
    return buffers;
  }

  void write_output(const Kernel& kernel, const Inputs& inputs, std::size_t index) {
    const TensorSlot& slot = op_.outputs()[index];
    OutputFile file = open(plain_name(slot) + ".npy");
    file.write(npy_header(slot.desc.type, {slot.desc.sizes.begin(), slot.desc.sizes.size()}));
    produce(kernel, op_, inputs, index, [&](std::span<const std::byte> bytes) { file.write(bytes); });
    file.commit();
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

  [[nodiscard]] static std::string resource(const TensorSlot& slot, const std::string& initial_values) {
    std::uint64_t bytes = std::max(slot.desc.total_bytes, minimum_total_bytes(slot.desc));
    return "    " + json_string(plain_name(slot)) +
           ": {\"initialValuesDataType\": " + json_string(name(slot.desc.type)) +
           ", \"initialValues\": " + initial_values + ", \"sizeInBytes\": " + std::to_string(bytes) + "}";
  }

  /// Tensors owned by DirectML are bound when the operator is initialised, the others when it is dispatched.
  [[nodiscard]] std::string bindings(bool owned) const {
    std::vector<TensorSlot> bound;
    for (std::span<const TensorSlot> slots : {op_.inputs(), op_.outputs()})
      for (const TensorSlot& slot : slots)
        if (slot.desc.owned_by_dml == owned) bound.push_back(slot);
    return by_name(bound, [](const TensorSlot& slot) { return json_string(plain_name(slot)); });
  }

  [[nodiscard]] std::string model(const std::string& desc, const std::vector<std::string>& expected) const {
    std::string resources, prints;
    for (const TensorSlot& slot : op_.inputs())
      resources += resource(slot, source_path(plain_name(slot) + ".npy")) + ",\n";
    for (std::size_t i = 0; i < op_.outputs().size(); ++i) {
      const TensorSlot& slot = op_.outputs()[i];
      std::uint64_t elements = buffer_bytes(slot.desc) / element_size(slot.desc.type);
      resources += resource(slot, "{\"valueCount\": " + std::to_string(elements) + ", \"value\": 0}") + ",\n";
      prints += ",\n    {\"type\": \"print\", \"resource\": " + json_string(plain_name(slot)) +
                ", \"expected\": " + source_path(expected[i]) + "}";
    }
    resources.erase(resources.size() - 2);
    std::string owned = bindings(true);
    std::string dispatchable = owned == "{}" ? desc : with_members(desc, "\"bindings\": " + owned);
    while (dispatchable.ends_with('\n')) dispatchable.pop_back();
    return "{\n  \"resources\": {\n" + resources + "\n  },\n  \"dispatchables\": {\"operator\": " + dispatchable +
           "},\n  \"commands\": [\n    {\"type\": \"dispatch\", \"dispatchable\": \"operator\", \"bindings\": " +
           bindings(false) + "}" + prints + "\n  ]\n}\n";
  }

  const Options& options_;
  StandardOutput out_;
  Job job_;
  Operator op_;
};

}  // namespace

ExitCode generate(const Options& options, const Reporter& reporter) { return Generation(options, reporter).execute(); }

}  // namespace dmlrun::cli
