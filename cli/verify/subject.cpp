#include "cli/verify/subject.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/program.h"
#include "cli/fuzz/scratch.h"
#include "cli/report/case_text.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/run/backends.h"
#include "engine/run/kernel_state.h"

namespace dmlrun::cli {

Operator chunk_operator(const UnaryFunction& function, Domain domain) {
  TensorDesc tensor;
  tensor.type = domain == Domain::float32 ? DataType::float32 : DataType::float16;
  tensor.sizes = {1, 1, 1, static_cast<std::uint32_t>(inputs_per_chunk(domain))};
  return take(Operator::make({function.type, {{"InputTensor", tensor}, {"OutputTensor", tensor}}}));
}

namespace {

/// The operator's plan with FLOAT32 in the place of what it loads, which is widened to that anyhow.
Subject narrowing_subject(const Kernel& kernel, const Operator& op, const CompileOptions& options) {
  const Backend& backend = *find_backend(kernel.backend());
  auto plan = op.state().plans[0];
  if (backend.name == "reference" || plan.operands.size() != 1)
    fail(ErrorCode::backend_unavailable,
         std::string(backend.name) + " cannot: it has no FLOAT32 arguments with FLOAT16 results");
  plan.operands[0].element = plan::Element::f32;
  const std::shared_ptr<const Executable> made = take(backend.build({op.state().desc, plan, 0, options}));
  return [made](std::span<const std::span<const std::byte>> inputs, std::span<std::byte> results) {
    const std::byte* const input = inputs[0].data();
    require(made->try_run(&input, results.data(), 0, results.size() / result_bytes(Domain::narrowed)));
  };
}

}  // namespace

Subject backend_subject(const Options& options, const Operator& op, Domain domain) {
  const CompileOptions compiled = compile_options(options, options.backend);
  const Kernel kernel = take(compile(op, compiled));
  if (domain == Domain::narrowed) return narrowing_subject(kernel, op, compiled);
  return [kernel](std::span<const std::span<const std::byte>> inputs, std::span<std::byte> results) {
    require(kernel.run(inputs, std::span(&results, 1)));
  };
}

namespace {

[[noreturn]] void fail_program(const std::string& command, const std::string& words) {
  fail(ErrorCode::backend_failed, "--against: " + in_quotes(command) + " " + words);
}

/// What the program said that it wrote.
Buffer read_answer(const Options& options, const std::string& folder, const TensorSlot& slot) {
  const std::string name = "result/" + plain_name(slot) + ".npy", path = folder + "/" + name;
  if (!exists(path)) fail_program(options.fuzz.against, "answered ok, but wrote no " + name);
  try {
    return TensorFile(path, options.validation.limits).read(slot.desc, false);
  } catch (const Failure& failure) {
    if (failure.exit != ExitCode::tensor_file) throw;
    fail_program(options.fuzz.against, "answered ok, but its " + name + " is refused: " + sentence(failure.error));
  }
}

/// A program, and whether it has answered: what never does was not written for this.
struct Asked {
  explicit Asked(const std::string& command) : program(command) {}
  Program program;
  bool has_answered = false;
};

}  // namespace

Subject program_subject(const Options& options, const Operator& op, const std::string& scratch) {
  const auto asked = std::make_shared<Asked>(options.fuzz.against);
  const auto seconds = static_cast<double>(options.fuzz.deadline.value_or(60));
  return [=](std::span<const std::span<const std::byte>> inputs, std::span<std::byte> results) {
    const OwnFolder folder(scratch);
    std::vector<Buffer> buffers;
    for (const std::span<const std::byte> input : inputs) {
      buffers.push_back(take(Buffer::make(input.size())));
      std::copy(input.begin(), input.end(), buffers.back().data());
    }
    write_question(folder.path(), op, Inputs(std::move(buffers)));
    const Answer answer = asked->program.ask(folder.path(), seconds, std::numeric_limits<double>::infinity());
    if (answer.kind == Answer::Kind::unsupported) throw ProgramDeclines{answer.words};
    const std::string& command = options.fuzz.against;
    if (const std::string why = why_no_answer(answer); !why.empty() && !asked->has_answered)
      fail_usage("--against: " + in_quotes(command) + " " + why);
    if (answer.kind != Answer::Kind::ok) fail_program(command, answer.words + last_words(answer.errors));
    asked->has_answered = true;
    const Buffer found = read_answer(options, folder.path(), op.outputs()[0]);
    std::copy_n(found.data(), results.size(), results.data());
  };
}

}  // namespace dmlrun::cli
