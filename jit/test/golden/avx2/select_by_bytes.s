# kernel compute_f32_5x20_select_from3
# back end jit-avx2, isa avx2, tuning sapphire-rapids
# plan: output f32 strides 20,1 span 100; axes [5@0] [20@0]; %0 = input 0 u8 offset 0 strides 0,1 span 20; %1 = input 1 f32 offset 0 strides 20,1 span 100; %2 = input 2 f32 offset 0 strides 1,0 span 5; value select(%0, %1, %2)
# axis 0, 5 long, outermost: a counted loop
# axis 1, 20 long, innermost: one run
# elements of a run: whole vectors, straight from and to memory; through the stack, element by element, for the rest
# registers: 8 elements per vector
# values: all in registers
# code: 1021 bytes
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
        jbe L14
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
        vxorps xmm0, xmm0, xmm0
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
        vbroadcastss ymm1, dword ptr [r10]
        mov eax, 0x1
        mov qword ptr [rsp+0x180], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x190], rax
        mov eax, 0x4
        mov qword ptr [rsp+0x1a0], rax
        xor ecx, ecx
        mov rsi, rdx
        and rsi, 0xffffffffffffffe0
        jz L3
        .nops 9
        .nops 9
        .nops 7
L2:
        vpmovzxbd ymm2, qword ptr [r8+rcx*1]
        vmovups ymm3, ymmword ptr [r9+rcx*4]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rdi+rcx*4], ymm2
        vpmovzxbd ymm2, qword ptr [r8+rcx*1+0x8]
        vmovups ymm3, ymmword ptr [r9+rcx*4+0x20]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rdi+rcx*4+0x20], ymm2
        vpmovzxbd ymm2, qword ptr [r8+rcx*1+0x10]
        vmovups ymm3, ymmword ptr [r9+rcx*4+0x40]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rdi+rcx*4+0x40], ymm2
        vpmovzxbd ymm2, qword ptr [r8+rcx*1+0x18]
        vmovups ymm3, ymmword ptr [r9+rcx*4+0x60]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rdi+rcx*4+0x60], ymm2
        add rcx, 0x20
        cmp rcx, rsi
        jb L2
L3:
        mov rsi, rdx
        and rsi, 0xfffffffffffffff8
        cmp rcx, rsi
        jnb L5
        .nops 9
        .nops 5
L4:
        vpmovzxbd ymm2, qword ptr [r8+rcx*1]
        vmovups ymm3, ymmword ptr [r9+rcx*4]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rdi+rcx*4], ymm2
        add rcx, 0x8
        cmp rcx, rsi
        jb L4
L5:
        cmp rcx, rdx
        jb L6
        jmp L11
        xor ecx, ecx
L6:
        mov rbx, qword ptr [rsp+0x180]
        imul rbx, rcx
        add rbx, r8
        mov qword ptr [rsp+0x188], rbx
        mov rbx, qword ptr [rsp+0x190]
        imul rbx, rcx
        add rbx, r9
        mov qword ptr [rsp+0x198], rbx
        mov rbx, qword ptr [rsp+0x1a0]
        imul rbx, rcx
        add rbx, rdi
        mov qword ptr [rsp+0x1a8], rbx
        mov rsi, rdx
        sub rsi, rcx
L7:
        mov edx, 0x8
        cmp rsi, rdx
        cmovb rdx, rsi
        mov rax, qword ptr [rsp+0x188]
        mov rbx, qword ptr [rsp+0x180]
        xor ecx, ecx
L8:
        movzx r15d, byte ptr [rax]
        mov byte ptr [rsp+rcx*1+0xc0], r15b
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L8
        mov qword ptr [rsp+0x188], rax
        mov rax, qword ptr [rsp+0x198]
        mov rbx, qword ptr [rsp+0x190]
        xor ecx, ecx
L9:
        mov r15d, dword ptr [rax]
        mov dword ptr [rsp+rcx*4+0x100], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L9
        mov qword ptr [rsp+0x198], rax
        vpmovzxbd ymm2, qword ptr [rsp+0xc0]
        vmovups ymm3, ymmword ptr [rsp+0x100]
        vpcmpeqd ymm2, ymm2, ymm0
        vblendvps ymm2, ymm3, ymm1, ymm2
        vmovups ymmword ptr [rsp+0x140], ymm2
        mov rax, qword ptr [rsp+0x1a8]
        mov rbx, qword ptr [rsp+0x1a0]
        xor ecx, ecx
L10:
        mov r15d, dword ptr [rsp+rcx*4+0x140]
        mov dword ptr [rax], r15d
        add rax, rbx
        inc ecx
        cmp ecx, edx
        jb L10
        mov qword ptr [rsp+0x1a8], rax
        sub rsi, rdx
        jnz L7
L11:
        mov rax, qword ptr [rsp+0x8]
        sub qword ptr [rsp], rax
        jz L14
        dec qword ptr [rsp+0x58]
        jz L12
        mov eax, 0x50
        add qword ptr [rsp+0x90], rax
        mov eax, 0x4
        add qword ptr [rsp+0x98], rax
        mov eax, 0x50
        add qword ptr [rsp+0x70], rax
        jmp L13
L12:
        jmp L14
L13:
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
L14:
        vzeroupper
        lea rsp, [rbp-0x28]
        pop r15
        pop r14
        pop r13
        pop r12
        pop rbx
        pop rbp
        ret
