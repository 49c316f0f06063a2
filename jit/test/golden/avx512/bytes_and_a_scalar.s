# kernel compute_i8_3000_multiply_round_maximum_minimum_from2
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output i8 strides 1 span 3000; axes [3000@0]; %0 = input 0 u8 offset 0 strides 1 span 3000; %1 = input 1 f32 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(round(multiply(convert.f32(%0), %1)), f32 -128), f32 127))
# axis 0, 3000 long: one piece
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: named in each instruction; by the control register where scales are below 2^-103 or above 2^60
# values: sums of two numbers by the byte's halves, where those are all 256 results, for pieces of 1024 elements or more; computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 2812 bytes
# constants: 1160 bytes
        .intel_syntax noprefix
compute_i8_3000_multiply_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        sub rsp, 0x500
        and rsp, 0xffffffffffffffc0
        mov byte ptr [rsp+0x1c0], 0x1
        mov qword ptr [rsp+0x4c8], 0x400
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L20
        mov rax, 0x1111111111111111
        kmovq k2, rax
        vmovups zmm7, zmmword ptr [rip+C1]
        vmovups zmm8, zmmword ptr [rip+C2]
        vmovups zmm9, zmmword ptr [rip+C3]
        vmovups zmm10, zmmword ptr [rip+C4]
        vmovups zmm11, zmmword ptr [rip+C5]
        vbroadcastss zmm12, dword ptr [rip+C16]
        mov rax, qword ptr [rsi+0x8]
        vbroadcastss zmm13, dword ptr [rax]
        mov r11d, 0x33800000
        vmovd eax, xmm13
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L22
        sub eax, r11d
        cmp eax, 0xa000000
        jnle L22
L1:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L19
        cmp rdx, qword ptr [rsp+0x4c8]
        jb L15
        lea r10, [rip+C6]
L2:
        vmovups zmm4, zmmword ptr [r10+rcx*1]
        vmovups zmm0, zmm7
        vpshufb zmm0 {k2}, zmm4, zmm8
        vmovups zmm1, zmm7
        vpshufb zmm1 {k2}, zmm4, zmm9
        vmovups zmm2, zmm7
        vpshufb zmm2 {k2}, zmm4, zmm10
        vmovups zmm3, zmm7
        vpshufb zmm3 {k2}, zmm4, zmm11
        vsubps zmm0, zmm0, zmm12 {rn-sae}
        vsubps zmm1, zmm1, zmm12 {rn-sae}
        vsubps zmm2, zmm2, zmm12 {rn-sae}
        vsubps zmm3, zmm3, zmm12 {rn-sae}
        vmulps zmm0, zmm0, zmm13 {rn-sae}
        vmulps zmm1, zmm1, zmm13 {rn-sae}
        vmulps zmm2, zmm2, zmm13 {rn-sae}
        vmulps zmm3, zmm3, zmm13 {rn-sae}
        vmovups zmm4, zmmword ptr [rip+C7]
        vminps zmm0, zmm4, zmm0 {sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vminps zmm1, zmm4, zmm1 {sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vminps zmm2, zmm4, zmm2 {sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vminps zmm3, zmm4, zmm3 {sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vmovups zmmword ptr [rsp+rcx*2+0x200], zmm0
        vmovups zmmword ptr [rsp+rcx*2+0x240], zmm2
        vpacksswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rsp+rcx*1+0xc0], zmm0
        add ecx, 0x40
        cmp ecx, 0x100
        jb L2
        lea r9, [rsp+0x400]
        vmovups zmm3, zmmword ptr [rip+C8]
        vmovups zmm4, zmmword ptr [rip+C8]
        xor ecx, ecx
L3:
        vmovups zmm0, zmmword ptr [rsp+rcx*2+0x200]
        vpaddsw zmm0, zmm0, zmmword ptr [rip+C9]
        vmovups zmm1, zmmword ptr [rsp+rcx*2+0x240]
        vpaddsw zmm1, zmm1, zmmword ptr [rip+C9]
        vpshufb zmm2, zmm0, zmmword ptr [rip+C10]
        vmovups xmmword ptr [r9], xmm2
        vextracti32x4 xmmword ptr [r9+0x2], zmm2, 0x1
        vextracti32x4 xmmword ptr [r9+0x4], zmm2, 0x2
        vextracti32x4 xmmword ptr [r9+0x6], zmm2, 0x3
        add r9, 0x8
        vpsubw zmm0, zmm0, zmm2
        vmovups zmmword ptr [rsp+rcx*2+0x200], zmm0
        vpminsw zmm3, zmm3, zmm0
        vpsubw zmm1, zmm1, zmm2
        vmovups zmmword ptr [rsp+rcx*2+0x240], zmm1
        vpminsw zmm4, zmm4, zmm1
        add ecx, 0x40
        cmp ecx, 0x100
        jb L3
        vshufi64x2 zmm0, zmm3, zmm3, 0x4e
        vpminsw zmm3, zmm3, zmm0
        vshufi64x2 zmm0, zmm3, zmm3, 0xb1
        vpminsw zmm3, zmm3, zmm0
        vshufi64x2 zmm0, zmm4, zmm4, 0x4e
        vpminsw zmm4, zmm4, zmm0
        vshufi64x2 zmm0, zmm4, zmm4, 0xb1
        vpminsw zmm4, zmm4, zmm0
        lea r9, [rsp+0x440]
        vmovups zmm5, zmmword ptr [rip+C11]
        xor ecx, ecx
L4:
        vmovups zmm0, zmmword ptr [rsp+rcx*2+0x200]
        vpsubw zmm0, zmm0, zmm3
        vmovups zmm1, zmmword ptr [rsp+rcx*2+0x240]
        vpsubw zmm1, zmm1, zmm4
        vpacksswb zmm0, zmm0, zmm1
        vpsadbw zmm1, zmm0, zmmword ptr [rip+C12]
        vpshufd zmm2, zmm1, 0x4e
        vpaddb zmm1, zmm1, zmm2
        vpshufb zmm1, zmm1, zmmword ptr [rip+C12]
        vmovups xmmword ptr [r9], xmm1
        vextracti32x4 xmmword ptr [r9+0x1], zmm1, 0x1
        vextracti32x4 xmmword ptr [r9+0x2], zmm1, 0x2
        vextracti32x4 xmmword ptr [r9+0x3], zmm1, 0x3
        add r9, 0x4
        vpaddb zmm0, zmm0, zmmword ptr [rip+C13]
        vpandd zmm0, zmm0, zmmword ptr [rip+C11]
        vpmaxub zmm0, zmm0, zmm1
        vpminub zmm5, zmm5, zmm0
        add ecx, 0x40
        cmp ecx, 0x100
        jb L4
        vshufi64x2 zmm0, zmm5, zmm5, 0x4e
        vpminub zmm5, zmm5, zmm0
        vshufi64x2 zmm0, zmm5, zmm5, 0xb1
        vpminub zmm5, zmm5, zmm0
        vpackuswb zmm4, zmm3, zmm4
        vpaddb zmm5, zmm5, zmmword ptr [rip+C13]
        vbroadcasti32x4 zmm0, xmmword ptr [rsp+0x400]
        vbroadcasti32x4 zmm1, xmmword ptr [rsp+0x410]
        vpackuswb zmm6, zmm0, zmm1
        vmovups zmm31, zmmword ptr [rip+C12]
        vpsubsw zmm0, zmm31, zmm0
        vpsubsw zmm1, zmm31, zmm1
        vpackuswb zmm31, zmm0, zmm1
        vbroadcasti32x4 zmm30, xmmword ptr [rsp+0x440]
        vmovups zmm29, zmmword ptr [rip+C14]
        vmovups zmm27, zmmword ptr [rip+C13]
        vmovups zmm28, zmmword ptr [rip+C15]
        vptestmb k3, zmm31, zmm31
        kortestq k3, k3
        jz L5
        vpextrb ecx, xmm4, 0xf
        vpextrb eax, xmm6, 0xf
        add eax, ecx
        cmp eax, 0xfe
        jnbe L11
        mov eax, 0xfe
        sub eax, ecx
        vmovd xmm0, eax
        vpbroadcastb zmm0, xmm0
        vpaddb zmm4, zmm4, zmm0
        vpsubb zmm0, zmm0, zmm6
        vpaddusb zmm31, zmm31, zmm0
        jmp L8
L5:
        xor ecx, ecx
L6:
        vmovups zmm0, zmmword ptr [r10+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vpcmpub k3, zmm2, zmmword ptr [rsp+rcx*1+0xc0], 0x4
        kortestq k3, k3
        jnz L14
        add ecx, 0x40
        cmp ecx, 0x100
        jb L6
        xor ecx, ecx
        .nops 9
L7:
        vmovups zmm0, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovups zmmword ptr [rdi+rcx*1], zmm2
        add rcx, 0x40
        cmp rcx, rsi
        jb L7
        sub rdx, rcx
        jz L20
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm0 {k1} {z}, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm2
        jmp L20
L8:
        xor ecx, ecx
L9:
        vmovups zmm0, zmmword ptr [r10+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vpcmpub k3, zmm2, zmmword ptr [rsp+rcx*1+0xc0], 0x4
        kortestq k3, k3
        jnz L14
        add ecx, 0x40
        cmp ecx, 0x100
        jb L9
        xor ecx, ecx
        .nops 9
L10:
        vmovups zmm0, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovups zmmword ptr [rdi+rcx*1], zmm2
        add rcx, 0x40
        cmp rcx, rsi
        jb L10
        sub rdx, rcx
        jz L20
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm0 {k1} {z}, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm2
        jmp L20
L11:
        xor ecx, ecx
L12:
        vmovups zmm0, zmmword ptr [r10+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vpcmpub k3, zmm2, zmmword ptr [rsp+rcx*1+0xc0], 0x4
        kortestq k3, k3
        jnz L14
        add ecx, 0x40
        cmp ecx, 0x100
        jb L12
        xor ecx, ecx
        .nops 9
        .nops 9
        .nops 9
        .nops 2
L13:
        vmovups zmm0, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovups zmmword ptr [rdi+rcx*1], zmm2
        add rcx, 0x40
        cmp rcx, rsi
        jb L13
        sub rdx, rcx
        jz L20
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm0 {k1} {z}, zmmword ptr [r8+rcx*1]
        vpandd zmm1, zmm0, zmm29
        vpsrlw zmm0, zmm0, 0x4
        vpandd zmm0, zmm0, zmm29
        vpshufb zmm2, zmm4, zmm1
        vpshufb zmm1, zmm5, zmm1
        vpshufb zmm3, zmm30, zmm0
        vpcmpgtb k3, zmm3, zmm1
        vpsubb zmm2 {k3}, zmm2, zmm27
        vpshufb zmm3, zmm31, zmm0
        vpsubusb zmm2, zmm2, zmm3
        vpshufb zmm3, zmm6, zmm0
        vpaddusb zmm2, zmm2, zmm3
        vpxord zmm2, zmm2, zmm28
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm2
        jmp L20
L14:
        mov qword ptr [rsp+0x4c8], 0xffffffffffffffff
        xor ecx, ecx
L15:
        cmp byte ptr [rsp+0x1c0], 0x0
        jz L17
        .nops 2
L16:
        vmovups zmm4, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm7
        vpshufb zmm0 {k2}, zmm4, zmm8
        vmovups zmm1, zmm7
        vpshufb zmm1 {k2}, zmm4, zmm9
        vmovups zmm2, zmm7
        vpshufb zmm2 {k2}, zmm4, zmm10
        vmovups zmm3, zmm7
        vpshufb zmm3 {k2}, zmm4, zmm11
        vsubps zmm0, zmm0, zmm12 {rn-sae}
        vsubps zmm1, zmm1, zmm12 {rn-sae}
        vsubps zmm2, zmm2, zmm12 {rn-sae}
        vsubps zmm3, zmm3, zmm12 {rn-sae}
        vmulps zmm0, zmm0, zmm13 {rn-sae}
        vmulps zmm1, zmm1, zmm13 {rn-sae}
        vmulps zmm2, zmm2, zmm13 {rn-sae}
        vmulps zmm3, zmm3, zmm13 {rn-sae}
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
        jb L16
        jmp L19
L17:
        .nops 9
        .nops 9
        .nops 4
L18:
        vmovups zmm4, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm7
        vpshufb zmm0 {k2}, zmm4, zmm8
        vmovups zmm1, zmm7
        vpshufb zmm1 {k2}, zmm4, zmm9
        vmovups zmm2, zmm7
        vpshufb zmm2 {k2}, zmm4, zmm10
        vmovups zmm3, zmm7
        vpshufb zmm3 {k2}, zmm4, zmm11
        vsubps zmm0, zmm0, zmm12 {rn-sae}
        vsubps zmm1, zmm1, zmm12 {rn-sae}
        vsubps zmm2, zmm2, zmm12 {rn-sae}
        vsubps zmm3, zmm3, zmm12 {rn-sae}
        vmulps zmm0, zmm0, zmm13 {rn-sae}
        vmulps zmm1, zmm1, zmm13 {rn-sae}
        vmulps zmm2, zmm2, zmm13 {rn-sae}
        vmulps zmm3, zmm3, zmm13 {rn-sae}
        vmovups zmm4, zmmword ptr [rip+C7]
        vminps zmm0, zmm4, zmm0 {sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vminps zmm1, zmm4, zmm1 {sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vminps zmm2, zmm4, zmm2 {sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vminps zmm3, zmm4, zmm3 {sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpacksswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L18
L19:
        sub rdx, rcx
        jz L20
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm4 {k1} {z}, zmmword ptr [r8+rcx*1]
        vmovups zmm0, zmm7
        vpshufb zmm0 {k2}, zmm4, zmm8
        vmovups zmm1, zmm7
        vpshufb zmm1 {k2}, zmm4, zmm9
        vmovups zmm2, zmm7
        vpshufb zmm2 {k2}, zmm4, zmm10
        vmovups zmm3, zmm7
        vpshufb zmm3 {k2}, zmm4, zmm11
        vsubps zmm0, zmm0, zmm12 {rn-sae}
        vsubps zmm1, zmm1, zmm12 {rn-sae}
        vsubps zmm2, zmm2, zmm12 {rn-sae}
        vsubps zmm3, zmm3, zmm12 {rn-sae}
        vmulps zmm0, zmm0, zmm13 {rn-sae}
        vmulps zmm1, zmm1, zmm13 {rn-sae}
        vmulps zmm2, zmm2, zmm13 {rn-sae}
        vmulps zmm3, zmm3, zmm13 {rn-sae}
        vmovups zmm4, zmmword ptr [rip+C7]
        vminps zmm0, zmm4, zmm0 {sae}
        vcvtps2dq zmm0, zmm0 {rn-sae}
        vminps zmm1, zmm4, zmm1 {sae}
        vcvtps2dq zmm1, zmm1 {rn-sae}
        vminps zmm2, zmm4, zmm2 {sae}
        vcvtps2dq zmm2, zmm2 {rn-sae}
        vminps zmm3, zmm4, zmm3 {sae}
        vcvtps2dq zmm3, zmm3 {rn-sae}
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpacksswb zmm0, zmm0, zmm2
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm0
L20:
        cmp byte ptr [rsp+0x1c0], 0x0
        jz L23
L21:
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
L22:
        mov byte ptr [rsp+0x1c0], 0x0
        stmxcsr dword ptr [rsp+0x4d0]
        mov eax, dword ptr [rsp+0x4d0]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jz L1
        mov dword ptr [rsp+0x4d4], 0x1f80
        ldmxcsr dword ptr [rsp+0x4d4]
        jmp L1
L23:
        ldmxcsr dword ptr [rsp+0x4d0]
        jmp L21
compute_i8_3000_multiply_round_maximum_minimum_from2_constants:
        .long 0xcccccccc
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
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x3f3e3d3c
        .long 0x43424140, 0x47464544, 0x4b4a4948, 0x4f4e4d4c
        .long 0x53525150, 0x57565554, 0x5b5a5958, 0x5f5e5d5c
        .long 0x63626160, 0x67666564, 0x6b6a6968, 0x6f6e6d6c
        .long 0x73727170, 0x77767574, 0x7b7a7978, 0x7f7e7d7c
        .long 0x83828180, 0x87868584, 0x8b8a8988, 0x8f8e8d8c
        .long 0x93929190, 0x97969594, 0x9b9a9998, 0x9f9e9d9c
        .long 0xa3a2a1a0, 0xa7a6a5a4, 0xabaaa9a8, 0xafaeadac
        .long 0xb3b2b1b0, 0xb7b6b5b4, 0xbbbab9b8, 0xbfbebdbc
        .long 0xc3c2c1c0, 0xc7c6c5c4, 0xcbcac9c8, 0xcfcecdcc
        .long 0xd3d2d1d0, 0xd7d6d5d4, 0xdbdad9d8, 0xdfdedddc
        .long 0xe3e2e1e0, 0xe7e6e5e4, 0xebeae9e8, 0xefeeedec
        .long 0xf3f2f1f0, 0xf7f6f5f4, 0xfbfaf9f8, 0xfffefdfc
C7:
        .fill 16, 4, 0x4e800000
C8:
        .fill 16, 4, 0x7fff7fff
C9:
        .fill 16, 4, 0x800080
C10:
        .fill 16, 4, 0x1000100
C11:
        .fill 16, 4, 0x7f7f7f7f
C12:
        .fill 16, 4, 0x0
C13:
        .fill 16, 4, 0xffffffff
C14:
        .fill 16, 4, 0xf0f0f0f
C15:
        .fill 16, 4, 0x80808080
C16:
        .long 0x4b000000
