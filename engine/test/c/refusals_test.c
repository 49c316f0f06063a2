/* What is refused: every null, buffers that do not fit, unknown names; each leaves its outputs null. */
#include "checks.h"

static void nulls_are_refused(void) {
  dmlrun_error error;
  dmlrun_operator *op = operator_of(TILE), *none = op;
  dmlrun_kernel* kernel = (dmlrun_kernel*)&error; /* must become null */
  dmlrun_spec* spec = NULL;
  dmlrun_tensor tensor = {sizeof tensor};
  dmlrun_source source = {sizeof source};
  dmlrun_output_buffer slice = {NULL, 0};
  char* text = NULL;
  CHECK(dmlrun_spec_parse(TILE, strlen(TILE), NULL, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(error.code == DMLRUN_ERROR_USAGE && strlen(error.message) > 10 && error.where[0] == '\0');
  CHECK(dmlrun_spec_parse(NULL, 5, NULL, &spec, NULL) == DMLRUN_ERROR_USAGE && spec == NULL);
  CHECK(dmlrun_spec_parse(NULL, 0, NULL, &spec, NULL) == DMLRUN_ERROR_SYNTAX);
  CHECK(dmlrun_spec_complete(NULL, NULL, 0, &none, NULL) == DMLRUN_ERROR_USAGE && none == NULL);
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_source_count(NULL, DMLRUN_INPUT) == 0);
  CHECK(dmlrun_spec_source(NULL, DMLRUN_INPUT, 0, &source, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_values(NULL, 0, op, NULL, 0, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_compare(NULL, 0, op, NULL, 0, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_operator_type(NULL) == NULL && dmlrun_operator_tensor_count(NULL, DMLRUN_INPUT) == 0);
  CHECK(dmlrun_operator_tensor_count(op, 2) == 0 && dmlrun_operator_tensor_count(op, -1) == 0);
  CHECK(dmlrun_operator_tensor(NULL, DMLRUN_INPUT, 0, &tensor, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 1, &tensor, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 0, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_operator_spec(NULL, &text, NULL) == DMLRUN_ERROR_USAGE && text == NULL);
  CHECK(dmlrun_operator_spec(op, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_json_schema("TILE", NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_json_schema(NULL, &text, NULL) == DMLRUN_ERROR_USAGE && text == NULL);
  CHECK(dmlrun_compile(NULL, NULL, &kernel, NULL) == DMLRUN_ERROR_USAGE && kernel == NULL);
  CHECK(dmlrun_compile(op, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_run(NULL, NULL, 0, NULL, 0, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_run_slice(NULL, NULL, 0, 0, 0, 0, slice, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_slice_granularity(NULL, 0) == 0 && dmlrun_kernel_backend(NULL) == NULL);
  CHECK(dmlrun_kernel_describe(NULL, &text, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_section(NULL, 0, 0, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_explain(NULL, NULL, &text, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_explain(op, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_backends(NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  dmlrun_operator_free(op);
  dmlrun_operator_free(NULL);
  dmlrun_spec_free(NULL);
  dmlrun_kernel_free(NULL);
  dmlrun_text_free(NULL);
}

static dmlrun_code run(const dmlrun_kernel* kernel, const void* in, size_t in_bytes, void* out, size_t out_bytes,
                       dmlrun_error* error) {
  dmlrun_input_buffer input;
  dmlrun_output_buffer output;
  input.data = in, input.bytes = in_bytes;
  output.data = out, output.bytes = out_bytes;
  return dmlrun_kernel_run(kernel, &input, 1, &output, 1, error);
}

static void buffers_that_do_not_fit(const char* backend) {
  dmlrun_kernel* kernel = kernel_of(TILE, backend);
  unsigned char memory[32] = {1, 2, 3, 4}, before[32];
  dmlrun_error error;
  dmlrun_input_buffer inputs[2];
  dmlrun_output_buffer output;
  memcpy(before, memory, sizeof memory);
  CHECK(run(kernel, memory, 4, memory + 8, 7, &error) == DMLRUN_ERROR_BUFFER_TOO_SMALL);
  CHECK(strcmp(error.where, "OutputTensor") == 0 && strstr(error.message, "8") != NULL);
  CHECK(run(kernel, memory, 3, memory + 8, 8, &error) == DMLRUN_ERROR_BUFFER_TOO_SMALL);
  CHECK(strcmp(error.where, "InputTensor") == 0);
  CHECK(run(kernel, NULL, 4, memory + 8, 8, &error) == DMLRUN_ERROR_NULL_BUFFER);
  CHECK(run(kernel, memory, 4, NULL, 8, &error) == DMLRUN_ERROR_NULL_BUFFER);
  CHECK(run(kernel, NULL, 0, memory + 8, 8, &error) == DMLRUN_ERROR_NULL_BUFFER);
  CHECK(run(kernel, memory, 4, memory + 3, 8, &error) == DMLRUN_ERROR_BUFFERS_OVERLAP);
  CHECK(run(kernel, memory, 4, memory, 8, &error) == DMLRUN_ERROR_BUFFERS_OVERLAP);
  inputs[0].data = inputs[1].data = memory;
  inputs[0].bytes = inputs[1].bytes = 4;
  output.data = memory + 8, output.bytes = 8;
  CHECK(dmlrun_kernel_run(kernel, inputs, 2, &output, 1, &error) == DMLRUN_ERROR_BUFFER_COUNT);
  CHECK(dmlrun_kernel_run(kernel, NULL, 0, &output, 1, &error) == DMLRUN_ERROR_BUFFER_COUNT);
  CHECK(dmlrun_kernel_run(kernel, inputs, 1, NULL, 0, &error) == DMLRUN_ERROR_BUFFER_COUNT);
  CHECK(dmlrun_kernel_run(kernel, NULL, 1, &output, 1, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_run(kernel, inputs, 1, NULL, 1, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_run_slice(kernel, inputs, 1, 1, 0, 8, output, &error) == DMLRUN_ERROR_BUFFER_COUNT);
  CHECK(dmlrun_kernel_run_slice(kernel, inputs, 1, 0, 0, 9, output, &error) == DMLRUN_ERROR_OUT_OF_RANGE);
  CHECK(dmlrun_kernel_run_slice(kernel, inputs, 1, 0, ~(uint64_t)0, 2, output, &error) == DMLRUN_ERROR_OUT_OF_RANGE);
  output.bytes = 7;
  CHECK(dmlrun_kernel_run_slice(kernel, inputs, 1, 0, 0, 8, output, &error) == DMLRUN_ERROR_BUFFER_TOO_SMALL);
  CHECK(memcmp(before, memory, sizeof memory) == 0);                  /* nothing was written */
  CHECK(run(kernel, memory, 5, memory + 8, 24, &error) == DMLRUN_OK); /* longer ones are fine, and the rest is left */
  CHECK(memory[15] == 4 && memory[16] == 0);
  dmlrun_kernel_free(kernel);
}

/* Neither copied nor counted on: nothing of such a size is there. */
static void sizes_beyond_memory(void) {
  static const size_t kSizes[] = {(size_t)1 << 32, (size_t)1 << 58, (size_t)-1 >> 1, (size_t)-1};
  dmlrun_kernel* kernel = kernel_of(TILE, NULL);
  unsigned char memory[16] = {0};
  dmlrun_input_buffer input;
  dmlrun_output_buffer output;
  dmlrun_operator* op = NULL;
  dmlrun_model* model = NULL;
  dmlrun_error error;
  size_t i;
  input.data = memory, input.bytes = 4;
  output.data = memory + 8, output.bytes = 8;
  for (i = 0; i < sizeof kSizes / sizeof *kSizes; ++i) {
    CHECK(dmlrun_kernel_run(kernel, &input, kSizes[i], &output, 1, &error) == DMLRUN_ERROR_BUFFER_COUNT);
    CHECK(dmlrun_kernel_run(kernel, &input, 1, &output, kSizes[i], &error) == DMLRUN_ERROR_BUFFER_COUNT);
    CHECK(dmlrun_kernel_run_slice(kernel, &input, kSizes[i], 0, 0, 8, output, &error) == DMLRUN_ERROR_BUFFER_COUNT);
    CHECK(dmlrun_operator_create(TILE, kSizes[i], NULL, &op, &error) == DMLRUN_ERROR_TOO_LARGE && op == NULL);
    CHECK(dmlrun_model_parse(TILE, kSizes[i], NULL, &model, &error) == DMLRUN_ERROR_TOO_LARGE && model == NULL);
  }
  dmlrun_kernel_free(kernel);
}

static void tolerances_that_bound_nothing(void) {
  const uint32_t size = 1;
  const float value = 1;
  const double negative = -1, bounds = 0, none = bounds / bounds;
  dmlrun_tolerance tolerance = {sizeof tolerance};
  tolerance.absolute = &negative;
  CHECK(dmlrun_compare(DMLRUN_FLOAT32, 1, &size, &value, &value, &tolerance, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  tolerance.absolute = NULL;
  tolerance.relative = &none;
  CHECK(dmlrun_compare(DMLRUN_FLOAT32, 1, &size, &value, &value, &tolerance, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  tolerance.relative = &bounds;
  CHECK(dmlrun_compare(DMLRUN_FLOAT32, 1, &size, &value, &value, &tolerance, NULL, NULL, NULL) == DMLRUN_OK);
}

static void more_buffers_than_fit_the_stack(void) {
  dmlrun_input_buffer inputs[100];
  dmlrun_output_buffer output;
  unsigned char value = 7, result[100];
  char json[4096] = "{\"type\": \"JOIN\", \"desc\": {\"Axis\": 0, \"InputTensors\": [";
  dmlrun_kernel* kernel;
  int i;
  for (i = 0; i < 100; ++i) {
    strcat(json, "{\"DataType\":\"UINT8\",\"Sizes\":[1]}");
    strcat(json, i < 99 ? "," : "]}}");
    inputs[i].data = &value, inputs[i].bytes = 1;
  }
  kernel = kernel_of(json, NULL);
  output.data = result, output.bytes = sizeof result;
  memset(result, 0, sizeof result);
  CHECK(dmlrun_kernel_run(kernel, inputs, 100, &output, 1, NULL) == DMLRUN_OK);
  CHECK(result[0] == 7 && result[99] == 7);
  dmlrun_kernel_free(kernel);
}

static void names_that_nobody_has(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_compile_options options = {sizeof options};
  dmlrun_kernel* kernel = NULL;
  dmlrun_error error;
  char* text = NULL;
  options.backend = "fastest";
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_ERROR_UNKNOWN_BACKEND && kernel == NULL);
  CHECK(strstr(error.message, "interpreter") != NULL);
  CHECK(dmlrun_explain(op, &options, &text, &error) == DMLRUN_ERROR_UNKNOWN_BACKEND && text == NULL);
  options.backend = NULL;
  options.isa = "mmx";
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_ERROR_UNKNOWN_OPTION);
  options.isa = NULL;
  options.code_folder = "in/some/folder";
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_ERROR_USAGE &&
        strstr(error.message, "absolute") != NULL);
  CHECK(dmlrun_json_schema("TILES", &text, &error) == DMLRUN_ERROR_UNKNOWN_OPERATOR && text == NULL);
  CHECK(strcmp(dmlrun_code_name(DMLRUN_OK), "ok") == 0 && dmlrun_code_name(9) == NULL &&
        dmlrun_code_summary(-1) == NULL);
  CHECK(strcmp(dmlrun_code_name(DMLRUN_ERROR_SIZE_MISMATCH), "size_mismatch") == 0);
  CHECK(strlen(dmlrun_code_summary(DMLRUN_ERROR_OUT_OF_MEMORY)) > 5);
  CHECK(dmlrun_data_type_name(0) == NULL && dmlrun_data_type_name(12) == NULL && dmlrun_data_type_name(-1) == NULL);
  dmlrun_operator_free(op);
}

static void broken_rules_are_told(void) {
  static const char kWrong[] =
      "{\"type\": \"TILE\",\n \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2, 2]},\n \"Repeats\": "
      "[1, 2],\n"
      " \"OutputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2, 5]}}}";
  dmlrun_operator* op = NULL;
  dmlrun_error error;
  CHECK(dmlrun_operator_create(kWrong, strlen(kWrong), NULL, &op, &error) == DMLRUN_ERROR_SIZE_MISMATCH && op == NULL);
  CHECK(strcmp(error.where, "/desc/OutputTensor/Sizes/1") == 0 && error.line == 4 && error.column > 40);
  CHECK(strcmp(error.rule, "TILE-6") == 0 && strstr(error.message, "4 was expected") != NULL);
}

void test_refusals(void) {
  nulls_are_refused();
  buffers_that_do_not_fit(NULL);
  buffers_that_do_not_fit("interpreter");
  buffers_that_do_not_fit("reference");
  sizes_beyond_memory();
  tolerances_that_bound_nothing();
  more_buffers_than_fit_the_stack();
  names_that_nobody_has();
  broken_rules_are_told();
}
