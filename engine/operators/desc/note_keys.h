// Keys of comments beside the fields of a model.
#pragma once

#include <string_view>

namespace dmlrun::operators {

/// Keys under which people leave notes in a model; DxDispatch ignores them, and none is a misspelling. Those that start
/// with "$", "_" or "//" are notes, too.
inline constexpr std::string_view kNoteKeys[] = {"author", "comment", "comments", "description", "doc",   "id",
                                                 "label",  "name",    "note",     "notes",       "title", "version"};

}  // namespace dmlrun::operators
