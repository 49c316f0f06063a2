// Made by float_pairs.sollya.
// clang-format off
#pragma once

namespace dmlrun::jit::x64::arithmetic {

// Accurate tables (Gal): for j / 32 an offset d, a multiple of 2^-29, and e^(ln(2) j / 32 + d), less than 2^-41 off a
// multiple of 2^-22, the one nearest to 2^(j / 32) that has such a d. So sums with 1 are exact up to 2^23.
inline constexpr float kPowers[] = {
    0x1p0, 0x1.0584f8p0, 0x1.0b12e4p0, 0x1.1134b8p0,
    0x1.173cf8p0, 0x1.1d466cp0, 0x1.23832cp0, 0x1.29e944p0,
    0x1.3078f4p0, 0x1.37129cp0, 0x1.3de0fcp0, 0x1.44e6b8p0,
    0x1.4c09a8p0, 0x1.534718p0, 0x1.5ae05p0, 0x1.6230fcp0,
    0x1.6a1b04p0, 0x1.719cc8p0, 0x1.7a1134p0, 0x1.825cfcp0,
    0x1.8acf6cp0, 0x1.93781p0, 0x1.9c527p0, 0x1.a5403p0,
    0x1.ae86bcp0, 0x1.b7ecc4p0, 0x1.c198b8p0, 0x1.cb79dp0,
    0x1.d59a64p0, 0x1.dfd088p0, 0x1.ea4fb4p0, 0x1.f50fbp0};
inline constexpr float kOffsets[] = {
    0, -0x1.59cf8p-12, -0x1.febc4p-11, 0x1.1432p-14,
    0x1.000ep-12, -0x1.d1dp-16, -0x1.f794p-15, -0x1.0afp-17,
    0x1.e866p-14, -0x1.9cfep-14, -0x1.e4fp-14, 0x1.386cp-14,
    0x1.2792p-13, 0x1.a788p-15, 0x1.1a6acp-11, -0x1.092ep-12,
    0x1.833fp-13, -0x1.f5b4p-11, -0x1.a1p-21, 0x1.73dcp-15,
    0x1.6afp-17, 0x1.742p-15, 0x1.7346p-14, -0x1.37f9p-13,
    -0x1.ed48p-16, -0x1.8d5p-14, -0x1.2a3p-17, 0x1.14aap-14,
    0x1.b14fp-13, 0x1.e39cp-15, 0x1.3bd8p-15, 0x1.0f16p-14};
// (e^r - 1 - r - r^2 / 2) / r^3, where |r| is ln(2) / 64 + |d| at most, the last coefficient first
inline constexpr float kExpRest[] = {
    0x1.55557p-5, 0x1.5555a4p-3};
// For x from 3/4 (1 + j / 32) on, up to 3/2: c, about 1 / x, of the most bits, up to 8, with which r = x c - 1 is a
// float: c is a multiple of 2^-n where |r| is less than 2^-n, or for x above 1 less than 2^(1 - n).
inline constexpr float kInverses[] = {
    0x1.5p0, 0x1.48p0, 0x1.4p0, 0x1.34p0,
    0x1.28p0, 0x1.2p0, 0x1.1cp0, 0x1.14p0,
    0x1.1p0, 0x1.08p0, 0x1p0, 0x1.f8p-1,
    0x1.ecp-1, 0x1.ep-1, 0x1.d4p-1, 0x1.ccp-1,
    0x1.c4p-1, 0x1.b8p-1, 0x1.bp-1, 0x1.a8p-1,
    0x1.ap-1, 0x1.98p-1, 0x1.9p-1, 0x1.88p-1,
    0x1.84p-1, 0x1.7cp-1, 0x1.74p-1, 0x1.7p-1,
    0x1.68p-1, 0x1.64p-1, 0x1.5cp-1, 0x1.58p-1};
// (ln(1 + r) - r + r^2 / 2) / r^3, the last coefficient first
inline constexpr float kLogRest[] = {
    -0x1.5598ap-3, 0x1.99d766p-3, -0x1.fffffcp-3, 0x1.555554p-2};

}  // namespace dmlrun::jit::x64::arithmetic
