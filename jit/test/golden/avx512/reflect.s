# kernel move_x4_14_reverse
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x4 strides 1 span 14; axes [3@3- 8@0 3@6-]; %0 = input 0 x4 offset 0 strides 1 span 8
# axis 0, 14 long: code of its own for each run; 3 elements reversed; 8 elements copied
# registers: 64 bytes
# code: 126 bytes
# tables: 408 bytes
        .intel_syntax noprefix
move_x4_14_reverse:
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
        vmovq xmm0, qword ptr [rsi+0x8]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [rdi], xmm0
        vmovq xmm0, qword ptr [rsi+0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [rdi+0x4], xmm0
        vmovups ymm0, ymmword ptr [rsi]
        vmovups ymmword ptr [rdi+0xc], ymm0
        vmovq xmm0, qword ptr [rsi+0x14]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [rdi+0x2c], xmm0
        vmovq xmm0, qword ptr [rsi+0x10]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [rdi+0x30], xmm0
        pop rbp
        vzeroupper
        ret
move_x4_14_reverse_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 4, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x3, 0x0, 0x3, 0x0
        .long 0xffffffff, 0xffffffff, 0x1, 0x0
        .long 0x80, 0x0, 0x8, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x3, 0x0, 0x6, 0x0
        .long 0xffffffff, 0xffffffff, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0x148, 0x0, 0x1, 0x0
        .long 0xe, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
