// Relocatable objects as code that can be called.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "dmlrun/result.h"
#include "jit/halide/objects/object_image.h"
#include "jit/memory/code_arena.h"

namespace dmlrun::jit::halide {

/// The code of one object, until this dies; nothing may be executing it then.
class LoadedObject {
 public:
  /// The function of this name, or null. Precondition: if there is one, it has this type.
  template <class Function>
  requires std::is_function_v<Function>
  [[nodiscard]] Function* find(std::string_view name) const noexcept {
    for (const ObjectImage::Function& function : functions_)
      if (function.name == name) return code_.function<Function>(function.offset);
    return nullptr;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return code_.code().size(); }
  /// The instructions where they lie, and behind them what they read.
  [[nodiscard]] std::span<const std::byte> code() const noexcept { return code_.code().first(code_bytes_); }
  [[nodiscard]] std::span<const std::byte> constants() const noexcept { return code_.code().subspan(code_bytes_); }

 private:
  friend Result<LoadedObject> load_object(memory::CodeArena&, std::span<const std::byte>,
                                          std::span<const Import>) noexcept;
  LoadedObject(memory::CodeBlock code, ObjectImage image) noexcept
      : code_(std::move(code)), functions_(std::move(image.functions)), code_bytes_(image.code_bytes) {}

  memory::CodeBlock code_;
  std::vector<ObjectImage::Function> functions_;
  std::size_t code_bytes_;
};

/// The functions that an object may call: memset and memcpy, into which a compiler turns loops that do the same.
[[nodiscard]] std::span<const Import> object_imports() noexcept;

/// Links the object and copies it into the arena. The object may hold anything: see link_object for what is refused
/// (backend_failed). Also fails as CodeArena::build. What is accepted is machine code all the same: call only what
/// comes from where you trust. May be called from several threads.
Result<LoadedObject> load_object(memory::CodeArena& arena, std::span<const std::byte> object,
                                 std::span<const Import> imports) noexcept;

}  // namespace dmlrun::jit::halide
