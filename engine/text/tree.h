// The flat store behind a Document: every value is one Node, in the order of the text, so a container's first child is
// the node after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document.h"

namespace dmlrun::text {

struct Node {
  std::uint32_t parent = 0;
  std::uint32_t next = 0;        // the next sibling; 0 (the root, nobody's sibling) for the last one
  std::uint32_t offset = 0;      // of the value's first character in Tree::text
  std::uint32_t size = 0;        // children, bytes of a string, characters of a number, 1 for true
  std::uint32_t string_at = 0;   // strings: where the decoded bytes begin in Tree::strings
  std::uint32_t key_at = 0;      // members: where the decoded key begins in Tree::strings
  std::uint32_t key_offset = 0;  // members: of the key's opening quote in Tree::text
  std::uint32_t ordinal = 0;     // elements: index in the array; members: bytes of the key
  Kind kind = Kind::null;
};

struct Tree {
  std::string kept;  // the text, where the document holds it
  std::string_view text;
  std::string strings;  // all decoded strings and keys, one after the other
  std::vector<Node> nodes;
  std::size_t begin = 0;  // of the text proper: after a byte order mark
  bool drops_sign_of_zeros = false;

  [[nodiscard]] bool is_container(std::uint32_t node) const noexcept {
    return nodes[node].kind == Kind::array || nodes[node].kind == Kind::object;
  }
  [[nodiscard]] bool is_member(std::uint32_t node) const noexcept {
    return node != 0 && nodes[nodes[node].parent].kind == Kind::object;
  }
  [[nodiscard]] std::string_view key(std::uint32_t node) const noexcept {
    const Node& n = nodes[node];
    return is_member(node) ? std::string_view(strings).substr(n.key_at, n.ordinal) : std::string_view();
  }

  /// Line and column of an offset. Fast after index_lines(): a scan of at most kLineStep bytes.
  [[nodiscard]] Position position(std::size_t offset) const noexcept;
  /// Called once the text is known to be good, so that asking for many positions stays linear.
  void index_lines();

 private:
  static constexpr std::size_t kLineStep = 4096;
  struct LineMark {
    std::uint32_t line;
    std::uint32_t line_begin;
  };
  void advance(LineMark& mark, std::size_t from, std::size_t to) const noexcept;
  std::vector<LineMark> marks_;  // marks_[i]: the line in which offset i * kLineStep stands
};

}  // namespace dmlrun::text
