// What AddressSanitizer keeps of each allocation: two callers and 16 MiB of what was freed, several inputs' worth, for
// the sake of a third more inputs per second. An input that crashed is run again with
// ASAN_OPTIONS=malloc_context_size=30.
#include "engine/test/targets/target.h"

extern "C" const char* __asan_default_options() { return "malloc_context_size=2:quarantine_size_mb=16"; }
