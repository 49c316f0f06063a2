# kernel move_x1_1000x70_fill
# back end jit-avx512, isa avx512-vbmi, tuning sapphire-rapids
# plan: output x1 strides 70,1 span 70000; axes [1000@0] [3f 64@0 3f]; %0 = input 0 x1 offset 0 strides 64,1 span 64000; fill 00
# axis 0, 1000 long, outermost: a loop over a table of its runs; rows put together as vectors, from loads and shuffles, 32 at once; from 6 rows behind the last such block on, one more that overlaps it
# axis 1, 70 long, innermost: code of its own for each run; 3 elements filled; 64 elements copied
# registers: 64 bytes
# code: 2129 bytes
# tables: 3008 bytes
        .intel_syntax noprefix
move_x1_1000x70_fill:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 2
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        mov rbx, rcx
        mov rbp, rdx
        lea r12, [rbp+0x80]
        vmovups zmm15, zmmword ptr [rbp]
        mov rsi, qword ptr [rsi]
        mov qword ptr [rbx+0x48], rdi
        mov qword ptr [rbx+0x20], rdi
        mov qword ptr [rbx+0x50], rsi
        mov qword ptr [rbx+0x60], 0x0
        lea rax, [rbp+0xf8]
        mov qword ptr [rbx+0x68], rax
L1:
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        mov rcx, qword ptr [rax+0x10]
        mov rdx, qword ptr [rbx+0x90]
        and rdx, qword ptr [rax+0x20]
        mov r8, rdx
        imul r8, qword ptr [rax+0x18]
        add qword ptr [rbx+0x60], r8
        sub rcx, rdx
        jz L10
        mov qword ptr [rbx+0x78], rcx
L2:
        mov rdx, qword ptr [rbx+0x70]
        mov rcx, qword ptr [rdx]
        mov rax, qword ptr [rbx+0x60]
        mov r9, qword ptr [rbx+0x88]
        cmp rax, r9
        jnb L10
        add rcx, rax
        mov qword ptr [rbx+0x60], rcx
        cmp rcx, r9
        cmovnbe rcx, r9
        mov r10, qword ptr [rbx+0x80]
        cmp r10, rax
        cmovb r10, rax
        sub rcx, r10
        jbe L9
        mov rdi, r10
        imul rdi, rdi, 0x46
        add rdi, qword ptr [rbx+0x48]
        sub r10, rax
        mov qword ptr [rbx+0x20], rdi
        mov rsi, qword ptr [rbx+0x50]
        mov rax, qword ptr [rdx+0x8]
        mov r14, qword ptr [rdx+0x10]
        imul r10, r14
        add rax, r10
        imul rax, qword ptr [r12+0x10]
        add rsi, rax
        imul r14, qword ptr [r12+0x10]
        mov r13, rcx
L3:
        cmp r13, 0x20
        jb L7
        test edi, 0x3f
        jz L4
        test edi, 0x1
        jz L7
L4:
        kmovq k1, qword ptr [rbp+0x218]
        kmovq k2, qword ptr [rbp+0x278]
        kmovq k3, qword ptr [rbp+0x2d8]
        kmovq k4, qword ptr [rbp+0x2d0]
        kmovq k5, qword ptr [rbp+0x270]
        kmovq k6, qword ptr [rbp+0x210]
        vmovups zmm17, zmmword ptr [rbp+0x340]
        vmovups zmm18, zmmword ptr [rbp+0x380]
        vmovups zmm19, zmmword ptr [rbp+0x3c0]
        vmovups zmm20, zmmword ptr [rbp+0x400]
        vmovups zmm21, zmmword ptr [rbp+0x440]
        vmovups zmm22, zmmword ptr [rbp+0x480]
        vmovups zmm23, zmmword ptr [rbp+0x4c0]
        vmovups zmm24, zmmword ptr [rbp+0x500]
        vmovups zmm25, zmmword ptr [rbp+0x540]
        vmovups zmm26, zmmword ptr [rbp+0x580]
        vmovups zmm27, zmmword ptr [rbp+0x5c0]
        vmovups zmm16, zmmword ptr [rbp+0xb40]
L5:
        .nops 9
        .nops 9
        .nops 6
L6:
        prefetchw byte ptr [rdi+0x400]
        prefetchw byte ptr [rdi+0x440]
        prefetchw byte ptr [rdi+0x480]
        prefetchw byte ptr [rdi+0x4c0]
        prefetchw byte ptr [rdi+0x500]
        prefetchw byte ptr [rdi+0x540]
        prefetchw byte ptr [rdi+0x580]
        prefetchw byte ptr [rdi+0x5c0]
        vmovups zmm0, zmm15
        vpermb zmm0 {k6}, zmm18, zmmword ptr [rsi]
        vmovups zmm1, zmm15
        vpermb zmm1 {k1}, zmm21, zmmword ptr [rsi+0x3d]
        vmovups zmm2, zmm15
        kmovq k7, qword ptr [rbp+0x220]
        vpermb zmm2 {k7}, zmm24, zmmword ptr [rsi+0x77]
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x228]
        vpermb zmm3 {k7}, zmm27, zmmword ptr [rsi+0xb1]
        vmovups zmm28, zmmword ptr [rbp+0x680]
        vmovups zmm4, zmm15
        kmovq k7, qword ptr [rbp+0x230]
        vpermb zmm4 {k7}, zmm28, zmmword ptr [rsi+0xeb]
        vmovups zmm29, zmmword ptr [rbp+0x740]
        vmovups zmm5, zmm15
        kmovq k7, qword ptr [rbp+0x238]
        vpermb zmm5 {k7}, zmm29, zmmword ptr [rsi+0x125]
        vmovups zmm30, zmmword ptr [rbp+0x800]
        vmovups zmm6, zmm15
        kmovq k7, qword ptr [rbp+0x240]
        vpermb zmm6 {k7}, zmm30, zmmword ptr [rsi+0x15f]
        vmovups zmm31, zmmword ptr [rbp+0x8c0]
        vmovups zmm7, zmm15
        kmovq k7, qword ptr [rbp+0x248]
        vpermb zmm7 {k7}, zmm31, zmmword ptr [rsi+0x199]
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        vmovups zmmword ptr [rdi+0x140], zmm5
        vmovups zmmword ptr [rdi+0x180], zmm6
        vmovups zmmword ptr [rdi+0x1c0], zmm7
        prefetchw byte ptr [rdi+0x600]
        prefetchw byte ptr [rdi+0x640]
        prefetchw byte ptr [rdi+0x680]
        prefetchw byte ptr [rdi+0x6c0]
        prefetchw byte ptr [rdi+0x700]
        prefetchw byte ptr [rdi+0x740]
        prefetchw byte ptr [rdi+0x780]
        prefetchw byte ptr [rdi+0x7c0]
        vmovups zmm28, zmmword ptr [rbp+0x980]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x250]
        vpermb zmm0 {k7}, zmm28, zmmword ptr [rsi+0x1d3]
        vmovups zmm29, zmmword ptr [rbp+0xa40]
        vmovups zmm1, zmm15
        kmovq k7, qword ptr [rbp+0x258]
        vpermb zmm1 {k7}, zmm29, zmmword ptr [rsi+0x20d]
        vmovups zmm30, zmmword ptr [rbp+0xb00]
        vmovups zmm2, zmm15
        kmovq k7, qword ptr [rbp+0x260]
        vpermb zmm2 {k7}, zmm30, zmmword ptr [rsi+0x247]
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x268]
        vpermb zmm3 {k7}, zmm16, zmmword ptr [rsi+0x281]
        vmovups zmm4, zmm15
        vpermb zmm4 {k5}, zmm19, zmmword ptr [rsi+0x2c0]
        vmovups zmm5, zmm15
        vpermb zmm5 {k2}, zmm22, zmmword ptr [rsi+0x2fb]
        vmovups zmm6, zmm15
        kmovq k7, qword ptr [rbp+0x280]
        vpermb zmm6 {k7}, zmm25, zmmword ptr [rsi+0x335]
        vmovups zmm31, zmmword ptr [rbp+0x600]
        vmovups zmm7, zmm15
        kmovq k7, qword ptr [rbp+0x288]
        vpermb zmm7 {k7}, zmm31, zmmword ptr [rsi+0x36f]
        vmovups zmmword ptr [rdi+0x200], zmm0
        vmovups zmmword ptr [rdi+0x240], zmm1
        vmovups zmmword ptr [rdi+0x280], zmm2
        vmovups zmmword ptr [rdi+0x2c0], zmm3
        vmovups zmmword ptr [rdi+0x300], zmm4
        vmovups zmmword ptr [rdi+0x340], zmm5
        vmovups zmmword ptr [rdi+0x380], zmm6
        vmovups zmmword ptr [rdi+0x3c0], zmm7
        prefetchw byte ptr [rdi+0x800]
        prefetchw byte ptr [rdi+0x840]
        prefetchw byte ptr [rdi+0x880]
        prefetchw byte ptr [rdi+0x8c0]
        prefetchw byte ptr [rdi+0x900]
        prefetchw byte ptr [rdi+0x940]
        prefetchw byte ptr [rdi+0x980]
        prefetchw byte ptr [rdi+0x9c0]
        vmovups zmm28, zmmword ptr [rbp+0x6c0]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x290]
        vpermb zmm0 {k7}, zmm28, zmmword ptr [rsi+0x3a9]
        vmovups zmm29, zmmword ptr [rbp+0x780]
        vmovups zmm1, zmm15
        kmovq k7, qword ptr [rbp+0x298]
        vpermb zmm1 {k7}, zmm29, zmmword ptr [rsi+0x3e3]
        vmovups zmm30, zmmword ptr [rbp+0x840]
        vmovups zmm2, zmm15
        kmovq k7, qword ptr [rbp+0x2a0]
        vpermb zmm2 {k7}, zmm30, zmmword ptr [rsi+0x41d]
        vmovups zmm31, zmmword ptr [rbp+0x900]
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x2a8]
        vpermb zmm3 {k7}, zmm31, zmmword ptr [rsi+0x457]
        vmovups zmm28, zmmword ptr [rbp+0x9c0]
        vmovups zmm4, zmm15
        kmovq k7, qword ptr [rbp+0x2b0]
        vpermb zmm4 {k7}, zmm28, zmmword ptr [rsi+0x491]
        vmovups zmm29, zmmword ptr [rbp+0xa80]
        vmovups zmm5, zmm15
        kmovq k7, qword ptr [rbp+0x2b8]
        vpermb zmm5 {k7}, zmm29, zmmword ptr [rsi+0x4cb]
        vmovups zmm6, zmm15
        kmovq k7, qword ptr [rbp+0x2c0]
        vpermb zmm6 {k7}, zmm16, zmmword ptr [rsi+0x505]
        vmovups zmm7, zmm15
        kmovq k7, qword ptr [rbp+0x2c8]
        vpermb zmm7 {k7}, zmm17, zmmword ptr [rsi+0x540]
        vmovups zmmword ptr [rdi+0x400], zmm0
        vmovups zmmword ptr [rdi+0x440], zmm1
        vmovups zmmword ptr [rdi+0x480], zmm2
        vmovups zmmword ptr [rdi+0x4c0], zmm3
        vmovups zmmword ptr [rdi+0x500], zmm4
        vmovups zmmword ptr [rdi+0x540], zmm5
        vmovups zmmword ptr [rdi+0x580], zmm6
        vmovups zmmword ptr [rdi+0x5c0], zmm7
        prefetchw byte ptr [rdi+0xa00]
        prefetchw byte ptr [rdi+0xa40]
        prefetchw byte ptr [rdi+0xa80]
        prefetchw byte ptr [rdi+0xac0]
        prefetchw byte ptr [rdi+0xb00]
        prefetchw byte ptr [rdi+0xb40]
        prefetchw byte ptr [rdi+0xb80]
        prefetchw byte ptr [rdi+0xbc0]
        vmovups zmm0, zmm15
        vpermb zmm0 {k4}, zmm20, zmmword ptr [rsi+0x57f]
        vmovups zmm1, zmm15
        vpermb zmm1 {k3}, zmm23, zmmword ptr [rsi+0x5b9]
        vmovups zmm2, zmm15
        kmovq k7, qword ptr [rbp+0x2e0]
        vpermb zmm2 {k7}, zmm26, zmmword ptr [rsi+0x5f3]
        vmovups zmm31, zmmword ptr [rbp+0x640]
        vmovups zmm3, zmm15
        kmovq k7, qword ptr [rbp+0x2e8]
        vpermb zmm3 {k7}, zmm31, zmmword ptr [rsi+0x62d]
        vmovups zmm28, zmmword ptr [rbp+0x700]
        vmovups zmm4, zmm15
        kmovq k7, qword ptr [rbp+0x2f0]
        vpermb zmm4 {k7}, zmm28, zmmword ptr [rsi+0x667]
        vmovups zmm29, zmmword ptr [rbp+0x7c0]
        vmovups zmm5, zmm15
        kmovq k7, qword ptr [rbp+0x2f8]
        vpermb zmm5 {k7}, zmm29, zmmword ptr [rsi+0x6a1]
        vmovups zmm30, zmmword ptr [rbp+0x880]
        vmovups zmm6, zmm15
        kmovq k7, qword ptr [rbp+0x300]
        vpermb zmm6 {k7}, zmm30, zmmword ptr [rsi+0x6db]
        vmovups zmm31, zmmword ptr [rbp+0x940]
        vmovups zmm7, zmm15
        kmovq k7, qword ptr [rbp+0x308]
        vpermb zmm7 {k7}, zmm31, zmmword ptr [rsi+0x715]
        vmovups zmmword ptr [rdi+0x600], zmm0
        vmovups zmmword ptr [rdi+0x640], zmm1
        vmovups zmmword ptr [rdi+0x680], zmm2
        vmovups zmmword ptr [rdi+0x6c0], zmm3
        vmovups zmmword ptr [rdi+0x700], zmm4
        vmovups zmmword ptr [rdi+0x740], zmm5
        vmovups zmmword ptr [rdi+0x780], zmm6
        vmovups zmmword ptr [rdi+0x7c0], zmm7
        prefetchw byte ptr [rdi+0xc00]
        prefetchw byte ptr [rdi+0xc40]
        prefetchw byte ptr [rdi+0xc80]
        vmovups zmm28, zmmword ptr [rbp+0xa00]
        vmovups zmm0, zmm15
        kmovq k7, qword ptr [rbp+0x310]
        vpermb zmm0 {k7}, zmm28, zmmword ptr [rsi+0x74f]
        vmovups zmm29, zmmword ptr [rbp+0xac0]
        vmovups zmm1, zmm15
        kmovq k7, qword ptr [rbp+0x318]
        vpermb zmm1 {k7}, zmm29, zmmword ptr [rsi+0x789]
        vmovups zmm30, zmmword ptr [rbp+0xb80]
        vmovups zmm2, zmm15
        kmovq k7, qword ptr [rbp+0x320]
        vpermb zmm2 {k7}, zmm30, zmmword ptr [rsi+0x7c0]
        vmovups zmmword ptr [rdi+0x800], zmm0
        vmovups zmmword ptr [rdi+0x840], zmm1
        vmovups zmmword ptr [rdi+0x880], zmm2
        add rdi, 0x8c0
        add rsi, 0x800
        sub r13, 0x20
        cmp r13, 0x20
        jnb L6
        cmp r13, 0x6
        jb L7
        mov ecx, 0x20
        sub rcx, r13
        imul rax, rcx, 0x46
        sub rdi, rax
        imul rax, rcx, 0x40
        sub rsi, rax
        mov r13d, 0x20
        jmp L5
L7:
        test r13, r13
        jz L8
        vpextrw word ptr [rdi], xmm15, 0x0
        vpextrw word ptr [rdi+0x1], xmm15, 0x0
        vmovups zmm0, zmmword ptr [rsi]
        vmovups zmmword ptr [rdi+0x3], zmm0
        vpextrw word ptr [rdi+0x43], xmm15, 0x0
        vpextrw word ptr [rdi+0x44], xmm15, 0x0
        add rdi, 0x46
        add rsi, r14
        dec r13
        jnz L3
L8:
        mov qword ptr [rbx+0x20], rdi
L9:
        mov rdx, qword ptr [rbx+0x70]
        add rdx, 0x28
        mov qword ptr [rbx+0x70], rdx
        mov rax, qword ptr [rbx+0x68]
        mov rcx, qword ptr [rax+0x8]
        add rcx, rbp
        cmp rdx, rcx
        jnz L2
        mov rcx, qword ptr [rax]
        add rcx, rbp
        mov qword ptr [rbx+0x70], rcx
        dec qword ptr [rbx+0x78]
        jnz L2
L10:
        mov rax, qword ptr [rbx+0x68]
        add rax, 0x28
        mov qword ptr [rbx+0x68], rax
        cmp qword ptr [rax+0x10], 0x0
        jnz L1
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
        vzeroupper
        ret
move_x1_1000x70_fill_tables:
        .fill 16, 4, 0x0
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .long 0xc0d0e0f, 0x8090a0b, 0x4050607, 0x10203
        .fill 4, 4, 0x0
        .long 0x40, 0x0, 0x1, 0x0
        .fill 12, 4, 0x0
        .long 0x3e8, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x3e8, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .fill 6, 4, 0x0
        .long 0x40, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x3, 0x0
        .fill 8, 4, 0x0
        .long 0x148, 0x0, 0x1c0, 0x0
        .long 0x1, 0x0, 0x46, 0x0
        .long 0x0, 0x0, 0x148, 0x0
        .long 0x148, 0x0, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0xfffffff8, 0xffffffff, 0xfffffe07, 0xffffffff
        .long 0xffff81ff, 0xffffffff, 0xffe07fff, 0xffffffff
        .long 0xf81fffff, 0xffffffff, 0x7ffffff, 0xfffffffe
        .long 0xffffffff, 0xffffff81, 0xffffffff, 0xffffe07f
        .long 0xffffffff, 0xfff81fff, 0xffffffff, 0xfe07ffff
        .long 0xffffffff, 0x81ffffff, 0xffffffff, 0x7fffffff
        .long 0xffffffe0, 0xffffffff, 0xfffff81f, 0xffffffff
        .long 0xfffe07ff, 0xffffffff, 0xff81ffff, 0xffffffff
        .long 0xe07fffff, 0xffffffff, 0x1fffffff, 0xfffffff8
        .long 0xffffffff, 0xfffffe07, 0xffffffff, 0xffff81ff
        .long 0xffffffff, 0xffe07fff, 0xffffffff, 0xf81fffff
        .long 0xffffffff, 0x7ffffff, 0xfffffffe, 0xffffffff
        .long 0xffffff81, 0xffffffff, 0xffffe07f, 0xffffffff
        .long 0xfff81fff, 0xffffffff, 0xfe07ffff, 0xffffffff
        .long 0x81ffffff, 0xffffffff, 0x7fffffff, 0xffffffe0
        .long 0xffffffff, 0xfffff81f, 0xffffffff, 0xfffe07ff
        .long 0xffffffff, 0xff81ffff, 0xffffffff, 0xe07fffff
        .long 0xffffffff, 0x1fffffff, 0x0, 0x0
        .fill 4, 4, 0x0
        .long 0x2010000, 0x6050403, 0xa090807, 0xe0d0c0b
        .long 0x1211100f, 0x16151413, 0x1a191817, 0x1e1d1c1b
        .long 0x2221201f, 0x26252423, 0x2a292827, 0x2e2d2c2b
        .long 0x3231302f, 0x36353433, 0x3a393837, 0x3e3d3c3b
        .long 0x20100, 0x4030201, 0x8070605, 0xc0b0a09
        .long 0x100f0e0d, 0x14131211, 0x18171615, 0x1c1b1a19
        .long 0x201f1e1d, 0x24232221, 0x28272625, 0x2c2b2a29
        .long 0x302f2e2d, 0x34333231, 0x38373635, 0x3c3b3a39
        .long 0x3020100, 0x2010004, 0x6050403, 0xa090807
        .long 0xe0d0c0b, 0x1211100f, 0x16151413, 0x1a191817
        .long 0x1e1d1c1b, 0x2221201f, 0x26252423, 0x2a292827
        .long 0x2e2d2c2b, 0x3231302f, 0x36353433, 0x3a393837
        .long 0x3020100, 0x1060504, 0x5040302, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0x5040308, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0x50a0908, 0x9080706
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0x908070c
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0x90e0d0c
        .long 0xd0c0b0a, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0xd0c0b10, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0xd121110, 0x11100f0e, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x11100f14, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x11161514, 0x15141312, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x15141318, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x151a1918, 0x19181716
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1918171c
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x191e1d1c
        .long 0x1d1c1b1a, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x1d1c1b20, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x1d222120, 0x21201f1e, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x21201f24, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x21262524, 0x25242322, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x25242328, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x252a2928, 0x29282726
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2928272c
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x292e2d2c
        .long 0x2d2c2b2a, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x2d2c2b30, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x2d323130, 0x31302f2e, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x31302f34, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x31363534, 0x35343332, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x35343338, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x353a3938, 0x39383736
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x3938373c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x393e3d3c
        .long 0x3020100, 0x7060504, 0xb0a0908, 0xf0e0d0c
        .long 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c
        .long 0x23222120, 0x27262524, 0x2b2a2928, 0x2f2e2d2c
        .long 0x33323130, 0x37363534, 0x3b3a3938, 0x3f3e3d3c
        .long 0x6050403, 0xa090807, 0xe0d0c0b, 0x1211100f
        .long 0x16151413, 0x1a191817, 0x1e1d1c1b, 0x2221201f
        .long 0x26252423, 0x2a292827, 0x2e2d2c2b, 0x3231302f
        .long 0x36353433, 0x3a393837, 0x3e3d3c3b, 0x3f3e3d3f
