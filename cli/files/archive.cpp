#include "cli/files/archive.h"

#include <algorithm>
#include <utility>

#include "cli/files/inflate.h"
#include "cli/files/zip_directory.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

constexpr std::string_view kExtension = ".npz";

/// A member as its own file.
class MemberFile : public ByteSource {
 public:
  MemberFile(InputFile file, const ZipMember& member, const std::string& path)
      : file_(std::move(file)), member_(member), path_(path) {
    if (member.deflated) inflater_.emplace(path);
  }

  std::size_t read(std::span<std::byte> bytes) override {
    const std::uint64_t left = member_.bytes - done_;
    bytes = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left)));
    if (member_.deflated) inflate(bytes);
    else if (read_stored(bytes) != bytes.size()) fail_damaged();
    checksum_ = add_to_checksum(checksum_, bytes);
    done_ += bytes.size();
    if (done_ == member_.bytes && checksum_ != member_.checksum) fail_damaged();
    return bytes.size();
  }

  [[nodiscard]] std::optional<std::uint64_t> regular_size() const noexcept override { return member_.bytes; }

 private:
  [[noreturn]] void fail_damaged() const {
    fail_tensor_file(ErrorCode::npy_header, "archive",
                     "the member's data are damaged; what its checksum and size in the archive say was expected",
                     path_);
  }

  std::size_t read_stored(std::span<std::byte> bytes) {
    const std::uint64_t left = member_.stored_bytes - taken_;
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left));
    const std::size_t got = file_.read_at(member_.offset + taken_, bytes.first(wanted));
    taken_ += got;
    return got;
  }

  void inflate(std::span<std::byte> bytes) {
    const auto more = [&](std::span<std::byte> compressed) { return read_stored(compressed); };
    if (!inflater_->read(bytes, more)) fail_damaged();
  }

  InputFile file_;
  ZipMember member_;
  std::string path_;
  std::optional<Inflater> inflater_;
  std::uint64_t taken_ = 0, done_ = 0;
  std::uint32_t checksum_ = 0;
};

}  // namespace

ArrayPath array_path(const std::string& path) {
  const std::size_t end = path.rfind(std::string(kExtension) + ":");
  if (end == std::string::npos || exists(path)) return {path, {}};
  return {path.substr(0, end + kExtension.size()), path.substr(end + kExtension.size() + 1)};
}

bool is_in_archive(const std::string& path) { return array_path(path).file.ends_with(kExtension); }

std::unique_ptr<ByteSource> open_array(const std::string& path) {
  const ArrayPath parts = array_path(path);
  InputFile file(parts.file);
  if (!parts.file.ends_with(kExtension)) return std::make_unique<InputFile>(std::move(file));
  const ZipMember member = find_member(file, path, parts.member);
  return std::make_unique<MemberFile>(std::move(file), member, path);
}

}  // namespace dmlrun::cli
