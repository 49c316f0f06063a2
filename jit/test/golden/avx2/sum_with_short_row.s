# kernel compute_u8_100x3_add_round_maximum_minimum_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output u8 strides 3,1 span 300; axes [100@0] [3@0]; %0 = input 0 u8 offset 0 strides 3,1 span 300; %1 = input 1 u8 offset 0 strides 0,1 span 3; value saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 255))
# axis 0, 100 long, outermost: one piece with the axis inside
# axis 1, 3 long, innermost: a period: the row that is repeated lies on the stack several times
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 1506 bytes
# constants: 202 bytes
        .intel_syntax noprefix
compute_u8_100x3_add_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x1c0
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x198]
        mov eax, dword ptr [rsp+0x198]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L16
L1:
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L15
        vmovups ymm11, ymmword ptr [rip+C1]
        vbroadcastss ymm12, dword ptr [rip+C4]
        mov byte ptr [rsp+0xa8], 0x0
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x100
        jb L2
        vmovss xmm0, dword ptr [rip+C5]
        vmovss xmm1, dword ptr [rip+C5]
        vaddss xmm0, xmm0, xmm1
        vmovss xmm1, dword ptr [rip+C6]
        vucomiss xmm1, xmm0
        setnbe byte ptr [rsp+0xa8]
L2:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        mov r9, rax
        add r9, qword ptr [rsi+0x8]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        mov rcx, rax
        test rax, rax
        jz L3
        mov r15, rdx
        xor edx, edx
        mov ecx, 0x3
        div rcx
        mov rcx, rdx
        mov rdx, r15
L3:
        mov r14, qword ptr [rsi+0x8]
        movzx eax, word ptr [r14]
        mov word ptr [rsp+0x100], ax
        movzx eax, word ptr [r14+0x1]
        mov word ptr [rsp+0x101], ax
        movzx eax, word ptr [rsp+0x100]
        mov word ptr [rsp+0x103], ax
        movzx eax, word ptr [rsp+0x102]
        mov word ptr [rsp+0x105], ax
        movzx eax, word ptr [rsp+0x104]
        mov word ptr [rsp+0x107], ax
        movzx eax, word ptr [rsp+0x106]
        mov word ptr [rsp+0x109], ax
        movzx eax, word ptr [rsp+0x108]
        mov word ptr [rsp+0x10b], ax
        movzx eax, word ptr [rsp+0x10a]
        mov word ptr [rsp+0x10d], ax
        movzx eax, word ptr [rsp+0x10c]
        mov word ptr [rsp+0x10f], ax
        movzx eax, word ptr [rsp+0x10e]
        mov word ptr [rsp+0x111], ax
        vmovups xmm0, xmmword ptr [rsp+0x100]
        vmovups xmmword ptr [rsp+0x112], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x110]
        vmovups xmmword ptr [rsp+0x122], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x120]
        vmovups xmmword ptr [rsp+0x132], xmm0
        vmovups xmm0, xmmword ptr [rsp+0x130]
        vmovups xmmword ptr [rsp+0x142], xmm0
        lea r9, [rsp+rcx*1+0x121]
        cmp rdx, 0x20
        jnb L4
        mov eax, 0x1
        mov qword ptr [rsp+0x168], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x178], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x188], rax
        jmp L10
L4:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp byte ptr [rsp+0xa8], 0x0
        jz L7
        .nops 9
        .nops 9
        .nops 6
L5:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9]
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
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        lea rax, [rsp+0x124]
        add r9, 0x2
        lea rbx, [r9-0x3]
        cmp r9, rax
        cmovnb r9, rbx
        add rcx, 0x20
        cmp rcx, rsi
        jb L5
        cmp rcx, rdx
        jz L6
        mov rax, rdx
        sub rax, 0x20
        sub rax, rcx
        add r9, rax
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L5
L6:
        jmp L9
L7:
        .nops 6
L8:
        vmovups ymm8, ymmword ptr [r8+rcx*1]
        vpunpcklbw ymm9, ymm8, ymmword ptr [rip+C2]
        vpunpckhbw ymm8, ymm8, ymmword ptr [rip+C2]
        vpunpcklwd ymm0, ymm9, ymm11
        vpunpckhwd ymm1, ymm9, ymm11
        vpunpcklwd ymm2, ymm8, ymm11
        vpunpckhwd ymm3, ymm8, ymm11
        vmovups ymm8, ymmword ptr [r9]
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
        vmovups ymm8, ymmword ptr [rip+C3]
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
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        lea rax, [rsp+0x124]
        add r9, 0x2
        lea rbx, [r9-0x3]
        cmp r9, rax
        cmovnb r9, rbx
        add rcx, 0x20
        cmp rcx, rsi
        jb L8
        cmp rcx, rdx
        jz L9
        mov rax, rdx
        sub rax, 0x20
        sub rax, rcx
        add r9, rax
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L8
L9:
        jmp L15
L10:
        mov qword ptr [rsp+0x170], r8
        mov qword ptr [rsp+0x180], r9
        mov qword ptr [rsp+0x190], rdi
        mov rsi, rdx
L11:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x170]
        mov rbx, qword ptr [rsp+0x168]
        xor ecx, ecx
L12:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L12
        mov qword ptr [rsp+0x170], rax
        mov rax, qword ptr [rsp+0x180]
        mov rbx, qword ptr [rsp+0x178]
        xor ecx, ecx
L13:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L13
        mov qword ptr [rsp+0x180], rax
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
        vmovups ymm8, ymmword ptr [rip+C3]
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
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+0x80], ymm0
        mov rax, qword ptr [rsp+0x190]
        mov rbx, qword ptr [rsp+0x188]
        xor ecx, ecx
L14:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L14
        mov qword ptr [rsp+0x190], rax
        sub rsi, rdx
        jnz L11
L15:
        ldmxcsr dword ptr [rsp+0x198]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L16:
        mov dword ptr [rsp+0x19c], 0x1f80
        ldmxcsr dword ptr [rsp+0x19c]
        jmp L1
compute_u8_100x3_add_round_maximum_minimum_from2_constants:
        .fill 7, 4, 0xcccccccc
        .byte 0xcc
        .byte 0xcc
C1:
        .fill 8, 4, 0x4b004b00
        .fill 8, 4, 0xcccccccc
C2:
        .fill 8, 4, 0x0
        .fill 8, 4, 0xcccccccc
C3:
        .fill 8, 4, 0x4e800000
C4:
        .long 0x4b000000
C5:
        .long 0x44000000
C6:
        .long 0x4e800000
