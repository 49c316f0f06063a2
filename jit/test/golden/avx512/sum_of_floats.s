# kernel compute_f32_100_add_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output f32 strides 1 span 100; axes [100@0]; %0 = input 0 f32 offset 0 strides 1 span 100; %1 = input 1 f32 offset 0 strides 1 span 100; value add(%0, %1)
# axis 0, 100 long: one run
# elements of a run: whole vectors, straight from and to memory; the rest under a mask
# registers: 16 elements per vector
# values: all in registers
# code: 379 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f32_100_add_from2:
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
        imul r8, r8, 0x4
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x4
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
        vmovups zmm0, zmmword ptr [r8+rcx*4]
        vmovups zmm1, zmmword ptr [r9+rcx*4]
        vaddps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0x40]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0x40]
        vaddps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0x40], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0x80]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0x80]
        vaddps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0x80], zmm1
        vmovups zmm0, zmmword ptr [r8+rcx*4+0xc0]
        vmovups zmm1, zmmword ptr [r9+rcx*4+0xc0]
        vaddps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4+0xc0], zmm1
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
        vmovups zmm0 {k1} {z}, zmmword ptr [r8+rcx*4]
        vmovups zmm1 {k1} {z}, zmmword ptr [r9+rcx*4]
        vaddps zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4] {k1}, zmm1
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
