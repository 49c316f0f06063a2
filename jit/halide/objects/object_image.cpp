#include "jit/halide/objects/object_image.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <optional>

#include "jit/halide/objects/arm64_relocations.h"
#include "jit/halide/objects/elf_format.h"

namespace dmlrun::jit::halide {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kPointerBytes = 8;
constexpr std::uint64_t kLongestName = 512;

Error refuse(std::string sentence) {
  return {.code = ErrorCode::backend_failed, .where = "object", .message = std::move(sentence)};
}

/// A name from the object for a message: its beginning, in printable ASCII.
std::string shown(std::string_view name) {
  std::string text(name.substr(0, 60));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "\"" + text + "\"";
}

/// An object that is being linked. The steps stand in the order in which they are taken; each fails with a sentence.
class Linker {
 public:
  Linker(std::span<const std::byte> object, std::span<const Import> imports, Processor processor)
      : object_(object), imports_(imports), processor_(processor) {}

  Result<ObjectImage> link() {
    if (auto ok = read_headers(); !ok) return std::move(ok).error();
    if (auto ok = place_sections(); !ok) return std::move(ok).error();
    if (auto ok = read_symbols(); !ok) return std::move(ok).error();
    for (const elf::SectionHeader& section : sections_) {
      if (section.type != elf::kRelocations) continue;
      if (auto ok = relocate(section); !ok) return std::move(ok).error();
    }
    if (auto ok = list_functions(); !ok) return std::move(ok).error();
    return std::move(image_);
  }

 private:
  [[nodiscard]] bool is_arm() const noexcept { return processor_ == Processor::arm64; }
  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    return offset <= object_.size() && bytes <= object_.size() - offset;
  }
  /// Entry `index` of the table at `offset`. Precondition: it lies in the object.
  template <class T>
  [[nodiscard]] T entry(std::uint64_t offset, std::uint64_t index) const noexcept {
    T value;
    std::memcpy(&value, object_.data() + offset + index * sizeof(T), sizeof(T));
    return value;
  }
  /// The string at `offset` of a string table; nothing when it does not end in there, or is absurdly long.
  [[nodiscard]] std::optional<std::string_view> string(const elf::SectionHeader& table, std::uint64_t offset) const {
    if (offset >= table.size) return std::nullopt;
    const auto* begin = reinterpret_cast<const char*>(object_.data() + table.offset + offset);
    const auto most = std::min<std::uint64_t>(kLongestName, table.size - offset);
    const void* end = std::memchr(begin, 0, static_cast<std::size_t>(most));
    if (!end) return std::nullopt;
    return std::string_view(begin, static_cast<std::size_t>(static_cast<const char*>(end) - begin));
  }

  Result<void> read_headers() {
    if (object_.size() > kMaxObjectBytes)
      return refuse("is " + std::to_string(object_.size()) + " bytes long; at most " + std::to_string(kMaxObjectBytes) +
                    " are loaded");
    if (object_.size() < sizeof(elf::FileHeader)) return refuse("is too short for an ELF file");
    const auto header = entry<elf::FileHeader>(0, 0);
    if (!std::equal(std::begin(elf::kIdent), std::end(elf::kIdent), header.ident) || header.type != elf::kRelocatable ||
        header.machine != (is_arm() ? arm64::kMachine : elf::kX8664) || header.version != 1)
      return refuse(std::string("is not a relocatable ELF file for ") + (is_arm() ? "arm64" : "x86-64"));
    if (header.section_header_bytes != sizeof(elf::SectionHeader) || header.section_count == 0 ||
        !holds(header.section_headers_offset, header.section_count * sizeof(elf::SectionHeader)))
      return refuse("has a table of sections that is not as ELF wants it, or leads out of the file");
    for (std::uint64_t i = 0; i < header.section_count; ++i) {
      const auto section = entry<elf::SectionHeader>(header.section_headers_offset, i);
      // Section 0 is none, and what takes no place in the file has no bytes there.
      if (section.type != elf::kNothing && section.type != elf::kNoContent && !holds(section.offset, section.size))
        return refuse("has a section that leads out of the file");
      sections_.push_back(section);
    }
    if (header.section_names >= sections_.size() || sections_[header.section_names].type != elf::kStrings)
      return refuse("has no names of sections");
    names_ = sections_[header.section_names];
    return {};
  }

  /// Whether a section is needed to run the code; an Error for one that there is no way to have.
  Result<bool> is_loaded(const elf::SectionHeader& section) const {
    if ((section.flags & elf::kInMemory) == 0 || section.size == 0) return false;
    const auto name = string(names_, section.name);
    if (!name) return refuse("has a section without a name");
    // Nothing unwinds through this code.
    if (section.type == elf::kNote || section.type == elf::kUnwindTable || *name == ".eh_frame") return false;
    if (section.type != elf::kContent || (section.flags & elf::kThreadLocal) != 0)
      return refuse("has a section " + shown(*name) + " of type " + std::to_string(section.type) +
                    "; code and constants are loaded, nothing else");
    const bool is_constant = (section.flags & elf::kWritable) == 0 || name->starts_with(".data.rel.ro");
    if (!is_constant)
      return refuse("has variables, in section " + shown(*name) + "; code that is loaded here has constants only");
    if (!std::has_single_bit(std::max<std::uint64_t>(section.alignment, 1)) || section.alignment > kImageAlignment)
      return refuse("wants section " + shown(*name) + " at a multiple of " + std::to_string(section.alignment) +
                    "; powers of two up to " + std::to_string(kImageAlignment) + " can be had");
    return true;
  }

  /// Code first, so that constants do not lie between instructions.
  Result<void> place_sections() {
    places_.assign(sections_.size(), kNone);
    if (auto ok = place_sections(elf::kExecutable); !ok) return ok;
    image_.code_bytes = image_.bytes.size();
    if (auto ok = place_sections(0); !ok) return ok;
    content_bytes_ = image_.bytes.size();
    if (content_bytes_ == 0) return refuse("has no code");
    return {};
  }

  Result<void> place_sections(std::uint64_t executable) {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const elf::SectionHeader& section = sections_[i];
      if ((section.flags & elf::kExecutable) != executable) continue;
      const auto loaded = is_loaded(section);
      if (!loaded) return loaded.error();
      if (!*loaded) continue;
      pad_to(static_cast<std::size_t>(std::max<std::uint64_t>(section.alignment, 1)));
      if (section.size > object_.size() - loaded_bytes_) return refuse("has sections that share bytes");
      loaded_bytes_ += section.size;
      places_[i] = static_cast<std::uint32_t>(image_.bytes.size());
      const std::byte* begin = object_.data() + section.offset;
      image_.bytes.insert(image_.bytes.end(), begin, begin + section.size);
    }
    return {};
  }

  Result<void> read_symbols() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const elf::SectionHeader& table = sections_[i];
      if (table.type != elf::kSymbols) continue;
      if (symbols_section_ != kNone || table.entry_bytes != sizeof(elf::Symbol) ||
          table.size % sizeof(elf::Symbol) != 0 || table.link >= sections_.size() ||
          sections_[table.link].type != elf::kStrings)
        return refuse("has a table of symbols that is not as ELF wants it");
      symbols_section_ = static_cast<std::uint32_t>(i);
      symbol_names_ = sections_[table.link];
      for (std::uint64_t s = 0; s < table.size / sizeof(elf::Symbol); ++s)
        symbols_.push_back(entry<elf::Symbol>(table.offset, s));
    }
    table_entries_.assign(symbols_.size(), kNone);
    stubs_.assign(symbols_.size(), kNone);
    return {};
  }

  /// Where a symbol is: in the image, or outside.
  struct Target {
    std::uint64_t value = 0;
    bool is_inside = false;
  };

  Result<Target> target(std::uint32_t index) const {
    const elf::Symbol& symbol = symbols_[index];
    const auto name = string(symbol_names_, symbol.name);
    if (!name) return refuse("has a symbol without a name");
    if (symbol.section == elf::kUndefined) {
      for (const Import& import : imports_)
        if (import.name == *name) return Target{import.address, false};
      return refuse("needs " + shown(*name) + ", which code that is loaded here may not call");
    }
    if (symbol.section >= elf::kFirstReserved || symbol.section >= sections_.size() ||
        places_[symbol.section] == kNone || symbol.value > sections_[symbol.section].size)
      return refuse("refers to " + shown(*name) + ", which is not in what is loaded");
    return Target{places_[symbol.section] + symbol.value, true};
  }

  Result<void> relocate(const elf::SectionHeader& table) {
    if (table.entry_bytes != sizeof(elf::Relocation) || table.size % sizeof(elf::Relocation) != 0 ||
        table.info >= sections_.size() || table.link != symbols_section_)
      return refuse("has a table of relocations that is not as ELF wants it");
    if (places_[table.info] == kNone) return {};
    if (table.size > object_.size() - relocation_bytes_) return refuse("has tables of relocations that share bytes");
    relocation_bytes_ += table.size;
    for (std::uint64_t i = 0; i < table.size / sizeof(elf::Relocation); ++i)
      if (auto ok = relocate(entry<elf::Relocation>(table.offset, i), table.info); !ok) return ok;
    return {};
  }

  Result<void> relocate(const elf::Relocation& relocation, std::uint32_t section) {
    const std::uint64_t width = relocation.type == (is_arm() ? arm64::kAbsolute64 : elf::kAbsolute64) ? 8 : 4;
    const std::uint64_t room = sections_[section].size;
    if (relocation.offset > room || width > room - relocation.offset || relocation.symbol >= symbols_.size())
      return refuse("has a relocation that leads out of its section or its table of symbols");
    const auto found = target(relocation.symbol);
    if (!found) return found.error();
    const auto place = static_cast<std::size_t>(places_[section] + relocation.offset);
    if (is_arm()) return relocate_arm(relocation, *found, place);
    switch (relocation.type) {
      case elf::kAbsolute64: return write_address(place, *found, relocation.addend);
      case elf::kCall32:
        if (!found->is_inside) return write_distance(place, stub(relocation.symbol, *found), relocation.addend);
        [[fallthrough]];
      case elf::kRelative32:
        if (!found->is_inside) return refuse("reads or jumps to an import directly; calls through tables are known");
        return write_distance(place, found->value, relocation.addend);
      case elf::kTableEntry32:
      case elf::kTableEntry32X:
      case elf::kTableEntry32RexX:
        return write_distance(place, table_entry(relocation.symbol, *found), relocation.addend);
      default:
        return refuse("has a relocation of type " + std::to_string(relocation.type) +
                      "; 64, PC32, PLT32 and GOTPCREL are known");
    }
  }

  Result<void> relocate_arm(const elf::Relocation& relocation, Target found, std::size_t place) {
    const bool is_call = relocation.type == arm64::kCall26 || relocation.type == arm64::kJump26;
    if (relocation.type == arm64::kAbsolute64) return write_address(place, found, relocation.addend);
    if (!found.is_inside && (!is_call || relocation.addend != 0))
      return refuse("reads or jumps to an import directly; calls are known");
    if (!found.is_inside) found = {stub(relocation.symbol, found), true};
    if (relocation.type == arm64::kRelative32) return write_distance(place, found.value, relocation.addend);
    const auto at = static_cast<std::int64_t>(found.value), most = static_cast<std::int64_t>(image_.bytes.size());
    if (relocation.addend < -at || relocation.addend > most - at)
      return refuse("has a distance that leads out of what is loaded");
    // Pages count from the image's begin, wherever that is.
    const std::int64_t to = at + relocation.addend, from = static_cast<std::int64_t>(place);
    std::uint32_t instruction = 0;
    std::memcpy(&instruction, image_.bytes.data() + place, sizeof instruction);
    const auto changed = is_call ? arm64::branch(instruction, to - from)
                         : relocation.type == arm64::kPage
                             ? arm64::address(instruction, (to & ~std::int64_t{0xFFF}) - from)
                             : arm64::low_bits(relocation.type, instruction, static_cast<std::uint32_t>(to & 0xFFF));
    if (!changed)
      return refuse("has a relocation of type " + std::to_string(relocation.type) +
                    " that is not known, or that its instruction cannot have");
    std::memcpy(image_.bytes.data() + place, &*changed, sizeof *changed);
    return {};
  }

  /// Distances count from an instruction's end, so addends are less by at most this.
  static constexpr std::int64_t kLongestTail = 16;

  Result<void> write_address(std::size_t place, const Target& found, std::int64_t addend) {
    const auto most = static_cast<std::int64_t>(content_bytes_);
    const auto value = static_cast<std::int64_t>(found.value);
    if (found.is_inside ? addend < -value || addend > most - value : addend != 0)
      return refuse("has an address that leads out of what is loaded");
    image_.addresses.push_back({place, found.value + static_cast<std::uint64_t>(addend), found.is_inside});
    return {};
  }

  Result<void> write_distance(std::size_t place, std::uint64_t to, std::int64_t addend) {
    const auto at = static_cast<std::int64_t>(to), most = static_cast<std::int64_t>(image_.bytes.size());
    if (addend < -at - kLongestTail || addend > most - at)
      return refuse("has a distance that leads out of what is loaded");
    const auto distance = static_cast<std::int32_t>(at + addend - static_cast<std::int64_t>(place));
    std::memcpy(image_.bytes.data() + place, &distance, sizeof distance);
    return {};
  }

  /// Where the image holds the address of a symbol.
  std::uint64_t table_entry(std::uint32_t symbol, const Target& found) {
    if (table_entries_[symbol] == kNone) {
      pad_to(kPointerBytes);
      table_entries_[symbol] = static_cast<std::uint32_t>(image_.bytes.size());
      image_.addresses.push_back({image_.bytes.size(), found.value, found.is_inside});
      image_.bytes.resize(image_.bytes.size() + kPointerBytes);
    }
    return table_entries_[symbol];
  }

  /// Where the image has a jump to a function that is too far away for a call.
  std::uint64_t stub(std::uint32_t symbol, const Target& found) {
    if (stubs_[symbol] == kNone && is_arm()) {
      pad_to(kPointerBytes);
      stubs_[symbol] = static_cast<std::uint32_t>(image_.bytes.size());
      const auto* jump = reinterpret_cast<const std::byte*>(arm64::kJumpBehind);
      image_.bytes.insert(image_.bytes.end(), jump, jump + sizeof arm64::kJumpBehind);
      image_.addresses.push_back({image_.bytes.size(), found.value, found.is_inside});
      image_.bytes.resize(image_.bytes.size() + kPointerBytes);
    }
    if (stubs_[symbol] == kNone) {
      const std::uint64_t entry = table_entry(symbol, found);
      constexpr std::uint8_t kJump[] = {0xFF, 0x25};  // jmp [rip + distance]
      const auto begin = image_.bytes.size();
      stubs_[symbol] = static_cast<std::uint32_t>(begin);
      image_.bytes.resize(begin + kPointerBytes, std::byte{0xCC});
      const auto distance = static_cast<std::int32_t>(static_cast<std::int64_t>(entry) -
                                                      static_cast<std::int64_t>(begin + sizeof kJump + 4));
      std::memcpy(image_.bytes.data() + begin, kJump, sizeof kJump);
      std::memcpy(image_.bytes.data() + begin + sizeof kJump, &distance, sizeof distance);
    }
    return stubs_[symbol];
  }

  Result<void> list_functions() {
    for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
      const elf::Symbol& symbol = symbols_[i];
      const bool is_shown = symbol.binding_and_type == (elf::kGlobal << 4 | elf::kFunction);
      if (!is_shown || symbol.section == elf::kUndefined) continue;
      const auto place = target(i);
      if (!place) return place.error();
      const elf::SectionHeader& section = sections_[symbol.section];
      if ((section.flags & elf::kExecutable) == 0 || symbol.value >= section.size)
        return refuse("has a function outside its code");
      image_.functions.push_back({std::string(*string(symbol_names_, symbol.name)), place->value});
    }
    return {};
  }

  void pad_to(std::size_t alignment) {
    image_.bytes.resize((image_.bytes.size() + alignment - 1) / alignment * alignment, std::byte{0xCC});
  }

  std::span<const std::byte> object_;
  std::span<const Import> imports_;
  Processor processor_;
  ObjectImage image_;
  std::size_t content_bytes_ = 0;  // of the image, before the addresses and jumps that are added
  std::uint64_t loaded_bytes_ = 0, relocation_bytes_ = 0;  // read so far; sections that share bytes could read for ever
  std::vector<elf::SectionHeader> sections_;
  std::vector<std::uint32_t> places_;  // of sections in the image, or kNone
  elf::SectionHeader names_{}, symbol_names_{};
  std::uint32_t symbols_section_ = kNone;
  std::vector<elf::Symbol> symbols_;
  std::vector<std::uint32_t> table_entries_, stubs_;  // of symbols in the image, or kNone
};

}  // namespace

Result<ObjectImage> link_object(std::span<const std::byte> object, std::span<const Import> imports,
                                Processor processor) noexcept {
  try {
    return Linker(object, imports, processor).link();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::jit::halide
