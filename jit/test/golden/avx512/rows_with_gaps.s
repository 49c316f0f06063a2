# kernel move_x4_3x7_gaps
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x4 strides 9,1 span 25; axes [3@0] [7@0]; %0 = input 0 x4 offset 2 strides 8,1 span 25
# axis 0, 3 long, outermost: a counted loop
# axis 1, 7 long, innermost: code of its own for each run; 7 elements copied
# registers: 64 bytes
# code: 118 bytes
# tables: 448 bytes
        .intel_syntax noprefix
move_x4_3x7_gaps:
        endbr64
        mov rcx, qword ptr [rdi+0x20]
        mov rdx, qword ptr [rcx+0x10]
        mov rsi, qword ptr [rcx]
        mov rdi, qword ptr [rcx+0x8]
        .nops 9
        .nops 6
        endbr64
        push rbx
        push r13
        push r14
        mov rbx, rcx
        mov rsi, qword ptr [rsi]
        add rsi, 0x8
        mov ecx, 0x3
        mov qword ptr [rbx+0x20], rdi
        mov r14d, 0x20
        mov r13, rcx
L1:
        vmovups xmm0, xmmword ptr [rsi]
        vmovups xmm1, xmmword ptr [rsi+0xc]
        vmovups xmmword ptr [rdi], xmm0
        vmovups xmmword ptr [rdi+0xc], xmm1
        add rdi, 0x24
        add rsi, r14
        dec r13
        jnz L1
        mov qword ptr [rbx+0x20], rdi
        pop r14
        pop r13
        pop rbx
        vzeroupper
        ret
move_x4_3x7_gaps_tables:
        .fill 16, 4, 0x0
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0xf0e0d0c, 0xb0a0908, 0x7060504, 0x3020100
        .long 0x0, 0x0, 0x8, 0x0
        .long 0x20, 0x0, 0x4, 0x0
        .fill 12, 4, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0xd0, 0x0
        .long 0xf8, 0x0, 0x1, 0x0
        .long 0x3, 0x0, 0x0, 0x0
        .long 0xd0, 0x0, 0xd0, 0x0
        .fill 6, 4, 0x0
        .long 0x7, 0x0, 0x0, 0x0
        .long 0x1, 0x0, 0x1, 0x0
        .long 0x80, 0x0, 0x148, 0x0
        .long 0x170, 0x0, 0x1, 0x0
        .long 0x7, 0x0, 0x0, 0x0
        .long 0x148, 0x0, 0x148, 0x0
        .fill 6, 4, 0x0
