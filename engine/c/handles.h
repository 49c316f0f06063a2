// The content of the opaque handles of dmlrun_c.h, and access to its structs.
// Options::take() is in kernel.cpp, make_text() in whole_process.cpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "dmlrun/dmlrun_c.h"
#include "dmlrun/kernel.h"
#include "engine/c/refusal.h"
#include "engine/spec/spec.h"

struct dmlrun_spec {
  dmlrun::spec::Spec spec;
};
struct dmlrun_operator {
  dmlrun::Operator op;
};
struct dmlrun_kernel {
  dmlrun::Kernel kernel;
};

namespace dmlrun::c {

/// The members of a caller's struct that this library knows; all 0 for null. False where the struct is smaller than its
/// first member, or larger than this library's with something in it that is not 0: the caller wants what is not here.
template <class Struct>
[[nodiscard]] bool read_struct(const Struct* given, Struct& known) noexcept {
  static_assert(std::is_trivially_copyable_v<Struct>);
  std::memset(&known, 0, sizeof known);
  if (!given) return true;
  const std::size_t size = given->struct_size;
  if (size < sizeof(std::size_t)) return false;
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  std::memcpy(&known, given, std::min(size, sizeof known));
  return std::all_of(bytes + std::min(size, sizeof known), bytes + size, [](unsigned char byte) { return byte == 0; });
}

inline constexpr const char* kNewerStruct =
    "a struct has a struct_size that is 0, or holds what this version of the library does not know";

/// Writes the members that the caller's struct has room for; the others of a newer caller become 0. Refuses a struct
/// that is smaller than its first member.
template <class Struct>
dmlrun_code write_struct(const Struct& made, Struct* out, dmlrun_error* error) noexcept {
  static_assert(std::is_trivially_copyable_v<Struct>);
  const std::size_t size = out->struct_size;
  if (size < sizeof(std::size_t)) return refuse_usage(kNewerStruct, error);
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  std::memset(bytes, 0, size);
  std::memcpy(bytes, &made, std::min(size, sizeof made));
  out->struct_size = size;
  return DMLRUN_OK;
}

inline std::string_view view(const char* text) noexcept { return text ? std::string_view(text) : std::string_view(); }

/// Hands a handle over.
template <class Handle, class... Arguments>
dmlrun_code make_handle(Handle** out, Arguments&&... arguments) {
  *out = new Handle{std::forward<Arguments>(arguments)...};
  return DMLRUN_OK;
}

/// Hands a text over.
dmlrun_code make_text(std::string_view text, char** out);

/// Options that a caller gave; views of its strings.
class Options {
 public:
  /// Null, or what is wrong with the options.
  [[nodiscard]] const char* take(const dmlrun_compile_options* given) noexcept;
  [[nodiscard]] const CompileOptions& options() const noexcept { return options_; }

 private:
  CompileOptions options_{};
  Executor executor_{};
};

}  // namespace dmlrun::c
