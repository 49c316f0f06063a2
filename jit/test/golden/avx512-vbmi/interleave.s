# kernel move_x1_100x3_from3
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 3,1 span 300; axes [100@0] [%0:1@0 %1:1@0 %2:1@0]; %0 = input 0 x1 offset 0 strides 1,0 span 100; %1 = input 1 x1 offset 0 strides 1,0 span 100; %2 = input 2 x1 offset 0 strides 1,0 span 100
# axis 0, 100 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from 1 rows behind the last such block on, one more that overlaps it
# axis 1, 3 long, innermost: code of its own for each run; 1 element copied
# registers: 64 bytes
# code: 534 bytes
# tables: 960 bytes
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
        test edi, 0x3f
        jz L2
        test edi, 0x0
        jz L6
L2:
        kmovq k1, qword ptr [rbp+0x2b8]
        kmovq k2, qword ptr [rbp+0x2c0]
        kmovq k3, qword ptr [rbp+0x2b0]
        vmovups zmm16, zmmword ptr [rbp+0x300]
        vmovups zmm17, zmmword ptr [rbp+0x340]
        vmovups zmm18, zmmword ptr [rbp+0x380]
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
        .nops 7
L4:
        vmovups zmm12, zmmword ptr [rsi]
        vmovups zmm13, zmmword ptr [r8]
        vmovups zmm14, zmmword ptr [r9]
        vpermb zmm0, zmm16, zmm12
        vpermb zmm0 {k3}, zmm16, zmm13
        vpermb zmm0 {k1}, zmm16, zmm14
        vpermb zmm1, zmm17, zmm12
        vpermb zmm1 {k2}, zmm17, zmm13
        vpermb zmm1 {k3}, zmm17, zmm14
        vpermb zmm2, zmm18, zmm12
        vpermb zmm2 {k1}, zmm18, zmm13
        vpermb zmm2 {k2}, zmm18, zmm14
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        add rdi, 0xc0
        add rsi, 0x40
        add r8, 0x40
        add r9, 0x40
        sub r13, 0x40
        cmp r13, 0x40
        jnb L4
        cmp r13, 0x1
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
        .fill 6, 4, 0x0
        .long 0x92492492, 0x24924924, 0x24924924, 0x49249249
        .long 0x49249249, 0x92492492, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x1000000, 0x2020101, 0x3030302, 0x5040404
        .long 0x6060505, 0x7070706, 0x9080808, 0xa0a0909
        .long 0xb0b0b0a, 0xd0c0c0c, 0xe0e0d0d, 0xf0f0f0e
        .long 0x11101010, 0x12121111, 0x13131312, 0x15141414
        .long 0x16161515, 0x17171716, 0x19181818, 0x1a1a1919
        .long 0x1b1b1b1a, 0x1d1c1c1c, 0x1e1e1d1d, 0x1f1f1f1e
        .long 0x21202020, 0x22222121, 0x23232322, 0x25242424
        .long 0x26262525, 0x27272726, 0x29282828, 0x2a2a2929
        .long 0x2b2b2b2a, 0x2d2c2c2c, 0x2e2e2d2d, 0x2f2f2f2e
        .long 0x31303030, 0x32323131, 0x33333332, 0x35343434
        .long 0x36363535, 0x37373736, 0x39383838, 0x3a3a3939
        .long 0x3b3b3b3a, 0x3d3c3c3c, 0x3e3e3d3d, 0x3f3f3f3e
