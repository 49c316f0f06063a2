# kernel move_x4_6x10_repeat
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x4 strides 10,1 span 60; axes [(3@0)x2] [10@0]; %0 = input 0 x4 offset 0 strides 11,1 span 32
# axis 0, 6 long, outermost: a loop over a table of its runs; one body made, the others copied from it in the output; rows put together as vectors, from loads and shuffles, 1 at once
# registers: 32 bytes
# code: 658 bytes
# tables: 448 bytes
        .intel_syntax noprefix
move_x4_6x10_repeat:
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
        lea rax, [rbp+0xf8]
        mov qword ptr [rbx+0x40], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        mov rcx, qword ptr [rax+0x10]
        cmp qword ptr [rax+0x20], 0x0
        jz L2
        mov ecx, 0x1
L2:
        mov qword ptr [rbx+0x50], rcx
L3:
        mov rdx, qword ptr [rbx+0x48]
        mov rcx, qword ptr [rdx]
        mov rdi, qword ptr [rbx+0x68]
        mov qword ptr [rbx+0x68], rdi
        mov rsi, qword ptr [rbx+0x70]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
        cmp r13, 0x1
        jb L5
        .nops 9
        .nops 9
        .nops 9
        .nops 3
L4:
        vmovups ymm0, ymmword ptr [rsi]
        vmovups ymm1, ymmword ptr [rsi+0x8]
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x8], ymm1
        add rdi, 0x28
        add rsi, 0x2c
        sub r13, 0x1
        cmp r13, 0x1
        jnb L4
L5:
        mov qword ptr [rbx+0x68], rdi
        mov rdx, qword ptr [rbx+0x48]
        add rdx, 0x28
        mov qword ptr [rbx+0x48], rdx
        mov rax, qword ptr [rbx+0x40]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L3
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x48], rcx
        dec qword ptr [rbx+0x50]
        jnz L3
        mov rax, qword ptr [rbx+0x40]
        cmp qword ptr [rax+0x20], 0x0
        jz L15
        mov r9, qword ptr [rbx+0x68]
        sub r9, 0x78
        mov edx, 0x78
        add qword ptr [rbx+0x68], rdx
        mov r15d, 0x78
        lea r8, [r9+r15*1]
L6:
        mov rcx, r15
        cmp rdx, rcx
        cmovb rcx, rdx
        cmp rcx, 0x20
        jb L11
        lea r10, [rcx-0x20]
        xor eax, eax
        lea r11, [rcx-0x80]
        cmp rcx, 0x80
        jb L8
        cmp rcx, 0x400
        jb L7
        vmovups ymm0, ymmword ptr [r9]
        vmovups ymmword ptr [r8], ymm0
        mov eax, r8d
        neg eax
        and eax, 0x1f
        .nops 9
        .nops 7
L7:
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
        jbe L7
L8:
        cmp rax, r10
        jnb L10
L9:
        vmovups ymm0, ymmword ptr [r9+rax*1]
        vmovups ymmword ptr [r8+rax*1], ymm0
        add rax, 0x20
        cmp rax, r10
        jb L9
L10:
        vmovups ymm0, ymmword ptr [r9+r10*1]
        vmovups ymmword ptr [r8+r10*1], ymm0
        jmp L14
L11:
        cmp rcx, 0x10
        jb L12
        vmovups xmm0, xmmword ptr [r9]
        vmovups xmm1, xmmword ptr [r9+rcx*1-0x10]
        vmovups xmmword ptr [r8], xmm0
        vmovups xmmword ptr [r8+rcx*1-0x10], xmm1
        jmp L14
L12:
        cmp rcx, 0x8
        jb L13
        mov rax, qword ptr [r9]
        mov r11, qword ptr [r9+rcx*1-0x8]
        mov qword ptr [r8], rax
        mov qword ptr [r8+rcx*1-0x8], r11
        jmp L14
L13:
        mov eax, dword ptr [r9]
        mov dword ptr [r8], eax
L14:
        sub rdx, rcx
        jz L15
        add r8, rcx
        cmp r15, 0x2000
        jnb L6
        add r15, r15
        jmp L6
L15:
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
move_x4_6x10_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 4, 4, 0x0
        .long 0x2c, 0x0, 0x4, 0x0
        .fill 12, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x2, 0x0
        .long 0x3, 0x0, 0xffffffff, 0xffffffff
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0xa, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x148, 0x0
        .long 0x170, 0x0, 0x1, 0x0
        .long 0xa, 0x0, 0x0, 0x0
        .long 0x148, 0x0, 0x148, 0x0
        .fill 6, 4, 0x0
