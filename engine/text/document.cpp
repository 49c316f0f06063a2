#include "engine/text/document.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

// The parser's assertions abort the process (one of them in locales whose decimal point takes several bytes). Its
// results are checked here instead.
#define JSON_ASSERT(condition) static_cast<void>(0)
#include <nlohmann/json.hpp>

#include "engine/text/diagnosis.h"
#include "engine/text/numbers.h"
#include "engine/text/onnx.h"
#include "engine/text/printable.h"
#include "engine/text/reader.h"
#include "engine/text/tree.h"

namespace dmlrun::text {
namespace {

/// The parser's view of a Reader. A default-made one is the end.
class ReaderIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  ReaderIterator() noexcept = default;
  explicit ReaderIterator(Reader& reader) noexcept : reader_(&reader) {}

  char operator*() const noexcept { return reader_->front(); }
  ReaderIterator& operator++() noexcept {
    reader_->pop();
    return *this;
  }
  /// The reader moves on only here, when the parser asks for a character: not one byte ahead of what is judged.
  friend bool operator==(const ReaderIterator& a, const ReaderIterator& b) { return a.is_end() == b.is_end(); }
  friend bool operator!=(const ReaderIterator& a, const ReaderIterator& b) { return !(a == b); }

 private:
  bool is_end() const { return !reader_ || reader_->at_end(); }

  Reader* reader_ = nullptr;
};

/// Receives the parser's events and grows the Tree; refuses what is JSON but not acceptable. Every event returns
/// whether to go on.
class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, Reader& reader, const Limits& limits) : tree_(tree), reader_(reader), limits_(limits) {
    accepted_.end = tree.begin;
    // No value takes less than two characters, but for brackets that are not closed. Untouched memory costs nothing.
    tree.nodes.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(tree.text.size() / 2 + 1, limits.values)));
  }

  using Json = nlohmann::json;

  bool null() { return add_literal(Kind::null, 4, 0); }
  bool boolean(bool value) { return add_literal(Kind::boolean, value ? 4 : 5, value ? 1 : 0); }
  bool number_integer(Json::number_integer_t) { return add_number(); }
  bool number_unsigned(Json::number_unsigned_t) { return add_number(); }
  bool number_float(Json::number_float_t, const Json::string_t&) { return add_number(); }
  bool string(Json::string_t& value);
  bool binary(Json::binary_t&) { return false; }
  bool key(Json::string_t& value);
  bool start_object(std::size_t) { return open(Kind::object, Expectation::first_key); }
  bool start_array(std::size_t) { return open(Kind::array, Expectation::first_element); }
  bool end_object() { return find_duplicate_key() && close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& failure);

  /// Precondition: an event was refused.
  Error error() const;

 private:
  struct Open {
    std::uint32_t node;
    std::uint32_t last_child = 0;
  };
  struct PendingKey {
    std::uint32_t at = 0, size = 0, offset = 0;
  };

  bool add(Kind kind, std::size_t offset, std::size_t size);
  bool add_literal(Kind kind, std::size_t characters, std::uint32_t size);
  bool add_number();
  bool refuse_overflow();
  bool open(Kind kind, Expectation expectation);
  bool close();
  bool find_duplicate_key();
  void accept_value(std::size_t end);
  bool refuse(ErrorCode code, std::size_t offset, std::string message, Diagnosis::Place place);
  Error made(ErrorCode code, std::size_t offset, std::string message, Diagnosis::Place place) const;
  std::string pointer(Diagnosis::Place place) const;

  Tree& tree_;
  Reader& reader_;
  const Limits& limits_;
  std::vector<Open> open_;
  PendingKey key_;
  Accepted accepted_;
  std::vector<std::pair<std::size_t, std::uint32_t>> hashes_;
  Error error_;
  bool is_refused_ = false;
};

std::string count_message(std::string_view what, std::uint64_t most) {
  return std::string(what) + " is more than is accepted; at most " + std::to_string(most) + " is expected";
}

bool TreeBuilder::refuse(ErrorCode code, std::size_t offset, std::string message, Diagnosis::Place place) {
  error_ = made(code, offset, std::move(message), place);
  is_refused_ = true;
  return false;
}

Error TreeBuilder::made(ErrorCode code, std::size_t offset, std::string message, Diagnosis::Place place) const {
  return {code, pointer(place), tree_.position(offset), std::move(message), {}};
}

std::string TreeBuilder::pointer(Diagnosis::Place place) const {
  if (open_.empty()) return {};
  const Open& parent = open_.back();
  if (place == Diagnosis::Place::last_value) return Value(&tree_, parent.last_child).pointer();
  std::string pointer = Value(&tree_, parent.node).pointer();
  if (place == Diagnosis::Place::container) return pointer;
  if (tree_.nodes[parent.node].kind == Kind::array) {
    append_pointer_token(pointer, std::to_string(tree_.nodes[parent.node].size));
  } else {
    append_pointer_token(pointer, std::string_view(tree_.strings).substr(key_.at, key_.size));
  }
  return pointer;
}

bool TreeBuilder::add(Kind kind, std::size_t offset, std::size_t size) {
  if (tree_.nodes.size() >= limits_.values) {
    return refuse(ErrorCode::too_many_items, offset, count_message("the number of values", limits_.values),
                  Diagnosis::Place::next_value);
  }
  Node node;
  node.kind = kind;
  node.offset = static_cast<std::uint32_t>(offset);
  node.size = static_cast<std::uint32_t>(size);
  std::uint32_t index = static_cast<std::uint32_t>(tree_.nodes.size());
  if (!open_.empty()) {
    Open& parent = open_.back();
    Node& container = tree_.nodes[parent.node];
    bool is_member = container.kind == Kind::object;
    node.parent = parent.node;
    node.ordinal = is_member ? key_.size : container.size;
    node.key_at = key_.at;
    node.key_offset = key_.offset;
    if (parent.last_child != 0) tree_.nodes[parent.last_child].next = index;
    parent.last_child = index;
    ++container.size;
  }
  tree_.nodes.push_back(node);
  return true;
}

/// A whole value ends here: what may follow depends on what it stands in.
void TreeBuilder::accept_value(std::size_t end) {
  accepted_.end = end;
  accepted_.word_begin = reader_.word_begin();
  accepted_.expectation = open_.empty()                                        ? Expectation::end
                          : tree_.nodes[open_.back().node].kind == Kind::array ? Expectation::next_element
                                                                               : Expectation::next_key;
}

bool TreeBuilder::add_literal(Kind kind, std::size_t characters, std::uint32_t size) {
  std::size_t end = reader_.last_end();
  if (!add(kind, end - characters, size)) return false;
  accept_value(end);
  return true;
}

bool TreeBuilder::add_number() {
  // The parser has read one character past the number to know that it ends.
  std::size_t begin = reader_.word_begin(), end = reader_.last_begin();
  std::string_view literal = tree_.text.substr(begin, end - begin);
  if (!convert_real(literal)) return refuse_overflow();
  if (!add(Kind::number, begin, end - begin)) return false;
  accept_value(end);
  return true;
}

bool TreeBuilder::refuse_overflow() {
  std::size_t begin = reader_.word_begin(), end = reader_.last_begin();
  std::string_view literal = tree_.text.substr(begin, end - begin);
  return refuse(ErrorCode::out_of_range, begin,
                printable(literal) + " is beyond the largest number; at most about 1.8e308 is expected",
                Diagnosis::Place::next_value);
}

bool TreeBuilder::string(Json::string_t& value) {
  std::size_t begin = reader_.token_begin();
  if (value.size() > limits_.string_bytes) {
    return refuse(ErrorCode::too_large, begin, count_message("the length of this string", limits_.string_bytes),
                  Diagnosis::Place::next_value);
  }
  std::size_t at = tree_.strings.size();
  if (!add(Kind::string, begin, value.size())) return false;
  tree_.strings += value;
  tree_.nodes.back().string_at = static_cast<std::uint32_t>(at);
  accept_value(reader_.last_end());
  return true;
}

bool TreeBuilder::key(Json::string_t& value) {
  std::size_t begin = reader_.token_begin();
  if (value.size() > limits_.string_bytes) {
    return refuse(ErrorCode::too_large, begin, count_message("the length of this key", limits_.string_bytes),
                  Diagnosis::Place::container);
  }
  key_ = {static_cast<std::uint32_t>(tree_.strings.size()), static_cast<std::uint32_t>(value.size()),
          static_cast<std::uint32_t>(begin)};
  tree_.strings += value;
  accepted_.end = reader_.last_end();
  accepted_.expectation = Expectation::colon;
  return true;
}

bool TreeBuilder::open(Kind kind, Expectation expectation) {
  std::size_t begin = reader_.token_begin();
  if (open_.size() >= limits_.depth) {
    return refuse(ErrorCode::too_deep, begin, count_message("the nesting of arrays and objects", limits_.depth),
                  Diagnosis::Place::next_value);
  }
  std::uint32_t index = static_cast<std::uint32_t>(tree_.nodes.size());
  if (!add(kind, begin, 0)) return false;
  open_.push_back({index});
  accepted_.end = reader_.last_end();
  accepted_.expectation = expectation;
  return true;
}

bool TreeBuilder::close() {
  open_.pop_back();
  accept_value(reader_.last_end());
  return true;
}

/// Sorts an object's members by hash, then key, then order: equal keys become neighbours in n log n comparisons,
/// whatever keys somebody chose to make hashes collide.
bool TreeBuilder::find_duplicate_key() {
  std::uint32_t object = open_.back().node;
  hashes_.clear();
  for (std::uint32_t node = tree_.nodes[object].size == 0 ? 0 : object + 1; node != 0; node = tree_.nodes[node].next) {
    hashes_.emplace_back(std::hash<std::string_view>()(tree_.key(node)), node);
  }
  std::sort(hashes_.begin(), hashes_.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    int order = tree_.key(a.second).compare(tree_.key(b.second));
    return order != 0 ? order < 0 : a.second < b.second;
  });
  std::uint32_t repeated = 0;  // the first in the text
  for (std::size_t i = 1; i < hashes_.size(); ++i) {
    std::uint32_t earlier = hashes_[i - 1].second, later = hashes_[i].second;
    bool is_equal = hashes_[i - 1].first == hashes_[i].first && tree_.key(earlier) == tree_.key(later);
    if (is_equal && (repeated == 0 || later < repeated)) repeated = later;
  }
  if (repeated == 0) return true;
  refuse(ErrorCode::duplicate_key, tree_.nodes[repeated].key_offset,
         "\"" + printable(tree_.key(repeated), 60) + "\" is already a key of this object; each key once is expected",
         Diagnosis::Place::container);
  error_.where = Value(&tree_, repeated).pointer();
  return false;
}

bool TreeBuilder::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& failure) {
  constexpr int kNumberOverflow = 406;
  if (failure.id == kNumberOverflow && !reader_.has_fault()) {
    return refuse_overflow();
  }
  return false;
}

Error TreeBuilder::error() const {
  if (is_refused_) return error_;
  Expectation next = accepted_.expectation;
  bool is_value_next = next != Expectation::first_key && next != Expectation::next_key;
  if (reader_.has_fault()) {
    const Reader::Fault& fault = reader_.fault();
    // A number that is too long ends where the fault does, and what came before may have been accepted as a number.
    if (fault.offset < accepted_.end)
      return made(fault.code, fault.offset, fault.message, Diagnosis::Place::last_value);
    return made(fault.code, fault.offset, fault.message,
                is_value_next ? Diagnosis::Place::next_value : Diagnosis::Place::container);
  }
  Diagnosis diagnosis = diagnose(tree_.text, accepted_);
  return made(diagnosis.code, diagnosis.offset, std::move(diagnosis.message), diagnosis.place);
}

/// Before a byte order mark of UTF-16, or two characters in it.
bool is_utf16(std::string_view text) noexcept {
  if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF") return true;
  if (text.size() < 4 || text.size() % 2 != 0) return false;
  auto is_nul = [&](std::size_t at) { return text[at] == '\0'; };
  return is_nul(0) != is_nul(1) && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3);
}

Result<void> grow(Tree& tree, std::string_view text, const Limits& limits) {
  if (is_onnx(text)) return onnx_refusal();
  if (auto ok = Document::check_bytes(text.size(), limits); !ok) return ok;
  if (is_utf16(text)) {
    return Error{ErrorCode::syntax, {}, {1, 1}, "the text begins as UTF-16 does; UTF-8 is expected", {}};
  }
  tree.text = text;
  if (text.starts_with("\xEF\xBB\xBF")) tree.begin = 3;
  Reader reader(text, tree.begin, limits);
  TreeBuilder builder(tree, reader, limits);
  bool is_parsed = nlohmann::json::sax_parse(ReaderIterator(reader), ReaderIterator(), &builder);
  if (!is_parsed || reader.has_fault()) return builder.error();
  tree.index_lines();
  return {};
}

/// `text_of` says where the tree's text lies.
template <class TextOf>
Result<std::unique_ptr<Tree>> build(const Limits& limits, TextOf text_of) noexcept {
  try {
    auto tree = std::make_unique<Tree>();
    if (auto ok = grow(*tree, text_of(*tree), limits); !ok) return std::move(ok).error();
    return tree;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  } catch (const std::length_error&) {
    return Error{ErrorCode::out_of_memory};
  } catch (...) {
    return Error{ErrorCode::internal};
  }
}

}  // namespace

Result<void> Document::check_bytes(std::uint64_t bytes, const Limits& limits) {
  // Offsets are 32 bits wide, whatever the limits say.
  const auto most = std::min<std::uint64_t>(limits.document_bytes, std::numeric_limits<std::uint32_t>::max() - 1);
  if (bytes <= most) return {};
  // "Or more": who reads a file stops behind the limit.
  return Error{.code = ErrorCode::too_large,
               .message = "the document has " + std::to_string(bytes) + " bytes or more; " +
                          (limits.document_bytes == most ? "the limit document_bytes is " : "documents have at most ") +
                          std::to_string(most)};
}

Result<Document> Document::parse(std::string text, const Limits& limits) noexcept {
  auto tree = build(limits, [&](Tree& keeper) -> std::string_view { return keeper.kept = std::move(text); });
  if (!tree) return std::move(tree).error();
  return Document(std::move(*tree));
}

Result<Document> Document::parse_in_place(std::string_view text, const Limits& limits) noexcept {
  auto tree = build(limits, [&](Tree&) { return text; });
  if (!tree) return std::move(tree).error();
  return Document(std::move(*tree));
}

}  // namespace dmlrun::text
