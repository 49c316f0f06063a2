#include "engine/plan/text_reader.h"

namespace dmlrun::plan {

bool TextReader::fail(std::string_view expected) {
  if (!wrong_.empty()) return false;
  wrong_ = "expected " + std::string(expected) + ", found ";
  const std::string_view found = text_.substr(at_, 12);
  if (found.empty()) {
    wrong_ += "the end";
    return false;
  }
  wrong_ += '\'';
  for (const char c : found) wrong_ += c >= ' ' && c <= '~' ? c : '?';
  wrong_ += '\'';
  return false;
}

bool TextReader::expect(std::string_view words) {
  if (accept(words)) return true;
  std::string quoted = "'";
  quoted.append(words).append("'");
  return fail(quoted);
}

}  // namespace dmlrun::plan
