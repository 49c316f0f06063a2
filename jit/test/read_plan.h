// Plans from their text form, in tests.
#pragma once

#include <string>

#include "engine/plan/check.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"

namespace dmlrun::jit::test {

/// A plan that is legal; else the test fails.
inline plan::Plan read_plan(const std::string& text) {
  auto plan = plan::parse(text);
  if (!plan) FAIL(text << ": " << plan.error().to_string());
  if (const std::string wrong = plan::check(*plan); !wrong.empty()) FAIL(text << ": " << wrong);
  return *plan;
}

}  // namespace dmlrun::jit::test
