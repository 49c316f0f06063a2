// The parts of the ELF format (System V ABI, x86-64 supplement) that relocatable objects use. Little-endian.
#pragma once

#include <cstdint>

namespace dmlrun::jit::halide::elf {

struct FileHeader {
  std::uint8_t ident[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  std::uint64_t entry, program_headers_offset, section_headers_offset;
  std::uint32_t flags;
  std::uint16_t header_bytes, program_header_bytes, program_header_count;
  std::uint16_t section_header_bytes, section_count, section_names;
};
static_assert(sizeof(FileHeader) == 64);

inline constexpr std::uint8_t kIdent[] = {0x7F, 'E', 'L', 'F', 2, 1, 1};  // 64 bits, little-endian, version 1
inline constexpr std::uint16_t kRelocatable = 1, kX8664 = 62;

struct SectionHeader {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry_bytes;
};
static_assert(sizeof(SectionHeader) == 64);

inline constexpr std::uint32_t kNothing = 0, kContent = 1, kSymbols = 2, kStrings = 3, kRelocations = 4, kNote = 7,
                               kNoContent = 8, kUnwindTable = 0x70000001;
inline constexpr std::uint64_t kWritable = 1, kInMemory = 2, kExecutable = 4, kThreadLocal = 0x400;

struct Symbol {
  std::uint32_t name;
  std::uint8_t binding_and_type, visibility;
  std::uint16_t section;
  std::uint64_t value, size;
};
static_assert(sizeof(Symbol) == 24);

inline constexpr std::uint16_t kUndefined = 0, kFirstReserved = 0xFF00;
inline constexpr std::uint8_t kGlobal = 1, kFunction = 2;

struct Relocation {
  std::uint64_t offset;
  std::uint32_t type, symbol;
  std::int64_t addend;
};
static_assert(sizeof(Relocation) == 24);

inline constexpr std::uint32_t kAbsolute64 = 1, kRelative32 = 2, kCall32 = 4, kTableEntry32 = 9, kTableEntry32X = 41,
                               kTableEntry32RexX = 42;

}  // namespace dmlrun::jit::halide::elf
