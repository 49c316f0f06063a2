# kernel move_x1_120_repeat
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 1 span 120; axes [(3@0)x40]; %0 = input 0 x1 offset 0 strides 1 span 3
# axis 0, 120 long: code of its own for each run; the body read once and written 40 times from registers
# registers: 64 bytes
# code: 106 bytes
# tables: 512 bytes
        .intel_syntax noprefix
move_x1_120_repeat:
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
        vpxor xmm0, xmm0, xmm0
        vpinsrw xmm0, xmm0, word ptr [rsi], 0x0
        vpinsrw xmm0, xmm0, word ptr [rsi+0x1], 0x1
        vshufi32x4 zmm0, zmm0, zmm0, 0x0
        vpshufb zmm1, zmm0, zmmword ptr [rbp+0x180]
        vpshufb zmm2, zmm0, zmmword ptr [rbp+0x1c0]
        vmovups zmmword ptr [rdi], zmm1
        vmovups zmmword ptr [rdi+0x38], zmm2
        pop rbp
        vzeroupper
        ret
move_x1_120_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x28, 0x0
        .long 0x3, 0x0, 0xffffffff, 0xffffffff
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 20, 4, 0x0
        .long 0x30100, 0x1000301, 0x3010003, 0x30100
        .long 0x1000301, 0x3010003, 0x30100, 0x1000301
        .long 0x3010003, 0x30100, 0x1000301, 0x3010003
        .long 0x30100, 0x1000301, 0x3010003, 0x30100
        .long 0x3010003, 0x30100, 0x1000301, 0x3010003
        .long 0x30100, 0x1000301, 0x3010003, 0x30100
        .long 0x1000301, 0x3010003, 0x30100, 0x1000301
        .long 0x3010003, 0x30100, 0x1000301, 0x3010003
