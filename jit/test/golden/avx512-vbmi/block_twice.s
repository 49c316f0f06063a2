# kernel move_x4_40000_repeat
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x4 strides 1 span 40000; axes [(20000@0)x2]; %0 = input 0 x4 offset 0 strides 1 span 20000
# axis 0, 40000 long: a loop over a table of its runs; the body copied 2 times, one copy after the other
# registers: 64 bytes
# long copies: the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 2473 bytes
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
        jz L17
        mov ecx, 0x0
        cmp qword ptr [rbx+0x80], rcx
        jnbe L17
        mov ecx, 0x9c40
        cmp qword ptr [rbx+0x88], rcx
        jb L17
        mov qword ptr [rbx+0x60], rcx
        mov r9, qword ptr [rbx+0x50]
        mov r8, qword ptr [rbx+0x48]
        mov edx, 0x2
L2:
        mov ecx, 0x13880
        cmp rcx, 0x4000
        jb L3
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
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
        jmp L16
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
        vmovups zmm0, zmmword ptr [r9+rcx*1-0x40]
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffc0
        sub rax, r8
        sub rax, 0x100
        .nops 9
        .nops 9
        .nops 9
L4:
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x100
        jnl L4
        add rax, 0x100
        sub rax, 0x40
        jb L6
L5:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x40
        jnb L5
L6:
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        jmp L16
L7:
        cmp rcx, 0x40
        jb L12
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L9
        cmp rcx, 0x400
        jb L8
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        .nops 8
L8:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        prefetchw byte ptr [r8+rax*1+0x480]
        prefetchw byte ptr [r8+rax*1+0x4c0]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        add rax, 0x100
        cmp rax, r11
        jbe L8
L9:
        cmp rax, r10
        jnb L11
L10:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L10
L11:
        vmovups zmm0, zmmword ptr [r9+r10*1]
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L16
L12:
        cmp rcx, 0x20
        jb L13
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymm1, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm1
        jmp L16
L13:
        cmp rcx, 0x10
        jb L14
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L16
L14:
        cmp rcx, 0x8
        jb L15
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L16
L15:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L16:
        add r8, 0x13880
        dec rdx
        jnz L2
        jmp L63
L17:
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
        jz L63
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L18:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L63
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L62
        mov rdi, r10
        imul rdi, rdi, 0x4
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L28
        imul rcx, rcx, 0x4
        cmp rcx, 0x40
        jb L23
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L20
L19:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        prefetchw byte ptr [r8+rax*1+0x480]
        prefetchw byte ptr [r8+rax*1+0x4c0]
        vmovups zmmword ptr [r8+rax*1], zmm15
        vmovups zmmword ptr [r8+rax*1+0x40], zmm15
        vmovups zmmword ptr [r8+rax*1+0x80], zmm15
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm15
        add rax, 0x100
        cmp rax, r11
        jbe L19
L20:
        cmp rax, r10
        jnb L22
L21:
        vmovups zmmword ptr [r8+rax*1], zmm15
        add rax, 0x40
        cmp rax, r10
        jb L21
L22:
        vmovups zmmword ptr [r8+r10*1], zmm15
        jmp L27
L23:
        cmp rcx, 0x20
        jb L24
        vmovups ymmword ptr [r8], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm15
        jmp L27
L24:
        cmp rcx, 0x10
        jb L25
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L27
L25:
        cmp rcx, 0x8
        jb L26
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L27
L26:
        vmovd dword ptr [r8], xmm15
L27:
        jmp L62
L28:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x4
        jnz L43
        imul rcx, rcx, 0x4
        cmp rcx, 0x4000
        jb L29
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
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
        jmp L42
L29:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L33
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L33
        vmovups zmm0, zmmword ptr [r9+rcx*1-0x40]
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffc0
        sub rax, r8
        sub rax, 0x100
        .nops 9
        .nops 9
        nop
L30:
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x100
        jnl L30
        add rax, 0x100
        sub rax, 0x40
        jb L32
L31:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x40
        jnb L31
L32:
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        jmp L42
L33:
        cmp rcx, 0x40
        jb L38
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L35
        cmp rcx, 0x400
        jb L34
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        .nops 8
L34:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        prefetchw byte ptr [r8+rax*1+0x480]
        prefetchw byte ptr [r8+rax*1+0x4c0]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        add rax, 0x100
        cmp rax, r11
        jbe L34
L35:
        cmp rax, r10
        jnb L37
L36:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L36
L37:
        vmovups zmm0, zmmword ptr [r9+r10*1]
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L42
L38:
        cmp rcx, 0x20
        jb L39
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymm1, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm1
        jmp L42
L39:
        cmp rcx, 0x10
        jb L40
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L42
L40:
        cmp rcx, 0x8
        jb L41
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L42
L41:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L42:
        jmp L62
L43:
        test r11, r11
        jnz L53
        imul rcx, rcx, 0x4
        vpbroadcastd zmm0, dword ptr [r9]
        cmp rcx, 0x40
        jb L48
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L45
L44:
        prefetchw byte ptr [r8+rax*1+0x400]
        prefetchw byte ptr [r8+rax*1+0x440]
        prefetchw byte ptr [r8+rax*1+0x480]
        prefetchw byte ptr [r8+rax*1+0x4c0]
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm0
        vmovups zmmword ptr [r8+rax*1+0x80], zmm0
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm0
        add rax, 0x100
        cmp rax, r11
        jbe L44
L45:
        cmp rax, r10
        jnb L47
L46:
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L46
L47:
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L52
L48:
        cmp rcx, 0x20
        jb L49
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L52
L49:
        cmp rcx, 0x10
        jb L50
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L52
L50:
        cmp rcx, 0x8
        jb L51
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L52
L51:
        vmovd dword ptr [r8], xmm0
L52:
        jmp L62
L53:
        cmp r11, 0xfffffffffffffffc
        jnz L61
        imul rcx, rcx, 0x4
        cmp rcx, 0x40
        jb L56
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [r9-0x3c]
        cmp rax, r10
        jnb L55
L54:
        vmovups zmm0, zmmword ptr [r11]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub r11, 0x40
        add rax, 0x40
        cmp rax, r10
        jb L54
L55:
        mov r11, r9
        sub r11, rcx
        vmovups zmm0, zmmword ptr [r11+0x4]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L60
L56:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x20
        jb L57
        vmovups ymm0, ymmword ptr [r9-0x1c]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8], ymm0
        vmovups ymm0, ymmword ptr [r10+0x4]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L60
L57:
        cmp rcx, 0x10
        jb L58
        vmovups xmm0, xmmword ptr [r9-0xc]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L60
L58:
        cmp rcx, 0x8
        jb L59
        vmovq xmm0, qword ptr [r9-0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x4]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L60
L59:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L60:
        jmp L62
L61:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
        add r9, r11
        add r8, 0x4
        dec rcx
        jnz L61
L62:
        mov rdx, qword ptr [rbx+0x70]
        add rdx, 0x28
        mov qword ptr [rbx+0x70], rdx
        mov rax, qword ptr [rbx+0x68]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L18
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        dec qword ptr [rbx+0x78]
        jnz L18
L63:
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
