# kernel move_x4_6x10_repeat
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x4 strides 10,1 span 60; axes [(3@0)x2] [10@0]; %0 = input 0 x4 offset 0 strides 11,1 span 32
# axis 0, 1 long, outermost: a counted loop; one row put together as vectors, from loads and shuffles
# axis 1, 60 long, innermost: rows of several axes behind each other, as one
# registers: 32 bytes
# code: 271 bytes
# tables: 832 bytes
        .intel_syntax noprefix
move_x4_6x10_repeat:
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
        mov rsi, qword ptr [rsi]
        vmovups ymm0, ymmword ptr [rsi]
        vmovups xmm1, xmmword ptr [rsi+0x20]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0x34], 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x2e0]
        vpbroadcastd ymm9, dword ptr [rsi+0x30]
        vpshufb ymm9, ymm9, ymmword ptr [rbp+0x300]
        vpor ymm1, ymm1, ymm9
        vmovups xmm2, xmmword ptr [rsi+0x44]
        vinserti128 ymm2, ymm2, xmmword ptr [rsi+0x58], 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x2a0]
        vmovups xmm3, xmmword ptr [rsi+0x68]
        vmovq xmm11, qword ptr [rsi]
        vinserti128 ymm3, ymm3, xmm11, 0x1
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x2c0]
        vpbroadcastq ymm9, qword ptr [rsi+0x78]
        vpshufb ymm9, ymm9, ymmword ptr [rbp+0x320]
        vpor ymm3, ymm3, ymm9
        vmovups ymm4, ymmword ptr [rsi+0x8]
        vmovups ymm5, ymmword ptr [rsi+0x2c]
        vmovups xmm6, xmmword ptr [rsi+0x4c]
        vinserti128 ymm6, ymm6, xmmword ptr [rsi+0x60], 0x1
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x2e0]
        vpbroadcastd ymm8, dword ptr [rsi+0x5c]
        vpshufb ymm8, ymm8, ymmword ptr [rbp+0x300]
        vpor ymm6, ymm6, ymm8
        vmovups ymm7, ymmword ptr [rsi+0x60]
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xd0], ymm7
        pop rbp
        vzeroupper
        ret
move_x4_6x10_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 6, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .fill 10, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0xa, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0xb, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0xa, 0x0, 0x16, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0xa, 0x0, 0xb, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0x16, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x148, 0x0, 0x238, 0x0
        .long 0x1, 0x0, 0x3c, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 10, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808080, 0x80808080, 0x3020100, 0x7060504
        .long 0x3020100, 0x7060504, 0xf0e0d0c, 0x80808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808080, 0x80808080, 0x80808080, 0x3020100
        .fill 8, 4, 0x80808080
        .long 0x3020100, 0x7060504, 0x80808080, 0x80808080
