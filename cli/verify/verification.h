// Verifies every input of a function on several threads.
#pragma once

#include <cstdint>
#include <functional>

#include "cli/report/report.h"
#include "cli/verify/kept_hashes.h"
#include "cli/verify/result_judge.h"
#include "cli/verify/subject.h"

namespace dmlrun::cli {

struct VerifyTask {
  const UnaryFunction& function;
  Domain domain;
  std::function<Subject()> make_subject;  ///< called once by each thread
  /// A quick back end, whose results are right where they have the hash that is kept; or nothing.
  std::function<Subject()> make_quick_subject;
  std::size_t jobs = 1, shard = 0, shards = 1;  ///< shard from 0: chunk c is of shard c % shards
};

struct Verified {
  std::uint64_t inputs = 0;
  Wrongs wrongs;
  std::size_t chunks = 0, by_hash = 0;  ///< by_hash: those whose results have the hash that was kept
  std::size_t contradicted = 0;         ///< hashes that were kept and are not those of the judge's results
  double seconds = 0;
};

/// Results that have the hash that is kept are right; others are judged, and what is right then is kept. Failures of
/// the subject and the judge are passed on, as are interruptions; hashes are saved before.
[[nodiscard]] Verified verify(const VerifyTask& task, KeptHashes& hashes);

}  // namespace dmlrun::cli
