# kernel compute_u8_100x3_add_round_maximum_minimum_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output u8 strides 3,1 span 300; axes [100@0] [3@0]; %0 = input 0 u8 offset 0 strides 3,1 span 300; %1 = input 1 u8 offset 0 strides 0,1 span 3; value saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 255))
# axis 0, 100 long, outermost: one piece with the axis inside
# axis 1, 3 long, innermost: a period: the row that is repeated lies on the stack several times
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: named in each instruction; by the control register where scales are below 2^-103 or above 2^60
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 1432 bytes
# constants: 428 bytes
        .intel_syntax noprefix
compute_u8_100x3_add_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x200
        and rsp, 0xffffffffffffffc0
        mov byte ptr [rsp+0xc8], 0x1
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L7
        mov rax, 0x1111111111111111
        kmovq k2, rax
        vmovups zmm11, zmmword ptr [rip+C1]
        vmovups zmm12, zmmword ptr [rip+C2]
        vmovups zmm13, zmmword ptr [rip+C3]
        vmovups zmm14, zmmword ptr [rip+C4]
        vmovups zmm15, zmmword ptr [rip+C5]
        vbroadcastss zmm16, dword ptr [rip+C7]
        mov r11d, 0x33800000
L1:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        mov rcx, rax
        test rax, rax
        jz L2
        mov r15, rdx
        xor edx, edx
        mov ecx, 0x3
        div rcx
        mov rcx, rdx
        mov rdx, r15
L2:
        mov r14, qword ptr [rsi+0x8]
        movzx eax, word ptr [r14]
        mov word ptr [rsp+0x140], ax
        movzx eax, word ptr [r14+0x1]
        mov word ptr [rsp+0x141], ax
        movzx eax, word ptr [rsp+0x140]
        mov word ptr [rsp+0x143], ax
        movzx eax, word ptr [rsp+0x142]
        mov word ptr [rsp+0x145], ax
        movzx eax, word ptr [rsp+0x144]
        mov word ptr [rsp+0x147], ax
        movzx eax, word ptr [rsp+0x146]
        mov word ptr [rsp+0x149], ax
        movzx eax, word ptr [rsp+0x148]
        mov word ptr [rsp+0x14b], ax
        movzx eax, word ptr [rsp+0x14a]
        mov word ptr [rsp+0x14d], ax
        movzx eax, word ptr [rsp+0x14c]
        mov word ptr [rsp+0x14f], ax
        movzx eax, word ptr [rsp+0x14e]
        mov word ptr [rsp+0x151], ax
        vmovups xmm0, xmmword ptr [rsp+0x140]
        vmovups xmmword ptr [rsp+0x152], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x150]
        vmovups xmmword ptr [rsp+0x162], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x160]
        vmovups xmmword ptr [rsp+0x172], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x170]
        vmovups xmmword ptr [rsp+0x182], xmm0
        lea r9, [rsp+rcx*1+0x140]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L6
        cmp byte ptr [rsp+0xc8], 0x0
        jz L4
        nop
L3:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm16 {rn-sae}
        vsubps zmm1, zmm1, zmm16 {rn-sae}
        vsubps zmm2, zmm2, zmm16 {rn-sae}
        vsubps zmm3, zmm3, zmm16 {rn-sae}
        vsubps zmm4, zmm4, zmm16 {rn-sae}
        vsubps zmm5, zmm5, zmm16 {rn-sae}
        vsubps zmm6, zmm6, zmm16 {rn-sae}
        vsubps zmm7, zmm7, zmm16 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        lea rax, [rsp+0x143]
        add r9, 0x1
        lea rbx, [r9-0x3]
        cmp r9, rax
        cmovnb r9, rbx
        add rcx, 0x40
        cmp rcx, rsi
        jb L3
        jmp L6
L4:
        .nops 9
        .nops 8
L5:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm16 {rn-sae}
        vsubps zmm1, zmm1, zmm16 {rn-sae}
        vsubps zmm2, zmm2, zmm16 {rn-sae}
        vsubps zmm3, zmm3, zmm16 {rn-sae}
        vsubps zmm4, zmm4, zmm16 {rn-sae}
        vsubps zmm5, zmm5, zmm16 {rn-sae}
        vsubps zmm6, zmm6, zmm16 {rn-sae}
        vsubps zmm7, zmm7, zmm16 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C6]
        vminps zmm0, zmm8, zmm0 {sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vminps zmm1, zmm8, zmm1 {sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vminps zmm2, zmm8, zmm2 {sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vminps zmm3, zmm8, zmm3 {sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        lea rax, [rsp+0x143]
        add r9, 0x1
        lea rbx, [r9-0x3]
        cmp r9, rax
        cmovnb r9, rbx
        add rcx, 0x40
        cmp rcx, rsi
        jb L5
L6:
        sub rdx, rcx
        jz L7
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r9]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm16 {rn-sae}
        vsubps zmm1, zmm1, zmm16 {rn-sae}
        vsubps zmm2, zmm2, zmm16 {rn-sae}
        vsubps zmm3, zmm3, zmm16 {rn-sae}
        vsubps zmm4, zmm4, zmm16 {rn-sae}
        vsubps zmm5, zmm5, zmm16 {rn-sae}
        vsubps zmm6, zmm6, zmm16 {rn-sae}
        vsubps zmm7, zmm7, zmm16 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C6]
        vminps zmm0, zmm8, zmm0 {sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vminps zmm1, zmm8, zmm1 {sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vminps zmm2, zmm8, zmm2 {sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vminps zmm3, zmm8, zmm3 {sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm0
L7:
        cmp byte ptr [rsp+0xc8], 0x0
        jz L9
L8:
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
        mov byte ptr [rsp+0xc8], 0x0
        stmxcsr dword ptr [rsp+0x1d8]
        mov eax, dword ptr [rsp+0x1d8]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jz L1
        mov dword ptr [rsp+0x1dc], 0x1f80
        ldmxcsr dword ptr [rsp+0x1dc]
        jmp L1
L9:
        ldmxcsr dword ptr [rsp+0x1d8]
        jmp L8
compute_u8_100x3_add_round_maximum_minimum_from2_constants:
        .fill 10, 4, 0xcccccccc
C1:
        .fill 16, 4, 0x4b000000
C2:
        .long 0x80808000, 0x80808001, 0x80808002, 0x80808003
        .long 0x80808000, 0x80808001, 0x80808002, 0x80808003
        .long 0x80808000, 0x80808001, 0x80808002, 0x80808003
        .long 0x80808000, 0x80808001, 0x80808002, 0x80808003
C3:
        .long 0x80808004, 0x80808005, 0x80808006, 0x80808007
        .long 0x80808004, 0x80808005, 0x80808006, 0x80808007
        .long 0x80808004, 0x80808005, 0x80808006, 0x80808007
        .long 0x80808004, 0x80808005, 0x80808006, 0x80808007
C4:
        .long 0x80808008, 0x80808009, 0x8080800a, 0x8080800b
        .long 0x80808008, 0x80808009, 0x8080800a, 0x8080800b
        .long 0x80808008, 0x80808009, 0x8080800a, 0x8080800b
        .long 0x80808008, 0x80808009, 0x8080800a, 0x8080800b
C5:
        .long 0x8080800c, 0x8080800d, 0x8080800e, 0x8080800f
        .long 0x8080800c, 0x8080800d, 0x8080800e, 0x8080800f
        .long 0x8080800c, 0x8080800d, 0x8080800e, 0x8080800f
        .long 0x8080800c, 0x8080800d, 0x8080800e, 0x8080800f
C6:
        .fill 16, 4, 0x4e800000
C7:
        .long 0x4b000000
