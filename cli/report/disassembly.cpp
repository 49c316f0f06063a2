#include "cli/report/disassembly.h"

#ifdef DMLRUN_HAS_ZYDIS
#include <Zydis/Zydis.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#endif

namespace dmlrun::cli {

#ifndef DMLRUN_HAS_ZYDIS

bool can_disassemble() noexcept { return false; }
std::string disassemble(const KernelDescription&, const std::string&) { return {}; }

#else

namespace {

constexpr std::string_view kIndent = "        ";

std::string hexadecimal(std::uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

struct Decoded {
  ZydisDecodedInstruction instruction{};
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands{};
  std::size_t at = 0;  ///< in its section
  bool is_valid = false;
};

/// The name of a place by its address; the address is that of the section's bytes where they lie.
using Labels = std::map<std::uintptr_t, std::string>;

std::uintptr_t address_of(const CodeSection& section, std::size_t at) {
  return reinterpret_cast<std::uintptr_t>(section.bytes.data()) + at;
}

std::vector<Decoded> decode(const CodeSection& section) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::vector<Decoded> all;
  for (std::size_t at = 0; at < section.bytes.size();) {
    Decoded one;
    one.at = at;
    one.is_valid = ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, section.bytes.data() + at, section.bytes.size() - at,
                                                       &one.instruction, one.operands.data()));
    at += one.is_valid ? one.instruction.length : 1;
    all.push_back(one);
  }
  return all;
}

/// Where an operand that counts from the next instruction leads.
std::optional<std::uintptr_t> target_of(const Decoded& one, std::size_t operand, std::uintptr_t address) {
  ZyanU64 target = 0;
  const ZydisDecodedOperand& of = one.operands[operand];
  const bool is_jump = of.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && of.imm.is_relative;
  const bool is_data = of.type == ZYDIS_OPERAND_TYPE_MEMORY && of.mem.base == ZYDIS_REGISTER_RIP;
  if ((!is_jump && !is_data) || !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&one.instruction, &of, address, &target)))
    return std::nullopt;
  return static_cast<std::uintptr_t>(target);
}

void number(Labels& labels, const std::vector<CodeSection>& sections, const std::string& suffix) {
  std::size_t jumps = 0, data = 0;
  for (auto& [address, label] : labels)
    for (const CodeSection& section : sections)
      if (address >= address_of(section, 0) && address < address_of(section, section.bytes.size()))
        label = (section.is_code ? "L" + std::to_string(++jumps) : "C" + std::to_string(++data)) + suffix;
}

/// Prints a label in place of the address that an instruction names.
ZyanStatus print_label(const ZydisFormatter*, ZydisFormatterBuffer* buffer, ZydisFormatterContext* context) {
  const Labels& labels = *static_cast<const Labels*>(context->user_data);
  ZyanU64 address = 0;
  ZYAN_CHECK(ZydisCalcAbsoluteAddress(context->instruction, context->operand, context->runtime_address, &address));
  const auto found = labels.find(static_cast<std::uintptr_t>(address));
  const bool is_data = context->operand->type == ZYDIS_OPERAND_TYPE_MEMORY;
  const std::string text = (is_data ? "rip+" : "") +
                           (found == labels.end() || found->second.empty() ? std::string("elsewhere") : found->second);
  ZYAN_CHECK(ZydisFormatterBufferAppend(buffer, ZYDIS_TOKEN_SYMBOL));
  ZyanString* string = nullptr;
  ZYAN_CHECK(ZydisFormatterBufferGetString(buffer, &string));
  ZyanStringView view;
  ZYAN_CHECK(ZyanStringViewInsideBuffer(&view, text.c_str()));
  return ZyanStringAppend(string, &view);
}

class Formatter {
 public:
  explicit Formatter(Labels& labels) : labels_(labels) {
    ZydisFormatterInit(&formatter_, ZYDIS_FORMATTER_STYLE_INTEL);
    ZydisFormatterSetProperty(&formatter_, ZYDIS_FORMATTER_PROP_FORCE_SIZE, ZYAN_TRUE);
    ZydisFormatterSetProperty(&formatter_, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
    for (const auto padding : {ZYDIS_FORMATTER_PROP_IMM_PADDING, ZYDIS_FORMATTER_PROP_DISP_PADDING})
      ZydisFormatterSetProperty(&formatter_, padding, ZYDIS_PADDING_DISABLED);
    const void* print = reinterpret_cast<const void*>(&print_label);
    ZydisFormatterSetHook(&formatter_, ZYDIS_FORMATTER_FUNC_PRINT_ADDRESS_ABS, &print);
  }

  std::string text(const Decoded& one, std::uintptr_t address) {
    // The assembler knows the long forms by their length only.
    if (one.instruction.mnemonic == ZYDIS_MNEMONIC_NOP && one.instruction.length > 1)
      return ".nops " + std::to_string(one.instruction.length);
    char line[256];
    const ZyanStatus status =
        ZydisFormatterFormatInstruction(&formatter_, &one.instruction, one.operands.data(),
                                        one.instruction.operand_count_visible, line, sizeof line, address, &labels_);
    if (!ZYAN_SUCCESS(status)) return "# an instruction that cannot be shown";
    // Zydis 4.1 writes a size before addresses that are only computed, 4.0 none.
    std::string text = line;
    if (const std::size_t size = text.find("qword ptr [");
        size != text.npos && one.instruction.mnemonic == ZYDIS_MNEMONIC_LEA)
      text.erase(size, text.find('[') - size);
    return text;
  }

 private:
  ZydisFormatter formatter_;
  Labels& labels_;
};

std::string code_text(const CodeSection& section, const std::vector<Decoded>& all, Labels& labels) {
  Formatter formatter(labels);
  std::string text;
  for (const Decoded& one : all) {
    const std::uintptr_t address = address_of(section, one.at);
    if (const auto label = labels.find(address); label != labels.end()) text += label->second + ":\n";
    text += kIndent;
    if (one.is_valid) text += formatter.text(one, address) + "\n";
    else text += ".byte " + hexadecimal(std::to_integer<unsigned>(section.bytes[one.at])) + "  # no instruction\n";
  }
  return text;
}

/// Data from one label to the next: equal dwords together, others four to a line, what is left as bytes.
std::string data_text(std::span<const std::byte> bytes) {
  constexpr std::size_t kPerLine = 4;
  const auto dword = [&](std::size_t i) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + 4 * i, sizeof value);
    return value;
  };
  std::string text;
  const std::size_t dwords = bytes.size() / 4;
  for (std::size_t i = 0; i < dwords;) {
    std::size_t same = 1;
    while (i + same < dwords && dword(i + same) == dword(i)) ++same;
    text += kIndent;
    if (same >= kPerLine) {
      text += ".fill " + std::to_string(same) + ", 4, " + hexadecimal(dword(i)) + "\n";
      i += same;
      continue;
    }
    const std::size_t end = std::min(dwords, i + kPerLine);
    text += ".long ";
    for (std::size_t first = i; i < end; ++i) text += (i == first ? "" : ", ") + hexadecimal(dword(i));
    text += "\n";
  }
  for (std::size_t i = dwords * 4; i < bytes.size(); ++i)
    text += std::string(kIndent) + ".byte " + hexadecimal(std::to_integer<unsigned>(bytes[i])) + "\n";
  return text;
}

std::string data_text(const CodeSection& section, const Labels& labels) {
  std::string text;
  for (std::size_t at = 0; at < section.bytes.size();) {
    if (const auto label = labels.find(address_of(section, at)); label != labels.end()) text += label->second + ":\n";
    const auto next = labels.upper_bound(address_of(section, at));
    std::size_t end = section.bytes.size();
    if (next != labels.end()) end = std::min(end, next->first - address_of(section, 0));
    text += data_text(section.bytes.subspan(at, end - at));
    at = end;
  }
  return text;
}

std::string heading(const KernelDescription& kernel) {
  std::string text = "# kernel " + kernel.name + "\n# back end " + std::string(kernel.backend);
  if (!kernel.isa.empty()) text += ", isa " + std::string(kernel.isa);
  if (!kernel.tuning.empty()) text += ", tuning " + std::string(kernel.tuning);
  text += "\n# plan: " + kernel.plan + "\n";
  for (const Choice& choice : kernel.strategy) text += "# " + choice.subject + ": " + choice.taken + "\n";
  for (const CodeSection& section : kernel.sections)
    text += "# " + std::string(section.name) + ": " + std::to_string(section.bytes.size()) + " bytes\n";
  return text + "        .intel_syntax noprefix\n";
}

}  // namespace

bool can_disassemble() noexcept { return true; }

std::string disassemble(const KernelDescription& kernel, const std::string& suffix) {
  const std::string name = kernel.name + suffix;
  std::vector<std::vector<Decoded> > decoded;
  Labels labels;
  for (const CodeSection& section : kernel.sections) {
    decoded.push_back(section.is_code ? decode(section) : std::vector<Decoded>());
    for (const Decoded& one : decoded.back())
      for (std::size_t o = 0; one.is_valid && o < one.instruction.operand_count; ++o)
        if (const auto target = target_of(one, o, address_of(section, one.at))) labels[*target];
  }
  number(labels, kernel.sections, suffix);
  std::string text = heading(kernel);
  for (std::size_t s = 0; s < kernel.sections.size(); ++s) {
    const CodeSection& section = kernel.sections[s];
    if (section.bytes.empty()) continue;
    text += (section.is_code ? name : name + "_" + std::string(section.name)) + ":\n";
    text += section.is_code ? code_text(section, decoded[s], labels) : data_text(section, labels);
  }
  return text;
}

#endif

}  // namespace dmlrun::cli
