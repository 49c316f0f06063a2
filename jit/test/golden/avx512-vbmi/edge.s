# kernel move_x1_4x50_splat
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 50,1 span 200; axes [4@0] [5@0= 40@0 5@39=]; %0 = input 0 x1 offset 0 strides 40,1 span 160
# axis 0, 4 long, outermost: a counted loop
# axis 1, 50 long, innermost: code of its own for each run; 5 elements one element, broadcast; 40 elements copied
# registers: 64 bytes
# code: 147 bytes
# tables: 528 bytes
        .intel_syntax noprefix
move_x1_4x50_splat:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 6
        endbr64
        push rbx
        push r13
        push r14
        mov rbx, rcx
        mov rsi, qword ptr [rsi]
        mov ecx, 0x4
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x28
        mov r13, rcx
L1:
        vpbroadcastb zmm0, byte ptr [rsi]
        vmovd dword ptr [rdi], xmm0
        vmovd dword ptr [rdi+0x1], xmm0
        vmovups ymm0, ymmword ptr [rsi]
        vmovups ymm1, ymmword ptr [rsi+0x8]
        vmovups ymmword ptr [rdi+0x5], ymm0
        vmovups ymmword ptr [rdi+0xd], ymm1
        vpbroadcastb zmm0, byte ptr [rsi+0x27]
        vmovd dword ptr [rdi+0x2d], xmm0
        vmovd dword ptr [rdi+0x2e], xmm0
        add rdi, 0x32
        add rsi, r14
        dec r13
        jnz L1
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
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
        .fill 6, 4, 0x0
