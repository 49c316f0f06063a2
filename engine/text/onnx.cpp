#include "engine/text/onnx.h"

namespace dmlrun::text {

bool is_onnx(std::string_view text) noexcept {
  return text.size() > 2 && text[0] == 0x08 && text[1] > 0 && text[1] < 0x20 && text[2] > 0x0F;
}

Error onnx_refusal() {
  return {.code = ErrorCode::syntax,
          .message =
              "an ONNX model was found, which dmlrun does not run; write the operators that are wanted as specs or as "
              "a DxDispatch model, in JSON"};
}

}  // namespace dmlrun::text
