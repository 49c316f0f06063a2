# kernel move_x2_9x6_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x2 strides 6,1 span 54; axes [%0:4@0 %1:5@0] [6@0]; %0 = input 0 x2 offset 0 strides 7,1 span 27; %1 = input 1 x2 offset 0 strides 6,1 span 30
# axis 0, 9 long, outermost: a loop over a table of its runs
# axis 1, 6 long, innermost: code of its own for each run; 6 elements copied
# registers: 64 bytes
# code: 268 bytes
# tables: 568 bytes
        .intel_syntax noprefix
move_x2_9x6_from2:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        mov qword ptr [rbx+0x48], rdi
        mov qword ptr [rbx+0x20], rdi
        lea rax, [rbp+0x170]
        mov qword ptr [rbx+0x68], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        mov rcx, qword ptr [rax+0x10]
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rdi, qword ptr [rbx+0x20]
        mov qword ptr [rbx+0x20], rdi
        mov r12, qword ptr [rdx+0x20]
        add r12, rbp
        mov rsi, qword ptr [rbx]
        mov rax, qword ptr [r12]
        mov rsi, qword ptr [rsi+rax*1]
        add rsi, qword ptr [r12+0x8]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
L3:
        mov rax, qword ptr [rsi]
        mov r11, qword ptr [rsi+0x4]
        mov qword ptr [rdi], rax
        mov qword ptr [rdi+0x4], r11
        add rdi, 0xc
        add rsi, r14
        dec r13
        jnz L3
        mov qword ptr [rbx+0x20], rdi
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
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x2_9x6_from2_tables:
        .fill 16, 4, 0x0
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .fill 4, 4, 0x0
        .long 0xe, 0x0, 0x2, 0x0
        .fill 12, 4, 0x0
        .long 0x8, 0x0, 0x0, 0x0
        .long 0xc, 0x0, 0x2, 0x0
        .fill 12, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x2, 0x0
        .long 0x80, 0x0, 0x5, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x2, 0x0, 0xd0, 0x0
        .long 0x120, 0x0, 0x170, 0x0
        .long 0x1, 0x0, 0x9, 0x0
        .long 0x0, 0x0, 0x120, 0x0
        .long 0x120, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x6, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1c0, 0x0
        .long 0x1e8, 0x0, 0x1, 0x0
        .long 0x6, 0x0, 0x0, 0x0
        .long 0x1c0, 0x0, 0x1c0, 0x0
        .fill 6, 4, 0x0
