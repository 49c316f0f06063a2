#include "jit/test/fault_report.h"

#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>

namespace dmlrun::jit::test {
namespace {

struct Watched {
  std::atomic<const char*> name{nullptr};
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> bytes{0};
};

std::array<Watched, 64> watched;
std::atomic<const char*> subject{nullptr};
constexpr std::size_t kStackBytes = 64u << 10;  // a kernel may have ruined the stack pointer
thread_local std::array<char, kStackBytes> signal_stack;

/// The report is put together here and written at once; a signal handler may not allocate.
class Text {
 public:
  __attribute__((format(printf, 2, 3))) void add(const char* format, ...) noexcept {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = std::vsnprintf(text_.data() + size_, text_.size() - size_, format, arguments);
    va_end(arguments);
    if (count > 0) size_ = std::min(size_ + static_cast<std::size_t>(count), text_.size() - 1);
  }
  void write() const noexcept {
    for (std::size_t done = 0; done < size_;) {
      const ssize_t count = ::write(STDERR_FILENO, text_.data() + done, size_ - done);
      if (count <= 0) return;
      done += static_cast<std::size_t>(count);
    }
  }

 private:
  std::array<char, 4096> text_{};
  std::size_t size_ = 0;
};

/// How far an address lies outside of [begin, begin + bytes); 0: inside.
std::uint64_t distance(std::uintptr_t address, std::uintptr_t begin, std::size_t bytes) noexcept {
  if (address < begin) return begin - address;
  return address - begin < bytes ? 0 : address - begin - bytes + 1;
}

void add_nearest(Text& text, std::uintptr_t address) noexcept {
  constexpr std::uint64_t kFar = 1u << 30;  // farther is no neighbourhood
  const Watched* nearest = nullptr;
  std::uint64_t least = kFar;
  for (const Watched& memory : watched) {
    if (!memory.name || memory.begin == 0) continue;
    const std::uint64_t found = distance(address, memory.begin, memory.bytes);
    if (found < least) {
      least = found;
      nearest = &memory;
    }
  }
  if (!nearest) {
    text.add("near no buffer\n");
    return;
  }
  const char* unit = least == 1 ? "byte" : "bytes";
  if (least == 0) text.add("byte %zu", address - nearest->begin);
  else
    text.add("%llu %s %s", static_cast<unsigned long long>(least), unit,
             address < nearest->begin ? "before the begin" : "after the end");
  text.add(" of buffer \"%s\" (%zu bytes at %p)\n", nearest->name.load(), nearest->bytes.load(),
           reinterpret_cast<const void*>(nearest->begin.load()));
}

/// A byte that may not be there; false: it is not. The kernel looks, which returns an error instead of another fault.
bool read_byte(const int (&ends)[2], std::uintptr_t address, unsigned char& byte) noexcept {
  return ::write(ends[1], reinterpret_cast<const void*>(address), 1) == 1 && ::read(ends[0], &byte, 1) == 1;
}

void add_code(Text& text, std::uintptr_t rip) noexcept {
  constexpr int kBefore = 16, kAfter = 16;
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return;
  text.add("code:");
  for (int i = -kBefore; i < kAfter; ++i) {
    unsigned char byte;
    if (!read_byte(ends, rip + static_cast<std::uintptr_t>(i), byte)) {
      text.add(i == 0 ? " [??]" : " ??");
      continue;
    }
    text.add(i == 0 ? " [%02x]" : " %02x", byte);
  }
  text.add("\n");
}

void add_registers(Text& text, const greg_t* values) noexcept {
  constexpr struct {
    const char* name;
    int index;
  } kRegisters[] = {{"rax", REG_RAX}, {"rcx", REG_RCX}, {"rdx", REG_RDX}, {"rbx", REG_RBX},
                    {"rsp", REG_RSP}, {"rbp", REG_RBP}, {"rsi", REG_RSI}, {"rdi", REG_RDI},
                    {"r8", REG_R8},   {"r9", REG_R9},   {"r10", REG_R10}, {"r11", REG_R11},
                    {"r12", REG_R12}, {"r13", REG_R13}, {"r14", REG_R14}, {"r15", REG_R15}};
  int column = 0;
  for (const auto& one : kRegisters)
    text.add("%3s %016llx%c", one.name, static_cast<unsigned long long>(values[one.index]),
             ++column % 4 == 0 ? '\n' : ' ');
}

void add_memory_access(Text& text, const siginfo_t& signal, const greg_t* values) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(signal.si_addr);
  if (signal.si_code == SI_KERNEL) {
    text.add("an access that is misaligned for its instruction, or an impossible address\n");
    return;
  }
  const auto error = values[REG_ERR];  // of the processor: bit 1 a write, bit 4 an instruction fetch
  text.add("%s of address %p, ", error & 16 ? "execution" : error & 2 ? "write" : "read", signal.si_addr);
  add_nearest(text, address);
}

void report(int number, siginfo_t* signal, void* context) noexcept {
  const greg_t* values = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Text text;
  text.add("\nFAULT: %s: ", number == SIGSEGV  ? "SIGSEGV"
                            : number == SIGBUS ? "SIGBUS"
                            : number == SIGILL ? "SIGILL"
                            : number == SIGFPE ? "SIGFPE"
                                               : "SIGTRAP");
  if (number == SIGSEGV || number == SIGBUS) add_memory_access(text, *signal, values);
  else
    text.add("%s\n",
             number == SIGTRAP ? "an int3: a place without code was run" : "an instruction that cannot be executed");
  if (const char* what = subject) text.add("while running: %s\n", what);
  text.add("at rip %p\n", reinterpret_cast<void*>(values[REG_RIP]));
  add_code(text, static_cast<std::uintptr_t>(values[REG_RIP]));
  add_registers(text, values);
  text.write();
  ::_exit(kFaultExitCode);
}

}  // namespace

void report_faults() noexcept {
  stack_t stack{};
  stack.ss_sp = signal_stack.data();
  stack.ss_size = signal_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = report;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE}) ::sigaction(number, &action, nullptr);
}

void set_fault_subject(const char* text) noexcept { subject = text; }

WatchedMemory::WatchedMemory(const char* name) noexcept : slot_(-1) {
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const char* free = nullptr;
    if (!watched[i].name.compare_exchange_strong(free, name)) continue;
    slot_ = static_cast<int>(i);
    return;
  }
}

WatchedMemory::~WatchedMemory() {
  if (slot_ < 0) return;
  move_to(nullptr, 0);
  watched[static_cast<std::size_t>(slot_)].name = nullptr;
}

void WatchedMemory::move_to(const std::byte* begin, std::size_t bytes) noexcept {
  if (slot_ < 0) return;
  watched[static_cast<std::size_t>(slot_)].begin = reinterpret_cast<std::uintptr_t>(begin);
  watched[static_cast<std::size_t>(slot_)].bytes = bytes;
}

}  // namespace dmlrun::jit::test
