// Made by coefficients.sollya.
// clang-format off
#pragma once

#include <cstdint>

namespace dmlrun::plan::math {

// (e^r - 1 - r) / r^2, |r| <= ln(2) / 2
inline constexpr double kLog2E = 0x1.71547652b82fep0;
inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;
inline constexpr double kLn2Low = 0x1.abc9e3b39803fp-56;
inline constexpr double kExp[] = {
    0x1.0000000000001p-1, 0x1.555555555554dp-3, 0x1.5555555553ce5p-5, 0x1.11111111144ccp-7,
    0x1.6c16c178a6ddap-10, 0x1.a01a018c38d6cp-13, 0x1.a019b8c736f7ap-16, 0x1.71de59ec2cdcfp-19,
    0x1.2891c27991284p-22, 0x1.aeabd6c30a70ap-26};
// ln(2) in 40 bits, whose products with exponents are exact, and the rest
inline constexpr double kLn2High = 0x1.62e42fefa4p-1;
inline constexpr double kLn2Rest = -0x1.8432a1b0e2634p-43;
// (2 atanh(s) / s - 2) / s^2 in s^2, |s| <= 0.1716
inline constexpr double kLog[] = {
    0x1.5555555555555p-1, 0x1.9999999999d59p-2, 0x1.249249242ee18p-2, 0x1.c71c725c5f797p-3,
    0x1.745cdb74d0df2p-3, 0x1.3b21594819fcep-3, 0x1.0f4a12e2f9212p-3, 0x1.1023d378b7c42p-3};
// erf(x) / x in w = x^2 / 7.71 - 1, |x| <= 3.926
inline constexpr double kErfScale = 0x1.09a109a109a11p-3;
inline constexpr double kErf[] = {
    0x1.70c0bac1fb5cp-2, -0x1.703c1df3e9e42p-3, 0x1.122dddd24d519p-3, -0x1.beb36efbce166p-4,
    0x1.73142807b55bp-4, -0x1.2f768b8fb85f4p-4, 0x1.ddf1a4e835ab5p-5, -0x1.65729116fb162p-5,
    0x1.f7c28bdb587edp-6, -0x1.4d2d741876b09p-6, 0x1.9d279af44aed9p-7, -0x1.e083a8e73eab2p-8,
    0x1.0673a6d69fa9p-8, -0x1.0dcf017b2282ap-9, 0x1.059bdcf918958p-10, -0x1.df92b86c50f6dp-12,
    0x1.a08d18fec181fp-13, -0x1.57c32e98930a9p-14, 0x1.0db2d200f8b48p-15, -0x1.91c1e3fe1003ap-17,
    0x1.20586a1bb5c9ap-18, -0x1.98f9242b778ddp-20, 0x1.075ef1d3a8ecap-21, -0x1.09fc8f30788d4p-23,
    0x1.5ed4b2d1ec956p-25, -0x1.7f7ba17ad9ea7p-26, 0x1.8bf56e0ed66e8p-28};
// e^(y^2 / 2) (1 - Phi(y)) in t = (y - 4.5) / (y + 4.5), 0 <= y <= 14.5
inline constexpr double kMills[] = {
    0x1.5b5acd3b15fbbp-4, -0x1.3f5f1e623ff18p-3, 0x1.ee92ec895cb8cp-4, -0x1.3e64a5472182dp-4,
    0x1.4bcc573ec2f2cp-5, -0x1.086d3bfea5f7p-6, 0x1.15661d4908dbdp-8, -0x1.205545f756ea5p-12,
    -0x1.36adc2ffdfb81p-12, 0x1.aeacc14ee1ea7p-14, 0x1.89f00f6f7965cp-17, -0x1.dd223b73dff71p-17,
    0x1.93eb9335a6c64p-23, 0x1.03efe0ae46779p-19, -0x1.ec9bf24b41ab6p-24, -0x1.3bb34e7e6db06p-22,
    0x1.5b5000672505bp-27, 0x1.9b3b501f674eep-25, 0x1.18d46dd11b97cp-28, -0x1.85b1df2b185e6p-28,
    -0x1.92ef2a61307b8p-30};
// (sin(r) / r - 1) / r^2 in r^2, |r| <= pi / 2, and cos(r), |r| <= pi / 4
inline constexpr double kHalfPi = 0x1.921fb54442d18p0;
inline constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
inline constexpr double kSin[] = {
    -0x1.5555555555557p-3, 0x1.11111111110bfp-7, -0x1.a01a01a01111cp-13, 0x1.71de3a4fc747bp-19,
    -0x1.ae6452b627686p-26, 0x1.6122f0013e0c1p-33, -0x1.added175fbaadp-41, 0x1.702148ba847e9p-49,
    0x1.2cf0be2f3fbcep-56};
inline constexpr double kCos[] = {
    0x1p0, -0x1p-1, 0x1.555555555554bp-5, -0x1.6c16c16c1504cp-10,
    0x1.a01a019c97a0cp-16, -0x1.27e4f7f91120ep-22, 0x1.1ee9e17d8ad36p-29, -0x1.8fa9a69c5baaap-37};
// (asin(x) / x - 1) / x^2 in x^2, |x| <= 1/2
inline constexpr double kAsin[] = {
    0x1.5555555555556p-3, 0x1.3333333332e84p-4, 0x1.6db6db6e38805p-5, 0x1.f1c71c19d53d4p-6,
    0x1.6e8bb25de0869p-6, 0x1.1c4d286b7013cp-6, 0x1.c9d08bc7df0f4p-7, 0x1.7817d8c57da94p-7,
    0x1.529e18914eca3p-7, 0x1.62a4ad3b59697p-8, 0x1.1f1b0f097b4cp-6, -0x1.eccf9cc645e3dp-7,
    0x1.d93905f8af985p-6};
// (atan(x) / x - 1) / x^2 in x^2, |x| <= 1
inline constexpr double kAtan[] = {
    -0x1.5555555555555p-2, 0x1.999999999966ep-3, -0x1.249249247775ep-3, 0x1.c71c71bbcf5fbp-4,
    -0x1.745d160226bc6p-4, 0x1.3b139afebef03p-4, -0x1.11100b24aab21p-4, 0x1.e1d0c9dc04d14p-5,
    -0x1.aebf076879011p-5, 0x1.842a9e1f44aa2p-5, -0x1.5d2784345df2dp-5, 0x1.337c11114dbd5p-5,
    -0x1.00c92f03258fdp-5, 0x1.85bd2dc6eb4d9p-6, -0x1.000823f5bc8bep-6, 0x1.147fa47cec607p-7,
    -0x1.cf2625cd18458p-9, 0x1.16d1d780d1fe5p-10, -0x1.aa06b5cf6e0fcp-13, 0x1.349ea81b85294p-16};
// 1 / (2 pi), its first 256 bits
inline constexpr std::uint64_t kTurns[] = {
    2935890503282001226u,
    9154082963658192752u,
    3952090531849364496u,
    9193070505571053912u};

}  // namespace dmlrun::plan::math
