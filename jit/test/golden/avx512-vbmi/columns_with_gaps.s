# kernel move_x2_6_gaps
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x2 strides 2 span 11; axes [6@0]; %0 = input 0 x2 offset 0 strides 1 span 6
# axis 0, 6 long: code of its own for each run; 6 elements one by one
# registers: 64 bytes
# code: 99 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x2_6_gaps:
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
        movzx eax, word ptr [rsi]
        mov word ptr [rdi], ax
        movzx eax, word ptr [rsi+0x2]
        mov word ptr [rdi+0x4], ax
        movzx eax, word ptr [rsi+0x4]
        mov word ptr [rdi+0x8], ax
        movzx eax, word ptr [rsi+0x6]
        mov word ptr [rdi+0xc], ax
        movzx eax, word ptr [rsi+0x8]
        mov word ptr [rdi+0x10], ax
        movzx eax, word ptr [rsi+0xa]
        mov word ptr [rdi+0x14], ax
        vzeroupper
        ret
move_x2_6_gaps_tables:
        .fill 16, 4, 0x0
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .fill 4, 4, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x6, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x6, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
