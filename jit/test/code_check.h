// What may stand in generated code, as a decoder sees it.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

#include "jit/x64/isa.h"

namespace dmlrun::jit::test {

/// "" when all of `code` is instructions of the sets that `isa` has, none of them calls or enters the system, each jump
/// leads to an instruction of the code, what is read beside it lies within the code and the `data_bytes` behind it, and
/// no way leads past its end; else what is wrong, with its place. The sets that occur are added to `sets`.
std::string check_code(std::span<const std::byte> code, std::size_t data_bytes, x64::Isa isa,
                       std::set<std::string>& sets);

}  // namespace dmlrun::jit::test
