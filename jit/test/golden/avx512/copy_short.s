# kernel move_x1_23
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x1 strides 1 span 23; axes [23@0]; %0 = input 0 x1 offset 0 strides 1 span 23
# axis 0, 23 long: code of its own for each run; 23 elements copied
# registers: 64 bytes
# code: 71 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x1_23:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 9
        .nops 5
        endbr64
        mov rsi, qword ptr [rsi]
        vmovups xmm0, xmmword ptr [rsi]
        vmovups xmm1, xmmword ptr [rsi+0x7]
        vmovups xmmword ptr [rdi], xmm0
        vmovups xmmword ptr [rdi+0x7], xmm1
        vzeroupper
        ret
move_x1_23_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x17, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x17, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
