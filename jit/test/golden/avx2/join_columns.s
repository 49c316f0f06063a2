# kernel move_x1_8x40_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 40,1 span 320; axes [8@0] [%0:25@0 %1:15@0]; %0 = input 0 x1 offset 0 strides 25,1 span 200; %1 = input 1 x1 offset 0 strides 15,1 span 120
# axis 0, 8 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 8 at once
# axis 1, 40 long, innermost: code of its own for each run; 25 elements copied; 15 elements copied
# registers: 32 bytes
# code: 910 bytes
# tables: 928 bytes
        .intel_syntax noprefix
move_x1_8x40_from2:
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        push r15
        mov rbx, qword ptr [rdi+0x20]
        mov rbp, qword ptr [rbx+0x10]
        mov rdi, qword ptr [rbx+0x8]
        vmovups ymm15, ymmword ptr [rbp]
        mov ecx, 0x8
        mov qword ptr [rbx+0x68], rdi
        mov eax, 0x0
        mov qword ptr [rbx+0x80], rax
        mov r14d, 0x1
        mov r13, rcx
L1:
        cmp r13, 0x8
        jb L4
        test edi, 0x1f
        jz L2
        test edi, 0x7
        jz L4
L2:
        mov qword ptr [rbx+0x58], r13
        mov rsi, qword ptr [rbx]
        mov rsi, qword ptr [rsi]
        mov rax, qword ptr [rbx+0x80]
        imul rax, rax, 0x19
        add rsi, rax
        mov r8, qword ptr [rbx]
        mov r8, qword ptr [r8+0x8]
        mov rax, qword ptr [rbx+0x80]
        imul rax, rax, 0xf
        add r8, rax
        .nops 9
        .nops 9
        .nops 6
L3:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0x10], 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x240]
        vmovq xmm4, qword ptr [r8]
        vmovq xmm8, qword ptr [r8]
        vinserti128 ymm4, ymm4, xmm8, 0x1
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x260]
        vpor ymm0, ymm0, ymm4
        vmovq xmm1, qword ptr [rsi+0x19]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0x21], 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x280]
        vmovq xmm5, qword ptr [r8+0x7]
        vmovq xmm9, qword ptr [r8+0x7]
        vinserti128 ymm5, ymm5, xmm9, 0x1
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x2a0]
        vpor ymm1, ymm1, ymm5
        vpbroadcastb xmm2, byte ptr [rsi+0x31]
        vinserti128 ymm2, ymm2, xmmword ptr [rsi+0x32], 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x2c0]
        vbroadcasti128 ymm6, xmmword ptr [r8+0xf]
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x2e0]
        vpor ymm2, ymm2, ymm6
        vmovups xmm3, xmmword ptr [rsi+0x42]
        vmovq xmm11, qword ptr [rsi+0x4b]
        vinserti128 ymm3, ymm3, xmm11, 0x1
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x300]
        vmovq xmm7, qword ptr [r8+0x1e]
        vmovq xmm11, qword ptr [r8+0x25]
        vinserti128 ymm7, ymm7, xmm11, 0x1
        vpshufb ymm7, ymm7, ymmword ptr [rbp+0x320]
        vpor ymm3, ymm3, ymm7
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups xmm0, xmmword ptr [rsi+0x53]
        vpbroadcastb xmm8, byte ptr [rsi+0x63]
        vinserti128 ymm0, ymm0, xmm8, 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x340]
        vbroadcasti128 ymm4, xmmword ptr [r8+0x2d]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x360]
        vpor ymm0, ymm0, ymm4
        vmovups xmm1, xmmword ptr [rsi+0x64]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0x74], 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x240]
        vmovq xmm5, qword ptr [r8+0x3c]
        vmovq xmm9, qword ptr [r8+0x3c]
        vinserti128 ymm5, ymm5, xmm9, 0x1
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x260]
        vpor ymm1, ymm1, ymm5
        vmovq xmm2, qword ptr [rsi+0x7d]
        vinserti128 ymm2, ymm2, xmmword ptr [rsi+0x85], 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x280]
        vmovq xmm6, qword ptr [r8+0x43]
        vmovq xmm10, qword ptr [r8+0x43]
        vinserti128 ymm6, ymm6, xmm10, 0x1
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x2a0]
        vpor ymm2, ymm2, ymm6
        vpbroadcastb xmm3, byte ptr [rsi+0x95]
        vinserti128 ymm3, ymm3, xmmword ptr [rsi+0x96], 0x1
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x2c0]
        vbroadcasti128 ymm7, xmmword ptr [r8+0x4b]
        vpshufb ymm7, ymm7, ymmword ptr [rbp+0x2e0]
        vpor ymm3, ymm3, ymm7
        vmovups ymmword ptr [rdi+0x80], ymm0
        vmovups ymmword ptr [rdi+0xa0], ymm1
        vmovups ymmword ptr [rdi+0xc0], ymm2
        vmovups ymmword ptr [rdi+0xe0], ymm3
        vmovups xmm0, xmmword ptr [rsi+0xa6]
        vmovq xmm8, qword ptr [rsi+0xaf]
        vinserti128 ymm0, ymm0, xmm8, 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x300]
        vmovq xmm4, qword ptr [r8+0x5a]
        vmovq xmm8, qword ptr [r8+0x61]
        vinserti128 ymm4, ymm4, xmm8, 0x1
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x320]
        vpor ymm0, ymm0, ymm4
        vmovups xmm1, xmmword ptr [rsi+0xb7]
        vpbroadcastb xmm9, byte ptr [rsi+0xc7]
        vinserti128 ymm1, ymm1, xmm9, 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x340]
        vbroadcasti128 ymm5, xmmword ptr [r8+0x68]
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x380]
        vpor ymm1, ymm1, ymm5
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        add rdi, 0x140
        add rsi, 0xc8
        add r8, 0x78
        sub r13, 0x8
        cmp r13, 0x8
        jnb L3
        mov rcx, qword ptr [rbx+0x58]
        sub rcx, r13
        imul rcx, rcx, 0x1
        add qword ptr [rbx+0x80], rcx
L4:
        test r13, r13
        jz L5
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9]
        mov rax, qword ptr [rbx+0x80]
        imul rax, rax, 0x19
        add r9, rax
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+0x9]
        vmovups xmmword ptr [rdi], xmm0
        vmovups xmmword ptr [rdi+0x9], xmm1
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9+0x8]
        mov rax, qword ptr [rbx+0x80]
        imul rax, rax, 0xf
        add r9, rax
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+0x7]
        mov qword ptr [rdi+0x19], rax
        mov qword ptr [rdi+0x20], r11
        add rdi, 0x28
        add qword ptr [rbx+0x80], r14
        dec r13
        jnz L1
L5:
        mov qword ptr [rbx+0x68], rdi
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_8x40_from2_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x19, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x8, 0x0, 0x0, 0x0
        .long 0xf, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x8, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x120, 0x0
        .long 0x148, 0x0, 0x1, 0x0
        .long 0x8, 0x0, 0x0, 0x0
        .long 0x120, 0x0, 0x120, 0x0
        .fill 6, 4, 0x0
        .long 0x19, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x2, 0x0
        .long 0x80, 0x0, 0xf, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x2, 0x0, 0xd0, 0x0
        .long 0x198, 0x0, 0x1e8, 0x0
        .long 0x1, 0x0, 0x28, 0x0
        .long 0x0, 0x0, 0x198, 0x0
        .long 0x198, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0x80808008, 0x80808080
        .fill 6, 4, 0x80808080
        .long 0x2010080, 0x6050403, 0x80808080, 0x80808080
        .long 0x3020100, 0x7060504, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x3020100, 0x7060504
        .fill 6, 4, 0x80808080
        .long 0x80808000, 0x80808080, 0x80808080, 0x80808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .fill 4, 4, 0x80808080
        .long 0x3020100, 0x7060504, 0x80808008, 0x80808080
        .long 0x80808080, 0x80808080, 0x3020100, 0x7060504
        .long 0x80808080, 0x80808080, 0x2010080, 0x6050403
        .long 0x3020100, 0x7060504, 0x80808080, 0x80808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808000, 0x80808080, 0x80808080, 0x80808080
        .fill 4, 4, 0x80808080
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .fill 4, 4, 0x80808080
        .long 0x3020180, 0x7060504, 0xb0a0908, 0xf0e0d0c
