/* What the program shows of an operator, from C: pictures, explanations, emitted code, random inputs. */
#include <stdlib.h>

#include "checks.h"

/* Whether a call gave a text that holds the words; gives the text back. */
static int holds(dmlrun_code code, char* text, const char* words) {
  const int found = code == DMLRUN_OK && text != NULL && strstr(text, words) != NULL;
  dmlrun_text_free(text);
  return found;
}

static void operators_are_drawn(void) {
  static const char kPadding[] =
      "{\"type\": \"PADDING\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [4]},"
      " \"PaddingMode\": \"SYMMETRIC\", \"StartPadding\": [1], \"EndPadding\": [0]}}";
  dmlrun_operator* op = operator_of(kPadding);
  char* svg = NULL;
  dmlrun_code code = dmlrun_operator_picture(op, &svg, NULL);
  CHECK(code == DMLRUN_OK && strncmp(svg, "<svg ", 5) == 0 && strcmp(svg + strlen(svg) - 7, "</svg>\n") == 0);
  CHECK(holds(code, svg, "PADDING SYMMETRIC"));
  dmlrun_operator_free(op);
  svg = (char*)&code; /* must become null */
  CHECK(dmlrun_operator_picture(NULL, &svg, NULL) == DMLRUN_ERROR_USAGE && svg == NULL);
}

static void differences_are_drawn(void) {
  static const uint32_t kSizes[2] = {2, 3}, kEmpty[2] = {2, 0};
  const float expected[6] = {1, 2, 3, 4, 5, 6}, found[6] = {1, 2, 3, 4, 5, 7};
  const double close = 2;
  dmlrun_tolerance tolerance = {sizeof tolerance};
  char* svg = NULL;
  dmlrun_error error;
  dmlrun_code code = dmlrun_compare_picture(DMLRUN_FLOAT32, 2, kSizes, expected, found, NULL, &svg, NULL);
  CHECK(holds(code, svg, "1 of 6 values differ"));
  tolerance.absolute = &close;
  code = dmlrun_compare_picture(DMLRUN_FLOAT32, 2, kSizes, expected, found, &tolerance, &svg, NULL);
  CHECK(holds(code, svg, "within the tolerance"));
  code = dmlrun_compare_picture(DMLRUN_FLOAT32, 0, NULL, expected, found, NULL, &svg, NULL);
  CHECK(holds(code, svg, "one element"));
  CHECK(dmlrun_compare_picture(DMLRUN_FLOAT32, 2, kEmpty, expected, found, NULL, &svg, &error) ==
        DMLRUN_ERROR_SIZE_ZERO);
  CHECK(svg == NULL && strcmp(error.where, "sizes") == 0);
  CHECK(dmlrun_compare_picture(DMLRUN_UNKNOWN, 2, kSizes, expected, found, NULL, &svg, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare_picture(DMLRUN_FLOAT32, 2, kSizes, NULL, found, NULL, &svg, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_compare_picture(DMLRUN_FLOAT32, 2, kSizes, expected, found, NULL, NULL, NULL) == DMLRUN_ERROR_USAGE);
}

static void explanations_are_for_people_too(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_compile_options options = {sizeof options};
  char* text = NULL;
  dmlrun_code code;
  options.backend = "reference";
  code = dmlrun_explain_text(op, &options, &text, NULL);
  CHECK(holds(code, text, "elements are moved\nback end: reference\n  strategy for OutputTensor:\n"));
  CHECK(dmlrun_explain_text(op, &options, NULL, NULL) == DMLRUN_ERROR_USAGE);
  code = dmlrun_explain_short(op, &options, &text, NULL);
  CHECK(holds(code, text, "elements are moved\nback end: reference\n"));
  CHECK(dmlrun_explain_short(NULL, &options, &text, NULL) == DMLRUN_ERROR_USAGE);
  options.backend = "no-such-back-end";
  CHECK(dmlrun_explain_text(op, &options, &text, NULL) == DMLRUN_ERROR_UNKNOWN_BACKEND && text == NULL);
  dmlrun_operator_free(op);
}

/* Whether there is a back end that emits objects depends on the build. */
static void code_is_emitted(void) {
  dmlrun_operator* op = operator_of(TILE);
  dmlrun_compile_options options = {sizeof options};
  char *object = NULL, *header = NULL;
  size_t bytes = 77;
  dmlrun_error error;
  if (dmlrun_emit(op, 0, DMLRUN_OBJECT, NULL, "tile", NULL, &object, &bytes, &error) == DMLRUN_OK) {
    CHECK(bytes > 500 && object[bytes] == '\0' && memchr(object, '\0', bytes) != NULL);
    CHECK(dmlrun_emit(op, 0, DMLRUN_HEADER, "", "tile", NULL, &header, &bytes, NULL) == DMLRUN_OK);
    CHECK(bytes == strlen(header) && strstr(header, "int tile(") != NULL);
    dmlrun_text_free(header);
    CHECK(dmlrun_emit(op, 0, DMLRUN_OBJECT, "toaster", NULL, NULL, &header, &bytes, &error) ==
          DMLRUN_ERROR_UNKNOWN_OPTION);
    CHECK(header == NULL && bytes == 0 && strlen(error.message) > 10);
  } else {
    CHECK((error.code == DMLRUN_ERROR_BACKEND_UNAVAILABLE) && object == NULL && bytes == 0);
  }
  dmlrun_text_free(object);
  options.backend = "reference";
  CHECK(dmlrun_emit(op, 0, DMLRUN_OBJECT, NULL, NULL, &options, &object, &bytes, &error) ==
        DMLRUN_ERROR_BACKEND_UNAVAILABLE);
  CHECK(strstr(error.message, "reference makes no objects") != NULL);
  CHECK(dmlrun_emit(op, 1, DMLRUN_OBJECT, NULL, NULL, NULL, &object, &bytes, NULL) == DMLRUN_ERROR_OUT_OF_RANGE);
  CHECK(dmlrun_emit(op, 0, DMLRUN_OBJECT, NULL, "a b", NULL, &object, &bytes, &error) == DMLRUN_ERROR_UNKNOWN_OPTION);
  CHECK(strcmp(error.where, "function") == 0);
  CHECK(dmlrun_emit(op, 0, 3, NULL, NULL, NULL, &object, &bytes, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_emit(op, 0, DMLRUN_OBJECT, NULL, NULL, NULL, NULL, &bytes, NULL) == DMLRUN_ERROR_USAGE);
  CHECK(dmlrun_emit(op, 0, DMLRUN_OBJECT, NULL, NULL, NULL, &object, NULL, NULL) == DMLRUN_ERROR_USAGE);
  dmlrun_operator_free(op);
}

static void random_inputs_are_the_same_everywhere(void) {
  /* The first values of SplitMix64 with seed 1, lowest byte first: 910a2dec89025cc1, beeb8da1658eec67, ... */
  static const unsigned char kFirst[2] = {0xC1, 0x67};
  dmlrun_operator* op = operator_of(TILE);
  unsigned char values[5] = {0, 0, 0, 0, 0x55};
  dmlrun_output_buffer buffer;
  dmlrun_error error;
  buffer.data = values, buffer.bytes = sizeof values;
  CHECK(dmlrun_operator_random_inputs(op, 1, &buffer, 1, NULL) == DMLRUN_OK);
  CHECK(memcmp(values, kFirst, 2) == 0 && values[4] == 0x55);
  CHECK(dmlrun_operator_random_inputs(op, 1, &buffer, 2, NULL) == DMLRUN_ERROR_BUFFER_COUNT);
  CHECK(dmlrun_operator_random_inputs(op, 1, NULL, 1, NULL) == DMLRUN_ERROR_USAGE);
  buffer.bytes = 3;
  CHECK(dmlrun_operator_random_inputs(op, 1, &buffer, 1, &error) == DMLRUN_ERROR_BUFFER_TOO_SMALL);
  CHECK(strcmp(error.where, "InputTensor") == 0);
  buffer.data = NULL;
  CHECK(dmlrun_operator_random_inputs(op, 1, &buffer, 1, NULL) == DMLRUN_ERROR_NULL_BUFFER);
  dmlrun_operator_free(op);
}

void test_answers(void) {
  operators_are_drawn();
  differences_are_drawn();
  explanations_are_for_people_too();
  code_is_emitted();
  random_inputs_are_the_same_everywhere();
}
