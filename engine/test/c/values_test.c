/* Values that a spec holds, tensors that it leaves open, and comparisons. */
#include <stdlib.h>

#include "checks.h"

static const char kWithValues[] =
    "{\"type\": \"TILE\", \"ulpTolerance\": 1, \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": "
    "[2]}, "
    "\"Repeats\": [2]}, \"inputs\": {\"InputTensor\": [1.5, 2]}, \"expected\": {\"OutputTensor\": [1.5, 2, 1.5, "
    "\"nan\"]}}";
static const char kOpen[] =
    "{\"type\": \"TILE\", \"desc\": {\"Repeats\": [2, 1]}, \"inputs\": {\"InputTensor\": {\"sourcePath\": \"x.npy\"}}}";

/* A spec whose text is gone: it needs none. */
static dmlrun_spec* spec_of(const char* json) {
  dmlrun_spec* spec = NULL;
  dmlrun_error error;
  const size_t bytes = strlen(json);
  char* text = malloc(bytes);
  memcpy(text, json, bytes);
  CHECK(dmlrun_spec_parse(text, bytes, NULL, &spec, &error) == DMLRUN_OK);
  memset(text, '9', bytes);
  free(text);
  if (spec == NULL) printf("  %s: %s\n", error.where, error.message);
  return spec;
}

static void values_of_the_text(void) {
  dmlrun_spec* spec = spec_of(kWithValues);
  dmlrun_operator* op = NULL;
  dmlrun_source source = {sizeof source};
  dmlrun_comparison comparison = {sizeof comparison};
  dmlrun_tolerance exact = {sizeof exact};
  float values[2] = {0, 0}, found[4] = {1.5f, 2, 1.5f, 2};
  char* report = NULL;
  const unsigned nan = 0x7FC01234u;
  CHECK(dmlrun_spec_complete(spec, NULL, 0, &op, NULL) == DMLRUN_OK);
  CHECK(dmlrun_spec_source_count(spec, DMLRUN_INPUT) == 1 && dmlrun_spec_source_count(spec, DMLRUN_OUTPUT) == 1);
  CHECK(dmlrun_spec_source(spec, DMLRUN_INPUT, 0, &source, NULL) == DMLRUN_OK);
  CHECK(strcmp(source.name, "InputTensor") == 0 && source.index == 0 && source.path == NULL);
  CHECK(dmlrun_spec_values(spec, 0, op, values, sizeof values, NULL) == DMLRUN_OK);
  CHECK(values[0] == 1.5f && values[1] == 2);
  CHECK(dmlrun_spec_values(spec, 0, op, values, sizeof values - 1, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_values(spec, 0, op, NULL, 8, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_values(spec, 1, op, values, 8, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_spec_compare(spec, 0, op, found, sizeof found, NULL, &comparison, &report, NULL) == DMLRUN_OK);
  CHECK(comparison.elements == 4 && comparison.different == 1 && strstr(report, "1 of 4") != NULL);
  dmlrun_text_free(report);
  memcpy(found + 3, &nan, 4);
  CHECK(dmlrun_spec_compare(spec, 0, op, found, sizeof found, NULL, &comparison, &report, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 0 && strcmp(report, "") == 0);
  dmlrun_text_free(report);
  found[0] = 1.50000012f; /* one away: the spec's own tolerance admits it, an exact one does not */
  CHECK(dmlrun_spec_compare(spec, 0, op, found, sizeof found, NULL, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 0);
  CHECK(dmlrun_spec_compare(spec, 0, op, found, sizeof found, &exact, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 1 && comparison.largest_ulp == 1 && comparison.largest_absolute > 0);
  dmlrun_operator_free(op);
  dmlrun_spec_free(spec);
}

/* Arithmetic makes the NaN: none of its bits count. */
static void computed_nans(void) {
  dmlrun_spec* spec = spec_of(
      "{\"type\": \"ELEMENT_WISE_ACOS\", \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [2]}}, "
      "\"inputs\": {\"InputTensor\": [-2, 1]}, \"expected\": {\"OutputTensor\": [\"nan\", 0]}}");
  dmlrun_operator* op = NULL;
  dmlrun_tensor tensor = {sizeof tensor};
  dmlrun_comparison comparison = {sizeof comparison};
  dmlrun_tolerance nans = {sizeof nans};
  const unsigned expected[2] = {0x7FC00000u, 0}, found[2] = {0xFFC00001u, 0};
  const uint32_t sizes[1] = {2};
  CHECK(dmlrun_spec_complete(spec, NULL, 0, &op, NULL) == DMLRUN_OK);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_OUTPUT, 0, &tensor, NULL) == DMLRUN_OK && tensor.computed == 1);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 0, &tensor, NULL) == DMLRUN_OK && tensor.computed == 0);
  CHECK(dmlrun_spec_compare(spec, 0, op, found, sizeof found, &nans, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 0);
  CHECK(dmlrun_compare(DMLRUN_FLOAT32, 1, sizes, expected, found, &nans, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 1);
  nans.equal_nans = 1;
  CHECK(dmlrun_compare(DMLRUN_FLOAT32, 1, sizes, expected, found, &nans, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 0);
  dmlrun_operator_free(op);
  dmlrun_spec_free(spec);
}

static void tensors_that_files_tell(void) {
  dmlrun_spec* spec = spec_of(kOpen);
  dmlrun_operator* op = NULL;
  dmlrun_source source = {sizeof source};
  dmlrun_tensor tensor = {sizeof tensor};
  dmlrun_bound_tensor bound = {"InputTensor", 0, DMLRUN_INT64, 2, NULL};
  const uint64_t sizes[2] = {3, 5};
  dmlrun_error error;
  char byte;
  CHECK(dmlrun_spec_source(spec, DMLRUN_INPUT, 0, &source, NULL) == DMLRUN_OK && strcmp(source.path, "x.npy") == 0);
  CHECK(dmlrun_spec_complete(spec, NULL, 0, &op, &error) == DMLRUN_ERROR_MISSING_FIELD && op == NULL);
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_USAGE);
  bound.sizes = sizes;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_OK);
  dmlrun_spec_free(spec); /* the operator does not need it */
  CHECK(dmlrun_operator_tensor(op, DMLRUN_OUTPUT, 0, &tensor, NULL) == DMLRUN_OK);
  CHECK(tensor.type == DMLRUN_INT64 && tensor.sizes[0] == 6 && tensor.sizes[1] == 5);
  spec = spec_of(kOpen);
  CHECK(dmlrun_spec_values(spec, 0, op, &byte, 1, &error) == DMLRUN_ERROR_USAGE);
  dmlrun_operator_free(op);
  bound.rank = 1;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_NPY_SHAPE_MISMATCH && op == NULL);
  CHECK(error.message[0] != '\0');
  dmlrun_spec_free(spec);
  spec = spec_of(
      "{\"type\": \"TILE\", \"desc\": {\"Repeats\": [2, 1]}, "
      "\"inputs\": {\"InputTensor\": {\"sourcePath\": \"x\\u0000y\"}}}");
  CHECK(dmlrun_spec_source(spec, DMLRUN_INPUT, 0, &source, &error) == DMLRUN_ERROR_USAGE); /* no C string has it */
  CHECK(strstr(error.message, "NUL") != NULL);
  dmlrun_spec_free(spec);
}

static void tensors_that_contradict_the_text(void) {
  dmlrun_spec* spec = spec_of(kWithValues);
  dmlrun_operator* op = NULL;
  uint64_t sizes[64];
  dmlrun_bound_tensor bound = {"InputTensor", 0, DMLRUN_FLOAT32, 1, sizes};
  dmlrun_error error;
  size_t i;
  for (i = 0; i < 64; ++i) sizes[i] = UINT64_MAX;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_NPY_SHAPE_MISMATCH && op == NULL);
  CHECK(strcmp(error.where, "InputTensor") == 0 && strstr(error.message, "[2] was expected") != NULL);
  bound.rank = 40;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_NPY_SHAPE_MISMATCH);
  bound.index = 7;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_COUNT_MISMATCH);
  bound.name = "Nothing";
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_UNKNOWN_NAME);
  bound.name = "InputTensor";
  bound.index = 0;
  bound.rank = 1;
  sizes[0] = 2;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_OK);
  dmlrun_operator_free(op);
  bound.type = DMLRUN_UNKNOWN;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_OK);
  dmlrun_operator_free(op);
  bound.type = DMLRUN_INT8;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_NPY_TYPE_MISMATCH && op == NULL);
  bound.type = 12;
  CHECK(dmlrun_spec_complete(spec, &bound, 1, &op, &error) == DMLRUN_ERROR_USAGE && op == NULL);
  dmlrun_spec_free(spec);
}

static void any_values_can_be_compared(void) {
  const uint32_t sizes[2] = {2, 2};
  const int16_t expected[4] = {1, 2, 3, 4}, found[4] = {1, 2, 4, 4};
  const double one = 1;
  dmlrun_tolerance tolerance = {sizeof tolerance};
  dmlrun_comparison comparison = {sizeof comparison};
  char* report = NULL;
  CHECK(dmlrun_compare(DMLRUN_INT16, 2, sizes, expected, found, NULL, &comparison, &report, NULL) == DMLRUN_OK);
  CHECK(comparison.elements == 4 && comparison.different == 1 && comparison.largest_absolute == 1);
  dmlrun_text_free(report);
  tolerance.absolute = &one;
  CHECK(dmlrun_compare(DMLRUN_INT16, 2, sizes, expected, found, &tolerance, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.different == 0);
  CHECK(dmlrun_compare(DMLRUN_INT16, 0, NULL, expected, found, NULL, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(comparison.elements == 1);
  CHECK(dmlrun_compare(DMLRUN_UNKNOWN, 2, sizes, expected, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare(12, 2, sizes, expected, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare(DMLRUN_INT16, 9, sizes, expected, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare(DMLRUN_INT16, 2, NULL, expected, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare(DMLRUN_INT16, 2, sizes, NULL, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
  {
    const uint32_t huge[8] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u}, none[2] = {0, 4};
    CHECK(dmlrun_compare(DMLRUN_INT16, 8, huge, expected, found, NULL, NULL, NULL, NULL) == DMLRUN_ERROR_SIZE_OVERFLOW);
    CHECK(dmlrun_compare(DMLRUN_INT16, 2, none, expected, found, NULL, &comparison, NULL, NULL) == DMLRUN_OK);
    CHECK(comparison.elements == 0 && comparison.different == 0);
  }
}

struct Told {
  int count;
  char where[64], message[256];
};

static void remember(void* context, const char* where, uint32_t line, uint32_t column, const char* message) {
  struct Told* told = context;
  told->count += line == 1 && column > 0;
  strncpy(told->where, where, sizeof told->where - 1);
  strncpy(told->message, message, sizeof told->message - 1);
}

static void options_of_reading(void) {
  static const char kMisspelt[] =
      "{\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2]}, \"Repeats\": [2], "
      "\"Repeat\": 1}}";
  struct Told told;
  dmlrun_read_options options = {sizeof options};
  dmlrun_limits limits = {sizeof limits};
  dmlrun_operator* op = NULL;
  dmlrun_error error;
  memset(&told, 0, sizeof told);
  options.warning = remember;
  options.warning_context = &told;
  CHECK(dmlrun_operator_create(kMisspelt, strlen(kMisspelt), &options, &op, &error) == DMLRUN_OK);
  CHECK(told.count == 1 && strcmp(told.where, "/desc/Repeat") == 0 && strstr(told.message, "Repeats") != NULL);
  dmlrun_operator_free(op);
  options.strict = 1;
  CHECK(dmlrun_operator_create(kMisspelt, strlen(kMisspelt), &options, &op, &error) == DMLRUN_ERROR_UNKNOWN_FIELD);
  CHECK(strcmp(error.where, "/desc/Repeat") == 0 && error.line == 1 && error.column > 1);
  options.strict = 0;
  options.feature_level = 0x1000; /* tensors of two dimensions come with 3.1 */
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), &options, &op, &error) == DMLRUN_ERROR_RANK_MISMATCH);
  options.feature_level = 0x1001;
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), &options, &op, &error) == DMLRUN_ERROR_USAGE);
  options.feature_level = 0xFFFFFFFFu;
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), &options, &op, &error) == DMLRUN_ERROR_USAGE);
  options.feature_level = 0x3100;
  options.limits = &limits;
  limits.depth = 1;
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), &options, &op, &error) == DMLRUN_ERROR_TOO_DEEP);
  limits.depth = 0;
  limits.tensor_bytes = 7;
  CHECK(dmlrun_operator_create(TILE, strlen(TILE), &options, &op, &error) == DMLRUN_ERROR_LIMIT_EXCEEDED);
}

void test_values(void) {
  values_of_the_text();
  computed_nans();
  tensors_that_files_tell();
  tensors_that_contradict_the_text();
  any_values_can_be_compared();
  options_of_reading();
}
