/* The C interface as a C99 program uses it. Ends with `N passed, N failed`. */
#include "checks.h"

int checks_passed = 0, checks_failed = 0;

void check_one(int holds, const char* words, const char* file, int line) {
  if (holds) {
    ++checks_passed;
    return;
  }
  ++checks_failed;
  printf("FAILED: %s:%d: %s\n", file, line, words);
}

dmlrun_operator* operator_of(const char* json) {
  dmlrun_operator* op = NULL;
  dmlrun_error error;
  CHECK(dmlrun_operator_create(json, strlen(json), NULL, &op, &error) == DMLRUN_OK);
  if (op == NULL) printf("  %s: %s\n", error.where, error.message);
  return op;
}

dmlrun_kernel* kernel_of(const char* json, const char* backend) {
  dmlrun_operator* op = operator_of(json);
  dmlrun_compile_options options = {sizeof options};
  dmlrun_kernel* kernel = NULL;
  dmlrun_error error;
  options.backend = backend;
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_OK);
  dmlrun_operator_free(op); /* the kernel does not need it */
  return kernel;
}

int main(void) {
  test_calls();
  test_answers();
  test_values();
  test_refusals();
  test_structs();
  test_models();
  printf("%d passed, %d failed\n", checks_passed, checks_failed);
  return checks_failed != 0;
}
