// Rows that are columns of the input, of every element size and of numbers around those of a block.
#include <algorithm>
#include <string>

#include "engine/plan/check.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/copy_check.h"
#include "jit/test/generated.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit::test {
namespace {

/// `rows` by `columns` elements; the input has `pitch` elements from column to column. `down`: the last column comes
/// first.
std::string text(std::size_t size, std::uint64_t rows, std::uint64_t columns, std::uint64_t pitch, bool down,
                 std::uint64_t gap) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  const std::string element = "x" + number(size),
                    run = number(columns) + "@" + (down ? number(columns - 1) + "-" : "0");
  return "output " + element + " strides " + number(columns + gap) + ",1 span " +
         number((rows - 1) * (columns + gap) + columns) + "; axes [" + number(rows) + "@0] [" + run +
         "]; %0 = input 0 " + element + " offset 0 strides 1," + number(pitch) + " span " +
         number((columns - 1) * pitch + rows);
}

}  // namespace

TEST_CASE("blocks of rows and columns change places, and nothing beside them is touched", "[copy]") {
  report_faults();
  CopyCheck check;
  std::uint64_t done = 0;
  for (const std::size_t size : {1u, 2u, 4u, 8u})
    for (const std::uint64_t rows : {7u, 8u, 15u, 16u, 17u, 31u, 32u, 41u, 64u})
      for (const std::uint64_t columns : {3u, 4u, 8u, 9u, 16u, 31u, 32u, 35u})
        for (const bool down : {false, true}) {
          const std::uint64_t pitch = std::max<std::uint64_t>(rows, 64 / size) + done % 3, gap = done % 7 == 0 ? 2 : 0;
          const std::string subject = text(size, rows, columns, pitch, down, gap);
          const plan::Plan plan = read_plan(subject);
          if (!CopyCheck::fits(plan)) continue;
          plan_test::Bytes input(plan.operands[0].span * size);
          for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 7 + i / 251);
          set_fault_subject(subject.c_str());
          for (const x64::Isa isa : copy_isas())
            for (const x64::Tuning& tuning : x64::tunings()) {
              const Side side = ++done % 2 == 0 ? Side::begin : Side::end;
              const std::string wrong = check.run(
                  plan, {input}, {isa, &tuning, x64::RowForm::straight, done % 5 == 0 ? 9u : 65536u}, side, 0);
              if (!wrong.empty()) FAIL(wrong << ", tuning " << tuning.name << ": " << subject);
            }
          set_fault_subject(nullptr);
        }
  CHECK(done > 4000);
}

TEST_CASE("the words about rows that are columns", "[strategy]") {
  const auto said = [](const std::string& subject, x64::Isa isa) {
    const plan::Plan plan = read_plan(subject);
    const Generated made(plan, isa, x64::tunings()[0]);
    std::string all;
    for (const Choice& choice : made.description().strategy)
      if (choice.subject.rfind("axis 0", 0) == 0) {
        all = choice.taken;
        for (const Choice::Other& other : choice.others) all += " | not " + other.what + ": " + other.why_not;
      }
    return all;
  };
  CHECK(said(text(4, 20, 20, 20, false, 0), x64::Isa::avx2).find("transposed in registers, 16 by 8") !=
        std::string::npos);
  CHECK(said(text(1, 100, 100, 100, false, 0), x64::Isa::avx512).find("transposed in registers, 32 by 32") !=
        std::string::npos);
  CHECK(said(text(1, 100, 100, 100, false, 0), x64::Isa::avx2).find("more registers than avx2 has") !=
        std::string::npos);
  CHECK(said(text(4, 20, 20, 20, false, 3), x64::Isa::avx2).find("transposed in registers, 16 by 8") !=
        std::string::npos);
  CHECK(said(text(4, 9, 20, 20, false, 0), x64::Isa::avx2).find("transposed in registers: they are few") !=
        std::string::npos);
}

}  // namespace dmlrun::jit::test
