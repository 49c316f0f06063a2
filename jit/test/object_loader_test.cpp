#include "jit/halide/objects/object_loader.h"

#include <array>

#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/test/allocation_failure.h"
#include "jit/test/child_process.h"
#include "jit/test/mappings.h"
#include "jit/test/memory_map.h"
#include "jit/test/object_files.h"
#include "jit/test/system_refusal.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::test;

namespace {

CodeArena arena_with(CodeMapping mapping) {
  auto arena = CodeArena::make({.mapping = mapping});
  REQUIRE(arena);
  return *arena;
}

LoadedObject loaded(CodeArena& arena, std::string_view name) {
  auto object = load_object(arena, object_file(name), object_imports());
  if (!object) FAIL(object.error().to_string());
  return std::move(*object);
}

template <class Function>
Function* found(const LoadedObject& object, std::string_view name) {
  Function* function = object.find<Function>(name);
  INFO(name);
  REQUIRE(function);
  return function;
}

/// What is said against an object.
std::string refusal(std::string_view name, std::span<const Import> imports = object_imports()) {
  const auto image = link_object(object_file(name), imports);
  if (image) return "nothing";
  CHECK(image.error().code == ErrorCode::backend_failed);
  return image.error().to_string();
}

}  // namespace

TEST_CASE("a loaded object computes what its source says") {
  REQUIRE_FALSE(working_mappings().empty());
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    CodeArena arena = arena_with(mapping);
    const LoadedObject object = loaded(arena, "sample");
    CHECK(found<int(int, int)>(object, "sample_add")(40, 2) == 42);
    auto* apply = found<int(int, int, int)>(object, "sample_apply");
    CHECK(apply(0, 40, 2) == 42);
    CHECK(apply(1, 40, 2) == 38);
    auto* half = found<double(int)>(object, "sample_half");
    for (int i = 0; i < 7; ++i) CHECK(half(i) == i + 0.5);
    CHECK(writable_and_executable().empty());
  }
}

TEST_CASE("a loaded object clears and copies memory through its imports") {
  CodeArena arena = arena_with(working_mappings().front());
  const LoadedObject object = loaded(arena, "sample");
  std::array<char, 64> bytes{};
  bytes.fill('x');
  found<void(char*, std::size_t)>(object, "sample_zero")(bytes.data() + 1, 30);
  CHECK(std::string(bytes.data(), 32) == "x" + std::string(30, '\0') + "x");
  const std::string text = "to be copied";
  found<void(char*, const char*, std::size_t)>(object, "sample_copy")(bytes.data(), text.data(), text.size());
  CHECK(std::string(bytes.data(), text.size()) == text);
}

TEST_CASE("a function that an object does not have is not found") {
  CodeArena arena = arena_with(working_mappings().front());
  const LoadedObject object = loaded(arena, "sample");
  for (const char* name : {"", "sample", "sample_add ", "sample_adds", "sample_operations", "memcpy"})
    CHECK(object.find<void()>(name) == nullptr);
}

TEST_CASE("an object that is not only code and constants is refused in one sentence") {
  CHECK(refusal("variable") ==
        "object: has variables, in section \".data\"; code that is loaded here has constants only");
  CHECK(refusal("unset_variable") ==
        "object: has a section \".bss\" of type 8; code and constants are loaded, nothing else");
  CHECK(refusal("foreign_call") == "object: needs \"system\", which code that is loaded here may not call");
  const std::span<const Import> imports = object_imports();
  CHECK(refusal("sample", imports.subspan(1)) ==
        "object: needs \"memcpy\", which code that is loaded here may not call");
}

TEST_CASE("code memory of an object is given back") {
  CodeArena arena = arena_with(working_mappings().front());
  {
    const LoadedObject one = loaded(arena, "sample");
    LoadedObject other = loaded(arena, "sample");
    const LoadedObject moved = std::move(other);
    CHECK(arena.statistics().blocks == 2);
    CHECK(moved.bytes() == one.bytes());
  }
  CHECK(arena.statistics().blocks == 0);
}

TEST_CASE("an object that code memory has no room for is an error") {
  auto arena = CodeArena::make({.budget_bytes = 4096});
  REQUIRE(arena);
  std::vector<LoadedObject> objects;
  for (int i = 0; i < 100; ++i) {
    auto object = load_object(*arena, object_file("sample"), object_imports());
    if (!object) {
      CHECK(object.error().code == ErrorCode::code_budget);
      return;
    }
    objects.push_back(std::move(*object));
  }
  FAIL("100 objects in 4096 bytes");
}

TEST_CASE("loading reports each allocation that fails, and loses nothing") {
  CodeArena arena = arena_with(working_mappings().front());
  (void)loaded(arena, "sample");
  const ObjectBytes object = object_file("sample");
  for (std::uint64_t n = 1;; ++n) {
    REQUIRE(n < 1000);
    bool struck = false, good = false, is_memory = false;
    {
      const AllocationFailure failure(n);
      auto outcome = load_object(arena, object, object_imports());
      struck = failure.has_struck();
      good = outcome.has_value();
      is_memory = !good && outcome.error().code == ErrorCode::out_of_memory;
    }
    CHECK(arena.statistics().blocks == 0);
    CHECK(good != struck);
    if (good) break;
    CHECK(is_memory);
  }
}

TEST_CASE("objects load and run in a process that may never make writable memory executable") {
  if (dmlrun::test::kSanitized) return;
  const ChildOutcome outcome = run_in_child([] {
    Claims claims;
    if (!harden()) return 0;
    auto arena = CodeArena::make({});
    if (!arena || !arena->why_not().empty()) return 2;
    auto object = load_object(*arena, object_file("sample"), object_imports());
    if (!object) return 3;
    claims.claim(object->find<int(int, int, int)>("sample_apply")(0, 40, 2) == 42, "40 + 2 is 42");
    return claims.exit_code();
  });
  CHECK(outcome.output.empty());
  CHECK(outcome.exit_code == 0);
}
