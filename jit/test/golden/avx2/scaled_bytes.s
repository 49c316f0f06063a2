# kernel compute_i8_100_add_divide_round_maximum_minimum_from3
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output i8 strides 1 span 100; axes [100@0]; %0 = input 0 i8 offset 0 strides 1 span 100; %1 = input 1 i8 offset 0 strides 1 span 100; %2 = input 2 f32 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(round(divide(add(convert.f32(%0), convert.f32(%1)), %2)), f32 -128), f32 127))
# axis 0, 100 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# quotients: products with a reciprocal of 48 bits, rounded to the same integer; divided where scales do not bound them
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 1383 bytes
# constants: 337 bytes
        .intel_syntax noprefix
compute_i8_100_add_divide_round_maximum_minimum_from3:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x140
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x130]
        mov eax, dword ptr [rsp+0x130]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L14
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L13
        vmovups ymm11, ymmword ptr [rip+C1]
        vbroadcastss ymm14, dword ptr [rip+C6]
        mov rax, qword ptr [rsi+0x10]
        vbroadcastss ymm15, dword ptr [rax]
        mov byte ptr [rsp+0xa8], 0x0
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x100
        jb L2
        mov rax, qword ptr [rsi+0x10]
        vbroadcastss xmm0, dword ptr [rax]
        vmovss xmm1, dword ptr [rip+C7]
        vdivss xmm2, xmm1, xmm0
        vfnmadd231ss xmm1, xmm2, xmm0
        vdivss xmm1, xmm1, xmm0
        vbroadcastss ymm12, xmm2
        vbroadcastss ymm13, xmm1
        vmovss xmm0, dword ptr [rip+C8]
        vmovss xmm1, dword ptr [rip+C8]
        vaddss xmm0, xmm0, xmm1
        vmovaps xmm1, xmm15
        vandps xmm1, xmm1, xmmword ptr [rip+C2]
        vmulss xmm1, xmm1, dword ptr [rip+C9]
        vucomiss xmm1, xmm0
        setnbe byte ptr [rsp+0xa8]
        vmovaps xmm0, xmm15
        vandps xmm0, xmm0, xmmword ptr [rip+C2]
        vmovss xmm1, dword ptr [rip+C10]
        vucomiss xmm1, xmm0
        setnbe al
        and byte ptr [rsp+0xa8], al
        vucomiss xmm0, dword ptr [rip+C11]
        setnbe al
        and byte ptr [rsp+0xa8], al
L2:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x20
        jnb L3
        mov eax, 0x1
        mov qword ptr [rsp+0x100], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x110], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x120], rax
        jmp L8
L3:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp byte ptr [rsp+0xa8], 0x0
        jz L6
        .nops 9
        .nops 4
L4:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm14
        vsubps ymm1, ymm1, ymm14
        vsubps ymm2, ymm2, ymm14
        vsubps ymm3, ymm3, ymm14
        vsubps ymm4, ymm4, ymm14
        vsubps ymm5, ymm5, ymm14
        vsubps ymm6, ymm6, ymm14
        vsubps ymm7, ymm7, ymm14
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymm15
        vdivps ymm1, ymm1, ymm15
        vdivps ymm2, ymm2, ymm15
        vmulps ymm7, ymm3, ymm13
        vfmadd132ps ymm3, ymm7, ymm12
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpacksswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L4
        cmp rcx, rdx
        jz L5
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L4
L5:
        jmp L7
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
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm14
        vsubps ymm1, ymm1, ymm14
        vsubps ymm2, ymm2, ymm14
        vsubps ymm3, ymm3, ymm14
        vsubps ymm4, ymm4, ymm14
        vsubps ymm5, ymm5, ymm14
        vsubps ymm6, ymm6, ymm14
        vsubps ymm7, ymm7, ymm14
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymm15
        vdivps ymm1, ymm1, ymm15
        vdivps ymm2, ymm2, ymm15
        vdivps ymm3, ymm3, ymm15
        vmovups ymm8, ymmword ptr [rip+C5]
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
        vpacksswb ymm0, ymm0, ymm2
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
        mov qword ptr [rsp+0x108], r8
        mov qword ptr [rsp+0x118], r9
        mov qword ptr [rsp+0x128], rdi
        mov rsi, rdx
L9:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x108]
        mov rbx, qword ptr [rsp+0x100]
        xor ecx, ecx
L10:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x108], rax
        mov rax, qword ptr [rsp+0x118]
        mov rbx, qword ptr [rsp+0x110]
        xor ecx, ecx
L11:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L11
        mov qword ptr [rsp+0x118], rax
        vmovups ymm8, ymmword ptr [rsp]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [rsp+0x40]
        vpxor ymm8, ymm8, ymmword ptr [rip+C3]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C4]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C4]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm14
        vsubps ymm1, ymm1, ymm14
        vsubps ymm2, ymm2, ymm14
        vsubps ymm3, ymm3, ymm14
        vsubps ymm4, ymm4, ymm14
        vsubps ymm5, ymm5, ymm14
        vsubps ymm6, ymm6, ymm14
        vsubps ymm7, ymm7, ymm14
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vdivps ymm0, ymm0, ymm15
        vdivps ymm1, ymm1, ymm15
        vdivps ymm2, ymm2, ymm15
        vdivps ymm3, ymm3, ymm15
        vmovups ymm8, ymmword ptr [rip+C5]
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
        vpacksswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x128]
        mov rbx, qword ptr [rsp+0x120]
        xor ecx, ecx
L12:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L12
        mov qword ptr [rsp+0x128], rax
        sub rsi, rdx
        jnz L9
L13:
        ldmxcsr dword ptr [rsp+0x130]
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
        mov dword ptr [rsp+0x134], 0x1f80
        ldmxcsr dword ptr [rsp+0x134]
        jmp L1
compute_i8_100_add_divide_round_maximum_minimum_from3_constants:
        .fill 6, 4, 0xcccccccc
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
        .fill 8, 4, 0x4e800000
C6:
        .long 0x4b000080
C7:
        .long 0x3f800000
C8:
        .long 0x44000000
C9:
        .long 0x4e800000
C10:
        .long 0x5d800000
C11:
        .long 0xc000000
