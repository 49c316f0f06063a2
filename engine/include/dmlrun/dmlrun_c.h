// dmlrun for C99 and languages that call C: the whole C++ interface, and the values in specs and models.
//
// Errors. A function that can fail returns DMLRUN_OK (0) or a code. On failure it describes the error in *error, which
// may be null, and sets its result to null. No call ends the process, prints, or lets an exception out. A null argument
// that must not be null is refused with DMLRUN_ERROR_USAGE; functions that return no code return 0 or null then.
// Ownership. The caller frees the handles that _create, _parse, _complete and _compile functions make, with the type's
// _free function, which accepts null. Text returned through a char** ends with a NUL; free it with dmlrun_text_free.
// Strings and arrays inside structs belong to the handle that filled them, unless said otherwise. Handles do not depend
// on each other: a kernel may outlive its operator, an operator its spec, and each the text that it was made from.
// Threads. Specs, operators and kernels are immutable: any number of threads may use one at once, as long as none frees
// it. Only one thread at a time may use a model. An error struct belongs to its caller.
// Compatibility. Functions, codes and constants never change. A struct with struct_size may grow at its end: the caller
// sets struct_size to the sizeof that it was compiled with, and unused members to 0, which means the default; the
// library accesses only that many bytes. A struct_size of 0 is refused. The other structs never change.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define DMLRUN_NOEXCEPT noexcept
extern "C" {
#else
#define DMLRUN_NOEXCEPT
#endif
#pragma GCC visibility push(default)

// ------------------------------------------------------------------------------------------------ versions and errors
/// Grows with every addition to this header; programs compiled with an older version keep working.
#define DMLRUN_C_VERSION 5
/// DMLRUN_C_VERSION of the library that is running, and its release, e.g. "0.1.0".
uint32_t dmlrun_c_version(void) DMLRUN_NOEXCEPT;
const char* dmlrun_version(void) DMLRUN_NOEXCEPT;
typedef int32_t dmlrun_code;
// clang-format off
enum {
  DMLRUN_OK = 0,
  // The text of a document.
  DMLRUN_ERROR_SYNTAX = 1, DMLRUN_ERROR_BAD_UTF8, DMLRUN_ERROR_DUPLICATE_KEY, DMLRUN_ERROR_TOO_DEEP,
  DMLRUN_ERROR_TOO_LARGE, DMLRUN_ERROR_TOO_MANY_ITEMS,
  // Its meaning, or that of a tensor's description.
  DMLRUN_ERROR_WRONG_TYPE = 20, DMLRUN_ERROR_NOT_AN_INTEGER, DMLRUN_ERROR_OUT_OF_RANGE, DMLRUN_ERROR_BAD_ENUM,
  DMLRUN_ERROR_MISSING_FIELD, DMLRUN_ERROR_UNKNOWN_FIELD, DMLRUN_ERROR_UNKNOWN_OPERATOR, DMLRUN_ERROR_SIZE_ZERO,
  DMLRUN_ERROR_SIZE_MISMATCH, DMLRUN_ERROR_SIZE_OVERFLOW, DMLRUN_ERROR_TOO_MANY_ELEMENTS,
  DMLRUN_ERROR_LIMIT_EXCEEDED, DMLRUN_ERROR_RANK_MISMATCH, DMLRUN_ERROR_COUNT_MISMATCH, DMLRUN_ERROR_TYPE_MISMATCH,
  DMLRUN_ERROR_AXIS_OUT_OF_RANGE, DMLRUN_ERROR_STRIDE_OVERLAP, DMLRUN_ERROR_TENSOR_TOO_SMALL,
  DMLRUN_ERROR_BAD_FLAGS, DMLRUN_ERROR_FEATURE_LEVEL, DMLRUN_ERROR_UNKNOWN_NAME, DMLRUN_ERROR_NOT_BOUND,
  DMLRUN_ERROR_MISALIGNED, DMLRUN_ERROR_NOT_IMPLEMENTED,
  // The content of a tensor file, or a file that contradicts a legal spec.
  DMLRUN_ERROR_NPY_MAGIC = 60, DMLRUN_ERROR_NPY_VERSION, DMLRUN_ERROR_NPY_HEADER, DMLRUN_ERROR_NPY_DTYPE,
  DMLRUN_ERROR_NPY_TRUNCATED, DMLRUN_ERROR_NPY_TRAILING_BYTES, DMLRUN_ERROR_NPY_SHAPE_MISMATCH,
  DMLRUN_ERROR_NPY_TYPE_MISMATCH, DMLRUN_ERROR_NPY_LIMIT,
  // Buffers handed to a kernel.
  DMLRUN_ERROR_NULL_BUFFER = 80, DMLRUN_ERROR_BUFFER_TOO_SMALL, DMLRUN_ERROR_BUFFERS_OVERLAP,
  DMLRUN_ERROR_BUFFER_COUNT,
  // Back ends.
  DMLRUN_ERROR_UNKNOWN_BACKEND = 90, DMLRUN_ERROR_UNKNOWN_OPTION, DMLRUN_ERROR_BACKEND_UNAVAILABLE,
  DMLRUN_ERROR_BACKEND_FAILED,
  // Resources.
  DMLRUN_ERROR_OUT_OF_MEMORY = 100, DMLRUN_ERROR_CODE_BUDGET, DMLRUN_ERROR_NO_EXECUTABLE_MEMORY,
  // Used by programs over the library; USAGE also for arguments that break the rules of this header.
  DMLRUN_ERROR_CANNOT_OPEN = 110, DMLRUN_ERROR_CANNOT_READ, DMLRUN_ERROR_CANNOT_WRITE, DMLRUN_ERROR_USAGE,
  DMLRUN_ERROR_INTERRUPTED,
  DMLRUN_ERROR_INTERNAL = 120  // a defect of dmlrun itself
};

/// One error. Texts end with a NUL, are "" if not known, and are truncated with "..." if too long.
typedef struct dmlrun_error {
  dmlrun_code code;
  uint32_t line, column;  ///< in the document's text, from 1, columns in bytes; 0: not known
  char rule[36];          ///< id of the broken rule, e.g. "TILE-4"
  char where[976];        ///< JSON pointer ("/desc/Axis"), tensor name, or part of a file
  char message[1024];     ///< one sentence; then a line "also ..." for each error in another field
} dmlrun_error;
/// A code's name ("size_mismatch", "ok"), and a sentence about it, for the whole process; null for other numbers.
const char* dmlrun_code_name(dmlrun_code code) DMLRUN_NOEXCEPT;
const char* dmlrun_code_summary(dmlrun_code code) DMLRUN_NOEXCEPT;
/// Frees a text that was returned through a char**.
void dmlrun_text_free(char* text) DMLRUN_NOEXCEPT;

// ----------------------------------------------------------------------------------------------- operators from JSON
/// DML_TENSOR_DATA_TYPE; the values are DirectML's.
typedef int32_t dmlrun_data_type;
enum {
  DMLRUN_UNKNOWN = 0, DMLRUN_FLOAT32 = 1, DMLRUN_FLOAT16 = 2, DMLRUN_UINT32 = 3, DMLRUN_UINT16 = 4, DMLRUN_UINT8 = 5,
  DMLRUN_INT32 = 6, DMLRUN_INT16 = 7, DMLRUN_INT8 = 8, DMLRUN_FLOAT64 = 9, DMLRUN_UINT64 = 10, DMLRUN_INT64 = 11
};
// clang-format on
/// A type's name, e.g. "FLOAT32"; null for other numbers. Valid for the whole process.
const char* dmlrun_data_type_name(dmlrun_data_type type) DMLRUN_NOEXCEPT;

/// Bounds on accepted input; 0: the default that Limits in dmlrun/result.h has.
typedef struct dmlrun_limits {
  size_t struct_size;
  uint64_t document_bytes, depth, values, string_bytes, number_characters, tensor_bytes, model_bytes, join_inputs,
      npy_header_bytes;
} dmlrun_limits;

/// Warning callback, invoked on the calling thread before the call that read the text returns.
typedef void (*dmlrun_warning)(void* context, const char* where, uint32_t line, uint32_t column, const char* message);
/// How specs and models are read.
typedef struct dmlrun_read_options {
  size_t struct_size;
  uint32_t feature_level;       ///< DML_FEATURE_LEVEL, e.g. 0x4100; 0: the latest
  int32_t strict;               ///< 1: unknown fields are refused
  const dmlrun_limits* limits;  ///< null: the defaults
  dmlrun_warning warning;       ///< null: warnings are dropped
  void* warning_context;        ///< first argument of `warning`
  int32_t skip_unsupported;     ///< models only; 1: skip what dmlrun cannot run, instead of refusing
  int32_t any_alignment;        ///< models only; 1: offsets need not be multiples of 16
} dmlrun_read_options;

/// A tensor's type and sizes, known from a file or array. They fill in what a spec leaves out.
typedef struct dmlrun_bound_tensor {
  const char* name;       ///< e.g. "InputTensors"
  uint32_t index;         ///< position in a tensor array, else 0
  dmlrun_data_type type;  ///< DMLRUN_UNKNOWN: not given
  uint32_t rank;
  const uint64_t* sizes;  ///< `rank` of them
} dmlrun_bound_tensor;
typedef int32_t dmlrun_direction;
enum { DMLRUN_INPUT = 0, DMLRUN_OUTPUT = 1 };

/// A parsed SPEC (specs/README.md), not yet validated with tensor files.
typedef struct dmlrun_spec dmlrun_spec;
/// A validated operator.
typedef struct dmlrun_operator dmlrun_operator;

/// Parses `bytes` bytes at `json`, and checks all that needs no tensor files. Null `options`: the defaults.
dmlrun_code dmlrun_spec_parse(const char* json, size_t bytes, const dmlrun_read_options* options, dmlrun_spec** spec,
                              dmlrun_error* error) DMLRUN_NOEXCEPT;
void dmlrun_spec_free(dmlrun_spec* spec) DMLRUN_NOEXCEPT;
/// Makes the validated operator of a spec and `count` bound tensors. Errors: the codes for a document's meaning;
/// DMLRUN_ERROR_UNKNOWN_NAME or _COUNT_MISMATCH (index) if the operator lacks a bound tensor; _NPY_TYPE_MISMATCH or
/// _NPY_SHAPE_MISMATCH if one contradicts the text.
dmlrun_code dmlrun_spec_complete(const dmlrun_spec* spec, const dmlrun_bound_tensor* bound, size_t count,
                                 dmlrun_operator** op, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// dmlrun_spec_parse and dmlrun_spec_complete in one call, without bound tensors.
dmlrun_code dmlrun_operator_create(const char* json, size_t bytes, const dmlrun_read_options* options,
                                   dmlrun_operator** op, dmlrun_error* error) DMLRUN_NOEXCEPT;
void dmlrun_operator_free(dmlrun_operator* op) DMLRUN_NOEXCEPT;

/// A tensor's values in a spec: an entry of "inputs" (DMLRUN_INPUT) or "expected" (DMLRUN_OUTPUT).
typedef struct dmlrun_source {
  size_t struct_size;
  const char* name;  ///< the tensor's name
  uint32_t index;    ///< position in a tensor array, else 0
  const char* path;  ///< sourcePath as written, if a file has the values; null: the text has them
} dmlrun_source;
size_t dmlrun_spec_source_count(const dmlrun_spec* spec, dmlrun_direction direction) DMLRUN_NOEXCEPT;
/// Describes one source. DMLRUN_ERROR_USAGE if there is no such source.
dmlrun_code dmlrun_spec_source(const dmlrun_spec* spec, dmlrun_direction direction, size_t source, dmlrun_source* out,
                               dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Writes the values of a source of "inputs", which must be in the text, into the buffer of its tensor, in the tensor's
/// layout; gaps are not written. `op` must be made from this spec.
dmlrun_code dmlrun_spec_values(const dmlrun_spec* spec, size_t source, const dmlrun_operator* op, void* buffer,
                               size_t bytes, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// A line for each number of the text's desc that its type does not have, with the one that is used: "300 of
/// PaddingValue is no UINT8: 255 is used"; "" where there is none. `op` must be made from this spec.
dmlrun_code dmlrun_spec_changed_numbers(const dmlrun_spec* spec, const dmlrun_operator* op, char** text,
                                        dmlrun_error* error) DMLRUN_NOEXCEPT;

/// A tensor of an operator.
typedef struct dmlrun_tensor {
  size_t struct_size;
  const char* name;  ///< DirectML's name, e.g. "InputTensor"; valid for the whole process
  uint32_t index;    ///< position in a tensor array, else 0
  int32_t array;     ///< 1: part of a tensor array
  dmlrun_data_type type;
  uint32_t rank;  ///< 1 ... 8
  uint32_t sizes[8];
  uint32_t strides[8];  ///< in elements; packed ones if the spec has none
  uint64_t elements;    ///< product of the sizes
  uint64_t bytes;       ///< least size of a buffer: to the end of the last element
  uint32_t element_bytes;
  int32_t packed;    ///< 1: the elements lie one after another in row-major order
  int32_t computed;  ///< 1: an output whose floats arithmetic makes; comparisons take any NaN for any NaN there
} dmlrun_tensor;

/// DirectML's short name, e.g. "TILE". Valid for the whole process.
const char* dmlrun_operator_type(const dmlrun_operator* op) DMLRUN_NOEXCEPT;
/// Number of input or output tensors. They are numbered in the order in which kernels take them.
size_t dmlrun_operator_tensor_count(const dmlrun_operator* op, dmlrun_direction direction) DMLRUN_NOEXCEPT;
dmlrun_code dmlrun_operator_tensor(const dmlrun_operator* op, dmlrun_direction direction, size_t index,
                                   dmlrun_tensor* out, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The operator's spec as JSON, with every derived field written out.
dmlrun_code dmlrun_operator_spec(const dmlrun_operator* op, char** json, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Draws, as an SVG document, where each output element comes from: `dmlrun explain --picture`.
dmlrun_code dmlrun_operator_picture(const dmlrun_operator* op, char** svg, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The JSON Schema of one operator's specs ("TILE"); "": of all operators' specs.
dmlrun_code dmlrun_json_schema(const char* operator_type, char** json, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The short name of implemented operator number `index`, from 0; null beyond the last one.
const char* dmlrun_operator_type_name(size_t index) DMLRUN_NOEXCEPT;
/// The operator that an unknown name may mean, for the whole process; of one not implemented yet, one that is; or null.
const char* dmlrun_operator_meant(const char* name) DMLRUN_NOEXCEPT;
/// Field number `index` of those that other libraries call so, Axis for "dim", for the whole process; null beyond.
const char* dmlrun_field_meant(const char* name, size_t index) DMLRUN_NOEXCEPT;

// ------------------------------------------------------------------------------------------------------------ kernels
/// One part of a kernel's work, for a dmlrun_executor to call.
typedef void (*dmlrun_part)(void* context, size_t index) DMLRUN_NOEXCEPT;
/// Runs parts of a kernel's work in parallel, e.g. a thread pool. `run` calls part(context, i) once for every i below
/// `count`, on any threads, and returns when all have returned. Threads and parts may call it concurrently.
typedef struct dmlrun_executor {
  void (*run)(void* self, size_t count, dmlrun_part part, void* context) DMLRUN_NOEXCEPT;
  void* self;  ///< its object must outlive the kernel; the struct need not
} dmlrun_executor;

/// CompileOptions of dmlrun/kernel.h says more about each member. Null strings mean "". Null `options`: the defaults.
typedef struct dmlrun_compile_options {
  size_t struct_size;
  const char* backend;      ///< null: "auto"
  const char* isa;          ///< newest instruction set that generated code may use
  const char* tuning;       ///< name of a tuning row, also of another processor
  const char* device;       ///< a device's number, or part of its name
  const char* code_folder;  ///< folder where slow back ends keep code for other processes; null: none
  int32_t no_cache;         ///< 1: the kernel's code is not taken from or kept in the cache
  int32_t threads;          ///< most threads of a run; 0: 1; -1: one per processor. Unlike CompileOptions::threads
  const dmlrun_executor* executor;  ///< null: the library's thread pool
} dmlrun_compile_options;

/// A compiled operator.
typedef struct dmlrun_kernel dmlrun_kernel;
/// Memory to read, and its size.
typedef struct dmlrun_input_buffer {
  const void* data;
  size_t bytes;
} dmlrun_input_buffer;
/// Memory to write.
typedef struct dmlrun_output_buffer {
  void* data;
  size_t bytes;
} dmlrun_output_buffer;

/// Compiles an operator. Errors: the codes for back ends and resources, and DMLRUN_ERROR_USAGE for invalid options.
dmlrun_code dmlrun_compile(const dmlrun_operator* op, const dmlrun_compile_options* options, dmlrun_kernel** kernel,
                           dmlrun_error* error) DMLRUN_NOEXCEPT;
void dmlrun_kernel_free(dmlrun_kernel* kernel) DMLRUN_NOEXCEPT;
/// Computes all outputs. Buffers are in the order of the operator's tensors, at least as large, at any alignment. Only
/// inputs may overlap, or an output and the input that it replaces (docs/interface.md). Gaps and bytes beyond a tensor
/// are not written. Not checked: that memory exists and outputs are writable. A CPU run takes no lock. It allocates
/// nothing with 1 output and 1024 inputs, or 16 and 8, unless it runs in place or starts threads of the pool.
dmlrun_code dmlrun_kernel_run(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                              const dmlrun_output_buffer* outputs, size_t output_count,
                              dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Computes elements [first, first + count), in row-major order, of packed output `index` into `slice`. Both must be
/// multiples of dmlrun_kernel_slice_granularity, except a `count` that ends where the output does.
dmlrun_code dmlrun_kernel_run_slice(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                                    size_t index, uint64_t first, uint64_t count, dmlrun_output_buffer slice,
                                    dmlrun_error* error) DMLRUN_NOEXCEPT;
uint64_t dmlrun_kernel_slice_granularity(const dmlrun_kernel* kernel, size_t index) DMLRUN_NOEXCEPT;
/// The name of the back end that compiled the kernel. Valid for the whole process.
const char* dmlrun_kernel_backend(const dmlrun_kernel* kernel) DMLRUN_NOEXCEPT;
/// Describes a kernel as JSON: {"outputs": [{"name", "plan", "backend", "isa", "tuning", "strategy", "sections"}]}.
dmlrun_code dmlrun_kernel_describe(const dmlrun_kernel* kernel, char** json, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// A section of the code generated for output number `output`. The bytes are where the code runs, and are valid while
/// the kernel lives. DMLRUN_ERROR_USAGE if there is no such section.
dmlrun_code dmlrun_kernel_section(const dmlrun_kernel* kernel, size_t output, size_t section, const char** name,
                                  int32_t* is_code, dmlrun_input_buffer* content, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Says what dmlrun_compile would do and why, as JSON: {"type", "plans", "backend", "strategies", "choices"}.
dmlrun_code dmlrun_explain(const dmlrun_operator* op, const dmlrun_compile_options* options, char** json,
                           dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Says what dmlrun_compile would do and why, as lines of text, the first those of dmlrun_explain_short.
dmlrun_code dmlrun_explain_text(const dmlrun_operator* op, const dmlrun_compile_options* options, char** text,
                                dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The same in four lines: the tensors, what becomes of each axis, the formula, the back end.
dmlrun_code dmlrun_explain_short(const dmlrun_operator* op, const dmlrun_compile_options* options, char** text,
                                 dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Code for programs without dmlrun: an object file, the C header of its function, or a device's source text.
typedef int32_t dmlrun_emitted;
enum { DMLRUN_OBJECT = 0, DMLRUN_HEADER = 1, DMLRUN_SOURCE = 2 };
/// Generates code for output number `output` with the back end of `options`, which need not work on this machine. Null
/// means the target "host" and a function named after the plan. *content has *bytes bytes, then a NUL.
dmlrun_code dmlrun_emit(const dmlrun_operator* op, size_t output, dmlrun_emitted what, const char* target,
                        const char* function, const dmlrun_compile_options* options, char** content, size_t* bytes,
                        dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Fills buffers, as dmlrun_kernel_run takes its inputs, with random values: those of `dmlrun gen --seed`.
dmlrun_code dmlrun_operator_random_inputs(const dmlrun_operator* op, uint64_t seed, const dmlrun_output_buffer* buffers,
                                          size_t count, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The back ends, best first, as they would be used with these options: {"backends": [{"name", "description", "device",
/// "available", "reason", "isa", "tuning", "devices", "note"}]}. The last five are left out if empty.
dmlrun_code dmlrun_backends(const dmlrun_compile_options* options, char** json, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The valid values of `isa` and of `tuning`, from index 0; null beyond the last one.
const char* dmlrun_isa_name(size_t index) DMLRUN_NOEXCEPT;
const char* dmlrun_tuning_name(size_t index) DMLRUN_NOEXCEPT;

// --------------------------------------------------------------------------------------------------------- comparison
/// Accepted differences. Null or absent members accept none; if all are, bytes must be equal.
typedef struct dmlrun_tolerance {
  size_t struct_size;
  const double* absolute;
  const double* relative;  ///< times |expected|
  const uint64_t* ulp;     ///< distance in representable values; neighbours are 1 apart
  int32_t equal_nans;      ///< 1: any NaN equals any NaN, also without a bound
} dmlrun_tolerance;

/// The number and size of the differences found.
typedef struct dmlrun_comparison {
  size_t struct_size;
  uint64_t elements, different;
  uint64_t largest_ulp;     ///< among the different pairs without a NaN
  double largest_absolute;  ///< among these pairs
} dmlrun_comparison;

/// Compares packed values. `tolerance`, `out` and `report` (a text for people; "" if all agree) may be null.
dmlrun_code dmlrun_compare(dmlrun_data_type type, uint32_t rank, const uint32_t* sizes, const void* expected,
                           const void* found, const dmlrun_tolerance* tolerance, dmlrun_comparison* out, char** report,
                           dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Draws, as an SVG document, where values differ and by how much: `dmlrun diff --picture`. No size may be 0.
dmlrun_code dmlrun_compare_picture(dmlrun_data_type type, uint32_t rank, const uint32_t* sizes, const void* expected,
                                   const void* found, const dmlrun_tolerance* tolerance, char** svg,
                                   dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Compares the buffer of an output with a source of "expected" in the spec's text. Null `tolerance`: the spec's own.
dmlrun_code dmlrun_spec_compare(const dmlrun_spec* spec, size_t source, const dmlrun_operator* op, const void* buffer,
                                size_t bytes, const dmlrun_tolerance* tolerance, dmlrun_comparison* out, char** report,
                                dmlrun_error* error) DMLRUN_NOEXCEPT;

// ------------------------------------------------------------------------------------------------------------- models
/// A DxDispatch model (docs/models.md): parse it, give the values of its file resources, prepare it, then run its
/// commands in order. No file is opened. Only one thread at a time may use a model.
typedef struct dmlrun_model dmlrun_model;
dmlrun_code dmlrun_model_parse(const char* json, size_t bytes, const dmlrun_read_options* options, dmlrun_model** model,
                               dmlrun_error* error) DMLRUN_NOEXCEPT;
void dmlrun_model_free(dmlrun_model* model) DMLRUN_NOEXCEPT;

/// A resource of a model. Strings belong to the model.
typedef struct dmlrun_resource {
  size_t struct_size;
  const char* name;
  const char* path;                      ///< sourcePath as written, if a file has the values; else null
  int32_t npy;                           ///< 1: that file is .npy; 0: raw bytes
  dmlrun_data_type type;                 ///< DMLRUN_UNKNOWN: not given, or not known before the file's values are
  uint64_t values_offset, values_bytes;  ///< position of the initial values, which a print shows
  void* data;      ///< its bytes, to read and write between commands, until the next _prepare, _give or _free;
                   ///< resources never asked for stay on the device that uses them
  uint64_t bytes;  ///< 0: not known yet
} dmlrun_resource;
size_t dmlrun_model_resource_count(const dmlrun_model* model) DMLRUN_NOEXCEPT;
dmlrun_code dmlrun_model_resource(const dmlrun_model* model, size_t index, dmlrun_resource* out,
                                  dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Copies the values of a file resource: packed, `rank` sizes, or raw bytes of its own type. Prepare the model again.
dmlrun_code dmlrun_model_give(dmlrun_model* model, size_t resource, dmlrun_data_type type, uint32_t rank,
                              const uint64_t* sizes, const void* values, size_t bytes,
                              dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Validates what depends on files, compiles all dispatchables, and sets all resources to their initial values; may be
/// called again. DMLRUN_ERROR_NOT_BOUND if the values of a file are missing. After a failure the model is not prepared.
dmlrun_code dmlrun_model_prepare(dmlrun_model* model, const dmlrun_compile_options* options,
                                 dmlrun_error* error) DMLRUN_NOEXCEPT;
/// The back ends that a prepared model uses, e.g. "jit, interpreter"; "" if it is not prepared.
const char* dmlrun_model_backends(const dmlrun_model* model) DMLRUN_NOEXCEPT;

enum { DMLRUN_DISPATCH = 0, DMLRUN_PRINT = 1, DMLRUN_WRITE_FILE = 2 };
/// A command of a model. Strings and sizes belong to the model.
typedef struct dmlrun_command {
  size_t struct_size;
  int32_t kind;      ///< DMLRUN_DISPATCH ...
  int32_t skipped;   ///< 1: not run; only with skip_unsupported
  const char* name;  ///< the dispatchable's; for print and write the resource's
  size_t resource;   ///< print, write: the resource's number
  const char* path;  ///< write: targetPath as written; else null
  uint32_t rank;     ///< write: dimensions of a .npy file, if given
  const uint32_t* sizes;
  size_t results;  ///< results that can have expected values: a dispatch's outputs; 1 for a print
} dmlrun_command;
size_t dmlrun_model_command_count(const dmlrun_model* model) DMLRUN_NOEXCEPT;
dmlrun_code dmlrun_model_command(const dmlrun_model* model, size_t index, dmlrun_command* out,
                                 dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Executes a command of a prepared model once. Prints and writes are left to the caller: for them nothing is done.
dmlrun_code dmlrun_model_run(dmlrun_model* model, size_t command, dmlrun_error* error) DMLRUN_NOEXCEPT;
/// Compares a result of a command, as it is now, with the model's expected values. *expected becomes 0 if there are
/// none, 2 if any NaN equals any NaN because arithmetic makes them, else 1. If a file has them, *path becomes its
/// sourcePath. Nothing is compared with none or a file's.
dmlrun_code dmlrun_model_compare(const dmlrun_model* model, size_t command, size_t result,
                                 const dmlrun_tolerance* tolerance, int32_t* expected, const char** path,
                                 dmlrun_comparison* out, char** report, dmlrun_error* error) DMLRUN_NOEXCEPT;

// --------------------------------------------------------------------------------------------------- the whole process
/// Limits of the process's one cache of compiled code: see CacheLimits in dmlrun/kernel.h. Thread-safe, as all below.
void dmlrun_set_cache_limits(uint64_t entries, uint64_t bytes) DMLRUN_NOEXCEPT;
/// Drops all compiled code that no kernel uses.
void dmlrun_clear_cache(void) DMLRUN_NOEXCEPT;
/// Sets the most memory for machine code, in bytes.
void dmlrun_set_code_budget(uint64_t bytes) DMLRUN_NOEXCEPT;
/// CacheStatistics of dmlrun/kernel.h describes each member.
typedef struct dmlrun_cache_statistics {
  size_t struct_size;
  uint64_t limit_entries, limit_bytes, entries, bytes, hits, builds, failures, evictions;
  uint64_t code_budget, code_mapped, code_used;  ///< bytes
} dmlrun_cache_statistics;
void dmlrun_read_cache_statistics(dmlrun_cache_statistics* out) DMLRUN_NOEXCEPT;

/// Reports all machine code from now on, one call at a time, on the compiling thread; a null listener ends the reports.
/// The callback must not compile or set a listener.
typedef void (*dmlrun_code_listener)(void* context, const char* name, const void* code, size_t bytes);
void dmlrun_listen_to_code(dmlrun_code_listener listener, void* context) DMLRUN_NOEXCEPT;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
