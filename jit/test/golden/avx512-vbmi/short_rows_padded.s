# kernel move_x1_100x5_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 5,1 span 500; axes [100@0] [1f 3@0 1f]; %0 = input 0 x1 offset 0 strides 3,1 span 300; fill 00
# axis 0, 100 long, outermost: a counted loop; rows put together as vectors, from loads and shuffles, 64 at once; from the last to the first where addresses differ by less than 2048 modulo 4096; from 2 rows behind the last such block on, one more that overlaps it
# axis 1, 5 long, innermost: code of its own for each run; 1 element filled; 3 elements copied
# registers: 64 bytes
# code: 663 bytes
# tables: 896 bytes
        .intel_syntax noprefix
move_x1_100x5_fill:
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
        mov ecx, 0x64
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x3
        mov r13, rcx
L1:
        cmp r13, 0x40
        jb L7
        test edi, 0x3f
        jz L2
        test edi, 0x0
        jz L7
L2:
        kmovq k1, qword ptr [rbp+0x220]
        kmovq k2, qword ptr [rbp+0x228]
        kmovq k3, qword ptr [rbp+0x218]
        kmovq k4, qword ptr [rbp+0x210]
        kmovq k5, qword ptr [rbp+0x230]
        vmovups zmm16, zmmword ptr [rbp+0x240]
        vmovups zmm17, zmmword ptr [rbp+0x280]
        vmovups zmm18, zmmword ptr [rbp+0x2c0]
        vmovups zmm19, zmmword ptr [rbp+0x300]
        vmovups zmm20, zmmword ptr [rbp+0x340]
        mov eax, edi
        sub eax, esi
        and eax, 0xfff
        cmp eax, 0x800
        jnb L4
        mov rcx, r13
        sub rcx, 0x40
        shr rcx, 0x6
        imul r10, rcx, 0x140
        imul r11, rcx, 0xc0
        inc rcx
        mov r8, rcx
        add rdi, r10
        add rsi, r11
        .nops 9
        .nops 6
L3:
        vmovups zmm0, zmm15
        vpermb zmm0 {k4}, zmm16, zmmword ptr [rsi]
        vmovups zmm1, zmm15
        vpermb zmm1 {k3}, zmm17, zmmword ptr [rsi+0x27]
        vmovups zmm2, zmm15
        vpermb zmm2 {k1}, zmm18, zmmword ptr [rsi+0x4d]
        vmovups zmm3, zmm15
        vpermb zmm3 {k2}, zmm19, zmmword ptr [rsi+0x73]
        vmovups zmm4, zmm15
        vpermb zmm4 {k5}, zmm20, zmmword ptr [rsi+0x80]
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        sub rdi, 0x140
        sub rsi, 0xc0
        dec rcx
        jnz L3
        lea rdi, [rdi+r10*1+0x280]
        lea rsi, [rsi+r11*1+0x180]
        shl r8, 0x6
        sub r13, r8
        jmp L6
L4:
        .nops 2
L5:
        vmovups zmm0, zmm15
        vpermb zmm0 {k4}, zmm16, zmmword ptr [rsi]
        vmovups zmm1, zmm15
        vpermb zmm1 {k3}, zmm17, zmmword ptr [rsi+0x27]
        vmovups zmm2, zmm15
        vpermb zmm2 {k1}, zmm18, zmmword ptr [rsi+0x4d]
        vmovups zmm3, zmm15
        vpermb zmm3 {k2}, zmm19, zmmword ptr [rsi+0x73]
        vmovups zmm4, zmm15
        vpermb zmm4 {k5}, zmm20, zmmword ptr [rsi+0x80]
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        add rdi, 0x140
        add rsi, 0xc0
        sub r13, 0x40
        cmp r13, 0x40
        jnb L5
L6:
        cmp r13, 0x2
        jb L7
        mov ecx, 0x40
        sub rcx, r13
        imul rax, rcx, 0x5
        sub rdi, rax
        imul rax, rcx, 0x3
        sub rsi, rax
        mov r13d, 0x40
        jmp L4
L7:
        test r13, r13
        jz L8
        vpextrb byte ptr [rdi], xmm15, 0x0
        movzx eax, word ptr [rsi]
        movzx r11d, word ptr [rsi+0x1]
        mov word ptr [rdi+0x1], ax
        mov word ptr [rdi+0x2], r11w
        vpextrb byte ptr [rdi+0x4], xmm15, 0x0
        add rdi, 0x5
        add rsi, r14
        dec r13
        jnz L1
L8:
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_100x5_fill_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x3, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x64, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x1, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x1, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x1c0, 0x0
        .long 0x1, 0x0, 0x5, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x9ce739ce, 0xe739ce73, 0x39ce739c, 0xce739ce7
        .long 0x739ce739, 0x9ce739ce, 0xe739ce73, 0x39ce739c
        .long 0xce739ce7, 0x739ce739, 0x0, 0x0
        .long 0x2010000, 0x4030504, 0x60a0905, 0xf0e0807
        .long 0x130b0a09, 0xe0d0c14, 0x100f1918, 0x121e1d11
        .long 0x23221413, 0x27171615, 0x1a191828, 0x1c1b2d2c
        .long 0x1e32311d, 0x3736201f, 0x3b232221, 0x2625243c
        .long 0x1000100, 0x3060502, 0xb0a0504, 0xf080706
        .long 0xb0a0910, 0xd0c1514, 0xf1a190e, 0x1f1e1110
        .long 0x23141312, 0x17161524, 0x19182928, 0x1b2e2d1a
        .long 0x33321d1c, 0x37201f1e, 0x23222138, 0x25243d3c
        .long 0x1020100, 0x7060302, 0xb060504, 0x908070c
        .long 0xb0a1110, 0xd16150c, 0x1b1a0f0e, 0x1f121110
        .long 0x15141320, 0x17162524, 0x192a2918, 0x2f2e1b1a
        .long 0x331e1d1c, 0x21201f34, 0x23223938, 0x253e3d24
        .long 0x3020100, 0x7040302, 0x7060508, 0x9080d0c
        .long 0xb12110a, 0x17160d0c, 0x1b100f0e, 0x1312111c
        .long 0x15142120, 0x17262516, 0x2b2a1918, 0x2f1c1b1a
        .long 0x1f1e1d30, 0x21203534, 0x233a3922, 0x3f3e2524
        .long 0x31b1a19, 0x1e1d1c04, 0x201f0908, 0x220e0d21
        .long 0x13122423, 0x17272625, 0x2a292818, 0x2c2b1d1c
        .long 0x2e22212d, 0x2726302f, 0x2b333231, 0x3635342c
        .long 0x38373130, 0x3a363539, 0x3b3a3c3b, 0x3f3f3e3d
