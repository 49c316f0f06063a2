// dmlrun verify: every input of a function, through a back end or another program.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/fuzz/scratch.h"
#include "cli/report/json_text.h"
#include "cli/verify/sampling.h"
#include "cli/verify/verification.h"
#include "dmlrun/spec.h"
#include "engine/spec/operator_list.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

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
    length = std::snprintf(text, sizeof text, ", largest error %.8g ULP at %s (%.9g): found %s, right is %s",
                           wrongs.error, hex(2 * input_bytes(domain), wrongs.input).c_str(),
                           input_value(domain, wrongs.input), hex(2 * result_bytes(domain), wrongs.found).c_str(),
                           hex(2 * result_bytes(domain), wrongs.right).c_str());
    line.append(text, static_cast<std::size_t>(length));
  }
  if (verified.by_hash > 0)
    line +=
        "; " + std::to_string(verified.by_hash) + " of " + std::to_string(verified.chunks) + " chunks by kept hashes";
  length = std::snprintf(text, sizeof text, "%s %.1f s\n", verified.by_hash > 0 ? "," : ";", verified.seconds);
  return line.append(text, static_cast<std::size_t>(length));
}

std::string json_of(const UnaryFunction& function, Domain domain, const Verified& verified) {
  const Wrongs& wrongs = verified.wrongs;
  JsonObject object;
  object.add("function", function.name).add("type", name(domain)).add("inputs", verified.inputs);
  object.add("wrong", wrongs.count);
  if (wrongs.count > 0) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", wrongs.error);
    if (std::isfinite(wrongs.error)) object.add_raw("ulp", text);
    object.add("input", hex(2 * input_bytes(domain), wrongs.input))
        .add("found", hex(2 * result_bytes(domain), wrongs.found));
    object.add("right", hex(2 * result_bytes(domain), wrongs.right));
  }
  object.add("chunks", verified.chunks).add("by_hashes", verified.by_hash);
  return object.add("milliseconds", static_cast<std::uint64_t>(verified.seconds * 1000)).text();
}

std::string text_of(const SampledFunction& function, Domain domain, const Sampled& sampled) {
  char text[300];
  std::string numbers;
  for (std::size_t i = 0; i < function.numbers(); ++i) {
    std::snprintf(text, sizeof text, "%s%.9g", i > 0 ? ", " : "", sampled.numbers[i]);
    numbers += text;
  }
  std::snprintf(text, sizeof text,
                "%s %s: %llu samples, %llu wrong, largest error %.8g ULP at (%s): found %s; %.1f s\n",
                std::string(function.name).c_str(), std::string(name(domain)).c_str(),
                static_cast<unsigned long long>(sampled.inputs), static_cast<unsigned long long>(sampled.wrong),
                sampled.error, numbers.c_str(), hex(2 * result_bytes(domain), sampled.found).c_str(), sampled.seconds);
  return text;
}

std::string json_of(const SampledFunction& function, Domain domain, const Sampled& sampled) {
  JsonObject object;
  object.add("function", function.name).add("type", name(domain)).add("samples", sampled.inputs);
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", sampled.error);
  object.add("wrong", sampled.wrong).add_raw("ulp", std::isfinite(sampled.error) ? text : "null");
  return object.add("milliseconds", static_cast<std::uint64_t>(sampled.seconds * 1000)).text();
}

/// What is verified, one function after the other.
class Verifier {
 public:
  Verifier(const Options& options, const Reporter& reporter) : options_(options), reporter_(reporter) {
    if (!options.fuzz.against.empty()) scratch_.emplace(std::filesystem::temp_directory_path());
  }

  void verify_all(const UnaryFunction& function) {
    KeptHashes hashes(options_.verify.hashes, function);
    const bool narrows = !scratch_ && !function.rounds_twice && options_.backend != "reference";
    for (const Domain domain : kDomains) {
      if (!is_wanted(domain) || (domain == Domain::narrowed && !narrows && options_.verify.type.empty())) continue;
      const Operator op = chunk_operator(function, domain);
      VerifyTask task{function, domain, {}, {}, 1, options_.fuzz.shard - 1, options_.fuzz.shards};
      task.jobs = options_.fuzz.jobs > 0 ? options_.fuzz.jobs : std::max(1u, std::thread::hardware_concurrency());
      task.make_subject = [&] { return subject(op, domain); };
      if (scratch_) task.make_quick_subject = [&] { return backend_subject(options_, op, domain); };
      tell(function, domain, [&] {
        const Verified found = verify(task, hashes);
        if (found.contradicted > 0)
          reporter_.note("hashes kept in " + options_.verify.hashes +
                         " that were not those of the judge's results, and are " +
                         "replaced: " + std::to_string(found.contradicted));
        return found;
      });
    }
  }

  void verify_some(const SampledFunction& function) {
    for (const Domain domain : {Domain::float32, Domain::float16}) {
      if (!is_wanted(domain)) continue;
      tell(function, domain, [&] {
        return sample(function, domain, options_.verify.samples, options_.fuzz.shard - 1, options_.fuzz.shards,
                      [&](const Operator& op) { return subject(op, domain); });
      });
    }
  }

  [[nodiscard]] ExitCode end() {
    if (options_.format == Format::json) out_.print("{\"verified\": [" + objects_ + "]}\n");
    out_.flush();
    if (has_verified_) return is_wrong_ ? ExitCode::comparison_failed : ExitCode::ok;
    reporter_.note("nothing was verified: " + (declined_ > 0
                                                   ? std::to_string(declined_) + " unsupported by the program"
                                                   : "these functions have no inputs of this --type and --samples"));
    return ExitCode::refused;
  }

 private:
  [[nodiscard]] bool is_wanted(Domain domain) const {
    return options_.verify.type.empty() || options_.verify.type == name(domain);
  }

  [[nodiscard]] Subject subject(const Operator& op, Domain domain) const {
    return scratch_ ? program_subject(options_, op, scratch_->path()) : backend_subject(options_, op, domain);
  }

  template <class Function, class Find>
  void tell(const Function& function, Domain domain, Find find) {
    try {
      const auto found = find();
      if (found.inputs == 0 && options_.fuzz.shards == 1) return;  // a shard's part may be nothing
      has_verified_ = true;
      is_wrong_ = is_wrong_ || count_of(found) > 0;
      if (options_.format == Format::json)
        objects_ += (objects_.empty() ? "" : ", ") + json_of(function, domain, found);
      else out_.print(text_of(function, domain, found));
      out_.flush();
    } catch (const ProgramDeclines& declines) {
      ++declined_;
      reporter_.note(std::string(function.name) + " " + std::string(name(domain)) +
                     ": not supported by the program: " + declines.why);
    }
  }
  static std::uint64_t count_of(const Verified& found) { return found.wrongs.count; }
  static std::uint64_t count_of(const Sampled& found) { return found.wrong; }

  const Options& options_;
  const Reporter& reporter_;
  std::optional<Scratch> scratch_;
  StandardOutput out_;
  std::string objects_;
  std::size_t declined_ = 0;
  bool has_verified_ = false, is_wrong_ = false;
};

[[noreturn]] void refuse(const std::string& operand) {
  std::string known;
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    known += std::string(name) + ", ";
    for (const std::string_view prefix : {"", "ACTIVATION_"})
      if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
  };
  for (const UnaryFunction& function : unary_functions()) add(function.name);
  for (const SampledFunction& function : sampled_functions()) add(function.name);
  const bool is_other = !spec::layout_remedy(operand).empty();  // exp2 is not EXP
  const std::string_view near = is_other ? std::string_view() : text::nearest(operand, names);
  fail_usage("verify knows no function " + in_quotes(operand) +
             (near.empty() ? "; known are " + known + "all" : "; did you mean " + std::string(near) + "?"));
}

}  // namespace

ExitCode verify_command(const Options& options, const Reporter& reporter) {
  require_device(options);
  if (!options.fuzz.against.empty() && options.verify.type == name(Domain::narrowed))
    fail_usage("--type " + options.verify.type +
               " is for back ends; a program is asked for operators, whose types are equal");
  for (const std::string& operand : options.operands)
    if (operand != "all" && find_function(operand) == nullptr && find_sampled(operand) == nullptr) refuse(operand);
  if (!options.verify.hashes.empty() && !exists(options.verify.hashes))
    reporter.note("--hashes: " + in_quotes(options.verify.hashes) +
                  " is new: nothing can be compared with hashes there, and those of right results are kept in it");
  Verifier verifier(options, reporter);
  const auto is_there = [&](std::string_view type) {
    const bool is_known = json_schema(type).has_value();
    if (!is_known) reporter.note(std::string(type) + " is not implemented yet, and is passed over");
    return is_known;
  };
  for (const std::string& operand : options.operands) {
    for (const UnaryFunction& function : unary_functions())
      if (operand == "all" ? is_there(function.type) : find_function(operand) == &function)
        verifier.verify_all(function);
    for (const SampledFunction& function : sampled_functions())
      if (operand == "all" ? is_there(function.type) : find_sampled(operand) == &function)
        verifier.verify_some(function);
  }
  return verifier.end();
}

}  // namespace dmlrun::cli
