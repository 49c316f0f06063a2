# kernel move_x1_5x22_fill
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 22,1 span 110; axes [1f 3@0 1f] [1f 20@0 1f]; %0 = input 0 x1 offset 0 strides 20,1 span 60; fill 07
# axis 0, 5 long, outermost: a loop over a table of its runs
# axis 1, 22 long, innermost: code of its own for each run; 1 element filled; 20 elements copied
# registers: 32 bytes
# code: 513 bytes
# tables: 608 bytes
        .intel_syntax noprefix
move_x1_5x22_fill:
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        push r15
        mov rbx, qword ptr [rdi+0x20]
        mov rbp, qword ptr [rbx+0x10]
        mov rdi, qword ptr [rbx+0x8]
        vmovups ymm15, ymmword ptr [rbp]
        lea r12, [rbp+0x80]
        mov rsi, qword ptr [rbx]
        mov rax, qword ptr [r12]
        mov rsi, qword ptr [rsi+rax*1]
        add rsi, qword ptr [r12+0x8]
        mov qword ptr [rbx+0x60], rdi
        mov qword ptr [rbx+0x68], rdi
        mov qword ptr [rbx+0x70], rsi
        lea rax, [rbp+0x148]
        mov qword ptr [rbx+0x40], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        mov rcx, qword ptr [rax+0x10]
        mov qword ptr [rbx+0x50], rcx
L2:
        mov rdx, qword ptr [rbx+0x48]
        mov rcx, qword ptr [rdx]
        mov rdi, qword ptr [rbx+0x68]
        cmp qword ptr [rdx+0x18], 0x0
        jnz L13
        mov rax, rcx
        imul rax, rax, 0x16
        add qword ptr [rbx+0x68], rax
        mov r8, rdi
        imul rcx, rcx, 0x16
        cmp rcx, 0x20
        jb L7
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L4
L3:
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
        jmp L15
L13:
        mov qword ptr [rbx+0x68], rdi
        mov rsi, qword ptr [rbx+0x70]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
L14:
        vpextrb byte ptr [rdi], xmm15, 0x0
        vmovups xmm0, xmmword ptr [rsi]
        vmovups xmm1, xmmword ptr [rsi+0x4]
        vmovups xmmword ptr [rdi+0x1], xmm0
        vmovups xmmword ptr [rdi+0x5], xmm1
        vpextrb byte ptr [rdi+0x15], xmm15, 0x0
        add rdi, 0x16
        add rsi, r14
        dec r13
        jnz L14
        mov qword ptr [rbx+0x68], rdi
L15:
        mov rdx, qword ptr [rbx+0x48]
        add rdx, 0x28
        mov qword ptr [rbx+0x48], rdx
        mov rax, qword ptr [rbx+0x40]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L2
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        dec qword ptr [rbx+0x50]
        jnz L2
        mov rax, qword ptr [rbx+0x40]
        add rax, 0x28
        mov qword ptr [rbx+0x40], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_5x22_fill_tables:
        .fill 16, 4, 0x7070707
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x14, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 8, 4, 0x0
        .long 0xd0, 0x0, 0x148, 0x0
        .long 0x1, 0x0, 0x5, 0x0
        .long 0x0, 0x0, 0xd0, 0x0
        .long 0xd0, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x14, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 8, 4, 0x0
        .long 0x198, 0x0, 0x210, 0x0
        .long 0x1, 0x0, 0x16, 0x0
        .long 0x0, 0x0, 0x198, 0x0
        .long 0x198, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
