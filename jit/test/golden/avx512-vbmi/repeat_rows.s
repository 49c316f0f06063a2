# kernel move_x4_6x10_repeat
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x4 strides 10,1 span 60; axes [(3@0)x2] [10@0]; %0 = input 0 x4 offset 0 strides 11,1 span 32
# axis 0, 1 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 1 at once
# axis 1, 60 long, innermost: rows of several axes behind each other, as one
# registers: 64 bytes
# code: 267 bytes
# tables: 960 bytes
        .intel_syntax noprefix
move_x4_6x10_repeat:
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
        vmovups zmm0, zmmword ptr [rsi]
        vmovd xmm8, dword ptr [rsi+0x40]
        vpermt2b zmm0, zmm16, zmm8
        vmovq xmm1, qword ptr [rsi]
        vpermt2b zmm1, zmm17, zmmword ptr [rsi+0x40]
        vmovups zmm2, zmmword ptr [rsi+0x8]
        vmovd xmm10, dword ptr [rsi+0x48]
        vpermt2b zmm2, zmm18, zmm10
        vmovups zmm3, zmmword ptr [rsi+0x3c]
        vmovd xmm11, dword ptr [rsi+0x7c]
        vpermt2b zmm3, zmm19, zmm11
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xb0], zmm3
        add rdi, 0xf0
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
move_x4_6x10_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 6, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .fill 10, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0xa, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0xb, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0xa, 0x0, 0x16, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0xa, 0x0, 0xb, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xa, 0x0
        .long 0x16, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x148, 0x0, 0x238, 0x0
        .long 0x1, 0x0, 0x3c, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 18, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2f2e2d2c, 0x33323130
        .long 0x37363534, 0x3b3a3938, 0x3f3e3d3c, 0x43424140
        .long 0x47464544, 0x4b4a4948, 0x4f4e4d4c, 0x53525150
        .long 0x5b5a5958, 0x5f5e5d5c, 0x63626160, 0x67666564
        .long 0x6b6a6968, 0x6f6e6d6c, 0x73727170, 0x77767574
        .long 0x7b7a7978, 0x7f7e7d7c, 0x3020100, 0x7060504
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x27262524, 0x2b2a2928, 0x2f2e2d2c, 0x33323130
        .long 0x37363534, 0x3b3a3938, 0x3f3e3d3c, 0x43424140
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1f1e1d1c, 0x23222120
        .long 0x27262524, 0x2b2a2928, 0x2f2e2d2c, 0x33323130
        .long 0x37363534, 0x3b3a3938, 0x3f3e3d3c, 0x43424140
