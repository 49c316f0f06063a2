#include "engine/text/tree.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "engine/text/printable.h"

namespace dmlrun::text {
namespace {

/// The inverse of a pointer's ~0 and ~1.
std::string unescape_token(std::string_view token) {
  std::string key;
  for (std::size_t at = 0; at < token.size(); ++at) {
    bool escaped = token[at] == '~' && at + 1 < token.size() && (token[at + 1] == '0' || token[at + 1] == '1');
    if (escaped) ++at;
    key += !escaped ? token[at] : token[at] == '0' ? '~' : '/';
  }
  return key;
}

/// The child that a reference token names, whether it is written as RFC 6901 says or as Value::pointer() prints it.
Value child_at(const Value& parent, std::string_view token) {
  if (parent.is(Kind::array)) {
    std::uint32_t wanted = 0;
    auto [end, failure] = std::from_chars(token.data(), token.data() + token.size(), wanted);
    bool is_index = failure == std::errc() && end == token.data() + token.size() && (token == "0" || token[0] != '0');
    if (!is_index) return {};
    for (Value child : parent) {
      if (wanted-- == 0) return child;
    }
    return {};
  }
  std::string key = unescape_token(token);
  for (Value child : parent) {
    if (child.key() == key) return child;
    std::string printed;
    append_pointer_token(printed, child.key());
    if (std::string_view(printed).substr(1) == token) return child;
  }
  return {};
}

}  // namespace

std::string_view with_article(Kind kind) noexcept {
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "a boolean";
    case Kind::number: return "a number";
    case Kind::string: return "a string";
    case Kind::array: return "an array";
    case Kind::object: return "an object";
  }
  return "a value";
}

void Tree::advance(LineMark& mark, std::size_t from, std::size_t to) const noexcept {
  const char* at = text.data() + from;
  const char* end = text.data() + to;
  while (at < end && (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))))) {
    ++at;
    mark = {mark.line + 1, static_cast<std::uint32_t>(at - text.data())};
  }
}

void Tree::index_lines() {
  marks_.reserve(text.size() / kLineStep + 1);
  LineMark mark{1, static_cast<std::uint32_t>(begin)};
  marks_.push_back(mark);
  for (std::size_t at = kLineStep; at <= text.size(); at += kLineStep) {
    advance(mark, std::max(at - kLineStep, begin), at);
    marks_.push_back(mark);
  }
}

Position Tree::position(std::size_t offset) const noexcept {
  offset = std::clamp(offset, begin, text.size());
  LineMark mark{1, static_cast<std::uint32_t>(begin)};
  std::size_t from = begin;
  if (!marks_.empty()) {
    std::size_t step = std::min(offset / kLineStep, marks_.size() - 1);
    mark = marks_[step];
    from = std::max(step * kLineStep, begin);
  }
  advance(mark, from, offset);
  return {mark.line, static_cast<std::uint32_t>(offset - mark.line_begin + 1)};
}

Kind Value::kind() const noexcept { return tree_ ? tree_->nodes[node_].kind : Kind::null; }

bool Value::boolean() const noexcept { return is(Kind::boolean) && tree_->nodes[node_].size != 0; }

std::string_view Value::string() const noexcept {
  if (!is(Kind::string)) return {};
  const Node& node = tree_->nodes[node_];
  return std::string_view(tree_->strings).substr(node.string_at, node.size);
}

std::string_view Value::literal() const noexcept {
  if (!is(Kind::number)) return {};
  const Node& node = tree_->nodes[node_];
  const std::string_view literal = tree_->text.substr(node.offset, node.size);
  return tree_->drops_sign_of_zeros && literal == "-0" ? literal.substr(1) : literal;
}

std::uint32_t Value::size() const noexcept {
  return tree_ && tree_->is_container(node_) ? tree_->nodes[node_].size : 0;
}

std::string_view Value::key() const noexcept { return tree_ ? tree_->key(node_) : std::string_view(); }

Value Value::find(std::string_view key) const noexcept {
  if (!is(Kind::object)) return {};
  for (Value member : *this) {
    if (member.key() == key) return member;
  }
  return {};
}

Value::Iterator& Value::Iterator::operator++() noexcept {
  node_ = tree_->nodes[node_].next;
  return *this;
}

Value::Iterator Value::begin() const noexcept { return {tree_, size() == 0 ? 0 : node_ + 1}; }

Value::Iterator Value::end() const noexcept { return {tree_, 0}; }

std::string Value::pointer() const {
  if (!tree_) return {};
  std::vector<std::uint32_t> path;
  for (std::uint32_t node = node_; node != 0; node = tree_->nodes[node].parent) path.push_back(node);
  std::string pointer;
  for (auto node = path.rbegin(); node != path.rend(); ++node) {
    if (tree_->is_member(*node)) {
      append_pointer_token(pointer, tree_->key(*node));
    } else {
      append_pointer_token(pointer, std::to_string(tree_->nodes[*node].ordinal));
    }
  }
  return pointer;
}

Position Value::position() const noexcept { return tree_ ? tree_->position(tree_->nodes[node_].offset) : Position{}; }

Error error_at(const Value& value, ErrorCode code, std::string message) {
  return {code, value.pointer(), value.position(), std::move(message), {}};
}

Document::Document(std::unique_ptr<Tree> tree) noexcept : tree_(std::move(tree)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Value Document::root() const noexcept { return {tree_.get(), 0}; }

void Document::drop_sign_of_zeros() noexcept { tree_->drops_sign_of_zeros = true; }

Value Document::deepest(std::string_view pointer) const noexcept {
  Value found = root();
  try {
    while (!pointer.empty() && pointer.front() == '/') {
      pointer.remove_prefix(1);
      std::string_view token = pointer.substr(0, pointer.find('/'));
      Value child = child_at(found, token);
      if (!child) break;
      found = child;
      pointer.remove_prefix(token.size());
    }
  } catch (...) {
    // Out of memory: the ancestor reached so far is a valid, if less exact, answer.
  }
  return found;
}

}  // namespace dmlrun::text
