// dmlrun verify: every input of a function, through a back end or another program.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/fuzz/scratch.h"
#include "cli/report/json_text.h"
#include "cli/verify/verification.h"
#include "dmlrun/spec.h"

namespace dmlrun::cli {
namespace {

std::vector<const UnaryFunction*> functions_of(const Options& options, const Reporter& reporter) {
  std::vector<const UnaryFunction*> functions;
  for (const std::string& operand : options.operands) {
    if (operand == "all") {
      for (const UnaryFunction& function : unary_functions())
        if (json_schema(function.type)) functions.push_back(&function);
        else reporter.note(std::string(function.type) + " is not implemented yet, and is passed over");
      continue;
    }
    functions.push_back(find_function(operand));
    if (functions.back() != nullptr) continue;
    std::string known;
    for (const UnaryFunction& function : unary_functions()) known += std::string(function.name) + ", ";
    fail_usage("verify knows no function " + in_quotes(operand) + "; known are " + known + "all");
  }
  return functions;
}

std::string hex(std::size_t digits, std::uint32_t bits) {
  char text[16];
  std::snprintf(text, sizeof text, digits == 4 ? "0x%04x" : "0x%08x", bits);
  return text;
}

std::string text_of(const UnaryFunction& function, Domain domain, const Verified& verified) {
  const Wrongs& wrongs = verified.wrongs;
  char text[400];
  int length = std::snprintf(text, sizeof text, "%s %s: %llu inputs, %llu wrong", std::string(function.name).c_str(),
                             std::string(name(domain)).c_str(), static_cast<unsigned long long>(verified.inputs),
                             static_cast<unsigned long long>(wrongs.count));
  std::string line(text, static_cast<std::size_t>(length));
  if (wrongs.count > 0) {
    length = std::snprintf(text, sizeof text, ", largest error %.4g ULP at %s (%.9g): found %s, right is %s",
                           wrongs.error, hex(2 * input_bytes(domain), wrongs.input).c_str(),
                           input_value(domain, wrongs.input), hex(2 * result_bytes(domain), wrongs.found).c_str(),
                           hex(2 * result_bytes(domain), wrongs.right).c_str());
    line.append(text, static_cast<std::size_t>(length));
  }
  length = std::snprintf(text, sizeof text, "; %zu of %zu chunks by kept hashes, %.1f s\n", verified.by_hash,
                         verified.chunks, verified.seconds);
  return line.append(text, static_cast<std::size_t>(length));
}

std::string json_of(const UnaryFunction& function, Domain domain, const Verified& verified) {
  const Wrongs& wrongs = verified.wrongs;
  JsonObject object;
  object.add("function", function.name).add("type", name(domain)).add("inputs", verified.inputs);
  object.add("wrong", wrongs.count);
  if (wrongs.count > 0) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", wrongs.error);
    if (std::isfinite(wrongs.error)) object.add_raw("ulp", text);
    object.add("input", hex(2 * input_bytes(domain), wrongs.input))
        .add("found", hex(2 * result_bytes(domain), wrongs.found));
    object.add("right", hex(2 * result_bytes(domain), wrongs.right));
  }
  object.add("chunks", verified.chunks).add("by_hashes", verified.by_hash);
  return object.add("milliseconds", static_cast<std::uint64_t>(verified.seconds * 1000)).text();
}

}  // namespace

ExitCode run_verify(const Options& options, const Reporter& reporter) {
  require_device(options);
  if (!options.fuzz.against.empty() && options.type == name(Domain::narrowed))
    fail_usage("--type " + options.type + " is for back ends; a program is asked for operators, whose types are equal");
  const std::vector<const UnaryFunction*> functions = functions_of(options, reporter);
  std::optional<Scratch> scratch;
  if (!options.fuzz.against.empty()) scratch.emplace(std::filesystem::temp_directory_path());
  StandardOutput out;
  std::string objects;
  bool is_wrong = false;
  for (const UnaryFunction* const function : functions) {
    KeptHashes hashes(options.hashes, *function);
    const bool can_narrow = !scratch && !function->rounds_twice && options.backend != "reference";
    for (const Domain domain : kDomains) {
      if (options.type.empty() ? domain == Domain::narrowed && !can_narrow : options.type != name(domain)) continue;
      const Operator op = chunk_operator(*function, domain);
      VerifyTask task{*function, domain, {}, {}, 1, options.fuzz.shard - 1, options.fuzz.shards};
      task.jobs = options.fuzz.jobs > 0 ? options.fuzz.jobs : std::max(1u, std::thread::hardware_concurrency());
      task.make_subject = [&] { return backend_subject(options, op, domain); };
      if (scratch) {
        task.make_witness =
            std::exchange(task.make_subject, [&] { return program_subject(options, op, scratch->path()); });
      }
      Verified verified;
      try {
        verified = verify(task, hashes);
      } catch (const ProgramDeclines& declines) {
        reporter.note(std::string(function->name) + " " + std::string(name(domain)) +
                      ": not supported by the program: " + declines.why);
        continue;
      }
      is_wrong = is_wrong || verified.wrongs.count > 0;
      if (options.format == Format::json)
        objects += (objects.empty() ? "" : ", ") + json_of(*function, domain, verified);
      else out.print(text_of(*function, domain, verified));
      out.flush();
    }
  }
  if (options.format == Format::json) out.print("{\"verified\": [" + objects + "]}\n");
  out.flush();
  return is_wrong ? ExitCode::comparison_failed : ExitCode::ok;
}

}  // namespace dmlrun::cli
