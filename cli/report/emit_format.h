// The formats of `dmlrun emit`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "engine/run/emit/emit.h"

namespace dmlrun::cli {

struct EmitFormat {
  std::string_view name;
  std::string_view extension;  ///< of a file; "" where it depends on the back end or the target
  bool is_text;
  std::optional<Emitted> emitted;  ///< made for other programs; else it is read off a kernel that would run here
};

/// The formats of --format, a list with commas; one that suits the back end where there is none. Failure exit 2.
[[nodiscard]] std::vector<EmitFormat> emit_formats(const Options& options);

/// The back end that is meant: for what is made for other programs, one that makes it.
[[nodiscard]] std::string emitting_backend(const EmitFormat& format, const Options& options);

/// ".o", ".metal" and so on.
[[nodiscard]] std::string file_extension(const EmitFormat& format, const Options& options);

/// What kernels are made of, as asm or bin. Failure exit 5 when the back end makes no code, or this build cannot show
/// it.
[[nodiscard]] std::string show_code(const EmitFormat& format, const std::vector<KernelDescription>& kernels);

}  // namespace dmlrun::cli
