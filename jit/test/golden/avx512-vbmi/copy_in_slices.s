# kernel move_x1_1000000
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 1 span 1000000; axes [1000000@0]; %0 = input 0 x1 offset 0 strides 1 span 1000000
# axis 0, 1000000 long: a loop over a table of its runs
# registers: 64 bytes
# long copies: the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 1981 bytes
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
        jz L55
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L55
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L54
        mov rdi, r10
        imul rdi, rdi, 0x1
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L14
        imul rcx, rcx, 0x1
        cmp rcx, 0x40
        jb L7
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L4
L3:
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
        jbe L3
L4:
        cmp rax, r10
        jnb L6
L5:
        vmovups zmmword ptr [r8+rax*1], zmm15
        add rax, 0x40
        cmp rax, r10
        jb L5
L6:
        vmovups zmmword ptr [r8+r10*1], zmm15
        jmp L13
L7:
        cmp rcx, 0x20
        jb L8
        vmovups ymmword ptr [r8], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm15
        jmp L13
L8:
        cmp rcx, 0x10
        jb L9
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L13
L9:
        cmp rcx, 0x8
        jb L10
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L13
L10:
        cmp rcx, 0x4
        jb L11
        vmovd dword ptr [r8], xmm15
        vmovd dword ptr [r8+rcx*1-0x4], xmm15
        jmp L13
L11:
        cmp rcx, 0x2
        jb L12
        vpextrw word ptr [r8], xmm15, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm15, 0x0
        jmp L13
L12:
        vpextrb byte ptr [r8], xmm15, 0x0
L13:
        jmp L54
L14:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x1
        jnz L31
        imul rcx, rcx, 0x1
        cmp rcx, 0x4000
        jb L15
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
        jmp L30
L15:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L19
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L19
        vmovups zmm0, zmmword ptr [r9+rcx*1-0x40]
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffc0
        sub rax, r8
        sub rax, 0x100
        .nops 9
        nop
L16:
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x100
        jnl L16
        add rax, 0x100
        sub rax, 0x40
        jb L18
L17:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x40
        jnb L17
L18:
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        jmp L30
L19:
        cmp rcx, 0x40
        jb L24
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L21
        cmp rcx, 0x400
        jb L20
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        .nops 8
L20:
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
        jbe L20
L21:
        cmp rax, r10
        jnb L23
L22:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L22
L23:
        vmovups zmm0, zmmword ptr [r9+r10*1]
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L30
L24:
        cmp rcx, 0x20
        jb L25
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymm1, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm1
        jmp L30
L25:
        cmp rcx, 0x10
        jb L26
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L30
L26:
        cmp rcx, 0x8
        jb L27
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L30
L27:
        cmp rcx, 0x4
        jb L28
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+rcx*1-0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+rcx*1-0x4], r11d
        jmp L30
L28:
        cmp rcx, 0x2
        jb L29
        movzx eax, word ptr [r9]
        movzx r11d, word ptr [r9+rcx*1-0x2]
        mov word ptr [r8], ax
        mov word ptr [r8+rcx*1-0x2], r11w
        jmp L30
L29:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L30:
        jmp L54
L31:
        test r11, r11
        jnz L43
        imul rcx, rcx, 0x1
        vpbroadcastb zmm0, byte ptr [r9]
        cmp rcx, 0x40
        jb L36
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L33
L32:
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
        jbe L32
L33:
        cmp rax, r10
        jnb L35
L34:
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L34
L35:
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L42
L36:
        cmp rcx, 0x20
        jb L37
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L42
L37:
        cmp rcx, 0x10
        jb L38
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L42
L38:
        cmp rcx, 0x8
        jb L39
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L42
L39:
        cmp rcx, 0x4
        jb L40
        vmovd dword ptr [r8], xmm0
        vmovd dword ptr [r8+rcx*1-0x4], xmm0
        jmp L42
L40:
        cmp rcx, 0x2
        jb L41
        vpextrw word ptr [r8], xmm0, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm0, 0x0
        jmp L42
L41:
        vpextrb byte ptr [r8], xmm0, 0x0
L42:
        jmp L54
L43:
        cmp r11, 0xffffffffffffffff
        jnz L53
        imul rcx, rcx, 0x1
        cmp rcx, 0x40
        jb L46
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [r9-0x3f]
        cmp rax, r10
        jnb L45
L44:
        vmovups zmm0, zmmword ptr [r11]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub r11, 0x40
        add rax, 0x40
        cmp rax, r10
        jb L44
L45:
        mov r11, r9
        sub r11, rcx
        vmovups zmm0, zmmword ptr [r11+0x1]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L52
L46:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x20
        jb L47
        vmovups ymm0, ymmword ptr [r9-0x1f]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8], ymm0
        vmovups ymm0, ymmword ptr [r10+0x1]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L52
L47:
        cmp rcx, 0x10
        jb L48
        vmovups xmm0, xmmword ptr [r9-0xf]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L52
L48:
        cmp rcx, 0x8
        jb L49
        vmovq xmm0, qword ptr [r9-0x7]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L52
L49:
        cmp rcx, 0x4
        jb L50
        mov eax, dword ptr [r9-0x3]
        bswap eax
        mov dword ptr [r8], eax
        mov eax, dword ptr [r10+0x1]
        bswap eax
        mov dword ptr [r8+rcx*1-0x4], eax
        jmp L52
L50:
        cmp rcx, 0x2
        jb L51
        movzx eax, word ptr [r9-0x1]
        rol ax, 0x8
        mov word ptr [r8], ax
        movzx eax, word ptr [r10+0x1]
        rol ax, 0x8
        mov word ptr [r8+rcx*1-0x2], ax
        jmp L52
L51:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L52:
        jmp L54
L53:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
        add r9, r11
        add r8, 0x1
        dec rcx
        jnz L53
L54:
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
L55:
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
