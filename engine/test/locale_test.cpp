// Numbers in a process whose locale writes them otherwise: 1.234,5 is one of Germany's.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <stdexcept>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/plan/print.h"
#include "engine/tensor/element.h"
#include "engine/test/catch.h"
#include "engine/text/numbers.h"

using namespace dmlrun;

// LeakSanitizer's, where there is one: glibc's newlocale() keeps its copy of LOCPATH for good.
extern "C" {
__attribute__((weak)) void __lsan_disable();
__attribute__((weak)) void __lsan_enable();
}

namespace {

/// While it lives the process is German, by a locale that is made for the occasion: few machines have it.
class German {
 public:
  German() {
    char name[] = "/tmp/dmlrun-locale-XXXXXX";
    if (!::mkdtemp(name)) return;
    folder_ = name;
    const std::string make = "localedef -i de_DE -f UTF-8 " + folder_ + "/" + kName + " > " + folder_ + "/words 2>&1";
    if (std::system(make.c_str()) == -1) return;
    if (const char* path = std::getenv("LOCPATH")) path_ = path;
    ::setenv("LOCPATH", name, 1);
    if (__lsan_disable) __lsan_disable();
    try {
      std::locale::global(std::locale(kName));  // of C too
    } catch (const std::runtime_error&) {
    }
    if (__lsan_enable) __lsan_enable();
  }
  German(const German&) = delete;
  German& operator=(const German&) = delete;
  ~German() {
    std::locale::global(before_);
    if (path_.empty()) ::unsetenv("LOCPATH");
    else ::setenv("LOCPATH", path_.c_str(), 1);
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  /// Whether a number does look otherwise.
  [[nodiscard]] static bool is_spoken() {
    char text[8];
    std::snprintf(text, sizeof text, "%.1f", 1.5);
    return text == std::string("1,5");
  }

 private:
  static constexpr const char* kName = "de_DE.UTF-8";
  std::locale before_;
  std::string folder_, path_;
};

/// What it reads as; "refused" if it does not.
template <class Read>
std::string read(const std::string& text, Read reader) {
  const auto document = text::Document::parse(text);
  if (!document) return "refused";
  const auto number = reader(document->root());
  return number ? (*number == 1234.5 ? "1234.5" : "another number") : "refused";
}

template <class Number>
std::string written(DataType type, Number number, void (*append)(std::string&, DataType, const std::byte*)) {
  std::string text;
  append(text, type, reinterpret_cast<const std::byte*>(&number));
  return text;
}

void check_reading() {
  CHECK(read("1234.5", text::read_real) == "1234.5");
  CHECK(read("12345e-1", text::read_real) == "1234.5");
  CHECK(read("1234,5", text::read_real) == "refused");
  CHECK(read("1.234,5", text::read_real) == "refused");
  CHECK_FALSE(text::Document::parse("1.5e400"));
}

void check_writing() {
  for (const auto append : {append_printed, append_shortest, append_json}) {
    CHECK(written(DataType::float32, 1234.5f, append) == "1234.5");
    CHECK(written(DataType::float64, -0.25, append) == "-0.25");
    CHECK(written(DataType::float16, half_from_double(1.5), append) == "1.5");
    CHECK(written(DataType::uint32, 1234567u, append) == "1234567");
  }
}

/// From text to bytes and back to text.
void check_operators() {
  const auto op = parse_spec(R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [1]},
      "PaddingMode": "CONSTANT", "StartPadding": [1500], "EndPadding": [0], "PaddingValueDataType": "FLOAT32",
      "PaddingValue": 1234.5}})");
  if (!op) FAIL(op.error().to_string());
  const float one = -0.5f;
  std::vector<float> found(1501);
  const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(&one, 1))};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(found))};
  const auto kernel = compile(*op);
  REQUIRE(kernel);
  REQUIRE(kernel->run(inputs, outputs));
  CHECK(found.front() == 1234.5f);
  CHECK(found.back() == -0.5f);
  const auto spec = write_spec(*op);
  REQUIRE(spec);
  CHECK_THAT(*spec, test::contains("1234.5") && test::contains("1501"));

  const std::string line =
      "output f32 strides 1 span 1200; axes [1200@0]; %0 = input 0 f32 offset 0 strides 1 span "
      "1200; value multiply(%0, f32 1234.5)";
  const auto plan = plan::parse(line);
  if (!plan) FAIL(plan.error().to_string());
  CHECK(plan->values[1].immediate == plan::bits_of(plan::Type::f32, 1234.5));
  CHECK(plan::print(*plan) == line);
}

}  // namespace

TEST_CASE("F178: numbers are read and written with a point, and without groups, whatever the locale's way") {
  const German german;
  if (!german.is_spoken()) {
    WARN("F178 SKIPPED: no locale with a decimal comma can be made here: localedef or its sources are not installed");
    return;
  }
  check_reading();
  check_writing();
  check_operators();
}
