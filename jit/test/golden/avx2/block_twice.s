# kernel move_x4_40000_repeat
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x4 strides 1 span 40000; axes [(20000@0)x2]; %0 = input 0 x4 offset 0 strides 1 span 20000
# axis 0, 40000 long: a loop over a table of its runs; the body copied 2 times, one copy after the other
# registers: 32 bytes
# long copies: the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 2191 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x4_40000_repeat:
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
        cmp qword ptr [rax+0x20], 0x0
        jz L16
        mov ecx, 0x0
        cmp qword ptr [rbx+0x80], rcx
        jnbe L16
        mov ecx, 0x9c40
        cmp qword ptr [rbx+0x88], rcx
        jb L16
        mov qword ptr [rbx+0x60], rcx
        mov r9, qword ptr [rbx+0x50]
        mov r8, qword ptr [rbx+0x48]
        mov edx, 0x2
L2:
        mov ecx, 0x13880
        cmp rcx, 0x4000
        jb L3
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
        jmp L15
L3:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L7
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L7
        vmovups ymm0, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffe0
        sub rax, r8
        sub rax, 0x80
        .nops 9
        .nops 9
        nop
L4:
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x80
        jnl L4
        add rax, 0x80
        sub rax, 0x20
        jb L6
L5:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x20
        jnb L5
L6:
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        jmp L15
L7:
        cmp rcx, 0x20
        jb L12
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L9
        cmp rcx, 0x400
        jb L8
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 9
        .nops 7
L8:
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
        jbe L8
L9:
        cmp rax, r10
        jnb L11
L10:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L10
L11:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L15
L12:
        cmp rcx, 0x10
        jb L13
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L15
L13:
        cmp rcx, 0x8
        jb L14
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L15
L14:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L15:
        add r8, 0x13880
        dec rdx
        jnz L2
        jmp L58
L16:
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
        jz L58
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L17:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L58
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L57
        mov rdi, r10
        imul rdi, rdi, 0x4
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L26
        imul rcx, rcx, 0x4
        cmp rcx, 0x20
        jb L22
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L19
L18:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        vmovups ymmword ptr [r8+rax*1], ymm15
        vmovups ymmword ptr [r8+rax*1+0x20], ymm15
        vmovups ymmword ptr [r8+rax*1+0x40], ymm15
        vmovups ymmword ptr [r8+rax*1+0x60], ymm15
        add rax, 0x80
        cmp rax, r11
        jbe L18
L19:
        cmp rax, r10
        jnb L21
L20:
        vmovups ymmword ptr [r8+rax*1], ymm15
        add rax, 0x20
        cmp rax, r10
        jb L20
L21:
        vmovups ymmword ptr [r8+r10*1], ymm15
        jmp L25
L22:
        cmp rcx, 0x10
        jb L23
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L25
L23:
        cmp rcx, 0x8
        jb L24
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L25
L24:
        vmovd dword ptr [r8], xmm15
L25:
        jmp L57
L26:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x4
        jnz L40
        imul rcx, rcx, 0x4
        cmp rcx, 0x4000
        jb L27
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
        jmp L39
L27:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L31
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L31
        vmovups ymm0, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffe0
        sub rax, r8
        sub rax, 0x80
        .nops 9
        .nops 9
        .nops 9
        .nops 3
L28:
        vmovups ymm3, ymmword ptr [r9+rax*1+0x60]
        vmovups ymm2, ymmword ptr [r9+rax*1+0x40]
        vmovups ymm1, ymmword ptr [r9+rax*1+0x20]
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1+0x60], ymm3
        vmovups ymmword ptr [r8+rax*1+0x40], ymm2
        vmovups ymmword ptr [r8+rax*1+0x20], ymm1
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x80
        jnl L28
        add rax, 0x80
        sub rax, 0x20
        jb L30
L29:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub rax, 0x20
        jnb L29
L30:
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        jmp L39
L31:
        cmp rcx, 0x20
        jb L36
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L33
        cmp rcx, 0x400
        jb L32
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 9
        .nops 7
L32:
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
        jbe L32
L33:
        cmp rax, r10
        jnb L35
L34:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L34
L35:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L39
L36:
        cmp rcx, 0x10
        jb L37
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L39
L37:
        cmp rcx, 0x8
        jb L38
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L39
L38:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L39:
        jmp L57
L40:
        test r11, r11
        jnz L49
        imul rcx, rcx, 0x4
        vpbroadcastd ymm0, dword ptr [r9]
        cmp rcx, 0x20
        jb L45
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L42
L41:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
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
        jmp L48
L45:
        cmp rcx, 0x10
        jb L46
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L48
L46:
        cmp rcx, 0x8
        jb L47
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L48
L47:
        vmovd dword ptr [r8], xmm0
L48:
        jmp L57
L49:
        cmp r11, 0xfffffffffffffffc
        jnz L56
        imul rcx, rcx, 0x4
        cmp rcx, 0x20
        jb L52
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [r9-0x1c]
        cmp rax, r10
        jnb L51
L50:
        vmovups ymm0, ymmword ptr [r11]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rax*1], ymm0
        sub r11, 0x20
        add rax, 0x20
        cmp rax, r10
        jb L50
L51:
        mov r11, r9
        sub r11, rcx
        vmovups ymm0, ymmword ptr [r11+0x4]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L55
L52:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x10
        jb L53
        vmovups xmm0, xmmword ptr [r9-0xc]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L55
L53:
        cmp rcx, 0x8
        jb L54
        vmovq xmm0, qword ptr [r9-0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L55
L54:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L55:
        jmp L57
L56:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
        add r9, r11
        add r8, 0x4
        dec rcx
        jnz L56
L57:
        mov rdx, qword ptr [rbx+0x70]
        add rdx, 0x28
        mov qword ptr [rbx+0x70], rdx
        mov rax, qword ptr [rbx+0x68]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L17
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        dec qword ptr [rbx+0x78]
        jnz L17
L58:
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
move_x4_40000_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 4, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x4e20, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x2, 0x0
        .long 0x4e20, 0x0, 0xffffffff, 0xffffffff
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
