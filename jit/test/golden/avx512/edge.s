# kernel move_x1_4x50_splat
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x1 strides 50,1 span 200; axes [4@0] [5@0= 40@0 5@39=]; %0 = input 0 x1 offset 0 strides 40,1 span 160
# axis 0, 4 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 1 at once; from the last to the first where addresses differ by less than 2048 modulo 4096
# registers: 64 bytes
# code: 336 bytes
# tables: 608 bytes
        .intel_syntax noprefix
move_x1_4x50_splat:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 2
        endbr64
        push rbx
        push rbp
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        mov rsi, qword ptr [rsi]
        mov ecx, 0x4
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x28
        mov r13, rcx
        cmp r13, 0x1
        jb L4
        vmovups ymm16, ymmword ptr [rbp+0x220]
        vmovups ymm17, ymmword ptr [rbp+0x240]
        mov eax, edi
        sub eax, esi
        and eax, 0xfff
        cmp eax, 0x800
        jnb L2
        mov rcx, r13
        sub rcx, 0x1
        shr rcx, 0x0
        imul r10, rcx, 0x32
        imul r11, rcx, 0x28
        inc rcx
        mov r8, rcx
        add rdi, r10
        add rsi, r11
        .nops 9
        .nops 9
L1:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0xb], 0x1
        vpshufb ymm0, ymm0, ymm16
        vmovups xmm1, xmmword ptr [rsi+0xd]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0x18], 0x1
        vpshufb ymm1, ymm1, ymm17
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x12], ymm1
        sub rdi, 0x32
        sub rsi, 0x28
        dec rcx
        jnz L1
        lea rdi, [rdi+r10*1+0x64]
        lea rsi, [rsi+r11*1+0x50]
        shl r8, 0x0
        sub r13, r8
        jmp L4
L2:
        .nops 9
        .nops 4
L3:
        vmovups xmm0, xmmword ptr [rsi]
        vinserti128 ymm0, ymm0, xmmword ptr [rsi+0xb], 0x1
        vpshufb ymm0, ymm0, ymm16
        vmovups xmm1, xmmword ptr [rsi+0xd]
        vinserti128 ymm1, ymm1, xmmword ptr [rsi+0x18], 0x1
        vpshufb ymm1, ymm1, ymm17
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymmword ptr [rdi+0x12], ymm1
        add rdi, 0x32
        add rsi, 0x28
        sub r13, 0x1
        cmp r13, 0x1
        jnb L3
L4:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_4x50_splat_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x28, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x5, 0x0, 0x0, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x28, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x5, 0x0, 0x27, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x148, 0x0
        .long 0x1c0, 0x0, 0x1, 0x0
        .long 0x32, 0x0, 0x0, 0x0
        .long 0x148, 0x0, 0x148, 0x0
        .fill 11, 4, 0x0
        .long 0x2010000, 0x6050403, 0xa090807, 0x3020100
        .long 0x7060504, 0xb0a0908, 0xf0e0d0c, 0x3020100
        .long 0x7060504, 0xb0a0908, 0xf0e0d0c, 0x8070605
        .long 0xc0b0a09, 0xf0f0e0d, 0xf0f0f0f
