// A judge for tests, where it has what it needs.
#pragma once

#include <optional>

#include "cli/report/failure.h"
#include "cli/verify/result_judge.h"
#include "engine/test/catch.h"

namespace dmlrun::cli {

/// Nothing where MPFR is not installed.
inline std::optional<ResultJudge> judge_here() {
  try {
    return std::optional<ResultJudge>(std::in_place);
  } catch (const Failure& failure) {
    if (failure.error.code != ErrorCode::backend_unavailable) throw;
    WARN("MPFR is not installed");
    return std::nullopt;
  }
}

}  // namespace dmlrun::cli
