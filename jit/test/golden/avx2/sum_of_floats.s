# kernel compute_f32_100_add_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output f32 strides 1 span 100; axes [100@0]; %0 = input 0 f32 offset 0 strides 1 span 100; %1 = input 1 f32 offset 0 strides 1 span 100; value add(%0, %1)
# axis 0, 100 long: one piece
# registers: 32 bytes, 1 vector of numbers per block, 1 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 508 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f32_100_add_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x140
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x128]
        mov eax, dword ptr [rsp+0x128]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L11
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L10
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        imul r8, r8, 0x4
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x4
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x8
        jnb L2
        mov eax, 0x4
        mov qword ptr [rsp+0xf8], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x108], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x118], rax
        jmp L5
L2:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xfffffffffffffff8
        .nops 9
        .nops 9
        .nops 9
L3:
        vmovups ymm0, ymmword ptr [r8+rcx*4]
        vmovups ymm1, ymmword ptr [r9+rcx*4]
        vaddps ymm0, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4], ymm0
        add rcx, 0x8
        cmp rcx, rsi
        jb L3
        cmp rcx, rdx
        jz L4
        mov rcx, rdx
        sub rcx, 0x8
        mov rsi, rdx
        jmp L3
L4:
        jmp L10
L5:
        mov qword ptr [rsp+0x100], r8
        mov qword ptr [rsp+0x110], r9
        mov qword ptr [rsp+0x120], rdi
        mov rsi, rdx
L6:
        mov edx, 0x8
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x100]
        mov rbx, qword ptr [rsp+0xf8]
        xor ecx, ecx
L7:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L7
        mov qword ptr [rsp+0x100], rax
        mov rax, qword ptr [rsp+0x110]
        mov rbx, qword ptr [rsp+0x108]
        xor ecx, ecx
L8:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4+0x40], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x110], rax
        vmovups ymm0, ymmword ptr [rsp]
        vmovups ymm1, ymmword ptr [rsp+0x40]
        vaddps ymm0, ymm0, ymm1
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x120]
        mov rbx, qword ptr [rsp+0x118]
        xor ecx, ecx
L9:
        mov r15d, dword ptr [rsp+rcx*4+0x80]
        mov dword ptr [rax], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x120], rax
        sub rsi, rdx
        jnz L6
L10:
        ldmxcsr dword ptr [rsp+0x128]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L11:
        mov dword ptr [rsp+0x12c], 0x1f80
        ldmxcsr dword ptr [rsp+0x12c]
        jmp L1
