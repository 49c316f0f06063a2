# kernel compute_f32_4x5_subtract_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output f32 strides 5,1 span 20; axes [4@0] [5@0]; %0 = input 0 f32 offset 0 strides 5,1 span 20; %1 = input 1 f32 offset 0 strides 0,1 span 5; value subtract(%0, %1)
# axis 0, 4 long, outermost: a counted loop
# axis 1, 5 long, innermost: one piece
# registers: 32 bytes, 1 vector of numbers per block, 1 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 860 bytes
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
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x168]
        mov eax, dword ptr [rsp+0x168]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L15
L1:
        mov rsi, qword ptr [rdi]
        mov rbx, qword ptr [rdi+0x8]
        mov rax, qword ptr [rdi+0x10]
        mov rdx, qword ptr [rdi+0x18]
        sub rdx, rax
        jbe L14
        mov qword ptr [rsp+0xa8], rdx
        mov rcx, qword ptr [rsi]
        mov qword ptr [rsp+0xb8], rcx
        mov rcx, qword ptr [rsi+0x8]
        mov qword ptr [rsp+0xc0], rcx
        xor edx, edx
        mov ecx, 0x5
        div rcx
        mov qword ptr [rsp+0x120], rax
        mov rax, rdx
        mov qword ptr [rsp+0xf0], rax
        mov qword ptr [rsp+0xe0], rbx
        imul rax, rax, 0x4
        sub rbx, rax
        mov qword ptr [rsp+0x110], rbx
        mov rax, qword ptr [rsp+0x120]
        mov ecx, 0x4
        sub rcx, rax
        mov qword ptr [rsp+0xf8], rcx
        mov rcx, rax
        imul rcx, rcx, 0x14
        add rcx, qword ptr [rsp+0xb8]
        mov qword ptr [rsp+0x128], rcx
        mov rcx, rax
        imul rcx, rcx, 0x0
        add rcx, qword ptr [rsp+0xc0]
        mov qword ptr [rsp+0x130], rcx
        mov rax, qword ptr [rsp+0xf0]
        mov ecx, 0x5
        sub rcx, rax
        mov qword ptr [rsp+0xc8], rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x128]
        mov r8, rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x130]
        mov r9, rcx
L2:
        mov rdx, qword ptr [rsp+0xc8]
        mov rax, qword ptr [rsp+0xa8]
        cmp rdx, rax
        cmovnbe rdx, rax
        mov qword ptr [rsp+0xb0], rdx
        mov rdi, qword ptr [rsp+0xe0]
        cmp rdx, 0x8
        jnb L3
        mov eax, 0x4
        mov qword ptr [rsp+0x138], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x148], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x158], rax
        jmp L6
L3:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xfffffffffffffff8
        .nops 9
        .nops 9
        .nops 6
L4:
        vmovups ymm0, ymmword ptr [r8+rcx*4]
        vmovups ymm1, ymmword ptr [r9+rcx*4]
        vsubps ymm0, ymm0, ymm1
        vmovups ymmword ptr [rdi+rcx*4], ymm0
        add rcx, 0x8
        cmp rcx, rsi
        jb L4
        cmp rcx, rdx
        jz L5
        mov rcx, rdx
        sub rcx, 0x8
        mov rsi, rdx
        jmp L4
L5:
        jmp L11
L6:
        mov qword ptr [rsp+0x140], r8
        mov qword ptr [rsp+0x150], r9
        mov qword ptr [rsp+0x160], rdi
        mov rsi, rdx
L7:
        mov edx, 0x8
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x140]
        mov rbx, qword ptr [rsp+0x138]
        xor ecx, ecx
L8:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x140], rax
        mov rax, qword ptr [rsp+0x150]
        mov rbx, qword ptr [rsp+0x148]
        xor ecx, ecx
L9:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4+0x40], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x150], rax
        vmovups ymm0, ymmword ptr [rsp]
        vmovups ymm1, ymmword ptr [rsp+0x40]
        vsubps ymm0, ymm0, ymm1
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x160]
        mov rbx, qword ptr [rsp+0x158]
        xor ecx, ecx
L10:
        mov r15d, dword ptr [rsp+rcx*4+0x80]
        mov dword ptr [rax], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x160], rax
        sub rsi, rdx
        jnz L7
L11:
        mov rax, qword ptr [rsp+0xb0]
        sub qword ptr [rsp+0xa8], rax
        jz L14
        dec qword ptr [rsp+0xf8]
        jz L12
        mov eax, 0x14
        add qword ptr [rsp+0x128], rax
        mov eax, 0x14
        add qword ptr [rsp+0x110], rax
        jmp L13
L12:
        jmp L14
L13:
        mov rax, qword ptr [rsp+0x110]
        mov qword ptr [rsp+0xe0], rax
        mov eax, 0x5
        mov qword ptr [rsp+0xc8], rax
        mov rax, qword ptr [rsp+0x128]
        mov r8, rax
        mov rax, qword ptr [rsp+0x130]
        mov r9, rax
        jmp L2
L14:
        ldmxcsr dword ptr [rsp+0x168]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L15:
        mov dword ptr [rsp+0x16c], 0x1f80
        ldmxcsr dword ptr [rsp+0x16c]
        jmp L1
