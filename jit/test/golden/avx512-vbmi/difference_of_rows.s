# kernel compute_f32_4x5_subtract_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output f32 strides 5,1 span 20; axes [4@0] [5@0]; %0 = input 0 f32 offset 0 strides 5,1 span 20; %1 = input 1 f32 offset 0 strides 0,1 span 5; value subtract(%0, %1)
# axis 0, 4 long, outermost: a counted loop
# axis 1, 5 long, innermost: one piece
# registers: 64 bytes, 1 vector of numbers per block, 1 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 623 bytes
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
        stmxcsr dword ptr [rsp+0x188]
        mov eax, dword ptr [rsp+0x188]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L9
L1:
        mov rsi, qword ptr [rdi]
        mov rbx, qword ptr [rdi+0x8]
        mov rax, qword ptr [rdi+0x10]
        mov rdx, qword ptr [rdi+0x18]
        sub rdx, rax
        jbe L8
        mov qword ptr [rsp+0xc8], rdx
        mov rcx, qword ptr [rsi]
        mov qword ptr [rsp+0xd8], rcx
        mov rcx, qword ptr [rsi+0x8]
        mov qword ptr [rsp+0xe0], rcx
        xor edx, edx
        mov ecx, 0x5
        div rcx
        mov qword ptr [rsp+0x140], rax
        mov rax, rdx
        mov qword ptr [rsp+0x110], rax
        mov qword ptr [rsp+0x100], rbx
        imul rax, rax, 0x4
        sub rbx, rax
        mov qword ptr [rsp+0x130], rbx
        mov rax, qword ptr [rsp+0x140]
        mov ecx, 0x4
        sub rcx, rax
        mov qword ptr [rsp+0x118], rcx
        mov rcx, rax
        imul rcx, rcx, 0x14
        add rcx, qword ptr [rsp+0xd8]
        mov qword ptr [rsp+0x148], rcx
        mov rcx, rax
        imul rcx, rcx, 0x0
        add rcx, qword ptr [rsp+0xe0]
        mov qword ptr [rsp+0x150], rcx
        mov rax, qword ptr [rsp+0x110]
        mov ecx, 0x5
        sub rcx, rax
        mov qword ptr [rsp+0xe8], rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x148]
        mov r8, rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x150]
        mov r9, rcx
L2:
        mov rdx, qword ptr [rsp+0xe8]
        mov rax, qword ptr [rsp+0xc8]
        cmp rdx, rax
        cmovnbe rdx, rax
        mov qword ptr [rsp+0xd0], rdx
        mov rdi, qword ptr [rsp+0x100]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xfffffffffffffff0
        jz L4
        .nops 8
L3:
        vmovups zmm0, zmmword ptr [r8+rcx*4]
        vmovups zmm1, zmmword ptr [r9+rcx*4]
        vsubps zmm0, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4], zmm0
        add rcx, 0x10
        cmp rcx, rsi
        jb L3
L4:
        sub rdx, rcx
        jz L5
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovups zmm0 {k1} {z}, zmmword ptr [r8+rcx*4]
        vmovups zmm1 {k1} {z}, zmmword ptr [r9+rcx*4]
        vsubps zmm0, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4] {k1}, zmm0
L5:
        mov rax, qword ptr [rsp+0xd0]
        sub qword ptr [rsp+0xc8], rax
        jz L8
        dec qword ptr [rsp+0x118]
        jz L6
        mov eax, 0x14
        add qword ptr [rsp+0x148], rax
        mov eax, 0x14
        add qword ptr [rsp+0x130], rax
        jmp L7
L6:
        jmp L8
L7:
        mov rax, qword ptr [rsp+0x130]
        mov qword ptr [rsp+0x100], rax
        mov eax, 0x5
        mov qword ptr [rsp+0xe8], rax
        mov rax, qword ptr [rsp+0x148]
        mov r8, rax
        mov rax, qword ptr [rsp+0x150]
        mov r9, rax
        jmp L2
L8:
        ldmxcsr dword ptr [rsp+0x188]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L9:
        mov dword ptr [rsp+0x18c], 0x1f80
        ldmxcsr dword ptr [rsp+0x18c]
        jmp L1
