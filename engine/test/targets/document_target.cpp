// Text to document: no text crashes it, and what is accepted reads the same after it was written again.
#include "engine/fuzz/json_tree.h"
#include "engine/test/targets/target.h"

using namespace dmlrun;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = text::Document::parse(std::string(test::text_of(data, size)));
  if (!document) {
    const Error& error = document.error();
    test::demand(error.code != ErrorCode::internal && !error.to_string().empty(), "a refusal says why");
    return 0;
  }
  fuzz::JsonTree tree = fuzz::tree_of(document->root());
  const std::string written = fuzz::print(tree);
  const auto again = text::Document::parse(written);
  test::demand(again.has_value(), "what was written is accepted", written);
  test::demand(fuzz::print(fuzz::tree_of(again->root())) == written, "what was written reads the same", written);
  std::size_t places = 0;
  for_each(tree, [&](fuzz::JsonTree&) { ++places; });
  for (const text::Value value : document->root()) {
    const std::string pointer = value.pointer();
    test::demand(!pointer.empty() && pointer[0] == '/', "every value has a place", pointer);
    test::demand(value.position().line > 0, "every value has a line", pointer);
    if (--places == 0) break;
  }
  return 0;
}
