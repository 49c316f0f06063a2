#include "cli/verify/long_number.h"

#include <dlfcn.h>

#include <bit>

#include "cli/report/failure.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

#ifdef __APPLE__
constexpr const char* kLibrary = "libmpfr.6.dylib";
#else
constexpr const char* kLibrary = "libmpfr.so.6";
#endif

constexpr long kDigits = 256;
constexpr MpfrRounding kNearest = MpfrRounding::nearest;

void* open_library() {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  void* const version = library == nullptr ? nullptr : ::dlsym(library, "mpfr_get_version");
  // The loader's own words: a file that is missing, or one that there is no memory for.
  const char* const why = version == nullptr ? ::dlerror() : nullptr;
  const std::string found = version == nullptr ? "" : std::bit_cast<const char* (*)()>(version)();
  if (found.starts_with("4.")) return library;
  fail(ErrorCode::backend_unavailable,
       std::string("verify needs MPFR 4 to decide results near a middle of two numbers, and ") +
           (version != nullptr ? kLibrary + (" is version " + found)
                               : "it cannot be loaded: " + (why != nullptr ? text::printable(why, 300) : kLibrary)) +
           "; Debian's package is libmpfr6");
}

using Unary = int (*)(MpfrNumber*, const MpfrNumber*, MpfrRounding);
using Binary = int (*)(MpfrNumber*, const MpfrNumber*, const MpfrNumber*, MpfrRounding);

struct Calls {
  void (*make)(MpfrNumber*, long) = mpfr_function<decltype(make)>("mpfr_init2");
  void (*clear)(MpfrNumber*) = mpfr_function<decltype(clear)>("mpfr_clear");
  int (*set)(MpfrNumber*, double, MpfrRounding) = mpfr_function<decltype(set)>("mpfr_set_d");
  int (*copy)(MpfrNumber*, const MpfrNumber*, MpfrRounding) = mpfr_function<decltype(copy)>("mpfr_set");
  double (*get)(const MpfrNumber*, MpfrRounding) = mpfr_function<decltype(get)>("mpfr_get_d");
  int (*less)(const MpfrNumber*, const MpfrNumber*) = mpfr_function<decltype(less)>("mpfr_less_p");
  Binary add = mpfr_function<Binary>("mpfr_add"), multiply = mpfr_function<Binary>("mpfr_mul"),
         divide = mpfr_function<Binary>("mpfr_div");
  Binary pow = mpfr_function<Binary>("mpfr_pow"), atan2 = mpfr_function<Binary>("mpfr_atan2");
  Unary negate = mpfr_function<Unary>("mpfr_neg"), exp = mpfr_function<Unary>("mpfr_exp"),
        expm1 = mpfr_function<Unary>("mpfr_expm1");
  Unary log1p = mpfr_function<Unary>("mpfr_log1p"), tanh = mpfr_function<Unary>("mpfr_tanh"),
        erfc = mpfr_function<Unary>("mpfr_erfc");
  Unary sqrt = mpfr_function<Unary>("mpfr_sqrt");
};

const Calls& calls() {
  static const Calls kCalls;
  return kCalls;
}

}  // namespace

void* mpfr_function(const std::string& name) {
  static void* const kOpened = open_library();
  void* const found = ::dlsym(kOpened, name.c_str());
  if (found == nullptr) fail(ErrorCode::internal, std::string(kLibrary) + " has no function " + name);
  return found;
}

Long::Long() { calls().make(&number_, kDigits); }
Long::Long(double value) : Long() { calls().set(&number_, value, kNearest); }
Long::Long(const Long& other) : Long() { calls().copy(&number_, &other.number_, kNearest); }
Long::~Long() { calls().clear(&number_); }

double Long::nearest() const { return calls().get(&number_, kNearest); }
double Long::toward_zero() const { return calls().get(&number_, MpfrRounding::toward_zero); }

bool operator<(const Long& a, const Long& b) { return calls().less(&a.number_, &b.number_) != 0; }

Long Long::made(Unary call, const Long& x) {
  Long result;
  call(&result.number_, &x.number_, kNearest);
  return result;
}
Long Long::made(Binary call, const Long& a, const Long& b) {
  Long result;
  call(&result.number_, &a.number_, &b.number_, kNearest);
  return result;
}

Long operator+(const Long& a, const Long& b) { return Long::made(calls().add, a, b); }
Long operator*(const Long& a, const Long& b) { return Long::made(calls().multiply, a, b); }
Long operator/(const Long& a, const Long& b) { return Long::made(calls().divide, a, b); }
Long operator-(const Long& x) { return Long::made(calls().negate, x); }
Long pow(const Long& x, const Long& y) { return Long::made(calls().pow, x, y); }
Long atan2(const Long& y, const Long& x) { return Long::made(calls().atan2, y, x); }
Long exp(const Long& x) { return Long::made(calls().exp, x); }
Long expm1(const Long& x) { return Long::made(calls().expm1, x); }
Long log1p(const Long& x) { return Long::made(calls().log1p, x); }
Long tanh(const Long& x) { return Long::made(calls().tanh, x); }
Long erfc(const Long& x) { return Long::made(calls().erfc, x); }
Long sqrt(const Long& x) { return Long::made(calls().sqrt, x); }

}  // namespace dmlrun::cli
