// Times a dispatch as DxDispatch does: samples of several executions each.
#pragma once

#include <cstddef>

#include "cli/model/dxdispatch.h"
#include "cli/model/samples.h"
#include "cli/model/session.h"

namespace dmlrun::cli {

/// Executes a dispatch command as often as the options say, on live buffers: nothing is reset in between. A signal ends
/// it between two samples.
[[nodiscard]] Samples sample_dispatch(const Session& session, std::size_t command, const DxDispatchOptions& options);

}  // namespace dmlrun::cli
