// Compiled to an object that a test loads: constants, a table of addresses, calls to imports.
#include <cstddef>

extern "C" {

int sample_add(int a, int b) { return a + b; }
int sample_subtract(int a, int b) { return a - b; }

// Through a table of addresses, which needs one absolute relocation each.
using Operation = int (*)(int, int);
extern const Operation sample_operations[];
const Operation sample_operations[] = {sample_add, sample_subtract};
int sample_apply(int which, int a, int b) { return sample_operations[which](a, b); }

// Constants read at an index that is not known: they stay in memory.
static const double kHalves[] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5};
double sample_half(int index) { return kHalves[index]; }

void* memset(void*, int, std::size_t);
void* memcpy(void*, const void*, std::size_t);
void sample_zero(char* bytes, std::size_t count) { memset(bytes, 0, count); }
void sample_copy(char* to, const char* from, std::size_t count) { memcpy(to, from, count); }
}
