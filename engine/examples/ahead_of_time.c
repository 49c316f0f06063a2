/* A kernel that was compiled when this program was built: `dmlrun emit pad.json --format object,header --function pad`
 * made pad.o and pad.h. Neither dmlrun nor Halide is part of the program, or needed where it runs. */
#include <stdio.h>

#include "pad.h"

int main(void) {
  const float input[6] = {1, 2, 3, 4, 5, 6};
  float output[14];
  int i;
  if (pad(input, output) != 0) return 1;
  for (i = 0; i < 14; ++i) printf("%g ", output[i]);
  puts("");
  return 0;
}
