// Made by coefficients.sollya.
// clang-format off
#pragma once

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
// (sin(r) / r - 1) / r^2 and cos(r) in r^2, |r| <= pi / 4
inline constexpr double kHalfPi = 0x1.921fb54442d18p0;
inline constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
inline constexpr double kSin[] = {
    -0x1.5555555555555p-3, 0x1.111111111101fp-7, -0x1.a01a019fe8de4p-13, 0x1.71de3a10d715ap-19,
    -0x1.ae63f8fe4a87fp-26, 0x1.60e6852f63fe8p-33, -0x1.8db5fabc3742p-41};
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
// 2^(n - 23) 2 / pi modulo 4 for n = 23 ... 127, in pieces of 28, 29 and 53 bits
inline constexpr double kTurnsHigh[] = {
    0x1.45f3068p-1, 0x1.45f306cp0, 0x1.45f306cp1, 0x1.17cc1b4p0,
    0x1.17cc1b6p1, 0x1.7cc1b7p-2, 0x1.7cc1b7p-1, 0x1.7cc1b7p0,
    0x1.7cc1b72p1, 0x1.f306dc8p0, 0x1.f306dc8p1, 0x1.e60db92p1,
    0x1.cc1b726p1, 0x1.9836e4ep1, 0x1.306dc9cp1, 0x1.836e4ep-1,
    0x1.836e4e4p0, 0x1.836e4e4p1, 0x1.06dc9c8p1, 0x1.b7272p-4,
    0x1.b72722p-3, 0x1.b72722p-2, 0x1.b72722p-1, 0x1.b72722p0,
    0x1.b72722p1, 0x1.6e4e44p1, 0x1.b939104p0, 0x1.b939104p1,
    0x1.727220ap1, 0x1.c9c8828p0, 0x1.c9c882ap1, 0x1.9391054p1,
    0x1.27220a8p1, 0x1.3910548p-1, 0x1.3910548p0, 0x1.391054ap1,
    0x1.c882a5p-1, 0x1.c882a5p0, 0x1.c882a52p1, 0x1.91054a6p1,
    0x1.220a94ep1, 0x1.1054a78p-1, 0x1.1054a7cp0, 0x1.1054a7ep1,
    0x1.054a7fp-2, 0x1.054a7fp-1, 0x1.054a7fp0, 0x1.054a7fp1,
    0x1.529fcp-4, 0x1.529fc2p-3, 0x1.529fc2p-2, 0x1.529fc2p-1,
    0x1.529fc24p0, 0x1.529fc26p1, 0x1.4a7f09cp0, 0x1.4a7f09cp1,
    0x1.29fc274p0, 0x1.29fc274p1, 0x1.4fe13a8p-1, 0x1.4fe13a8p0,
    0x1.4fe13aap1, 0x1.3f84eacp0, 0x1.3f84eaep1, 0x1.fc27578p-1,
    0x1.fc2757cp0, 0x1.fc2757cp1, 0x1.f84eafap1, 0x1.f09d5f4p1,
    0x1.e13abe8p1, 0x1.c2757dp1, 0x1.84eafa2p1, 0x1.09d5f46p1,
    0x1.3abe8ep-3, 0x1.3abe8fp-2, 0x1.3abe8f8p-1, 0x1.3abe8f8p0,
    0x1.3abe8fap1, 0x1.d5f47dp-1, 0x1.d5f47d4p0, 0x1.d5f47d4p1,
    0x1.abe8fa8p1, 0x1.57d1f52p1, 0x1.5f47d4cp0, 0x1.5f47d4cp1,
    0x1.7d1f534p0, 0x1.7d1f534p1, 0x1.f47d4dp0, 0x1.f47d4d2p1,
    0x1.e8fa9a6p1, 0x1.d1f534cp1, 0x1.a3ea69ap1, 0x1.47d4d36p1,
    0x1.1f534dcp0, 0x1.1f534dcp1, 0x1.f534ddp-2, 0x1.f534dd8p-1,
    0x1.f534ddcp0, 0x1.f534ddcp1, 0x1.ea69bb8p1, 0x1.d4d377p1,
    0x1.a9a6eep1, 0x1.534ddcp1, 0x1.4d377p0, 0x1.4d37702p1,
    0x1.34ddc0cp0};
inline constexpr double kTurnsMiddle[] = {
    0x1.727220ap-27, 0x1.c9c882ap-28, 0x1.c9c882ap-27, 0x1.9391054p-27,
    0x1.27220a9p-27, 0x1.3910548p-29, 0x1.391054ap-28, 0x1.391054ap-27,
    0x1.c882a5p-29, 0x1.c882a52p-28, 0x1.c882a53p-27, 0x1.91054a7p-27,
    0x1.220a94fp-27, 0x1.1054a7cp-29, 0x1.1054a7ep-28, 0x1.1054a7fp-27,
    0x1.054a7fp-30, 0x1.054a7fp-29, 0x1.054a7fp-28, 0x1.054a7fp-27,
    0x1.529fc2p-32, 0x1.529fc2p-31, 0x1.529fc2p-30, 0x1.529fc24p-29,
    0x1.529fc26p-28, 0x1.529fc27p-27, 0x1.4a7f09cp-28, 0x1.4a7f09dp-27,
    0x1.29fc274p-28, 0x1.29fc275p-27, 0x1.4fe13a8p-29, 0x1.4fe13aap-28,
    0x1.4fe13abp-27, 0x1.3f84eaep-28, 0x1.3f84eafp-27, 0x1.fc2757cp-29,
    0x1.fc2757cp-28, 0x1.fc2757dp-27, 0x1.f84eafap-27, 0x1.f09d5f4p-27,
    0x1.e13abe8p-27, 0x1.c2757d1p-27, 0x1.84eafa3p-27, 0x1.09d5f47p-27,
    0x1.3abe8fp-31, 0x1.3abe8f8p-30, 0x1.3abe8f8p-29, 0x1.3abe8fap-28,
    0x1.3abe8fap-27, 0x1.d5f47d4p-29, 0x1.d5f47d4p-28, 0x1.d5f47d4p-27,
    0x1.abe8fa9p-27, 0x1.57d1f53p-27, 0x1.5f47d4cp-28, 0x1.5f47d4dp-27,
    0x1.7d1f534p-28, 0x1.7d1f534p-27, 0x1.f47d4d2p-28, 0x1.f47d4d3p-27,
    0x1.e8fa9a6p-27, 0x1.d1f534dp-27, 0x1.a3ea69bp-27, 0x1.47d4d37p-27,
    0x1.1f534dcp-28, 0x1.1f534ddp-27, 0x1.f534dd8p-30, 0x1.f534ddcp-29,
    0x1.f534ddcp-28, 0x1.f534ddcp-27, 0x1.ea69bb8p-27, 0x1.d4d377p-27,
    0x1.a9a6eep-27, 0x1.534ddcp-27, 0x1.4d37702p-28, 0x1.4d37703p-27,
    0x1.34ddc0cp-28, 0x1.34ddc0dp-27, 0x1.a6ee06cp-29, 0x1.a6ee06cp-28,
    0x1.a6ee06dp-27, 0x1.4ddc0dbp-27, 0x1.377036cp-28, 0x1.377036dp-27,
    0x1.bb81b6cp-29, 0x1.bb81b6cp-28, 0x1.bb81b6cp-27, 0x1.77036d8p-27,
    0x1.dc0db62p-28, 0x1.dc0db62p-27, 0x1.b81b6c5p-27, 0x1.7036d8ap-27,
    0x1.c0db628p-28, 0x1.c0db629p-27, 0x1.81b6c52p-27, 0x1.036d8a5p-27,
    0x1.b6c528p-33, 0x1.b6c52ap-32, 0x1.b6c52bp-31, 0x1.b6c52bp-30,
    0x1.b6c52bp-29, 0x1.b6c52b2p-28, 0x1.b6c52b3p-27, 0x1.6d8a566p-27,
    0x1.b629598p-28};
inline constexpr double kTurnsLow[] = {
    0x1.29fc2757d1f53p-56, 0x1.4fe13abe8fa9ap-58, 0x1.4fe13abe8fa9ap-57, 0x1.4fe13abe8fa9ap-56,
    0x1.3f84eafa3ea6ap-57, 0x1.3f84eafa3ea6ap-56, 0x1.fc2757d1f534ep-58, 0x1.fc2757d1f534ep-57,
    0x1.fc2757d1f534ep-56, 0x1.f84eafa3ea69cp-56, 0x1.f09d5f47d4d37p-56, 0x1.e13abe8fa9a6fp-56,
    0x1.c2757d1f534dep-56, 0x1.84eafa3ea69bcp-56, 0x1.09d5f47d4d377p-56, 0x1.3abe8fa9a6eep-60,
    0x1.3abe8fa9a6eep-59, 0x1.3abe8fa9a6eep-58, 0x1.3abe8fa9a6eep-57, 0x1.3abe8fa9a6eep-56,
    0x1.d5f47d4d37703p-58, 0x1.d5f47d4d37703p-57, 0x1.d5f47d4d37703p-56, 0x1.abe8fa9a6ee07p-56,
    0x1.57d1f534ddc0ep-56, 0x1.5f47d4d377037p-57, 0x1.5f47d4d377037p-56, 0x1.7d1f534ddc0dbp-57,
    0x1.7d1f534ddc0dbp-56, 0x1.f47d4d377036ep-57, 0x1.f47d4d377036ep-56, 0x1.e8fa9a6ee06dbp-56,
    0x1.d1f534ddc0db6p-56, 0x1.a3ea69bb81b6cp-56, 0x1.47d4d377036d9p-56, 0x1.1f534ddc0db63p-57,
    0x1.1f534ddc0db63p-56, 0x1.f534ddc0db629p-59, 0x1.f534ddc0db629p-58, 0x1.f534ddc0db629p-57,
    0x1.f534ddc0db629p-56, 0x1.ea69bb81b6c53p-56, 0x1.d4d377036d8a5p-56, 0x1.a9a6ee06db14bp-56,
    0x1.534ddc0db6296p-56, 0x1.4d377036d8a56p-57, 0x1.4d377036d8a56p-56, 0x1.34ddc0db6295ap-57,
    0x1.34ddc0db6295ap-56, 0x1.a6ee06db14acdp-58, 0x1.a6ee06db14acdp-57, 0x1.a6ee06db14acdp-56,
    0x1.4ddc0db629599p-56, 0x1.377036d8a5665p-57, 0x1.377036d8a5665p-56, 0x1.bb81b6c52b328p-58,
    0x1.bb81b6c52b328p-57, 0x1.bb81b6c52b328p-56, 0x1.77036d8a5664fp-56, 0x1.dc0db6295993cp-57,
    0x1.dc0db6295993cp-56, 0x1.b81b6c52b3279p-56, 0x1.7036d8a5664f1p-56, 0x1.c0db6295993c4p-57,
    0x1.c0db6295993c4p-56, 0x1.81b6c52b32788p-56, 0x1.036d8a5664f11p-56, 0x1.b6c52b3278872p-62,
    0x1.b6c52b3278872p-61, 0x1.b6c52b3278872p-60, 0x1.b6c52b3278872p-59, 0x1.b6c52b3278872p-58,
    0x1.b6c52b3278872p-57, 0x1.b6c52b3278872p-56, 0x1.6d8a5664f10e4p-56, 0x1.b6295993c439p-57,
    0x1.b6295993c439p-56, 0x1.6c52b32788721p-56, 0x1.b14acc9e21c82p-57, 0x1.b14acc9e21c82p-56,
    0x1.6295993c43904p-56, 0x1.8a5664f10e41p-57, 0x1.8a5664f10e41p-56, 0x1.14acc9e21c821p-56,
    0x1.4acc9e21c821p-59, 0x1.4acc9e21c821p-58, 0x1.4acc9e21c821p-57, 0x1.4acc9e21c821p-56,
    0x1.2b3278872084p-57, 0x1.2b3278872084p-56, 0x1.5993c439041fep-58, 0x1.5993c439041fep-57,
    0x1.5993c439041fep-56, 0x1.664f10e4107f9p-57, 0x1.664f10e4107f9p-56, 0x1.993c439041fe5p-57,
    0x1.993c439041fe5p-56, 0x1.3278872083fcap-56, 0x1.93c439041fe51p-58, 0x1.93c439041fe51p-57,
    0x1.93c439041fe51p-56, 0x1.278872083fca3p-56, 0x1.3c439041fe516p-58, 0x1.3c439041fe516p-57,
    0x1.3c439041fe516p-56};

}  // namespace dmlrun::plan::math
