# kernel fill_x4_100
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x4 strides 1 span 100; axes [100f]; fill 0000803f
# axis 0, 100 long: code of its own for each run; 100 elements filled
# registers: 64 bytes
# code: 109 bytes
# tables: 248 bytes
        .intel_syntax noprefix
fill_x4_100:
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
        vmovups zmm15, zmmword ptr [rbp]
        vmovups zmmword ptr [rdi], zmm15
        vmovups zmmword ptr [rdi+0x40], zmm15
        vmovups zmmword ptr [rdi+0x80], zmm15
        vmovups zmmword ptr [rdi+0xc0], zmm15
        vmovups zmmword ptr [rdi+0x100], zmm15
        vmovups zmmword ptr [rdi+0x140], zmm15
        vmovups zmmword ptr [rdi+0x150], zmm15
        pop rbp
        vzeroupper
        ret
fill_x4_100_tables:
        .fill 16, 4, 0x3f800000
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0x64, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x80, 0x0, 0xa8, 0x0
        .long 0x1, 0x0, 0x64, 0x0
        .long 0x0, 0x0, 0x80, 0x0
        .long 0x80, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
