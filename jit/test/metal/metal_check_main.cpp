// dmlrun_metal_check COMPILER SHIM PLANS SETS [FIRST]: Metal source of random plans is compiled as C++ and run on this
// processor, and compared with the interpreter. The calls that launch kernels are those that Halide generates for
// Metal.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/random.h"
#include "jit/halide/pipeline/device_pipeline.h"
#include "jit/test/device/device_plans.h"
#include "jit/test/device/plan_data.h"

namespace {

using namespace dmlrun;
using plan_test::Bytes;
using Entry = int(void** arguments);

void* current_library = nullptr;
std::string failure;

struct Position {
  unsigned x, y, z;
};
// More arguments than any kernel has: those behind the ones that it takes do no harm.
constexpr std::size_t kMaxArguments = 40;

template <std::size_t... I>
void call(void* function, Position group, Position thread, void* const* a, std::index_sequence<I...>) {
  using Kernel = void(Position, Position, decltype((void)I, static_cast<void*>(nullptr))...);
  reinterpret_cast<Kernel*>(function)(group, thread, a[I]...);
}

}  // namespace

// What the generated host code calls. Device memory is host memory.
#pragma GCC visibility push(default)
extern "C" {
int halide_metal_initialize_kernels(void*, void**, const char*, int) { return 0; }
void halide_metal_finalize_kernels(void*, void*) {}
const void* halide_metal_device_interface() { return &current_library; }
int halide_copy_to_device(void*, halide_buffer_t*, const halide_device_interface_t*) { return 0; }
int halide_metal_run(void*, void*, const char* entry, int blocks_x, int blocks_y, int blocks_z, int threads_x,
                     int threads_y, int threads_z, int, halide_type_t* types, void** given, std::int8_t* is_buffer) {
  void* function = ::dlsym(current_library, entry);
  if (!function) return failure = "no kernel " + std::string(entry), -1;
  // Scalars are members of one struct, which comes first.
  std::vector<std::byte> scalars;
  void* arguments[kMaxArguments] = {};
  std::size_t count = 0;
  for (std::size_t i = 0; types[i].bits != 0; ++i) count += is_buffer[i] != 0, scalars.reserve(256);
  if (count + 1 > kMaxArguments) return failure = "too many arguments", -1;
  for (std::size_t i = 0; types[i].bits != 0; ++i) {
    if (is_buffer[i]) continue;
    const auto bytes = static_cast<std::size_t>(types[i].bytes());
    scalars.resize((scalars.size() + bytes - 1) / bytes * bytes);
    const auto* value = static_cast<const std::byte*>(given[i]);
    scalars.insert(scalars.end(), value, value + bytes);
  }
  count = 0;
  if (!scalars.empty()) arguments[count++] = scalars.data();
  for (std::size_t i = 0; types[i].bits != 0; ++i)
    if (is_buffer[i]) arguments[count++] = static_cast<halide_buffer_t*>(given[i])->host;
  const auto number = [](int n) { return static_cast<unsigned>(n); };
  for (unsigned z = 0; z < number(blocks_z); ++z)
    for (unsigned y = 0; y < number(blocks_y); ++y)
      for (unsigned x = 0; x < number(blocks_x); ++x)
        for (unsigned tz = 0; tz < number(threads_z); ++tz)
          for (unsigned ty = 0; ty < number(threads_y); ++ty)
            for (unsigned tx = 0; tx < number(threads_x); ++tx)
              call(function, {x, y, z}, {tx, ty, tz}, arguments, std::make_index_sequence<kMaxArguments>());
  return 0;
}
}
#pragma GCC visibility pop

namespace {

struct Built {
  jit::halide::DevicePipeline pipeline;
  void* library = nullptr;
  Entry* entry = nullptr;
};

Built build(const plan::Plan& plan, const std::string& compiler, const std::string& shim, const std::string& folder) {
  const Halide::Target target(
      "x86-64-linux-sse41-metal-strict_float-no_runtime-no_asserts-no_bounds_query-user_context");
  Built built{jit::halide::make_device_pipeline(plan, target)};
  const Halide::Module module =
      Halide::Pipeline(built.pipeline.output)
          .compile_to_module(built.pipeline.arguments(), "metal_kernel", target, Halide::LinkageType::ExternalPlusArgv);
  const Halide::Buffer<std::uint8_t> object = module.compile_to_buffer(), source = module.get_device_code_buffer();
  std::ofstream(folder + "/host.o", std::ios::binary)
      .write(reinterpret_cast<const char*>(object.data()), static_cast<std::streamsize>(object.size_in_bytes()));
  std::string text(reinterpret_cast<const char*>(source.data()), source.size_in_bytes());
  text.erase(text.find_last_not_of('\0') + 1);
  // An address space as the name of an attribute is the one thing that empty words cannot be made of.
  const std::string attribute = "[[ threadgroup(0) ]]";
  for (std::size_t at = 0; (at = text.find(attribute, at)) != std::string::npos;) text.erase(at, attribute.size());
  std::ofstream(folder + "/kernels.cpp") << text;
  const std::string command = compiler +
                              " -std=c++20 -O1 -w -fpermissive -fno-strict-aliasing -ffp-contract=off -fPIC " +
                              "-shared -isystem '" + shim + "' " + folder + "/kernels.cpp " + folder + "/host.o -o " +
                              folder + "/kernels.so 2>" + folder + "/words";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("the Metal source does not compile; see " + folder);
  built.library = ::dlopen((folder + "/kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!built.library) throw std::runtime_error(::dlerror());
  built.entry = reinterpret_cast<Entry*>(::dlsym(built.library, "metal_kernel_argv"));
  return built;
}

void run(const Built& built, std::vector<Bytes>& inputs, const plan::Plan& plan, Bytes& output) {
  std::vector<halide_buffer_t> buffers(plan.operands.size() + 1);
  std::vector<halide_dimension_t> dimensions(buffers.size());
  void* user = nullptr;
  std::uint32_t zero = 0;
  std::vector<void*> arguments = {&user};
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const bool is_output = b == plan.operands.size();
    Bytes& bytes = is_output ? output : inputs[plan.operands[b].input];
    const Halide::Type type = is_output ? built.pipeline.output.types()[0] : built.pipeline.operands[b].type();
    dimensions[b] = {0, static_cast<int>(bytes.size()) / type.bytes(), 1, 0};
    buffers[b] = {};
    buffers[b].host = reinterpret_cast<std::uint8_t*>(bytes.data());
    buffers[b].type = type;
    buffers[b].dimensions = 1;
    buffers[b].dim = &dimensions[b];
    if (is_output) arguments.push_back(&zero);
    arguments.push_back(&buffers[b]);
  }
  current_library = built.library;
  if (const int code = built.entry(arguments.data()); code != 0)
    throw std::runtime_error("the host code failed with " + std::to_string(code) + " " + failure);
}

/// Throws with what is wrong.
void check(std::uint64_t seed, std::uint64_t sets, const std::string& compiler, const std::string& shim,
           const std::string& folder) {
  jit::test::DevicePlan random = jit::test::device_plan(seed);
  const plan::Plan& plan = random.plan;
  const Built built = build(plan, compiler, shim, folder);
  for (std::uint64_t set = 0; set < sets; ++set) {
    dmlrun::test::Random numbers(seed, set);
    for (const plan::Operand& operand : plan.operands)
      jit::test::fill(random.inputs[operand.input], operand.element, numbers);
    std::vector<const std::byte*> inputs;
    for (const Bytes& input : random.inputs) inputs.push_back(input.data());
    Bytes expected(plan.output_span * plan::bytes_of(plan.output));
    numbers.fill(expected);
    Bytes found = expected;
    plan::interpret(plan, inputs.data(), expected.data(), 0, plan::element_count(plan));
    run(built, random.inputs, plan, found);
    if (const auto at = jit::test::first_difference(plan, expected, found))
      throw std::runtime_error("set " + std::to_string(set) + ": element " + std::to_string(*at) + " is wrong");
  }
  ::dlclose(built.library);
}

/// Halide has none of 64 bits for Metal, and the back end declines such plans.
bool computes_with_long_numbers(const plan::Plan& plan) {
  return std::any_of(plan.values.begin(), plan.values.end(),
                     [](const plan::Value& value) { return plan::bytes_of(value.type) == 8; });
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return std::fputs("usage: dmlrun_metal_check COMPILER SHIM PLANS SETS [FIRST]\n", stderr), 2;
  std::string folder = (std::filesystem::temp_directory_path() / "dmlrun-metal-XXXXXX").string();
  if (!::mkdtemp(folder.data())) return std::perror(folder.c_str()), 1;
  const auto plans = std::strtoull(arguments[3], nullptr, 10), sets = std::strtoull(arguments[4], nullptr, 10);
  const auto first = count > 5 ? std::strtoull(arguments[5], nullptr, 10) : 0;
  for (std::uint64_t seed = first, done = 0; done < plans; ++seed) {
    if (computes_with_long_numbers(jit::test::device_plan(seed).plan)) continue;
    ++done;
    std::string wrong;
    try {
      check(seed, sets, arguments[1], arguments[2], folder);
      continue;
    } catch (const Halide::Error& error) {
      wrong = error.what();
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    std::printf("seed %llu: %s\n%s\n0 passed, 1 failed\n", static_cast<unsigned long long>(seed), wrong.c_str(),
                plan::print(jit::test::device_plan(seed).plan).c_str());
    return 1;
  }
  std::filesystem::remove_all(folder);
  std::printf("Metal source of %llu plans, run as C++ on %llu sets each: 0 wrong\n1 passed, 0 failed\n", plans, sets);
}
