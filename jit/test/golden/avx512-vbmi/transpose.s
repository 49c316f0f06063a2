# kernel move_x4_16x20
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x4 strides 20,1 span 320; axes [16@0] [20@0]; %0 = input 0 x4 offset 0 strides 1,16 span 320
# axis 0, 16 long, outermost: a counted loop; blocks of rows and columns, transposed in registers, 16 by 8; 8 rows at once, column by column
# axis 1, 20 long, innermost: code of its own for each run; 20 elements one by one
# registers: 64 bytes
# code: 1083 bytes
# tables: 448 bytes
        .intel_syntax noprefix
move_x4_16x20:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 6
        endbr64
        push rbx
        push r13
        push r14
        mov rbx, rcx
        mov rsi, qword ptr [rsi]
        mov ecx, 0x10
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x4
        mov r13, rcx
L1:
        cmp r13, 0x10
        jb L5
L2:
        mov r8, rdi
        lea r9, [rsi]
        mov ecx, 0x2
L3:
        vmovups xmm0, xmmword ptr [r9]
        vinserti128 ymm0, ymm0, xmmword ptr [r9+0x100], 0x1
        vmovups xmm1, xmmword ptr [r9+0x40]
        vinserti128 ymm1, ymm1, xmmword ptr [r9+0x140], 0x1
        vmovups xmm2, xmmword ptr [r9+0x80]
        vinserti128 ymm2, ymm2, xmmword ptr [r9+0x180], 0x1
        vmovups xmm3, xmmword ptr [r9+0xc0]
        vinserti128 ymm3, ymm3, xmmword ptr [r9+0x1c0], 0x1
        vpunpckldq ymm4, ymm0, ymm2
        vpunpckhdq ymm2, ymm0, ymm2
        vpunpckldq ymm0, ymm1, ymm3
        vpunpckhdq ymm3, ymm1, ymm3
        vpunpckldq ymm1, ymm4, ymm0
        vpunpckhdq ymm0, ymm4, ymm0
        vpunpckldq ymm4, ymm2, ymm3
        vpunpckhdq ymm3, ymm2, ymm3
        vmovups ymmword ptr [r8], ymm1
        vmovups ymmword ptr [r8+0x50], ymm0
        vmovups ymmword ptr [r8+0xa0], ymm4
        vmovups ymmword ptr [r8+0xf0], ymm3
        vmovups xmm0, xmmword ptr [r9+0x10]
        vinserti128 ymm0, ymm0, xmmword ptr [r9+0x110], 0x1
        vmovups xmm1, xmmword ptr [r9+0x50]
        vinserti128 ymm1, ymm1, xmmword ptr [r9+0x150], 0x1
        vmovups xmm2, xmmword ptr [r9+0x90]
        vinserti128 ymm2, ymm2, xmmword ptr [r9+0x190], 0x1
        vmovups xmm3, xmmword ptr [r9+0xd0]
        vinserti128 ymm3, ymm3, xmmword ptr [r9+0x1d0], 0x1
        vpunpckldq ymm4, ymm0, ymm2
        vpunpckhdq ymm2, ymm0, ymm2
        vpunpckldq ymm0, ymm1, ymm3
        vpunpckhdq ymm3, ymm1, ymm3
        vpunpckldq ymm1, ymm4, ymm0
        vpunpckhdq ymm0, ymm4, ymm0
        vpunpckldq ymm4, ymm2, ymm3
        vpunpckhdq ymm3, ymm2, ymm3
        vmovups ymmword ptr [r8+0x140], ymm1
        vmovups ymmword ptr [r8+0x190], ymm0
        vmovups ymmword ptr [r8+0x1e0], ymm4
        vmovups ymmword ptr [r8+0x230], ymm3
        vmovups xmm0, xmmword ptr [r9+0x20]
        vinserti128 ymm0, ymm0, xmmword ptr [r9+0x120], 0x1
        vmovups xmm1, xmmword ptr [r9+0x60]
        vinserti128 ymm1, ymm1, xmmword ptr [r9+0x160], 0x1
        vmovups xmm2, xmmword ptr [r9+0xa0]
        vinserti128 ymm2, ymm2, xmmword ptr [r9+0x1a0], 0x1
        vmovups xmm3, xmmword ptr [r9+0xe0]
        vinserti128 ymm3, ymm3, xmmword ptr [r9+0x1e0], 0x1
        vpunpckldq ymm4, ymm0, ymm2
        vpunpckhdq ymm2, ymm0, ymm2
        vpunpckldq ymm0, ymm1, ymm3
        vpunpckhdq ymm3, ymm1, ymm3
        vpunpckldq ymm1, ymm4, ymm0
        vpunpckhdq ymm0, ymm4, ymm0
        vpunpckldq ymm4, ymm2, ymm3
        vpunpckhdq ymm3, ymm2, ymm3
        vmovups ymmword ptr [r8+0x280], ymm1
        vmovups ymmword ptr [r8+0x2d0], ymm0
        vmovups ymmword ptr [r8+0x320], ymm4
        vmovups ymmword ptr [r8+0x370], ymm3
        vmovups xmm0, xmmword ptr [r9+0x30]
        vinserti128 ymm0, ymm0, xmmword ptr [r9+0x130], 0x1
        vmovups xmm1, xmmword ptr [r9+0x70]
        vinserti128 ymm1, ymm1, xmmword ptr [r9+0x170], 0x1
        vmovups xmm2, xmmword ptr [r9+0xb0]
        vinserti128 ymm2, ymm2, xmmword ptr [r9+0x1b0], 0x1
        vmovups xmm3, xmmword ptr [r9+0xf0]
        vinserti128 ymm3, ymm3, xmmword ptr [r9+0x1f0], 0x1
        vpunpckldq ymm4, ymm0, ymm2
        vpunpckhdq ymm2, ymm0, ymm2
        vpunpckldq ymm0, ymm1, ymm3
        vpunpckhdq ymm3, ymm1, ymm3
        vpunpckldq ymm1, ymm4, ymm0
        vpunpckhdq ymm0, ymm4, ymm0
        vpunpckldq ymm4, ymm2, ymm3
        vpunpckhdq ymm3, ymm2, ymm3
        vmovups ymmword ptr [r8+0x3c0], ymm1
        vmovups ymmword ptr [r8+0x410], ymm0
        vmovups ymmword ptr [r8+0x460], ymm4
        vmovups ymmword ptr [r8+0x4b0], ymm3
        add r9, 0x200
        add r8, 0x20
        dec rcx
        jnz L3
        mov ecx, 0x4
L4:
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+0x50], r11d
        mov eax, dword ptr [r9+0x8]
        mov r11d, dword ptr [r9+0xc]
        mov dword ptr [r8+0xa0], eax
        mov dword ptr [r8+0xf0], r11d
        mov eax, dword ptr [r9+0x10]
        mov r11d, dword ptr [r9+0x14]
        mov dword ptr [r8+0x140], eax
        mov dword ptr [r8+0x190], r11d
        mov eax, dword ptr [r9+0x18]
        mov r11d, dword ptr [r9+0x1c]
        mov dword ptr [r8+0x1e0], eax
        mov dword ptr [r8+0x230], r11d
        mov eax, dword ptr [r9+0x20]
        mov r11d, dword ptr [r9+0x24]
        mov dword ptr [r8+0x280], eax
        mov dword ptr [r8+0x2d0], r11d
        mov eax, dword ptr [r9+0x28]
        mov r11d, dword ptr [r9+0x2c]
        mov dword ptr [r8+0x320], eax
        mov dword ptr [r8+0x370], r11d
        mov eax, dword ptr [r9+0x30]
        mov r11d, dword ptr [r9+0x34]
        mov dword ptr [r8+0x3c0], eax
        mov dword ptr [r8+0x410], r11d
        mov eax, dword ptr [r9+0x38]
        mov r11d, dword ptr [r9+0x3c]
        mov dword ptr [r8+0x460], eax
        mov dword ptr [r8+0x4b0], r11d
        add r9, 0x40
        add r8, 0x4
        dec rcx
        jnz L4
        add rdi, 0x500
        add rsi, 0x40
        sub r13, 0x10
        cmp r13, 0x10
        jnb L2
L5:
        cmp r13, 0x8
        jb L8
L6:
        mov r8, rdi
        lea r9, [rsi]
        mov ecx, 0x14
L7:
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+0x50], r11d
        mov eax, dword ptr [r9+0x8]
        mov r11d, dword ptr [r9+0xc]
        mov dword ptr [r8+0xa0], eax
        mov dword ptr [r8+0xf0], r11d
        mov eax, dword ptr [r9+0x10]
        mov r11d, dword ptr [r9+0x14]
        mov dword ptr [r8+0x140], eax
        mov dword ptr [r8+0x190], r11d
        mov eax, dword ptr [r9+0x18]
        mov r11d, dword ptr [r9+0x1c]
        mov dword ptr [r8+0x1e0], eax
        mov dword ptr [r8+0x230], r11d
        add r9, 0x40
        add r8, 0x4
        dec rcx
        jnz L7
        add rdi, 0x280
        add rsi, 0x20
        sub r13, 0x8
        cmp r13, 0x8
        jnb L6
L8:
        test r13, r13
        jz L10
        lea r8, [rdi]
        lea r9, [rsi]
        mov ecx, 0x14
        mov r11d, 0x40
L9:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
        add r9, r11
        add r8, 0x4
        dec rcx
        jnz L9
        add rdi, 0x50
        add rsi, r14
        dec r13
        jnz L1
L10:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbx
        vzeroupper
        ret
move_x4_16x20_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 4, 4, 0x0
        .long 0x4, 0x0, 0x40, 0x0
        .fill 12, 4, 0x0
        .long 0x10, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x10, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x14, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x148, 0x0
        .long 0x170, 0x0, 0x1, 0x0
        .long 0x14, 0x0, 0x0, 0x0
        .long 0x148, 0x0, 0x148, 0x0
        .fill 6, 4, 0x0
