# kernel compute_i8_3000_multiply_round_maximum_minimum_from2
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output i8 strides 1 span 3000; axes [3000@0]; %0 = input 0 u8 offset 0 strides 1 span 3000; %1 = input 1 f32 offset 0 strides 0 span 1; value saturate.i32(minimum(maximum(round(multiply(convert.f32(%0), %1)), f32 -128), f32 127))
# axis 0, 3000 long: one piece
# registers: 32 bytes, 4 vectors of numbers per block, 4 at a time
# rounding: by the control register
# values: sums of two numbers by the byte's halves, where those are all 256 results, for pieces of 640 elements or more; computed element by element
# elements of a piece: whole vectors, straight from and to memory; the rest by a last vector that overlaps; through the stack, gathered and scattered one by one
# code: 2249 bytes
# constants: 995 bytes
        .intel_syntax noprefix
compute_i8_3000_multiply_round_maximum_minimum_from2:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x4c0
        and rsp, 0xffffffffffffffc0
        stmxcsr dword ptr [rsp+0x490]
        mov eax, dword ptr [rsp+0x490]
        and eax, 0xffffffc0
        cmp eax, 0x1f80
        jnz L31
L1:
        mov qword ptr [rsp+0x488], 0x280
        mov rsi, qword ptr [rdi]
        mov rdx, qword ptr [rdi+0x18]
        cmp rdx, qword ptr [rdi+0x10]
        jbe L30
        vmovups ymm7, ymmword ptr [rip+C1]
        vbroadcastss ymm8, dword ptr [rip+C13]
        mov rax, qword ptr [rsi+0x8]
        vbroadcastss ymm9, dword ptr [rax]
        mov byte ptr [rsp+0x180], 0x0
        mov rax, qword ptr [rdi+0x18]
        sub rax, qword ptr [rdi+0x10]
        cmp rax, 0x100
        jb L2
        vmovss xmm0, dword ptr [rip+C14]
        vmovaps xmm1, xmm9
        vandps xmm1, xmm1, xmmword ptr [rip+C2]
        vmulss xmm0, xmm0, xmm1
        vmovss xmm1, dword ptr [rip+C15]
        vucomiss xmm1, xmm0
        setnbe byte ptr [rsp+0x180]
L2:
        mov rax, qword ptr [rdi+0x10]
        mov r8, rax
        add r8, qword ptr [rsi]
        sub rdx, rax
        mov rdi, qword ptr [rdi+0x8]
        cmp rdx, 0x20
        jnb L3
        mov eax, 0x1
        mov qword ptr [rsp+0x468], rax
        mov eax, 0x1
        mov qword ptr [rsp+0x478], rax
        jmp L26
L3:
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        cmp rdx, qword ptr [rsp+0x488]
        jb L20
        lea r10, [rip+C3]
L4:
        vmovups ymm4, ymmword ptr [r10+rcx*1]
        vpunpcklbw ymm5, ymm4, ymmword ptr [rip+C4]
        vpunpckhbw ymm4, ymm4, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm5, ymm7
        vpunpckhwd ymm1, ymm5, ymm7
        vpunpcklwd ymm2, ymm4, ymm7
        vpunpckhwd ymm3, ymm4, ymm7
        vsubps ymm0, ymm0, ymm8
        vsubps ymm1, ymm1, ymm8
        vsubps ymm2, ymm2, ymm8
        vsubps ymm3, ymm3, ymm8
        vmulps ymm0, ymm0, ymm9
        vmulps ymm1, ymm1, ymm9
        vmulps ymm2, ymm2, ymm9
        vmulps ymm3, ymm3, ymm9
        vmovups ymm4, ymmword ptr [rip+C5]
        vminps ymm0, ymm4, ymm0
        vcvtps2dq ymm0, ymm0
        vminps ymm1, ymm4, ymm1
        vcvtps2dq ymm1, ymm1
        vminps ymm2, ymm4, ymm2
        vcvtps2dq ymm2, ymm2
        vminps ymm3, ymm4, ymm3
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vmovups ymmword ptr [rsp+rcx*2+0x1c0], ymm0
        vmovups ymmword ptr [rsp+rcx*2+0x1e0], ymm2
        vpacksswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+rcx*1+0x80], ymm0
        add ecx, 0x20
        cmp ecx, 0x100
        jb L4
        lea r9, [rsp+0x3c0]
        vmovups ymm3, ymmword ptr [rip+C6]
        vmovups ymm4, ymmword ptr [rip+C6]
        xor ecx, ecx
L5:
        vmovups ymm0, ymmword ptr [rsp+rcx*2+0x1c0]
        vpaddsw ymm0, ymm0, ymmword ptr [rip+C7]
        vmovups ymm1, ymmword ptr [rsp+rcx*2+0x1e0]
        vpaddsw ymm1, ymm1, ymmword ptr [rip+C7]
        vpshufb ymm2, ymm0, ymmword ptr [rip+C8]
        vmovups xmmword ptr [r9], xmm2
        vextracti128 xmmword ptr [r9+0x2], ymm2, 0x1
        add r9, 0x4
        vpsubw ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+rcx*2+0x1c0], ymm0
        vpminsw ymm3, ymm3, ymm0
        vpsubw ymm1, ymm1, ymm2
        vmovups ymmword ptr [rsp+rcx*2+0x1e0], ymm1
        vpminsw ymm4, ymm4, ymm1
        add ecx, 0x20
        cmp ecx, 0x100
        jb L5
        vpermq ymm0, ymm3, 0x4e
        vpminsw ymm3, ymm3, ymm0
        vpermq ymm0, ymm4, 0x4e
        vpminsw ymm4, ymm4, ymm0
        lea r9, [rsp+0x400]
        vmovups ymm5, ymmword ptr [rip+C9]
        xor ecx, ecx
L6:
        vmovups ymm0, ymmword ptr [rsp+rcx*2+0x1c0]
        vpsubw ymm0, ymm0, ymm3
        vmovups ymm1, ymmword ptr [rsp+rcx*2+0x1e0]
        vpsubw ymm1, ymm1, ymm4
        vpacksswb ymm0, ymm0, ymm1
        vpsadbw ymm1, ymm0, ymmword ptr [rip+C4]
        vpshufd ymm2, ymm1, 0x4e
        vpaddb ymm1, ymm1, ymm2
        vpshufb ymm1, ymm1, ymmword ptr [rip+C4]
        vmovups xmmword ptr [r9], xmm1
        vextracti128 xmmword ptr [r9+0x1], ymm1, 0x1
        add r9, 0x2
        vpaddb ymm0, ymm0, ymmword ptr [rip+C10]
        vpand ymm0, ymm0, ymmword ptr [rip+C9]
        vpmaxub ymm0, ymm0, ymm1
        vpminub ymm5, ymm5, ymm0
        add ecx, 0x20
        cmp ecx, 0x100
        jb L6
        vpermq ymm0, ymm5, 0x4e
        vpminub ymm5, ymm5, ymm0
        vpackuswb ymm4, ymm3, ymm4
        vpaddb ymm5, ymm5, ymmword ptr [rip+C10]
        vbroadcasti128 ymm0, xmmword ptr [rsp+0x3c0]
        vbroadcasti128 ymm1, xmmword ptr [rsp+0x3d0]
        vpackuswb ymm6, ymm0, ymm1
        vmovups ymm15, ymmword ptr [rip+C4]
        vpsubsw ymm0, ymm15, ymm0
        vpsubsw ymm1, ymm15, ymm1
        vpackuswb ymm15, ymm0, ymm1
        vbroadcasti128 ymm14, xmmword ptr [rsp+0x400]
        vmovups ymm13, ymmword ptr [rip+C11]
        vmovups ymm12, ymmword ptr [rip+C12]
        vptest ymm15, ymm15
        jz L7
        vpextrb ecx, xmm4, 0xf
        vpextrb eax, xmm6, 0xf
        add eax, ecx
        cmp eax, 0xfe
        jnbe L15
        mov eax, 0xfe
        sub eax, ecx
        vmovd xmm0, eax
        vpbroadcastb ymm0, xmm0
        vpaddb ymm4, ymm4, ymm0
        vpsubb ymm0, ymm0, ymm6
        vpaddusb ymm15, ymm15, ymm0
        jmp L11
L7:
        xor ecx, ecx
L8:
        vmovups ymm0, ymmword ptr [r10+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm6, ymm0
        vpaddusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vpcmpeqb ymm2, ymm2, ymmword ptr [rsp+rcx*1+0x80]
        vpmovmskb eax, ymm2
        inc eax
        jnz L19
        add ecx, 0x20
        cmp ecx, 0x100
        jb L8
        xor ecx, ecx
        .nops 9
        .nops 9
        .nops 3
L9:
        vmovups ymm0, ymmword ptr [r8+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm6, ymm0
        vpaddusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vmovups ymmword ptr [rdi+rcx*1], ymm2
        add rcx, 0x20
        cmp rcx, rsi
        jb L9
        cmp rcx, rdx
        jz L10
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L9
L10:
        jmp L30
L11:
        xor ecx, ecx
L12:
        vmovups ymm0, ymmword ptr [r10+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm15, ymm0
        vpsubusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vpcmpeqb ymm2, ymm2, ymmword ptr [rsp+rcx*1+0x80]
        vpmovmskb eax, ymm2
        inc eax
        jnz L19
        add ecx, 0x20
        cmp ecx, 0x100
        jb L12
        xor ecx, ecx
        .nops 9
        .nops 9
        .nops 9
        .nops 2
L13:
        vmovups ymm0, ymmword ptr [r8+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm15, ymm0
        vpsubusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vmovups ymmword ptr [rdi+rcx*1], ymm2
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
        jmp L30
L15:
        xor ecx, ecx
L16:
        vmovups ymm0, ymmword ptr [r10+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm15, ymm0
        vpsubusb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm6, ymm0
        vpaddusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vpcmpeqb ymm2, ymm2, ymmword ptr [rsp+rcx*1+0x80]
        vpmovmskb eax, ymm2
        inc eax
        jnz L19
        add ecx, 0x20
        cmp ecx, 0x100
        jb L16
        xor ecx, ecx
        .nops 9
        .nops 9
        .nops 2
L17:
        vmovups ymm0, ymmword ptr [r8+rcx*1]
        vpand ymm1, ymm0, ymm13
        vpsrlw ymm0, ymm0, 0x4
        vpand ymm0, ymm0, ymm13
        vpshufb ymm2, ymm4, ymm1
        vpshufb ymm1, ymm5, ymm1
        vpshufb ymm3, ymm14, ymm0
        vpcmpgtb ymm3, ymm3, ymm1
        vpsubb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm15, ymm0
        vpsubusb ymm2, ymm2, ymm3
        vpshufb ymm3, ymm6, ymm0
        vpaddusb ymm2, ymm2, ymm3
        vpxor ymm2, ymm2, ymm12
        vmovups ymmword ptr [rdi+rcx*1], ymm2
        add rcx, 0x20
        cmp rcx, rsi
        jb L17
        cmp rcx, rdx
        jz L18
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L17
L18:
        jmp L30
L19:
        mov qword ptr [rsp+0x488], 0xffffffffffffffff
        xor ecx, ecx
L20:
        cmp byte ptr [rsp+0x180], 0x0
        jz L23
        .nops 9
        .nops 9
        .nops 4
L21:
        vmovups ymm4, ymmword ptr [r8+rcx*1]
        vpunpcklbw ymm5, ymm4, ymmword ptr [rip+C4]
        vpunpckhbw ymm4, ymm4, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm5, ymm7
        vpunpckhwd ymm1, ymm5, ymm7
        vpunpcklwd ymm2, ymm4, ymm7
        vpunpckhwd ymm3, ymm4, ymm7
        vsubps ymm0, ymm0, ymm8
        vsubps ymm1, ymm1, ymm8
        vsubps ymm2, ymm2, ymm8
        vsubps ymm3, ymm3, ymm8
        vmulps ymm0, ymm0, ymm9
        vmulps ymm1, ymm1, ymm9
        vmulps ymm2, ymm2, ymm9
        vmulps ymm3, ymm3, ymm9
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
        jb L21
        cmp rcx, rdx
        jz L22
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L21
L22:
        jmp L25
L23:
        .nops 7
L24:
        vmovups ymm4, ymmword ptr [r8+rcx*1]
        vpunpcklbw ymm5, ymm4, ymmword ptr [rip+C4]
        vpunpckhbw ymm4, ymm4, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm5, ymm7
        vpunpckhwd ymm1, ymm5, ymm7
        vpunpcklwd ymm2, ymm4, ymm7
        vpunpckhwd ymm3, ymm4, ymm7
        vsubps ymm0, ymm0, ymm8
        vsubps ymm1, ymm1, ymm8
        vsubps ymm2, ymm2, ymm8
        vsubps ymm3, ymm3, ymm8
        vmulps ymm0, ymm0, ymm9
        vmulps ymm1, ymm1, ymm9
        vmulps ymm2, ymm2, ymm9
        vmulps ymm3, ymm3, ymm9
        vmovups ymm4, ymmword ptr [rip+C5]
        vminps ymm0, ymm4, ymm0
        vcvtps2dq ymm0, ymm0
        vminps ymm1, ymm4, ymm1
        vcvtps2dq ymm1, ymm1
        vminps ymm2, ymm4, ymm2
        vcvtps2dq ymm2, ymm2
        vminps ymm3, ymm4, ymm3
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpacksswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rdi+rcx*1], ymm0
        add rcx, 0x20
        cmp rcx, rsi
        jb L24
        cmp rcx, rdx
        jz L25
        mov rcx, rdx
        sub rcx, 0x20
        mov rsi, rdx
        jmp L24
L25:
        jmp L30
L26:
        mov qword ptr [rsp+0x470], r8
        mov qword ptr [rsp+0x480], rdi
        mov rsi, rdx
L27:
        mov edx, 0x20
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x470]
        mov rbx, qword ptr [rsp+0x468]
        xor ecx, ecx
L28:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L28
        mov qword ptr [rsp+0x470], rax
        vmovups ymm4, ymmword ptr [rsp]
        vpunpcklbw ymm5, ymm4, ymmword ptr [rip+C4]
        vpunpckhbw ymm4, ymm4, ymmword ptr [rip+C4]
        vpunpcklwd ymm0, ymm5, ymm7
        vpunpckhwd ymm1, ymm5, ymm7
        vpunpcklwd ymm2, ymm4, ymm7
        vpunpckhwd ymm3, ymm4, ymm7
        vsubps ymm0, ymm0, ymm8
        vsubps ymm1, ymm1, ymm8
        vsubps ymm2, ymm2, ymm8
        vsubps ymm3, ymm3, ymm8
        vmulps ymm0, ymm0, ymm9
        vmulps ymm1, ymm1, ymm9
        vmulps ymm2, ymm2, ymm9
        vmulps ymm3, ymm3, ymm9
        vmovups ymm4, ymmword ptr [rip+C5]
        vminps ymm0, ymm4, ymm0
        vcvtps2dq ymm0, ymm0
        vminps ymm1, ymm4, ymm1
        vcvtps2dq ymm1, ymm1
        vminps ymm2, ymm4, ymm2
        vcvtps2dq ymm2, ymm2
        vminps ymm3, ymm4, ymm3
        vcvtps2dq ymm3, ymm3
        vpackssdw ymm0, ymm0, ymm1
        vpackssdw ymm2, ymm2, ymm3
        vpacksswb ymm0, ymm0, ymm2
        vmovups ymmword ptr [rsp+0x40], ymm0
        mov rax, qword ptr [rsp+0x480]
        mov rbx, qword ptr [rsp+0x478]
        xor ecx, ecx
L29:
        movzx r15d, byte ptr [rsp+rcx*1+0x40]
        mov byte ptr [rax], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L29
        mov qword ptr [rsp+0x480], rax
        sub rsi, rdx
        jnz L27
L30:
        ldmxcsr dword ptr [rsp+0x490]
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
L31:
        mov dword ptr [rsp+0x494], 0x1f80
        ldmxcsr dword ptr [rsp+0x494]
        jmp L1
compute_i8_3000_multiply_round_maximum_minimum_from2_constants:
        .fill 13, 4, 0xcccccccc
        .byte 0xcc
        .byte 0xcc
        .byte 0xcc
C1:
        .fill 8, 4, 0x4b004b00
        .fill 8, 4, 0xcccccccc
C2:
        .fill 8, 4, 0x7fffffff
        .fill 8, 4, 0xcccccccc
C3:
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
C4:
        .fill 8, 4, 0x0
        .fill 8, 4, 0xcccccccc
C5:
        .fill 8, 4, 0x4e800000
        .fill 8, 4, 0xcccccccc
C6:
        .fill 8, 4, 0x7fff7fff
        .fill 8, 4, 0xcccccccc
C7:
        .fill 8, 4, 0x800080
        .fill 8, 4, 0xcccccccc
C8:
        .fill 8, 4, 0x1000100
        .fill 8, 4, 0xcccccccc
C9:
        .fill 8, 4, 0x7f7f7f7f
        .fill 8, 4, 0xcccccccc
C10:
        .fill 8, 4, 0xffffffff
        .fill 8, 4, 0xcccccccc
C11:
        .fill 8, 4, 0xf0f0f0f
        .fill 8, 4, 0xcccccccc
C12:
        .fill 8, 4, 0x80808080
C13:
        .long 0x4b000000
C14:
        .long 0x44000000
C15:
        .long 0x4e800000
