# kernel move_x1_30000000
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 x1 offset 0 strides 1 span 30000000
# axis 0, 30000000 long: a loop over a table of its runs
# registers: 32 bytes
# long copies: past the caches, four pages at once, in runs that write 25165824 bytes or more; the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 2370 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x1_30000000:
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
        jz L62
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L62
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L61
        mov rdi, r10
        imul rdi, rdi, 0x1
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L15
        imul rcx, rcx, 0x1
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L4
        cmp rcx, 0x1000
        jb L4
        test r8d, 0x0
        jnz L4
        vmovups ymmword ptr [r8], ymm15
        mov eax, r8d
        neg eax
        and eax, 0x1f
        lea r10, [rcx-0x80]
L3:
        vmovntps ymmword ptr [r8+rax*1], ymm15
        vmovntps ymmword ptr [r8+rax*1+0x20], ymm15
        vmovntps ymmword ptr [r8+rax*1+0x40], ymm15
        vmovntps ymmword ptr [r8+rax*1+0x60], ymm15
        add rax, 0x80
        cmp rax, r10
        jbe L3
        vmovups ymmword ptr [r8+rcx*1-0x80], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x60], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x40], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm15
        jmp L14
L4:
        cmp rcx, 0x20
        jb L9
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L6
L5:
        vmovups ymmword ptr [r8+rax*1], ymm15
        vmovups ymmword ptr [r8+rax*1+0x20], ymm15
        vmovups ymmword ptr [r8+rax*1+0x40], ymm15
        vmovups ymmword ptr [r8+rax*1+0x60], ymm15
        add rax, 0x80
        cmp rax, r11
        jbe L5
L6:
        cmp rax, r10
        jnb L8
L7:
        vmovups ymmword ptr [r8+rax*1], ymm15
        add rax, 0x20
        cmp rax, r10
        jb L7
L8:
        vmovups ymmword ptr [r8+r10*1], ymm15
        jmp L14
L9:
        cmp rcx, 0x10
        jb L10
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L14
L10:
        cmp rcx, 0x8
        jb L11
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L14
L11:
        cmp rcx, 0x4
        jb L12
        vmovd dword ptr [r8], xmm15
        vmovd dword ptr [r8+rcx*1-0x4], xmm15
        jmp L14
L12:
        cmp rcx, 0x2
        jb L13
        vpextrw word ptr [r8], xmm15, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm15, 0x0
        jmp L14
L13:
        vpextrb byte ptr [r8], xmm15, 0x0
L14:
        jmp L61
L15:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x1
        jnz L38
        imul rcx, rcx, 0x1
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L22
        cmp rcx, 0x1000
        jb L22
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
L16:
        lea r10, [rax+0x4000]
        cmp r10, rcx
        jnbe L18
        lea r10, [rax+0x1000]
L17:
        prefetcht1 byte ptr [r9+rax*1+0x4000]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovntps ymmword ptr [r8+rax*1], ymm0
        vmovntps ymmword ptr [r8+rax*1+0x20], ymm1
        prefetcht1 byte ptr [r9+rax*1+0x5000]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x1000]
        vmovups ymm3, ymmword ptr [r9+rax*1+0x1020]
        vmovntps ymmword ptr [r8+rax*1+0x1000], ymm2
        vmovntps ymmword ptr [r8+rax*1+0x1020], ymm3
        prefetcht1 byte ptr [r9+rax*1+0x6000]
        vmovups ymm4, ymmword ptr [r9+rax*1+0x2000]
        vmovups ymm5, ymmword ptr [r9+rax*1+0x2020]
        vmovntps ymmword ptr [r8+rax*1+0x2000], ymm4
        vmovntps ymmword ptr [r8+rax*1+0x2020], ymm5
        prefetcht1 byte ptr [r9+rax*1+0x7000]
        vmovups ymm6, ymmword ptr [r9+rax*1+0x3000]
        vmovups ymm7, ymmword ptr [r9+rax*1+0x3020]
        vmovntps ymmword ptr [r8+rax*1+0x3000], ymm6
        vmovntps ymmword ptr [r8+rax*1+0x3020], ymm7
        add rax, 0x40
        cmp rax, r10
        jb L17
        add rax, 0x3000
        jmp L16
L18:
        lea r10, [rcx-0x80]
        cmp rax, r10
        jnbe L20
        .nops 9
        .nops 9
        .nops 9
        .nops 4
L19:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovntps ymmword ptr [r8+rax*1], ymm0
        vmovntps ymmword ptr [r8+rax*1+0x20], ymm1
        vmovntps ymmword ptr [r8+rax*1+0x40], ymm2
        vmovntps ymmword ptr [r8+rax*1+0x60], ymm3
        add rax, 0x80
        cmp rax, r10
        jbe L19
L20:
        lea r10, [rcx-0x20]
L21:
        cmp rax, r10
        cmovnbe rax, r10
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, rcx
        jb L21
        jmp L37
L22:
        cmp rcx, 0x4000
        jb L23
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
        jmp L37
L23:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L27
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L27
        vmovups ymm0, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffe0
        sub rax, r8
        sub rax, 0x80
        .nops 2
L24:
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x80
        jnl L24
        add rax, 0x80
        sub rax, 0x20
        jb L26
L25:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x20
        jnb L25
L26:
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        jmp L37
L27:
        cmp rcx, 0x20
        jb L32
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L29
        cmp rcx, 0x400
        jb L28
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 9
        .nops 7
L28:
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
        jbe L28
L29:
        cmp rax, r10
        jnb L31
L30:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L30
L31:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L37
L32:
        cmp rcx, 0x10
        jb L33
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L37
L33:
        cmp rcx, 0x8
        jb L34
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L37
L34:
        cmp rcx, 0x4
        jb L35
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+rcx*1-0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+rcx*1-0x4], r11d
        jmp L37
L35:
        cmp rcx, 0x2
        jb L36
        movzx eax, word ptr [r9]
        movzx r11d, word ptr [r9+rcx*1-0x2]
        mov word ptr [r8], ax
        mov word ptr [r8+rcx*1-0x2], r11w
        jmp L37
L36:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L37:
        jmp L61
L38:
        test r11, r11
        jnz L51
        imul rcx, rcx, 0x1
        vpbroadcastb ymm0, byte ptr [r9]
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L40
        cmp rcx, 0x1000
        jb L40
        test r8d, 0x0
        jnz L40
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        lea r10, [rcx-0x80]
L39:
        vmovntps ymmword ptr [r8+rax*1], ymm0
        vmovntps ymmword ptr [r8+rax*1+0x20], ymm0
        vmovntps ymmword ptr [r8+rax*1+0x40], ymm0
        vmovntps ymmword ptr [r8+rax*1+0x60], ymm0
        add rax, 0x80
        cmp rax, r10
        jbe L39
        vmovups ymmword ptr [r8+rcx*1-0x80], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x60], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x40], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L50
L40:
        cmp rcx, 0x20
        jb L45
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L42
L41:
        vmovups ymmword ptr [r8+rax*1], ymm0
        vmovups ymmword ptr [r8+rax*1+0x20], ymm0
        vmovups ymmword ptr [r8+rax*1+0x40], ymm0
        vmovups ymmword ptr [r8+rax*1+0x60], ymm0
        add rax, 0x80
        cmp rax, r11
        jbe L41
L42:
        cmp rax, r10
        jnb L44
L43:
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L43
L44:
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L50
L45:
        cmp rcx, 0x10
        jb L46
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L50
L46:
        cmp rcx, 0x8
        jb L47
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L50
L47:
        cmp rcx, 0x4
        jb L48
        vmovd dword ptr [r8], xmm0
        vmovd dword ptr [r8+rcx*1-0x4], xmm0
        jmp L50
L48:
        cmp rcx, 0x2
        jb L49
        vpextrw word ptr [r8], xmm0, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm0, 0x0
        jmp L50
L49:
        vpextrb byte ptr [r8], xmm0, 0x0
L50:
        jmp L61
L51:
        cmp r11, 0xffffffffffffffff
        jnz L60
        imul rcx, rcx, 0x1
        cmp rcx, 0x20
        jb L54
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [r9-0x1f]
        cmp rax, r10
        jnb L53
L52:
        vmovups ymm0, ymmword ptr [r11]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub r11, 0x20
        add rax, 0x20
        cmp rax, r10
        jb L52
L53:
        mov r11, r9
        sub r11, rcx
        vmovups ymm0, ymmword ptr [r11+0x1]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L59
L54:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x10
        jb L55
        vmovups xmm0, xmmword ptr [r9-0xf]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L59
L55:
        cmp rcx, 0x8
        jb L56
        vmovq xmm0, qword ptr [r9-0x7]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L59
L56:
        cmp rcx, 0x4
        jb L57
        mov eax, dword ptr [r9-0x3]
        bswap eax
        mov dword ptr [r8], eax
        mov eax, dword ptr [r10+0x1]
        bswap eax
        mov dword ptr [r8+rcx*1-0x4], eax
        jmp L59
L57:
        cmp rcx, 0x2
        jb L58
        movzx eax, word ptr [r9-0x1]
        rol ax, 0x8
        mov word ptr [r8], ax
        movzx eax, word ptr [r10+0x1]
        rol ax, 0x8
        mov word ptr [r8+rcx*1-0x2], ax
        jmp L59
L58:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L59:
        jmp L61
L60:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
        add r9, r11
        add r8, 0x1
        dec rcx
        jnz L60
L61:
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
L62:
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        mov rdi, qword ptr [rbx+0x48]
        mov rsi, qword ptr [rbx+0x50]
        sfence
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_30000000_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x1c9c380, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x1c9c380, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
