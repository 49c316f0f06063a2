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

/// How an operator is compiled. Nothing here changes a result. The texts need not outlive the call.
struct CompileOptions {
  /// "auto" (best of those that work), or a name out of backends().
  std::string_view backend = "auto";
  /// The newest instructions that generated code may use: "avx2", "avx512" or "avx512-vbmi". "": all that the processor
  /// has.
  std::string_view isa{};
  /// The name of the tuning to use, which may be another processor's. "": this processor's.
  std::string_view tuning{};
  /// The device, for back ends that have several: its number or part of its name. "": the first.
  std::string_view device{};
  /// Whether the kernel may be shared with other operators and kept in the cache: see CacheLimits.
  bool use_cache = true;
  /// An absolute folder (a relative one is refused) in which slow back ends keep generated code for other processes;
  /// the library opens no files unasked. The folder is made when needed. Its content is executed, so it is used only if
  /// it belongs to this user alone (mode 0700); otherwise nothing is kept. At most 64 MiB. "": nothing is kept.
  std::string_view code_folder{};
  /// The most threads that share a run(), the caller's among them; 0: one per processor. At most 64, and each has at
  /// least 64 KiB of output, or 16 KiB that is computed.
  unsigned threads = 1;
  /// Runs the parts. The Executor is copied, but what `self` points to must outlive the kernel. An Executor without
  /// `run` is refused. Null: the library's own threads, which the first runs start. They serve one run at a time; a
  /// concurrent run uses its caller's thread only.
  const Executor* executor = nullptr;
};

/// A back end on this machine.
struct BackendInfo {
  std::string_view name;         ///< what CompileOptions::backend takes
  std::string_view description;  ///< one line
  std::string_view device;       ///< "CPU" or a device's name
  std::string why_not;           ///< "" when it works here, else the reason
  std::string_view isa{};        ///< the newest instructions that its code would use; "" where it generates none
  std::string_view tuning{};     ///< the tuning that it would use; "" where it has none
  /// Name and driver, numbered as in CompileOptions::device, where there are several devices.
  std::vector<std::string> devices{};
  /// For a back end that works: one sentence about an option that does not, such as why no code is kept; else "".
  std::string note{};
};

/// Every back end of this build, best first, as it would be used with these options. Empty: no memory.
[[nodiscard]] std::vector<BackendInfo> backends(const CompileOptions& options = {}) noexcept;
/// The values of CompileOptions::isa and ::tuning. Empty in a build without code generation.
[[nodiscard]] std::span<const std::string_view> isa_names() noexcept;
[[nodiscard]] std::span<const std::string_view> tuning_names() noexcept;

/// One decision of a back end about a kernel, in words.
struct Choice {
  /// An alternative that was not taken.
  struct Other {
    std::string what, why_not;
  };
  std::string subject;        ///< "axis 1 of 2, 256 elements", "quotients"
  std::string taken;          ///< what was decided
  std::vector<Other> others;  ///< the alternatives, and why they were not taken
};

/// A section of the generated code. Valid while the kernel lives.
struct CodeSection {
  std::string_view name;             ///< "code", "constants", "tables"
  bool is_code = false;              ///< instructions and nothing else; else data that they read
  std::span<const std::byte> bytes;  ///< where it lies; code runs at this address
};

/// What a kernel does for one output.
struct KernelDescription {
  std::string name;                       ///< what it does, in words: letters, digits, underscores; not unique
  std::string plan;                       ///< as text (docs/plan.md)
  std::string_view backend, isa, tuning;  ///< isa and tuning as in BackendInfo
  std::vector<Choice> strategy;
  std::vector<CodeSection> sections;  ///< empty where nothing was generated
};

/// What compile() considered: one entry per back end, and the plans as text.
struct Explanation {
  /// A back end that was considered.
  struct Candidate {
    std::string_view backend;
    std::string why_not;  ///< "" for the back ends that would run it
  };
  std::string_view chosen;  ///< "" when none can
  std::vector<Candidate> choices;
  std::vector<std::string> plans;               ///< one per output
  std::vector<std::vector<Choice>> strategies;  ///< one per output: what the chosen back end would do
};

struct KernelState;

/// A compiled operator. Its results never change; any number of threads may run() one kernel at once, with distinct
/// outputs. Copies share. A kernel outlives the Operator that it was made from. A moved-from kernel may only be
/// assigned to.
class Kernel {
 public:
  /// Inputs and outputs in the order of Operator::inputs() and outputs(). Each span must hold at least buffer_bytes()
  /// of its tensor; bytes beyond, and gaps of a strided output, are left alone. Any alignment will do. Inputs may alias
  /// each other and be read-only. An output overlaps no other buffer, or is an input: docs/interface.md. Except on
  /// devices, a run takes no lock, and allocates nothing up to 1024 inputs, or 8 inputs and 16 outputs. Not checked:
  /// memory that does not exist, or outputs that cannot be written. The processor's direction flag must be clear, as in
  /// every call. Errors: buffer_count, null_buffer, buffer_too_small, buffers_overlap (nothing was written then),
  /// backend_failed (devices).
  [[nodiscard]] Result<void> run(std::span<const std::span<const std::byte>> inputs,
                                 std::span<const std::span<std::byte>> outputs) const noexcept;
  /// Runs only elements first ... first + count - 1 (row-major order) of output `index`; `slice` holds exactly these
  /// elements. Only for packed outputs. first and count must be multiples of slice_granularity(index), except where the
  /// output ends; a count of 0 does nothing. Errors: out_of_range, and as run(); buffer_count where there is no such
  /// output.
  [[nodiscard]] Result<void> run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count,
                                       std::span<std::byte> slice) const noexcept;
  /// The granularity of `first` and `count` of run_slice(): at least 1; 1 where there is no such output.
  [[nodiscard]] std::uint64_t slice_granularity(std::size_t index) const noexcept;
  /// The name of the back end that made it.
  [[nodiscard]] std::string_view backend() const noexcept;
  /// One per output. The strategy is computed again, so this takes as long as compiling, and may fail in the same ways.
  [[nodiscard]] Result<std::vector<KernelDescription>> describe() const noexcept;

  /// For the library's own use.
  explicit Kernel(std::shared_ptr<const KernelState> state) noexcept : state_(std::move(state)) {}
  /// For the library's own use.
  [[nodiscard]] const KernelState& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<const KernelState> state_;
};

/// Compiles an operator, or shares the code of an equal one. Errors: unknown_backend, unknown_option (isa or tuning),
/// usage (the folder or the executor), backend_unavailable (with the reason), backend_failed, code_budget,
/// no_executable_memory. With "auto", code_budget and no_executable_memory lead to the next back end.
[[nodiscard]] Result<Kernel> compile(const Operator& op, const CompileOptions& options = {}) noexcept;
/// What compile() would do and why: its decisions, made without executable memory. An operator that no back end takes
/// is no error here. Errors: else as compile().
[[nodiscard]] Result<Explanation> explain(const Operator& op, const CompileOptions& options = {}) noexcept;

/// What emit() makes for programs without dmlrun: an object file, the C header of its function, or a device's source
/// text.
enum class Emitted : std::uint8_t { object, header, source };
/// Ignored for source text.
struct EmitOptions {
  std::string_view target = "host";  ///< the machine, e.g. "arm-64-android"
  /// The C function's name: letters, digits and '_', at most 100, none that C or C++ reserve; "": after the plan.
  std::string_view function{};
};
/// The bytes of an object, a header, or source text, as `options.backend` generates it for output `output`; the back
/// end need not work here. "auto" is the only back end that can, where there is just one. A header is refused where its
/// object would be. Errors: out_of_range (output), unknown_backend, unknown_option (target, function),
/// backend_unavailable (it generates no such thing, or a module is not installed), backend_failed, out_of_memory.
[[nodiscard]] Result<std::string> emit(const Operator& op, std::size_t output, Emitted what,
                                       const EmitOptions& emitted = {}, const CompileOptions& options = {}) noexcept;

/// Reports all machine code that compile() makes from now on in this process: its KernelDescription::name and its
/// address, for the maps that profilers read. Called by the compiling thread, one call at a time; it must not compile
/// or set a listener. The name is valid during the call. Freed code may be overwritten by later code at the same
/// address. A null listener ends the reports: no call is under way when this returns.
using CodeListener = void (*)(void* context, std::string_view name, std::span<const std::byte> code) noexcept;
void listen_to_code(CodeListener listener, void* context) noexcept;

/// The process has one cache of compiled code, which compile() uses. Operators whose work is the same, however it was
/// described, share their code; when several threads compile the same at once, one does and the others wait. Code lives
/// as long as a Kernel uses it; beyond that the cache keeps the most recently used code within these limits. After
/// fork() the child's cache begins empty; kernels made before still work there.
struct CacheLimits {
  std::uint64_t entries = 1024;       ///< most outputs whose code is kept; 0: none
  std::uint64_t bytes = 32ull << 20;  ///< most memory that they hold together: code, tables, keys
};
/// Takes effect at once. May be called from any thread, as may the functions below.
void set_cache_limits(const CacheLimits& limits) noexcept;
/// Drops all compiled code that is not in use. Kernels in use keep working.
void clear_cache() noexcept;

/// The most memory for the machine code of all kernels in this process, in use or kept; 64 MiB by default. When it is
/// full, kept code that no Kernel uses is dropped; if that is not enough, compile() fails with code_budget, or chooses
/// a back end that needs no code. Existing code is never touched: after the budget was lowered, memory shrinks as
/// kernels are destroyed.
void set_code_budget(std::uint64_t bytes) noexcept;

/// The cache now, and counts since the process began.
struct CacheStatistics {
  CacheLimits limits{};
  std::uint64_t entries = 0, bytes = 0;  ///< kept
  /// Hits, including waits for another thread's build; successful builds, including those without the cache; failed
  /// builds, including those that compile() retried; and evictions.
  std::uint64_t hits = 0, builds = 0, failures = 0, evictions = 0;
  /// In bytes: as in set_code_budget; mapped for code, above the budget only after that was lowered; and in use.
  std::uint64_t code_budget = 0, code_mapped = 0, code_used = 0;
};
[[nodiscard]] CacheStatistics cache_statistics() noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
