# kernel move_x1_100x5_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 5,1 span 500; axes [100@0] [1f 3@0 1f]; %0 = input 0 x1 offset 0 strides 3,1 span 300; fill 00
# axis 0, 100 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from the last to the first where addresses differ by less than 2048 modulo 4096; from 2 rows behind the last such block on, one more that overlaps it
# axis 1, 5 long, innermost: code of its own for each run; 1 element filled; 3 elements copied
# registers: 64 bytes
# code: 635 bytes
# tables: 896 bytes
        .intel_syntax noprefix
move_x1_100x5_fill:
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        push r15
        mov rbx, qword ptr [rdi+0x20]
        mov rbp, qword ptr [rbx+0x10]
        mov rdi, qword ptr [rbx+0x8]
        vmovups zmm15, zmmword ptr [rbp]
        lea r12, [rbp+0x80]
        mov rsi, qword ptr [rbx]
        mov rax, qword ptr [r12]
        mov rsi, qword ptr [rsi+rax*1]
        add rsi, qword ptr [r12+0x8]
        mov ecx, 0x64
        mov qword ptr [rbx+0x68], rdi
        mov r14, qword ptr [r12+0x10]
        imul r14, r14, 0x1
        mov r13, rcx
L1:
        cmp r13, 0x40
        jb L7
        test edi, 0x3f
        jz L2
        test edi, 0x0
        jz L7
L2:
        vmovups zmm19, zmmword ptr [rbp+0x300]
        vmovups zmm18, zmmword ptr [rbp+0x2c0]
        vmovups zmm20, zmmword ptr [rbp+0x340]
        vmovups zmm16, zmmword ptr [rbp+0x240]
        vmovups zmm17, zmmword ptr [rbp+0x280]
        mov eax, edi
        sub eax, esi
        and eax, 0xfff
        cmp eax, 0x800
        jnb L4
        mov rcx, r13
        sub rcx, 0x40
        shr rcx, 0x6
        imul r10, rcx, 0x140
        imul r11, rcx, 0xc0
        inc rcx
        mov r8, rcx
        add rdi, r10
        add rsi, r11
        .nops 9
        .nops 9
        .nops 7
L3:
        vmovups zmm0, zmmword ptr [rsi]
        vpermt2b zmm0, zmm16, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x27]
        vpermt2b zmm1, zmm17, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x4d]
        vpermt2b zmm2, zmm18, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x73]
        vpermt2b zmm3, zmm19, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x80]
        vpermt2b zmm4, zmm20, zmm15
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        sub rdi, 0x140
        sub rsi, 0xc0
        dec rcx
        jnz L3
        lea rdi, [rdi+r10*1+0x280]
        lea rsi, [rsi+r11*1+0x180]
        shl r8, 0x6
        sub r13, r8
        jmp L6
L4:
        .nops 2
L5:
        vmovups zmm0, zmmword ptr [rsi]
        vpermt2b zmm0, zmm16, zmm15
        vmovups zmm1, zmmword ptr [rsi+0x27]
        vpermt2b zmm1, zmm17, zmm15
        vmovups zmm2, zmmword ptr [rsi+0x4d]
        vpermt2b zmm2, zmm18, zmm15
        vmovups zmm3, zmmword ptr [rsi+0x73]
        vpermt2b zmm3, zmm19, zmm15
        vmovups zmm4, zmmword ptr [rsi+0x80]
        vpermt2b zmm4, zmm20, zmm15
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        add rdi, 0x140
        add rsi, 0xc0
        sub r13, 0x40
        cmp r13, 0x40
        jnb L5
L6:
        cmp r13, 0x2
        jb L7
        mov ecx, 0x40
        sub rcx, r13
        imul rax, rcx, 0x5
        sub rdi, rax
        imul rax, rcx, 0x3
        sub rsi, rax
        mov r13d, 0x40
        jmp L4
L7:
        test r13, r13
        jz L8
        vpextrb byte ptr [rdi], xmm15, 0x0
        movzx eax, word ptr [rsi]
        movzx r11d, word ptr [rsi+0x1]
        mov word ptr [rdi+0x1], ax
        mov word ptr [rdi+0x2], r11w
        vpextrb byte ptr [rdi+0x4], xmm15, 0x0
        add rdi, 0x5
        add rsi, r14
        dec r13
        jnz L1
L8:
        mov qword ptr [rbx+0x68], rdi
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_100x5_fill_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x3, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x1c0, 0x0
        .long 0x1, 0x0, 0x5, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 16, 4, 0x0
        .long 0x2010040, 0x4034544, 0x64a4905, 0x4f4e0807
        .long 0x530b0a09, 0xe0d0c54, 0x100f5958, 0x125e5d11
        .long 0x63621413, 0x67171615, 0x1a191868, 0x1c1b6d6c
        .long 0x1e72711d, 0x7776201f, 0x7b232221, 0x2625247c
        .long 0x1004140, 0x3464502, 0x4b4a0504, 0x4f080706
        .long 0xb0a0950, 0xd0c5554, 0xf5a590e, 0x5f5e1110
        .long 0x63141312, 0x17161564, 0x19186968, 0x1b6e6d1a
        .long 0x73721d1c, 0x77201f1e, 0x23222178, 0x25247d7c
        .long 0x1424100, 0x47460302, 0x4b060504, 0x908074c
        .long 0xb0a5150, 0xd56550c, 0x5b5a0f0e, 0x5f121110
        .long 0x15141360, 0x17166564, 0x196a6918, 0x6f6e1b1a
        .long 0x731e1d1c, 0x21201f74, 0x23227978, 0x257e7d24
        .long 0x43420100, 0x47040302, 0x7060548, 0x9084d4c
        .long 0xb52510a, 0x57560d0c, 0x5b100f0e, 0x1312115c
        .long 0x15146160, 0x17666516, 0x6b6a1918, 0x6f1c1b1a
        .long 0x1f1e1d70, 0x21207574, 0x237a7922, 0x7f7e2524
        .long 0x431b1a19, 0x1e1d1c44, 0x201f4948, 0x224e4d21
        .long 0x53522423, 0x57272625, 0x2a292858, 0x2c2b5d5c
        .long 0x2e62612d, 0x6766302f, 0x6b333231, 0x3635346c
        .long 0x38377170, 0x3a767539, 0x7b7a3c3b, 0x7f3f3e3d
