// A SPEC file: {"type", "desc", "inputs", "expected", tolerances}. See specs/README.md for the format.
// Defined in spec.cpp; write_values() is in values.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/tensor/buffer.h"
#include "engine/tensor/compare.h"
#include "engine/text/document.h"

namespace dmlrun::spec {

/// The origin of a tensor's values.
enum class SourceKind : std::uint8_t {
  list,      ///< an array of values, flat or nested as Sizes say
  constant,  ///< {"value": x}, for every element
  file,      ///< {"sourcePath": "x.npy"}
};

struct Source {
  std::string name;         ///< slot, e.g. "InputTensors"
  std::uint32_t index = 0;  ///< position in a tensor array
  bool array = false;
  SourceKind kind = SourceKind::list;
  text::Value value;   ///< the list, the x, or the path string
  Dimensions nesting;  ///< lists of lists: how many entries the first list of each level has
  std::string path;    ///< for files, as written
};

/// A parsed SPEC. Holds its document; movable.
class Spec {
 public:
  /// Parses the text and checks all that can be known without opening a file: document, operator, fields, types,
  /// counts, and, as far as nothing is left to a file, the operator's rules.
  [[nodiscard]] static Result<Spec> parse(std::string text, const SpecOptions& options) noexcept;
  /// The same for a text that was read already.
  [[nodiscard]] static Result<Spec> parse(text::Document document, const SpecOptions& options) noexcept;
  Spec(Spec&&) noexcept;
  Spec& operator=(Spec&&) noexcept;
  ~Spec();

  [[nodiscard]] std::string_view type() const noexcept;           ///< short name, "TILE"
  [[nodiscard]] text::Value desc() const noexcept;                ///< false where the text has none
  [[nodiscard]] std::span<const Source> inputs() const noexcept;  ///< in the order of the text
  [[nodiscard]] std::span<const Source> expected() const noexcept;
  [[nodiscard]] const Tolerance& tolerance() const noexcept;

  /// An implemented operator's possible tensor names, whether or not a spec has them, e.g. for --in and --out.
  struct SlotName {
    std::string_view name;
    bool array, output, optional, one_element, two_elements;
  };
  [[nodiscard]] static std::vector<SlotName> slot_names(std::string_view type);

  /// The validated operator, with what files say of tensors that the spec leaves open. Errors: as parse; where only
  /// `bound` can be at fault, the code is npy_shape_mismatch or npy_type_mismatch. `float32_values`: inputs whose
  /// values stand in the text are FLOAT32 where nothing tells their type.
  [[nodiscard]] Result<Operator> complete(std::span<const BoundTensor> bound,
                                          bool float32_values = false) const noexcept;

 private:
  struct State;
  explicit Spec(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// "16777217 of ATensor is rounded to 16777216, the nearest FLOAT32", of the first whole number, written in digits,
/// that the type does not have; "" where there is none.
[[nodiscard]] std::string rounded_number(const Source& source, DataType type);
/// The same of each field of an operator, and of what is put into a tensor's elements: "300 of PaddingValue is no
/// UINT8: 255 is used". `desc` is the text that the operator was made of.
[[nodiscard]] std::vector<std::string> changed_numbers(const text::Value& desc, const Operator& op);

/// Writes the values of a list or constant source into a tensor's buffer, in its layout; gaps are left alone, and
/// nothing is written where a value is refused: every one that is stands in the error. A flat list has as many values
/// as the tensor has elements (one is also enough where its strides are all 0), a nested one the levels and lengths of
/// its sizes; else count_mismatch, wrong_type. `any_nan`, if given, gets a true for every "nan". `between` is called
/// while a constant is written, and what it throws comes out.
[[nodiscard]] Result<void> write_values(const Source& source, const TensorDesc& tensor, std::span<std::byte> buffer,
                                        std::vector<bool>* any_nan = nullptr,
                                        const std::function<void()>& between = {});

}  // namespace dmlrun::spec
