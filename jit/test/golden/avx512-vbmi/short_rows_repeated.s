# kernel move_x1_64x15_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 15,1 span 960; axes [64@0] [1f 2@0 2@0 2@0 2@0 2@0 2@0 2f]; %0 = input 0 x1 offset 0 strides 2,1 span 128; fill 5a
# axis 0, 64 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from 4 rows behind the last such block on, one more that overlaps it
# axis 1, 15 long, innermost: code of its own for each run; 1 element filled; 2 elements copied; 2 elements filled
# registers: 64 bytes
# code: 832 bytes
# tables: 1856 bytes
        .intel_syntax noprefix
move_x1_64x15_fill:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 2
        endbr64
        push rbx
        push rbp
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        vmovups zmm15, zmmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        mov ecx, 0x40
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x2
        mov r13, rcx
L1:
        cmp r13, 0x40
        jb L5
        test edi, 0x3f
        jz L2
        test edi, 0x0
        jz L5
L2:
        kmovq k1, qword ptr [rbp+0x2e8]
        kmovq k2, qword ptr [rbp+0x340]
        kmovq k3, qword ptr [rbp+0x320]
        kmovq k4, qword ptr [rbp+0x308]
        kmovq k5, qword ptr [rbp+0x328]
        kmovq k6, qword ptr [rbp+0x348]
        vmovups zmm16, zmmword ptr [rbp+0x380]
        vmovups zmm17, zmmword ptr [rbp+0x3c0]
        vmovups zmm18, zmmword ptr [rbp+0x400]
        vmovups zmm19, zmmword ptr [rbp+0x440]
        vmovups zmm20, zmmword ptr [rbp+0x480]
        vmovups zmm21, zmmword ptr [rbp+0x4c0]
        vmovups zmm22, zmmword ptr [rbp+0x500]
        vmovups zmm23, zmmword ptr [rbp+0x540]
        vmovups zmm24, zmmword ptr [rbp+0x580]
        vmovups zmm25, zmmword ptr [rbp+0x5c0]
        vmovups zmm26, zmmword ptr [rbp+0x600]
        vmovups zmm27, zmmword ptr [rbp+0x640]
L3:
        .nops 9
        .nops 5
L4:
        vmovups zmm12, zmmword ptr [rsi]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x2d8]
        vpermb zmm0 {k7}, zmm16, zmm12
        vmovups zmm1, zmm15
        kmovq k7, qword ptr [rbp+0x2e0]
        vpermb zmm1 {k7}, zmm21, zmm12
        vmovups zmm2, zmm15
        vpermb zmm2 {k1}, zmm22, zmm12
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x2f0]
        vpermb zmm3 {k7}, zmm24, zmm12
        vmovups zmm4, zmm15
        kmovq k7, qword ptr [rbp+0x2f8]
        vpermb zmm4 {k7}, zmm26, zmm12
        vmovups zmm5, zmm15
        kmovq k7, qword ptr [rbp+0x300]
        vpermb zmm5 {k7}, zmm27, zmm12
        vmovups zmm30, zmmword ptr [rbp+0x6c0]
        vmovups zmm6, zmm15
        vpermb zmm6 {k4}, zmm30, zmm12
        vmovups zmm7, zmm15
        kmovq k7, qword ptr [rbp+0x310]
        vpermb zmm7 {k7}, zmm17, zmmword ptr [rsi+0x3c]
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        vmovups zmmword ptr [rdi+0x140], zmm5
        vmovups zmmword ptr [rdi+0x180], zmm6
        vmovups zmmword ptr [rdi+0x1c0], zmm7
        vmovups zmm12, zmmword ptr [rsi+0x3c]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x318]
        vpermb zmm0 {k7}, zmm20, zmm12
        vmovups zmm1, zmm15
        vpermb zmm1 {k3}, zmm23, zmm12
        vmovups zmm2, zmm15
        vpermb zmm2 {k5}, zmm25, zmm12
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x330]
        vpermb zmm3 {k7}, zmm18, zmm12
        vmovups zmm28, zmmword ptr [rbp+0x680]
        vmovups zmm4, zmm15
        kmovq k7, qword ptr [rbp+0x338]
        vpermb zmm4 {k7}, zmm28, zmm12
        vmovups zmm29, zmmword ptr [rbp+0x700]
        vmovups zmm5, zmm15
        vpermb zmm5 {k2}, zmm29, zmm12
        vmovups zmm6, zmm15
        vmovups xmm10, xmmword ptr [rsi+0x70]
        vpermb zmm6 {k6}, zmm19, zmm10
        vmovups zmmword ptr [rdi+0x200], zmm0
        vmovups zmmword ptr [rdi+0x240], zmm1
        vmovups zmmword ptr [rdi+0x280], zmm2
        vmovups zmmword ptr [rdi+0x2c0], zmm3
        vmovups zmmword ptr [rdi+0x300], zmm4
        vmovups zmmword ptr [rdi+0x340], zmm5
        vmovups zmmword ptr [rdi+0x380], zmm6
        add rdi, 0x3c0
        add rsi, 0x80
        sub r13, 0x40
        cmp r13, 0x40
        jnb L4
        cmp r13, 0x4
        jb L5
        mov ecx, 0x40
        sub rcx, r13
        imul rax, rcx, 0xf
        sub rdi, rax
        imul rax, rcx, 0x2
        sub rsi, rax
        mov r13d, 0x40
        jmp L3
L5:
        test r13, r13
        jz L6
        vpextrb byte ptr [rdi], xmm15, 0x0
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x1], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x3], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x5], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x7], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0x9], ax
        movzx eax, word ptr [rsi]
        mov word ptr [rdi+0xb], ax
        vpextrw word ptr [rdi+0xd], xmm15, 0x0
        add rdi, 0xf
        add rsi, r14
        dec r13
        jnz L1
L6:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_64x15_fill_tables:
        .fill 16, 4, 0x5a5a5a5a
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x2, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x2, 0x0
        .long 0x0, 0x0, 0x1, 0x0
        .long 0x1, 0x0, 0x80, 0x0
        .long 0x2, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x148, 0x0, 0x288, 0x0
        .long 0x1, 0x0, 0xf, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x8fff1ffe, 0xe3ffc7ff, 0xf8fff1ff, 0xfe3ffc7f
        .long 0xff8fff1f, 0xffe3ffc7, 0x7ff8fff1, 0x1ffe3ffc
        .long 0xc7ff8fff, 0xf1ffe3ff, 0xfc7ff8ff, 0xff1ffe3f
        .long 0xffc7ff8f, 0xfff1ffe3, 0x3ffc7ff8, 0x8fff1ffe
        .long 0xe3ffc7ff, 0xf8fff1ff, 0xfe3ffc7f, 0xff8fff1f
        .long 0xffe3ffc7, 0x7ff8fff1, 0x1ffe3ffc, 0xc7ff8fff
        .long 0xf1ffe3ff, 0xfc7ff8ff, 0xff1ffe3f, 0xffc7ff8f
        .long 0xfff1ffe3, 0x3ffc7ff8, 0x0, 0x0
        .fill 10, 4, 0x0
        .long 0x10000, 0x10001, 0x10001, 0xf0e0d01
        .long 0x3020302, 0x3020302, 0x3020302, 0x41e1d1c
        .long 0x4050405, 0x4050405, 0x2b050405, 0x7062d2c
        .long 0x7060706, 0x7060706, 0x3b3a0706, 0x809083c
        .long 0x20100, 0x10001, 0x10001, 0xf010001
        .long 0x3021110, 0x3020302, 0x3020302, 0x1f1e0302
        .long 0x4050420, 0x4050405, 0x4050405, 0x2f2e2d05
        .long 0x7060706, 0x7060706, 0x7060706, 0x83e3d3c
        .long 0x23220100, 0x23222322, 0x23222322, 0xf0e2322
        .long 0x24252410, 0x24252425, 0x24252425, 0x1f1e1d25
        .long 0x27262726, 0x27262726, 0x27262726, 0x282e2d2c
        .long 0x28292829, 0x28292829, 0x3b292829, 0x2b2a3d3c
        .long 0x3020706, 0x8090804, 0x8090809, 0x8090809
        .long 0x13121109, 0xb0a0b0a, 0xb0a0b0a, 0xb0a0b0a
        .long 0xc222120, 0xc0d0c0d, 0xc0d0c0d, 0x2f0d0c0d
        .long 0xf0e3130, 0xf0e0f0e, 0xf0e0f0e, 0x3f3e0f0e
        .long 0x8090809, 0x8090809, 0xb090809, 0xb0a0d0c
        .long 0xb0a0b0a, 0xb0a0b0a, 0x1b1a0b0a, 0xc0d0c1c
        .long 0xc0d0c0d, 0xc0d0c0d, 0x2b2a290d, 0xf0e0f0e
        .long 0xf0e0f0e, 0xf0e0f0e, 0x103a3938, 0x10111011
        .long 0x8090809, 0x8090809, 0xb0a0909, 0xb0a0b0a
        .long 0xb0a0b0a, 0xb0a0b0a, 0xc1a1918, 0xc0d0c0d
        .long 0xc0d0c0d, 0x270d0c0d, 0xf0e2928, 0xf0e0f0e
        .long 0xf0e0f0e, 0x37360f0e, 0x10111038, 0x10111011
        .long 0x10111011, 0x7060511, 0x13121312, 0x13121312
        .long 0x13121312, 0x14161514, 0x14151415, 0x14151415
        .long 0x23151415, 0x17162524, 0x17161716, 0x17161716
        .long 0x33321716, 0x18191834, 0x18191819, 0x18191819
        .long 0x10111011, 0x7111011, 0x13120908, 0x13121312
        .long 0x13121312, 0x17161312, 0x14151418, 0x14151415
        .long 0x14151415, 0x27262515, 0x17161716, 0x17161716
        .long 0x17161716, 0x18363534, 0x18191819, 0x18191819
        .long 0x3020119, 0x1b1a1b1a, 0x1b1a1b1a, 0x1b1a1b1a
        .long 0x1c121110, 0x1c1d1c1d, 0x1c1d1c1d, 0x1f1d1c1d
        .long 0x1f1e2120, 0x1f1e1f1e, 0x1f1e1f1e, 0x2f2e1f1e
        .long 0x20212030, 0x20212021, 0x20212021, 0x3f3e3d21
        .long 0x3191819, 0x1b1a0504, 0x1b1a1b1a, 0x1b1a1b1a
        .long 0x13121b1a, 0x1c1d1c14, 0x1c1d1c1d, 0x1c1d1c1d
        .long 0x2322211d, 0x1f1e1f1e, 0x1f1e1f1e, 0x1f1e1f1e
        .long 0x20323130, 0x20212021, 0x20212021, 0x3f212021
        .long 0x23222322, 0x23222322, 0x23222322, 0x240e0d0c
        .long 0x24252425, 0x24252425, 0x1b252425, 0x27261d1c
        .long 0x27262726, 0x27262726, 0x2b2a2726, 0x2829282c
        .long 0x28292829, 0x28292829, 0x3b3a3929, 0x2b2a2b2a
        .long 0x2b2a2b2a, 0x2b2a2b2a, 0x2c0a0908, 0x2c2d2c2d
        .long 0x2c2d2c2d, 0x172d2c2d, 0x2f2e1918, 0x2f2e2f2e
        .long 0x2f2e2f2e, 0x27262f2e, 0x30313028, 0x30313031
        .long 0x30313031, 0x37363531, 0x33323332, 0x33323332
        .long 0x2b2a2b2a, 0x2b2a2b2a, 0xb0a2b2a, 0x2c2d2c0c
        .long 0x2c2d2c2d, 0x2c2d2c2d, 0x1b1a192d, 0x2f2e2f2e
        .long 0x2f2e2f2e, 0x2f2e2f2e, 0x302a2928, 0x30313031
        .long 0x30313031, 0x37313031, 0x33323938, 0x33323332
        .long 0x33323332, 0x34060504, 0x34353435, 0x34353435
        .long 0x13353435, 0x37361514, 0x37363736, 0x37363736
        .long 0x23223736, 0x38393824, 0x38393839, 0x38393839
        .long 0x33323139, 0x3b3a3b3a, 0x3b3a3b3a, 0x3b3a3b3a
        .long 0x33323332, 0x7063332, 0x34353408, 0x34353435
        .long 0x34353435, 0x17161535, 0x37363736, 0x37363736
        .long 0x37363736, 0x38262524, 0x38393839, 0x38393839
        .long 0x33393839, 0x3b3a3534, 0x3b3a3b3a, 0x3b3a3b3a
