#include "jit/halide/objects/object_loader.h"

#include <cstdint>
#include <cstring>

#include "engine/fork/forks.h"

namespace dmlrun::jit::halide {

std::span<const Import> object_imports() noexcept {
  return once([]() -> const auto& {
    static const Import imports[] = {{"memcpy", reinterpret_cast<std::uintptr_t>(&std::memcpy)},
                                     {"memset", reinterpret_cast<std::uintptr_t>(&std::memset)}};
    return imports;
  });
}

Result<LoadedObject> load_object(memory::CodeArena& arena, std::span<const std::byte> object,
                                 std::span<const Import> imports) noexcept {
  auto image = link_object(object, imports);
  if (!image) return std::move(image).error();
  auto code = arena.build(image->bytes.size(), [&](const memory::CodeSpace& space) noexcept {
    std::memcpy(space.bytes.data(), image->bytes.data(), image->bytes.size());
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(space.address));
    for (const ObjectImage::Address& place : image->addresses) {
      const std::uint64_t address = place.value + (place.is_inside ? begin : 0);
      std::memcpy(space.bytes.data() + place.offset, &address, sizeof address);
    }
  });
  if (!code) return std::move(code).error();
  return LoadedObject(std::move(*code), std::move(*image));
}

}  // namespace dmlrun::jit::halide
