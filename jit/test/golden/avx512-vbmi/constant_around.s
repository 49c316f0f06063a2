# kernel move_x1_5x22_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 22,1 span 110; axes [1f 3@0 1f] [1f 20@0 1f]; %0 = input 0 x1 offset 0 strides 20,1 span 60; fill 07
# axis 0, 1 long, outermost: a counted loop; one row put together as vectors, from loads and shuffles
# axis 1, 110 long, innermost: rows of several axes behind each other, as one
# registers: 64 bytes
# code: 177 bytes
# tables: 896 bytes
        .intel_syntax noprefix
move_x1_5x22_fill:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 9
        nop
        endbr64
        push rbp
        mov rbp, rdx
        vmovups zmm15, zmmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        vmovups ymm12, ymmword ptr [rsi+0x15]
        vmovups zmm28, zmmword ptr [rbp+0x340]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x2b0]
        vmovups ymm8, ymmword ptr [rsi]
        vpermb zmm0 {k7}, zmm28, zmm8
        kmovq k7, qword ptr [rbp+0x2b8]
        vpermb zmm0 {k7}, zmm28, zmm12
        vmovups zmm29, zmmword ptr [rbp+0x300]
        vmovups zmm1, zmm15
        kmovq k7, qword ptr [rbp+0x2c0]
        vpermb zmm1 {k7}, zmm29, zmm12
        kmovq k7, qword ptr [rbp+0x2c8]
        vmovq xmm9, qword ptr [rsi+0x34]
        vpermb zmm1 {k7}, zmm29, zmm9
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x2e], zmm1
        pop rbp
        vzeroupper
        ret
move_x1_5x22_fill_tables:
        .fill 16, 4, 0x7070707
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 10, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x17, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x14, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .fill 8, 4, 0x0
        .long 0x14, 0x0, 0x14, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .fill 8, 4, 0x0
        .long 0x14, 0x0, 0x28, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x17, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x260, 0x0
        .long 0x1, 0x0, 0x6e, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0xff800000, 0x1ffe7ff, 0x0, 0xfe000000
        .long 0xffe7ffff, 0x3, 0x0, 0x1fc
        .fill 12, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x15141314, 0x19181716, 0x1d1c1b1a
        .long 0x2011f1e, 0x6050403, 0x2b2a2907, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x3f3e3d3c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x161514, 0x4030201, 0x8070605
        .long 0xc0b0a09, 0x100f0e0d, 0x2b131211, 0x1615142c
        .long 0x1a191817, 0x1e1d1c1b, 0xd0c0b1f, 0x11100f0e
