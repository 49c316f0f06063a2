# kernel compute_i64_100_multiply_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output i64 strides 1 span 100; axes [100@0]; %0 = input 0 i64 offset 0 strides 1 span 100; %1 = input 1 i64 offset 0 strides 1 span 100; value multiply(%0, %1)
# axis 0, 100 long: one run
# elements of a run: whole vectors, straight from and to memory; the rest under a mask
# registers: 8 elements per vector
# values: all in registers
# code: 315 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_i64_100_multiply_from2:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L5
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        imul r8, r8, 0x8
        add r8, qword ptr [rsi]
        mov r9, rax
        imul r9, r9, 0x8
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        jz L2
        .nops 9
        .nops 8
L1:
        vmovupd zmm0, zmmword ptr [r8+rcx*8]
        vmovupd zmm1, zmmword ptr [r9+rcx*8]
        vpmullq zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*8], zmm1
        vmovupd zmm0, zmmword ptr [r8+rcx*8+0x40]
        vmovupd zmm1, zmmword ptr [r9+rcx*8+0x40]
        vpmullq zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*8+0x40], zmm1
        vmovupd zmm0, zmmword ptr [r8+rcx*8+0x80]
        vmovupd zmm1, zmmword ptr [r9+rcx*8+0x80]
        vpmullq zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*8+0x80], zmm1
        vmovupd zmm0, zmmword ptr [r8+rcx*8+0xc0]
        vmovupd zmm1, zmmword ptr [r9+rcx*8+0xc0]
        vpmullq zmm1, zmm0, zmm1
        vmovups zmmword ptr [rdi+rcx*8+0xc0], zmm1
        add rcx, 0x20
        cmp rcx, rsi
        jb L1
L2:
        cmp rcx, rdx
        jnb L5
L3:
        mov rax, rdx
        sub rax, rcx
        cmp rax, 0x8
        jb L4
        mov eax, 0x8
L4:
        mov esi, 0xffffffff
        bzhi eax, esi, eax
        kmovd k1, eax
        vmovupd zmm0 {k1} {z}, zmmword ptr [r8+rcx*8]
        vmovupd zmm1 {k1} {z}, zmmword ptr [r9+rcx*8]
        vpmullq zmm1, zmm0, zmm1
        vmovupd zmmword ptr [rdi+rcx*8] {k1}, zmm1
        add rcx, 0x8
        cmp rcx, rdx
        jb L3
L5:
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
