# kernel compute_f32_100_add_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output f32 strides 1 span 100; axes [100@0]; %0 = input 0 f32 offset 0 strides 1 span 100; %1 = input 1 f32 offset 0 strides 1 span 100; value add(%0, %1)
# axis 0, 100 long: one piece
# registers: 64 bytes, 1 vector of numbers per block, 1 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 262 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f32_100_add_from2:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x148]
        mov eax, dword ptr [rsp+0x148]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L5
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L4
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
        and rsi, 0xfffffffffffffff0
        jz L3
        .nops 9
        .nops 9
        .nops 2
L2:
        vmovups zmm0, zmmword ptr [r8+rcx*4]
        vmovups zmm1, zmmword ptr [r9+rcx*4]
        vaddps zmm0, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4], zmm0
        add rcx, 0x10
        cmp rcx, rsi
        jb L2
L3:
        sub rdx, rcx
        jz L4
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovups zmm0 {k1} {z}, zmmword ptr [r8+rcx*4]
        vmovups zmm1 {k1} {z}, zmmword ptr [r9+rcx*4]
        vaddps zmm0, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*4] {k1}, zmm0
L4:
        ldmxcsr dword ptr [rsp+0x148]
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
L5:
        mov dword ptr [rsp+0x14c], 0x1f80
        ldmxcsr dword ptr [rsp+0x14c]
        jmp L1
