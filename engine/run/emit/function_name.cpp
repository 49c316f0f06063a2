#include "engine/run/emit/function_name.h"

#include <algorithm>

namespace dmlrun {
namespace {

// Words with a blank on either side. C: C99 to C23; C++: to C++20, with its other spellings of operators.
constexpr std::string_view kKeywords =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class "
    "compl "
    "concept const const_cast consteval constexpr constinit continue co_await co_return co_yield decltype default "
    "delete "
    "do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast "
    "requires restrict return short signed sizeof static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual void "
    "volatile "
    "wchar_t while xor xor_eq main ";

// C17, chapter 7, without <math.h>, <complex.h>, and <threads.h> with <stdatomic.h>, which begin alike.
constexpr std::string_view kFunctions =
    " abort abs aligned_alloc asctime at_quick_exit atexit atof atoi atol atoll bsearch btowc c16rtomb c32rtomb calloc "
    "clearerr clock ctime difftime div errno exit fclose feclearexcept fegetenv fegetexceptflag fegetround "
    "feholdexcept "
    "feof feraiseexcept ferror fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fflush fgetc fgetpos fgets "
    "fgetwc fgetws fopen fprintf fputc fputs fputwc fputws fread free freopen fscanf fseek fsetpos ftell fwide "
    "fwprintf "
    "fwrite fwscanf getc getchar getenv gets getwc getwchar gmtime imaxabs imaxdiv isalnum isalpha isblank iscntrl "
    "isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit "
    "iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs ldiv llabs lldiv localeconv "
    "localtime "
    "longjmp malloc mblen mbrlen mbrtoc16 mbrtoc32 mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memchr memcmp memcpy "
    "memmove "
    "memset mktime perror printf putc putchar puts putwc putwchar qsort quick_exit raise rand realloc remove rename "
    "rewind scanf setbuf setjmp setlocale setvbuf signal snprintf sprintf srand sscanf strcat strchr strcmp strcoll "
    "strcpy strcspn strerror strftime strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtod strtof "
    "strtoimax strtok strtol strtold strtoll strtoul strtoull strtoumax strxfrm swprintf swscanf system time "
    "timespec_get "
    "tmpfile tmpnam tolower toupper towctrans towlower towupper ungetc ungetwc va_arg va_copy va_end va_start vfprintf "
    "vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wcrtomb "
    "wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs "
    "wcsspn "
    "wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob "
    "wctomb wctrans wctype wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf assert offsetof ";

// <math.h> and <complex.h>: of double; with f and l behind them of float and of long double.
constexpr std::string_view kNumeric =
    " acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt ccos ccosh ceil "
    "cexp "
    "cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exp exp2 expm1 fabs fdim "
    "floor "
    "fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan "
    "nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma "
    "trunc ";

constexpr std::string_view kPrefixes[] = {"atomic_", "cnd_", "mtx_", "thrd_", "tss_"};

bool is_among(std::string_view words, std::string_view name) noexcept {
  for (std::size_t at = words.find(name); at != std::string_view::npos; at = words.find(name, at + 1))
    if (words[at - 1] == ' ' && words[at + name.size()] == ' ') return true;
  return false;
}

bool is_reserved(std::string_view name) noexcept {
  if (name.front() == '_' || name.find("__") != std::string_view::npos) return true;
  if (is_among(kKeywords, name) || is_among(kFunctions, name) || is_among(kNumeric, name)) return true;
  if ((name.back() == 'f' || name.back() == 'l') && name.size() > 1 &&
      is_among(kNumeric, name.substr(0, name.size() - 1)))
    return true;
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [&](auto prefix) { return name.starts_with(prefix); });
}

}  // namespace

bool is_function_name(std::string_view name) noexcept {
  constexpr std::size_t kMax = 100;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && name.size() <= kMax && !is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_digit(c); }) &&
         !is_reserved(name);
}

}  // namespace dmlrun
