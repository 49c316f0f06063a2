# kernel compute_f32_5x20_select_from3
# back end jit-avx512, isa avx512, tuning sapphire-rapids
# plan: output f32 strides 20,1 span 100; axes [5@0] [20@0]; %0 = input 0 u8 offset 0 strides 0,1 span 20; %1 = input 1 f32 offset 0 strides 20,1 span 100; %2 = input 2 f32 offset 0 strides 1,0 span 5; value select(%0, %1, %2)
# axis 0, 5 long, outermost: a counted loop
# axis 1, 20 long, innermost: one run
# elements of a run: whole vectors, straight from and to memory; the rest under a mask
# registers: 16 elements per vector
# values: all in registers
# code: 708 bytes
# constants: 0 bytes
        .intel_syntax noprefix
compute_f32_5x20_select_from3:
        push rbp
        mov rbp, rsp
        push rbx
        push r12
        push r13
        push r14
        push r15
        sub rsp, 0x1c0
        and rsp, 0xffffffffffffffc0
        mov rsi, qword ptr [rdi]
        mov rbx, qword ptr [rdi+0x8]
        mov rax, qword ptr [rdi+0x10]
        mov rdx, qword ptr [rdi+0x18]
        sub rdx, rax
        jbe L9
        mov qword ptr [rsp], rdx
        mov rcx, qword ptr [rsi]
        mov qword ptr [rsp+0x10], rcx
        mov rcx, qword ptr [rsi+0x8]
        mov qword ptr [rsp+0x18], rcx
        mov rcx, qword ptr [rsi+0x10]
        mov qword ptr [rsp+0x20], rcx
        xor edx, edx
        mov ecx, 0x14
        div rcx
        mov qword ptr [rsp+0x80], rax
        mov rax, rdx
        mov qword ptr [rsp+0x50], rax
        mov qword ptr [rsp+0x40], rbx
        imul rax, rax, 0x4
        sub rbx, rax
        mov qword ptr [rsp+0x70], rbx
        mov rax, qword ptr [rsp+0x80]
        mov ecx, 0x5
        sub rcx, rax
        mov qword ptr [rsp+0x58], rcx
        mov rcx, rax
        imul rcx, rcx, 0x0
        add rcx, qword ptr [rsp+0x10]
        mov qword ptr [rsp+0x88], rcx
        mov rcx, rax
        imul rcx, rcx, 0x50
        add rcx, qword ptr [rsp+0x18]
        mov qword ptr [rsp+0x90], rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x20]
        mov qword ptr [rsp+0x98], rcx
        mov rax, qword ptr [rsp+0x50]
        mov ecx, 0x14
        sub rcx, rax
        mov qword ptr [rsp+0x28], rcx
        mov rcx, rax
        add rcx, qword ptr [rsp+0x88]
        mov r8, rcx
        mov rcx, rax
        imul rcx, rcx, 0x4
        add rcx, qword ptr [rsp+0x90]
        mov r9, rcx
        mov rcx, rax
        imul rcx, rcx, 0x0
        add rcx, qword ptr [rsp+0x98]
        mov r10, rcx
L1:
        mov rdx, qword ptr [rsp+0x28]
        mov rax, qword ptr [rsp]
        cmp rdx, rax
        cmovnbe rdx, rax
        mov qword ptr [rsp+0x8], rdx
        mov rdi, qword ptr [rsp+0x40]
        vbroadcastss zmm0, dword ptr [r10]
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffc0
        jz L3
        .nops 3
L2:
        vpmovzxbd zmm1, xmmword ptr [r8+rcx*1]
        vmovups zmm2, zmmword ptr [r9+rcx*4]
        vptestmd k2, zmm1, zmm1
        vpblendmd zmm2 {k2}, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*4], zmm2
        vpmovzxbd zmm1, xmmword ptr [r8+rcx*1+0x10]
        vmovups zmm2, zmmword ptr [r9+rcx*4+0x40]
        vptestmd k2, zmm1, zmm1
        vpblendmd zmm2 {k2}, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*4+0x40], zmm2
        vpmovzxbd zmm1, xmmword ptr [r8+rcx*1+0x20]
        vmovups zmm2, zmmword ptr [r9+rcx*4+0x80]
        vptestmd k2, zmm1, zmm1
        vpblendmd zmm2 {k2}, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*4+0x80], zmm2
        vpmovzxbd zmm1, xmmword ptr [r8+rcx*1+0x30]
        vmovups zmm2, zmmword ptr [r9+rcx*4+0xc0]
        vptestmd k2, zmm1, zmm1
        vpblendmd zmm2 {k2}, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*4+0xc0], zmm2
        add rcx, 0x40
        cmp rcx, rsi
        jb L2
L3:
        cmp rcx, rdx
        jnb L6
L4:
        mov rax, rdx
        sub rax, rcx
        cmp rax, 0x10
        jb L5
        mov eax, 0x10
L5:
        mov esi, 0xffffffff
        bzhi eax, esi, eax
        kmovd k1, eax
        vpmovzxbd zmm1 {k1} {z}, xmmword ptr [r8+rcx*1]
        vmovups zmm2 {k1} {z}, zmmword ptr [r9+rcx*4]
        vptestmd k2, zmm1, zmm1
        vpblendmd zmm2 {k2}, zmm0, zmm2
        vmovups zmmword ptr [rdi+rcx*4] {k1}, zmm2
        add rcx, 0x10
        cmp rcx, rdx
        jb L4
L6:
        mov rax, qword ptr [rsp+0x8]
        sub qword ptr [rsp], rax
        jz L9
        dec qword ptr [rsp+0x58]
        jz L7
        mov eax, 0x50
        add qword ptr [rsp+0x90], rax
        mov eax, 0x4
        add qword ptr [rsp+0x98], rax
        mov eax, 0x50
        add qword ptr [rsp+0x70], rax
        jmp L8
L7:
        jmp L9
L8:
        mov rax, qword ptr [rsp+0x70]
        mov qword ptr [rsp+0x40], rax
        mov eax, 0x14
        mov qword ptr [rsp+0x28], rax
        mov rax, qword ptr [rsp+0x88]
        mov r8, rax
        mov rax, qword ptr [rsp+0x90]
        mov r9, rax
        mov rax, qword ptr [rsp+0x98]
        mov r10, rax
        jmp L1
L9:
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
