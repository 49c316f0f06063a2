// Strings of JSON, wherever dmlrun writes it.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun::text {

/// A JSON string with its quotes, harmless on a terminal: what is not is \uXXXX, or \n and the like, and reads back as
/// it was. Bytes that are no UTF-8 are left to the reader, who refuses them.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace dmlrun::text
