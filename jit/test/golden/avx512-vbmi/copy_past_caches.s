# kernel move_x1_30000000
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 x1 offset 0 strides 1 span 30000000
# axis 0, 30000000 long: a loop over a table of its runs
# registers: 64 bytes
# long copies: past the caches, four pages at once, in runs that write 25165824 bytes or more; the processor's string move from 16384 bytes on; from the end to the beginning where addresses differ by less than 2048 modulo 4096, up to 16384 bytes; else vectors through the caches
# code: 2596 bytes
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
        jz L66
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L66
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L65
        mov rdi, r10
        imul rdi, rdi, 0x1
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L16
        imul rcx, rcx, 0x1
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L4
        cmp rcx, 0x1000
        jb L4
        test r8d, 0x0
        jnz L4
        vmovups zmmword ptr [r8], zmm15
        mov eax, r8d
        neg eax
        and eax, 0x3f
        lea r10, [rcx-0x100]
L3:
        vmovntps zmmword ptr [r8+rax*1], zmm15
        vmovntps zmmword ptr [r8+rax*1+0x40], zmm15
        vmovntps zmmword ptr [r8+rax*1+0x80], zmm15
        vmovntps zmmword ptr [r8+rax*1+0xc0], zmm15
        add rax, 0x100
        cmp rax, r10
        jbe L3
        vmovups zmmword ptr [r8+rcx*1-0x100], zmm15
        vmovups zmmword ptr [r8+rcx*1-0xc0], zmm15
        vmovups zmmword ptr [r8+rcx*1-0x80], zmm15
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm15
        jmp L15
L4:
        cmp rcx, 0x40
        jb L9
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L6
L5:
        vmovups zmmword ptr [r8+rax*1], zmm15
        vmovups zmmword ptr [r8+rax*1+0x40], zmm15
        vmovups zmmword ptr [r8+rax*1+0x80], zmm15
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm15
        add rax, 0x100
        cmp rax, r11
        jbe L5
L6:
        cmp rax, r10
        jnb L8
L7:
        vmovups zmmword ptr [r8+rax*1], zmm15
        add rax, 0x40
        cmp rax, r10
        jb L7
L8:
        vmovups zmmword ptr [r8+r10*1], zmm15
        jmp L15
L9:
        cmp rcx, 0x20
        jb L10
        vmovups ymmword ptr [r8], ymm15
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm15
        jmp L15
L10:
        cmp rcx, 0x10
        jb L11
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L15
L11:
        cmp rcx, 0x8
        jb L12
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L15
L12:
        cmp rcx, 0x4
        jb L13
        vmovd dword ptr [r8], xmm15
        vmovd dword ptr [r8+rcx*1-0x4], xmm15
        jmp L15
L13:
        cmp rcx, 0x2
        jb L14
        vpextrw word ptr [r8], xmm15, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm15, 0x0
        jmp L15
L14:
        vpextrb byte ptr [r8], xmm15, 0x0
L15:
        jmp L65
L16:
        mov r9, qword ptr [rbx+0x50]
        mov r11, qword ptr [rdx+0x10]
        imul r10, r11
        add r10, qword ptr [rdx+0x8]
        imul r10, qword ptr [r12+0x10]
        add r9, r10
        imul r11, qword ptr [r12+0x10]
        cmp r11, 0x1
        jnz L40
        imul rcx, rcx, 0x1
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L23
        cmp rcx, 0x1000
        jb L23
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
L17:
        lea r10, [rax+0x4000]
        cmp r10, rcx
        jnbe L19
        lea r10, [rax+0x1000]
L18:
        prefetcht1 byte ptr [r9+rax*1+0x4000]
        prefetcht1 byte ptr [r9+rax*1+0x4040]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovntps zmmword ptr [r8+rax*1], zmm0
        vmovntps zmmword ptr [r8+rax*1+0x40], zmm1
        prefetcht1 byte ptr [r9+rax*1+0x5000]
        prefetcht1 byte ptr [r9+rax*1+0x5040]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x1000]
        vmovups zmm3, zmmword ptr [r9+rax*1+0x1040]
        vmovntps zmmword ptr [r8+rax*1+0x1000], zmm2
        vmovntps zmmword ptr [r8+rax*1+0x1040], zmm3
        prefetcht1 byte ptr [r9+rax*1+0x6000]
        prefetcht1 byte ptr [r9+rax*1+0x6040]
        vmovups zmm4, zmmword ptr [r9+rax*1+0x2000]
        vmovups zmm5, zmmword ptr [r9+rax*1+0x2040]
        vmovntps zmmword ptr [r8+rax*1+0x2000], zmm4
        vmovntps zmmword ptr [r8+rax*1+0x2040], zmm5
        prefetcht1 byte ptr [r9+rax*1+0x7000]
        prefetcht1 byte ptr [r9+rax*1+0x7040]
        vmovups zmm6, zmmword ptr [r9+rax*1+0x3000]
        vmovups zmm7, zmmword ptr [r9+rax*1+0x3040]
        vmovntps zmmword ptr [r8+rax*1+0x3000], zmm6
        vmovntps zmmword ptr [r8+rax*1+0x3040], zmm7
        add rax, 0x80
        cmp rax, r10
        jb L18
        add rax, 0x3000
        jmp L17
L19:
        lea r10, [rcx-0x100]
        cmp rax, r10
        jnbe L21
        .nops 4
L20:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovntps zmmword ptr [r8+rax*1], zmm0
        vmovntps zmmword ptr [r8+rax*1+0x40], zmm1
        vmovntps zmmword ptr [r8+rax*1+0x80], zmm2
        vmovntps zmmword ptr [r8+rax*1+0xc0], zmm3
        add rax, 0x100
        cmp rax, r10
        jbe L20
L21:
        lea r10, [rcx-0x40]
L22:
        cmp rax, r10
        cmovnbe rax, r10
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, rcx
        jb L22
        jmp L39
L23:
        cmp rcx, 0x4000
        jb L24
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
        jmp L39
L24:
        lea eax, [rcx-0x200]
        cmp eax, 0x3e00
        jnbe L28
        mov eax, r8d
        sub eax, r9d
        dec eax
        and eax, 0xfff
        cmp eax, 0x7ff
        jnb L28
        vmovups zmm0, zmmword ptr [r9+rcx*1-0x40]
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm0
        lea rax, [r8+rcx*1]
        and rax, 0xffffffffffffffc0
        sub rax, r8
        sub rax, 0x100
L25:
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x100
        jnl L25
        add rax, 0x100
        sub rax, 0x40
        jb L27
L26:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub rax, 0x40
        jnb L26
L27:
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        jmp L39
L28:
        cmp rcx, 0x40
        jb L33
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L30
        cmp rcx, 0x400
        jb L29
        vmovups zmm0, zmmword ptr [r9]
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        .nops 8
L29:
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
        jbe L29
L30:
        cmp rax, r10
        jnb L32
L31:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L31
L32:
        vmovups zmm0, zmmword ptr [r9+r10*1]
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L39
L33:
        cmp rcx, 0x20
        jb L34
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymm1, ymmword ptr [r9+rcx*1-0x20]
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm1
        jmp L39
L34:
        cmp rcx, 0x10
        jb L35
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L39
L35:
        cmp rcx, 0x8
        jb L36
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L39
L36:
        cmp rcx, 0x4
        jb L37
        mov eax, dword ptr [r9]
        mov r11d, dword ptr [r9+rcx*1-0x4]
        mov dword ptr [r8], eax
        mov dword ptr [r8+rcx*1-0x4], r11d
        jmp L39
L37:
        cmp rcx, 0x2
        jb L38
        movzx eax, word ptr [r9]
        movzx r11d, word ptr [r9+rcx*1-0x2]
        mov word ptr [r8], ax
        mov word ptr [r8+rcx*1-0x2], r11w
        jmp L39
L38:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L39:
        jmp L65
L40:
        test r11, r11
        jnz L54
        imul rcx, rcx, 0x1
        vpbroadcastb zmm0, byte ptr [r9]
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L42
        cmp rcx, 0x1000
        jb L42
        test r8d, 0x0
        jnz L42
        vmovups zmmword ptr [r8], zmm0
        mov eax, r8d
        neg eax
        and eax, 0x3f
        lea r10, [rcx-0x100]
L41:
        vmovntps zmmword ptr [r8+rax*1], zmm0
        vmovntps zmmword ptr [r8+rax*1+0x40], zmm0
        vmovntps zmmword ptr [r8+rax*1+0x80], zmm0
        vmovntps zmmword ptr [r8+rax*1+0xc0], zmm0
        add rax, 0x100
        cmp rax, r10
        jbe L41
        vmovups zmmword ptr [r8+rcx*1-0x100], zmm0
        vmovups zmmword ptr [r8+rcx*1-0xc0], zmm0
        vmovups zmmword ptr [r8+rcx*1-0x80], zmm0
        vmovups zmmword ptr [r8+rcx*1-0x40], zmm0
        jmp L53
L42:
        cmp rcx, 0x40
        jb L47
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [rcx-0x100]
        cmp rcx, 0x100
        jb L44
L43:
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm0
        vmovups zmmword ptr [r8+rax*1+0x80], zmm0
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm0
        add rax, 0x100
        cmp rax, r11
        jbe L43
L44:
        cmp rax, r10
        jnb L46
L45:
        vmovups zmmword ptr [r8+rax*1], zmm0
        add rax, 0x40
        cmp rax, r10
        jb L45
L46:
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L53
L47:
        cmp rcx, 0x20
        jb L48
        vmovups ymmword ptr [r8], ymm0
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L53
L48:
        cmp rcx, 0x10
        jb L49
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L53
L49:
        cmp rcx, 0x8
        jb L50
        vmovq qword ptr [r8], xmm0
        vmovq qword ptr [r8+rcx*1-0x8], xmm0
        jmp L53
L50:
        cmp rcx, 0x4
        jb L51
        vmovd dword ptr [r8], xmm0
        vmovd dword ptr [r8+rcx*1-0x4], xmm0
        jmp L53
L51:
        cmp rcx, 0x2
        jb L52
        vpextrw word ptr [r8], xmm0, 0x0
        vpextrw word ptr [r8+rcx*1-0x2], xmm0, 0x0
        jmp L53
L52:
        vpextrb byte ptr [r8], xmm0, 0x0
L53:
        jmp L65
L54:
        cmp r11, 0xffffffffffffffff
        jnz L64
        imul rcx, rcx, 0x1
        cmp rcx, 0x40
        jb L57
        lea r10, [rcx-0x40]
        xor eax, eax
        lea r11, [r9-0x3f]
        cmp rax, r10
        jnb L56
L55:
        vmovups zmm0, zmmword ptr [r11]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+rax*1], zmm0
        sub r11, 0x40
        add rax, 0x40
        cmp rax, r10
        jb L55
L56:
        mov r11, r9
        sub r11, rcx
        vmovups zmm0, zmmword ptr [r11+0x1]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [r8+r10*1], zmm0
        jmp L63
L57:
        mov r10, r9
        sub r10, rcx
        cmp rcx, 0x20
        jb L58
        vmovups ymm0, ymmword ptr [r9-0x1f]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8], ymm0
        vmovups ymm0, ymmword ptr [r10+0x1]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [r8+rcx*1-0x20], ymm0
        jmp L63
L58:
        cmp rcx, 0x10
        jb L59
        vmovups xmm0, xmmword ptr [r9-0xf]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmm0, xmmword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm0
        jmp L63
L59:
        cmp rcx, 0x8
        jb L60
        vmovq xmm0, qword ptr [r9-0x7]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8], xmm0
        vmovq xmm0, qword ptr [r10+0x1]
        vpshufb xmm0, xmm0, xmmword ptr [rbp+0x40]
        vmovhps qword ptr [r8+rcx*1-0x8], xmm0
        jmp L63
L60:
        cmp rcx, 0x4
        jb L61
        mov eax, dword ptr [r9-0x3]
        bswap eax
        mov dword ptr [r8], eax
        mov eax, dword ptr [r10+0x1]
        bswap eax
        mov dword ptr [r8+rcx*1-0x4], eax
        jmp L63
L61:
        cmp rcx, 0x2
        jb L62
        movzx eax, word ptr [r9-0x1]
        rol ax, 0x8
        mov word ptr [r8], ax
        movzx eax, word ptr [r10+0x1]
        rol ax, 0x8
        mov word ptr [r8+rcx*1-0x2], ax
        jmp L63
L62:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
L63:
        jmp L65
L64:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
        add r9, r11
        add r8, 0x1
        dec rcx
        jnz L64
L65:
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
L66:
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
