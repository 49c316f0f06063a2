/* Models: given the values of their files, prepared, run command by command, compared with what they expect. */
#include "checks.h"

static const char kModel[] =
    "{\"resources\": {\"In\": {\"initialValues\": {\"sourcePath\": \"in.npy\"}},"
    " \"Out\": {\"initialValuesDataType\": \"FLOAT32\", \"initialValues\": {\"valueCount\": 4, \"value\": 0}}},"
    " \"dispatchables\": {\"twice\": {\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", "
    "\"Sizes\": [2]},"
    " \"OutputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [4]}, \"RepeatsCount\": 1, \"Repeats\": [2]}}},"
    " \"commands\": [{\"type\": \"dispatch\", \"dispatchable\": \"twice\", \"bindings\": {\"InputTensor\": \"In\", "
    "\"OutputTensor\": \"Out\"}},"
    " {\"type\": \"print\", \"resource\": \"Out\", \"expected\": {\"values\": [1, 2, 1, 2]}},"
    " {\"type\": \"writeFile\", \"resource\": \"Out\", \"targetPath\": \"out.npy\", \"dimensions\": [2, 2]}]}";

static dmlrun_model* model_of(const char* json) {
  dmlrun_model* model = NULL;
  dmlrun_error error;
  CHECK(dmlrun_model_parse(json, strlen(json), NULL, &model, &error) == DMLRUN_OK);
  if (model == NULL) printf("  %s: %s\n", error.where, error.message);
  return model;
}

static void a_model_runs(void) {
  dmlrun_model* model = model_of(kModel);
  dmlrun_resource resource = {sizeof resource};
  dmlrun_command command = {sizeof command};
  dmlrun_comparison comparison = {sizeof comparison};
  dmlrun_error error;
  const float values[2] = {1, 2};
  const uint64_t sizes[1] = {2}, wrong[1] = {3};
  int32_t expected = -1;
  char* report = NULL;
  CHECK(dmlrun_model_resource_count(model) == 2 && dmlrun_model_command_count(model) == 3);
  CHECK(dmlrun_model_resource(model, 0, &resource, NULL) == DMLRUN_OK);
  CHECK(strcmp(resource.name, "In") == 0 && strcmp(resource.path, "in.npy") == 0 && resource.npy == 1);
  CHECK(resource.type == DMLRUN_UNKNOWN && resource.bytes == 0 && resource.data == NULL);
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_ERROR_NOT_BOUND && strcmp(error.where, "In") == 0);
  CHECK(strcmp(dmlrun_model_backends(model), "") == 0);
  CHECK(dmlrun_model_run(model, 0, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, wrong, values, sizeof values, NULL) ==
        DMLRUN_ERROR_NPY_SHAPE_MISMATCH);
  CHECK(dmlrun_model_give(model, 0, 77, 1, sizes, values, sizeof values, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, NULL, values, sizeof values, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, sizes, NULL, sizeof values, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(model, 1, DMLRUN_FLOAT32, 1, sizes, values, sizeof values, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, sizes, values, sizeof values, NULL) == DMLRUN_OK);
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_OK && dmlrun_model_backends(model)[0] != '\0');
  CHECK(dmlrun_model_command(model, 0, &command, NULL) == DMLRUN_OK && command.kind == DMLRUN_DISPATCH);
  CHECK(strcmp(command.name, "twice") == 0 && command.results == 1 && command.skipped == 0);
  CHECK(dmlrun_model_compare(model, 1, 0, NULL, &expected, NULL, &comparison, &report, NULL) == DMLRUN_OK);
  CHECK(expected == 1 && comparison.elements == 4 && comparison.different == 4); /* nothing has run yet */
  dmlrun_text_free(report);
  CHECK(dmlrun_model_run(model, 0, &error) == DMLRUN_OK && dmlrun_model_run(model, 1, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_compare(model, 1, 0, NULL, &expected, NULL, &comparison, NULL, NULL) == DMLRUN_OK);
  CHECK(expected == 1 && comparison.different == 0);
  CHECK(dmlrun_model_compare(model, 0, 0, NULL, &expected, NULL, &comparison, NULL, NULL) == DMLRUN_OK &&
        expected == 0);
  CHECK(dmlrun_model_command(model, 2, &command, NULL) == DMLRUN_OK && command.kind == DMLRUN_WRITE_FILE);
  CHECK(strcmp(command.path, "out.npy") == 0 && command.rank == 2 && command.sizes[1] == 2 && command.resource == 1);
  CHECK(dmlrun_model_resource(model, 1, &resource, NULL) == DMLRUN_OK && resource.path == NULL);
  CHECK(resource.bytes == 16 && resource.values_bytes == 16 && ((const float*)resource.data)[3] == 2);
  ((float*)resource.data)[3] = 7;
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_OK); /* the initial values again */
  CHECK(dmlrun_model_resource(model, 1, &resource, NULL) == DMLRUN_OK && ((const float*)resource.data)[3] == 0);
  dmlrun_model_free(model);
}

/* What is given after a prepare is not what the buffers were made for. */
static void given_again_it_is_prepared_again(void) {
  static const float many[1 << 16] = {3, 4};
  dmlrun_model* model = model_of(
      "{\"resources\": {\"In\": {\"initialValues\": {\"sourcePath\": \"in.npy\"}}}, \"dispatchables\": {},"
      " \"commands\": [{\"type\": \"print\", \"resource\": \"In\", \"expected\": {\"values\": [3, 4]}}]}");
  const uint64_t few_sizes[1] = {2}, many_sizes[1] = {1 << 16};
  dmlrun_resource resource = {sizeof resource};
  dmlrun_comparison comparison = {sizeof comparison};
  dmlrun_error error;
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, few_sizes, many, 8, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, many_sizes, many, 8, &error) == DMLRUN_ERROR_NPY_SHAPE_MISMATCH);
  CHECK(dmlrun_model_resource(model, 0, &resource, NULL) == DMLRUN_OK && resource.data != NULL && resource.bytes == 8);
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, many_sizes, many, sizeof many, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_resource(model, 0, &resource, NULL) == DMLRUN_OK && resource.data == NULL);
  CHECK(dmlrun_model_run(model, 0, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_compare(model, 0, 0, NULL, NULL, NULL, &comparison, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_ERROR_COUNT_MISMATCH); /* two values are expected */
  CHECK(dmlrun_model_give(model, 0, DMLRUN_FLOAT32, 1, few_sizes, many, 8, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_prepare(model, NULL, &error) == DMLRUN_OK);
  CHECK(dmlrun_model_compare(model, 0, 0, NULL, NULL, NULL, &comparison, NULL, &error) == DMLRUN_OK);
  CHECK(comparison.elements == 2 && comparison.different == 0);
  comparison.struct_size = 0;
  CHECK(dmlrun_model_compare(model, 0, 0, NULL, NULL, NULL, &comparison, NULL, &error) == DMLRUN_ERROR_USAGE);
  dmlrun_model_free(model);
}

static void refusals(void) {
  dmlrun_model* model = model_of(kModel);
  dmlrun_resource resource = {sizeof resource};
  dmlrun_command command = {sizeof command};
  dmlrun_error error;
  dmlrun_model* other = model;
  CHECK(dmlrun_model_parse(NULL, 4, NULL, &other, &error) == DMLRUN_ERROR_USAGE && other == NULL);
  CHECK(dmlrun_model_parse("{", 1, NULL, &other, &error) == DMLRUN_ERROR_SYNTAX && error.line == 1);
  CHECK(dmlrun_model_parse("{}", 2, NULL, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_parse(NULL, 0, NULL, &other, &error) == DMLRUN_ERROR_SYNTAX);
  CHECK(dmlrun_model_resource(model, 2, &resource, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_resource(NULL, 0, &resource, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_command(model, 3, &command, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_command(model, 0, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_run(NULL, 0, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_prepare(NULL, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_compare(model, 0, 0, NULL, NULL, NULL, NULL, NULL, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_give(NULL, 0, DMLRUN_UINT8, 0, NULL, NULL, 0, &error) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_model_resource_count(NULL) == 0 && dmlrun_model_command_count(NULL) == 0);
  CHECK(dmlrun_model_backends(NULL) == NULL);
  dmlrun_model_free(model);
  dmlrun_model_free(NULL);
}

void test_models(void) {
  a_model_runs();
  given_again_it_is_prepared_again();
  refusals();
}
