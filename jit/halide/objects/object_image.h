// A relocatable object, linked to itself: all steps that do not depend on its address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/result.h"

namespace dmlrun::jit::halide {

/// An external function that the object may call.
struct Import {
  std::string_view name;
  std::uintptr_t address = 0;
};

/// What is to be copied to memory that begins at a multiple of kImageAlignment, and what must be written into the copy
/// once its address is known.
struct ObjectImage {
  /// Eight bytes at `offset` become `value`, plus the address of the image when `is_inside`.
  struct Address {
    std::size_t offset = 0;
    std::uint64_t value = 0;
    bool is_inside = false;
  };
  struct Function {
    std::string name;
    std::size_t offset = 0;
  };
  std::vector<std::byte> bytes;
  std::size_t code_bytes = 0;  ///< this many bytes are instructions only; data follows them
  std::vector<Address> addresses;
  std::vector<Function> functions;  ///< those that the object shows to others
};

inline constexpr std::size_t kImageAlignment = 64;
inline constexpr std::uint64_t kMaxObjectBytes = 4u << 20;

enum class Processor : std::uint8_t { x86_64, arm64 };
#if defined(__aarch64__)
inline constexpr Processor kThisProcessor = Processor::arm64;
#else
inline constexpr Processor kThisProcessor = Processor::x86_64;
#endif

/// The image of an ELF object, which may be anything at all: nothing is read outside `object`, and no more
/// memory or time is used than a small multiple of it. Sections that a program does not need in memory are left out.
/// Accepted are the relocations 64, PC32, PLT32 and GOTPCREL with its relaxable forms for x86-64, for arm64 those of
/// arm64_relocations.h, and calls to `imports`; refused, with backend_failed and one sentence, is everything else,
/// among it memory that the code could write to.
Result<ObjectImage> link_object(std::span<const std::byte> object, std::span<const Import> imports,
                                Processor processor = kThisProcessor) noexcept;

}  // namespace dmlrun::jit::halide
