# kernel move_x4_300_repeat
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x4 strides 1 span 300; axes [(100@0)x3]; %0 = input 0 x4 offset 0 strides 1 span 100
# axis 0, 300 long: code of its own for each run; the body copied 3 times, one copy after the other
# registers: 64 bytes
# code: 231 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x4_300_repeat:
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
        lea r9, [rsi]
        lea r8, [rdi]
        mov edx, 0x3
L1:
        xor eax, eax
        .nops 2
L2:
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        add rax, 0x100
        cmp rax, 0x90
        jbe L2
        mov eax, 0x90
        vmovups zmm0, zmmword ptr [r9+rax*1]
        vmovups zmm1, zmmword ptr [r9+rax*1+0x40]
        vmovups zmm2, zmmword ptr [r9+rax*1+0x80]
        vmovups zmm3, zmmword ptr [r9+rax*1+0xc0]
        vmovups zmmword ptr [r8+rax*1], zmm0
        vmovups zmmword ptr [r8+rax*1+0x40], zmm1
        vmovups zmmword ptr [r8+rax*1+0x80], zmm2
        vmovups zmmword ptr [r8+rax*1+0xc0], zmm3
        add r8, 0x190
        dec rdx
        jnz L1
        vzeroupper
        ret
move_x4_300_repeat_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .fill 4, 4, 0x0
        .long 0x4, 0x0, 0x0, 0x0
        .fill 12, 4, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x3, 0x0
        .long 0x64, 0x0, 0xffffffff, 0xffffffff
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
