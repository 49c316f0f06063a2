# kernel move_x1_5x22_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 22,1 span 110; axes [1f 3@0 1f] [1f 20@0 1f]; %0 = input 0 x1 offset 0 strides 20,1 span 60; fill 07
# axis 0, 1 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 1 at once
# axis 1, 110 long, innermost: rows of several axes behind each other, as one
# registers: 64 bytes
# code: 223 bytes
# tables: 960 bytes
        .intel_syntax noprefix
move_x1_5x22_fill:
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
        mov ecx, 0x1
        mov qword ptr [rbx+0x68], rdi
        mov r14, qword ptr [r12+0x10]
        imul r14, r14, 0x0
        mov r13, rcx
        cmp r13, 0x1
        jb L2
        vmovups zmm16, zmmword ptr [rbp+0x2c0]
        vmovups zmm18, zmmword ptr [rbp+0x340]
        vmovups zmm19, zmmword ptr [rbp+0x380]
        vmovups zmm17, zmmword ptr [rbp+0x300]
        .nops 9
        .nops 4
L1:
        vmovups ymm0, ymmword ptr [rsi]
        vmovq xmm8, qword ptr [rsi+0x20]
        vpermt2b zmm0, zmm16, zmm8
        vpermt2b zmm0, zmm17, zmm15
        vmovups ymm1, ymmword ptr [rsi+0x15]
        vmovq xmm9, qword ptr [rsi+0x34]
        vpermt2b zmm1, zmm18, zmm9
        vpermt2b zmm1, zmm19, zmm15
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x2e], zmm1
        add rdi, 0x6e
        sub r13, 0x1
        cmp r13, 0x1
        jnb L1
L2:
        mov qword ptr [rbx+0x68], rdi
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
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
        .fill 14, 4, 0x0
        .long 0x4030201, 0x8070605, 0xc0b0a09, 0x100f0e0d
        .long 0x131211, 0x16151400, 0x1a191817, 0x1e1d1c1b
        .long 0x4241401f, 0x46454443, 0x43424140, 0x47464544
        .long 0x4b4a4948, 0x4f4e4d4c, 0x53525150, 0x17565554
        .long 0x1b1a1918, 0x1f1e1d1c, 0x23222120, 0x27262524
        .long 0x6b2a2928, 0x2f2e2d6c, 0x33323130, 0x37363534
        .long 0x3b3a3938, 0x3f3e3d3c, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x121110, 0x15141300
        .long 0x19181716, 0x1d1c1b1a, 0x42411f1e, 0x46454443
        .long 0x47, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x53121110, 0x17161554
        .long 0x1b1a1918, 0x1f1e1d1c, 0x23222120, 0x27262524
        .long 0x6b6a6928, 0x6f6e6d6c, 0x73727170, 0x77767574
        .long 0x7b7a7978, 0x7f7e7d7c
