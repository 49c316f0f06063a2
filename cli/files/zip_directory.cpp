#include "cli/files/zip_directory.h"

#include <algorithm>
#include <optional>

#include "cli/report/failure.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

constexpr std::uint32_t kEnd = 0x06054B50, kEnd64 = 0x06064B50, kLocator64 = 0x07064B50;
constexpr std::uint32_t kEntry = 0x02014B50, kLocal = 0x04034B50;
constexpr std::size_t kEndBytes = 22, kEnd64Bytes = 56, kLocator64Bytes = 20, kEntryBytes = 46, kLocalBytes = 30;
constexpr std::uint32_t kIn64Bits = 0xFFFFFFFF;  // a number that stands in the ZIP64 field instead

[[noreturn]] void fail_archive(const std::string& path, std::string sentence) {
  fail_tensor_file(ErrorCode::npy_header, "archive", std::move(sentence), path);
}

/// Little-endian numbers at places that were checked.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

class Directory {
 public:
  Directory(InputFile& file, const std::string& path) : file_(file), path_(path) {
    if (!file.regular_size()) fail_archive(path, "an archive is read from a regular file; a pipe or device was found");
    size_ = *file.regular_size();
    find();
  }

  ZipMember find_member(const std::string& name) {
    std::optional<Entry> found;
    std::size_t members = 0, matches = 0;
    std::string names;
    for (std::size_t at = 0; at < directory_.size(); ++members) {
      Entry entry = read_entry(at);
      constexpr std::size_t kMaxNamed = 10;
      std::string shown = text::printable(without_extension(entry.name), 60);
      if (members < kMaxNamed) names += (names.empty() ? "" : ", ") + shown;
      if (members == kMaxNamed) names += ", ...";
      if (!name.empty() && entry.name != name && entry.name != name + ".npy") continue;
      ++matches;
      found = std::move(entry);
    }
    if (members != entries_) fail_damaged();
    if (members == 0) fail_archive(path_, "the archive has no members; .npy files were expected in it");
    if (name.empty() && matches != 1)
      fail_archive(path_,
                   "the archive has several arrays: " + names + "; one of them was expected, as in file.npz:name");
    if (matches == 0) fail_archive(path_, "the archive has no array " + in_quotes(name) + "; it has " + names);
    if (matches > 1) fail_archive(path_, "the archive has " + in_quotes(name) + " twice; once was expected");
    return locate(*found);
  }

 private:
  struct Entry {
    std::string_view name;
    std::uint64_t flags = 0, method = 0, local = 0;
    ZipMember member;
  };

  [[noreturn]] void fail_damaged() const {
    fail_archive(path_, "the archive's directory is damaged or cut off; a whole zip file was expected");
  }

  static std::string_view without_extension(std::string_view name) {
    return name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
  }

  std::string bytes(std::uint64_t offset, std::uint64_t size) {
    if (offset > size_ || size > size_ - offset) fail_damaged();
    std::string text(static_cast<std::size_t>(size), '\0');
    if (file_.read_at(offset, std::as_writable_bytes(std::span(text))) != text.size()) fail_damaged();
    return text;
  }

  /// The record at the end, which a comment of up to 64 KB may follow.
  void find() {
    constexpr std::uint64_t kMaxTail = kEndBytes + 0xFFFF;
    const std::uint64_t begin = size_ - std::min(size_, kMaxTail);
    const std::string tail = bytes(begin, size_ - begin);
    for (std::size_t at = tail.size() < kEndBytes ? 0 : tail.size() - kEndBytes + 1; at-- > 0;) {
      if (number(tail, at, 4) != kEnd || at + kEndBytes + number(tail, at + 20, 2) != tail.size()) continue;
      return read_end(std::string_view(tail).substr(at), begin + at);
    }
    fail_archive(path_, "the file is not a zip archive, or is cut off; an .npz file was expected");
  }

  void read_end(std::string_view end, std::uint64_t at) {
    std::uint64_t disks = number(end, 4, 2) | number(end, 6, 2), here = number(end, 8, 2);
    std::uint64_t size = number(end, 12, 4), offset = number(end, 16, 4);
    entries_ = number(end, 10, 2);
    if (entries_ == 0xFFFF || size == kIn64Bits || offset == kIn64Bits) {
      if (at < kLocator64Bytes) fail_damaged();
      const std::string locator = bytes(at - kLocator64Bytes, kLocator64Bytes);
      if (number(locator, 0, 4) != kLocator64) fail_damaged();
      at = number(locator, 8, 8);
      const std::string end64 = bytes(at, kEnd64Bytes);
      if (number(end64, 0, 4) != kEnd64) fail_damaged();
      disks = number(locator, 4, 4) | number(end64, 16, 4) | number(end64, 20, 4);
      here = number(end64, 24, 8);
      entries_ = number(end64, 32, 8);
      size = number(end64, 40, 8);
      offset = number(end64, 48, 8);
    }
    if (disks != 0 || here != entries_)
      fail_archive(path_, "the archive is one part of several; a whole zip file was expected");
    if (offset > at || size > at - offset) fail_damaged();
    directory_ = bytes(offset, size);
    begin_ = offset;
  }

  /// One entry of the directory; `at` goes behind it.
  Entry read_entry(std::size_t& at) const {
    const std::string_view rest = std::string_view(directory_).substr(at);
    if (rest.size() < kEntryBytes || number(rest, 0, 4) != kEntry) fail_damaged();
    const std::size_t name = number(rest, 28, 2), extra = number(rest, 30, 2), comment = number(rest, 32, 2);
    if (rest.size() - kEntryBytes < name + extra + comment) fail_damaged();
    Entry entry;
    entry.name = rest.substr(kEntryBytes, name);
    entry.flags = number(rest, 8, 2);
    entry.method = number(rest, 10, 2);
    entry.local = number(rest, 42, 4);
    entry.member.checksum = static_cast<std::uint32_t>(number(rest, 16, 4));
    entry.member.stored_bytes = number(rest, 20, 4);
    entry.member.bytes = number(rest, 24, 4);
    read_64_bits(rest.substr(kEntryBytes + name, extra), entry);
    at += kEntryBytes + name + extra + comment;
    return entry;
  }

  void read_64_bits(std::string_view extra, Entry& entry) const {
    while (extra.size() >= 4) {
      const std::size_t size = number(extra, 2, 2);
      if (size > extra.size() - 4) fail_damaged();
      std::string_view field = extra.substr(4, size);
      for (std::uint64_t* value : {&entry.member.bytes, &entry.member.stored_bytes, &entry.local}) {
        if (number(extra, 0, 2) != 1 || *value != kIn64Bits) continue;
        if (field.size() < 8) fail_damaged();
        *value = number(field, 0, 8);
        field.remove_prefix(8);
      }
      extra.remove_prefix(4 + size);
    }
  }

  /// Where the member's data begin, after a header of its own.
  ZipMember locate(Entry& entry) {
    const std::string shown = in_quotes(entry.name);
    if (entry.flags & 1)
      fail_archive(path_, "the member " + shown + " is encrypted; one without a password was expected");
    if (entry.method != 0 && entry.method != 8)
      fail_archive(path_, "the member " + shown + " is compressed by method " + std::to_string(entry.method) +
                              "; 0 (stored) or 8 (deflated), as numpy writes them, was expected");
    const std::string local = bytes(entry.local, kLocalBytes);
    if (number(local, 0, 4) != kLocal || number(local, 8, 2) != entry.method) fail_damaged();
    ZipMember member = entry.member;
    member.deflated = entry.method == 8;
    member.offset = entry.local + kLocalBytes + number(local, 26, 2) + number(local, 28, 2);
    if (member.offset > begin_ || member.stored_bytes > begin_ - member.offset) fail_damaged();
    if (!member.deflated && member.bytes != member.stored_bytes) fail_damaged();
    return member;
  }

  InputFile& file_;
  const std::string& path_;
  std::uint64_t size_ = 0, entries_ = 0, begin_ = 0;
  std::string directory_;
};

}  // namespace

ZipMember find_member(InputFile& file, const std::string& path, const std::string& name) {
  return Directory(file, path).find_member(name);
}

}  // namespace dmlrun::cli
