"""What ./dev audit runs: one row for each long form. A row says which promises it proves, how it is run, and where its
figure stands in what it prints. Another campaign is another row.

Commands may use {build} (the folder of the row's preset), {release} (that of the release build), {root}, {python},
{ctest} and {audit} (this folder); where a campaign has amounts, also {amount} and {first}, the share of one piece and
how much came before it, and {piece}, its number.
"""
from dataclasses import dataclass

BRIEF, STANDARD, FULL = range(3)
TIERS = ("brief", "standard", "full")


@dataclass(frozen=True)
class Campaign:
    name: str
    promises: str
    words: str  # what was shown, with {figure} in it where there is one
    command: str | tuple  # a tuple: pieces of different kinds
    amounts: tuple = ()  # of the tiers brief, standard, full
    pieces: int = 1  # how many runs share the amount; each is kept when a run is resumed
    figure: str = ""  # a pattern with one group: a number, summed over the pieces; "": the amount itself
    least: int = 0  # the figure, where there are no amounts
    preset: str = "release"
    targets: tuple = ("all",)
    tools: tuple = ()  # programs that it cannot do without
    build_tools: tuple = ()  # programs or packages without which its own cannot be built
    cores: int = 1
    tiers: tuple = (BRIEF, STANDARD, FULL)  # a campaign without amounts may leave tiers out


MILLION = 1_000_000
JIT = "{build}/jit/test/dmlrun_jit_tests"
ENGINE = "{build}/engine/test/dmlrun_"
SUITE = "{ctest} --test-dir {build} --output-on-failure --no-tests=error --parallel 2"
PASSED = r"100% tests passed, 0 tests failed out of (\d+)"
PASSED_ALL = r"^(\d+) passed, 0 failed"
CATCH = r"All tests passed \(\d+ assertions? in (\d+) test cases?\)"
# The tests of what threads and processes share. The others run generated code, which no sanitizer watches, on one
# thread.
SHARED = ('"[threads],[#code_arena_test]~[.],[#code_budget_test]~[.],[#granule_map_test],[#object_cache_test],'
          '[#object_cache_processes_test],[#object_loader_test],[#refused_memory_test]"')

HALIDE = "halide"  # the package in .venv
TARGETS = {"document": "P16", "spec": "P16 P20", "model": "P1 P16", "npy": "P17", "plan": "P2", "differential": "P1"}
SEEDS = {"spec": "{root}/specs/examples {root}/specs/rejected", "model": "{root}/testdata/models",
         "plan": "{root}/engine/test/plans", "differential": "{root}/specs/examples"}  # beside testdata/corpus

CAMPAIGNS = (
    Campaign(
        "operators", "P1 P6", "{figure} random operators, legal and illegal: every back end gives the reference's "
        "bytes and leaves gaps and surroundings alone, or the refusal is the right one",
        ENGINE + "differential --seed 20 --first {first} --cases {amount}",
        amounts=(MILLION, 20 * MILLION, 100 * MILLION), pieces=200, figure=r"^(\d+) cases in",
        targets=("dmlrun_differential", )), *(Campaign(
            f"threads-{threads}", "P1 P6 P28", f"{{figure}} random operators, every output of them shared by {threads} "
            "threads, however small: the reference's bytes", ENGINE + "differential --seed 28 --threads " + str(threads)
            + " --first {first} --cases {amount}", amounts=(20_000, 400_000, 4 * MILLION), pieces=2,
            figure=r"^(\d+) cases in", targets=("dmlrun_differential", ), cores=2) for threads in (2, 3, 8)),
    Campaign("same-bytes", "P28",
             "{figure} processes, with 1 to 8 threads, gave one digest of 20,000 operators' outputs",
             "{python} -B {root}/engine/test/same_bytes_test.py {build}/engine/test/dmlrun_differential 20000",
             figure=PASSED_ALL, least=9, targets=("dmlrun_differential", ), cores=2),
    Campaign(
        "plans-moves", "P2 P6-P9", "{figure} random plans that move bytes, each as a kernel for every instruction "
        "set and form of rows, between guard pages, through the thunk: the interpreter's bytes",
        'env DMLRUN_COPY_PLANS={amount} DMLRUN_COPY_SEED={piece}000000001 ' + JIT + ' "random plans move*"',
        amounts=(750_000, ) * 3, pieces=10, figure=r"^(\d+) random plans that move bytes",
        targets=("dmlrun_jit_tests", )),
    Campaign(
        "plans-values", "P2", "{figure} random plans with values on every instruction set, as they are, in "
        "normal form and as slices: the interpreter's bytes",
        'env DMLRUN_ARITHMETIC_PLANS={amount} DMLRUN_ARITHMETIC_SEED={piece}000000001 ' + JIT
        + ' "random plans of values*"', amounts=(250_000, 5 * MILLION, 25 * MILLION), pieces=50,
        figure=r"^(\d+) random plans of values", targets=("dmlrun_jit_tests", )),
    Campaign(
        "values", "P2 P10", "{figure} random lists of values, every operation and type, up to 200 values, as kernels "
        "of every instruction set, between guard pages, in slices and other roundings: the interpreter's bytes",
        'env DMLRUN_VALUE_LISTS={amount} DMLRUN_VALUE_SEED={piece}000000001 ' + JIT
        + ' "random lists of values*"', amounts=(MILLION, 5 * MILLION, 25 * MILLION), pieces=50,
        figure=r"^(\d+) random lists of values", targets=("dmlrun_jit_tests", )),
    Campaign(
        "plans-moves-many", "P2 P6-P9", "{figure} more random plans that move bytes, each in one way out of all",
        'env DMLRUN_COPY_WAYS=one DMLRUN_COPY_PLANS={amount} DMLRUN_COPY_SEED=9{piece}000000001 ' + JIT
        + ' "random plans move*"', amounts=(0, 15 * MILLION, 75 * MILLION), pieces=50,
        figure=r"^(\d+) random plans that move bytes", targets=("dmlrun_jit_tests", )),
    Campaign(
        "rows-copied", "P2 P6-P9", "{figure} random plans of rows that are shuffled, advance or are gathered: the "
        "interpreter's bytes",
        (f'env DMLRUN_COPY_ROWS=20000 {JIT} "rows of every making*"',
         f'env DMLRUN_COPY_ROWS=20000 {JIT} "rows that advance move*"',
         f'env DMLRUN_COPY_GATHERED=10000 {JIT} "inputs of random lengths*"'), figure=r"^(\d+) random plans of rows",
        least=30_000, targets=("dmlrun_jit_tests", )),
    Campaign("long-steps", "P23", "{figure} long steps end at a signal, within a second of the processor's time",
             "{python} -B {root}/cli/test/long_steps_test.py {build}/dmlrun", figure=PASSED_ALL, least=4,
             targets=("dmlrun-cli", )),
    Campaign("consumer", "P29", "{figure} ways to use the library from other projects, one of them from its sources",
             "bash {root}/engine/test/consumer/consumer_test.sh {root} {build} cmake c++ all", figure=PASSED_ALL,
             least=8),
    Campaign("headers", "P29", "{figure} slow rule of the source tree: each header compiles alone",
             "{python} -B {root}/engine/test/structure/check_structure.py {root} --slow", figure=PASSED_ALL, least=1,
             targets=()),
    Campaign(
        "tails", "P5-P9",
        "{figure} kernels: every inner extent from 1 to 257, element size, distance from a page, kind "
        "of run, instruction set and side of the guard page",
        'env DMLRUN_COPY_TAILS=all DMLRUN_COPY_KIND={first} ' + JIT + ' "every extent from 1 to 257*"',
        amounts=(7, ) * 3, pieces=7, figure=r"^(\d+) kernels of every extent", least=526_336,
        targets=("dmlrun_jit_tests", )),
    Campaign(
        "quantized", "P4", "{figure} sums, every pair of bytes in every mix of signs for 1,200 sets of scales and zero "
        "points, on every back end and capped at avx512: the formula's",
        ENGINE + "quantized_exhaustive --first {first} --sets {amount}", amounts=(1200, ) * 3, pieces=4,
        figure=r"^(\d+) results", least=1200 * 8 * 65536, targets=("dmlrun_quantized_exhaustive", )),
    Campaign("casts", "P4", "{figure}, on every back end: the reference's elements",
             "env DMLRUN_CAST_BLOCKS={amount} " + ENGINE + 'engine_tests "long: CAST*"', amounts=(16, 256, 4096),
             figure=r"^(\d+) FLOAT32 cast", targets=("dmlrun_engine_tests", )),
    Campaign("rows-everywhere", "P4", "{figure}: every row, type and mode with all operands of 8 and 16 bits, and "
             "all pairs of 1,000 edge values of each other type: the reference's elements",
             (ENGINE + 'engine_tests "long: every element-wise row gives the reference\'s elements for all*"',
              "sh -c 'cp {build}/engine/test/dmlrun_engine_tests {build}/dmlrun_rows_on_halide && "
              '{build}/dmlrun_rows_on_halide "long: halide-cpu gives*"\''),
             figure=r"^(\d+) results of element-wise rows", least=500 * MILLION,
             targets=("dmlrun_engine_tests", "dmlrun_halide"), build_tools=(HALIDE, )),
    Campaign("quantized-kernels", "P4",
             "{figure} pairs of bytes through kernels of every instruction set and tuning: the "
             "interpreter's bytes", JIT + " \"every pair of bytes gives the interpreter's byte for*\"",
             figure=r"(\d+) pairs of bytes", least=1200 * 8 * 65536, targets=("dmlrun_jit_tests", )),
    Campaign(
        "encodings", "P25 P26", "{figure} plans decoded for every instruction set, beside examples and quantized sums: "
        "no bytes that are no instruction, none of a set that the kernel may not use",
        "env DMLRUN_CODE_PLANS=5000 DMLRUN_CODE_MIXES=all " + JIT + ' "the code of *"',
        figure=r"^(\d+) random plans decoded", least=5000, targets=("dmlrun_jit_tests", )),
    Campaign("float-states", "P10",
             "{figure} random plans in 16 states of MXCSR each: one result, and the state comes back",
             "env DMLRUN_STATE_PLANS=10000 " + JIT + ' "random packed plans keep*"',
             figure=r"^(\d+) random plans in 16", least=10_000, targets=("dmlrun_jit_tests", )),
    Campaign(
        "halide-cpu", "P3",
        "{figure} runs of random plans compiled by Halide for the CPU, 20 sets of data each, between "
        "guard pages: the interpreter's bytes",
        "env DMLRUN_HALIDE_PLANS={amount} DMLRUN_HALIDE_SEED={piece}00000 {build}/dmlrun_halide_tests "
        '"random plans give*"', amounts=(200, 600, 3000), pieces=4, figure=r"^\d+ random plans, (\d+) runs", least=4000,
        targets=("dmlrun_halide_tests", ), build_tools=(HALIDE, )),
    Campaign(
        "halide-values", "P3", "{figure} random lists of values compiled by Halide for the CPU: the interpreter's "
        "bytes", "env DMLRUN_HALIDE_VALUES={amount} DMLRUN_HALIDE_SEED={piece}00000 {build}/dmlrun_halide_tests "
        '"random lists of values*"', amounts=(60, 600, 3000), pieces=2, figure=r"^(\d+) random lists of values",
        targets=("dmlrun_halide_tests", ), build_tools=(HALIDE, )),
    Campaign(
        "opencl", "P3",
        "{figure} random plans compiled by Halide for OpenCL's first device (PoCL, where there is no other), "
        "20 sets of data each: the interpreter's bytes",
        "{build}/dmlrun_device_check plans --backend halide-opencl --count {amount} --first {first} --sets 20",
        amounts=(60, 300, 1500), pieces=4, figure=r"^(\d+) plans from seed", targets=("dmlrun_device_check", ),
        build_tools=(HALIDE, )),
    Campaign(
        "opencl-values", "P3", "{figure} random lists of values compiled by Halide for OpenCL's first device: the "
        "interpreter's bytes",
        "{build}/dmlrun_device_check values --backend halide-opencl --count {amount} --first {first} --sets 2",
        amounts=(50, 200, 1000), pieces=2, figure=r"^(\d+) plans from seed", targets=("dmlrun_device_check", ),
        build_tools=(HALIDE, )),
    Campaign(
        "device-sources", "P3", "CUDA sources of {figure} random plans: no product is contracted, every quotient exact",
        "{build}/dmlrun_device_check sources --backend halide-cuda --count {amount}", amounts=(40, 200, 1000),
        figure=r"^(\d+) sources of", targets=("dmlrun_device_check", ), build_tools=(HALIDE, )),
    Campaign("device-buffers", "P3 P15", "{figure} models whose buffers stay on a device, memory refused at each place",
             "{python} -B {root}/jit/test/device/resident_test.py {build}/dmlrun c++ --count 60", figure=PASSED_ALL,
             least=60, targets=("dmlrun-cli", "dmlrun_halide"), tools=("c++", ), build_tools=(HALIDE, )),
    Campaign("emitted", "P3", "{figure} runs of emitted objects of all examples in a C program: the reference's bytes",
             "{python} -B {root}/jit/test/emitted/emitted_test.py {build}/dmlrun c++ {root}",
             figure=r"^(\d+) runs, 0 wrong", least=600, targets=("dmlrun-cli", "dmlrun_halide"), tools=("c++", ),
             build_tools=(HALIDE, )),
    Campaign(
        "metal", "P3", "the Metal source of {figure} random plans, compiled as C++ and run on 5 sets of data each: the "
        "interpreter's bytes", "{build}/jit/test/dmlrun_metal_check c++ {root}/jit/test/metal/shim {amount} 5 {first}",
        amounts=(100, 400, 1000), pieces=2, figure=r"^Metal source of (\d+) plans", targets=("dmlrun_metal_check", ),
        tools=("c++", ), build_tools=(HALIDE, )),
    Campaign(
        "arm64", "P3", "{figure} runs of emitted objects for arm64 under qemu on the examples, and the program itself, "
        "built for arm64, on examples and rejections", "{python} -B {root}/jit/test/emitted/arm64.py {build}/dmlrun",
        figure=r"^(\d+) runs of objects$", least=300, targets=("dmlrun-cli", "dmlrun_halide"),
        tools=("aarch64-linux-gnu-g++", "qemu-aarch64"), build_tools=(HALIDE, )),
    Campaign("cache", "P21", "{figure} test cases of the kernel cache with 16 threads that compile, run and evict",
             ENGINE + 'engine_tests "cache: *"', figure=CATCH, least=10, targets=("dmlrun_engine_tests", )),
    Campaign(
        "code-budget", "P14", "{figure} distinct kernels through 64 KiB of code memory, half of them by the "
        "public calls and the kernel cache",
        (JIT + ' "long: P14: a million*"', ENGINE + 'engine_tests "long: P14: the cache*"'),
        figure=r"^(\d+) distinct kernels", least=2 * MILLION, targets=("dmlrun_jit_tests", "dmlrun_engine_tests")),
    Campaign("planted", "P31",
             "{figure} planted defects, in kernels and in what back ends give: each is found by its check",
             (JIT + ' "P31*"', ENGINE + 'engine_tests "P31*"'), figure=r"^(\d+) planted defects found", least=35 + 10,
             targets=("dmlrun_jit_tests", "dmlrun_engine_tests")),
    Campaign("hardened", "P12", "{figure} test programs under PR_SET_MDWE, all that ctest has",
             "{build}/jit/test/dmlrun_hardened " + SUITE, figure=PASSED, least=10, cores=2),
    Campaign("surroundings", "P12 P13 P26",
             "{figure} tests where code memory or instructions are refused, with all their random operators",
             "{python} -B {root}/jit/test/surroundings_test.py {build}/dmlrun " + ENGINE + "differential "
             "{build}/jit/test/dmlrun_hardened {build}/jit/test/libdmlrun_refuse_code.so {root} all", figure=PASSED_ALL,
             least=8, targets=("dmlrun-cli", "dmlrun_differential", "dmlrun_hardened", "dmlrun_refuse_code"),
             tools=("qemu-x86_64", )),
    Campaign(
        "no-code", "P13", "{figure} random operators where every request for executable memory is refused",
        "env LD_PRELOAD={build}/jit/test/libdmlrun_refuse_code.so " + ENGINE
        + "differential --seed 13 --first {first} --cases {amount}", amounts=(10_000, 200_000, 2 * MILLION), pieces=2,
        figure=r"^(\d+) cases in", targets=("dmlrun_differential", "dmlrun_refuse_code")),
    Campaign(
        "kills", "P23", "{figure} times SIGKILL, SIGINT or SIGTERM at a random moment of a save: the old or the new "
        "file, whole", "env KILLS={amount} SEED={piece} {python} -B {root}/cli/test/files_test.py {build}/dmlrun "
        "Endings.test_signals_at_any_time_leave_the_old_or_the_new_file", amounts=(500, 3000, 3000), pieces=15,
        figure="", targets=("dmlrun-cli", )),
    Campaign(
        "file-faults", "P24",
        "{figure} calls failed, each in turn: open, write, short write, EINTR, ENOSPC, fsync, close, "
        "rename; a documented exit code, the old or the new file, no temporary",
        "{python} -B {root}/cli/test/faults_test.py {build}/dmlrun {build}/cli/test/libdmlrun_fail_call.so Files",
        figure=r"^(\d+) calls failed", least=100, targets=("dmlrun-cli", "dmlrun_fail_call")),
    Campaign(
        "memory-faults", "P15",
        "{figure} allocations failed, each in turn, alone and with all later ones, in ten scripts: "
        "a documented exit code or the right result",
        "{python} -B {root}/cli/test/faults_test.py {build}/dmlrun "
        "{build}/cli/test/libdmlrun_fail_call.so --all Memory",
        figure=r"^(\d+) calls failed", least=2000, targets=("dmlrun-cli", "dmlrun_fail_call"), tiers=(STANDARD, FULL)),
    Campaign(
        "memory", "P15",
        "{figure} allocations of the library failed, each in turn and all later ones with it, while specs "
        "were read, refused, written, explained, compiled and run: out_of_memory or the right result",
        tuple(f'env DMLRUN_EVERY_ALLOCATION=1 {JIT} "{case}"'
              for case in ("*each call of the library says so", "*for that or for its own reason")),
        figure=r"^(\d+) allocations failed", least=10_000, targets=("dmlrun_jit_tests", )),
    Campaign("fuzz", "P1 P20", "{figure} cases of `dmlrun fuzz` from the examples: mutations and generated operators",
             "{build}/dmlrun fuzz --seed {piece} --count {amount} --jobs 1 "
             "--dir {build}/audit/fuzz-{piece}", amounts=(100_000, 2 * MILLION, 20 * MILLION), pieces=4,
             figure=r"^(\d+) cases in", targets=("dmlrun-cli", )),
    Campaign(
        "fuzz-modes", "P20",
        "{figure} programs that are wrong for one mode of one operator, each found by 300 cases of it by "
        "`dmlrun fuzz --against`: all modes, seeds 1 to 3",
        "{python} -B {root}/cli/test/fuzz_modes.py {build}/dmlrun 1 2 3", figure=r"^(\d+) planted modes found",
        least=75, targets=("dmlrun-cli", ), cores=2, tiers=(STANDARD, FULL)), *(
            Campaign(
                f"fuzz-{target}", promise, f"{{figure}} coverage-guided inputs under ASan and UBSan: {target}",
                "{build}/engine/test/targets/dmlrun_fuzz_" + target
                + " -max_total_time={amount} -timeout=10 -rss_limit_mb=2048 "
                "-entropic=0 " + ("-max_len=1024 " if target == "spec" else "") +  # most inputs per second
                "-print_final_stats=1 -artifact_prefix={build}/ -dict={build}/engine/test/targets/" + target
                + ".dict {build}/corpus-" + target + " {root}/testdata/corpus/" + target + " " + SEEDS.get(target, ""),
                amounts=(30, 300, 600), figure=r"^stat::number_of_executed_units: +(\d+)", least=10_000, preset="fuzz",
                targets=tuple("dmlrun_fuzz_" + t for t in TARGETS), build_tools=("clang++", ))
            for target, promise in TARGETS.items()),
    Campaign("rules", "P20 P31",
             "{figure} rules of the operators switched off one at a time: a rejected example notices each",
             "{python} -B {root}/engine/test/mutation/run_mutations.py", figure=r"^(\d+) passed, 0 failed", least=50,
             targets=(), cores=2),
    Campaign(
        "rows", "P20 P31",
        "{figure} mistakes planted in the rows of specs, in support tables, rules and fields: each is noticed "
        "by a check that was not made from the rows",
        "{python} -B {root}/engine/test/mutation/plant_in_rows.py {build}/dmlrun " + ENGINE + "engine_tests",
        figure=r"^(\d+) passed, 0 failed", least=1500, targets=("dmlrun-cli", "dmlrun_engine_tests"),
        tiers=(STANDARD, FULL)),
    Campaign("witnesses", "P20 P31",
             "{figure} mistakes planted in the reference: random operators of the rows notice each",
             "{python} -B {root}/engine/test/mutation/plant_in_witnesses.py {build}",
             figure=r"^(\d+) passed, 0 failed", least=30, targets=("dmlrun_differential", ), tiers=(STANDARD, FULL)),
    Campaign("asan", "P15 P27", "{figure} test programs under AddressSanitizer and all of UndefinedBehaviorSanitizer",
             SUITE + " -L sanitized", figure=PASSED, least=4, preset="asan-all", targets=("dmlrun_sanitized", ),
             cores=2),
    Campaign("tsan", "P21 P22", "{figure} test cases under ThreadSanitizer: no race in host code",
             (ENGINE + "engine_tests", JIT + " -# " + SHARED), figure=CATCH, least=260, preset="tsan",
             targets=("dmlrun_engine_tests", "dmlrun_jit_tests")),
    Campaign("tsan-exit", "P21 P22",
             "{figure} programs under ThreadSanitizer that end in the middle of runs that threads share",
             SUITE + " -R '^exit_order'", figure=PASSED, least=2, preset="tsan",
             targets=("dmlrun_exit_order", "dmlrun_exit_order_shared")),
    Campaign(
        "valgrind", "P26 P27", "{figure} random operators under valgrind, whose processor has AVX2 and no AVX-512",
        "valgrind --quiet --error-exitcode=99 --smc-check=all --leak-check=full --suppressions={audit}/valgrind.supp "
        + ENGINE + "differential --seed 26 --first {first} --cases {amount}", amounts=(1000, 3000, 100_000), pieces=2,
        figure=r"^(\d+) cases in", targets=("dmlrun_differential", ), tools=("valgrind", )),
    Campaign("coverage", "P32",
             "{figure} of 1,000 lines of host code in engine, jit and cli were run by the tests",
             "{python} -B {audit}/coverage.py {build} {root} --suite", figure=r"^lines: (\d+) of 1000", least=950,
             preset="coverage", tools=("llvm-profdata", ), build_tools=("clang++", ), cores=2, tiers=(STANDARD, FULL)),
)
