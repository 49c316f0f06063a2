// Compiled to an object that a test loads: constants, a table of addresses, calls within and to imports, a loop.
#include <cstddef>

extern "C" {

int halide_do_par_for(void* user_context, int (*body)(void*, int, unsigned char*), int first, int count,
                      unsigned char* closure);

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

int sample_square_part(void*, int index, unsigned char* closure) {
  reinterpret_cast<int*>(closure)[index] = index * index;
  return index == 99 ? 7 : 0;
}
int sample_squares(void* user_context, int* squares, int first, int count) {
  return halide_do_par_for(user_context, sample_square_part, first, count, reinterpret_cast<unsigned char*>(squares));
}

void* memset(void*, int, std::size_t);
void* memcpy(void*, const void*, std::size_t);
void sample_zero(char* bytes, std::size_t count) { memset(bytes, 0, count); }
void sample_copy(char* to, const char* from, std::size_t count) { memcpy(to, from, count); }
}
