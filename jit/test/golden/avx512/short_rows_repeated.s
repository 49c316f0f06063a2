# kernel move_x1_64x15_fill
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x1 strides 15,1 span 960; axes [64@0] [1f 2@0 2@0 2@0 2@0 2@0 2@0 2f]; %0 = input 0 x1 offset 0 strides 2,1 span 128; fill 5a
# axis 0, 64 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 32 at once; from 4 rows behind the last such block on, one more that overlaps it
# axis 1, 15 long, innermost: code of its own for each run; 1 element filled; 2 elements copied; 2 elements filled
# registers: 64 bytes
# code: 747 bytes
# tables: 1696 bytes
        .intel_syntax noprefix
move_x1_64x15_fill:
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
        vmovups zmm15, zmmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        mov ecx, 0x40
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x2
        mov r13, rcx
L1:
        cmp r13, 0x20
        jb L5
        test edi, 0x1f
        jz L2
        test edi, 0x0
        jz L5
L2:
        vmovups ymm16, ymmword ptr [rbp+0x2e0]
        vmovups ymm17, ymmword ptr [rbp+0x300]
        vmovups ymm18, ymmword ptr [rbp+0x320]
        vmovups ymm19, ymmword ptr [rbp+0x340]
        vmovups ymm20, ymmword ptr [rbp+0x360]
        vmovups ymm21, ymmword ptr [rbp+0x380]
        vmovups ymm22, ymmword ptr [rbp+0x3a0]
        vmovups ymm23, ymmword ptr [rbp+0x3c0]
        vmovups ymm24, ymmword ptr [rbp+0x3e0]
        vmovups ymm25, ymmword ptr [rbp+0x400]
        vmovups ymm26, ymmword ptr [rbp+0x420]
        vmovups ymm27, ymmword ptr [rbp+0x440]
        vmovups ymm28, ymmword ptr [rbp+0x460]
        vmovups ymm29, ymmword ptr [rbp+0x480]
        vmovups ymm30, ymmword ptr [rbp+0x4a0]
        vmovups ymm31, ymmword ptr [rbp+0x4c0]
L3:
        .nops 8
L4:
        vbroadcasti128 ymm2, xmmword ptr [rsi]
        vpshufb ymm0, ymm2, ymmword ptr [rbp+0x640]
        vpor ymm0, ymm0, ymmword ptr [rbp+0x5e0]
        vpshufb ymm1, ymm2, ymmword ptr [rbp+0x500]
        vpord ymm1, ymm1, ymm17
        vpshufb ymm2, ymm2, ymmword ptr [rbp+0x580]
        vpord ymm2, ymm2, ymm19
        vbroadcasti128 ymm5, xmmword ptr [rsi+0xc]
        vpshufb ymm3, ymm5, ymm30
        vpord ymm3, ymm3, ymm21
        vpshufb ymm4, ymm5, ymmword ptr [rbp+0x520]
        vpord ymm4, ymm4, ymm23
        vpshufb ymm5, ymm5, ymmword ptr [rbp+0x5a0]
        vpord ymm5, ymm5, ymm25
        vbroadcasti128 ymm7, xmmword ptr [rsi+0x19]
        vpshufb ymm6, ymm7, ymm29
        vpord ymm6, ymm6, ymm28
        vpshufb ymm7, ymm7, ymmword ptr [rbp+0x660]
        vpor ymm7, ymm7, ymmword ptr [rbp+0x600]
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x20], ymm1
        vmovups ymmword ptr [rdi+0x40], ymm2
        vmovups ymmword ptr [rdi+0x60], ymm3
        vmovups ymmword ptr [rdi+0x80], ymm4
        vmovups ymmword ptr [rdi+0xa0], ymm5
        vmovups ymmword ptr [rdi+0xc0], ymm6
        vmovups ymmword ptr [rdi+0xe0], ymm7
        vbroadcasti128 ymm0, xmmword ptr [rsi+0x19]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x5c0]
        vpord ymm0, ymm0, ymm16
        vbroadcasti128 ymm3, xmmword ptr [rsi+0x26]
        vpshufb ymm1, ymm3, ymm27
        vpord ymm1, ymm1, ymm18
        vpshufb ymm2, ymm3, ymmword ptr [rbp+0x4e0]
        vpord ymm2, ymm2, ymm20
        vpshufb ymm3, ymm3, ymmword ptr [rbp+0x560]
        vpord ymm3, ymm3, ymm22
        vbroadcasti128 ymm6, xmmword ptr [rsi+0x30]
        vpshufb ymm4, ymm6, ymm31
        vpord ymm4, ymm4, ymm24
        vpshufb ymm5, ymm6, ymmword ptr [rbp+0x540]
        vpord ymm5, ymm5, ymm26
        vpshufb ymm6, ymm6, ymmword ptr [rbp+0x680]
        vpor ymm6, ymm6, ymmword ptr [rbp+0x620]
        vmovups ymmword ptr [rdi+0x100], ymm0
        vmovups ymmword ptr [rdi+0x120], ymm1
        vmovups ymmword ptr [rdi+0x140], ymm2
        vmovups ymmword ptr [rdi+0x160], ymm3
        vmovups ymmword ptr [rdi+0x180], ymm4
        vmovups ymmword ptr [rdi+0x1a0], ymm5
        vmovups ymmword ptr [rdi+0x1c0], ymm6
        add rdi, 0x1e0
        add rsi, 0x40
        sub r13, 0x20
        cmp r13, 0x20
        jnb L4
        cmp r13, 0x4
        jb L5
        mov ecx, 0x20
        sub rcx, r13
        imul rax, rcx, 0xf
        sub rdi, rax
        imul rax, rcx, 0x2
        sub rsi, rax
        mov r13d, 0x20
        jmp L3
L5:
        test r13, r13
        jz L6
        vpextrb byte ptr [rdi], xmm15, 0x0
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x1], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x3], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x5], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x7], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x9], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0xb], ax
        vpextrw word ptr [rdi+0xd], xmm15, 0x0
        add rdi, 0xf
        add rsi, r14
        dec r13
        jnz L1
L6:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_64x15_fill_tables:
        .fill 16, 4, 0x5a5a5a5a
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x2, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x148, 0x0, 0x288, 0x0
        .long 0x1, 0x0, 0xf, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 9, 4, 0x0
        .long 0x5a5a5a, 0x0, 0x0, 0x5a000000
        .long 0x5a5a, 0x0, 0x0, 0x5a000000
        .long 0x5a5a, 0x0, 0x0, 0x5a5a0000
        .long 0x5a, 0x0, 0x0, 0x5a5a0000
        .long 0x5a, 0x0, 0x0, 0x5a5a5a00
        .long 0x0, 0x0, 0x0, 0x5a5a5a00
        .long 0x0, 0x0, 0x0, 0x5a5a5a
        .long 0x0, 0x0, 0x0, 0x5a5a5a
        .long 0x0, 0x0, 0x5a000000, 0x5a5a
        .long 0x0, 0x0, 0x5a000000, 0x5a5a
        .long 0x0, 0x0, 0x5a5a0000, 0x5a
        .long 0x0, 0x0, 0x5a5a0000, 0x5a
        .long 0x0, 0x0, 0x5a5a5a00, 0x0
        .long 0x0, 0x0, 0x5a5a5a00, 0x0
        .long 0x0, 0x0, 0x5a5a5a, 0x0
        .long 0x0, 0x0, 0x5a5a5a, 0x0
        .long 0x0, 0x5a000000, 0x5a5a, 0x0
        .long 0x0, 0x5a000000, 0x5a5a, 0x0
        .long 0x0, 0x5a5a0000, 0x5a, 0x0
        .long 0x0, 0x5a5a0000, 0x5a, 0x0
        .long 0x0, 0x5a5a5a00, 0x0, 0x0
        .long 0x0, 0x1000100, 0x1000100, 0x80800100
        .long 0x2030280, 0x2030203, 0x2030203, 0x80808003
        .long 0x5040504, 0x5a5a5a00, 0x0, 0x0
        .long 0x0, 0x5a5a5a, 0x0, 0x0
        .long 0x5a000000, 0x80808000, 0x2010201, 0x2010201
        .long 0x2010201, 0x3808080, 0x3040304, 0x3040304
        .long 0x80040304, 0x10001, 0x80010001, 0x3028080
        .long 0x3020302, 0x3020302, 0x80800302, 0x4050480
        .long 0x4050405, 0x3020302, 0x4808080, 0x4050405
        .long 0x4050405, 0x80050405, 0x7068080, 0x7060706
        .long 0x7060706, 0x5040504, 0x5040504, 0x6808080
        .long 0x6070607, 0x6070607, 0x80070607, 0x9088080
        .long 0x9080908, 0x4050405, 0x4050405, 0x80050405
        .long 0x7068080, 0x7060706, 0x7060706, 0x80800706
        .long 0x8090880, 0x4050405, 0x80808005, 0x7060706
        .long 0x7060706, 0x7060706, 0x8808080, 0x8090809
        .long 0x8090809, 0x80800706, 0x8090880, 0x8090809
        .long 0x8090809, 0x80808009, 0xb0a0b0a, 0xb0a0b0a
        .long 0xb0a0b0a, 0x9080908, 0x80800908, 0xa0b0a80
        .long 0xa0b0a0b, 0xa0b0a0b, 0x8080800b, 0xd0c0d0c
        .long 0xd0c0d0c, 0x8090809, 0x8090809, 0x80808009
        .long 0xb0a0b0a, 0xb0a0b0a, 0xb0a0b0a, 0xc808080
        .long 0xc0d0c0d, 0x80090809, 0xb0a8080, 0xb0a0b0a
        .long 0xb0a0b0a, 0x80800b0a, 0xc0d0c80, 0xc0d0c0d
        .long 0xc0d0c0d, 0xa090a09, 0xa090a09, 0xa090a09
        .long 0xb808080, 0xb0c0b0c, 0xb0c0b0c, 0x800c0b0c
        .long 0xe0d8080, 0x5a, 0x0, 0x0
        .long 0x5a5a5a00, 0x0, 0x0, 0x0
        .long 0x5a5a5a, 0x5a5a, 0x0, 0x0
        .long 0x5a5a0000, 0x5a, 0x0, 0x0
        .long 0x5a5a5a00, 0x5a5a5a, 0x0, 0x0
        .long 0x5a000000, 0x5a5a, 0x0, 0x0
        .long 0x5a5a0000, 0x10080, 0x10001, 0x10001
        .long 0x80808001, 0x3020302, 0x3020302, 0x3020302
        .long 0x4808080, 0x6058080, 0x6050605, 0x6050605
        .long 0x80800605, 0x7080780, 0x7080708, 0x7080708
        .long 0x80808008, 0xc808080, 0xc0d0c0d, 0xc0d0c0d
        .long 0x800d0c0d, 0xf0e8080, 0xf0e0f0e, 0xf0e0f0e
        .long 0x80800f0e
