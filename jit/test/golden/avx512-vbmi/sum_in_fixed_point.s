# kernel compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output u8 strides 1 span 1100; axes [1100@0]; %0 = input 0 i8 offset 0 strides 1 span 1100; %1 = input 1 f32 offset 0 strides 0 span 1; %2 = input 2 i8 offset 0 strides 0 span 1; %3 = input 3 u8 offset 0 strides 1 span 1100; %4 = input 4 f32 offset 0 strides 0 span 1; %5 = input 5 f32 offset 0 strides 0 span 1; %6 = input 6 u8 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(add(round(divide(add(multiply(subtract(convert.f32(%0), convert.f32(%2)), %1), multiply(convert.f32(%3), %4)), %5)), convert.f32(%6)), f32 0), f32 255))
# axis 0, 1100 long: one piece
# registers: 64 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: named in each instruction; by the control register where scales are below 2^-103 or above 2^60
# values: computed element by element
# sums: in fixed point, again where that may be off, in calls of 768 elements or more
# quotients: products with a reciprocal of 48 bits, rounded to the same integer; divided where scales do not bound them
# elements of a piece: whole vectors, straight from and to memory; the rest under a mask
# code: 2966 bytes
# constants: 574 bytes
        .intel_syntax noprefix
compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7:
        push rbp
        mov rbp, rsp
        sub rsp, 0x180
        and rsp, 0xffffffffffffffc0
        mov byte ptr [rsp+0xc8], 0x1
        mov qword ptr [rsp+0x150], 0xfffffffffffffc00
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L11
        mov rax, 0x1111111111111111
        kmovq k2, rax
        vmovups zmm11, zmmword ptr [rip+C1]
        vmovups zmm12, zmmword ptr [rip+C2]
        vmovups zmm13, zmmword ptr [rip+C3]
        vmovups zmm14, zmmword ptr [rip+C4]
        vmovups zmm15, zmmword ptr [rip+C5]
        vbroadcastss zmm21, dword ptr [rip+C9]
        mov rax, qword ptr [rsi+0x30]
        movzx eax, byte ptr [rax]
        vpbroadcastw zmm18, eax
        mov rax, qword ptr [rsi+0x10]
        movsx eax, byte ptr [rax]
        add eax, 0x4b000080
        vpbroadcastd zmm19, eax
        mov rax, qword ptr [rsi+0x8]
        vbroadcastss zmm20, dword ptr [rax]
        mov rax, qword ptr [rsi+0x20]
        vbroadcastss zmm22, dword ptr [rax]
        mov rax, qword ptr [rsi+0x28]
        vbroadcastss zmm23, dword ptr [rax]
        mov rax, qword ptr [rsi+0x28]
        vbroadcastss xmm0, dword ptr [rax]
        vmovss xmm1, dword ptr [rip+C10]
        vdivss xmm2, xmm1, xmm0 {rn-sae}
        vfnmadd231ss xmm1, xmm2, xmm0 {rn-sae}
        vdivss xmm1, xmm1, xmm0 {rn-sae}
        vbroadcastss zmm16, xmm2
        vbroadcastss zmm17, xmm1
        mov byte ptr [rsp+0xc9], 0x0
        vmovd r11d, xmm23
        and r11d, 0x7fffffff
        sub r11d, 0xc000000
        cmp r11d, 0x51800000
        jnbe L13
        vmovd eax, xmm20
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L13
        sub eax, r11d
        cmp eax, 0x9800000
        jnle L13
        vmovd eax, xmm22
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L13
        sub eax, r11d
        cmp eax, 0x9800000
        jnle L13
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x300
        jb L1
        vmovaps xmm3, xmm20
        vmovaps xmm4, xmm22
        vmovaps xmm9, xmm23
        vcvtss2sd xmm0, xmm9, xmm9
        vcvtss2sd xmm1, xmm3, xmm3
        vcvtss2sd xmm2, xmm4, xmm4
        vdivss xmm3, xmm3, xmm9 {rn-sae}
        vdivss xmm4, xmm4, xmm9 {rn-sae}
        vdivsd xmm1, xmm1, xmm0 {rn-sae}
        vdivsd xmm2, xmm2, xmm0 {rn-sae}
        vmovd r8d, xmm19
        sub r8d, 0x4b000000
        mov eax, 0xff
        sub eax, r8d
        jb L1
        cmp eax, r8d
        cmovb eax, r8d
        vcvtsi2ss xmm5, xmm5, eax
        vmovd r9d, xmm21
        sub r9d, 0x4b000000
        mov eax, 0xff
        sub eax, r9d
        jb L1
        cmp eax, r9d
        cmovb eax, r9d
        vcvtsi2ss xmm6, xmm6, eax
        vpand xmm3, xmm3, xmmword ptr [rip+C6]
        vpand xmm4, xmm4, xmmword ptr [rip+C6]
        vmulss xmm7, xmm3, xmm5 {rn-sae}
        vfmadd231ss xmm7, xmm4, xmm6 {rn-sae}
        vmaxss xmm8, xmm3, xmm4
        vmovss xmm9, dword ptr [rip+C11]
        vmulss xmm8, xmm8, xmm9 {rn-sae}
        vmovd eax, xmm18
        movsx eax, ax
        mov ecx, eax
        neg ecx
        cmovs ecx, eax
        vcvtsi2ss xmm9, xmm9, ecx
        vaddss xmm9, xmm7, xmm9 {rn-sae}
        vmovss xmm10, dword ptr [rip+C12]
        vaddss xmm9, xmm9, xmm10 {rn-sae}
        vmaxss xmm8, xmm8, xmm9
        vmovd eax, xmm8
        shr eax, 0x17
        mov r10d, 0x9d
        sub r10d, eax
        cmp r10d, 0x13
        jl L1
        lea eax, [r10+0x3ff]
        shl rax, 0x34
        vmovq xmm10, rax
        vmulsd xmm1, xmm1, xmm10 {rn-sae}
        vmulsd xmm2, xmm2, xmm10 {rn-sae}
        vcvtsd2si eax, xmm1 {rn-sae}
        vcvtsd2si r11d, xmm2 {rn-sae}
        mov ecx, eax
        or ecx, r11d
        tzcnt ecx, ecx
        sub ecx, r10d
        add ecx, 0x8
        cmp ecx, 0x8
        jb L1
        vreducesd xmm1, xmm1, xmm1, 0x8
        vcvtsd2ss xmm1, xmm1, xmm1 {rn-sae}
        vpand xmm1, xmm1, xmmword ptr [rip+C6]
        vreducesd xmm2, xmm2, xmm2, 0x8
        vcvtsd2ss xmm2, xmm2, xmm2 {rn-sae}
        vpand xmm2, xmm2, xmmword ptr [rip+C6]
        vcvtsd2ss xmm10, xmm10, xmm10 {rn-sae}
        vmovss xmm9, dword ptr [rip+C13]
        vmulss xmm10, xmm10, xmm9 {rn-sae}
        vmovss xmm9, dword ptr [rip+C10]
        vfmadd231ss xmm9, xmm10, xmm7 {rn-sae}
        vfmadd231ss xmm9, xmm1, xmm5 {rn-sae}
        vfmadd231ss xmm9, xmm2, xmm6 {rn-sae}
        imul r8d, eax
        imul r9d, r11d
        add r8d, r9d
        vmovd ecx, xmm9
        shr ecx, 0x17
        sub ecx, 0x7d
        mov r9d, r11d
        sar r9d, 0x7
        shl r9d, 0x10
        and r11d, 0x7f
        shl r11d, 0x10
        vmovd xmm8, eax
        and eax, 0x7f
        or r11d, eax
        vpbroadcastd zmm25, r11d
        vmovd eax, xmm8
        sar eax, 0x7
        movzx eax, ax
        or eax, r9d
        vpbroadcastd zmm24, eax
        lea eax, [rcx+0xa]
        cmp eax, r10d
        jnle L1
        vmovd eax, xmm18
        movsx eax, ax
        lea eax, [rax+rax*1+0x1]
        shlx rax, rax, r10
        shr rax, 0x1
        sub eax, r8d
        mov r9d, 0x1
        shlx r11d, r9d, ecx
        shlx r9d, r9d, r10d
        sub r9d, r11d
        vpbroadcastd zmm28, r9d
        shr r11d, 0x1
        add eax, r11d
        vpbroadcastd zmm26, eax
        vpbroadcastd zmm27, r10d
        mov byte ptr [rsp+0xc9], 0x1
L1:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x18]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L10
        cmp byte ptr [rsp+0xc8], 0x0
        jz L8
        cmp byte ptr [rsp+0xc9], 0x0
        jz L6
        .nops 9
        .nops 8
L2:
        vmovups zmm0, zmmword ptr [r8+rcx*1]
        vpxord zmm0, zmm0, zmmword ptr [rip+C7]
        vmovups zmm3, zmmword ptr [r9+rcx*1]
        vpunpcklbw zmm5, zmm0, zmm3
        vpunpckhbw zmm7, zmm0, zmm3
        vpxord zmm8, zmm8, zmm8
        vpunpcklbw zmm4, zmm5, zmm8
        vpunpckhbw zmm5, zmm5, zmm8
        vpunpcklbw zmm6, zmm7, zmm8
        vpunpckhbw zmm7, zmm7, zmm8
        vmovaps zmm0, zmm26
        vpdpwssd zmm0, zmm4, zmm25
        vmovaps zmm1, zmm26
        vpdpwssd zmm1, zmm5, zmm25
        vmovaps zmm2, zmm26
        vpdpwssd zmm2, zmm6, zmm25
        vmovaps zmm3, zmm26
        vpdpwssd zmm3, zmm7, zmm25
        vpsllw zmm4, zmm4, 0x7
        vpsllw zmm5, zmm5, 0x7
        vpsllw zmm6, zmm6, 0x7
        vpsllw zmm7, zmm7, 0x7
        vpdpwssd zmm0, zmm4, zmm24
        vpdpwssd zmm1, zmm5, zmm24
        vpdpwssd zmm2, zmm6, zmm24
        vpdpwssd zmm3, zmm7, zmm24
        vptestmd k6, zmm0, zmm28
        vptestmd k6 {k6}, zmm1, zmm28
        vptestmd k6 {k6}, zmm2, zmm28
        vptestmd k6 {k6}, zmm3, zmm28
        kortestw k6, k6
        jnb L5
        vpsravd zmm0, zmm0, zmm27
        vpsravd zmm1, zmm1, zmm27
        vpsravd zmm2, zmm2, zmm27
        vpsravd zmm3, zmm3, zmm27
        vpackssdw zmm0, zmm0, zmm1
        vpackssdw zmm2, zmm2, zmm3
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
L3:
        add rcx, 0x40
        cmp rcx, rsi
        jb L2
L4:
        sub qword ptr [rsp+0x150], rcx
        jmp L10
L5:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C7]
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
        vsubps zmm0, zmm0, zmm19 {rn-sae}
        vsubps zmm1, zmm1, zmm19 {rn-sae}
        vsubps zmm2, zmm2, zmm19 {rn-sae}
        vsubps zmm3, zmm3, zmm19 {rn-sae}
        vsubps zmm4, zmm4, zmm21 {rn-sae}
        vsubps zmm5, zmm5, zmm21 {rn-sae}
        vsubps zmm6, zmm6, zmm21 {rn-sae}
        vsubps zmm7, zmm7, zmm21 {rn-sae}
        vmulps zmm0, zmm0, zmm20 {rn-sae}
        vmulps zmm1, zmm1, zmm20 {rn-sae}
        vmulps zmm2, zmm2, zmm20 {rn-sae}
        vmulps zmm3, zmm3, zmm20 {rn-sae}
        vmulps zmm4, zmm4, zmm22 {rn-sae}
        vmulps zmm5, zmm5, zmm22 {rn-sae}
        vmulps zmm6, zmm6, zmm22 {rn-sae}
        vmulps zmm7, zmm7, zmm22 {rn-sae}
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
        vpaddsw zmm0, zmm0, zmm18
        vpaddsw zmm2, zmm2, zmm18
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add qword ptr [rsp+0x150], 0x200
        cmp qword ptr [rsp+0x150], rcx
        jle L3
        mov byte ptr [rsp+0xc9], 0x0
        add rcx, 0x40
        cmp rcx, rsi
        jnb L4
        jmp L6
L6:
        .nops 9
        .nops 9
        .nops 9
        nop
L7:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C7]
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
        vsubps zmm0, zmm0, zmm19 {rn-sae}
        vsubps zmm1, zmm1, zmm19 {rn-sae}
        vsubps zmm2, zmm2, zmm19 {rn-sae}
        vsubps zmm3, zmm3, zmm19 {rn-sae}
        vsubps zmm4, zmm4, zmm21 {rn-sae}
        vsubps zmm5, zmm5, zmm21 {rn-sae}
        vsubps zmm6, zmm6, zmm21 {rn-sae}
        vsubps zmm7, zmm7, zmm21 {rn-sae}
        vmulps zmm0, zmm0, zmm20 {rn-sae}
        vmulps zmm1, zmm1, zmm20 {rn-sae}
        vmulps zmm2, zmm2, zmm20 {rn-sae}
        vmulps zmm3, zmm3, zmm20 {rn-sae}
        vmulps zmm4, zmm4, zmm22 {rn-sae}
        vmulps zmm5, zmm5, zmm22 {rn-sae}
        vmulps zmm6, zmm6, zmm22 {rn-sae}
        vmulps zmm7, zmm7, zmm22 {rn-sae}
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
        vpaddsw zmm0, zmm0, zmm18
        vpaddsw zmm2, zmm2, zmm18
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L7
        jmp L10
L8:
        .nops 9
        .nops 8
L9:
        vmovups zmm8, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C7]
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
        vsubps zmm0, zmm0, zmm19 {rn-sae}
        vsubps zmm1, zmm1, zmm19 {rn-sae}
        vsubps zmm2, zmm2, zmm19 {rn-sae}
        vsubps zmm3, zmm3, zmm19 {rn-sae}
        vsubps zmm4, zmm4, zmm21 {rn-sae}
        vsubps zmm5, zmm5, zmm21 {rn-sae}
        vsubps zmm6, zmm6, zmm21 {rn-sae}
        vsubps zmm7, zmm7, zmm21 {rn-sae}
        vmulps zmm0, zmm0, zmm20 {rn-sae}
        vmulps zmm1, zmm1, zmm20 {rn-sae}
        vmulps zmm2, zmm2, zmm20 {rn-sae}
        vmulps zmm3, zmm3, zmm20 {rn-sae}
        vmulps zmm4, zmm4, zmm22 {rn-sae}
        vmulps zmm5, zmm5, zmm22 {rn-sae}
        vmulps zmm6, zmm6, zmm22 {rn-sae}
        vmulps zmm7, zmm7, zmm22 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vdivps zmm0, zmm0, zmm23 {rn-sae}
        vdivps zmm1, zmm1, zmm23 {rn-sae}
        vdivps zmm2, zmm2, zmm23 {rn-sae}
        vdivps zmm3, zmm3, zmm23 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C8]
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
        vpaddsw zmm0, zmm0, zmm18
        vpaddsw zmm2, zmm2, zmm18
        vpackuswb zmm0, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*1], zmm0
        add rcx, 0x40
        cmp rcx, rsi
        jb L9
L10:
        sub rdx, rcx
        jz L11
        mov rax, 0xffffffffffffffff
        bzhi rax, rax, rdx
        kmovq k1, rax
        vmovdqu8 zmm8 {k1} {z}, zmmword ptr [r8+rcx*1]
        vpxord zmm8, zmm8, zmmword ptr [rip+C7]
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
        vsubps zmm0, zmm0, zmm19 {rn-sae}
        vsubps zmm1, zmm1, zmm19 {rn-sae}
        vsubps zmm2, zmm2, zmm19 {rn-sae}
        vsubps zmm3, zmm3, zmm19 {rn-sae}
        vsubps zmm4, zmm4, zmm21 {rn-sae}
        vsubps zmm5, zmm5, zmm21 {rn-sae}
        vsubps zmm6, zmm6, zmm21 {rn-sae}
        vsubps zmm7, zmm7, zmm21 {rn-sae}
        vmulps zmm0, zmm0, zmm20 {rn-sae}
        vmulps zmm1, zmm1, zmm20 {rn-sae}
        vmulps zmm2, zmm2, zmm20 {rn-sae}
        vmulps zmm3, zmm3, zmm20 {rn-sae}
        vmulps zmm4, zmm4, zmm22 {rn-sae}
        vmulps zmm5, zmm5, zmm22 {rn-sae}
        vmulps zmm6, zmm6, zmm22 {rn-sae}
        vmulps zmm7, zmm7, zmm22 {rn-sae}
        vaddps zmm0, zmm0, zmm4 {rn-sae}
        vaddps zmm1, zmm1, zmm5 {rn-sae}
        vaddps zmm2, zmm2, zmm6 {rn-sae}
        vaddps zmm3, zmm3, zmm7 {rn-sae}
        vdivps zmm0, zmm0, zmm23 {rn-sae}
        vdivps zmm1, zmm1, zmm23 {rn-sae}
        vdivps zmm2, zmm2, zmm23 {rn-sae}
        vdivps zmm3, zmm3, zmm23 {rn-sae}
        vmovups zmm8, zmmword ptr [rip+C8]
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
        vpaddsw zmm0, zmm0, zmm18
        vpaddsw zmm2, zmm2, zmm18
        vpackuswb zmm0, zmm0, zmm2
        vmovdqu8 zmmword ptr [rdi+rcx*1] {k1}, zmm0
L11:
        cmp byte ptr [rsp+0xc8], 0x0
        jz L14
L12:
        vzeroupper
        lea rsp, [rbp]
        pop rbp
        ret
L13:
        mov byte ptr [rsp+0xc8], 0x0
        stmxcsr dword ptr [rsp+0x158]
        mov eax, dword ptr [rsp+0x158]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jz L1
        mov dword ptr [rsp+0x15c], 0x1f80
        ldmxcsr dword ptr [rsp+0x15c]
        jmp L1
L14:
        ldmxcsr dword ptr [rsp+0x158]
        jmp L12
compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7_constants:
        .fill 10, 4, 0xcccccccc
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
        .fill 16, 4, 0x7fffffff
C7:
        .fill 16, 4, 0x80808080
C8:
        .fill 16, 4, 0x4e800000
C9:
        .long 0x4b000000
C10:
        .long 0x3f800000
C11:
        .long 0x44004000
C12:
        .long 0x42100000
C13:
        .long 0x34408312
