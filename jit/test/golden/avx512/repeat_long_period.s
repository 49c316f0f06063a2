# kernel move_x4_300_repeat
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output x4 strides 1 span 300; axes [(100@0)x3]; %0 = input 0 x4 offset 0 strides 1 span 100
# axis 0, 300 long: code of its own for each run; the body in a loop, each time from the input; 100 elements copied
# registers: 64 bytes
# code: 200 bytes
# tables: 328 bytes
        .intel_syntax noprefix
move_x4_300_repeat:
        endbr64
        push rbx
        push rbp
        push r12
        push r13
        push r14
        push r15
        mov rbx, qword ptr [rdi+0x20]
        mov rbp, qword ptr [rbx+0x10]
        mov rdi, qword ptr [rbx+0x8]
        vmovups zmm15, zmmword ptr [rbp]
        lea r12, [rbp+0x80]
        mov rsi, qword ptr [rbx]
        mov rax, qword ptr [r12]
        mov rsi, qword ptr [rsi+rax*1]
        add rsi, qword ptr [r12+0x8]
        mov edx, 0x3
L1:
        vmovups zmm0, zmmword ptr [rsi]
        vmovups zmm1, zmmword ptr [rsi+0x40]
        vmovups zmm2, zmmword ptr [rsi+0x80]
        vmovups zmm3, zmmword ptr [rsi+0xc0]
        vmovups zmm4, zmmword ptr [rsi+0x100]
        vmovups zmm5, zmmword ptr [rsi+0x140]
        vmovups zmm6, zmmword ptr [rsi+0x150]
        vmovups zmmword ptr [rdi], zmm0
        vmovups zmmword ptr [rdi+0x40], zmm1
        vmovups zmmword ptr [rdi+0x80], zmm2
        vmovups zmmword ptr [rdi+0xc0], zmm3
        vmovups zmmword ptr [rdi+0x100], zmm4
        vmovups zmmword ptr [rdi+0x140], zmm5
        vmovups zmmword ptr [rdi+0x150], zmm6
        add rdi, 0x190
        dec rdx
        jnz L1
        add rdi, 0xfffffffffffffb50
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbp
        pop rbx
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
