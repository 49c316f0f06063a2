# kernel compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output u8 strides 1 span 1100; axes [1100@0]; %0 = input 0 i8 offset 0 strides 1 span 1100; %1 = input 1 f32 offset 0 strides 0 span 1; %2 = input 2 i8 offset 0 strides 0 span 1; %3 = input 3 u8 offset 0 strides 1 span 1100; %4 = input 4 f32 offset 0 strides 0 span 1; %5 = input 5 f32 offset 0 strides 0 span 1; %6 = input 6 u8 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(add(round(divide(add(multiply(subtract(convert.f32(%0), convert.f32(%2)), %1), multiply(convert.f32(%3), %4)), %5)), convert.f32(%6)), f32 0), f32 255))
# axis 0, 1100 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# sums: in fixed point, again where that may be off, in calls of 512 elements or more
# quotients: products with a reciprocal of 48 bits, rounded to the same integer; divided where scales do not bound them
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 3507 bytes
# constants: 401 bytes
        .intel_syntax noprefix
compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x340
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x328]
        mov eax, dword ptr [rsp+0x328]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L21
L1:
        mov qword ptr [rsp+0x320], 0xfffffffffffffe00
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L20
        vmovups ymm11, ymmword ptr [rip+C1]
        mov rax, qword ptr [rsi+0x30]
        movzx eax, byte ptr [rax]
        vmovd xmm0, eax
        vcvtdq2ps xmm0, xmm0
        vbroadcastss xmm0, xmm0
        vcvtps2dq xmm0, xmm0
        vpackssdw xmm0, xmm0, xmm0
        vpbroadcastd ymm14, xmm0
        mov rax, qword ptr [rsi+0x10]
        movsx eax, byte ptr [rax]
        vmovd xmm0, eax
        vcvtdq2ps xmm0, xmm0
        vbroadcastss xmm0, xmm0
        vaddss xmm0, xmm0, dword ptr [rip+C7]
        vbroadcastss ymm15, xmm0
        mov rax, qword ptr [rsi+0x8]
        vbroadcastss ymm0, dword ptr [rax]
        vmovups ymmword ptr [rsp+0xc0], ymm0
        mov rax, qword ptr [rsi+0x20]
        vbroadcastss ymm0, dword ptr [rax]
        vmovups ymmword ptr [rsp+0x100], ymm0
        mov rax, qword ptr [rsi+0x28]
        vbroadcastss ymm0, dword ptr [rax]
        vmovups ymmword ptr [rsp+0x140], ymm0
        mov byte ptr [rsp+0x160], 0x0
        mov byte ptr [rsp+0xa8], 0x0
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x100
        jb L2
        mov rax, qword ptr [rsi+0x28]
        vbroadcastss xmm0, dword ptr [rax]
        vmovss xmm1, dword ptr [rip+C8]
        vdivss xmm2, xmm1, xmm0
        vfnmadd231ss xmm1, xmm2, xmm0
        vdivss xmm1, xmm1, xmm0
        vbroadcastss ymm12, xmm2
        vbroadcastss ymm13, xmm1
        vmovss xmm0, dword ptr [rip+C9]
        vmovups xmm1, xmmword ptr [rsp+0xc0]
        vandps xmm1, xmm1, xmmword ptr [rip+C2]
        vmulss xmm0, xmm0, xmm1
        vmovss xmm1, dword ptr [rip+C9]
        vmovups xmm2, xmmword ptr [rsp+0x100]
        vandps xmm2, xmm2, xmmword ptr [rip+C2]
        vmulss xmm1, xmm1, xmm2
        vaddss xmm0, xmm0, xmm1
        vmovups xmm1, xmmword ptr [rsp+0x140]
        vandps xmm1, xmm1, xmmword ptr [rip+C2]
        vmulss xmm1, xmm1, dword ptr [rip+C10]
        vucomiss xmm1, xmm0
        setnbe byte ptr [rsp+0xa8]
        vmovups xmm0, xmmword ptr [rsp+0x140]
        vandps xmm0, xmm0, xmmword ptr [rip+C2]
        vmovss xmm1, dword ptr [rip+C11]
        vucomiss xmm1, xmm0
        setnbe al
        and byte ptr [rsp+0xa8], al
        vucomiss xmm0, dword ptr [rip+C12]
        setnbe al
        and byte ptr [rsp+0xa8], al
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x200
        jb L2
        cmp byte ptr [rsp+0xa8], 0x0
        jz L2
        mov eax, dword ptr [rsp+0xc0]
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L2
        mov eax, dword ptr [rsp+0x100]
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L2
        mov eax, dword ptr [rsp+0x140]
        and eax, 0x7fffffff
        sub eax, 0xc000000
        cmp eax, 0x51800000
        jnbe L2
        vmovss xmm3, dword ptr [rsp+0xc0]
        vmovss xmm4, dword ptr [rsp+0x100]
        vmovss xmm9, dword ptr [rsp+0x140]
        vcvtss2sd xmm0, xmm9, xmm9
        vcvtss2sd xmm1, xmm3, xmm3
        vcvtss2sd xmm2, xmm4, xmm4
        vdivss xmm3, xmm3, xmm9
        vdivss xmm4, xmm4, xmm9
        vdivsd xmm1, xmm1, xmm0
        vdivsd xmm2, xmm2, xmm0
        vmovd r8d, xmm15
        sub r8d, 0x4b000000
        mov eax, 0xff
        sub eax, r8d
        jb L2
        cmp eax, r8d
        cmovb eax, r8d
        vcvtsi2ss xmm5, xmm5, eax
        mov r9d, dword ptr [rip+C3]
        sub r9d, 0x4b000000
        mov eax, 0xff
        sub eax, r9d
        jb L2
        cmp eax, r9d
        cmovb eax, r9d
        vcvtsi2ss xmm6, xmm6, eax
        vpand xmm3, xmm3, xmmword ptr [rip+C2]
        vpand xmm4, xmm4, xmmword ptr [rip+C2]
        vmulss xmm7, xmm3, xmm5
        vfmadd231ss xmm7, xmm4, xmm6
        vaddss xmm8, xmm3, xmm4
        vmovss xmm9, dword ptr [rip+C13]
        vmulss xmm8, xmm8, xmm9
        vmovd eax, xmm14
        movsx eax, ax
        mov ecx, eax
        neg ecx
        cmovs ecx, eax
        vcvtsi2ss xmm9, xmm9, ecx
        vaddss xmm9, xmm7, xmm9
        vmovss xmm10, dword ptr [rip+C14]
        vaddss xmm9, xmm9, xmm10
        vmaxss xmm8, xmm8, xmm9
        vmovd eax, xmm8
        shr eax, 0x17
        mov r10d, 0x9b
        sub r10d, eax
        cmp r10d, 0x13
        jl L2
        lea eax, [r10+0x3ff]
        shl rax, 0x34
        vmovq xmm10, rax
        vmulsd xmm1, xmm1, xmm10
        vmulsd xmm2, xmm2, xmm10
        vcvtsd2si eax, xmm1
        vcvtsd2si r11d, xmm2
        mov ecx, eax
        or ecx, r11d
        tzcnt ecx, ecx
        sub ecx, r10d
        add ecx, 0x8
        cmp ecx, 0x8
        jb L2
        vroundsd xmm0, xmm1, xmm1, 0x8
        vsubsd xmm1, xmm1, xmm0
        vcvtsd2ss xmm1, xmm1, xmm1
        vpand xmm1, xmm1, xmmword ptr [rip+C2]
        vroundsd xmm0, xmm2, xmm2, 0x8
        vsubsd xmm2, xmm2, xmm0
        vcvtsd2ss xmm2, xmm2, xmm2
        vpand xmm2, xmm2, xmmword ptr [rip+C2]
        vcvtsd2ss xmm10, xmm10, xmm10
        vmovss xmm9, dword ptr [rip+C15]
        vmulss xmm10, xmm10, xmm9
        vmovss xmm9, dword ptr [rip+C8]
        vfmadd231ss xmm9, xmm10, xmm7
        vfmadd231ss xmm9, xmm1, xmm5
        vfmadd231ss xmm9, xmm2, xmm6
        imul r8d, eax
        imul r9d, r11d
        add r8d, r9d
        vcvttss2si ecx, xmm9
        inc ecx
        vmovd r9d, xmm14
        movsx r9d, r9w
        shlx r9d, r9d, r10d
        sub r9d, r8d
        lea r9d, [r9+rcx*1+0xfe]
        mov r8d, r9d
        shr r8d, 0x7
        and r8d, 0x7f
        vmovd xmm0, r8d
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x1e0], ymm0
        sar r9d, 0xe
        vmovd xmm0, r9d
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x200], ymm0
        lea r8d, [rcx+rcx*1+0x17d]
        shr r8d, 0x7
        mov r9d, 0x17
        sub r9d, r10d
        shlx r8d, r8d, r9d
        cmp r8d, 0x80
        jnbe L2
        add r8d, 0x7fff
        vmovd xmm0, r8d
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x280], ymm0
        mov ecx, 0x1
        shlx ecx, ecx, r9d
        vmovd xmm0, ecx
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x240], ymm0
        shl ecx, 0x7
        vmovd xmm0, ecx
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x260], ymm0
        shr ecx, 0x1
        vmovd xmm0, ecx
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x220], ymm0
        lea ecx, [rax+0x3f]
        and ecx, 0x7f
        sub ecx, 0x3f
        sub eax, ecx
        sar eax, 0x7
        movzx r8d, cl
        lea ecx, [r11+0x40]
        and ecx, 0x7f
        sub ecx, 0x40
        sub r11d, ecx
        sar r11d, 0x7
        shl ecx, 0x8
        or r8d, ecx
        vmovd xmm0, r8d
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x180], ymm0
        lea ecx, [rax+0x3f]
        and ecx, 0x7f
        sub ecx, 0x3f
        sub eax, ecx
        sar eax, 0x7
        movzx r8d, cl
        lea ecx, [r11+0x40]
        and ecx, 0x7f
        sub ecx, 0x40
        sub r11d, ecx
        sar r11d, 0x7
        shl ecx, 0x8
        or r8d, ecx
        vmovd xmm0, r8d
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x1a0], ymm0
        movzx eax, al
        shl r11d, 0x8
        or eax, r11d
        vmovd xmm0, eax
        vpbroadcastw ymm0, xmm0
        vmovups ymmword ptr [rsp+0x1c0], ymm0
        mov byte ptr [rsp+0x160], 0x1
L2:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x18]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x20
        jnb L3
        mov eax, 0x1
        mov qword ptr [rsp+0x2f0], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x300], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x310], rax
        jmp L15
L3:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp byte ptr [rsp+0xa8], 0x0
        jz L12
        cmp byte ptr [rsp+0x160], 0x0
        jz L9
        vmovups ymm5, ymmword ptr [rsp+0x180]
        vmovups ymm6, ymmword ptr [rsp+0x1a0]
        vmovups ymm7, ymmword ptr [rsp+0x1c0]
        vmovups ymm8, ymmword ptr [rsp+0x1e0]
        vmovups ymm9, ymmword ptr [rsp+0x200]
        vmovups ymm10, ymmword ptr [rsp+0x220]
        .nops 3
L4:
        vmovups ymm0, ymmword ptr [r8+rcx*1]
        vpxor ymm0, ymm0, ymmword ptr [rip+C4]
        vmovups ymm3, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm1, ymm0, ymm3
        vpunpckhbw ymm3, ymm0, ymm3
        vpmaddubsw ymm2, ymm1, ymm5
        vpmaddubsw ymm0, ymm1, ymm6
        vpsraw ymm2, ymm2, 0x7
        vpaddw ymm0, ymm0, ymm8
        vpaddw ymm0, ymm0, ymm2
        vpmaddubsw ymm1, ymm1, ymm7
        vpsraw ymm2, ymm0, 0x7
        vpaddw ymm1, ymm1, ymm9
        vpaddw ymm2, ymm2, ymm1
        vpmullw ymm0, ymm0, ymmword ptr [rsp+0x240]
        vpmullw ymm1, ymm1, ymmword ptr [rsp+0x260]
        vpaddw ymm1, ymm1, ymm0
        vpmulhrsw ymm2, ymm2, ymm10
        vpmaddubsw ymm4, ymm3, ymm5
        vpmaddubsw ymm0, ymm3, ymm6
        vpsraw ymm4, ymm4, 0x7
        vpaddw ymm0, ymm0, ymm8
        vpaddw ymm0, ymm0, ymm4
        vpmaddubsw ymm3, ymm3, ymm7
        vpsraw ymm4, ymm0, 0x7
        vpaddw ymm3, ymm3, ymm9
        vpaddw ymm4, ymm4, ymm3
        vpmullw ymm0, ymm0, ymmword ptr [rsp+0x240]
        vpmullw ymm3, ymm3, ymmword ptr [rsp+0x260]
        vpaddw ymm3, ymm3, ymm0
        vpmulhrsw ymm4, ymm4, ymm10
        vpminsw ymm1, ymm1, ymm3
        vpackuswb ymm0, ymm2, ymm4
        vpcmpgtw ymm1, ymm1, ymmword ptr [rsp+0x280]
        vpmovmskb eax, ymm1
        inc eax
        jnz L8
        vmovups ymmword ptr [rdi+rcx*1], ymm0
L5:
        add rcx, 0x20
        cmp rcx, rsi
        jb L4
L6:
        cmp rcx, rdx
        jz L7
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L4
L7:
        sub qword ptr [rsp+0x320], rcx
        jmp L14
L8:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C3]
        vsubps ymm5, ymm5, ymmword ptr [rip+C3]
        vsubps ymm6, ymm6, ymmword ptr [rip+C3]
        vsubps ymm7, ymm7, ymmword ptr [rip+C3]
        vmulps ymm0, ymm0, ymmword ptr [rsp+0xc0]
        vmulps ymm1, ymm1, ymmword ptr [rsp+0xc0]
        vmulps ymm2, ymm2, ymmword ptr [rsp+0xc0]
        vmulps ymm3, ymm3, ymmword ptr [rsp+0xc0]
        vmulps ymm4, ymm4, ymmword ptr [rsp+0x100]
        vmulps ymm5, ymm5, ymmword ptr [rsp+0x100]
        vmulps ymm6, ymm6, ymmword ptr [rsp+0x100]
        vmulps ymm7, ymm7, ymmword ptr [rsp+0x100]
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymmword ptr [rsp+0x140]
        vdivps ymm1, ymm1, ymmword ptr [rsp+0x140]
        vdivps ymm2, ymm2, ymmword ptr [rsp+0x140]
        vmulps ymm7, ymm3, ymm13
        vfmadd132ps ymm3, ymm7, ymm12
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpaddsw ymm0, ymm0, ymm14
        vpaddsw ymm2, ymm2, ymm14
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        vmovups ymm5, ymmword ptr [rsp+0x180]
        vmovups ymm6, ymmword ptr [rsp+0x1a0]
        vmovups ymm7, ymmword ptr [rsp+0x1c0]
        vmovups ymm8, ymmword ptr [rsp+0x1e0]
        vmovups ymm9, ymmword ptr [rsp+0x200]
        vmovups ymm10, ymmword ptr [rsp+0x220]
        add qword ptr [rsp+0x320], 0x100
        cmp qword ptr [rsp+0x320], rcx
        jle L5
        mov byte ptr [rsp+0x160], 0x0
        add rcx, 0x20
        cmp rcx, rsi
        jnb L6
        jmp L9
L9:
        .nops 2
L10:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C3]
        vsubps ymm5, ymm5, ymmword ptr [rip+C3]
        vsubps ymm6, ymm6, ymmword ptr [rip+C3]
        vsubps ymm7, ymm7, ymmword ptr [rip+C3]
        vmulps ymm0, ymm0, ymmword ptr [rsp+0xc0]
        vmulps ymm1, ymm1, ymmword ptr [rsp+0xc0]
        vmulps ymm2, ymm2, ymmword ptr [rsp+0xc0]
        vmulps ymm3, ymm3, ymmword ptr [rsp+0xc0]
        vmulps ymm4, ymm4, ymmword ptr [rsp+0x100]
        vmulps ymm5, ymm5, ymmword ptr [rsp+0x100]
        vmulps ymm6, ymm6, ymmword ptr [rsp+0x100]
        vmulps ymm7, ymm7, ymmword ptr [rsp+0x100]
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymmword ptr [rsp+0x140]
        vdivps ymm1, ymm1, ymmword ptr [rsp+0x140]
        vdivps ymm2, ymm2, ymmword ptr [rsp+0x140]
        vmulps ymm7, ymm3, ymm13
        vfmadd132ps ymm3, ymm7, ymm12
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpaddsw ymm0, ymm0, ymm14
        vpaddsw ymm2, ymm2, ymm14
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L10
        cmp rcx, rdx
        jz L11
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L10
L11:
        jmp L14
L12:
        .nops 9
        .nops 9
        .nops 9
        .nops 3
L13:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C3]
        vsubps ymm5, ymm5, ymmword ptr [rip+C3]
        vsubps ymm6, ymm6, ymmword ptr [rip+C3]
        vsubps ymm7, ymm7, ymmword ptr [rip+C3]
        vmulps ymm0, ymm0, ymmword ptr [rsp+0xc0]
        vmulps ymm1, ymm1, ymmword ptr [rsp+0xc0]
        vmulps ymm2, ymm2, ymmword ptr [rsp+0xc0]
        vmulps ymm3, ymm3, ymmword ptr [rsp+0xc0]
        vmulps ymm4, ymm4, ymmword ptr [rsp+0x100]
        vmulps ymm5, ymm5, ymmword ptr [rsp+0x100]
        vmulps ymm6, ymm6, ymmword ptr [rsp+0x100]
        vmulps ymm7, ymm7, ymmword ptr [rsp+0x100]
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymmword ptr [rsp+0x140]
        vdivps ymm1, ymm1, ymmword ptr [rsp+0x140]
        vdivps ymm2, ymm2, ymmword ptr [rsp+0x140]
        vdivps ymm3, ymm3, ymmword ptr [rsp+0x140]
        vmovups ymm8, ymmword ptr [rip+C6]
        vminps ymm0, ymm8, ymm0
        vcvtps2dq ymm0, ymm0
        vminps ymm1, ymm8, ymm1
        vcvtps2dq ymm1, ymm1
        vminps ymm2, ymm8, ymm2
        vcvtps2dq ymm2, ymm2
        vminps ymm3, ymm8, ymm3
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpaddsw ymm0, ymm0, ymm14
        vpaddsw ymm2, ymm2, ymm14
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L13
        cmp rcx, rdx
        jz L14
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L13
L14:
        jmp L20
L15:
        mov qword ptr [rsp+0x2f8], r8
        mov qword ptr [rsp+0x308], r9
        mov qword ptr [rsp+0x318], rdi
        mov rsi, rdx
L16:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x2f8]
        mov rbx, qword ptr [rsp+0x2f0]
        xor ecx, ecx
L17:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L17
        mov qword ptr [rsp+0x2f8], rax
        mov rax, qword ptr [rsp+0x308]
        mov rbx, qword ptr [rsp+0x300]
        xor ecx, ecx
L18:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L18
        mov qword ptr [rsp+0x308], rax
        vmovups ymm8, ymmword ptr [rsp]
        vpxor ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [rsp+0x40]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C5]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C5]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C3]
        vsubps ymm5, ymm5, ymmword ptr [rip+C3]
        vsubps ymm6, ymm6, ymmword ptr [rip+C3]
        vsubps ymm7, ymm7, ymmword ptr [rip+C3]
        vmulps ymm0, ymm0, ymmword ptr [rsp+0xc0]
        vmulps ymm1, ymm1, ymmword ptr [rsp+0xc0]
        vmulps ymm2, ymm2, ymmword ptr [rsp+0xc0]
        vmulps ymm3, ymm3, ymmword ptr [rsp+0xc0]
        vmulps ymm4, ymm4, ymmword ptr [rsp+0x100]
        vmulps ymm5, ymm5, ymmword ptr [rsp+0x100]
        vmulps ymm6, ymm6, ymmword ptr [rsp+0x100]
        vmulps ymm7, ymm7, ymmword ptr [rsp+0x100]
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymmword ptr [rsp+0x140]
        vdivps ymm1, ymm1, ymmword ptr [rsp+0x140]
        vdivps ymm2, ymm2, ymmword ptr [rsp+0x140]
        vdivps ymm3, ymm3, ymmword ptr [rsp+0x140]
        vmovups ymm8, ymmword ptr [rip+C6]
        vminps ymm0, ymm8, ymm0
        vcvtps2dq ymm0, ymm0
        vminps ymm1, ymm8, ymm1
        vcvtps2dq ymm1, ymm1
        vminps ymm2, ymm8, ymm2
        vcvtps2dq ymm2, ymm2
        vminps ymm3, ymm8, ymm3
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpaddsw ymm0, ymm0, ymm14
        vpaddsw ymm2, ymm2, ymm14
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x318]
        mov rbx, qword ptr [rsp+0x310]
        xor ecx, ecx
L19:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L19
        mov qword ptr [rsp+0x318], rax
        sub rsi, rdx
        jnz L16
L20:
        ldmxcsr dword ptr [rsp+0x328]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L21:
        mov dword ptr [rsp+0x32c], 0x1f80
        ldmxcsr dword ptr [rsp+0x32c]
        jmp L1
compute_u8_1100_subtract_multiply_add_divide_round_maximum_minimum_from7_constants:
        .long 0xcccccccc, 0xcccccccc, 0xcccccccc
        .byte 0xcc
C1:
        .fill 8, 4, 0x4b004b00
        .fill 8, 4, 0xcccccccc
C2:
        .fill 8, 4, 0x7fffffff
        .fill 8, 4, 0xcccccccc
C3:
        .fill 8, 4, 0x4b000000
        .fill 8, 4, 0xcccccccc
C4:
        .fill 8, 4, 0x80808080
        .fill 8, 4, 0xcccccccc
C5:
        .fill 8, 4, 0x0
        .fill 8, 4, 0xcccccccc
C6:
        .fill 8, 4, 0x4e800000
C7:
        .long 0x4b000080
C8:
        .long 0x3f800000
C9:
        .long 0x44000000
C10:
        .long 0x4e800000
C11:
        .long 0x5d800000
C12:
        .long 0xc000000
C13:
        .long 0x43840000
C14:
        .long 0x42100000
C15:
        .long 0x34408312
