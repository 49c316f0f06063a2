# kernel fill_x4_30000000
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x4 strides 1 span 30000000; axes [30000000f]; fill 00000000
# axis 0, 30000000 long: a loop over a table of its runs
# registers: 32 bytes
# code: 610 bytes
# tables: 248 bytes
        .intel_syntax noprefix
fill_x4_30000000:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 6
        endbr64
        push rbx
        push rbp
        mov rbx, rcx
        mov rbp, rdx
        vmovups ymm15, ymmword ptr [rbp]
        mov qword ptr [rbx+0x48], rdi
        mov qword ptr [rbx+0x20], rdi
        mov qword ptr [rbx+0x50], rsi
        mov qword ptr [rbx+0x60], 0x0
        lea rax, [rbp+0xa8]
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
        jz L14
        mov r9, qword ptr [rbx+0x88]
        mov qword ptr [rbx+0x58], r9
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x58]
        cmp rax, r9
        jnb L14
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L13
        mov rdi, r10
        imul rdi, rdi, 0x4
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov r8, rdi
        cmp qword ptr [rdx+0x18], 0x0
        jnz L13
        imul rcx, rcx, 0x4
        cmp qword ptr [rbx+0x18], 0x1800000
        jb L4
        cmp rcx, 0x1000
        jb L4
        test r8d, 0x3
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
        jmp L12
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
        jmp L12
L9:
        cmp rcx, 0x10
        jb L10
        vmovups xmmword ptr [r8], xmm15
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm15
        jmp L12
L10:
        cmp rcx, 0x8
        jb L11
        vmovq qword ptr [r8], xmm15
        vmovq qword ptr [r8+rcx*1-0x8], xmm15
        jmp L12
L11:
        vmovd dword ptr [r8], xmm15
L12:
        jmp L13
L13:
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
L14:
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        mov rdi, qword ptr [rbx+0x48]
        mov rsi, qword ptr [rbx+0x50]
        sfence
        pop rbp
        pop rbx
        vzeroupper
        ret
fill_x4_30000000_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0x1c9c380, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x80, 0x0, 0xa8, 0x0
        .long 0x1, 0x0, 0x1c9c380, 0x0
        .long 0x0, 0x0, 0x80, 0x0
        .long 0x80, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
