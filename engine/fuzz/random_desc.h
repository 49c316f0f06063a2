// Random operators for differential tests and fuzzing: everything that feature level 6.4 allows, and near misses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

struct RandomCase {
  std::size_t shape_class = 0;  ///< index into all_shape_classes(); what the desc is, or was before it was made illegal
  Desc desc;
  /// By one of them Operator::make must refuse it; none means that the desc is legal.
  std::vector<const operators::Rule*> refusals{};
  std::string_view change{};  ///< what made a legal desc illegal; "" for legal ones
};

/// Case `number` of a seed. Consecutive numbers go through all classes; four in five are legal. Outputs have mostly at
/// most 4096 elements.
[[nodiscard]] RandomCase make_case(std::uint64_t seed, std::uint64_t number);
/// Restrictions on a case.
struct Wishes {
  std::span<const std::size_t> classes;  ///< only these, by their numbers
  std::uint64_t attempt = 0;             ///< another number, another case: of the same class, legal or not as the first
  std::uint64_t most_elements = 65536;   ///< of an output, about; at least 1
  std::uint64_t illegal_every = 5;       ///< one visit of a class in so many is illegal; 0: none
};
[[nodiscard]] RandomCase make_case(std::uint64_t seed, std::uint64_t number, const Wishes& wishes);

/// The content of an input: any bytes, with edge values among them; numbers in order, so that a wrong position is
/// obvious; or numbers near 0.
enum class InputData : std::uint8_t { bytes, edges, ordered, small, bits };
[[nodiscard]] InputData random_input_data(Random& random);
/// Fills the buffer of an input; scales and indices have data of their own.
void fill_input(Random& random, const TensorSlot& slot, InputData data, std::span<std::byte> buffer);

/// Makes exactly one change to a legal desc and says by which rules it may be refused.
void make_illegal(Random& random, RandomCase& legal);

/// Checks Operator::make's answer to a case: "" or what is wrong: a legal desc refused, an illegal one accepted, or
/// refused by another rule than it must be.
[[nodiscard]] std::string wrong_answer(const RandomCase& made, const Result<Operator>& answer);

/// The desc's tensors in the order of Operator::inputs() and outputs(), and both together, inputs first.
[[nodiscard]] std::vector<TensorDesc*> inputs_of(Desc& desc);
[[nodiscard]] std::vector<TensorDesc*> outputs_of(Desc& desc);
[[nodiscard]] std::vector<TensorDesc*> tensors_of(Desc& desc);
/// The tensors of the fields that `fits`, in the order of the row.
[[nodiscard]] std::vector<TensorDesc*> tensors_of(Desc& desc, bool (*fits)(const operators::RowField&));

}  // namespace dmlrun::fuzz
