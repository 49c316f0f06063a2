# kernel compute_f16_100_add_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output f16 strides 1 span 100; axes [100@0]; %0 = input 0 f16 offset 0 strides 1 span 100; %1 = input 1 f16 offset 0 strides 1 span 100; value add(%0, %1)
# axis 0, 100 long: one run
# elements of a run: whole vectors, straight from and to memory; the rest under a mask
# registers: 16 elements per vector
# values: all in registers
# code: 406 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f16_100_add_from2:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x170]
        mov eax, dword ptr [rsp+0x170]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L7
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L6
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        imul r8, r8, 0x2
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x2
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L3
        .nops 9
        .nops 9
        .nops 2
L2:
        vcvtph2ps zmm0, ymmword ptr [r8+rcx*2]
        vcvtph2ps zmm1, ymmword ptr [r9+rcx*2]
        vaddps zmm1, zmm0, zmm1
        vcvtps2ph ymm1, zmm1, 0x0
        vmovups ymmword ptr [rdi+rcx*2], ymm1
        vcvtph2ps zmm0, ymmword ptr [r8+rcx*2+0x20]
        vcvtph2ps zmm1, ymmword ptr [r9+rcx*2+0x20]
        vaddps zmm1, zmm0, zmm1
        vcvtps2ph ymm1, zmm1, 0x0
        vmovups ymmword ptr [rdi+rcx*2+0x20], ymm1
        vcvtph2ps zmm0, ymmword ptr [r8+rcx*2+0x40]
        vcvtph2ps zmm1, ymmword ptr [r9+rcx*2+0x40]
        vaddps zmm1, zmm0, zmm1
        vcvtps2ph ymm1, zmm1, 0x0
        vmovups ymmword ptr [rdi+rcx*2+0x40], ymm1
        vcvtph2ps zmm0, ymmword ptr [r8+rcx*2+0x60]
        vcvtph2ps zmm1, ymmword ptr [r9+rcx*2+0x60]
        vaddps zmm1, zmm0, zmm1
        vcvtps2ph ymm1, zmm1, 0x0
        vmovups ymmword ptr [rdi+rcx*2+0x60], ymm1
        add rcx, 0x40
        cmp rcx, rsi
        jb L2
L3:
        cmp rcx, rdx
        jnb L6
L4:
        mov rax, rdx
        sub rax, rcx
        cmp rax, 0x10
        jb L5
        mov eax, 0x10
L5:
        mov esi, 0xffffffff
        bzhi eax, esi, eax
        kmovd k1, eax
        vcvtph2ps zmm0 {k1} {z}, ymmword ptr [r8+rcx*2]
        vcvtph2ps zmm1 {k1} {z}, ymmword ptr [r9+rcx*2]
        vaddps zmm1, zmm0, zmm1
        vcvtps2ph ymm1, zmm1, 0x0
        vmovdqu16 ymmword ptr [rdi+rcx*2] {k1}, ymm1
        add rcx, 0x10
        cmp rcx, rdx
        jb L4
L6:
        ldmxcsr dword ptr [rsp+0x170]
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
L7:
        mov dword ptr [rsp+0x174], 0x1f80
        ldmxcsr dword ptr [rsp+0x174]
        jmp L1
