# kernel compute_f32_4x5_subtract_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output f32 strides 5,1 span 20; axes [4@0] [5@0]; %0 = input 0 f32 offset 0 strides 5,1 span 20; %1 = input 1 f32 offset 0 strides 0,1 span 5; value subtract(%0, %1)
# axis 0, 4 long, outermost: a counted loop
# axis 1, 5 long, innermost: one run
# elements of a run: whole vectors, straight from and to memory; the rest under a mask
# registers: 16 elements per vector
# values: all in registers
# code: 686 bytes
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
        jnz L11
L1:
        mov rsi, qword ptr [rdi]
        mov rbx, qword ptr [rdi+0x8]
        mov rax, qword ptr [rdi+0x10]
        mov rdx, qword ptr [rdi+0x18]
        sub rdx, rax
        jbe L10
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
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L4
        .nops 9
        .nops 9
        .nops 9
        .nops 2
L3:
        vmovups zmm0, zmmword ptr [r8+rcx*4]
        vmovups zmm1, zmmword ptr [r9+rcx*4]
        vsubps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0x40]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0x40]
        vsubps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0x40], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0x80]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0x80]
        vsubps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0x80], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0xc0]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0xc0]
        vsubps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0xc0], zmm1
        add rcx, 0x40
        cmp rcx, rsi
        jb L3
L4:
        cmp rcx, rdx
        jnb L7
L5:
        mov rax, rdx
        sub rax, rcx
        cmp rax, 0x10
        jb L6
        mov eax, 0x10
L6:
        mov esi, 0xffffffff
        bzhi eax, esi, eax
        kmovd k1, eax
        vmovups zmm0 {k1} {z}, zmmword ptr [r8+rcx*4]
        vmovups zmm1 {k1} {z}, zmmword ptr [r9+rcx*4]
        vsubps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4] {k1}, zmm1
        add rcx, 0x10
        cmp rcx, rdx
        jb L5
L7:
        mov rax, qword ptr [rsp+0x8]
        sub qword ptr [rsp], rax
        jz L10
        dec qword ptr [rsp+0x50]
        jz L8
        mov eax, 0x14
        add qword ptr [rsp+0x80], rax
        mov eax, 0x14
        add qword ptr [rsp+0x68], rax
        jmp L9
L8:
        jmp L10
L9:
        mov rax, qword ptr [rsp+0x68]
        mov qword ptr [rsp+0x38], rax
        mov eax, 0x5
        mov qword ptr [rsp+0x20], rax
        mov rax, qword ptr [rsp+0x80]
        mov r8, rax
        mov rax, qword ptr [rsp+0x88]
        mov r9, rax
        jmp L2
L10:
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
L11:
        mov dword ptr [rsp+0x1b4], 0x1f80
        ldmxcsr dword ptr [rsp+0x1b4]
        jmp L1
