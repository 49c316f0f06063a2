# kernel move_x1_8x40_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x1 strides 40,1 span 320; axes [8@0] [%0:25@0 %1:15@0]; %0 = input 0 x1 offset 0 strides 25,1 span 200; %1 = input 1 x1 offset 0 strides 15,1 span 120
# axis 0, 8 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 8 at once; from 2 rows behind the last such block on, one more that overlaps it
# axis 1, 40 long, innermost: code of its own for each run; 25 elements copied; 15 elements copied
# registers: 64 bytes
# code: 800 bytes
# tables: 928 bytes
        .intel_syntax noprefix
move_x1_8x40_from2:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 2
        endbr64
        push rbx
        push rbp
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        mov ecx, 0x8
        mov qword ptr [rbx+0x20], rdi
        mov eax, 0x0
        mov qword ptr [rbx+0x28], rax
        mov r14d, 0x1
        mov r13, rcx
L1:
        cmp r13, 0x8
        jb L6
        test edi, 0x1f
        jz L2
        test edi, 0x7
        jz L6
L2:
        vmovups ymm16, ymmword ptr [rbp+0x240]
        vmovups ymm17, ymmword ptr [rbp+0x260]
        vmovups ymm18, ymmword ptr [rbp+0x280]
        vmovups ymm19, ymmword ptr [rbp+0x2a0]
        vmovups ymm20, ymmword ptr [rbp+0x2c0]
        vmovups ymm21, ymmword ptr [rbp+0x2e0]
        vmovups ymm22, ymmword ptr [rbp+0x300]
        vmovups ymm23, ymmword ptr [rbp+0x320]
        vmovups ymm25, ymmword ptr [rbp+0x340]
        vmovups ymm26, ymmword ptr [rbp+0x360]
        vmovups ymm24, ymmword ptr [rbp+0x380]
        mov qword ptr [rbx+0x30], r13
        mov rsi, qword ptr [rbx]
        mov rsi, qword ptr [rsi]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x19
        add rsi, rax
        mov r8, qword ptr [rbx]
        mov r8, qword ptr [r8+0x8]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0xf
        add r8, rax
L3:
        .nops 5
L4:
        vmovups ymm0, ymmword ptr [rsi]
        vpshufb ymm0, ymm0, ymm16
        vpbroadcastq ymm8, qword ptr [r8]
        vpshufb ymm8, ymm8, ymm24
        vpor ymm0, ymm0, ymm8
        vmovups ymm1, ymmword ptr [rsi+0x11]
        vpshufb ymm1, ymm1, ymm22
        vpbroadcastq ymm9, qword ptr [r8+0x7]
        vpshufb ymm9, ymm9, ymm18
        vpor ymm1, ymm1, ymm9
        vmovups ymm2, ymmword ptr [rsi+0x22]
        vpshufb ymm2, ymm2, ymm20
        vbroadcasti128 ymm8, xmmword ptr [r8+0xf]
        vpshufb ymm8, ymm8, ymm21
        vpor ymm2, ymm2, ymm8
        vmovups ymm3, ymmword ptr [rsi+0x3b]
        vpshufb ymm3, ymm3, ymm19
        vbroadcasti128 ymm9, xmmword ptr [r8+0x1e]
        vpshufb ymm9, ymm9, ymm23
        vpor ymm3, ymm3, ymm9
        vmovups ymm4, ymmword ptr [rsi+0x53]
        vpshufb ymm4, ymm4, ymm17
        vbroadcasti128 ymm8, xmmword ptr [r8+0x2d]
        vpshufb ymm8, ymm8, ymm25
        vpor ymm4, ymm4, ymm8
        vmovups ymm5, ymmword ptr [rsi+0x64]
        vpshufb ymm5, ymm5, ymm16
        vpbroadcastq ymm9, qword ptr [r8+0x3c]
        vpshufb ymm9, ymm9, ymm24
        vpor ymm5, ymm5, ymm9
        vmovups ymm6, ymmword ptr [rsi+0x75]
        vpshufb ymm6, ymm6, ymm22
        vpbroadcastq ymm8, qword ptr [r8+0x43]
        vpshufb ymm8, ymm8, ymm18
        vpor ymm6, ymm6, ymm8
        vmovups ymm7, ymmword ptr [rsi+0x86]
        vpshufb ymm7, ymm7, ymm20
        vbroadcasti128 ymm9, xmmword ptr [r8+0x4b]
        vpshufb ymm9, ymm9, ymm21
        vpor ymm7, ymm7, ymm9
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xe0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x9f]
        vpshufb ymm0, ymm0, ymm19
        vbroadcasti128 ymm8, xmmword ptr [r8+0x5a]
        vpshufb ymm8, ymm8, ymm23
        vpor ymm0, ymm0, ymm8
        vmovups xmm1, xmmword ptr [rsi+0xb7]
        vpbroadcastb xmm11, byte ptr [rsi+0xc7]
        vinserti128 ymm1, ymm1, xmm11, 0x1
        vpshufb ymm1, ymm1, ymm17
        vbroadcasti128 ymm9, xmmword ptr [r8+0x68]
        vpshufb ymm9, ymm9, ymm26
        vpor ymm1, ymm1, ymm9
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        add rdi, 0x140
        add rsi, 0xc8
        add r8, 0x78
        sub r13, 0x8
        cmp r13, 0x8
        jnb L4
        cmp r13, 0x2
        jb L5
        mov ecx, 0x8
        sub rcx, r13
        imul rax, rcx, 0x28
        sub rdi, rax
        imul rax, rcx, 0x19
        sub rsi, rax
        imul rax, rcx, 0xf
        sub r8, rax
        mov r13d, 0x8
        jmp L3
L5:
        mov rcx, qword ptr [rbx+0x30]
        sub rcx, r13
        imul rcx, rcx, 0x1
        add qword ptr [rbx+0x28], rcx
L6:
        test r13, r13
        jz L7
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x19
        add r9, rax
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+0x9]
        vmovups xmmword ptr [rdi], xmm0
        vmovups xmmword ptr [rdi+0x9], xmm1
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9+0x8]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0xf
        add r9, rax
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+0x7]
        mov qword ptr [rdi+0x19], rax
        mov qword ptr [rdi+0x20], r11
        add rdi, 0x28
        add qword ptr [rbx+0x28], r14
        dec r13
        jnz L1
L7:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
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
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808000, 0x80808080, 0x80808080, 0x80808080
        .long 0x3020100, 0x7060504, 0x80808080, 0x80808080
        .fill 4, 4, 0x80808080
        .long 0xa090807, 0xe0d0c0b, 0x8080800f, 0x80808080
        .long 0x80808080, 0x80808080, 0x3020100, 0x7060504
        .long 0x8080800f, 0x80808080, 0x80808080, 0x80808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .fill 6, 4, 0x80808080
        .long 0xb0a0908, 0xf0e0d0c, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x80808080, 0x80808080
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .fill 6, 4, 0x80808080
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .fill 4, 4, 0x80808080
        .long 0x3020180, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .fill 6, 4, 0x80808080
        .long 0x2010080, 0x6050403
