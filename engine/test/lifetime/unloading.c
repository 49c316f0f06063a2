/* T164: the shared library is opened, used, closed, and its kernel run again: the library keeps itself loaded, so that
 * kernels stay what they are. Opening it again gives the same one.
 * usage: PROGRAM LIBRARY; exit code 0: all was right. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "dmlrun/dmlrun_c.h"

static const char kSpec[] =
    "{\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2]}, \"Repeats\": [2]}}";

typedef dmlrun_code (*create_function)(const char*, size_t, const dmlrun_read_options*, dmlrun_operator**,
                                       dmlrun_error*);
typedef dmlrun_code (*compile_function)(const dmlrun_operator*, const dmlrun_compile_options*, dmlrun_kernel**,
                                        dmlrun_error*);
typedef dmlrun_code (*run_function)(const dmlrun_kernel*, const dmlrun_input_buffer*, size_t,
                                    const dmlrun_output_buffer*, size_t, dmlrun_error*);

typedef void (*free_function)(dmlrun_operator*);

/* ISO C has no conversion from void* to a function's address; POSIX has. */
static void find(void* library, const char* name, void* function) {
  void* address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
}

static int runs(run_function run, const dmlrun_kernel* kernel) {
  unsigned char input[2] = {5, 6}, output[4] = {0};
  dmlrun_input_buffer in;
  dmlrun_output_buffer out;
  in.data = input, in.bytes = sizeof input;
  out.data = output, out.bytes = sizeof output;
  return run(kernel, &in, 1, &out, 1, NULL) == DMLRUN_OK && memcmp(output, "\5\6\5\6", 4) == 0;
}

int main(int count, char** arguments) {
  void *library, *again;
  create_function create;
  compile_function compile;
  run_function run, run_again;
  free_function release;
  dmlrun_operator* op;
  static dmlrun_kernel* kernel; /* lives when the program ends */
  if (count != 2 || (library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL)) == NULL) {
    fprintf(stderr, "%s\n", count == 2 ? dlerror() : "usage: PROGRAM LIBRARY");
    return 1;
  }
  find(library, "dmlrun_operator_create", &create);
  find(library, "dmlrun_compile", &compile);
  find(library, "dmlrun_kernel_run", &run);
  if (create(kSpec, strlen(kSpec), NULL, &op, NULL) != DMLRUN_OK) return 2;
  if (compile(op, NULL, &kernel, NULL) != DMLRUN_OK) return 3;
  find(library, "dmlrun_operator_free", &release);
  release(op);
  if (!runs(run, kernel)) return 4;
  dlclose(library);
  if (!runs(run, kernel)) return 5;
  again = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  find(again, "dmlrun_kernel_run", &run_again);
  if (run_again != run || !runs(run_again, kernel)) return 6;
  return 0;
}
