// The tables that were built into the library, parsed on demand and then kept for the life of the process.
#include "engine/operators/specification.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <new>

#include "dmlrun/spec.h"
#include "engine/operators/specification_texts.h"

namespace dmlrun {
namespace operators {
namespace {

/// More than the 177 operators that DirectML has; specification_test.cpp compares it with the number of files.
constexpr std::size_t kMostTables = 192;

/// The operator's name of a table without parsing it: the first string after the key, which stands first in every file.
std::string_view operator_of(std::string_view text) noexcept {
  constexpr std::string_view kKey = "\"operator\": \"";
  const std::size_t key = text.find(kKey);
  if (key == std::string_view::npos) return {};
  const std::size_t begin = key + kKey.size();
  return text.substr(begin, text.find('"', begin) - begin);
}

/// One parsed table per file, by the file's number; null until somebody asks. Never freed: callers hold references,
/// also while static objects are destroyed.
std::array<std::atomic<const Specification*>, kMostTables> parsed_tables{};

const Specification* table(std::size_t number) noexcept {
  std::atomic<const Specification*>& slot = parsed_tables[number];
  if (const Specification* found = slot.load(std::memory_order_acquire)) return found;
  auto parsed = parse_specification(specification_texts()[number].text);
  if (!parsed) return nullptr;
  std::unique_ptr<const Specification> made(new (std::nothrow) Specification(std::move(*parsed)));
  const Specification* expected = nullptr;
  if (made && slot.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return made.release();
  return expected;  // another thread was faster, or memory ran out
}

const Specification* table_of(std::string_view type) noexcept {
  const auto texts = specification_texts();
  for (std::size_t i = 0; i < texts.size() && i < kMostTables; ++i)
    if (operator_of(texts[i].text) == type) return table(i);
  return nullptr;
}

struct TypeNames {
  std::array<std::string_view, kMostTables> names{};
  std::size_t count = 0;

  TypeNames() noexcept {
    for (const SpecificationText& file : specification_texts())
      if (const std::string_view type = operator_of(file.text); !type.empty() && count < kMostTables)
        names[count++] = type;
    std::sort(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count));
  }
};

}  // namespace

const Specification* find_specification(std::string_view type) noexcept {
  return type.empty() ? nullptr : table_of(type);
}

const Specification& tensor_specification() {
  const Specification* found = table_of("");
  if (!found) throw std::bad_alloc();
  return *found;
}

std::span<const Specification> specifications() noexcept {
  using All = std::vector<Specification>;
  static std::atomic<const All*> all{nullptr};
  if (const All* found = all.load(std::memory_order_acquire)) return *found;
  try {
    auto made = std::make_unique<All>();
    for (std::string_view type : operator_types()) {
      const Specification* one = table_of(type);
      if (!one) return {};
      made->push_back(*one);
    }
    const All* expected = nullptr;
    if (all.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *expected;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace operators

std::span<const std::string_view> operator_types() noexcept {
  static const operators::TypeNames kTypes;
  return {kTypes.names.data(), kTypes.count};
}

}  // namespace dmlrun
