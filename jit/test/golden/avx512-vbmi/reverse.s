# kernel move_x2_90_reverse
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x2 strides 1 span 90; axes [90@89-]; %0 = input 0 x2 offset 0 strides 1 span 90
# axis 0, 90 long: code of its own for each run; 90 elements reversed
# registers: 64 bytes
# code: 145 bytes
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
        vmovups zmm0, zmmword ptr [rsi+0x74]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmm0, zmmword ptr [rsi+0x34]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [rdi+0x40], zmm0
        vmovups zmm0, zmmword ptr [rsi]
        vpshufb zmm0, zmm0, zmmword ptr [rbp+0x40]
        vshufi64x2 zmm0, zmm0, zmm0, 0x1b
        vmovups zmmword ptr [rdi+0x74], zmm0
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
