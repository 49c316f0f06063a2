# kernel compute_f16_100_add_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output f16 strides 1 span 100; axes [100@0]; %0 = input 0 f16 offset 0 strides 1 span 100; %1 = input 1 f16 offset 0 strides 1 span 100; value add(%0, %1)
# axis 0, 100 long: one run
# elements of a run: whole vectors, straight from and to memory; through the stack, element by element, for the rest
# registers: 8 elements per vector
# values: all in registers
# code: 705 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f16_100_add_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x170]
        mov eax, dword ptr [rsp+0x170]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L12
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L11
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        imul r8, r8, 0x2
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x2
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        mov eax, 0x2
        mov qword ptr [rsp+0x140], rax
        mov eax, 0x2
        mov qword ptr [rsp+0x150], rax
        mov eax, 0x2
        mov qword ptr [rsp+0x160], rax
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        jz L3
        .nops 4
L2:
        vcvtph2ps ymm0, xmmword ptr [r8+rcx*2]
        vcvtph2ps ymm1, xmmword ptr [r9+rcx*2]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rdi+rcx*2], xmm1
        vcvtph2ps ymm0, xmmword ptr [r8+rcx*2+0x10]
        vcvtph2ps ymm1, xmmword ptr [r9+rcx*2+0x10]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rdi+rcx*2+0x10], xmm1
        vcvtph2ps ymm0, xmmword ptr [r8+rcx*2+0x20]
        vcvtph2ps ymm1, xmmword ptr [r9+rcx*2+0x20]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rdi+rcx*2+0x20], xmm1
        vcvtph2ps ymm0, xmmword ptr [r8+rcx*2+0x30]
        vcvtph2ps ymm1, xmmword ptr [r9+rcx*2+0x30]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rdi+rcx*2+0x30], xmm1
        add rcx, 0x20
        cmp rcx, rsi
        jb L2
L3:
        mov rsi, rdx
        and rsi, 0xfffffffffffffff8
        cmp rcx, rsi
        jnb L5
        .nops 9
        .nops 5
L4:
        vcvtph2ps ymm0, xmmword ptr [r8+rcx*2]
        vcvtph2ps ymm1, xmmword ptr [r9+rcx*2]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rdi+rcx*2], xmm1
        add rcx, 0x8
        cmp rcx, rsi
        jb L4
L5:
        cmp rcx, rdx
        jb L6
        jmp L11
        xor ecx, ecx
L6:
        mov rbx, qword ptr [rsp+0x140]
        imul rbx, rcx
        add rbx, r8
        mov qword ptr [rsp+0x148], rbx
        mov rbx, qword ptr [rsp+0x150]
        imul rbx, rcx
        add rbx, r9
        mov qword ptr [rsp+0x158], rbx
        mov rbx, qword ptr [rsp+0x160]
        imul rbx, rcx
        add rbx, rdi
        mov qword ptr [rsp+0x168], rbx
        mov rsi, rdx
        sub rsi, rcx
L7:
        mov edx, 0x8
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x148]
        mov rbx, qword ptr [rsp+0x140]
        xor ecx, ecx
L8:
        movzx r15d, word ptr [rax]
        mov word ptr [rsp+rcx*2+0x80], r15w
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x148], rax
        mov rax, qword ptr [rsp+0x158]
        mov rbx, qword ptr [rsp+0x150]
        xor ecx, ecx
L9:
        movzx r15d, word ptr [rax]
        mov word ptr [rsp+rcx*2+0xc0], r15w
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x158], rax
        vcvtph2ps ymm0, xmmword ptr [rsp+0x80]
        vcvtph2ps ymm1, xmmword ptr [rsp+0xc0]
        vaddps ymm1, ymm0, ymm1
        vcvtps2ph xmm1, ymm1, 0x0
        vmovups xmmword ptr [rsp+0x100], xmm1
        mov rax, qword ptr [rsp+0x168]
        mov rbx, qword ptr [rsp+0x160]
        xor ecx, ecx
L10:
        movzx r15d, word ptr [rsp+rcx*2+0x100]
        mov word ptr [rax], r15w
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x168], rax
        sub rsi, rdx
        jnz L7
L11:
        ldmxcsr dword ptr [rsp+0x170]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L12:
        mov dword ptr [rsp+0x174], 0x1f80
        ldmxcsr dword ptr [rsp+0x174]
        jmp L1
