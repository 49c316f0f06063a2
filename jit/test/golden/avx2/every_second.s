# kernel move_x1_40_skip
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x1 strides 1 span 40; axes [40@0*2]; %0 = input 0 x1 offset 0 strides 1 span 80
# axis 0, 40 long: code of its own for each run; 40 elements one by one
# registers: 32 bytes
# code: 89 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x1_40_skip:
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
        lea r8, [rdi]
        lea r9, [rsi]
        mov ecx, 0x28
        mov r11d, 0x2
L1:
        movzx eax, byte ptr [r9]
        mov byte ptr [r8], al
        add r9, r11
        add r8, 0x1
        dec rcx
        jnz L1
        vzeroupper
        ret
move_x1_40_skip_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x28, 0x0, 0x0, 0x0
        .long 0x2, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x28, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
