# kernel move_x1_1000000x70_fill
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 70,1 span 70000000; axes [1000000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span 64000000; fill 00
# axis 0, 1000000 long, outermost: a loop over a table of its runs; rows put together as vectors, from loads and shuffles, 16 at once; past the caches in runs that write 25165824 bytes or more; from 6 rows behind the last such block on, one more that overlaps it
# axis 1, 70 long, innermost: code of its own for each run; 3 elements filled; 64 elements copied
# registers: 32 bytes
# code: 2095 bytes
# tables: 1152 bytes
        .intel_syntax noprefix
move_x1_1000000x70_fill:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 2
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        lea r12, [rbp+0x80]
        vmovups ymm15, ymmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        mov qword ptr [rbx+0x48], rdi
        mov qword ptr [rbx+0x20], rdi
        mov qword ptr [rbx+0x50], rsi
        mov qword ptr [rbx+0x60], 0x0
        lea rax, [rbp+0xf8]
        mov qword ptr [rbx+0x68], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        mov rcx, qword ptr [rax+0x10]
        mov rdx, qword ptr [rbx+0x90]
        and rdx, qword ptr [rax+0x20]
        mov r8, rdx
        imul r8, qword ptr [rax+0x18]
        add qword ptr [rbx+0x60], r8
        sub rcx, rdx
        jz L12
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x88]
        cmp rax, r9
        jnb L12
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L11
        mov rdi, r10
        imul rdi, rdi, 0x46
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov qword ptr [rbx+0x20], rdi
        mov rsi, qword ptr [rbx+0x50]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul r10, r14
        add rax, r10
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
L3:
        cmp r13, 0x10
        jb L9
        test edi, 0x1f
        jz L4
        test edi, 0x1
        jz L9
L4:
        vmovups ymm12, ymmword ptr [rbp+0x220]
        vmovups ymm13, ymmword ptr [rbp+0x240]
        vmovups ymm14, ymmword ptr [rbp+0x260]
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L6
        test edi, 0x1f
        jnz L6
        .nops 9
        .nops 9
L5:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0xd], 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x440]
        vmovups ymm1, ymmword ptr [rsi+0x1d]
        vmovups ymm2, ymmword ptr [rsi+0x37]
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x3e0]
        vmovups ymm3, ymmword ptr [rsi+0x57]
        vmovups ymm4, ymmword ptr [rsi+0x71]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x380]
        vmovups ymm5, ymmword ptr [rsi+0x91]
        vmovups ymm6, ymmword ptr [rsi+0xb0]
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x320]
        vmovups ymm7, ymmword ptr [rsi+0xcb]
        vmovntps ymmword ptr [rdi], ymm0
        vmovntps ymmword ptr [rdi+0x20], ymm1
        vmovntps ymmword ptr [rdi+0x40], ymm2
        vmovntps ymmword ptr [rdi+0x60], ymm3
        vmovntps ymmword ptr [rdi+0x80], ymm4
        vmovntps ymmword ptr [rdi+0xa0], ymm5
        vmovntps ymmword ptr [rdi+0xc0], ymm6
        vmovntps ymmword ptr [rdi+0xe0], ymm7
        prefetcht1 byte ptr [rsi+0x215f]
        prefetcht1 byte ptr [rsi+0x2199]
        vmovups ymm0, ymmword ptr [rsi+0xeb]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x2a0]
        vmovups ymm1, ymmword ptr [rsi+0x105]
        vmovups ymm2, ymmword ptr [rsi+0x125]
        vpshufb ymm2, ymm2, ymm13
        vmovups ymm3, ymmword ptr [rsi+0x13f]
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x420]
        vmovups ymm4, ymmword ptr [rsi+0x15f]
        vmovups ymm5, ymmword ptr [rsi+0x179]
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x400]
        vmovups ymm6, ymmword ptr [rsi+0x199]
        vmovups ymm7, ymmword ptr [rsi+0x1b3]
        vpshufb ymm7, ymm7, ymmword ptr [rbp+0x3a0]
        vmovntps ymmword ptr [rdi+0x100], ymm0
        vmovntps ymmword ptr [rdi+0x120], ymm1
        vmovntps ymmword ptr [rdi+0x140], ymm2
        vmovntps ymmword ptr [rdi+0x160], ymm3
        vmovntps ymmword ptr [rdi+0x180], ymm4
        vmovntps ymmword ptr [rdi+0x1a0], ymm5
        vmovntps ymmword ptr [rdi+0x1c0], ymm6
        vmovntps ymmword ptr [rdi+0x1e0], ymm7
        prefetcht1 byte ptr [rsi+0x21d3]
        prefetcht1 byte ptr [rsi+0x220d]
        prefetcht1 byte ptr [rsi+0x2247]
        prefetcht1 byte ptr [rsi+0x2281]
        vmovups ymm0, ymmword ptr [rsi+0x1d3]
        vmovups ymm1, ymmword ptr [rsi+0x1f0]
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x340]
        vmovups ymm2, ymmword ptr [rsi+0x20d]
        vmovups ymm3, ymmword ptr [rsi+0x22d]
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x2c0]
        vmovups ymm4, ymmword ptr [rsi+0x247]
        vmovups ymm5, ymmword ptr [rsi+0x267]
        vpshufb ymm5, ymm5, ymm14
        vmovups ymm6, ymmword ptr [rsi+0x281]
        vmovups ymm7, ymmword ptr [rsi+0x2a1]
        vpshufb ymm7, ymm7, ymm12
        vmovntps ymmword ptr [rdi+0x200], ymm0
        vmovntps ymmword ptr [rdi+0x220], ymm1
        vmovntps ymmword ptr [rdi+0x240], ymm2
        vmovntps ymmword ptr [rdi+0x260], ymm3
        vmovntps ymmword ptr [rdi+0x280], ymm4
        vmovntps ymmword ptr [rdi+0x2a0], ymm5
        vmovntps ymmword ptr [rdi+0x2c0], ymm6
        vmovntps ymmword ptr [rdi+0x2e0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x2bb]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x460]
        vmovups ymm1, ymmword ptr [rsi+0x2db]
        vmovups ymm2, ymmword ptr [rsi+0x2f5]
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x3c0]
        vmovups ymm3, ymmword ptr [rsi+0x315]
        vmovups ymm4, ymmword ptr [rsi+0x330]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x360]
        vmovups ymm5, ymmword ptr [rsi+0x34f]
        vmovups ymm6, ymmword ptr [rsi+0x36f]
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x2e0]
        vmovups ymm7, ymmword ptr [rsi+0x389]
        vmovntps ymmword ptr [rdi+0x300], ymm0
        vmovntps ymmword ptr [rdi+0x320], ymm1
        vmovntps ymmword ptr [rdi+0x340], ymm2
        vmovntps ymmword ptr [rdi+0x360], ymm3
        vmovntps ymmword ptr [rdi+0x380], ymm4
        vmovntps ymmword ptr [rdi+0x3a0], ymm5
        vmovntps ymmword ptr [rdi+0x3c0], ymm6
        vmovntps ymmword ptr [rdi+0x3e0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x3a9]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x280]
        vmovups ymm1, ymmword ptr [rsi+0x3c3]
        vmovups xmm2, xmmword ptr [rsi+0x3e3]
        vinserti128 ymm2, ymm2, xmmword ptr [rsi+0x3f0], 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x300]
        vmovntps ymmword ptr [rdi+0x400], ymm0
        vmovntps ymmword ptr [rdi+0x420], ymm1
        vmovntps ymmword ptr [rdi+0x440], ymm2
        add rdi, 0x460
        add rsi, 0x400
        sub r13, 0x10
        cmp r13, 0x10
        jnb L5
        jmp L8
L6:
        .nops 9
        .nops 9
L7:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0xd], 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x440]
        vmovups ymm1, ymmword ptr [rsi+0x1d]
        vmovups ymm2, ymmword ptr [rsi+0x37]
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x3e0]
        vmovups ymm3, ymmword ptr [rsi+0x57]
        vmovups ymm4, ymmword ptr [rsi+0x71]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x380]
        vmovups ymm5, ymmword ptr [rsi+0x91]
        vmovups ymm6, ymmword ptr [rsi+0xb0]
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x320]
        vmovups ymm7, ymmword ptr [rsi+0xcb]
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xe0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0xeb]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x2a0]
        vmovups ymm1, ymmword ptr [rsi+0x105]
        vmovups ymm2, ymmword ptr [rsi+0x125]
        vpshufb ymm2, ymm2, ymm13
        vmovups ymm3, ymmword ptr [rsi+0x13f]
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x420]
        vmovups ymm4, ymmword ptr [rsi+0x15f]
        vmovups ymm5, ymmword ptr [rsi+0x179]
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x400]
        vmovups ymm6, ymmword ptr [rsi+0x199]
        vmovups ymm7, ymmword ptr [rsi+0x1b3]
        vpshufb ymm7, ymm7, ymmword ptr [rbp+0x3a0]
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        vmovups ymmword ptr [rdi+0x140], ymm2
        vmovups ymmword ptr [rdi+0x160], ymm3
        vmovups ymmword ptr [rdi+0x180], ymm4
        vmovups ymmword ptr [rdi+0x1a0], ymm5
        vmovups ymmword ptr [rdi+0x1c0], ymm6
        vmovups ymmword ptr [rdi+0x1e0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x1d3]
        vmovups ymm1, ymmword ptr [rsi+0x1f0]
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x340]
        vmovups ymm2, ymmword ptr [rsi+0x20d]
        vmovups ymm3, ymmword ptr [rsi+0x22d]
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x2c0]
        vmovups ymm4, ymmword ptr [rsi+0x247]
        vmovups ymm5, ymmword ptr [rsi+0x267]
        vpshufb ymm5, ymm5, ymm14
        vmovups ymm6, ymmword ptr [rsi+0x281]
        vmovups ymm7, ymmword ptr [rsi+0x2a1]
        vpshufb ymm7, ymm7, ymm12
        vmovups ymmword ptr [rdi+0x200], ymm0
        vmovups ymmword ptr [rdi+0x220], ymm1
        vmovups ymmword ptr [rdi+0x240], ymm2
        vmovups ymmword ptr [rdi+0x260], ymm3
        vmovups ymmword ptr [rdi+0x280], ymm4
        vmovups ymmword ptr [rdi+0x2a0], ymm5
        vmovups ymmword ptr [rdi+0x2c0], ymm6
        vmovups ymmword ptr [rdi+0x2e0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x2bb]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x460]
        vmovups ymm1, ymmword ptr [rsi+0x2db]
        vmovups ymm2, ymmword ptr [rsi+0x2f5]
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x3c0]
        vmovups ymm3, ymmword ptr [rsi+0x315]
        vmovups ymm4, ymmword ptr [rsi+0x330]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x360]
        vmovups ymm5, ymmword ptr [rsi+0x34f]
        vmovups ymm6, ymmword ptr [rsi+0x36f]
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x2e0]
        vmovups ymm7, ymmword ptr [rsi+0x389]
        vmovups ymmword ptr [rdi+0x300], ymm0
        vmovups ymmword ptr [rdi+0x320], ymm1
        vmovups ymmword ptr [rdi+0x340], ymm2
        vmovups ymmword ptr [rdi+0x360], ymm3
        vmovups ymmword ptr [rdi+0x380], ymm4
        vmovups ymmword ptr [rdi+0x3a0], ymm5
        vmovups ymmword ptr [rdi+0x3c0], ymm6
        vmovups ymmword ptr [rdi+0x3e0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x3a9]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x280]
        vmovups ymm1, ymmword ptr [rsi+0x3c3]
        vmovups xmm2, xmmword ptr [rsi+0x3e3]
        vinserti128 ymm2, ymm2, xmmword ptr [rsi+0x3f0], 0x1
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x300]
        vmovups ymmword ptr [rdi+0x400], ymm0
        vmovups ymmword ptr [rdi+0x420], ymm1
        vmovups ymmword ptr [rdi+0x440], ymm2
        add rdi, 0x460
        add rsi, 0x400
        sub r13, 0x10
        cmp r13, 0x10
        jnb L7
L8:
        cmp r13, 0x6
        jb L9
        mov ecx, 0x10
        sub rcx, r13
        imul rax, rcx, 0x46
        sub rdi, rax
        imul rax, rcx, 0x40
        sub rsi, rax
        mov r13d, 0x10
        jmp L6
L9:
        test r13, r13
        jz L10
        vpextrw word ptr [rdi], xmm15, 0x0
        vpextrw word ptr [rdi+0x1], xmm15, 0x0
        vmovups ymm0, ymmword ptr [rsi]
        vmovups ymm1, ymmword ptr [rsi+0x20]
        vmovups ymmword ptr [rdi+0x3], ymm0
        vmovups ymmword ptr [rdi+0x23], ymm1
        vpextrw word ptr [rdi+0x43], xmm15, 0x0
        vpextrw word ptr [rdi+0x44], xmm15, 0x0
        add rdi, 0x46
        add rsi, r14
        dec r13
        jnz L3
L10:
        mov qword ptr [rbx+0x20], rdi
L11:
        mov rdx, qword ptr [rbx+0x70]
        add rdx, 0x28
        mov qword ptr [rbx+0x70], rdx
        mov rax, qword ptr [rbx+0x68]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L2
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        dec qword ptr [rbx+0x78]
        jnz L2
L12:
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        sfence
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_1000000x70_fill_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x40, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0xf4240, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0xf4240, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x3, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x1c0, 0x0
        .long 0x1, 0x0, 0x46, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 8, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0x800e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0x800a0908, 0x80808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0x80808008, 0x9808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x80060504, 0x80808080, 0x9080780
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x80808004, 0x5808080, 0x9080706
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80020100, 0x80808080, 0x5040380, 0x9080706
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808000, 0x1808080, 0x5040302, 0x9080706
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x6050403, 0xa090807, 0xe0d0c0b, 0x8080800f
        .long 0x4030201, 0x8070605, 0xc0b0a09, 0x800f0e0d
        .long 0x80808080, 0x2010080, 0x6050403, 0xa090807
        .long 0x6050403, 0xa090807, 0xe0d0c0b, 0x8080800f
        .long 0x808080, 0x4030201, 0x8070605, 0xc0b0a09
        .long 0x8070605, 0xc0b0a09, 0x800f0e0d, 0x80808080
        .long 0x2010080, 0x6050403, 0xa090807, 0xe0d0c0b
        .long 0x9080706, 0xd0c0b0a, 0x8080800e, 0xf808080
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x9080706, 0x800c0b0a, 0x80808080, 0xf0e0d80
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x9080706, 0x8080800a, 0xb808080, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80080706, 0x80808080, 0xb0a0980, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808006, 0x7808080, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020180, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x808080, 0x4030201, 0x8070605, 0xc0b0a09
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x80808080, 0x7060580, 0xb0a0908, 0xf0e0d0c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
