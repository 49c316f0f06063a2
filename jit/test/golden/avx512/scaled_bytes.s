# kernel compute_i8_100_add_divide_round_maximum_minimum_from3
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output i8 strides 1 span 100; axes [100@0]; %0 = input 0 i8 offset 0 strides 1 span 100; %1 = input 1 i8 offset 0 strides 1 span 100; %2 = input 2 f32 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(round(divide(add(convert.f32(%0), convert.f32(%1)), %2)), f32 -128), f32 127))
# axis 0, 100 long: one piece
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: named in each instruction; by the control register where scales are below 2^-103 or above 2^60
# values: computed element by element
# quotients: products with a reciprocal of 48 bits, rounded to the same integer; divided where scales do not bound them
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 1362 bytes
# constants: 502 bytes
        .intel_syntax noprefix
compute_i8_100_add_divide_round_maximum_minimum_from3:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        mov byte ptr [rsp+0xc8], 0x1
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L6
        mov rax, 0x1111111111111111
        kmovq k2, rax
        vmovups zmm11, zmmword ptr [rip+C1]
        vmovups zmm12, zmmword ptr [rip+C2]
        vmovups zmm13, zmmword ptr [rip+C3]
        vmovups zmm14, zmmword ptr [rip+C4]
        vmovups zmm15, zmmword ptr [rip+C5]
        vbroadcastss zmm18, dword ptr [rip+C8]
        mov rax, qword ptr [rsi+0x10]
        vbroadcastss zmm19, dword ptr [rax]
        mov rax, qword ptr [rsi+0x10]
        vbroadcastss xmm0, dword ptr [rax]
        vmovss xmm1, dword ptr [rip+C9]
        vdivss xmm2, xmm1, xmm0 {rn-sae}
        vfnmadd231ss xmm1, xmm2, xmm0 {rn-sae}
        vdivss xmm1, xmm1, xmm0 {rn-sae}
        vbroadcastss zmm16, xmm2
        vbroadcastss zmm17, xmm1
        vmovd r11d, xmm19
        and r11d, 0x7fffffff
        sub r11d, 0xc000000
        cmp r11d, 0x51800000
        jnbe L8
        mov eax, 0x33800000
        sub eax, r11d
        cmp eax, 0x9800000
        jnle L8
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
        jz L5
        cmp byte ptr [rsp+0xc8], 0x0
        jz L3
        .nops 9
        .nops 2
L2:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm18 {rn-sae}
        vsubps zmm1, zmm1, zmm18 {rn-sae}
        vsubps zmm2, zmm2, zmm18 {rn-sae}
        vsubps zmm3, zmm3, zmm18 {rn-sae}
        vsubps zmm4, zmm4, zmm18 {rn-sae}
        vsubps zmm5, zmm5, zmm18 {rn-sae}
        vsubps zmm6, zmm6, zmm18 {rn-sae}
        vsubps zmm7, zmm7, zmm18 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vmulps zmm4, zmm0, zmm17 {rn-sae}
        vmulps zmm5, zmm1, zmm17 {rn-sae}
        vmulps zmm6, zmm2, zmm17 {rn-sae}
        vmulps zmm7, zmm3, zmm17 {rn-sae}
        vfmadd132ps zmm0, zmm4, zmm16 {rn-sae}
        vfmadd132ps zmm1, zmm5, zmm16 {rn-sae}
        vfmadd132ps zmm2, zmm6, zmm16 {rn-sae}
        vfmadd132ps zmm3, zmm7, zmm16 {rn-sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpacksswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L2
        jmp L5
L3:
        .nops 3
L4:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovups zmm8, zmmword ptr [r9+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm18 {rn-sae}
        vsubps zmm1, zmm1, zmm18 {rn-sae}
        vsubps zmm2, zmm2, zmm18 {rn-sae}
        vsubps zmm3, zmm3, zmm18 {rn-sae}
        vsubps zmm4, zmm4, zmm18 {rn-sae}
        vsubps zmm5, zmm5, zmm18 {rn-sae}
        vsubps zmm6, zmm6, zmm18 {rn-sae}
        vsubps zmm7, zmm7, zmm18 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vdivps zmm0, zmm0, zmm19 {rn-sae}
        vdivps zmm1, zmm1, zmm19 {rn-sae}
        vdivps zmm2, zmm2, zmm19 {rn-sae}
        vdivps zmm3, zmm3, zmm19 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C7]
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
        vpacksswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L4
L5:
        sub rdx, rcx
        jz L6
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm0, zmm11
        vpshufb zmm0 {k2}, zmm8, zmm12
        vmovups zmm1, zmm11
        vpshufb zmm1 {k2}, zmm8, zmm13
        vmovups zmm2, zmm11
        vpshufb zmm2 {k2}, zmm8, zmm14
        vmovups zmm3, zmm11
        vpshufb zmm3 {k2}, zmm8, zmm15
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r9+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C6]
        vmovups zmm4, zmm11
        vpshufb zmm4 {k2}, zmm8, zmm12
        vmovups zmm5, zmm11
        vpshufb zmm5 {k2}, zmm8, zmm13
        vmovups zmm6, zmm11
        vpshufb zmm6 {k2}, zmm8, zmm14
        vmovups zmm7, zmm11
        vpshufb zmm7 {k2}, zmm8, zmm15
        vsubps zmm0, zmm0, zmm18 {rn-sae}
        vsubps zmm1, zmm1, zmm18 {rn-sae}
        vsubps zmm2, zmm2, zmm18 {rn-sae}
        vsubps zmm3, zmm3, zmm18 {rn-sae}
        vsubps zmm4, zmm4, zmm18 {rn-sae}
        vsubps zmm5, zmm5, zmm18 {rn-sae}
        vsubps zmm6, zmm6, zmm18 {rn-sae}
        vsubps zmm7, zmm7, zmm18 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vdivps zmm0, zmm0, zmm19 {rn-sae}
        vdivps zmm1, zmm1, zmm19 {rn-sae}
        vdivps zmm2, zmm2, zmm19 {rn-sae}
        vdivps zmm3, zmm3, zmm19 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C7]
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
        vpacksswb zmm0, zmm0, zmm2
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm0
L6:
        cmp byte ptr [rsp+0xc8], 0x0
        jz L9
L7:
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
L8:
        mov byte ptr [rsp+0xc8], 0x0
        stmxcsr dword ptr [rsp+0x150]
        mov eax, dword ptr [rsp+0x150]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jz L1
        mov dword ptr [rsp+0x154], 0x1f80
        ldmxcsr dword ptr [rsp+0x154]
        jmp L1
L9:
        ldmxcsr dword ptr [rsp+0x150]
        jmp L7
compute_i8_100_add_divide_round_maximum_minimum_from3_constants:
        .fill 11, 4, 0xcccccccc
        .byte 0xcc
        .byte 0xcc
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
        .fill 16, 4, 0x80808080
C7:
        .fill 16, 4, 0x4e800000
C8:
        .long 0x4b000080
C9:
        .long 0x3f800000
