// Hashes of the right results of a function, proved once and kept in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/verify/domains.h"
#include "cli/verify/functions.h"

namespace dmlrun::cli {

/// The hashes of one function. The file has a line with its name, then for each domain a line with the domain's name
/// and its hashes in order, up to 128 on a line; dashes for unknown ones.
class KeptHashes {
 public:
  /// Reads FOLDER/<name>.txt where it exists; "" keeps nothing. Failure exit 3 for what is no such file.
  KeptHashes(const std::string& folder, const UnaryFunction& function);

  [[nodiscard]] std::optional<std::uint32_t> find(Domain domain, std::size_t chunk) const;
  void set(Domain domain, std::size_t chunk, std::uint32_t hash);
  /// Replaces the file where there is something new; what other processes have added meanwhile stays.
  void save();

 private:
  using Hashes = std::vector<std::optional<std::uint32_t>>;
  void parse(const std::string& text);

  std::string path_, title_;
  std::vector<Hashes> hashes_;  ///< by domain
  bool is_new_ = false;
};

}  // namespace dmlrun::cli
