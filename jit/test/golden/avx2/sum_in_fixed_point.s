# kernel compute_u8_1100_subtract_multiply_add_divide_round_max_min_from7
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output u8 strides 1 span 1100; axes [1100@0]; %0 = input 0 i8 offset 0 strides 1 span 1100; %1 = input 1 f32 offset 0 strides 0 span 1; %2 = input 2 i8 offset 0 strides 0 span 1; %3 = input 3 u8 offset 0 strides 1 span 1100; %4 = input 4 f32 offset 0 strides 0 span 1; %5 = input 5 f32 offset 0 strides 0 span 1; %6 = input 6 u8 offset 0 strides 0 span 1; value min(max(add(round(divide(add(multiply(subtract(%0, %2), %1), multiply(%3, %4)), %5)), %6), 0), 255)
# axis 0, 1100 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# sums: 
# quotients: products with a reciprocal of 48 bits, rounded to the same integer; divided where scales do not bound them
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 1843 bytes
# constants: 389 bytes
        .intel_syntax noprefix
compute_u8_1100_subtract_multiply_add_divide_round_max_min_from7:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x200
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x1e0]
        mov eax, dword ptr [rsp+0x1e0]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L14
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L13
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
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x18]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x20
        jnb L2
        mov eax, 0x1
        mov qword ptr [rsp+0x1b0], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x1c0], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x1d0], rax
        jmp L8
L2:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp byte ptr [rsp+0xa8], 0x0
        jz L5
        .nops 9
        .nops 8
L3:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C5]
        vsubps ymm5, ymm5, ymmword ptr [rip+C5]
        vsubps ymm6, ymm6, ymmword ptr [rip+C5]
        vsubps ymm7, ymm7, ymmword ptr [rip+C5]
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
        jb L3
        cmp rcx, rdx
        jz L4
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L3
L4:
        jmp L7
L5:
        .nops 9
        .nops 9
        .nops 9
        .nops 3
L6:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C5]
        vsubps ymm5, ymm5, ymmword ptr [rip+C5]
        vsubps ymm6, ymm6, ymmword ptr [rip+C5]
        vsubps ymm7, ymm7, ymmword ptr [rip+C5]
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
        jb L6
        cmp rcx, rdx
        jz L7
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L6
L7:
        jmp L13
L8:
        mov qword ptr [rsp+0x1b8], r8
        mov qword ptr [rsp+0x1c8], r9
        mov qword ptr [rsp+0x1d8], rdi
        mov rsi, rdx
L9:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x1b8]
        mov rbx, qword ptr [rsp+0x1b0]
        xor ecx, ecx
L10:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x1b8], rax
        mov rax, qword ptr [rsp+0x1c8]
        mov rbx, qword ptr [rsp+0x1c0]
        xor ecx, ecx
L11:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L11
        mov qword ptr [rsp+0x1c8], rax
        vmovups ymm8, ymmword ptr [rsp]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [rsp+0x40]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm15
        vsubps ymm1, ymm1, ymm15
        vsubps ymm2, ymm2, ymm15
        vsubps ymm3, ymm3, ymm15
        vsubps ymm4, ymm4, ymmword ptr [rip+C5]
        vsubps ymm5, ymm5, ymmword ptr [rip+C5]
        vsubps ymm6, ymm6, ymmword ptr [rip+C5]
        vsubps ymm7, ymm7, ymmword ptr [rip+C5]
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
        mov rax, qword ptr [rsp+0x1d8]
        mov rbx, qword ptr [rsp+0x1d0]
        xor ecx, ecx
L12:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L12
        mov qword ptr [rsp+0x1d8], rax
        sub rsi, rdx
        jnz L9
L13:
        ldmxcsr dword ptr [rsp+0x1e0]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L14:
        mov dword ptr [rsp+0x1e4], 0x1f80
        ldmxcsr dword ptr [rsp+0x1e4]
        jmp L1
compute_u8_1100_subtract_multiply_add_divide_round_max_min_from7_constants:
        .long 0xcccccccc, 0xcccccccc, 0xcccccccc
        .byte 0xcc
C1:
        .fill 8, 4, 0x4b004b00
        .fill 8, 4, 0xcccccccc
C2:
        .fill 8, 4, 0x7fffffff
        .fill 8, 4, 0xcccccccc
C3:
        .fill 8, 4, 0x80808080
        .fill 8, 4, 0xcccccccc
C4:
        .fill 8, 4, 0x0
        .fill 8, 4, 0xcccccccc
C5:
        .fill 8, 4, 0x4b000000
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
