// From a validated Operator to something that runs.
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

/// Who runs parts of a kernel's work at once: a thread pool of the program that embeds the library, for instance.
struct Executor {
  /// One share of the work. Its `context` is valid until run() returns.
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
  /// The most that generated code may use of the processor: "avx2", "avx512" or "avx512-vbmi". "": all that it has.
  std::string_view isa{};
  /// Choices made for another processor than this one, by the name of the row that holds them. "": this one's.
  std::string_view tuning{};
  /// The device, for back ends that have several: its number, or part of its name. "": the first.
  std::string_view device{};
  /// Whether the kernel may be one that other operators use, too, and be kept for them: see CacheLimits.
  bool use_cache = true;
  /// An absolute folder (others are refused) in which back ends that take long to generate code keep it for other
  /// processes, because the library itself opens no files unasked. It is made when needed; what it holds is executed,
  /// so it is used only if it is this user's alone (mode 0700), and else nothing is kept. Bounded to 64 MiB. "":
  /// nothing is kept.
  std::string_view code_folder{};
  /// Most threads that share a run() of the kernel, the caller's among them; 0: one for each processor. At most 64 do,
  /// and no more than have 64 KiB of output each, or 16 KiB that is computed.
  unsigned threads = 1;
  /// Runs the shares. It is copied, but what `self` points to must outlive the kernel. One without `run` is refused.
  /// Null: the library's own threads, which the first runs start. They serve one run at a time; another one meanwhile
  /// is its caller's alone.
  const Executor* executor = nullptr;
};

/// What is known of a back end on this machine.
struct BackendInfo {
  std::string_view name;         ///< what CompileOptions::backend takes
  std::string_view description;  ///< one line
  std::string_view device;       ///< "CPU" or a device's name
  std::string why_not;           ///< "" when it works here, else the reason
  std::string_view isa{};        ///< the most that its code would use; "" where it makes none
  std::string_view tuning{};     ///< the row that its choices would come from; "" where there is none
  /// By CompileOptions::device's numbers: name and driver; where there are several.
  std::vector<std::string> devices{};
  /// "" or, where it works, what of these options does not: one sentence, such as why no code is kept.
  std::string note{};
};

/// Every back end this build knows, best first, as it would be used with these options. Empty: there is no memory.
[[nodiscard]] std::vector<BackendInfo> backends(const CompileOptions& options = {}) noexcept;
/// What CompileOptions::isa and ::tuning take. Empty in a build that makes no machine code.
[[nodiscard]] std::span<const std::string_view> isa_names() noexcept;
[[nodiscard]] std::span<const std::string_view> tuning_names() noexcept;

/// One decision that a back end made about a kernel, in words.
struct Choice {
  /// What was not done.
  struct Other {
    std::string what, why_not;
  };
  std::string subject;        ///< "axis 1 of 2, 256 elements", "quotients"
  std::string taken;          ///< what is done there
  std::vector<Other> others;  ///< what could have been done, and why it was not
};

/// A piece of what was generated. Valid while the kernel lives.
struct CodeSection {
  std::string_view name;             ///< "code", "constants", "tables"
  bool is_code = false;              ///< instructions and nothing else; else data that they read
  std::span<const std::byte> bytes;  ///< where it lies: code runs at this address
};

/// What a kernel does for one output.
struct KernelDescription {
  std::string name;                       ///< what it does, for people: letters, digits, underscores; not unique
  std::string plan;                       ///< as text (docs/plan.md)
  std::string_view backend, isa, tuning;  ///< isa and tuning as in BackendInfo
  std::vector<Choice> strategy;
  std::vector<CodeSection> sections;  ///< empty where nothing was generated
};

/// What compile() considered, for people: one line per back end, and the plans as text.
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

/// A compiled operator. What it writes never changes; any number of threads may run() one kernel at once, with distinct
/// outputs. Copies share. A kernel outlives the Operator that it was made from. A moved-from kernel may only be
/// assigned to.
class Kernel {
 public:
  /// Inputs and outputs in the order of Operator::inputs() and outputs(). Each span must hold at least
  /// buffer_bytes() of its tensor; bytes beyond, and gaps of a strided output, are left alone. Alignment is free.
  /// Inputs may alias each other and be read-only. An output overlaps nothing, or is an input: docs/interface.md. A run
  /// takes no lock and, up to 1024 inputs, or 8 and 16 outputs, allocates nothing, but on devices. Not checked: memory
  /// that is not there, or outputs that cannot be written. As in every call, the processor's direction flag must be
  /// clear. Errors: buffer_count, null_buffer, buffer_too_small, buffers_overlap (nothing was written then),
  /// backend_failed (devices).
  [[nodiscard]] Result<void> run(std::span<const std::span<const std::byte>> inputs,
                                 std::span<const std::span<std::byte>> outputs) const noexcept;
  /// Runs only elements first ... first + count - 1 (row-major order) of output `index`; `slice` receives them from its
  /// first byte on, and holds so many. Only for packed outputs. first and count must be multiples of
  /// slice_granularity(index), except where the output ends; a count of 0 does nothing. Errors: out_of_range, and as
  /// run(); buffer_count where there is no such output.
  [[nodiscard]] Result<void> run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count,
                                       std::span<std::byte> slice) const noexcept;
  /// What `first` and `count` of run_slice() are multiples of: at least 1; 1 where there is no such output.
  [[nodiscard]] std::uint64_t slice_granularity(std::size_t index) const noexcept;
  /// The name of the back end that made it.
  [[nodiscard]] std::string_view backend() const noexcept;
  /// One per output. The strategy is worked out again, as it was for the code: this takes as long as compiling, and may
  /// fail as that does.
  [[nodiscard]] Result<std::vector<KernelDescription>> describe() const noexcept;

  /// For the library's own use.
  explicit Kernel(std::shared_ptr<const KernelState> state) noexcept : state_(std::move(state)) {}
  /// The same.
  [[nodiscard]] const KernelState& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<const KernelState> state_;
};

/// Makes a kernel, or shares the code of one that exists. Errors: unknown_backend, unknown_option (isa or tuning),
/// usage (the folder or the executor), backend_unavailable (with the reason), backend_failed, code_budget,
/// no_executable_memory. With "auto" the last two lead to the next back end.
[[nodiscard]] Result<Kernel> compile(const Operator& op, const CompileOptions& options = {}) noexcept;
/// What compile() would do and why, found by doing it without executable memory. That no back end takes the operator is
/// no error here. Errors: else as compile().
[[nodiscard]] Result<Explanation> explain(const Operator& op, const CompileOptions& options = {}) noexcept;

/// What emit() makes for programs without dmlrun: an object file, the C header of its function, a device's source text.
enum class Emitted : std::uint8_t { object, header, source };
/// What does not matter for source.
struct EmitOptions {
  std::string_view target = "host";  ///< the machine, e.g. "arm-64-android"
  /// The C function's name: letters, digits and '_', at most 100, none that C or C++ reserve; "": after the plan.
  std::string_view function{};
};
/// An object's bytes, its header, or source as text: what `options.backend` makes of output `output`, whether or not it
/// works here. "auto" is the back end that makes this where there is one only. A header is refused where its object
/// would be. Errors: out_of_range (output), unknown_backend, unknown_option (target, function), backend_unavailable (it
/// makes no such thing, or a module is not installed), backend_failed, out_of_memory.
[[nodiscard]] Result<std::string> emit(const Operator& op, std::size_t output, Emitted what,
                                       const EmitOptions& emitted = {}, const CompileOptions& options = {}) noexcept;

/// Is told of all machine code that compile() makes from now on, in this process: its KernelDescription::name, and
/// where it lies, for the maps that profilers read. Called by the thread that compiles, one call at a time; it may not
/// compile, nor set a listener. The name is valid during the call. Code that a kernel left may be overwritten by later
/// code at the same place. A null listener ends it: no call is under way when this returns.
using CodeListener = void (*)(void* context, std::string_view name, std::span<const std::byte> code) noexcept;
void listen_to_code(CodeListener listener, void* context) noexcept;

/// The process has one cache of compiled code, which compile() uses. Operators whose work is the same, however it was
/// described, share their code; several threads that compile the same at once wait for one of them. Code lives as long
/// as a Kernel uses it; the cache keeps what was used last beyond that, within these limits. After fork() the child's
/// cache begins empty; kernels made before go on working there.
struct CacheLimits {
  std::uint64_t entries = 1024;       ///< most outputs of operators whose code is kept; 0: none is
  std::uint64_t bytes = 32ull << 20;  ///< most that they hold together: code, tables, keys
};
/// Takes effect at once. May be called from any thread, as may the functions below.
void set_cache_limits(const CacheLimits& limits) noexcept;
/// Keeps nothing of what was compiled so far. Kernels that are in use go on working.
void clear_cache() noexcept;

/// Most memory for the machine code of all kernels in this process, in use or kept; 64 MiB at the beginning. Where it
/// has no room, kept code that no Kernel uses makes way; then compile() fails with code_budget, or takes a back end
/// that needs no code if it may. Code that exists is not touched: after it was lowered, memory comes down to it as
/// kernels go.
void set_code_budget(std::uint64_t bytes) noexcept;

/// The cache at this moment, and what happened since the process began.
struct CacheStatistics {
  CacheLimits limits{};
  std::uint64_t entries = 0, bytes = 0;  ///< kept
  /// Code that was found, or had from another thread's build; builds that succeeded, those without the cache included,
  /// and those that did not, though compile() may have tried again; code that was kept and had to make way.
  std::uint64_t hits = 0, builds = 0, failures = 0, evictions = 0;
  /// In bytes: as set_code_budget; mapped for code, which is above the budget only after that was lowered; and in use.
  std::uint64_t code_budget = 0, code_mapped = 0, code_used = 0;
};
[[nodiscard]] CacheStatistics cache_statistics() noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
