/* The same from C99: handles, codes instead of exceptions, and an error struct on the stack. */
#include <dmlrun/dmlrun_c.h>
#include <stdio.h>
#include <string.h>

static const char kSpec[] =
    "{\"type\": \"PADDING\", \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [3]},"
    " \"PaddingMode\": \"REFLECTION\", \"StartPadding\": [2], \"EndPadding\": [2]}}";

static int told(const dmlrun_error* error) {
  fprintf(stderr, "%s at \"%s\": %s\n", dmlrun_code_name(error->code), error->where, error->message);
  return 1;
}

int main(void) {
  dmlrun_operator* op;
  dmlrun_kernel* kernel;
  dmlrun_error error;
  dmlrun_compile_options options = {sizeof options}; /* the rest is 0: the defaults */
  const float input[3] = {1, 2, 3};
  float output[7];
  const dmlrun_input_buffer inputs[1] = {{input, sizeof input}};
  dmlrun_output_buffer outputs[1];
  int i;

  outputs[0].data = output;
  outputs[0].bytes = sizeof output;
  if (dmlrun_operator_create(kSpec, strlen(kSpec), NULL, &op, &error) != DMLRUN_OK) return told(&error);
  if (dmlrun_compile(op, &options, &kernel, &error) != DMLRUN_OK) return told(&error);
  dmlrun_operator_free(op); /* the kernel does not need it */
  if (dmlrun_kernel_run(kernel, inputs, 1, outputs, 1, &error) != DMLRUN_OK) return told(&error);
  for (i = 0; i < 7; ++i) printf("%g ", output[i]);
  puts("");

  /* A refusal, looked at as a program would. */
  if (dmlrun_kernel_run(kernel, inputs, 1, NULL, 0, &error) != DMLRUN_ERROR_BUFFER_COUNT) return 2;
  dmlrun_kernel_free(kernel);
  return 0;
}
