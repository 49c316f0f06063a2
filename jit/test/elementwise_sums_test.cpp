// Tables of sums by a byte's halves: which of 256 results they hold, and that they hold no others.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "engine/plan/interpreter/interpret.h"
#include "engine/test/catch.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/scaled_sum.h"
#include "jit/x64/arithmetic/nibble_table.h"

namespace dmlrun::jit::test {
namespace {

/// 256 words, by byte, that results are clamped from.
using Words = std::array<std::int16_t, 256>;
using Results = std::array<std::uint8_t, 256>;

/// Only the tables: made of a case, and looked up by every byte.
class Tables {
 public:
  struct Case {
    std::array<std::uint8_t, 256> every;
    std::array<std::uint8_t, 512> words;  ///< blocks of the vector's size: first halves of rows, then the second ones
    Results results;
    Results found;
  };

  Tables(x64::Isa isa, bool is_signed) : vector_(isa == x64::Isa::avx2 ? 32 : 64), is_signed_(is_signed) {
    const plan::Plan plan = scaled_sum(256, is_signed ? 0b101 : 0, {});
    const x64::Tuning tuning;
    const auto code = x64::assemble([&](x64::Assembler& a) { emit(a, plan, isa, tuning); });
    REQUIRE(code);
    auto arena = memory::CodeArena::of_process();
    REQUIRE(arena);
    auto block = arena->build(*code);
    REQUIRE(block);
    block_ = std::move(*block);
  }

  [[nodiscard]] std::uint8_t clamped(std::int16_t word) const {
    return static_cast<std::uint8_t>(is_signed_ ? std::clamp<int>(word, -128, 127) : std::clamp<int>(word, 0, 255));
  }

  /// Whether the tables hold these results. What is looked up goes to `found`.
  bool take(const Words& words, const Results& results, Results& found) {
    Case one{};
    std::iota(one.every.begin(), one.every.end(), std::uint8_t{0});
    for (std::size_t byte = 0; byte < words.size(); ++byte) {
      const std::size_t block = byte / vector_, row = byte % vector_ / 16, column = byte % 16;
      const std::size_t at = block * vector_ * 2 + column / 8 * vector_ + row * 16 + column % 8 * 2;
      std::memcpy(&one.words[at], &words[byte], 2);
    }
    one.results = results;
    const int taken = block_.function<int(Case*)>()(&one);
    found = one.found;
    if (taken != 0) ++forms_.at(static_cast<std::size_t>(taken - 1));
    return taken != 0;
  }

  /// How often each form was taken.
  [[nodiscard]] const std::array<int, x64::arithmetic::NibbleTable::kForms>& forms() const { return forms_; }

 private:
  void emit(x64::Assembler& a, const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning) {
    const x64::arithmetic::RepeatedRows rows{plan, 0, {}};
    x64::arithmetic::VectorCode vectors;
    vectors.block_elements = vector_;
    vectors.has_avx512 = isa >= x64::Isa::avx512;
    x64::arithmetic::Emission emission(a, rows, vectors, x64::arithmetic::streams_of(plan), tuning);
    const std::int32_t results = emission.frame.add(256, 64), words = emission.frame.add(512, 64);
    x64::arithmetic::NibbleTable sums(emission, results, words);
    Xbyak::Label declined, end;
    a.push(a.rbp);
    a.mov(a.rbp, a.rsp);
    a.push(a.rbx);
    a.sub(a.rsp, static_cast<std::uint32_t>(emission.frame.bytes()) + 64);
    a.and_(a.rsp, -64);
    a.mov(a.r8, a.rdi);
    a.mov(a.r10, a.rdi);
    const auto copy = [&](std::size_t from, std::size_t bytes, const Xbyak::Address& to) {
      a.lea(a.rsi, a.ptr[a.r8 + from]);
      a.xor_(a.ecx, a.ecx);
      a.lea(a.rdi, to);
      a.mov(a.ecx, static_cast<std::uint32_t>(bytes));
      a.rep();
      a.movsb();
    };
    copy(offsetof(Case, words), sizeof(Case::words), a.ptr[a.rsp + words]);
    copy(offsetof(Case, results), sizeof(Case::results), a.ptr[a.rsp + results]);
    std::array<Xbyak::Label, x64::arithmetic::NibbleTable::kForms> forms;
    sums.make(forms);
    for (const auto form : {x64::arithmetic::NibbleTable::above, x64::arithmetic::NibbleTable::below,
                            x64::arithmetic::NibbleTable::both}) {
      Xbyak::Label again;
      a.L(forms[form]);
      sums.check(form, a.r10, declined);
      a.xor_(a.ecx, a.ecx);
      a.L(again);
      a.vmovups(sums.bytes(), a.ptr[a.r10 + a.rcx]);
      sums.look_up(form);
      a.vmovups(a.ptr[a.r8 + a.rcx + offsetof(Case, found)], sums.found());
      a.add(a.ecx, static_cast<int>(vector_));
      a.cmp(a.ecx, 256);
      a.jb(again);
      a.mov(a.eax, 1 + form);
      a.jmp(end, Xbyak::CodeGenerator::T_NEAR);
    }
    a.L(declined);
    a.xor_(a.eax, a.eax);
    a.L(end);
    a.vzeroupper();
    a.mov(a.rbx, a.ptr[a.rbp - 8]);
    a.leave();
    a.ret();
    emission.pool.emit(a);
  }

  std::size_t vector_;
  bool is_signed_;
  memory::CodeBlock block_;
  std::array<int, x64::arithmetic::NibbleTable::kForms> forms_{};
};

std::vector<x64::Isa> isas_with_sums() {
  std::vector<x64::Isa> isas;
  for (const x64::Isa isa : usable_isas())
    if (isa < x64::Isa::avx512_vbmi) isas.push_back(isa);
  return isas;
}

/// The bytes' results on a line, rounded to nearest even; bytes are numbers of the line's own sign.
Words line(double slope, double offset, bool is_signed) {
  Words words;
  for (std::size_t byte = 0; byte < words.size(); ++byte) {
    const double x = is_signed ? static_cast<std::int8_t>(byte) : static_cast<double>(byte);
    words[byte] = static_cast<std::int16_t>(std::clamp(std::nearbyint(slope * x + offset), -32768.0, 32767.0));
  }
  return words;
}

Results clamped(const Tables& tables, const Words& words) {
  Results results;
  std::transform(words.begin(), words.end(), results.begin(), [&](std::int16_t word) { return tables.clamped(word); });
  return results;
}

}  // namespace

TEST_CASE("the rounded and clamped points of a rising line are sums by a byte's halves, ties as others",
          "[elementwise][sums]") {
  for (const x64::Isa isa : isas_with_sums())
    for (const bool is_signed : {false, true}) {
      Tables tables(isa, is_signed);
      const auto check = [&](double slope, double offset) {
        const Words words = line(slope, offset, is_signed);
        const Results results = clamped(tables, words);
        Results found{};
        INFO(name(isa) << (is_signed ? ", signed, " : ", ") << slope << " x + " << offset);
        if (!tables.take(words, results, found)) FAIL("declined");
        if (found != results) FAIL("wrong");
      };
      for (int denominator = 1; denominator <= 96; ++denominator)
        for (const int numerator : {0, 1, 2, 3, 5, 7, 12, 31, 64, 95})
          for (const double offset : {0.0, 0.5, -100.25, 117.0, 300.5, -3000.5})
            check(std::min(16.9, numerator * 1.0 / denominator), offset);
      for (std::uint64_t i = 0; i < 4000; ++i) {
        dmlrun::test::Random random(41, i);
        check(std::ldexp(1 + static_cast<double>(random.below(1 << 20)) * 0x1p-20,
                         static_cast<int>(random.below(13)) - 9),
              static_cast<double>(random.below(1 << 24)) * 0x1p-15 - 256);
      }
      for (const int taken : tables.forms()) CHECK(taken > 100);
    }
}

TEST_CASE("results that are no sums by a byte's halves are declined, whichever byte's is another",
          "[elementwise][sums]") {
  std::size_t taken = 0, tried = 0;
  for (const x64::Isa isa : isas_with_sums())
    for (const bool is_signed : {false, true}) {
      Tables tables(isa, is_signed);
      for (const auto& [slope, offset] :
           {std::pair{1.0, 0.0}, std::pair{0.37, 12.25}, std::pair{1.9, -40.0}, std::pair{6.5, 9.0}}) {
        const Words straight = line(slope, offset, is_signed);
        for (std::size_t byte = 0; byte < straight.size(); ++byte)
          for (const int change : {-300, -17, -1, 1, 2, 40}) {
            Words words = straight;
            words[byte] = static_cast<std::int16_t>(words[byte] + change);
            const Results results = clamped(tables, words);
            Results found{};
            INFO(name(isa) << (is_signed ? ", signed, " : ", ") << slope << " x + " << offset << ", byte " << byte
                           << " by " << change);
            ++tried;
            if (!tables.take(words, results, found)) continue;
            ++taken;
            if (found != results) FAIL("taken though wrong");
            // The result alone, of words that say otherwise.
            Results other = results;
            other[byte] = static_cast<std::uint8_t>(other[byte] + 1);
            if (tables.take(words, other, found)) FAIL("taken though one result is another");
          }
      }
    }
  CHECK(taken > tried / 100);  // Clamped ones, and lines that a step of 1 leaves straight.
  CHECK(taken < tried / 2);
}

TEST_CASE("tables of steep, falling and huge results are right or declined", "[elementwise][sums]") {
  for (const x64::Isa isa : isas_with_sums())
    for (const bool is_signed : {false, true}) {
      Tables tables(isa, is_signed);
      for (const double slope : {-0.0, -1e-3, -0.5, -1.0, -200.0, 16.0, 17.0, 17.1, 25.0, 128.0, 200.0, 255.0, 1e4})
        for (const double offset : {0.0, -0.5, 128.0, 255.0, -255.0, 5000.0, -5000.0, 32767.0, -32768.0, 1e9, -1e9}) {
          const Words words = line(slope, offset, is_signed);
          const Results results = clamped(tables, words);
          Results found{};
          INFO(name(isa) << (is_signed ? ", signed, " : ", ") << slope << " x + " << offset);
          if (tables.take(words, results, found) && found != results) FAIL("taken though wrong");
        }
      for (std::uint64_t i = 0; i < 2000; ++i) {
        dmlrun::test::Random random(42, i);
        Words words;
        for (auto& word : words) word = static_cast<std::int16_t>(random.below(i % 2 == 0 ? 65536 : 3));
        const Results results = clamped(tables, words);
        Results found{};
        INFO(name(isa) << ", random words " << i);
        if (tables.take(words, results, found) && found != results) FAIL("taken though wrong");
      }
    }
}

TEST_CASE("a byte and a scalar, in pieces so long that results are looked up, for all awkward parameters",
          "[elementwise][sums][exhaustive]") {
  // Two rows, each with a scalar: what is no such sum in the first is not tried in the second.
  constexpr std::uint64_t kCount = 1280 + 77, kAll = 2 * kCount;
  std::vector<std::byte> bytes(kAll), expected(kAll), found(kAll);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + i / 256);
  const auto sets = edge_parameters(100);
  for (std::size_t number = 0; number < sets.size(); ++number)
    for (unsigned mix = 0; mix < kMixes; ++mix) {
      plan::Plan plan = scaled_sum(kCount, mix, sets[number]);
      const std::size_t scalar = (number + mix) % 2;
      plan.axes.insert(plan.axes.begin(), plan::Axis{{{2, 0, 1, plan::kUnchosen}}, {}, 0, {}});
      plan.output_strides[0] = kCount;
      plan.output_strides[1] = 1;
      plan.output_span = kAll;
      for (std::size_t bytes_or_scalar = 0; bytes_or_scalar < 2; ++bytes_or_scalar) {
        plan::Operand& operand = plan.operands[bytes_or_scalar];
        const bool is_scalar = bytes_or_scalar == scalar;
        operand.strides[0] = is_scalar ? 1 : kCount;
        operand.strides[1] = is_scalar ? 0 : 1;
        operand.span = is_scalar ? 2 : kAll;
      }
      for (const int value : {0, 1, 101, 128, 255}) {
        const std::byte each[] = {static_cast<std::byte>(value), static_cast<std::byte>(value / 2 + 40)};
        const auto inputs =
            inputs_of(scalar == 0 ? each : bytes.data(), scalar == 1 ? each : bytes.data(), sets[number]);
        plan::interpret(plan, inputs.data(), expected.data(), 0, kAll);
        for (const x64::Isa isa : usable_isas()) {
          std::fill(found.begin(), found.end(), std::byte{0x5a});
          ElementwiseKernel(plan, isa, x64::tunings()[number % x64::tunings().size()])
              .run(inputs.data(), found.data(), 0, kAll);
          INFO("set " << number << ", mix " << mix << ", scalar " << value << ", " << name(isa));
          if (found != expected) FAIL("wrong bytes");
        }
      }
    }
}

}  // namespace dmlrun::jit::test
