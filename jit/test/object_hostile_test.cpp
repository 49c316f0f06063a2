// Objects that are damaged or made to deceive: link_object must answer, and read nothing beside them.
#include <algorithm>
#include <cstring>

#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "engine/test/sanitized.h"
#include "engine/test/this_program.h"
#include "jit/halide/objects/arm64_relocations.h"
#include "jit/halide/objects/elf_format.h"
#include "jit/halide/objects/object_image.h"
#include "jit/halide/objects/object_loader.h"
#include "jit/test/guarded_buffer.h"
#include "jit/test/object_files.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using namespace dmlrun::jit::test;

namespace {

constexpr std::size_t kRoom = 1u << 20;

/// What is wrong with an image, "" when nothing is.
std::string breach(const ObjectImage& image, std::size_t object_bytes) {
  if (image.bytes.empty() || image.bytes.size() > 16 * object_bytes + 4096) return "the size of the image";
  for (const ObjectImage::Address& address : image.addresses) {
    if (address.offset > image.bytes.size() || image.bytes.size() - address.offset < 8)
      return "the place of an address";
    if (address.is_inside && address.value > image.bytes.size()) return "the value of an address";
  }
  for (const ObjectImage::Function& function : image.functions)
    if (function.offset >= image.bytes.size()) return "the place of a function";
  return {};
}

/// Links what lies in the buffer; returns what is wrong with the answer.
std::string linked(const GuardedBuffer& buffer, Processor processor, bool* accepted = nullptr) {
  const auto image = link_object(buffer.bytes(), object_imports(), processor);
  if (accepted) *accepted = image.has_value();
  if (image) return breach(*image, buffer.bytes().size());
  if (image.error().code != ErrorCode::backend_failed) return "the code of the error";
  if (image.error().message.size() < 10 || image.error().message.size() > 300) return "the sentence";
  for (const char c : image.error().message)
    if (c < ' ' || c > '~') return "a character of the sentence";
  return {};
}

template <class T>
T read(const ObjectBytes& object, std::size_t offset) {
  T value;
  std::memcpy(&value, object.data() + offset, sizeof value);
  return value;
}

/// The sample; for arm64, the same object with relocations of that processor, and instructions that have them. It can
/// be linked, not run.
ObjectBytes sample_for(Processor processor) {
  ObjectBytes object = object_file("sample");
  if (processor == Processor::x86_64) return object;
  const auto write = [&](std::size_t at, const auto& value) { std::memcpy(object.data() + at, &value, sizeof value); };
  write(18, arm64::kMachine);
  const auto header = read<elf::FileHeader>(object, 0);
  const auto section = [&](std::size_t i) {
    return read<elf::SectionHeader>(object, header.section_headers_offset + i * sizeof(elf::SectionHeader));
  };
  for (std::size_t t = 0; t < header.section_count; ++t) {
    const elf::SectionHeader table = section(t);
    if (table.type != elf::kRelocations) continue;
    const elf::SectionHeader code = section(table.info), symbols = section(table.link);
    for (std::size_t r = 0; r < table.size / sizeof(elf::Relocation); ++r) {
      const std::size_t at = table.offset + r * sizeof(elf::Relocation);
      auto relocation = read<elf::Relocation>(object, at);
      const auto symbol = read<elf::Symbol>(object, symbols.offset + relocation.symbol * sizeof(elf::Symbol));
      const bool is_code = (code.flags & elf::kExecutable) != 0, is_import = symbol.section == elf::kUndefined;
      relocation.type = !is_code ? arm64::kAbsolute64 : is_import ? arm64::kCall26 : r % 2 == 0 ? arm64::kPage : 277;
      if (is_code) {
        relocation.offset &= ~std::uint64_t{3};
        relocation.addend = 0;
        write(code.offset + relocation.offset, is_import ? 0x94000000u : r % 2 == 0 ? 0x90000000u : 0x91000000u);
      }
      write(at, relocation);
    }
  }
  return object;
}

struct Range {
  std::size_t begin = 0, bytes = 0;
};

/// Where everything lies that is not code or constants: headers, symbols, relocations, names.
std::vector<Range> tables(const ObjectBytes& object) {
  const auto header = read<elf::FileHeader>(object, 0);
  std::vector<Range> ranges = {{0, sizeof header},
                               {header.section_headers_offset, header.section_count * sizeof(elf::SectionHeader)}};
  for (std::size_t i = 0; i < header.section_count; ++i) {
    const auto section =
        read<elf::SectionHeader>(object, header.section_headers_offset + i * sizeof(elf::SectionHeader));
    if (section.type >= elf::kSymbols && section.type <= elf::kRelocations)
      ranges.push_back({section.offset, section.size});
  }
  return ranges;
}

/// The first section header for which `is_it` holds.
template <class Predicate>
std::size_t section_header(const ObjectBytes& object, Predicate is_it) {
  const auto header = read<elf::FileHeader>(object, 0);
  for (std::size_t i = 0; i < header.section_count; ++i) {
    const std::size_t offset = header.section_headers_offset + i * sizeof(elf::SectionHeader);
    if (is_it(read<elf::SectionHeader>(object, offset))) return offset;
  }
  FAIL("no such section");
  return 0;
}

std::string refusal_of_image(const ObjectBytes& object) {
  const auto image = link_object(object, object_imports());
  return image ? "nothing" : image.error().message;
}

template <class T>
ObjectBytes with(ObjectBytes object, std::size_t offset, T value) {
  std::memcpy(object.data() + offset, &value, sizeof value);
  return object;
}

}  // namespace

TEST_CASE("the sample for another processor is linked") {
  CHECK(link_object(sample_for(Processor::arm64), object_imports(), Processor::arm64));
  CHECK(refusal_of_image(sample_for(Processor::arm64)) == "is not a relocatable ELF file for x86-64");
}

TEST_CASE("what a relocation for arm64 makes of an instruction") {
  namespace a = arm64;
  CHECK(a::branch(0x94000000u, 8) == 0x94000002u);   // bl
  CHECK(a::branch(0x14000000u, -4) == 0x17FFFFFFu);  // b
  CHECK_FALSE(a::branch(0x94000000u, 2));
  CHECK_FALSE(a::branch(0x94000000u, std::int64_t{1} << 27));
  CHECK_FALSE(a::branch(0x54000000u, 8));            // b.eq
  CHECK(a::address(0x90000003u, 5) == 0x30000023u);  // adrp x3 becomes adr x3
  CHECK(a::address(0x90000003u, -1) == 0x70FFFFE3u);
  CHECK_FALSE(a::address(0x10000003u, 5));
  CHECK_FALSE(a::address(0x90000003u, 1 << 20));
  CHECK(a::low_bits(277, 0x91000021u, 0x123) == 0x91048C21u);  // add x1, x1, #0x123
  CHECK(a::low_bits(299, 0x3DC00020u, 0x120) == 0x3DC04820u);  // ldr q0, [x1, #0x120]
  CHECK_FALSE(a::low_bits(299, 0x3DC00020u, 0x128));
  CHECK(a::low_bits(286, 0xF9400020u, 0x128) == 0xF9409420u);  // ldr x0, [x1, #0x128]
  CHECK_FALSE(a::low_bits(286, 0xD65F03C0u, 0));               // ret
  CHECK_FALSE(a::low_bits(300, 0xF9400020u, 0));
}

TEST_CASE("an object that ends too early is refused, wherever it ends") {
  const Processor processor = GENERATE(Processor::x86_64, Processor::arm64);
  const ObjectBytes object = sample_for(processor);
  GuardedBuffer buffer("object", kRoom);
  for (std::size_t bytes = 0; bytes < object.size(); ++bytes) {
    std::copy_n(object.begin(), bytes, buffer.place(bytes, Side::end).begin());
    bool accepted = false;
    const std::string wrong = linked(buffer, processor, &accepted);
    CAPTURE(bytes, wrong);
    REQUIRE(wrong.empty());
    REQUIRE_FALSE(accepted);
  }
}

TEST_CASE("every bit of an object's tables may be wrong") {
  const Processor processor = GENERATE(Processor::x86_64, Processor::arm64);
  const ObjectBytes object = sample_for(processor);
  GuardedBuffer buffer("object", kRoom);
  std::size_t refused = 0;
  const std::span<std::byte> bytes = buffer.place(object.size(), Side::end);
  std::copy(object.begin(), object.end(), bytes.begin());
  for (const Range range : tables(object)) {
    for (std::size_t at = range.begin; at < range.begin + range.bytes; ++at) {
      for (int change = 0; change < 10; ++change) {
        bytes[at] = change < 8 ? object[at] ^ std::byte(1 << change) : change == 8 ? std::byte{0} : std::byte{0xFF};
        bool accepted = false;
        const std::string wrong = linked(buffer, processor, &accepted);
        refused += !accepted;
        CAPTURE(at, change, wrong);
        REQUIRE(wrong.empty());
      }
      bytes[at] = object[at];
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("objects with several random changes are linked or refused", "[random]") {
  const Processor processor = GENERATE(Processor::x86_64, Processor::arm64);
  const ObjectBytes object = sample_for(processor);
  const std::vector<Range> ranges = tables(object);
  GuardedBuffer buffer("object", kRoom);
  constexpr std::uint64_t kSeed = 20;
  for (std::uint64_t number = 0; number < dmlrun::test::repeats(20000); ++number) {
    dmlrun::test::Random random(kSeed, number);
    const std::span<std::byte> bytes = buffer.place(object.size(), Side::end);
    std::copy(object.begin(), object.end(), bytes.begin());
    for (std::uint64_t changes = random.between(1, 6); changes > 0; --changes) {
      const Range range = ranges[random.below(ranges.size())];
      const std::size_t width = std::min<std::size_t>(random.pick({1, 2, 4, 8}), range.bytes);
      if (width == 0) continue;
      const std::uint64_t value =
          random.pick<std::uint64_t>({random.bits(), random.below(64), random.below(object.size() + 64), ~0ull,
                                      1ull << random.below(64), ~0ull >> random.below(64)});
      std::memcpy(bytes.data() + range.begin + random.below(range.bytes - width + 1), &value, width);
    }
    const std::string wrong = linked(buffer, processor);
    INFO("seed " << kSeed << ", number " << number << "; repeat with: " << dmlrun::test::this_program()
                 << " \"[random]\"");
    CAPTURE(wrong);
    REQUIRE(wrong.empty());
  }
}

TEST_CASE("relocations and sections that ask for too much are refused by name") {
  const ObjectBytes object = object_file("sample");
  REQUIRE(refusal_of_image(object) == "nothing");
  CHECK(refusal_of_image({}) == "is too short for an ELF file");
  CHECK(refusal_of_image(with<std::uint16_t>(object, 18, 183)) ==
        "is not a relocatable ELF file for x86-64");  // for AArch64
  CHECK(refusal_of_image(with<std::uint16_t>(object, 16, 3)) ==
        "is not a relocatable ELF file for x86-64");  // shared object
  CHECK(refusal_of_image(ObjectBytes(kMaxObjectBytes + 1)).find("is 4194305 bytes long; at most 4194304") == 0);
  const std::size_t relocations =
      section_header(object, [](const elf::SectionHeader& section) { return section.type == elf::kRelocations; });
  const std::size_t first = read<elf::SectionHeader>(object, relocations).offset;
  CHECK(refusal_of_image(with<std::uint32_t>(object, first + 8, 10)) ==  // R_X86_64_32
        "has a relocation of type 10; 64, PC32, PLT32 and GOTPCREL are known");
  CHECK(refusal_of_image(with<std::uint64_t>(object, first, 1u << 20)) ==
        "has a relocation that leads out of its section or its table of symbols");
  CHECK(refusal_of_image(with<std::uint32_t>(object, first + 12, 1u << 20)) ==
        "has a relocation that leads out of its section or its table of symbols");
  CHECK(refusal_of_image(with<std::int64_t>(object, first + 16, 1ll << 40)).find("that leads out of what is loaded") !=
        std::string::npos);
  const std::size_t code = section_header(object, [](const elf::SectionHeader& section) {
    return (section.flags & elf::kExecutable) != 0 && section.size > 0;
  });
  const std::size_t alignment = code + offsetof(elf::SectionHeader, alignment);
  CHECK(refusal_of_image(with<std::uint64_t>(object, alignment, 4096)).find("at a multiple of 4096") !=
        std::string::npos);
  CHECK(refusal_of_image(with<std::uint64_t>(object, alignment, 24)).find("powers of two") != std::string::npos);
  CHECK(refusal_of_image(with<std::uint64_t>(object, code + offsetof(elf::SectionHeader, offset), ~0ull)) ==
        "has a section that leads out of the file");
}

TEST_CASE("sections that share bytes do not multiply memory or time") {
  // One code section of nearly all the file, listed by 60,000 section headers.
  constexpr std::uint16_t kSections = 60000;
  ObjectBytes object(sizeof(elf::FileHeader) + kSections * sizeof(elf::SectionHeader));
  elf::FileHeader header{};
  std::copy(std::begin(elf::kIdent), std::end(elf::kIdent), header.ident);
  header.type = elf::kRelocatable, header.machine = elf::kX8664, header.version = 1;
  header.section_headers_offset = sizeof header, header.section_header_bytes = sizeof(elf::SectionHeader);
  header.section_count = kSections;
  std::memcpy(object.data(), &header, sizeof header);
  for (const std::uint32_t type : {elf::kContent, elf::kRelocations}) {
    for (std::uint16_t i = 0; i < kSections; ++i) {
      elf::SectionHeader section{};
      section.type = i == 0 ? elf::kStrings : i == 1 ? elf::kSymbols : i == 2 ? elf::kContent : type;
      section.flags = section.type == elf::kContent ? elf::kInMemory : 0;
      section.size = i == 2 ? 24 : object.size() / 24 * 24;
      section.link = i == 1 ? 0 : 1, section.info = 2;
      section.entry_bytes = 24, section.alignment = 1;
      std::memcpy(object.data() + sizeof header + i * sizeof section, &section, sizeof section);
    }
    CHECK(refusal_of_image(object).size() > 10);
  }
}
