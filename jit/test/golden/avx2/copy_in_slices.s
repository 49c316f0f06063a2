# kernel move_x1_1000000
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 1 span 1000000; axes [1000000@0]; %0 = input 0 x1 offset 0 strides 1 span 1000000
# axis 0, 1000000 long: a loop over a table of its runs
# registers: 32 bytes
# long copies: the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 1763 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x1_1000000:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 6
        endbr64
        push rbx
        push rbp
        push r12
        mov rbx, rcx
        mov rbp, rdx
        lea r12, [rbp+0x80]
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
        jz L51
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L51
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L50
        mov rdi, r10
        imul rdi, rdi, 0x1
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L13
        imul rcx, rcx, 0x1
        cmp rcx, 0x20
        jb L7
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L4
L3:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        vmovups ymmword ptr [r8+rax*1], ymm15
        vmovups ymmword ptr [r8+rax*1+0x20], ymm15
        vmovups ymmword ptr [r8+rax*1+0x40], ymm15
        vmovups ymmword ptr [r8+rax*1+0x60], ymm15
        add rax, 0x80
        cmp rax, r11
        jbe L3
L4:
        cmp rax, r10
        jnb L6
L5:
        vmovups ymmword ptr [r8+rax*1], ymm15
        add rax, 0x20
        cmp rax, r10
        jb L5
L6:
        vmovups ymmword ptr [r8+r10*1], ymm15
        jmp L12
L7:
        cmp rcx, 0x10
        jb L8
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L12
L8:
        cmp rcx, 0x8
        jb L9
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L12
L9:
        cmp rcx, 0x4
        jb L10
        vmovd dword ptr [r8], xmm15
        vmovd dword ptr [r8+rcx*1-0x4], xmm15
        jmp L12
L10:
        cmp rcx, 0x2
        jb L11
        vpextrw word ptr [r8], xmm15, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm15, 0x0
        jmp L12
L11:
        vpextrb byte ptr [r8], xmm15, 0x0
L12:
        jmp L50
L13:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x1
        jnz L29
        imul rcx, rcx, 0x1
        cmp rcx, 0x4000
        jb L14
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        vmovups ymm0, ymmword ptr [r9+0x20]
        vmovups ymmword ptr [r8+0x20], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        mov r10, rdi
        mov r11, rsi
        lea rdi, [r8+rax*1]
        lea rsi, [r9+rax*1]
        sub rcx, rax
        cld
        rep movsb
        mov rcx, rdi
        sub rcx, r8
        mov rdi, r10
        mov rsi, r11
        jmp L28
L14:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L18
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L18
        vmovups ymm0, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffe0
        sub rax, r8
        sub rax, 0x80
        .nops 9
        .nops 9
        .nops 2
L15:
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x80
        jnl L15
        add rax, 0x80
        sub rax, 0x20
        jb L17
L16:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x20
        jnb L16
L17:
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        jmp L28
L18:
        cmp rcx, 0x20
        jb L23
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L20
        cmp rcx, 0x400
        jb L19
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 9
        .nops 7
L19:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
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
        jbe L19
L20:
        cmp rax, r10
        jnb L22
L21:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L21
L22:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L28
L23:
        cmp rcx, 0x10
        jb L24
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L28
L24:
        cmp rcx, 0x8
        jb L25
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L28
L25:
        cmp rcx, 0x4
        jb L26
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+rcx*1-0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+rcx*1-0x4], r11d
        jmp L28
L26:
        cmp rcx, 0x2
        jb L27
        movzx eax, word ptr [r9]
        movzx r11d, word ptr [r9+rcx*1-0x2]
        mov word ptr [r8], ax
        mov word ptr [r8+rcx*1-0x2], r11w
        jmp L28
L27:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L28:
        jmp L50
L29:
        test r11, r11
        jnz L40
        imul rcx, rcx, 0x1
        vpbroadcastb ymm0, byte ptr [r9]
        cmp rcx, 0x20
        jb L34
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L31
L30:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        vmovups ymmword ptr [r8+rax*1], ymm0
        vmovups ymmword ptr [r8+rax*1+0x20], ymm0
        vmovups ymmword ptr [r8+rax*1+0x40], ymm0
        vmovups ymmword ptr [r8+rax*1+0x60], ymm0
        add rax, 0x80
        cmp rax, r11
        jbe L30
L31:
        cmp rax, r10
        jnb L33
L32:
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L32
L33:
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L39
L34:
        cmp rcx, 0x10
        jb L35
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L39
L35:
        cmp rcx, 0x8
        jb L36
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L39
L36:
        cmp rcx, 0x4
        jb L37
        vmovd dword ptr [r8], xmm0
        vmovd dword ptr [r8+rcx*1-0x4], xmm0
        jmp L39
L37:
        cmp rcx, 0x2
        jb L38
        vpextrw word ptr [r8], xmm0, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm0, 0x0
        jmp L39
L38:
        vpextrb byte ptr [r8], xmm0, 0x0
L39:
        jmp L50
L40:
        cmp r11, 0xffffffffffffffff
        jnz L49
        imul rcx, rcx, 0x1
        cmp rcx, 0x20
        jb L43
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [r9-0x1f]
        cmp rax, r10
        jnb L42
L41:
        vmovups ymm0, ymmword ptr [r11]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub r11, 0x20
        add rax, 0x20
        cmp rax, r10
        jb L41
L42:
        mov r11, r9
        sub r11, rcx
        vmovups ymm0, ymmword ptr [r11+0x1]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L48
L43:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x10
        jb L44
        vmovups xmm0, xmmword ptr [r9-0xf]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L48
L44:
        cmp rcx, 0x8
        jb L45
        vmovq xmm0, qword ptr [r9-0x7]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L48
L45:
        cmp rcx, 0x4
        jb L46
        mov eax, dword ptr [r9-0x3]
        bswap eax
        mov dword ptr [r8], eax
        mov eax, dword ptr [r10+0x1]
        bswap eax
        mov dword ptr [r8+rcx*1-0x4], eax
        jmp L48
L46:
        cmp rcx, 0x2
        jb L47
        movzx eax, word ptr [r9-0x1]
        rol ax, 0x8
        mov word ptr [r8], ax
        movzx eax, word ptr [r10+0x1]
        rol ax, 0x8
        mov word ptr [r8+rcx*1-0x2], ax
        jmp L48
L47:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L48:
        jmp L50
L49:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
        add r9, r11
        add r8, 0x1
        dec rcx
        jnz L49
L50:
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
L51:
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        mov rdi, qword ptr [rbx+0x48]
        mov rsi, qword ptr [rbx+0x50]
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_1000000_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0xf4240, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0xf4240, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
