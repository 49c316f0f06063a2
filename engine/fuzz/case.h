// The cases of a fuzzing campaign: generated descs of all classes in turn, and among them examples and mutations of
// these.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/fuzz/json_tree.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/turns.h"

namespace dmlrun::fuzz {

/// The input of a campaign.
struct Seeds {
  std::uint64_t seed = 1;
  std::vector<Operator> examples;
  std::vector<std::string> operators;        ///< types or rows to generate and to mutate; empty: all
  std::uint64_t most_elements = 4096;        ///< of a mutation's tensors; larger ones are passed over
  std::uint64_t generated_elements = 65536;  ///< about the most of a generated desc's output
  std::uint64_t sets = 1;                    ///< cases of one operator, each with data of its own; at least 1
  std::uint64_t alone = 0;                   ///< this many cases at the beginning have an operator each
  bool unchanged = false;                    ///< every case is an example, one after the other and again; there is one
  bool illegal = true;                       ///< some generated descs are made illegal by one change
  bool strided = true;  ///< else every tensor of a legal operator is packed and has all its elements

  /// The group of a case: those of one share an operator.
  [[nodiscard]] std::uint64_t group(std::uint64_t number) const noexcept {
    return number < alone ? number : alone + (number - alone) / sets;
  }
};

enum class CaseSource : std::uint8_t { example, mutation, generated };

/// One operator on one set of data, or a desc or spec that is refused.
struct Case {
  CaseSource source = CaseSource::generated;
  /// What is to be run; nothing when the case was refused, as it should be or not. Cases that follow one another may
  /// share it.
  std::optional<Operator> op;
  /// How a generated desc that was made illegal by one change may be refused; nothing for mutations.
  std::optional<ErrorCode> refusal;
  /// What is wrong already: an illegal desc accepted, a legal one refused, a refusal without a sentence. "" when
  /// nothing.
  std::string wrong;
};

/// Whether no tensor has more than `most_elements` elements, or a buffer much larger than that.
[[nodiscard]] bool is_small(const Operator& op, std::uint64_t most_elements);

/// The example specs that the program has, those of what is_among() these.
[[nodiscard]] std::vector<Operator> built_in_examples(const std::vector<std::string>& operators);

/// The operator with every tensor packed: without strides, and one value instead of one that strides of 0 repeat.
[[nodiscard]] Result<Operator> packed(const Operator& op);

/// The cases of a campaign by number, the same every time. `sets` numbers in a row, after those that are alone, are a
/// group: they share an operator, from the first of them on that makes one. Those before it are refused, each for
/// itself. Odd groups are generated, every class in turn, and some of them illegal beside these; even ones are by turns
/// an example, shuffled and once each, and a mutation of one. Fastest when the numbers rise. `seeds` must outlive the
/// object, which is for one thread.
class Cases {
 public:
  explicit Cases(const Seeds& seeds);
  /// Valid until the next call.
  [[nodiscard]] const Case& at(std::uint64_t number);
  /// Who is shown the spec of each mutation (desc is null), and each desc that is generated (spec is ""), before
  /// anybody checks it.
  using Watch = std::function<void(std::string_view spec, const Desc* desc)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

 private:
  void make(std::uint64_t group, std::uint64_t attempt);
  void mutate_example(std::uint64_t group, std::uint64_t attempt);
  /// Other strides and total sizes for the outputs of the mutation, which is legal without.
  void lay_out_anew(Random& random);
  void generate(std::uint64_t number, std::uint64_t attempt);
  const JsonTree* tree(std::size_t example);

  const Seeds& seeds_;
  Turns turns_;
  std::vector<std::size_t> order_;              ///< of the examples
  std::vector<std::optional<JsonTree>> trees_;  ///< of the examples, as far as they were needed
  Watch watch_;
  Case made_;
  std::uint64_t group_ = UINT64_MAX, attempt_ = 0;  ///< what made_ is
};

}  // namespace dmlrun::fuzz
