// A bounded, duplicate-free JSON tree; every document is read through it.
// DxDispatch's dialect: // and /* */ comments and one trailing comma are accepted; a leading UTF-8 BOM is skipped.
// document.cpp parses, tree.cpp has Value and what a Document gives, printable.cpp has printable().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dmlrun/result.h"

namespace dmlrun::text {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

/// "an array", "a string", ... for messages.
[[nodiscard]] std::string_view with_article(Kind kind) noexcept;

struct Tree;

/// One value of a Document: a cheap handle that is valid as long as its Document (moving the Document is fine).
class Value {
 public:
  Value() noexcept = default;
  Value(const Tree* tree, std::uint32_t node) noexcept : tree_(tree), node_(node) {}

  /// False for a default-made Value: "no such field".
  explicit operator bool() const noexcept { return tree_ != nullptr; }
  [[nodiscard]] Kind kind() const noexcept;
  [[nodiscard]] bool is(Kind k) const noexcept { return kind() == k; }
  [[nodiscard]] bool boolean() const noexcept;
  /// The decoded characters of a string.
  [[nodiscard]] std::string_view string() const noexcept;
  /// A number exactly as it is written, but for Document::drop_sign_of_zeros.
  [[nodiscard]] std::string_view literal() const noexcept;
  /// Number of elements or members; 0 for scalars.
  [[nodiscard]] std::uint32_t size() const noexcept;
  /// The member's own key; "" for array elements and the root.
  [[nodiscard]] std::string_view key() const noexcept;
  /// The member of that name, or a false Value. Linear in the number of members.
  [[nodiscard]] Value find(std::string_view key) const noexcept;

  /// for (Value child : value): elements or members in the order of the text.
  class Iterator {
   public:
    Iterator(const Tree* tree, std::uint32_t node) noexcept : tree_(tree), node_(node) {}
    Value operator*() const noexcept { return {tree_, node_}; }
    Iterator& operator++() noexcept;
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.node_ == b.node_; }

   private:
    const Tree* tree_;
    std::uint32_t node_;
  };
  [[nodiscard]] Iterator begin() const noexcept;
  [[nodiscard]] Iterator end() const noexcept;

  /// JSON pointer (RFC 6901) from the root, control characters written \x1b so that it can be printed anywhere.
  [[nodiscard]] std::string pointer() const;
  /// Where the value's first character stands.
  [[nodiscard]] Position position() const noexcept;

 private:
  const Tree* tree_ = nullptr;
  std::uint32_t node_ = 0;
};

/// An Error at this value: pointer, line and column filled in.
[[nodiscard]] Error error_at(const Value& value, ErrorCode code, std::string message);

class Document {
 public:
  /// Refuses a text of this size as parse() does, before it is copied.
  [[nodiscard]] static Result<void> check_bytes(std::uint64_t bytes, const Limits& limits = {});
  /// Refuses: syntax, bad_utf8, duplicate_key, too_deep, too_large, too_many_items, out_of_range (a number too long or
  /// too large for a double). Memory stays below a small multiple of the text; time is linear.
  [[nodiscard]] static Result<Document> parse(std::string text, const Limits& limits = {}) noexcept;
  /// The same for a text that outlives the document, and is not copied.
  [[nodiscard]] static Result<Document> parse_in_place(std::string_view text, const Limits& limits = {}) noexcept;

  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  [[nodiscard]] Value root() const noexcept;
  /// Follows a JSON pointer as far as it exists: the deepest ancestor that is there.
  [[nodiscard]] Value deepest(std::string_view pointer) const noexcept;
  /// From now on the literal "-0" (not "-0.0") reads "0": DxDispatch takes it for an integer.
  void drop_sign_of_zeros() noexcept;

 private:
  explicit Document(std::unique_ptr<Tree> tree) noexcept;
  std::unique_ptr<Tree> tree_;
};

/// Text for a terminal or a message: control characters and invalid UTF-8 as \xNN, cut after `most` bytes with "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace dmlrun::text
