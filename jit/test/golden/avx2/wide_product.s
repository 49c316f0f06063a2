# kernel compute_i64_100_multiply_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output i64 strides 1 span 100; axes [100@0]; %0 = input 0 i64 offset 0 strides 1 span 100; %1 = input 1 i64 offset 0 strides 1 span 100; value multiply(%0, %1)
# axis 0, 100 long: one run
# elements of a run: whole vectors, straight from and to memory; through the stack, element by element, for the rest
# registers: 4 elements per vector
# values: all in registers
# code: 779 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_i64_100_multiply_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L10
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        imul r8, r8, 0x8
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x8
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        mov eax, 0x8
        mov qword ptr [rsp+0x140], rax
        mov eax, 0x8
        mov qword ptr [rsp+0x150], rax
        mov eax, 0x8
        mov qword ptr [rsp+0x160], rax
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xfffffffffffffff0
        jz L2
        nop
L1:
        vmovupd ymm0, ymmword ptr [r8+rcx*8]
        vmovupd ymm1, ymmword ptr [r9+rcx*8]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rdi+rcx*8], ymm1
        vmovupd ymm0, ymmword ptr [r8+rcx*8+0x20]
        vmovupd ymm1, ymmword ptr [r9+rcx*8+0x20]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rdi+rcx*8+0x20], ymm1
        vmovupd ymm0, ymmword ptr [r8+rcx*8+0x40]
        vmovupd ymm1, ymmword ptr [r9+rcx*8+0x40]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rdi+rcx*8+0x40], ymm1
        vmovupd ymm0, ymmword ptr [r8+rcx*8+0x60]
        vmovupd ymm1, ymmword ptr [r9+rcx*8+0x60]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rdi+rcx*8+0x60], ymm1
        add rcx, 0x10
        cmp rcx, rsi
        jb L1
L2:
        mov rsi, rdx
        and rsi, 0xfffffffffffffffc
        cmp rcx, rsi
        jnb L4
        .nops 9
        nop
L3:
        vmovupd ymm0, ymmword ptr [r8+rcx*8]
        vmovupd ymm1, ymmword ptr [r9+rcx*8]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rdi+rcx*8], ymm1
        add rcx, 0x4
        cmp rcx, rsi
        jb L3
L4:
        cmp rcx, rdx
        jb L5
        jmp L10
        xor ecx, ecx
L5:
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
L6:
        mov edx, 0x4
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x148]
        mov rbx, qword ptr [rsp+0x140]
        xor ecx, ecx
L7:
        mov r15, qword ptr [rax]
        mov qword ptr [rsp+rcx*8+0x80], r15
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L7
        mov qword ptr [rsp+0x148], rax
        mov rax, qword ptr [rsp+0x158]
        mov rbx, qword ptr [rsp+0x150]
        xor ecx, ecx
L8:
        mov r15, qword ptr [rax]
        mov qword ptr [rsp+rcx*8+0xc0], r15
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x158], rax
        vmovupd ymm0, ymmword ptr [rsp+0x80]
        vmovupd ymm1, ymmword ptr [rsp+0xc0]
        vpmuludq ymm2, ymm0, ymm1
        vpsrlq ymm3, ymm0, 0x20
        vpmuludq ymm3, ymm3, ymm1
        vpsrlq ymm1, ymm1, 0x20
        vpmuludq ymm1, ymm0, ymm1
        vpaddq ymm1, ymm3, ymm1
        vpsllq ymm1, ymm1, 0x20
        vpaddq ymm1, ymm2, ymm1
        vmovups ymmword ptr [rsp+0x100], ymm1
        mov rax, qword ptr [rsp+0x168]
        mov rbx, qword ptr [rsp+0x160]
        xor ecx, ecx
L9:
        mov r15, qword ptr [rsp+rcx*8+0x100]
        mov qword ptr [rax], r15
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x168], rax
        sub rsi, rdx
        jnz L6
L10:
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
