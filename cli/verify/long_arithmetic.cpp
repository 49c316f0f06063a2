#include "cli/verify/long_arithmetic.h"

#include <dlfcn.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>

#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

#ifdef __APPLE__
constexpr const char* kLibrary = "libmpfr.6.dylib";
#else
constexpr const char* kLibrary = "libmpfr.so.6";
#endif

/// mpfr_t of MPFR 4, and the two of its ways to round that are used. Opened when it is needed, so that the program
/// neither needs MPFR to start nor starts slower with it.
struct LongNumber {
  long precision;
  int sign;
  long exponent;
  void* limbs;
};
enum Rounding : int { kNearest = 0, kTowardZero = 1 };

/// What a function of MPFR returns: 0 where its result is exact.
using Inexact = int;
using Unary = Inexact (*)(LongNumber*, const LongNumber*, Rounding);
using WithWord = Inexact (*)(LongNumber*, const LongNumber*, unsigned long, Rounding);
using Binary = Inexact (*)(LongNumber*, const LongNumber*, const LongNumber*, Rounding);

class Mpfr {
 public:
  Mpfr() : library_(::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ != nullptr && version().starts_with("4.")) return;
    fail({ErrorCode::backend_unavailable,
          {},
          {},
          std::string("verify needs MPFR 4 to decide results near a middle of two numbers, and ") + kLibrary +
              " was not found; Debian's package is libmpfr6",
          {}});
  }
  template <class F>
  [[nodiscard]] F find(const std::string& name) const {
    void* const found = ::dlsym(library_, name.c_str());
    if (found == nullptr) fail({ErrorCode::internal, {}, {}, std::string(kLibrary) + " has no function " + name, {}});
    return std::bit_cast<F>(found);
  }
  [[nodiscard]] std::string_view version() const { return find<const char* (*)()>("mpfr_get_version")(); }

 private:
  void* library_;
};

const Mpfr& mpfr() {
  static const Mpfr kMpfr;
  return kMpfr;
}

/// "mpfr_exp" of EXP and ELEMENT_WISE_EXP.
std::string symbol_of(const UnaryFunction& function) {
  std::string_view name = function.name;
  constexpr std::string_view kActivation = "ACTIVATION_";
  if (name.starts_with(kActivation)) name.remove_prefix(kActivation.size());
  std::string symbol = "mpfr_";
  for (const char c : name) symbol += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return symbol;
}

/// Whether MPFR has no function of that name: those are written out below.
bool is_composed(const UnaryFunction& function) {
  return function.name == "RECIP" || function.name == "ACTIVATION_SIGMOID" || function.name == "ACTIVATION_GELU";
}

constexpr long kDigits = std::numeric_limits<double>::digits, kManyDigits = 256;

double to_odd(double truncated, bool is_inexact) {
  if (!is_inexact || truncated == 0 || !std::isfinite(truncated)) return truncated;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(truncated) | 1);
}

}  // namespace

struct LongArithmetic::Numbers {
  LongNumber x{}, many{}, root{}, result{};
  Unary exp = mpfr().find<Unary>("mpfr_exp"), erfc = mpfr().find<Unary>("mpfr_erfc");
  Unary negate = mpfr().find<Unary>("mpfr_neg");
  Binary multiply = mpfr().find<Binary>("mpfr_mul");
  WithWord add_word = mpfr().find<WithWord>("mpfr_add_ui"), shift_right = mpfr().find<WithWord>("mpfr_div_2ui");
  Inexact (*divide_word)(LongNumber*, unsigned long, const LongNumber*,
                         Rounding) = mpfr().find<decltype(divide_word)>("mpfr_ui_div");
  Inexact (*set)(LongNumber*, double, Rounding) = mpfr().find<decltype(set)>("mpfr_set_d");
  double (*get)(const LongNumber*, Rounding) = mpfr().find<decltype(get)>("mpfr_get_d");

  const UnaryFunction* of = nullptr;
  Unary plain = nullptr;  ///< MPFR's function that `of` is; null where it is none

  Numbers() {
    const auto make = mpfr().find<void (*)(LongNumber*, long)>("mpfr_init2");
    for (LongNumber* number : {&x, &result}) make(number, kDigits);
    for (LongNumber* number : {&many, &root}) make(number, kManyDigits);
    mpfr().find<Inexact (*)(LongNumber*, unsigned long, Rounding)>("mpfr_sqrt_ui")(&root, 2, kNearest);
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  ~Numbers() {
    const auto clear = mpfr().find<void (*)(LongNumber*)>("mpfr_clear");
    for (LongNumber* number : {&x, &result, &many, &root}) clear(number);
  }

  /// 1 / (1 + exp(-x))
  void sigmoid() {
    negate(&many, &x, kNearest);
    exp(&many, &many, kNearest);
    add_word(&many, &many, 1, kNearest);
    divide_word(&result, 1, &many, kTowardZero);
  }

  /// x * erfc(-x / sqrt(2)) / 2
  void gelu() {
    multiply(&many, &x, &root, kNearest);
    shift_right(&many, &many, 1, kNearest);
    negate(&many, &many, kNearest);
    erfc(&many, &many, kNearest);
    multiply(&many, &many, &x, kNearest);
    shift_right(&result, &many, 1, kTowardZero);
  }

  /// Whether `result` is not exactly the value, which it then is but for its digits behind the last. What sigmoid and
  /// gelu give is never a number of so few digits, but where it does not matter: at 0 and where they are 1 or x.
  bool evaluate(const UnaryFunction& function) {
    if (plain != nullptr) return plain(&result, &x, kTowardZero) != 0;
    if (function.name == "RECIP") return divide_word(&result, 1, &x, kTowardZero) != 0;
    function.name == "ACTIVATION_SIGMOID" ? sigmoid() : gelu();
    return true;
  }
};

LongArithmetic::LongArithmetic() : numbers_(std::make_unique<Numbers>()) {}
LongArithmetic::~LongArithmetic() = default;

double LongArithmetic::value(const UnaryFunction& function, double x) {
  Numbers& n = *numbers_;
  if (n.of != &function) {
    n.of = &function;
    n.plain = is_composed(function) ? nullptr : mpfr().find<Unary>(symbol_of(function));
  }
  n.set(&n.x, x, kNearest);
  const bool is_inexact = n.evaluate(function);
  return to_odd(n.get(&n.result, kTowardZero), is_inexact);
}

std::string LongArithmetic::version() const { return "MPFR " + std::string(mpfr().version()); }

}  // namespace dmlrun::cli
