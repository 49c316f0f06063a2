# kernel compute_u8_100_add_maximum_minimum_from2
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output u8 strides 1 span 100; axes [100@0]; %0 = input 0 u8 offset 0 strides 1 span 100; %1 = input 1 u8 offset 0 strides 1 span 100; value saturate.i32(minimum(maximum(add(convert.f32(%0), convert.f32(%1)), f32 0), f32 255))
# axis 0, 100 long: one piece
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 862 bytes
# constants: 366 bytes
        .intel_syntax noprefix
compute_u8_100_add_maximum_minimum_from2:
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
        mov rax, 0x1111111111111111
        kmovq k2, rax
        vmovups zmm11, zmmword ptr [rip+C1]
        vmovups zmm12, zmmword ptr [rip+C2]
        vmovups zmm13, zmmword ptr [rip+C3]
        vmovups zmm14, zmmword ptr [rip+C4]
        vmovups zmm15, zmmword ptr [rip+C5]
        vbroadcastss zmm16, dword ptr [rip+C6]
        vbroadcastss zmm17, dword ptr [rip+C7]
        vbroadcastss zmm18, dword ptr [rip+C8]
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
        jz L3
        .nops 9
        .nops 9
        .nops 9
        .nops 2
L2:
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
        vsubps zmm0, zmm0, zmm16
        vsubps zmm1, zmm1, zmm16
        vsubps zmm2, zmm2, zmm16
        vsubps zmm3, zmm3, zmm16
        vsubps zmm4, zmm4, zmm16
        vsubps zmm5, zmm5, zmm16
        vsubps zmm6, zmm6, zmm16
        vsubps zmm7, zmm7, zmm16
        vaddps zmm0, zmm0, zmm4
        vaddps zmm1, zmm1, zmm5
        vaddps zmm2, zmm2, zmm6
        vaddps zmm3, zmm3, zmm7
        vmaxps zmm0, zmm0, zmm17
        vmaxps zmm1, zmm1, zmm17
        vmaxps zmm2, zmm2, zmm17
        vmaxps zmm3, zmm3, zmm17
        vminps zmm0, zmm0, zmm18
        vminps zmm1, zmm1, zmm18
        vminps zmm2, zmm2, zmm18
        vminps zmm3, zmm3, zmm18
        vcvttps2dq zmm0, zmm0
        vcvttps2dq zmm1, zmm1
        vcvttps2dq zmm2, zmm2
        vcvttps2dq zmm3, zmm3
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L2
L3:
        sub rdx, rcx
        jz L4
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
        vsubps zmm0, zmm0, zmm16
        vsubps zmm1, zmm1, zmm16
        vsubps zmm2, zmm2, zmm16
        vsubps zmm3, zmm3, zmm16
        vsubps zmm4, zmm4, zmm16
        vsubps zmm5, zmm5, zmm16
        vsubps zmm6, zmm6, zmm16
        vsubps zmm7, zmm7, zmm16
        vaddps zmm0, zmm0, zmm4
        vaddps zmm1, zmm1, zmm5
        vaddps zmm2, zmm2, zmm6
        vaddps zmm3, zmm3, zmm7
        vmaxps zmm0, zmm0, zmm17
        vmaxps zmm1, zmm1, zmm17
        vmaxps zmm2, zmm2, zmm17
        vmaxps zmm3, zmm3, zmm17
        vminps zmm0, zmm0, zmm18
        vminps zmm1, zmm1, zmm18
        vminps zmm2, zmm2, zmm18
        vminps zmm3, zmm3, zmm18
        vcvttps2dq zmm0, zmm0
        vcvttps2dq zmm1, zmm1
        vcvttps2dq zmm2, zmm2
        vcvttps2dq zmm3, zmm3
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm0
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
compute_u8_100_add_maximum_minimum_from2_constants:
        .fill 8, 4, 0xcccccccc
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
        .long 0x4b000000
C7:
        .long 0x0
C8:
        .long 0x437f0000
