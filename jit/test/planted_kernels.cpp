#include "jit/test/planted_kernels.h"

#include <xbyak/xbyak.h>
#include <xbyak/xbyak_util.h>

#include <cstdint>
#include <span>

#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::test {
namespace {

using Emit = std::function<void(Xbyak::CodeGenerator&)>;

constexpr std::size_t kMaxCodeBytes = 4096;

/// r8: input 0, r9: the output, r10: how many bytes.
void load_arguments(Xbyak::CodeGenerator& c) {
  c.endbr64();
  c.mov(c.r8, c.ptr[c.rdi + x64::kInputsOffset]);
  c.mov(c.r8, c.ptr[c.r8]);
  c.mov(c.r9, c.ptr[c.rdi + x64::kOutputOffset]);
  c.mov(c.r10, c.ptr[c.rdi + x64::kLastOffset]);
  c.sub(c.r10, c.ptr[c.rdi + x64::kFirstOffset]);
}

/// A byte at a time; r8, r9 and r10 stay.
void copy(Xbyak::CodeGenerator& c) {
  Xbyak::Label next, done;
  c.xor_(c.ecx, c.ecx);
  c.L(next);
  c.cmp(c.rcx, c.r10);
  c.jae(done);
  c.movzx(c.eax, c.byte[c.r8 + c.rcx]);
  c.mov(c.byte[c.r9 + c.rcx], c.al);
  c.inc(c.rcx);
  c.jmp(next);
  c.L(done);
}

std::vector<std::byte> assembled(const Emit& before, const Emit& after) {
  std::vector<std::uint8_t> space(kMaxCodeBytes);
  Xbyak::CodeGenerator c(space.size(), space.data());
  if (before) before(c);
  load_arguments(c);
  copy(c);
  if (after) after(c);
  c.ret();
  const auto code = std::as_bytes(std::span(c.getCode(), c.getSize()));
  return {code.begin(), code.end()};
}

class Table {
 public:
  /// A defect after the copying, in front of the return.
  PlantedKernel& add(std::string name, std::string found, const Emit& after) {
    return kernels_.emplace_back(PlantedKernel{std::move(name), std::move(found), assembled({}, after)});
  }
  /// A defect at the entry, where registers hold what the caller left.
  void add_at_entry(std::string name, std::string found, const Emit& before) {
    kernels_.push_back({std::move(name), std::move(found), assembled(before, {})});
  }
  std::vector<PlantedKernel> kernels_;
};

void add_callee_saved(Table& table) {
  table.add("restores no rbx", "rbx", [](auto& c) { c.mov(c.ebx, 1); });
  table.add("restores no rbp", "rbp", [](auto& c) { c.lea(c.rbp, c.ptr[c.rsp]); });
  table.add("restores no r12", "r12", [](auto& c) { c.inc(c.r12); });
  table.add("restores half of r13", "r13", [](auto& c) { c.mov(c.r13d, c.r13d); });
  table.add("restores no r14", "r14", [](auto& c) { c.bswap(c.r14); });
  table.add("swaps r14 and r15", "r14, r15", [](auto& c) { c.xchg(c.r14, c.r15); });
}

void add_stack(Table& table) {
  table.add("pops eight bytes too many", "stack pointer", [](auto& c) { c.ret(8); });
  table.add("pops eight bytes too few", "stack pointer", [](auto& c) {
    c.mov(c.rax, c.ptr[c.rsp]);
    c.push(c.rax);
    c.ret();
  });
  table.add("returns with the stack aligned down", "stack pointer", [](auto& c) {
    c.mov(c.rax, c.ptr[c.rsp]);
    c.and_(c.rsp, -64);
    c.jmp(c.rax);
  });
  table.add("writes into its caller's frame", "caller's frame", [](auto& c) { c.mov(c.qword[c.rsp + 8], 0); });
  table.add("writes far into its caller's frame", "caller's frame", [](auto& c) { c.inc(c.byte[c.rsp + 64]); });
}

void add_processor_state(Table& table) {
  table.add("leaves the direction flag set", "direction flag", [](auto& c) { c.std(); });
  const auto change_mxcsr = [](std::uint32_t bits) {
    return [bits](auto& c) {
      c.stmxcsr(c.dword[c.rsp - 8]);
      c.xor_(c.dword[c.rsp - 8], bits);
      c.ldmxcsr(c.dword[c.rsp - 8]);
    };
  };
  table.add("leaves denormals flushed", "MXCSR", change_mxcsr(0x8000));
  table.add("leaves denormals taken for zero", "MXCSR", change_mxcsr(0x0040));
  table.add("leaves rounding upward", "MXCSR", change_mxcsr(0x4000));
  table.add("leaves an exception unmasked", "MXCSR", change_mxcsr(0x0080));
  table.add("changes the x87 precision", "x87 control word", [](auto& c) {
    c.fnstcw(c.word[c.rsp - 8]);
    c.xor_(c.word[c.rsp - 8], 0x0300);
    c.fldcw(c.word[c.rsp - 8]);
  });
  table.add("writes its arguments", "arguments", [](auto& c) { c.inc(c.qword[c.rdi + x64::kFirstOffset]); });
}

void add_memory(Table& table) {
  const Emit read_after = [](auto& c) { c.movzx(c.eax, c.byte[c.r8 + c.r10]); };
  const Emit read_before = [](auto& c) { c.movzx(c.eax, c.byte[c.r8 - 1]); };
  const Emit write_after = [](auto& c) { c.inc(c.byte[c.r9 + c.r10]); };
  const Emit write_before = [](auto& c) { c.inc(c.byte[c.r9 - 1]); };
  table.add("reads a byte after the input", "1 byte after the end of buffer \"input\"", read_after);
  table.add("reads a byte before the input", "1 byte before the begin of buffer \"input\"", read_before).input_side =
      Side::begin;
  table.add("writes a byte after the output", "1 byte after the end of buffer \"output\"", write_after);
  table.add("writes a byte before the output", "1 byte before the begin of buffer \"output\"", write_before)
      .output_side = Side::begin;
  table.add("writes a byte after the output among canaries", "beside the output", write_after).output_side =
      Side::begin;
  table.add("writes a byte before the output among canaries", "beside the output was written: -1 ", write_before);
  table.add("writes into the input", "write of address", [](auto& c) { c.mov(c.byte[c.r8], c.al); });
  table.add("writes the input's third byte", "byte 2 of buffer \"input\"",
            [](auto& c) { c.mov(c.byte[c.r8 + 2], c.al); });
  table.add("reads at an impossible address", "impossible address", [](auto& c) {
    c.mov(c.rax, 0x8000000000000000);
    c.mov(c.al, c.byte[c.rax]);
  });
  table.add("stores misaligned", "misaligned", [](auto& c) { c.movaps(c.ptr[c.rsp - 24 + 1], c.xmm0); });
  table.add("runs data", "byte 0 of buffer \"input\"", [](auto& c) { c.jmp(c.r8); });
  table.add("runs into free space", "int3", [](auto& c) { c.int3(); });
  table.add("runs no instruction", "cannot be executed", [](auto& c) { c.ud2(); });
}

/// Reads of what nobody has written: they show in the output's first byte.
void add_uninitialised(Table& table) {
  const std::string found = "depends on what registers held";
  const auto show = [](auto& c) { c.mov(c.byte[c.r9], c.al); };
  table.add("reads the r11 it was entered with", found, [](auto& c) { c.mov(c.byte[c.r9], c.r11b); });
  table.add("reads half of a callee's register", found, [](auto& c) { c.mov(c.byte[c.r9], c.bl); });
  table.add_at_entry("trusts the flags it was entered with", found, [](auto& c) {
    c.setc(c.dl);
    c.sets(c.al);
    c.setz(c.ah);
    c.lea(c.edx, c.ptr[c.rdx + c.rax * 2]);
    c.mov(c.rax, c.ptr[c.rdi + x64::kOutputOffset]);
    c.mov(c.byte[c.rax], c.dl);
    c.ret();
  });
  table.add("reads xmm5", found, [=](auto& c) {
    c.movd(c.eax, c.xmm5);
    show(c);
  });
  const Xbyak::util::Cpu cpu;
  if (!cpu.has(Xbyak::util::Cpu::tAVX2)) return;
  table.add("reads the upper half of ymm9", found, [=](auto& c) {
    c.vextracti128(c.xmm9, c.ymm9, 1);
    c.movd(c.eax, c.xmm9);
    show(c);
    c.vzeroupper();
  });
  if (!cpu.has(Xbyak::util::Cpu::tAVX512F)) return;
  table.add("reads the upper half of zmm9", found, [=](auto& c) {
    c.vextracti64x4(c.ymm9, c.zmm9, 1);
    c.movd(c.eax, c.xmm9);
    show(c);
    c.vzeroupper();
  });
  table.add("reads zmm20", found, [=](auto& c) {
    c.vextracti32x4(c.xmm1, c.zmm20, 3);
    c.movd(c.eax, c.xmm1);
    show(c);
    c.vzeroupper();
  });
  table.add("reads k1", found, [=](auto& c) {
    c.kmovw(c.eax, c.k1);
    show(c);
  });
}

void add_upper_halves(Table& table) {
  const Xbyak::util::Cpu cpu;
  if (!cpu.has(Xbyak::util::Cpu::tAVX2)) return;
  table.add("leaves ymm3 in use", "upper halves", [](auto& c) { c.vpcmpeqd(c.ymm3, c.ymm3, c.ymm3); });
  table.add("leaves one byte of ymm15 in use", "upper halves", [](auto& c) {
    c.mov(c.eax, 1);
    c.vmovd(c.xmm15, c.eax);
    c.vinserti128(c.ymm15, c.ymm15, c.xmm15, 1);
  });
  table.add("cleans the upper halves", "", [](auto& c) {
    c.vpcmpeqd(c.ymm3, c.ymm3, c.ymm3);
    c.vzeroupper();
  });
  if (!cpu.has(Xbyak::util::Cpu::tAVX512F)) return;
  table.add("leaves zmm7 in use", "upper halves", [](auto& c) { c.vpternlogd(c.zmm7, c.zmm7, c.zmm7, 0xFF); });
  table.add("uses zmm20 and masks alone", "", [](auto& c) {
    c.vpternlogd(c.zmm20, c.zmm20, c.zmm20, 0xFF);
    c.kxnorw(c.k3, c.k3, c.k3);
  });
}

void add_good(Table& table) {
  table.add("copies", "", {});
  table.add("copies between other canaries", "", {}).output_side = Side::begin;
  table.add("restores what it uses", "", [](auto& c) {
    for (const int number : {3, 5, 12, 13, 14, 15}) c.push(Xbyak::Reg64(number));
    for (const int number : {3, 5, 12, 13, 14, 15}) c.xor_(Xbyak::Reg32(number), Xbyak::Reg32(number));
    for (const int number : {15, 14, 13, 12, 5, 3}) c.pop(Xbyak::Reg64(number));
  });
  table.add("sets the direction flag and clears it, and uses the red zone", "", [](auto& c) {
    c.std();
    c.cld();
    for (int i = 8; i <= 128; i += 8) c.mov(c.qword[c.rsp - i], -1);
  });
  table.add("raises flags of floating-point exceptions", "", [](auto& c) {
    c.mov(c.eax, 3);
    c.cvtsi2ss(c.xmm0, c.eax);
    c.mov(c.eax, 1);
    c.cvtsi2ss(c.xmm1, c.eax);
    c.divss(c.xmm1, c.xmm0);
  });
}

}  // namespace

std::vector<PlantedKernel> planted_kernels() {
  Table table;
  add_good(table);
  add_callee_saved(table);
  add_stack(table);
  add_processor_state(table);
  add_memory(table);
  add_uninitialised(table);
  add_upper_halves(table);
  return std::move(table.kernels_);
}

}  // namespace dmlrun::jit::test
