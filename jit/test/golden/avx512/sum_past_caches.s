# kernel compute_u8_30000000_add_round_maximum_minimum_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output u8 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 u8 offset 0 strides 1 span 30000000; %1 = input 1 u8 offset 0 strides 1 span 30000000; value saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 255))
# axis 0, 30000000 long: one piece
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: named in each instruction; by the control register where scales are below 2^-103 or above 2^60
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask; past the caches in runs of 25165824 elements or more; inputs are asked for some way ahead
# code: 1812 bytes
# constants: 432 bytes
        .intel_syntax noprefix
compute_u8_30000000_add_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        mov byte ptr [rsp+0xc8], 0x1
        mov rax, qword ptr [rdi+0x28]
        mov qword ptr [rsp+0x150], rax
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L9
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
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L8
        cmp qword ptr [rsp+0x150], 0x1800000
        jb L4
        cmp rdx, 0x80
        jb L4
        mov esi, edi
        neg esi
        and esi, 0x3f
        jz L2
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rsi
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
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r9+rcx*1]
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
        mov rcx, rsi
L2:
        mov rsi, rdx
        sub rsi, rcx
        and rsi, 0xffffffffffffffc0
        add rsi, rcx
        cmp byte ptr [rsp+0xc8], 0x0
        jz L6
        .nops 9
        .nops 7
L3:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9+rcx*1]
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
        vmovntps zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L3
        sfence
        jmp L8
L4:
        cmp byte ptr [rsp+0xc8], 0x0
        jz L6
        .nops 4
L5:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
        prefetchw byte ptr [rdi+rcx*1+0x400]
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9+rcx*1]
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
        add rcx, 0x40
        cmp rcx, rsi
        jb L5
        jmp L8
L6:
        .nops 9
        .nops 4
L7:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
        prefetchw byte ptr [rdi+rcx*1+0x400]
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9+rcx*1]
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
        add rcx, 0x40
        cmp rcx, rsi
        jb L7
L8:
        sub rdx, rcx
        jz L9
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
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r9+rcx*1]
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
L9:
        cmp byte ptr [rsp+0xc8], 0x0
        jz L11
L10:
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
        mov byte ptr [rsp+0xc8], 0x0
        stmxcsr dword ptr [rsp+0x158]
        mov eax, dword ptr [rsp+0x158]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jz L1
        mov dword ptr [rsp+0x15c], 0x1f80
        ldmxcsr dword ptr [rsp+0x15c]
        jmp L1
L11:
        ldmxcsr dword ptr [rsp+0x158]
        jmp L10
compute_u8_30000000_add_round_maximum_minimum_from2_constants:
        .fill 11, 4, 0xcccccccc
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
