// Random numbers that are the same on every machine and compiler, for tests that print their seed.
#pragma once

#include "engine/fuzz/random.h"

namespace dmlrun::test {

using fuzz::Random;

}  // namespace dmlrun::test
