// Independent errors of one document, collected into one Error.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "dmlrun/result.h"

namespace dmlrun::text {

/// The first error carries the later ones in `others`. A hostile document can be wrong in a million places; kMaxErrors
/// are kept.
class Errors {
 public:
  void add(Error error) {
    std::vector<Error> others = std::move(error.others);
    error.others.clear();
    if (!first_) first_ = std::move(error);
    else if (!is_full()) first_->others.push_back(std::move(error));
    for (Error& other : others) add(std::move(other));
  }
  /// Adds the error of a failed call.
  void add(Result<void> result) {
    if (!result) add(std::move(result).error());
  }
  void add(const Errors& more) {
    if (more.first_) add(*more.first_);
  }
  /// Whether another error would be dropped.
  [[nodiscard]] bool is_full() const noexcept { return first_ && first_->others.size() + 1 >= kMaxErrors; }
  [[nodiscard]] const std::optional<Error>& first() const noexcept { return first_; }

 private:
  static constexpr std::size_t kMaxErrors = 20;
  std::optional<Error> first_;
};

}  // namespace dmlrun::text
