// System memory for machine code: the only part that maps memory or changes its protection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dmlrun/result.h"

namespace dmlrun::jit::memory {

/// How code memory is mapped. In both ways no byte is ever writable and executable through the same address.
enum class CodeMapping : std::uint8_t {
  none,  ///< no code memory
  flip,  ///< one view, which is either writable or executable
  dual,  ///< two views of the same memory, one to write and one to execute
};

/// The most bytes that are ever mapped at once. Where the system would refuse as much, a mapping is refused from the
/// first byte on, so that another can be chosen in time.
inline constexpr std::size_t kMaxMappedBytes = std::size_t{1} << 20;

/// "none", "flip" or "dual".
[[nodiscard]] std::string_view name(CodeMapping mapping) noexcept;

/// Mapped memory for code. The bytes of both views are the same; with flip the views are one.
struct CodePages {
  CodeMapping mapping = CodeMapping::none;
  std::byte* write_view = nullptr;  ///< may be accessed only where open() allowed it
  const std::byte* execute_view =
      nullptr;  ///< where the bytes are read and run; with flip not where open() allowed writing
  std::size_t bytes = 0;
};

/// A source of code memory. Offsets and sizes are in bytes and lie inside the pages. Every call may be made from
/// several threads, as long as no two of them concern the same pages. Errors: no_executable_memory, or out_of_memory
/// when there is no memory for the sentence.
class Pages {
 public:
  virtual ~Pages() = default;
  /// The size of one page. A power of two.
  [[nodiscard]] virtual std::size_t page_bytes() const noexcept = 0;
  /// `bytes` of memory, executable and closed for writing, content unspecified. Precondition: `bytes` is a multiple of
  /// page_bytes(), at least one page, and `mapping` is not none.
  virtual Result<CodePages> map(CodeMapping mapping, std::size_t bytes) noexcept = 0;
  /// Unmaps what map() returned. A null write_view means that this process has none (see inherit()).
  virtual void unmap(const CodePages& pages) noexcept = 0;
  /// These pages, mapped by a parent process before fork(), in this process: without the write view of a dual mapping,
  /// which is not inherited, because its memory is still shared with the parent.
  [[nodiscard]] static CodePages inherit(CodePages pages) noexcept {
    if (pages.mapping == CodeMapping::dual) pages.write_view = nullptr;
    return pages;
  }
  /// Allows writing to the pages that hold these bytes; with flip they cannot be executed or shared with other code
  /// meanwhile.
  virtual Result<void> open(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept = 0;
  /// Ends what open() of the same bytes began. Every processor that runs this process sees the new code afterwards.
  virtual Result<void> close(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept = 0;
};

/// The pages of the operating system. Keeps no descriptor of a dual mapping after map().
class SystemPages final : public Pages {
 public:
  [[nodiscard]] std::size_t page_bytes() const noexcept override;
  Result<CodePages> map(CodeMapping mapping, std::size_t bytes) noexcept override;
  void unmap(const CodePages& pages) noexcept override;
  Result<void> open(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept override;
  Result<void> close(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept override;
};

}  // namespace dmlrun::jit::memory
