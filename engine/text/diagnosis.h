// Why a text is not JSON: what was found and what was expected. Called only for a text that was refused.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dmlrun/result.h"

namespace dmlrun::text {

/// The tokens that may follow the accepted part of a text.
enum class Expectation {
  value,          // at the beginning
  first_element,  // a value or ']'
  first_key,      // a key or '}'
  colon,          // then a value
  next_element,   // ',' and a value, or ']'
  next_key,       // ',' and a key, or '}'
  end,
};

struct Diagnosis {
  enum class Place { container, next_value, last_value };

  ErrorCode code = ErrorCode::syntax;  // or bad_utf8
  std::size_t offset = 0;
  std::string message;
  Place place = Place::container;  // which value of the document it concerns
};

/// What was accepted of a text: it ends at `end`; `word_begin` is where its last number or literal begins.
struct Accepted {
  std::size_t end = 0;
  std::size_t word_begin = 0;
  Expectation expectation = Expectation::value;
};

[[nodiscard]] Diagnosis diagnose(std::string_view text, const Accepted& accepted);

}  // namespace dmlrun::text
