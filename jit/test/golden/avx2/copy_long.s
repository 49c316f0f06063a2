# kernel move_x1_1000
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 1 span 1000; axes [1000@0]; %0 = input 0 x1 offset 0 strides 1 span 1000
# axis 0, 1000 long: code of its own for each run; 1000 elements copied
# registers: 32 bytes
# long copies: from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 591 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x1_1000:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 9
        .nops 5
        endbr64
        mov rsi, qword ptr [rsi]
        lea r8, [rdi]
        lea r9, [rsi]
        mov ecx, 0x3e8
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L4
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L4
        vmovups ymm0, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffe0
        sub rax, r8
        sub rax, 0x80
        .nops 9
        .nops 9
        .nops 9
        nop
L1:
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x80
        jnl L1
        add rax, 0x80
        sub rax, 0x20
        jb L3
L2:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x20
        jnb L2
L3:
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        jmp L14
L4:
        cmp rcx, 0x20
        jb L9
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L6
        cmp rcx, 0x400
        jb L5
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 9
        .nops 7
L5:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymmword ptr [r8+rax*1], ymm0
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        add rax, 0x80
        cmp rax, r11
        jbe L5
L6:
        cmp rax, r10
        jnb L8
L7:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L7
L8:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L14
L9:
        cmp rcx, 0x10
        jb L10
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L14
L10:
        cmp rcx, 0x8
        jb L11
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L14
L11:
        cmp rcx, 0x4
        jb L12
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+rcx*1-0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+rcx*1-0x4], r11d
        jmp L14
L12:
        cmp rcx, 0x2
        jb L13
        movzx eax, word ptr [r9]
        movzx r11d, word ptr [r9+rcx*1-0x2]
        mov word ptr [r8], ax
        mov word ptr [r8+rcx*1-0x2], r11w
        jmp L14
L13:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L14:
        vzeroupper
        ret
move_x1_1000_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x3e8, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x3e8, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
