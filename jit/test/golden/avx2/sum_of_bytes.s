# kernel compute_u8_100_add_maximum_minimum_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output u8 strides 1 span 100; axes [100@0]; %0 = input 0 u8 offset 0 strides 1 span 100; %1 = input 1 u8 offset 0 strides 1 span 100; value saturate.i32(minimum(maximum(add(convert.f32(%0), convert.f32(%1)), f32 0), f32 255))
# axis 0, 100 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 895 bytes
# constants: 109 bytes
        .intel_syntax noprefix
compute_u8_100_add_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x140
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x128]
        mov eax, dword ptr [rsp+0x128]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L11
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L10
        vmovups ymm11, ymmword ptr [rip+C1]
        vbroadcastss ymm12, dword ptr [rip+C3]
        vbroadcastss ymm13, dword ptr [rip+C4]
        vbroadcastss ymm14, dword ptr [rip+C5]
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x20
        jnb L2
        mov eax, 0x1
        mov qword ptr [rsp+0xf8], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x108], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x118], rax
        jmp L5
L2:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
L3:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm12
        vsubps ymm1, ymm1, ymm12
        vsubps ymm2, ymm2, ymm12
        vsubps ymm3, ymm3, ymm12
        vsubps ymm4, ymm4, ymm12
        vsubps ymm5, ymm5, ymm12
        vsubps ymm6, ymm6, ymm12
        vsubps ymm7, ymm7, ymm12
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vmaxps ymm0, ymm0, ymm13
        vmaxps ymm1, ymm1, ymm13
        vmaxps ymm2, ymm2, ymm13
        vmaxps ymm3, ymm3, ymm13
        vminps ymm0, ymm0, ymm14
        vminps ymm1, ymm1, ymm14
        vminps ymm2, ymm2, ymm14
        vminps ymm3, ymm3, ymm14
        vcvttps2dq ymm0, ymm0
        vcvttps2dq ymm1, ymm1
        vcvttps2dq ymm2, ymm2
        vcvttps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
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
        jmp L10
L5:
        mov qword ptr [rsp+0x100], r8
        mov qword ptr [rsp+0x110], r9
        mov qword ptr [rsp+0x120], rdi
        mov rsi, rdx
L6:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x100]
        mov rbx, qword ptr [rsp+0xf8]
        xor ecx, ecx
L7:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L7
        mov qword ptr [rsp+0x100], rax
        mov rax, qword ptr [rsp+0x110]
        mov rbx, qword ptr [rsp+0x108]
        xor ecx, ecx
L8:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x110], rax
        vmovups ymm8, ymmword ptr [rsp]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [rsp+0x40]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm4, ymm9, ymm11
        vpunpckhwd ymm5, ymm9, ymm11
        vpunpcklwd ymm6, ymm8, ymm11
        vpunpckhwd ymm7, ymm8, ymm11
        vsubps ymm0, ymm0, ymm12
        vsubps ymm1, ymm1, ymm12
        vsubps ymm2, ymm2, ymm12
        vsubps ymm3, ymm3, ymm12
        vsubps ymm4, ymm4, ymm12
        vsubps ymm5, ymm5, ymm12
        vsubps ymm6, ymm6, ymm12
        vsubps ymm7, ymm7, ymm12
        vaddps ymm0, ymm0, ymm4
        vaddps ymm1, ymm1, ymm5
        vaddps ymm2, ymm2, ymm6
        vaddps ymm3, ymm3, ymm7
        vmaxps ymm0, ymm0, ymm13
        vmaxps ymm1, ymm1, ymm13
        vmaxps ymm2, ymm2, ymm13
        vmaxps ymm3, ymm3, ymm13
        vminps ymm0, ymm0, ymm14
        vminps ymm1, ymm1, ymm14
        vminps ymm2, ymm2, ymm14
        vminps ymm3, ymm3, ymm14
        vcvttps2dq ymm0, ymm0
        vcvttps2dq ymm1, ymm1
        vcvttps2dq ymm2, ymm2
        vcvttps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x120]
        mov rbx, qword ptr [rsp+0x118]
        xor ecx, ecx
L9:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x120], rax
        sub rsi, rdx
        jnz L6
L10:
        ldmxcsr dword ptr [rsp+0x128]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L11:
        mov dword ptr [rsp+0x12c], 0x1f80
        ldmxcsr dword ptr [rsp+0x12c]
        jmp L1
compute_u8_100_add_maximum_minimum_from2_constants:
        .byte 0xcc
C1:
        .fill 8, 4, 0x4b004b00
        .fill 8, 4, 0xcccccccc
C2:
        .fill 8, 4, 0x0
C3:
        .long 0x4b000000
C4:
        .long 0x0
C5:
        .long 0x437f0000
