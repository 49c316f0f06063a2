// A service that compiles what strangers send, one spec a line on standard input, within limits: of the text, of
// tensors, of code that is kept, and of all code. Whatever comes, the answer is one line, and the service goes on.
#include <dmlrun/dmlrun.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace {

/// What this service is willing to do for one request.
dmlrun::SpecOptions options() {
  dmlrun::SpecOptions made;
  made.strict = true;
  made.validation.limits.document_bytes = 64 << 10;
  made.validation.limits.values = 10'000;
  made.validation.limits.tensor_bytes = 16 << 20;
  made.validation.limits.join_inputs = 64;
  return made;
}

/// JSON text to an answer.
std::string answer(const std::string& request) {
  const auto op = dmlrun::parse_spec(request, options());
  if (!op) {
    const dmlrun::Error& error = op.error();
    return "refused " + std::string(dmlrun::name(error.code)) + " at \"" + error.where + "\"";
  }
  const auto kernel = dmlrun::compile(*op);
  if (!kernel) return "failed " + std::string(dmlrun::name(kernel.error().code));
  std::uint64_t bytes = 0;
  for (const dmlrun::TensorSlot& output : op->outputs()) bytes += dmlrun::buffer_bytes(output.desc);
  return "compiled " + std::string(op->type()) + ", " + std::to_string(bytes) + " bytes of output";
}

}  // namespace

int main() {
  dmlrun::set_cache_limits({.entries = 256, .bytes = 4 << 20});
  dmlrun::set_code_budget(8 << 20);
  int requests = 0;
  for (std::string line; std::getline(std::cin, line); ++requests) std::puts(answer(line).c_str());
  const dmlrun::CacheStatistics now = dmlrun::cache_statistics();
  std::fprintf(stderr, "%d requests; %llu bytes of code in use, %llu allowed\n", requests,
               static_cast<unsigned long long>(now.code_used), static_cast<unsigned long long>(now.code_budget));
  return now.code_used <= now.code_budget ? 0 : 1;
}
