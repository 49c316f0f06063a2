// DirectML's operators, described in JSON or code, compiled at run time, run anywhere.
#pragma once

#include "dmlrun/kernel.h"
#include "dmlrun/operators.h"
#include "dmlrun/result.h"
#include "dmlrun/spec.h"
#include "dmlrun/tensor.h"
