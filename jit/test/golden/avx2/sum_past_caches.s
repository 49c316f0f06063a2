# kernel compute_u8_30000000_add_round_maximum_minimum_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output u8 strides 1 span 30000000; axes [30000000@0]; %0 = input 0 u8 offset 0 strides 1 span 30000000; %1 = input 1 u8 offset 0 strides 1 span 30000000; value saturate.i32(minimum(maximum(round(add(convert.f32(%0), convert.f32(%1))), f32 0), f32 255))
# axis 0, 30000000 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; past the caches in runs of 25165824 elements or more; inputs are asked for some way ahead; through the stack, gathered and scattered one by one
# code: 1913 bytes
# constants: 179 bytes
        .intel_syntax noprefix
compute_u8_30000000_add_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x140
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x138]
        mov eax, dword ptr [rsp+0x138]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L18
L1:
        mov rax, qword ptr [rdi+0x28]
        mov qword ptr [rsp+0x130], rax
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L17
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
        cmp rdx, 0x20
        jnb L3
        mov eax, 0x1
        mov qword ptr [rsp+0x100], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x110], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x120], rax
        jmp L12
L3:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp qword ptr [rsp+0x130], 0x1800000
        jb L6
        cmp rdx, 0x40
        jb L6
        mov esi, edi
        neg esi
        and esi, 0x1f
        jz L4
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
        mov rcx, rsi
L4:
        mov rsi, rdx
        sub rsi, rcx
        and rsi, 0xffffffffffffffe0
        add rsi, rcx
        cmp byte ptr [rsp+0xa8], 0x0
        jz L9
        .nops 9
        .nops 9
        .nops 4
L5:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
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
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpackuswb ymm0, ymm0, ymm2
        vmovntps ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L5
        sfence
        cmp rcx, rdx
        jz L11
        lea rcx, [rdx-0x20]
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
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        jmp L11
L6:
        cmp byte ptr [rsp+0xa8], 0x0
        jz L9
        .nops 4
L7:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
        prefetchw byte ptr [rdi+rcx*1+0x400]
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
        vcvtps2dq ymm0, ymm0
        vcvtps2dq ymm1, ymm1
        vcvtps2dq ymm2, ymm2
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpackuswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L7
        cmp rcx, rdx
        jz L8
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L7
L8:
        jmp L11
L9:
        .nops 9
        .nops 6
L10:
        prefetcht0 byte ptr [r8+rcx*1+0x800]
        prefetcht0 byte ptr [r9+rcx*1+0x800]
        prefetchw byte ptr [rdi+rcx*1+0x400]
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
        jmp L17
L12:
        mov qword ptr [rsp+0x108], r8
        mov qword ptr [rsp+0x118], r9
        mov qword ptr [rsp+0x128], rdi
        mov rsi, rdx
L13:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x108]
        mov rbx, qword ptr [rsp+0x100]
        xor ecx, ecx
L14:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L14
        mov qword ptr [rsp+0x108], rax
        mov rax, qword ptr [rsp+0x118]
        mov rbx, qword ptr [rsp+0x110]
        xor ecx, ecx
L15:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0x40], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L15
        mov qword ptr [rsp+0x118], rax
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
        mov rax, qword ptr [rsp+0x128]
        mov rbx, qword ptr [rsp+0x120]
        xor ecx, ecx
L16:
        movzx r15d, byte ptr [rsp+rcx*1+0x80]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L16
        mov qword ptr [rsp+0x128], rax
        sub rsi, rdx
        jnz L13
L17:
        ldmxcsr dword ptr [rsp+0x138]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L18:
        mov dword ptr [rsp+0x13c], 0x1f80
        ldmxcsr dword ptr [rsp+0x13c]
        jmp L1
compute_u8_30000000_add_round_maximum_minimum_from2_constants:
        .long 0xcccccccc
        .byte 0xcc
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
