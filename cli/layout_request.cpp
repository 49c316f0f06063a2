#include "cli/layout_request.h"

#include <algorithm>

#include "cli/files/archive.h"
#include "dmlrun/tensor.h"
#include "engine/spec/value_words.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {

std::optional<LayoutRequest> read_layout_request(std::span<const std::string> words) {
  LayoutRequest request;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t equals = words[i].starts_with("--") ? words[i].find('=') : 0;
    std::string word = words[i].substr(equals == 0 ? 0 : equals + 1);
    if (equals == std::string::npos || word == "-o") {
      if (word == "-o" || words[i] == "--out") ++i;
    } else if ((word.ends_with(".npy") || is_in_archive(word)) && request.path.empty()) {
      request.path = word;
    } else {
      std::ranges::replace(word, 'x', ',');  // 3x2
      const std::string json = spec::values_json(word);
      const auto document = text::Document::parse(json.starts_with('[') ? json : "[" + json + "]");
      if (json.empty() || !document) return {};
      for (const text::Value entry : document->root())
        if (const auto number = text::read_signed(entry, -std::int64_t{kMaxRank}, 0xFFFFFFFF))
          request.numbers.push_back(*number);
        else return {};
    }
  }
  return request.path.empty() ? std::nullopt : std::optional(request);
}

}  // namespace dmlrun::cli
