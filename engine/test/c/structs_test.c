/* Callers that were compiled with an older or a newer header, and texts that are longer than their place. */
#include <stddef.h>
#include <stdlib.h>

#include "checks.h"

static void older_callers_get_what_they_know(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_tensor tensor;
  dmlrun_compile_options options;
  dmlrun_kernel* kernel = NULL;
  memset(&tensor, 0x55, sizeof tensor);
  tensor.struct_size = offsetof(dmlrun_tensor, rank);
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 0, &tensor, NULL) == DMLRUN_OK);
  CHECK(tensor.type == DMLRUN_UINT8 && tensor.rank == 0x55555555u &&
        tensor.struct_size == offsetof(dmlrun_tensor, rank));
  tensor.struct_size = 0; /* forgotten */
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 0, &tensor, NULL) == DMLRUN_ERROR_USAGE && tensor.rank == 0x55555555u);
  memset(&options, 0x55, sizeof options);
  options.struct_size = offsetof(dmlrun_compile_options, isa);
  options.backend = "reference";
  CHECK(dmlrun_compile(op, &options, &kernel, NULL) == DMLRUN_OK);
  CHECK(strcmp(dmlrun_kernel_backend(kernel), "reference") == 0);
  dmlrun_kernel_free(kernel);
  dmlrun_operator_free(op);
}

static void newer_callers_may_not_want_more(void) {
  struct {
    dmlrun_compile_options known;
    uint64_t unknown[2];
  } options;
  struct {
    dmlrun_tensor known;
    uint64_t unknown;
  } tensor;
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_kernel* kernel = NULL;
  dmlrun_error error;
  memset(&options, 0, sizeof options);
  options.known.struct_size = sizeof options;
  CHECK(dmlrun_compile(op, &options.known, &kernel, &error) == DMLRUN_OK);
  dmlrun_kernel_free(kernel);
  options.unknown[1] = 1;
  CHECK(dmlrun_compile(op, &options.known, &kernel, &error) == DMLRUN_ERROR_USAGE && kernel == NULL);
  CHECK(strstr(error.message, "struct_size") != NULL);
  options.known.struct_size = 0;
  CHECK(dmlrun_compile(op, &options.known, &kernel, &error) == DMLRUN_ERROR_USAGE);
  tensor.known.struct_size = sizeof tensor;
  tensor.unknown = 9;
  CHECK(dmlrun_operator_tensor(op, DMLRUN_INPUT, 0, &tensor.known, NULL) == DMLRUN_OK);
  CHECK(tensor.known.bytes == 4 && tensor.unknown == 0 && tensor.known.struct_size == sizeof tensor);
  dmlrun_operator_free(op);
}

static void long_texts_are_cut(void) {
  char* json = malloc(20000);
  dmlrun_operator* op = NULL;
  dmlrun_error error;
  int i;
  strcpy(json, "{\"type\": \"TILE\", \"desc\": {\"");
  for (i = 0; i < 1800; ++i) strcat(json, "\xC3\xA4"); /* a key of two-byte characters */
  strcat(json, "\": {\"a\": 1, \"a\": 2}}}");
  memset(&error, 0x55, sizeof error);
  CHECK(dmlrun_operator_create(json, strlen(json), NULL, &op, &error) == DMLRUN_ERROR_DUPLICATE_KEY);
  CHECK(memchr(error.where, '\0', sizeof error.where) != NULL &&
        memchr(error.message, '\0', sizeof error.message) != NULL);
  CHECK(strlen(error.where) >= sizeof error.where - 5 && strcmp(error.where + strlen(error.where) - 3, "...") == 0);
  CHECK((unsigned char)error.where[strlen(error.where) - 4] == 0xA4); /* a whole character before the dots */
  free(json);
}

void test_structs(void) {
  older_callers_get_what_they_know();
  newer_callers_may_not_want_more();
  long_texts_are_cut();
}
