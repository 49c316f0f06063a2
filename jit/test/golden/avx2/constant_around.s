# kernel move_x1_5x22_fill
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 22,1 span 110; axes [1f 3@0 1f] [1f 20@0 1f]; %0 = input 0 x1 offset 0 strides 20,1 span 60; fill 07
# axis 0, 1 long, outermost: a counted loop; one row put together as vectors, from loads and shuffles
# axis 1, 110 long, innermost: rows of several axes behind each other, as one
# registers: 32 bytes
# code: 178 bytes
# tables: 960 bytes
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
        vmovups ymm15, ymmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        vbroadcasti128 ymm0, xmmword ptr [rsi]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x3a0]
        vpor ymm0, ymm0, ymmword ptr [rbp+0x360]
        vmovups ymm1, ymmword ptr [rsi+0x7]
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x340]
        vpor ymm1, ymm1, ymmword ptr [rbp+0x2c0]
        vmovups xmm2, xmmword ptr [rsi+0x27]
        vmovq xmm10, qword ptr [rsi+0x34]
        vinserti128 ymm2, ymm2, xmm10, 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x320]
        vpor ymm2, ymm2, ymmword ptr [rbp+0x300]
        vbroadcasti128 ymm3, xmmword ptr [rsi+0x2c]
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x380]
        vpor ymm3, ymm3, ymmword ptr [rbp+0x2e0]
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x4e], ymm3
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
        .fill 10, 4, 0x0
        .long 0x7000000, 0x7, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x7070700, 0x7070707, 0x7070707, 0x7070707
        .long 0x7070707, 0x7070707, 0x70700, 0x0
        .long 0x0, 0x0, 0x0, 0x7000000
        .long 0x7070707, 0x7070707, 0x1808000, 0x5040302
        .long 0x9080706, 0xd0c0b0a, 0x4030201, 0x80070605
        .long 0x80808080, 0x80808080, 0x5040302, 0x9080706
        .long 0x800c0b0a, 0xf0e0d80, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x7070707, 0x7070707
        .long 0x7070707, 0x7070707, 0x7070707, 0x70707
        .long 0x0, 0x0, 0xa090807, 0xe0d0c0b
        .long 0x8080800f, 0x80808080, 0x80808080, 0x80808080
        .fill 7, 4, 0x80808080
        .long 0x808080, 0x4030201, 0x8070605
