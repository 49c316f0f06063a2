# kernel move_x1_100x5_fill
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 5,1 span 500; axes [100@0] [1f 3@0 1f]; %0 = input 0 x1 offset 0 strides 3,1 span 300; fill 00
# axis 0, 100 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from the last to the first where addresses differ by less than 2048 modulo 4096; from 3 rows behind the last such block on, one more that overlaps it
# axis 1, 5 long, innermost: code of its own for each run; 1 element filled; 3 elements copied
# registers: 32 bytes
# code: 828 bytes
# tables: 768 bytes
        .intel_syntax noprefix
move_x1_100x5_fill:
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
        vmovups ymm15, ymmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        mov ecx, 0x64
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x3
        mov r13, rcx
L1:
        cmp r13, 0x40
        jb L7
        test edi, 0x1f
        jz L2
        test edi, 0x0
        jz L7
L2:
        vmovups ymm12, ymmword ptr [rbp+0x240]
        vmovups ymm13, ymmword ptr [rbp+0x260]
        vmovups ymm14, ymmword ptr [rbp+0x2e0]
        mov eax, edi
        sub eax, esi
        and eax, 0xfff
        cmp eax, 0x800
        jnb L4
        mov rcx, r13
        sub rcx, 0x40
        shr rcx, 0x6
        imul r10, rcx, 0x140
        imul r11, rcx, 0xc0
        inc rcx
        mov r8, rcx
        add rdi, r10
        add rsi, r11
        .nops 9
L3:
        vmovups ymm0, ymmword ptr [rsi+0x93]
        vpshufb ymm0, ymm0, ymm12
        vmovups xmm1, xmmword ptr [rsi+0xad]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0xb0], 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x220]
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0x9], 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x2a0]
        vmovups ymm1, ymmword ptr [rsi+0xd]
        vpshufb ymm1, ymm1, ymm13
        vmovups ymm2, ymmword ptr [rsi+0x20]
        vpshufb ymm2, ymm2, ymm14
        vmovups ymm3, ymmword ptr [rsi+0x33]
        vpshufb ymm3, ymm3, ymm12
        vmovups ymm4, ymmword ptr [rsi+0x47]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x280]
        vmovups ymm5, ymmword ptr [rsi+0x59]
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x2c0]
        vmovups ymm6, ymmword ptr [rsi+0x6d]
        vpshufb ymm6, ymm6, ymm13
        vmovups ymm7, ymmword ptr [rsi+0x80]
        vpshufb ymm7, ymm7, ymm14
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xe0], ymm7
        sub rdi, 0x140
        sub rsi, 0xc0
        dec rcx
        jnz L3
        lea rdi, [rdi+r10*1+0x280]
        lea rsi, [rsi+r11*1+0x180]
        shl r8, 0x6
        sub r13, r8
        jmp L6
L4:
        .nops 9
        .nops 9
        .nops 9
        .nops 2
L5:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0x9], 0x1
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x2a0]
        vmovups ymm1, ymmword ptr [rsi+0xd]
        vpshufb ymm1, ymm1, ymm13
        vmovups ymm2, ymmword ptr [rsi+0x20]
        vpshufb ymm2, ymm2, ymm14
        vmovups ymm3, ymmword ptr [rsi+0x33]
        vpshufb ymm3, ymm3, ymm12
        vmovups ymm4, ymmword ptr [rsi+0x47]
        vpshufb ymm4, ymm4, ymmword ptr [rbp+0x280]
        vmovups ymm5, ymmword ptr [rsi+0x59]
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x2c0]
        vmovups ymm6, ymmword ptr [rsi+0x6d]
        vpshufb ymm6, ymm6, ymm13
        vmovups ymm7, ymmword ptr [rsi+0x80]
        vpshufb ymm7, ymm7, ymm14
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xe0], ymm7
        vmovups ymm0, ymmword ptr [rsi+0x93]
        vpshufb ymm0, ymm0, ymm12
        vmovups xmm1, xmmword ptr [rsi+0xad]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0xb0], 0x1
        vpshufb ymm1, ymm1, ymmword ptr [rbp+0x220]
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        add rdi, 0x140
        add rsi, 0xc0
        sub r13, 0x40
        cmp r13, 0x40
        jnb L5
L6:
        cmp r13, 0x3
        jb L7
        mov ecx, 0x40
        sub rcx, r13
        imul rax, rcx, 0x5
        sub rdi, rax
        imul rax, rcx, 0x3
        sub rsi, rax
        mov r13d, 0x40
        jmp L4
L7:
        test r13, r13
        jz L8
        vpextrb byte ptr [rdi], xmm15, 0x0
        movzx eax, word ptr [rsi]
        movzx r11d, word ptr [rsi+0x1]
        mov word ptr [rdi+0x1], ax
        mov word ptr [rdi+0x2], r11w
        vpextrb byte ptr [rdi+0x4], xmm15, 0x0
        add rdi, 0x5
        add rsi, r14
        dec r13
        jnz L1
L8:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_100x5_fill_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x3, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x1c0, 0x0
        .long 0x1, 0x0, 0x5, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 8, 4, 0x0
        .long 0x1808000, 0x80800302, 0x80060504, 0x9080780
        .long 0x8078080, 0xa808009, 0x80800c0b, 0x800f0e0d
        .long 0x80080706, 0xb0a0980, 0xd0c8080, 0xf80800e
        .long 0x80800100, 0x80040302, 0x7060580, 0x9088080
        .long 0x80800706, 0x800a0908, 0xd0c0b80, 0xf0e8080
        .long 0x1808000, 0x80800302, 0x80060504, 0x9080780
        .long 0x7808006, 0x80800908, 0x800c0b0a, 0xf0e0d80
        .long 0x1008080, 0x3808002, 0x80800504, 0x80080706
        .long 0x2010080, 0x4038080, 0x6808005, 0x80800807
        .long 0x80020100, 0x5040380, 0x7068080, 0x9808008
        .long 0x9080780, 0xb0a8080, 0xd80800c, 0x80800f0e
        .long 0x80020100, 0x5040380, 0x7068080, 0x9808008
        .long 0x8078080, 0xa808009, 0x80800c0b, 0x800f0e0d
        .long 0x2010080, 0x4038080, 0x6808005, 0x80800807
