/* What works: operators, kernels, slices, descriptions, lists. */
#include <stdlib.h>

#include "checks.h"

static const unsigned char kInput[4] = {1, 2, 3, 4};
static const unsigned char kTiled[8] = {1, 2, 1, 2, 3, 4, 3, 4};

static void tensors_are_told(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_tensor tensor = {sizeof tensor};
  CHECK(strcmp(dmlrun_operator_type(op), "TILE") == 0);
  CHECK(dmlrun_operator_tensor_count(op, DMLRUN_INPUT) == 1 && dmlrun_operator_tensor_count(op, DMLRUN_OUTPUT) == 1);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_OUTPUT, 0, &tensor, NULL) == DMLRUN_OK);
  CHECK(strcmp(tensor.name, "OutputTensor") == 0 && tensor.index == 0 && tensor.array == 0);
  CHECK(tensor.type == DMLRUN_UINT8 && strcmp(dmlrun_data_type_name(tensor.type), "UINT8") == 0);
  CHECK(tensor.rank == 2 && tensor.sizes[0] == 2 && tensor.sizes[1] == 4 && tensor.strides[0] == 4);
  CHECK(tensor.elements == 8 && tensor.bytes == 8 && tensor.element_bytes == 1 && tensor.packed == 1);
  dmlrun_operator_free(op);
}

static void every_back_end_runs(void) {
  static const char* const kBackends[] = {NULL, "", "auto", "reference", "interpreter"};
  size_t i;
  for (i = 0; i < sizeof kBackends / sizeof *kBackends; ++i) {
    dmlrun_kernel* kernel = kernel_of(TILE, kBackends[i]);
    unsigned char output[8] = {0};
    dmlrun_input_buffer input;
    dmlrun_output_buffer outputs;
    input.data = kInput, input.bytes = sizeof kInput;
    outputs.data = output, outputs.bytes = sizeof output;
    CHECK(dmlrun_kernel_run(kernel, &input, 1, &outputs, 1, NULL) == DMLRUN_OK);
    CHECK(memcmp(output, kTiled, 8) == 0);
    if (i >= 3) CHECK(strcmp(dmlrun_kernel_backend(kernel), kBackends[i]) == 0);
    dmlrun_kernel_free(kernel);
  }
}

static void slices_are_parts(void) {
  dmlrun_kernel* kernel = kernel_of(TILE, "interpreter");
  const size_t grain = (size_t)dmlrun_kernel_slice_granularity(kernel, 0);
  unsigned char part[8];
  dmlrun_input_buffer input;
  dmlrun_output_buffer slice;
  size_t first;
  input.data = kInput, input.bytes = sizeof kInput;
  slice.data = part, slice.bytes = sizeof part;
  CHECK(grain >= 1 && grain <= 8);
  for (first = 0; first < 8; first += grain) {
    const size_t count = first + grain < 8 ? grain : 8 - first;
    CHECK(dmlrun_kernel_run_slice(kernel, &input, 1, 0, first, count, slice, NULL) == DMLRUN_OK);
    CHECK(memcmp(part, kTiled + first, count) == 0);
  }
  dmlrun_kernel_free(kernel);
}

/* Whether a call gave a text that holds the words. */
static int holds(dmlrun_code code, char* text, const char* words) {
  const int found = code == DMLRUN_OK && text != NULL && strstr(text, words) != NULL;
  dmlrun_text_free(text);
  return found;
}

static void answers_are_json(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_kernel* kernel = kernel_of(TILE, "auto");
  dmlrun_compile_options options = {sizeof options};
  char* text = NULL;
  dmlrun_code code = dmlrun_operator_spec(op, &text, NULL);
  CHECK(holds(code, text, "\"OutputTensor\""));
  code = dmlrun_explain(op, NULL, &text, NULL);
  CHECK(holds(code, text, "\"choices\""));
  options.backend = "reference";
  code = dmlrun_explain(op, &options, &text, NULL);
  CHECK(holds(code, text, "\"backend\": \"reference\""));
  code = dmlrun_kernel_describe(kernel, &text, NULL);
  CHECK(holds(code, text, "\"strategy\""));
  code = dmlrun_backends(NULL, &text, NULL);
  CHECK(holds(code, text, "\"interpreter\""));
  code = dmlrun_json_schema("TILE", &text, NULL);
  CHECK(holds(code, text, "Repeats"));
  dmlrun_kernel_free(kernel);
  dmlrun_operator_free(op);
}

static void changed_numbers_are_told(void) {
  static const char kPadding[] =
      "{\"type\": \"PADDING\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2]}, "
      "\"PaddingMode\": \"CONSTANT\", \"PaddingValue\": 300, \"StartPadding\": [1], \"EndPadding\": [0]}}";
  dmlrun_spec* spec = NULL;
  dmlrun_operator* op = NULL;
  char* text = NULL;
  dmlrun_code code;
  CHECK(dmlrun_spec_parse(kPadding, strlen(kPadding), NULL, &spec, NULL) == DMLRUN_OK);
  CHECK(dmlrun_spec_complete(spec, NULL, 0, &op, NULL) == DMLRUN_OK);
  code = dmlrun_spec_changed_numbers(spec, op, &text, NULL);
  CHECK(holds(code, text, "300 of PaddingValue is no UINT8: 255 is used\n"));
  CHECK(dmlrun_spec_changed_numbers(spec, NULL, &text, NULL) == DMLRUN_ERROR_USAGE && text == NULL);
  dmlrun_operator_free(op);
  dmlrun_spec_free(spec);
}

static void code_can_be_read(void) {
  dmlrun_kernel* kernel = kernel_of(TILE, "auto");
  const char* name = NULL;
  int32_t is_code = -1;
  dmlrun_input_buffer content = {NULL, 0};
  if (strncmp(dmlrun_kernel_backend(kernel), "jit", 3) == 0) {
    CHECK(dmlrun_kernel_section(kernel, 0, 0, &name, &is_code, &content, NULL) == DMLRUN_OK);
    CHECK(name != NULL && is_code >= 0 && content.data != NULL && content.bytes > 0);
    CHECK(dmlrun_kernel_section(kernel, 0, 0, NULL, NULL, NULL, NULL) == DMLRUN_OK);
  }
  CHECK(dmlrun_kernel_section(kernel, 0, 99, &name, &is_code, &content, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_kernel_section(kernel, 1, 0, &name, &is_code, &content, NULL) == DMLRUN_ERROR_USAGE);
  dmlrun_kernel_free(kernel);
}

static void lists_end_with_null(void) {
  size_t i;
  for (i = 0; dmlrun_operator_type_name(i) != NULL; ++i) {
    const char* name = dmlrun_operator_type_name(i);
    CHECK(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_12") == strlen(name));
  }
  CHECK(i >= 8 && dmlrun_operator_type_name(i + 1) == NULL && dmlrun_operator_type_name((size_t)-1) == NULL);
  CHECK(strcmp(dmlrun_operator_meant("TILES"), "TILE") == 0 && strcmp(dmlrun_operator_meant("concat"), "JOIN") == 0);
  CHECK(strcmp(dmlrun_operator_meant("QUANTIZE"), "ELEMENT_WISE_QUANTIZE_LINEAR") == 0);
  CHECK(strcmp(dmlrun_operator_meant("matmul"), "GEMM") == 0);
  CHECK(dmlrun_operator_meant("xyzzy") == NULL && dmlrun_operator_meant("") == NULL);
  CHECK(dmlrun_operator_meant("GEMM") == NULL && dmlrun_operator_meant("transpose") == NULL);
  CHECK(dmlrun_operator_meant(NULL) == NULL);
  CHECK(strcmp(dmlrun_field_meant("dim", 0), "Axis") == 0 &&
        strcmp(dmlrun_field_meant("weight", 1), "SlopeTensor") == 0);
  CHECK(dmlrun_field_meant("dim", 1) == NULL && dmlrun_field_meant("", 0) == NULL &&
        dmlrun_field_meant(NULL, 0) == NULL);
  for (i = 0; dmlrun_isa_name(i) != NULL; ++i) CHECK(strncmp(dmlrun_isa_name(i), "avx", 3) == 0);
  CHECK(dmlrun_isa_name(i + 7) == NULL);
  for (i = 0; dmlrun_tuning_name(i) != NULL; ++i) CHECK(strlen(dmlrun_tuning_name(i)) < 40);
  CHECK(dmlrun_tuning_name(i + 7) == NULL);
}

struct Heard {
  int calls;
  size_t bytes;
  char name[64];
};

static void hear(void* context, const char* name, const void* code, size_t bytes) {
  struct Heard* heard = context;
  heard->calls += code != NULL;
  heard->bytes += bytes;
  strncpy(heard->name, name, sizeof heard->name - 1);
}

/* An executor that runs the parts one after another, and counts them. */
static void run_parts(void* self, size_t count, dmlrun_part part, void* context) {
  size_t i;
  for (i = 0; i < count; ++i) part(context, i);
  if (count > *(size_t*)self) *(size_t*)self = count;
}

static void own_threads_share_the_work(void) {
  static const char kLarge[] =
      "{\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [4096, 4096]}, "
      "\"Repeats\": [4, 1]}}";
  dmlrun_operator* op = operator_of(kLarge);
  dmlrun_compile_options options = {sizeof options};
  dmlrun_kernel* kernel = NULL;
  dmlrun_executor executor;
  dmlrun_error error;
  dmlrun_input_buffer input;
  dmlrun_output_buffer output;
  size_t most = 0, i, wrong = 0;
  unsigned char* memory = malloc((size_t)5 << 24);
  executor.run = run_parts, executor.self = &most;
  options.threads = 4, options.executor = &executor;
  CHECK(dmlrun_compile(op, &options, &kernel, NULL) == DMLRUN_OK);
  executor.run = NULL; /* the struct was copied */
  for (i = 0; i < (size_t)1 << 24; ++i) memory[i] = (unsigned char)(i * 7 + (i >> 12));
  input.data = memory, input.bytes = (size_t)1 << 24;
  output.data = memory + ((size_t)1 << 24), output.bytes = (size_t)4 << 24;
  CHECK(dmlrun_kernel_run(kernel, &input, 1, &output, 1, NULL) == DMLRUN_OK);
  for (i = 1; i <= 4; ++i) wrong += memcmp(memory, memory + (i << 24), (size_t)1 << 24) != 0;
  CHECK(wrong == 0 && most >= 1);
  dmlrun_kernel_free(kernel);
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_ERROR_USAGE && kernel == NULL); /* no function */
  CHECK(strstr(error.message, "executor") != NULL);
  options.executor = NULL, options.threads = -2;
  CHECK(dmlrun_compile(op, &options, &kernel, &error) == DMLRUN_ERROR_USAGE &&
        strstr(error.message, "threads") != NULL);
  free(memory);
  dmlrun_operator_free(op);
}

static void process_is_told_and_set(void) {
  struct Heard heard = {0, 0, ""};
  dmlrun_cache_statistics before = {sizeof before}, after = {sizeof after};
  dmlrun_kernel *first, *second;
  dmlrun_set_cache_limits(100, 1 << 20);
  dmlrun_set_code_budget(8 << 20);
  dmlrun_clear_cache();
  dmlrun_read_cache_statistics(&before);
  CHECK(before.limit_entries == 100 && before.limit_bytes == 1 << 20 && before.code_budget == 8 << 20);
  CHECK(before.entries == 0);
  dmlrun_listen_to_code(hear, &heard);
  first = kernel_of(TILE, "auto");
  dmlrun_listen_to_code(NULL, NULL);
  second = kernel_of(TILE, "auto");
  dmlrun_read_cache_statistics(&after);
  CHECK(after.builds == before.builds + 1 && after.hits == before.hits + 1 && after.entries == 1);
  if (strncmp(dmlrun_kernel_backend(first), "jit", 3) == 0) CHECK(heard.calls == 1 && heard.bytes > 0 && heard.name[0]);
  dmlrun_kernel_free(first);
  dmlrun_kernel_free(second);
  dmlrun_read_cache_statistics(NULL);
}

void test_calls(void) {
  CHECK(dmlrun_c_version() == DMLRUN_C_VERSION && strchr(dmlrun_version(), '.') != NULL);
  tensors_are_told();
  every_back_end_runs();
  slices_are_parts();
  answers_are_json();
  changed_numbers_are_told();
  code_can_be_read();
  lists_end_with_null();
  own_threads_share_the_work();
  process_is_told_and_set();
}
