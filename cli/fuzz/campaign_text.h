// The final report of a campaign.
#pragma once

#include "cli/fuzz/campaign.h"

namespace dmlrun::cli {

/// The findings, sorted by operator, mode and message; a table of what was compared; a line of counts; or all of it as
/// JSON.
void print_campaign(const FuzzSettings& settings, const Campaign& campaign, Format format);

/// The counts and findings so far, as notes.
void report_unfinished(const FuzzSettings& settings, const Campaign& campaign, const Reporter& reporter);

}  // namespace dmlrun::cli
