// Random plans that move bytes, under every row of tunings and by every instruction set.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "engine/plan/check.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/this_program.h"
#include "jit/test/copy_check.h"
#include "jit/test/fault_report.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {

/// How one kernel is made and run.
struct CopyTurn {
  x64::RowForm form = x64::RowForm::straight;
  std::uint64_t slice_bytes = 65536;
  std::size_t distance = 0;
};

/// Checks DMLRUN_COPY_ROWS plans, `plans` by default, that Random makes of the seeds from DMLRUN_COPY_SEED on. Each
/// tuning has its third of them, in the way of turn_of(a number that counts). `test` chooses the calling test.
template <class Random, class TurnOf>
void check_random_rows(std::string_view test, std::uint64_t plans, TurnOf turn_of) {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> tunings = copy_tunings();
  const std::uint64_t first = setting("DMLRUN_COPY_SEED", 1), count = setting("DMLRUN_COPY_ROWS", plans);
  std::uint64_t done = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Random random(seed);
    if (!CopyCheck::fits(random.plan) || !plan::check(random.plan).empty()) continue;
    ++done;
    const std::string subject = "DMLRUN_COPY_ROWS=1 DMLRUN_COPY_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"" + std::string(test) + "\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    std::uint64_t number = seed;
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : tunings) {
        if (++number % 3 != 0) continue;
        const CopyTurn turn = turn_of(number);
        check.restart(number);
        const std::string wrong = check.run(random.plan, random.inputs, {isa, &tuning, turn.form, turn.slice_bytes},
                                            number % 2 == 0 ? Side::begin : Side::end, turn.distance);
        if (!wrong.empty()) FAIL(wrong << ", tuning " << tuning.name << "; repeat: " << subject);
      }
    set_fault_subject(nullptr);
  }
  CHECK(done > count / 2);
  std::printf("%llu random plans of rows\n", static_cast<unsigned long long>(done));
}

}  // namespace dmlrun::jit::test
