// Copies, fills and rows that are long enough for every way to make them, at every distance between input and output.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/copy_check.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit::test {
namespace {

plan_test::Bytes counting(std::uint64_t bytes) {
  plan_test::Bytes made(bytes);
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::byte>(i * 7 + i / 251);
  return made;
}

/// Every instruction set and row of tunings, at both ends of the buffers. "" or what is wrong.
std::string run_all(CopyCheck& check, const std::string& text, std::uint64_t input_bytes, std::size_t distance,
                    std::uint64_t slice_bytes = 65536) {
  const plan::Plan plan = read_plan(text);
  const std::vector<plan_test::Bytes> inputs(plan.operands.size(), counting(input_bytes));
  set_fault_subject(text.c_str());
  for (const x64::Isa isa : copy_isas())
    for (const x64::Tuning& tuning : copy_tunings())
      for (const Side side : {Side::begin, Side::end})
        if (std::string wrong =
                check.run(plan, inputs, {isa, &tuning, x64::RowForm::straight, slice_bytes}, side, distance);
            !wrong.empty())
          return wrong + ", tuning " + std::string(tuning.name) + ", distance " + std::to_string(distance) + ": " +
                 text;
  set_fault_subject(nullptr);
  return {};
}

std::string copy_text(std::uint64_t bytes, std::uint64_t skip) {
  const std::string n = std::to_string(bytes);
  return "output x1 strides 1 span " + n + "; axes [" + n + "@" + std::to_string(skip) +
         "]; %0 = input 0 x1 offset 0 strides 1 span " + std::to_string(bytes + skip);
}

}  // namespace

TEST_CASE("long copies of every making move the interpreter's bytes and touch nothing else", "[copy]") {
  report_faults();
  CopyCheck check;
  for (const std::uint64_t bytes :
       {513u, 600u, 1023u, 1024u, 4095u, 4096u, 4097u, 8191u, 16383u, 16384u, 16385u, 20011u})
    // The output lies the more behind the input, modulo 4096, the more of the input is skipped before.
    for (const std::uint64_t skip : {0u, 1u, 15u, 31u, 32u, 33u, 63u, 64u, 1000u, 2047u, 2048u, 4095u})
      CHECK(run_all(check, copy_text(bytes, skip), bytes + skip, (bytes + skip) % 67) == "");
}

TEST_CASE("long fills and broadcasts of every making", "[copy]") {
  report_faults();
  CopyCheck check;
  for (const char* const element : {"x1", "x2", "x4", "x8"}) {
    const std::string e(element);
    const std::uint64_t size = static_cast<std::uint64_t>(e[1] - '0');
    for (const std::uint64_t bytes : {600u, 4088u, 4096u, 4104u, 9000u, 20000u}) {
      const std::string n = std::to_string(bytes / size), fill = std::string("0123456789abcdef").substr(0, 2 * size);
      for (const std::size_t distance : {0u, 1u, 8u, 61u}) {
        CHECK(run_all(check, "output " + e + " strides 1 span " + n + "; axes [" + n + "f]; fill " + fill, 0,
                      distance) == "");
        CHECK(run_all(check,
                      "output " + e + " strides 1 span " + n + "; axes [" + n + "@0=]; %0 = input 0 " + e +
                          " offset 0 strides 1 span 1",
                      size, distance) == "");
      }
    }
  }
}

TEST_CASE("blocks and rows that are long enough for non-temporal stores", "[copy]") {
  report_faults();
  CopyCheck check;
  for (const std::size_t distance : {0u, 3u, 32u, 40u})
    for (const char* const text :
         {"output x4 strides 1024,1 span 5120; axes [5@0] [(64@0)x16]; %0 = input 0 x4 offset 0 strides 64,1 span 320",
          "output x1 strides 516,1 span 15480; axes [30@0] [3f | (32@0)x16 | 1f]; %0 = input 0 x1 offset 0 strides "
          "32,1 span 960; fill 05",
          "output x1 strides 5000,1 span 20000; axes [(1@0)x4] [5000@0]; %0 = input 0 x1 offset 0 strides 5000,1 span "
          "5000",
          "output x1 strides 70,1 span 21000; axes [300@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span "
          "19200; fill 05",
          "output x2 strides 904,1 span 9040; axes [10@0] [4@4- 896@0 4@894-]; %0 = input 0 x2 offset 0 strides 896,1 "
          "span 8960",
          "output x1 strides 11006,1 span 22012; axes [2@0] [3f 11000@0 3f]; %0 = input 0 x1 offset 0 strides 11000,1 "
          "span 22000; fill 05",
          "output x4 strides 1 span 10000; axes [(5000@0)x2]; %0 = input 0 x4 offset 0 strides 1 span 5000",
          "output x1 strides 1 span 40960; axes [(20480@0)x2]; %0 = input 0 x1 offset 0 strides 1 span 20480",
          "output x1 strides 6400,1 span 19200; axes [3@0] [(3200@0)x2]; %0 = input 0 x1 offset 0 strides 3200,1 span "
          "9600"})
      CHECK(run_all(check, text, 22000, distance) == "");
}

TEST_CASE("slices that want some of a block's copies, with non-temporal stores or not", "[copy]") {
  report_faults();
  CopyCheck check;
  for (const std::size_t distance : {0u, 7u})
    for (const char* const text :
         {"output x2 strides 6144,1 span 12288; axes [2@0] [(2048@0)x3]; %0 = input 0 x2 offset 0 strides 2048,1 span "
          "4096",
          "output x1 strides 1 span 22500; axes [7f | (4500@3)x4 | 4493@1]; %0 = input 0 x1 offset 0 strides 1 span "
          "4503; fill 05",
          "output x1 strides 1 span 20000; axes [(5000@4999-)x4]; %0 = input 0 x1 offset 0 strides 1 span 5000",
          "output x4 strides 1 span 5000; axes [(1250@0)x4]; %0 = input 0 x4 offset 0 strides 2 span 2499",
          "output x1 strides 1 span 20470; axes [(2047@0)x10]; %0 = input 0 x1 offset 0 strides 1 span 2047"})
      CHECK(run_all(check, text, 17000, distance, 512) == "");
}

TEST_CASE("slices that want several whole copies of a block, from any place to any other") {
  report_faults();
  for (const char* const text :
       {"output x1 strides 1 span 22500; axes [7f | (4500@3)x4 | 4493@1]; %0 = input 0 x1 offset 0 strides 1 span "
        "4503; fill 05",
        "output x2 strides 12288,1 span 24576; axes [2@0] [(2048@0)x6]; %0 = input 0 x2 offset 0 strides 2048,1 span "
        "4096",
        "output x4 strides 1 span 8750; axes [(1250@0)x7]; %0 = input 0 x4 offset 0 strides 1 span 1250"})
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : copy_tunings()) {
        INFO("tuning " << tuning.name << ", " << text);
        const plan::Plan plan = read_plan(text);
        const auto kernel = x64::CopyExecutable::make(plan, {isa, &tuning, x64::RowForm::straight, 512});
        REQUIRE(kernel);
        const plan_test::Bytes input = counting(17000);
        const std::byte* const from = input.data();
        const std::uint64_t size = plan::bytes_of(plan.output), all = plan.output_span,
                            grain = (*kernel)->slice_granularity();
        plan_test::Bytes expected(all * size), found(all * size);
        const auto edge = [&](std::uint64_t k) { return k == 23 ? all : all * k / 23 / grain * grain; };
        for (std::uint64_t i = 0; i < 23; ++i)
          for (std::uint64_t k = i + 1; k <= 23; ++k) {
            const std::uint64_t first = edge(i), last = edge(k);
            std::fill(found.begin(), found.end(), std::byte{0xee});
            (*kernel)->run_chunk(&from, found.data() + first * size, first, last, all);
            std::fill(expected.begin(), expected.end(), std::byte{0xee});
            plan::interpret(plan, &from, expected.data() + first * size, first, last);
            INFO("elements " << first << " to " << last);
            CHECK((found == expected));
          }
      }
}

TEST_CASE("non-temporal stores are waited for once, at the end of a call") {
  constexpr std::array kFence{std::byte{0x0f}, std::byte{0xae}, std::byte{0xf8}};
  constexpr std::ptrdiff_t kMaxBehind = 16;  // registers that are given back, vzeroupper, ret
  const x64::Tuning past{.name = "past", .non_temporal_bytes = 1, .non_temporal_fills = true, .four_pages = true};
  for (const char* const text :
       {"output x4 strides 1048576,1024,1 span 4194304; axes [(1@0)x4] [1024@0] [(256@0)x4]; %0 = input 0 x4 offset 0 "
        "strides 0,256,1 span 262144",
        "output x4 strides 2048,1 span 204800; axes [100@0] [2048@0]; %0 = input 0 x4 offset 0 strides 2049,1 span "
        "204899",
        "output x4 strides 4096,1 span 409600; axes [100@0] [2048@0 2048f]; %0 = input 0 x4 offset 0 strides 2048,1 "
        "span "
        "204800; fill 00000000",
        "output x1 strides 1024,1 span 102400; axes [100@0] [(64@0)x16]; %0 = input 0 x1 offset 0 strides 64,1 span "
        "6400"})
    for (const x64::Isa isa : copy_isas()) {
      INFO(text);
      const auto kernel = x64::CopyExecutable::make(read_plan(text), {isa, &past});
      REQUIRE(kernel);
      const auto code = (*kernel)->code().code();
      const auto found = std::search(code.begin(), code.end(), kFence.begin(), kFence.end());
      CHECK(found != code.end());
      CHECK(code.end() - found <= static_cast<std::ptrdiff_t>(kFence.size()) + kMaxBehind);
    }
}

TEST_CASE("a call knows how many bytes the run writes that it is part of", "[copy]") {
  struct Watch final : x64::CopyExecutable::Caller {
    void call(x64::KernelFunction*, const x64::KernelArguments& arguments) noexcept override {
      bytes.push_back(static_cast<const x64::CopyFrame*>(arguments.workspace)->bytes);
    }
    std::vector<std::uint64_t> bytes;
  } watch;
  const auto kernel = x64::CopyExecutable::make(read_plan("output x4 strides 1 span 1000000; axes [1000000@0]; "
                                                          "%0 = input 0 x4 offset 0 strides 1 span 1000000"),
                                                {});
  REQUIRE(kernel);
  const std::byte* const input = nullptr;
  (*kernel)->run_by(watch, &input, nullptr, 0, 1000000, 1000000);
  (*kernel)->run_by(watch, &input, nullptr, 1000, 1250, 250);
  (*kernel)->run_by(watch, &input, nullptr, 1000, 1250, 1000000);
  CHECK(watch.bytes == std::vector<std::uint64_t>{4000000, 1000, 4000000});
}

TEST_CASE("blocks in parts and streams, and outputs that exceed the first-level cache", "[copy]") {
  std::string alike = "output x1 strides 1 span 64000; axes [", operands;
  for (std::uint64_t i = 0; i < 64; ++i) {
    alike += (i > 0 ? " %" : "%") + std::to_string(i) + ":1000@0";
    operands += "; %" + std::to_string(i) + " = input " + std::to_string(i) + " x1 offset 0 strides 1 span 1000";
  }
  for (const std::string& text :
       {std::string(
            "output x1 strides 1 span 1800000; axes [(600000@0)x3]; %0 = input 0 x1 offset 0 strides 1 span 600000"),
        std::string(
            "output x4 strides 1 span 270002; axes [(135001@0)x2]; %0 = input 0 x4 offset 0 strides 1 span 135001"),
        std::string(
            "output x1 strides 1 span 200000; axes [(20000@0)x10]; %0 = input 0 x1 offset 0 strides 1 span 20000"),
        std::string("output x1 strides 1 span 80000; axes [(1000@0)x80]; %0 = input 0 x1 offset 0 strides 1 span 1000"),
        std::string("output x1 strides 1 span 80000; axes [(200@0)x400]; %0 = input 0 x1 offset 0 strides 1 span 200"),
        std::string("output x2 strides 1 span 40000; axes [(4@0)x10000]; %0 = input 0 x2 offset 0 strides 1 span 4"),
        std::string(
            "output x1 strides 70,1 span 70000; axes [1000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 "
            "span 64000; fill 07"),
        std::string(
            "output x1 strides 3,1 span 60000; axes [20000@0] [3@0=]; %0 = input 0 x1 offset 0 strides 1,0 span "
            "20000"),
        copy_text(60001, 0), alike + "]" + operands}) {
    const plan::Plan plan = read_plan(text);
    const std::uint64_t all = plan::element_count(plan), size = plan::bytes_of(plan.output);
    const plan_test::Bytes input = counting(1 << 20);
    const std::vector<const std::byte*> inputs(plan.operands.size(), input.data());
    plan_test::Bytes expected(all * size), found(all * size);
    plan::interpret(plan, inputs.data(), expected.data(), 0, all);
    for (const x64::Isa isa : copy_isas())
      for (const x64::MeasuredTuning& measured : x64::measured_tunings())
        for (const x64::RowForm form : {x64::RowForm::straight, x64::RowForm::table}) {
          const auto kernel = x64::CopyExecutable::make(plan, {isa, &measured.tuning, form, 65536});
          REQUIRE(kernel);
          std::fill(found.begin(), found.end(), std::byte{0xee});
          (*kernel)->run(inputs.data(), found.data(), 0, all);
          INFO(measured.tuning.name << ", " << x64::name(isa) << ": " << text);
          CHECK((found == expected));
        }
  }
}

TEST_CASE("thresholds follow the last-level cache", "[tuning]") {
  for (const x64::MeasuredTuning& row : x64::measured_tunings()) {
    const std::uint64_t least = row.tuning.non_temporal_bytes;
    CHECK(x64::fitted(row, row.cache_bytes).non_temporal_bytes == least);
    CHECK(x64::fitted(row, 0).non_temporal_bytes == least);
    const x64::Tuning half = x64::fitted(row, row.cache_bytes / 2), vast = x64::fitted(row, ~std::uint64_t{0});
    CHECK(half.non_temporal_bytes == least / (row.cache_bytes > 0 ? 2 : 1));
    CHECK(half.string_bytes == row.tuning.string_bytes);
    // A larger cache is shared by so many that a core has no more of it.
    const x64::Tuning most = x64::fitted(row, std::uint64_t{192} << 20);
    CHECK(vast.non_temporal_bytes == most.non_temporal_bytes);
    CHECK(most.non_temporal_replicate_bytes() < std::uint64_t{1} << 31);
    CHECK((most.non_temporal_bytes > least) == (row.cache_bytes > 0 && least > 0));
    CHECK((x64::fitted(row, 1).non_temporal_bytes > 0) == (least > 0));
  }
  REQUIRE(x64::tunings().size() == x64::measured_tunings().size());
  for (std::size_t i = 0; i < x64::tunings().size(); ++i)
    CHECK(x64::tunings()[i].name == x64::measured_tunings()[i].tuning.name);
}

}  // namespace dmlrun::jit::test
