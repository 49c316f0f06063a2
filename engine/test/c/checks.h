/* The tests of the C interface count what holds and go on after what does not. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "dmlrun/dmlrun_c.h"

extern int checks_passed, checks_failed;

#define CHECK(condition) check_one((condition) != 0, #condition, __FILE__, __LINE__)
void check_one(int holds, const char* words, const char* file, int line);

/* An operator out of a spec; the checks fail and null is returned where it is refused. */
dmlrun_operator* operator_of(const char* json);
dmlrun_kernel* kernel_of(const char* json, const char* backend);

#define TILE                                                                                                         \
  "{\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\", \"Sizes\": [2, 2]}, \"Repeats\": [1, " \
  "2]}}"

void test_calls(void);
void test_answers(void);
void test_values(void);
void test_refusals(void);
void test_structs(void);
void test_models(void);
