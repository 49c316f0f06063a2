# kernel fill_x4_100
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output x4 strides 1 span 100; axes [100f]; fill 0000803f
# axis 0, 100 long: code of its own for each run; 100 elements filled
# registers: 32 bytes
# code: 147 bytes
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
        vmovups ymm15, ymmword ptr [rbp]
        vmovups ymmword ptr [rdi], ymm15
        vmovups ymmword ptr [rdi+0x20], ymm15
        vmovups ymmword ptr [rdi+0x40], ymm15
        vmovups ymmword ptr [rdi+0x60], ymm15
        vmovups ymmword ptr [rdi+0x80], ymm15
        vmovups ymmword ptr [rdi+0xa0], ymm15
        vmovups ymmword ptr [rdi+0xc0], ymm15
        vmovups ymmword ptr [rdi+0xe0], ymm15
        vmovups ymmword ptr [rdi+0x100], ymm15
        vmovups ymmword ptr [rdi+0x120], ymm15
        vmovups ymmword ptr [rdi+0x140], ymm15
        vmovups ymmword ptr [rdi+0x160], ymm15
        vmovups ymmword ptr [rdi+0x170], ymm15
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
