// Changes to specs that know JSON and tensors, but no operator: a new operator is mutated as soon as it has an example.
// make_smaller.cpp has make_smaller(), mutation.cpp the rest.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/fuzz/json_tree.h"
#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

/// One to three changes to the "desc" of a spec, which has every field written out, as write_spec() has it: other
/// sizes, ranks, types, modes, strides, fields, and more or fewer tensors in an array. What follows from the rest (the
/// output tensor, counts) is left out, and outputs that share the input are cut anew, so that most of what comes out is
/// legal; nothing promises it.
void mutate(Random& random, JsonTree& spec);

/// Takes away what the rest of a desc tells: types of outputs, sizes unless they share the input, and counts.
void leave_out_derived(JsonTree& spec);

/// Calls consider(JsonTree) with smaller specs, each by one step: an axis less, a tensor less, a field less, a smaller
/// number. The first for which it returns true is where the search ends: then this returns true, and `spec` is that
/// one.
bool make_smaller(JsonTree& spec, const std::function<bool(const JsonTree&)>& consider);

}  // namespace dmlrun::fuzz
