# kernel move_x2_90_reverse
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x2 strides 1 span 90; axes [90@89-]; %0 = input 0 x2 offset 0 strides 1 span 90
# axis 0, 90 long: code of its own for each run; 90 elements reversed
# registers: 32 bytes
# code: 193 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x2_90_reverse:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 9
        nop
        endbr64
        push rbp
        mov rbp, rdx
        mov rsi, qword ptr [rsi]
        vmovups ymm0, ymmword ptr [rsi+0x94]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi], ymm0
        vmovups ymm0, ymmword ptr [rsi+0x74]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi+0x20], ymm0
        vmovups ymm0, ymmword ptr [rsi+0x54]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi+0x40], ymm0
        vmovups ymm0, ymmword ptr [rsi+0x34]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi+0x60], ymm0
        vmovups ymm0, ymmword ptr [rsi+0x14]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi+0x80], ymm0
        vmovups ymm0, ymmword ptr [rsi]
        vpshufb ymm0, ymm0, ymmword ptr [rbp+0x40]
        vpermq ymm0, ymm0, 0x4e
        vmovups ymmword ptr [rdi+0x94], ymm0
        pop rbp
        vzeroupper
        ret
move_x2_90_reverse_tables:
        .fill 16, 4, 0x0
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .long 0xd0c0f0e, 0x9080b0a, 0x5040706, 0x1000302
        .fill 4, 4, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x5a, 0x0, 0x59, 0x0
        .long 0xffffffff, 0xffffffff, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x5a, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
