# kernel compute_f32_4x5_subtract_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output f32 strides 5,1 span 20; axes [4@0] [5@0]; %0 = input 0 f32 offset 0 strides 5,1 span 20; %1 = input 1 f32 offset 0 strides 0,1 span 5; value subtract(%0, %1)
# axis 0, 4 long, outermost: a counted loop
# axis 1, 5 long, innermost: one run
# elements of a run: whole vectors, straight from and to memory; through the stack, element by element, for the rest
# registers: 8 elements per vector
# values: all in registers
# code: 951 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f32_4x5_subtract_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x1c0
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x1b0]
        mov eax, dword ptr [rsp+0x1b0]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L16
L1:
        mov rsi, qword ptr [rdi]
        mov rbx, qword ptr [rdi+0x8]
        mov rax, qword ptr [rdi+0x10]
        mov rdx, qword ptr [rdi+0x18]
        sub rdx, rax
        jbe L15
        mov qword ptr [rsp], rdx
        mov rcx, qword ptr [rsi]
        mov qword ptr [rsp+0x10], rcx
        mov rcx, qword ptr [rsi+0x8]
        mov qword ptr [rsp+0x18], rcx
        xor edx, edx
        mov ecx, 0x5
        div rcx
        mov qword ptr [rsp+0x78], rax
        mov rax, rdx
        mov qword ptr [rsp+0x48], rax
        mov qword ptr [rsp+0x38], rbx
        imul rax, rax, 0x4
        sub rbx, rax
        mov qword ptr [rsp+0x68], rbx
        mov rax, qword ptr [rsp+0x78]
        mov ecx, 0x4
        sub rcx, rax
        mov qword ptr [rsp+0x50], rcx
        mov rcx, rax
        imul rcx, rcx, 0x14
        add rcx, qword ptr [rsp+0x10]
        mov qword ptr [rsp+0x80], rcx
        mov rcx, rax
        imul rcx, rcx, 0x0
        add rcx, qword ptr [rsp+0x18]
        mov qword ptr [rsp+0x88], rcx
        mov rax, qword ptr [rsp+0x48]
        mov ecx, 0x5
        sub rcx, rax
        mov qword ptr [rsp+0x20], rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x80]
        mov r8, rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x88]
        mov r9, rcx
L2:
        mov rdx, qword ptr [rsp+0x20]
        mov rax, qword ptr [rsp]
        cmp rdx, rax
        cmovnbe rdx, rax
        mov qword ptr [rsp+0x8], rdx
        mov rdi, qword ptr [rsp+0x38]
        mov eax, 0x4
        mov qword ptr [rsp+0x180], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x190], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x1a0], rax
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        jz L4
        .nops 9
        .nops 9
        .nops 4
L3:
        vmovups ymm0, ymmword ptr [r8+rcx*4]
        vmovups ymm1, ymmword ptr [r9+rcx*4]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4], ymm1
        vmovups ymm0, ymmword ptr [r8+rcx*4+0x20]
        vmovups ymm1, ymmword ptr [r9+rcx*4+0x20]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4+0x20], ymm1
        vmovups ymm0, ymmword ptr [r8+rcx*4+0x40]
        vmovups ymm1, ymmword ptr [r9+rcx*4+0x40]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4+0x40], ymm1
        vmovups ymm0, ymmword ptr [r8+rcx*4+0x60]
        vmovups ymm1, ymmword ptr [r9+rcx*4+0x60]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4+0x60], ymm1
        add rcx, 0x20
        cmp rcx, rsi
        jb L3
L4:
        mov rsi, rdx
        and rsi, 0xfffffffffffffff8
        cmp rcx, rsi
        jnb L6
        .nops 6
L5:
        vmovups ymm0, ymmword ptr [r8+rcx*4]
        vmovups ymm1, ymmword ptr [r9+rcx*4]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4], ymm1
        add rcx, 0x8
        cmp rcx, rsi
        jb L5
L6:
        cmp rcx, rdx
        jb L7
        jmp L12
        xor ecx, ecx
L7:
        mov rbx, qword ptr [rsp+0x180]
        imul rbx, rcx
        add rbx, r8
        mov qword ptr [rsp+0x188], rbx
        mov rbx, qword ptr [rsp+0x190]
        imul rbx, rcx
        add rbx, r9
        mov qword ptr [rsp+0x198], rbx
        mov rbx, qword ptr [rsp+0x1a0]
        imul rbx, rcx
        add rbx, rdi
        mov qword ptr [rsp+0x1a8], rbx
        mov rsi, rdx
        sub rsi, rcx
L8:
        mov edx, 0x8
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x188]
        mov rbx, qword ptr [rsp+0x180]
        xor ecx, ecx
L9:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4+0xc0], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x188], rax
        mov rax, qword ptr [rsp+0x198]
        mov rbx, qword ptr [rsp+0x190]
        xor ecx, ecx
L10:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4+0x100], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x198], rax
        vmovups ymm0, ymmword ptr [rsp+0xc0]
        vmovups ymm1, ymmword ptr [rsp+0x100]
        vsubps ymm1, ymm0, ymm1
        vmovups ymmword ptr [rsp+0x140], ymm1
        mov rax, qword ptr [rsp+0x1a8]
        mov rbx, qword ptr [rsp+0x1a0]
        xor ecx, ecx
L11:
        mov r15d, dword ptr [rsp+rcx*4+0x140]
        mov dword ptr [rax], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L11
        mov qword ptr [rsp+0x1a8], rax
        sub rsi, rdx
        jnz L8
L12:
        mov rax, qword ptr [rsp+0x8]
        sub qword ptr [rsp], rax
        jz L15
        dec qword ptr [rsp+0x50]
        jz L13
        mov eax, 0x14
        add qword ptr [rsp+0x80], rax
        mov eax, 0x14
        add qword ptr [rsp+0x68], rax
        jmp L14
L13:
        jmp L15
L14:
        mov rax, qword ptr [rsp+0x68]
        mov qword ptr [rsp+0x38], rax
        mov eax, 0x5
        mov qword ptr [rsp+0x20], rax
        mov rax, qword ptr [rsp+0x80]
        mov r8, rax
        mov rax, qword ptr [rsp+0x88]
        mov r9, rax
        jmp L2
L15:
        ldmxcsr dword ptr [rsp+0x1b0]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L16:
        mov dword ptr [rsp+0x1b4], 0x1f80
        ldmxcsr dword ptr [rsp+0x1b4]
        jmp L1
