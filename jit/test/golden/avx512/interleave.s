# kernel move_x1_100x3_from3
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x1 strides 3,1 span 300; axes [100@0] [%0:1@0 %1:1@0 %2:1@0]; %0 = input 0 x1 offset 0 strides 1,0 span 100; %1 = input 1 x1 offset 0 strides 1,0 span 100; %2 = input 2 x1 offset 0 strides 1,0 span 100
# axis 0, 100 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from 2 rows behind the last such block on, one more that overlaps it
# axis 1, 3 long, innermost: code of its own for each run; 1 element copied
# registers: 64 bytes
# code: 750 bytes
# tables: 896 bytes
        .intel_syntax noprefix
move_x1_100x3_from3:
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
        mov ecx, 0x64
        mov qword ptr [rbx+0x20], rdi
        mov eax, 0x0
        mov qword ptr [rbx+0x28], rax
        mov r14d, 0x1
        mov r13, rcx
L1:
        cmp r13, 0x40
        jb L6
        test edi, 0x1f
        jz L2
        test edi, 0x0
        jz L6
L2:
        vmovups ymm16, ymmword ptr [rbp+0x2c0]
        vmovups ymm19, ymmword ptr [rbp+0x2e0]
        vmovups ymm17, ymmword ptr [rbp+0x300]
        vmovups ymm20, ymmword ptr [rbp+0x320]
        vmovups ymm18, ymmword ptr [rbp+0x340]
        vmovups ymm21, ymmword ptr [rbp+0x360]
        mov qword ptr [rbx+0x30], r13
        mov rsi, qword ptr [rbx]
        mov rsi, qword ptr [rsi]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x1
        add rsi, rax
        mov r8, qword ptr [rbx]
        mov r8, qword ptr [r8+0x8]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x1
        add r8, rax
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9+0x10]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x1
        add r9, rax
L3:
        .nops 9
        .nops 9
        .nops 4
L4:
        vbroadcasti128 ymm0, xmmword ptr [rsi]
        vpshufb ymm0, ymm0, ymm16
        vbroadcasti128 ymm8, xmmword ptr [r8]
        vpshufb ymm8, ymm8, ymm17
        vpor ymm0, ymm0, ymm8
        vbroadcasti128 ymm8, xmmword ptr [r9]
        vpshufb ymm8, ymm8, ymm18
        vpor ymm0, ymm0, ymm8
        vbroadcasti128 ymm1, xmmword ptr [rsi+0xb]
        vpshufb ymm1, ymm1, ymm17
        vbroadcasti128 ymm9, xmmword ptr [r8+0xb]
        vpshufb ymm9, ymm9, ymm18
        vpor ymm1, ymm1, ymm9
        vbroadcasti128 ymm9, xmmword ptr [r9+0xa]
        vpshufb ymm9, ymm9, ymm16
        vpor ymm1, ymm1, ymm9
        vbroadcasti128 ymm2, xmmword ptr [rsi+0x16]
        vpshufb ymm2, ymm2, ymm18
        vbroadcasti128 ymm8, xmmword ptr [r8+0x15]
        vpshufb ymm8, ymm8, ymm16
        vpor ymm2, ymm2, ymm8
        vbroadcasti128 ymm8, xmmword ptr [r9+0x15]
        vpshufb ymm8, ymm8, ymm17
        vpor ymm2, ymm2, ymm8
        vbroadcasti128 ymm3, xmmword ptr [rsi+0x20]
        vpshufb ymm3, ymm3, ymm16
        vbroadcasti128 ymm9, xmmword ptr [r8+0x20]
        vpshufb ymm9, ymm9, ymm17
        vpor ymm3, ymm3, ymm9
        vbroadcasti128 ymm9, xmmword ptr [r9+0x20]
        vpshufb ymm9, ymm9, ymm18
        vpor ymm3, ymm3, ymm9
        vbroadcasti128 ymm4, xmmword ptr [rsi+0x2b]
        vpshufb ymm4, ymm4, ymm17
        vbroadcasti128 ymm8, xmmword ptr [r8+0x2b]
        vpshufb ymm8, ymm8, ymm18
        vpor ymm4, ymm4, ymm8
        vbroadcasti128 ymm8, xmmword ptr [r9+0x2a]
        vpshufb ymm8, ymm8, ymm16
        vpor ymm4, ymm4, ymm8
        vbroadcasti128 ymm5, xmmword ptr [rsi+0x30]
        vpshufb ymm5, ymm5, ymm21
        vbroadcasti128 ymm9, xmmword ptr [r8+0x30]
        vpshufb ymm9, ymm9, ymm19
        vpor ymm5, ymm5, ymm9
        vbroadcasti128 ymm9, xmmword ptr [r9+0x30]
        vpshufb ymm9, ymm9, ymm20
        vpor ymm5, ymm5, ymm9
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        add rdi, 0xc0
        add rsi, 0x40
        add r8, 0x40
        add r9, 0x40
        sub r13, 0x40
        cmp r13, 0x40
        jnb L4
        cmp r13, 0x2
        jb L5
        mov ecx, 0x40
        sub rcx, r13
        imul rax, rcx, 0x3
        sub rdi, rax
        imul rax, rcx, 0x1
        sub rsi, rax
        imul rax, rcx, 0x1
        sub r8, rax
        imul rax, rcx, 0x1
        sub r9, rax
        mov r13d, 0x40
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
        imul rax, rax, 0x1
        add r9, rax
        movzx eax, byte ptr [r9]
        mov byte ptr [rdi], al
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9+0x8]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x1
        add r9, rax
        movzx eax, byte ptr [r9]
        mov byte ptr [rdi+0x1], al
        mov r9, qword ptr [rbx]
        mov r9, qword ptr [r9+0x10]
        mov rax, qword ptr [rbx+0x28]
        imul rax, rax, 0x1
        add r9, rax
        movzx eax, byte ptr [r9]
        mov byte ptr [rdi+0x2], al
        add rdi, 0x3
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
move_x1_100x3_from3_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x8, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x10, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x170, 0x0
        .long 0x198, 0x0, 0x1, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x170, 0x0, 0x170, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x2, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 4, 4, 0x0
        .long 0x2, 0x0, 0xd0, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x2, 0x0
        .long 0x120, 0x0, 0x1e8, 0x0
        .long 0x260, 0x0, 0x1, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1e8, 0x0, 0x1e8, 0x0
        .fill 10, 4, 0x0
        .long 0x1808000, 0x80028080, 0x80800380, 0x5808004
        .long 0x80068080, 0x80800780, 0x9808008, 0x800a8080
        .long 0x6808005, 0x80078080, 0x80800880, 0xa808009
        .long 0x800b8080, 0x80800c80, 0xe80800d, 0x800f8080
        .long 0x80800080, 0x2808001, 0x80038080, 0x80800480
        .long 0x6808005, 0x80078080, 0x80800880, 0xa808009
        .long 0x80800580, 0x7808006, 0x80088080, 0x80800980
        .long 0xb80800a, 0x800c8080, 0x80800d80, 0xf80800e
        .long 0x80008080, 0x80800180, 0x3808002, 0x80048080
        .long 0x80800580, 0x7808006, 0x80088080, 0x80800980
        .long 0x80068080, 0x80800780, 0x9808008, 0x800a8080
        .long 0x80800b80, 0xd80800c, 0x800e8080, 0x80800f80
