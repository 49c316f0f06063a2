# kernel move_x1_8x40_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 40,1 span 320; axes [8@0] [%0:25@0 %1:15@0]; %0 = input 0 x1 offset 0 strides 25,1 span 200; %1 = input 1 x1 offset 0 strides 15,1 span 120
# axis 0, 8 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 8 at once; from 2 rows behind the last such block on, one more that overlaps it
# axis 1, 40 long, innermost: code of its own for each run; 25 elements copied; 15 elements copied
# registers: 64 bytes
# code: 563 bytes
# tables: 960 bytes
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
        test edi, 0x3f
        jz L2
        test edi, 0x7
        jz L6
L2:
        kmovq k1, qword ptr [rbp+0x238]
        kmovq k2, qword ptr [rbp+0x248]
        kmovq k3, qword ptr [rbp+0x258]
        kmovq k4, qword ptr [rbp+0x240]
        kmovq k5, qword ptr [rbp+0x250]
        vmovups zmm16, zmmword ptr [rbp+0x280]
        vmovups zmm17, zmmword ptr [rbp+0x2c0]
        vmovups zmm18, zmmword ptr [rbp+0x300]
        vmovups zmm19, zmmword ptr [rbp+0x340]
        vmovups zmm20, zmmword ptr [rbp+0x380]
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
        .nops 2
L4:
        vmovups zmm12, zmmword ptr [r8]
        vpermb zmm0, zmm17, zmmword ptr [rsi]
        vpermb zmm0 {k1}, zmm17, zmm12
        vpermb zmm1, zmm18, zmmword ptr [rsi+0x31]
        vpermb zmm1 {k4}, zmm18, zmm12
        vmovups zmm12, zmmword ptr [r8+0x2d]
        vpermb zmm2, zmm16, zmmword ptr [rsi+0x53]
        vpermb zmm2 {k2}, zmm16, zmm12
        vpermb zmm3, zmm19, zmmword ptr [rsi+0x7d]
        vpermb zmm3 {k5}, zmm19, zmm12
        vpermb zmm4, zmm20, zmmword ptr [rsi+0x88]
        vmovups ymm8, ymmword ptr [r8+0x58]
        vpermb zmm4 {k3}, zmm20, zmm8
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
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
        .fill 4, 4, 0x0
        .long 0xfe000000, 0xff, 0xfffe, 0xfffe00
        .long 0xfffe0000, 0xfe000000, 0xff, 0xfffe
        .long 0xfffe00, 0xfffe0000, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x2010010, 0x6050403, 0xa090807, 0xe0d0c0b
        .long 0x14131211, 0x18171615, 0x1c1b1a19, 0x201f1e1d
        .long 0x24232221, 0x28272625, 0x11100f29, 0x15141312
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x2010018, 0x6050403
        .long 0xa090807, 0xe0d0c0b, 0x1c1b1a19, 0x201f1e1d
        .long 0x24232221, 0x28272625, 0x2c2b2a29, 0x302f2e2d
        .long 0x11100f00, 0x15141312, 0x19181716, 0x1d1c1b1a
        .long 0x4030201, 0x8070605, 0xc0b0a09, 0x100f0e0d
        .long 0x14131211, 0x18171615, 0x201f1e19, 0x24232221
        .long 0x28272625, 0x2c2b2a29, 0x1d1c1b1a, 0x21201f1e
        .long 0x19181716, 0x1d1c1b1a, 0x3020100, 0x7060504
        .long 0xb0a0908, 0xf0e0d0c, 0x13121110, 0x17161514
        .long 0x201f1e18, 0x24232221, 0x28272625, 0x2c2b2a29
        .long 0x1c1b1a19, 0x201f1e1d, 0x24232221, 0x28272625
        .long 0x21201f1e, 0x25242322, 0x4030226, 0x8070605
        .long 0xc0b0a09, 0x100f0e0d, 0x2a292827, 0x2e2d2c2b
        .long 0x3231302f, 0x36353433, 0x3a393837, 0x3e3d3c3b
        .long 0x1312113f, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
