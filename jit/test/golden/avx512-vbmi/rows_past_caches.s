# kernel move_x1_1000000x70_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 70,1 span 70000000; axes [1000000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span 64000000; fill 00
# axis 0, 1000000 long, outermost: a loop over a table of its runs; rows put together as vectors, from loads and shuffles, 32 at once; past the caches in runs that write 25165824 bytes or more; from 8 rows behind the last such block on, one more that overlaps it
# registers: 64 bytes
# code: 2603 bytes
# tables: 2944 bytes
        .intel_syntax noprefix
move_x1_1000000x70_fill:
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
        vmovups zmm15, zmmword ptr [rbp]
        lea r12, [rbp+0x80]
        mov rsi, qword ptr [rbx]
        mov rax, qword ptr [r12]
        mov rsi, qword ptr [rsi+rax*1]
        add rsi, qword ptr [r12+0x8]
        mov qword ptr [rbx+0x60], rdi
        mov qword ptr [rbx+0x68], rdi
        mov qword ptr [rbx+0x70], rsi
        mov qword ptr [rbx+0x38], 0x0
        lea rax, [rbp+0xf8]
        mov qword ptr [rbx+0x40], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        mov rcx, qword ptr [rax+0x10]
        mov rdx, qword ptr [rbx+0x28]
        and rdx, qword ptr [rax+0x20]
        mov r8, rdx
        imul r8, qword ptr [rax+0x18]
        add qword ptr [rbx+0x38], r8
        sub rcx, rdx
        jz L13
        mov qword ptr [rbx+0x50], rcx
L2:
        mov rdx, qword ptr [rbx+0x48]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x38]
        mov r9, qword ptr [rbx+0x20]
        cmp rax, r9
        jnb L13
        add rcx, rax
        mov qword ptr [rbx+0x38], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x18]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L12
        mov rdi, r10
        imul rdi, rdi, 0x46
        add rdi, qword ptr [rbx+0x60]
        sub r10, rax
        mov qword ptr [rbx+0x68], rdi
        mov rsi, qword ptr [rbx+0x70]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul r10, r14
        add rax, r10
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
        vmovups zmm27, zmmword ptr [rbp+0x500]
        vmovups zmm26, zmmword ptr [rbp+0x4c0]
        vmovups zmm25, zmmword ptr [rbp+0x480]
        vmovups zmm24, zmmword ptr [rbp+0x440]
        vmovups zmm23, zmmword ptr [rbp+0x400]
        vmovups zmm22, zmmword ptr [rbp+0x3c0]
        vmovups zmm21, zmmword ptr [rbp+0x380]
        vmovups zmm20, zmmword ptr [rbp+0x340]
        vmovups zmm19, zmmword ptr [rbp+0x300]
        vmovups zmm18, zmmword ptr [rbp+0x2c0]
        vmovups zmm17, zmmword ptr [rbp+0x280]
        vmovups zmm16, zmmword ptr [rbp+0x240]
L3:
        cmp r13, 0x20
        jb L10
        test edi, 0x3f
        jz L4
        test edi, 0x1
        jz L10
L4:
        cmp qword ptr [rbx+0x3d8], 0x1800000
        jb L6
        test edi, 0x3f
        jnz L6
        .nops 9
        .nops 9
        .nops 8
L5:
        vmovups zmm0, zmmword ptr [rsi]
        vpermt2b zmm0, zmm16, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x3d]
        vpermt2b zmm1, zmm17, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x77]
        vpermt2b zmm2, zmm18, zmm15
        vmovups zmm3, zmmword ptr [rsi+0xb1]
        vpermt2b zmm3, zmm19, zmm15
        vmovups zmm4, zmmword ptr [rsi+0xeb]
        vpermt2b zmm4, zmm20, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x125]
        vpermt2b zmm5, zmm21, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x15f]
        vpermt2b zmm6, zmm22, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x199]
        vpermt2b zmm7, zmm23, zmm15
        vmovntps zmmword ptr [rdi], zmm0
        vmovntps zmmword ptr [rdi+0x40], zmm1
        vmovntps zmmword ptr [rdi+0x80], zmm2
        vmovntps zmmword ptr [rdi+0xc0], zmm3
        vmovntps zmmword ptr [rdi+0x100], zmm4
        vmovntps zmmword ptr [rdi+0x140], zmm5
        vmovntps zmmword ptr [rdi+0x180], zmm6
        vmovntps zmmword ptr [rdi+0x1c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x1d3]
        vpermt2b zmm0, zmm24, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x20d]
        vpermt2b zmm1, zmm25, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x247]
        vpermt2b zmm2, zmm26, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x281]
        vpermt2b zmm3, zmm27, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x2c0]
        vmovups zmm28, zmmword ptr [rbp+0x540]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x2fb]
        vmovups zmm29, zmmword ptr [rbp+0x580]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x335]
        vmovups zmm30, zmmword ptr [rbp+0x5c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x36f]
        vmovups zmm31, zmmword ptr [rbp+0x600]
        vpermt2b zmm7, zmm31, zmm15
        vmovntps zmmword ptr [rdi+0x200], zmm0
        vmovntps zmmword ptr [rdi+0x240], zmm1
        vmovntps zmmword ptr [rdi+0x280], zmm2
        vmovntps zmmword ptr [rdi+0x2c0], zmm3
        vmovntps zmmword ptr [rdi+0x300], zmm4
        vmovntps zmmword ptr [rdi+0x340], zmm5
        vmovntps zmmword ptr [rdi+0x380], zmm6
        vmovntps zmmword ptr [rdi+0x3c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x3a9]
        vmovups zmm28, zmmword ptr [rbp+0x640]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x3e3]
        vmovups zmm29, zmmword ptr [rbp+0x680]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x41d]
        vmovups zmm30, zmmword ptr [rbp+0x6c0]
        vpermt2b zmm2, zmm30, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x457]
        vmovups zmm31, zmmword ptr [rbp+0x700]
        vpermt2b zmm3, zmm31, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x491]
        vmovups zmm28, zmmword ptr [rbp+0x740]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x4cb]
        vmovups zmm29, zmmword ptr [rbp+0x780]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x505]
        vmovups zmm30, zmmword ptr [rbp+0x7c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x540]
        vmovups zmm31, zmmword ptr [rbp+0x800]
        vpermt2b zmm7, zmm31, zmm15
        vmovntps zmmword ptr [rdi+0x400], zmm0
        vmovntps zmmword ptr [rdi+0x440], zmm1
        vmovntps zmmword ptr [rdi+0x480], zmm2
        vmovntps zmmword ptr [rdi+0x4c0], zmm3
        vmovntps zmmword ptr [rdi+0x500], zmm4
        vmovntps zmmword ptr [rdi+0x540], zmm5
        vmovntps zmmword ptr [rdi+0x580], zmm6
        vmovntps zmmword ptr [rdi+0x5c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x57f]
        vmovups zmm28, zmmword ptr [rbp+0x840]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x5b9]
        vmovups zmm29, zmmword ptr [rbp+0x880]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x5f3]
        vmovups zmm30, zmmword ptr [rbp+0x8c0]
        vpermt2b zmm2, zmm30, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x62d]
        vmovups zmm31, zmmword ptr [rbp+0x900]
        vpermt2b zmm3, zmm31, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x667]
        vmovups zmm28, zmmword ptr [rbp+0x940]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x6a1]
        vmovups zmm29, zmmword ptr [rbp+0x980]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x6db]
        vmovups zmm30, zmmword ptr [rbp+0x9c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x715]
        vmovups zmm31, zmmword ptr [rbp+0xa00]
        vpermt2b zmm7, zmm31, zmm15
        vmovntps zmmword ptr [rdi+0x600], zmm0
        vmovntps zmmword ptr [rdi+0x640], zmm1
        vmovntps zmmword ptr [rdi+0x680], zmm2
        vmovntps zmmword ptr [rdi+0x6c0], zmm3
        vmovntps zmmword ptr [rdi+0x700], zmm4
        vmovntps zmmword ptr [rdi+0x740], zmm5
        vmovntps zmmword ptr [rdi+0x780], zmm6
        vmovntps zmmword ptr [rdi+0x7c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x74f]
        vmovups zmm28, zmmword ptr [rbp+0xa40]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x789]
        vmovups zmm29, zmmword ptr [rbp+0xa80]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x7c0]
        vmovups zmm30, zmmword ptr [rbp+0xac0]
        vpermt2b zmm2, zmm30, zmm15
        vmovntps zmmword ptr [rdi+0x800], zmm0
        vmovntps zmmword ptr [rdi+0x840], zmm1
        vmovntps zmmword ptr [rdi+0x880], zmm2
        add rdi, 0x8c0
        add rsi, 0x800
        sub r13, 0x20
        cmp r13, 0x20
        jnb L5
        sfence
        jmp L8
L6:
        .nops 4
L7:
        vmovups zmm0, zmmword ptr [rsi]
        vpermt2b zmm0, zmm16, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x3d]
        vpermt2b zmm1, zmm17, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x77]
        vpermt2b zmm2, zmm18, zmm15
        vmovups zmm3, zmmword ptr [rsi+0xb1]
        vpermt2b zmm3, zmm19, zmm15
        vmovups zmm4, zmmword ptr [rsi+0xeb]
        vpermt2b zmm4, zmm20, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x125]
        vpermt2b zmm5, zmm21, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x15f]
        vpermt2b zmm6, zmm22, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x199]
        vpermt2b zmm7, zmm23, zmm15
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        vmovups zmmword ptr [rdi+0x140], zmm5
        vmovups zmmword ptr [rdi+0x180], zmm6
        vmovups zmmword ptr [rdi+0x1c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x1d3]
        vpermt2b zmm0, zmm24, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x20d]
        vpermt2b zmm1, zmm25, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x247]
        vpermt2b zmm2, zmm26, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x281]
        vpermt2b zmm3, zmm27, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x2c0]
        vmovups zmm28, zmmword ptr [rbp+0x540]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x2fb]
        vmovups zmm29, zmmword ptr [rbp+0x580]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x335]
        vmovups zmm30, zmmword ptr [rbp+0x5c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x36f]
        vmovups zmm31, zmmword ptr [rbp+0x600]
        vpermt2b zmm7, zmm31, zmm15
        vmovups zmmword ptr [rdi+0x200], zmm0
        vmovups zmmword ptr [rdi+0x240], zmm1
        vmovups zmmword ptr [rdi+0x280], zmm2
        vmovups zmmword ptr [rdi+0x2c0], zmm3
        vmovups zmmword ptr [rdi+0x300], zmm4
        vmovups zmmword ptr [rdi+0x340], zmm5
        vmovups zmmword ptr [rdi+0x380], zmm6
        vmovups zmmword ptr [rdi+0x3c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x3a9]
        vmovups zmm28, zmmword ptr [rbp+0x640]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x3e3]
        vmovups zmm29, zmmword ptr [rbp+0x680]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x41d]
        vmovups zmm30, zmmword ptr [rbp+0x6c0]
        vpermt2b zmm2, zmm30, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x457]
        vmovups zmm31, zmmword ptr [rbp+0x700]
        vpermt2b zmm3, zmm31, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x491]
        vmovups zmm28, zmmword ptr [rbp+0x740]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x4cb]
        vmovups zmm29, zmmword ptr [rbp+0x780]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x505]
        vmovups zmm30, zmmword ptr [rbp+0x7c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x540]
        vmovups zmm31, zmmword ptr [rbp+0x800]
        vpermt2b zmm7, zmm31, zmm15
        vmovups zmmword ptr [rdi+0x400], zmm0
        vmovups zmmword ptr [rdi+0x440], zmm1
        vmovups zmmword ptr [rdi+0x480], zmm2
        vmovups zmmword ptr [rdi+0x4c0], zmm3
        vmovups zmmword ptr [rdi+0x500], zmm4
        vmovups zmmword ptr [rdi+0x540], zmm5
        vmovups zmmword ptr [rdi+0x580], zmm6
        vmovups zmmword ptr [rdi+0x5c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x57f]
        vmovups zmm28, zmmword ptr [rbp+0x840]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x5b9]
        vmovups zmm29, zmmword ptr [rbp+0x880]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x5f3]
        vmovups zmm30, zmmword ptr [rbp+0x8c0]
        vpermt2b zmm2, zmm30, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x62d]
        vmovups zmm31, zmmword ptr [rbp+0x900]
        vpermt2b zmm3, zmm31, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x667]
        vmovups zmm28, zmmword ptr [rbp+0x940]
        vpermt2b zmm4, zmm28, zmm15
        vmovups zmm5, zmmword ptr [rsi+0x6a1]
        vmovups zmm29, zmmword ptr [rbp+0x980]
        vpermt2b zmm5, zmm29, zmm15
        vmovups zmm6, zmmword ptr [rsi+0x6db]
        vmovups zmm30, zmmword ptr [rbp+0x9c0]
        vpermt2b zmm6, zmm30, zmm15
        vmovups zmm7, zmmword ptr [rsi+0x715]
        vmovups zmm31, zmmword ptr [rbp+0xa00]
        vpermt2b zmm7, zmm31, zmm15
        vmovups zmmword ptr [rdi+0x600], zmm0
        vmovups zmmword ptr [rdi+0x640], zmm1
        vmovups zmmword ptr [rdi+0x680], zmm2
        vmovups zmmword ptr [rdi+0x6c0], zmm3
        vmovups zmmword ptr [rdi+0x700], zmm4
        vmovups zmmword ptr [rdi+0x740], zmm5
        vmovups zmmword ptr [rdi+0x780], zmm6
        vmovups zmmword ptr [rdi+0x7c0], zmm7
        vmovups zmm0, zmmword ptr [rsi+0x74f]
        vmovups zmm28, zmmword ptr [rbp+0xa40]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x789]
        vmovups zmm29, zmmword ptr [rbp+0xa80]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x7c0]
        vmovups zmm30, zmmword ptr [rbp+0xac0]
        vpermt2b zmm2, zmm30, zmm15
        vmovups zmmword ptr [rdi+0x800], zmm0
        vmovups zmmword ptr [rdi+0x840], zmm1
        vmovups zmmword ptr [rdi+0x880], zmm2
        add rdi, 0x8c0
        add rsi, 0x800
        sub r13, 0x20
        cmp r13, 0x20
        jnb L7
L8:
        cmp r13, 0x8
        jb L9
        mov ecx, 0x20
        sub rcx, r13
        imul rax, rcx, 0x46
        sub rdi, rax
        imul rax, rcx, 0x40
        sub rsi, rax
        mov r13d, 0x20
        jmp L6
L9:
        test r13, r13
        jz L11
L10:
        vmovups zmm0, zmmword ptr [rsi]
        vmovups zmm28, zmmword ptr [rbp+0xb00]
        vpermt2b zmm0, zmm28, zmm15
        vmovups zmm1, zmmword ptr [rsi]
        vmovups zmm29, zmmword ptr [rbp+0xb40]
        vpermt2b zmm1, zmm29, zmm15
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x6], zmm1
        add rdi, 0x46
        add rsi, r14
        dec r13
        jnz L3
L11:
        mov qword ptr [rbx+0x68], rdi
L12:
        mov rdx, qword ptr [rbx+0x48]
        add rdx, 0x28
        mov qword ptr [rbx+0x48], rdx
        mov rax, qword ptr [rbx+0x40]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L2
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        dec qword ptr [rbx+0x50]
        jnz L2
L13:
        mov rax, qword ptr [rbx+0x40]
        add rax, 0x28
        mov qword ptr [rbx+0x40], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        pop r15
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
        .fill 16, 4, 0x0
        .long 0x424140, 0x4030201, 0x8070605, 0xc0b0a09
        .long 0x100f0e0d, 0x14131211, 0x18171615, 0x1c1b1a19
        .long 0x201f1e1d, 0x24232221, 0x28272625, 0x2c2b2a29
        .long 0x302f2e2d, 0x34333231, 0x38373635, 0x3c3b3a39
        .long 0x43020100, 0x47464544, 0x5040348, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0x4b4a4908, 0x94e4d4c
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0x4f0e0d0c
        .long 0x53525150, 0x11100f54, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x57565514, 0x155a5958, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x5b1a1918, 0x5f5e5d5c
        .long 0x1d1c1b60, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x63626120, 0x21666564, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x67262524, 0x6b6a6968, 0x2928276c
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x6f6e6d2c
        .long 0x2d727170, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x73323130, 0x77767574, 0x35343378, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x7b7a7938, 0x397e7d7c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x7f3e3d3c
        .long 0x43424140, 0x2010044, 0x6050403, 0xa090807
        .long 0xe0d0c0b, 0x1211100f, 0x16151413, 0x1a191817
        .long 0x1e1d1c1b, 0x2221201f, 0x26252423, 0x2a292827
        .long 0x2e2d2c2b, 0x3231302f, 0x36353433, 0x3a393837
        .long 0x3020100, 0x47464504, 0x54a4948, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0x4b0a0908, 0x4f4e4d4c
        .long 0xd0c0b50, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x53525110, 0x11565554, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x57161514, 0x5b5a5958, 0x1918175c
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x5f5e5d1c
        .long 0x1d626160, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x63222120, 0x67666564, 0x25242368, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x6b6a6928, 0x296e6d6c
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x6f2e2d2c
        .long 0x73727170, 0x31302f74, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x77767534, 0x357a7978, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x7b3a3938, 0x7f7e7d7c
        .long 0x2010040, 0x6050403, 0xa090807, 0xe0d0c0b
        .long 0x1211100f, 0x16151413, 0x1a191817, 0x1e1d1c1b
        .long 0x2221201f, 0x26252423, 0x2a292827, 0x2e2d2c2b
        .long 0x3231302f, 0x36353433, 0x3a393837, 0x3e3d3c3b
        .long 0x43424100, 0x1464544, 0x5040302, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x47060504, 0x4b4a4948, 0x908074c
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0x4f4e4d0c
        .long 0xd525150, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x53121110, 0x57565554, 0x15141358, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x5b5a5918, 0x195e5d5c
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x5f1e1d1c
        .long 0x63626160, 0x21201f64, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x67666524, 0x256a6968, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x6b2a2928, 0x6f6e6d6c
        .long 0x2d2c2b70, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x73727130, 0x31767574, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x77363534, 0x7b7a7978, 0x3938377c
        .long 0x6050403, 0xa090807, 0xe0d0c0b, 0x1211100f
        .long 0x16151413, 0x1a191817, 0x1e1d1c1b, 0x2221201f
        .long 0x26252423, 0x2a292827, 0x2e2d2c2b, 0x3231302f
        .long 0x36353433, 0x3a393837, 0x3e3d3c3b, 0x7f7e7d3f
        .long 0x424140, 0x4030201, 0x8070605, 0xc0b0a09
        .long 0x100f0e0d, 0x14131211, 0x18171615, 0x1c1b1a19
        .long 0x201f1e1d, 0x24232221, 0x28272625, 0x2c2b2a29
        .long 0x302f2e2d, 0x34333231, 0x38373635, 0x3c3b3a39
        .long 0x6050403, 0xa090807, 0xe0d0c0b, 0x1211100f
        .long 0x16151413, 0x1a191817, 0x1e1d1c1b, 0x2221201f
        .long 0x26252423, 0x2a292827, 0x2e2d2c2b, 0x3231302f
        .long 0x36353433, 0x3a393837, 0x3e3d3c3b, 0x7f7e7d3f
