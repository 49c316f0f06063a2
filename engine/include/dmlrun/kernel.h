// Compiles a validated Operator and runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// Runs parts of a kernel's work in parallel: for instance, a thread pool of the program that embeds the library.
struct Executor {
  /// Runs one part. `context` is valid until run() returns.
  using Part = void (*)(void* context, std::size_t index) noexcept;
  /// Calls part(context, i) once for every i below `count`, in any order and on any threads, and returns when all have
  /// returned. May be called from several threads at once, and from inside a part.
  void (*run)(void* self, std::size_t count, Part part, void* context) noexcept = nullptr;
  void* self = nullptr;
};

/// How an operator is compiled and run. No option changes a result. Strings need not outlive the call.
struct CompileOptions {
  /// The back end: "auto" (the best one that works) or a name listed by backends().
  std::string_view backend = "auto";
  /// The newest instruction set that generated code may use, one of isa_names(), e.g. "avx2". "": the newest that the
  /// processor has.
  std::string_view isa{};
  /// Name of a tuning row (tuning_names()), also of another processor. "": the row for this processor.
  std::string_view tuning{};
  /// The device, for back ends with several: its number, or part of its name. "": the first.
  std::string_view device{};
  /// Whether the kernel's code is taken from and kept in the process's cache, shared with equal operators: see
  /// CacheLimits.
  bool use_cache = true;
  /// Absolute path of a folder in which back ends that compile slowly keep generated code for other processes; created
  /// when needed. Its content is executed, so it is used only if this user owns it and its mode is 0700; otherwise
  /// nothing is kept. At most 64 MiB are kept. "": nothing is kept. A relative path is refused.
  std::string_view code_folder{};
  /// The most threads that share a run(), including the caller's; 0: one per processor. More than 64 count as 64. A run
  /// uses fewer if its output is small: each thread gets at least 64 KiB of copied or 16 KiB of computed output.
  unsigned threads = 1;
  /// Runs the parts of a run() that several threads share. The Executor is copied; the object at `self` must outlive
  /// the kernel. `run` must not be null. A null executor: the library's thread pool, started on first use. The pool
  /// serves one run at a time; a concurrent run uses its caller's thread only.
  const Executor* executor = nullptr;
};

/// A back end, and whether it works on this machine.
struct BackendInfo {
  std::string_view name;         ///< the value for CompileOptions::backend
  std::string_view description;  ///< one line
  std::string_view device;       ///< "CPU" or a device's name
  std::string why_not;           ///< "" if it works on this machine, else the reason
  std::string_view isa{};        ///< newest instruction set that its code would use; "": it generates no code
  std::string_view tuning{};     ///< the tuning row that it would use; "": it has none
  /// Name and driver of each device, in the numbering of CompileOptions::device; empty if there is nothing to choose.
  std::vector<std::string> devices{};
  /// For a back end that works: one sentence about an option that does not work, e.g. why no code is kept; else "".
  std::string note{};
};

/// Every back end of this build, best first, as these options would use it. Empty if memory runs out.
[[nodiscard]] std::vector<BackendInfo> backends(const CompileOptions& options = {}) noexcept;
/// The valid values of CompileOptions::isa. Empty in a build without code generation.
[[nodiscard]] std::span<const std::string_view> isa_names() noexcept;
/// The valid values of CompileOptions::tuning. Empty in a build without code generation.
[[nodiscard]] std::span<const std::string_view> tuning_names() noexcept;

/// One decision that a back end made about a kernel, in words.
struct Choice {
  /// An alternative that was not taken.
  struct Other {
    std::string what, why_not;
  };
  std::string subject;        ///< what was decided about, e.g. "axis 1 of 2, 256 elements", "quotients"
  std::string taken;          ///< the alternative that was taken
  std::vector<Other> others;  ///< the other alternatives, and why they were not taken
};

/// A section of the generated code. Valid while the kernel lives.
struct CodeSection {
  std::string_view name;             ///< "code", "constants", "tables"
  bool is_code = false;              ///< true: instructions only; false: data that the code reads
  std::span<const std::byte> bytes;  ///< the section in memory; code runs at this address
};

/// How a kernel computes one output.
struct KernelDescription {
  std::string name;                       ///< describes the plan in letters, digits, underscores; not unique
  std::string plan;                       ///< the plan as text (docs/plan.md)
  std::string_view backend, isa, tuning;  ///< isa and tuning as in BackendInfo
  std::vector<Choice> strategy;           ///< the back end's decisions
  std::vector<CodeSection> sections;      ///< empty: no code was generated
};

/// What compile() would do: the back ends that it considers, and the plans.
struct Explanation {
  /// A back end that was considered.
  struct Candidate {
    std::string_view backend;
    std::string why_not;  ///< "": it can run the operator; else why not
  };
  std::string_view chosen;  ///< the back end that compile() would take; "": none can
  std::vector<Candidate> choices;
  std::vector<std::string> plans;               ///< one per output, as text
  std::vector<std::vector<Choice>> strategies;  ///< one per output: the chosen back end's decisions
};

struct KernelState;

/// A compiled operator. Immutable. Copies share state. Several threads may run() one kernel at once if their outputs
/// are distinct. A kernel may outlive the Operator that it was made from. A moved-from kernel may only be assigned to.
class Kernel {
 public:
  /// Computes all outputs. Inputs and outputs are in the order of Operator::inputs() and outputs(). Each span must hold
  /// at least buffer_bytes() of its tensor, at any alignment. Bytes beyond, and gaps of a strided output, are not
  /// written. Inputs may be read-only and may overlap each other. An output must not overlap another buffer, except to
  /// run in place: docs/interface.md. A run on the CPU takes no lock. It allocates nothing with one output and at most
  /// 1024 inputs, or 16 outputs and 8 inputs, unless it runs in place or starts threads of the pool. Not checked: that
  /// the memory exists and outputs are writable. The processor's direction flag must be clear, as in every call.
  /// Errors: buffer_count, null_buffer, buffer_too_small, buffers_overlap (nothing was written), backend_failed
  /// (devices).
  [[nodiscard]] Result<void> run(std::span<const std::span<const std::byte>> inputs,
                                 std::span<const std::span<std::byte>> outputs) const noexcept;
  /// Computes only elements [first, first + count) in row-major order of output `index`, which must be packed. `slice`
  /// holds exactly these elements. `first` must be a multiple of slice_granularity(index), and so must `count`, unless
  /// the slice ends where the output does; a count of 0 does nothing. Errors: out_of_range, buffer_count (also if there
  /// is no such output), and the other errors of run().
  [[nodiscard]] Result<void> run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count,
                                       std::span<std::byte> slice) const noexcept;
  /// The number of elements of which run_slice() takes multiples, at least 1; 1 if there is no such output.
  [[nodiscard]] std::uint64_t slice_granularity(std::size_t index) const noexcept;
  /// The name of the back end that compiled the kernel. Valid for the whole process.
  [[nodiscard]] std::string_view backend() const noexcept;
  /// Describes each output. Computes the strategy again, so it takes as long as compile() and has the same errors.
  [[nodiscard]] Result<std::vector<KernelDescription>> describe() const noexcept;

  /// For the library's own use.
  explicit Kernel(std::shared_ptr<const KernelState> state) noexcept : state_(std::move(state)) {}
  /// For the library's own use.
  [[nodiscard]] const KernelState& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<const KernelState> state_;
};

/// Compiles an operator, or shares the code of an equal one. Errors: unknown_backend, unknown_option (isa or tuning),
/// usage (code_folder or executor), backend_unavailable (with the reason), backend_failed, code_budget,
/// no_executable_memory. With "auto", the last two make it try the next back end.
[[nodiscard]] Result<Kernel> compile(const Operator& op, const CompileOptions& options = {}) noexcept;
/// Says what compile() would do and why; takes no executable memory. If no back end can run the operator, the result is
/// an Explanation that says why. Other errors: those of compile().
[[nodiscard]] Result<Explanation> explain(const Operator& op, const CompileOptions& options = {}) noexcept;

/// What emit() generates for programs without dmlrun: an object file, the C header of its function, or source text for
/// a device.
enum class Emitted : std::uint8_t { object, header, source };
/// Options of emit(). Ignored for source text.
struct EmitOptions {
  std::string_view target = "host";  ///< the target machine, e.g. "arm-64-android"
  /// The C function's name: at most 100 letters, digits and '_', not reserved by C or C++; "": derived from the plan.
  std::string_view function{};
};
/// Generates code for output number `output` with `options.backend`, which need not work on this machine; returns the
/// bytes of an object file, a header, or source text. "auto" stands for the only back end that can, if there is just
/// one. A header is refused if its object would be. Errors: out_of_range (output), unknown_backend, unknown_option
/// (target, function), backend_unavailable (it generates no such thing, or a module is not installed), backend_failed.
[[nodiscard]] Result<std::string> emit(const Operator& op, std::size_t output, Emitted what,
                                       const EmitOptions& emitted = {}, const CompileOptions& options = {}) noexcept;

/// Callback that reports generated machine code: its KernelDescription::name, valid during the call, and its address,
/// for the maps that profilers read. Invoked by the compiling thread, one call at a time. It must not compile or set a
/// listener.
using CodeListener = void (*)(void* context, std::string_view name, std::span<const std::byte> code) noexcept;
/// Reports all machine code that compile() makes from now on in this process. Freed code may be overwritten by later
/// code at the same address. A null listener ends the reports: no call is under way when this returns.
void listen_to_code(CodeListener listener, void* context) noexcept;

/// Limits of the process's one cache of compiled code, which compile() uses. Operators with equal plans share code. If
/// several threads compile equal operators at once, one builds and the others wait. Code lives as long as a Kernel uses
/// it; unused code is kept within these limits, most recently used first. After fork() the child's cache is empty;
/// kernels made before still work there.
struct CacheLimits {
  std::uint64_t entries = 1024;       ///< most executables kept, one per output; 0: none
  std::uint64_t bytes = 32ull << 20;  ///< most memory that they hold: code, tables, keys
};
/// Sets the cache's limits, with immediate effect. Thread-safe, as the functions below are.
void set_cache_limits(const CacheLimits& limits) noexcept;
/// Drops all compiled code that no Kernel uses. Existing kernels keep working.
void clear_cache() noexcept;

/// Sets the most memory, in bytes, for the machine code of all kernels in this process, in use or cached; 64 MiB by
/// default. When it is full, cached code that no Kernel uses is dropped; if that is not enough, compile() fails with
/// code_budget or, with "auto", takes a back end that generates no code. Code in use is never freed: after the budget
/// was lowered, memory shrinks as kernels are destroyed.
void set_code_budget(std::uint64_t bytes) noexcept;

/// The cache's current state, and counts since the process began.
struct CacheStatistics {
  CacheLimits limits{};
  std::uint64_t entries = 0, bytes = 0;  ///< executables in the cache, and the memory that they hold
  std::uint64_t hits = 0;                ///< found in the cache, or built by another thread that this one waited for
  std::uint64_t builds = 0;              ///< successful builds, also those that do not use the cache
  std::uint64_t failures = 0;            ///< failed builds, also those after which compile() tried again
  std::uint64_t evictions = 0;           ///< executables dropped from the cache
  std::uint64_t code_budget = 0;         ///< bytes, as set_code_budget() has set it
  /// Bytes of memory mapped for code, above the budget only after that was lowered; and bytes of code in use.
  std::uint64_t code_mapped = 0, code_used = 0;
};
/// The statistics of the process's cache.
[[nodiscard]] CacheStatistics cache_statistics() noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
