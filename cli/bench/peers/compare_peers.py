#!/usr/bin/env python3
"""dmlrun beside the systems that people would use instead: the cells of `dmlrun bench`, each with memcpy, memset,
dmlrun's C interface and every peer in rotation, one thread, on the same buffers. usage: compare_peers.py BUILD-FOLDER
--json FILE [--quick] [--filter TEXT] [--peers A,B]

A cell is measured in a forked process. Where that dies or hangs, or a peer gives wrong bytes or changes its inputs, be
it in a late call, that peer is marked and the rest is measured again. A cell in which a peer is more than 5 % faster is
measured three times, and the report has the three figures. Outputs begin 2 KiB behind the inputs in their pages: there
memcpy's trap of some processors, which peers' own copies meet as well, is not tripped."""
import argparse
import json
import os
import signal
import sys

try:
    import numpy as np
except ImportError as missing:
    if __name__ != "__main__":
        raise
    print(f"compare_peers: {missing}; './dev bench' makes an environment that has it, build/peers", file=sys.stderr)
    sys.exit(2)

from dmlrun_program import Program, Refused
from halide_peer import Halide
from isolated import in_child
from library_peers import OneDnn, Xnnpack
from native import PAGE, Buffer, Dmlrun, Rounds, function_of
from numpy_peer import Numpy, NumpyByHand
from onnxruntime_peer import OnnxRuntime
from quickest import Unsupported
from task import Task, call_once, expected_bytes, run_once
from torch_peer import Torch, TorchByHand
from whole_file import WholeFile
from words import clean, failure_words

PEERS = [OnnxRuntime, Numpy, NumpyByHand, OneDnn, Xnnpack, Halide, Torch, TorchByHand]
SECONDS_PER_CELL = 120
LOST = 1 / 1.05  # a peer's time by ours, below which the cell is lost; it is measured again, and the median counts
REPEATS = 3
WORST_CALL = 2.0  # seconds: a peer that takes longer is not timed


def difference(expected, found, exact, kind):
    """What is wrong with a peer's result: (an error or None, words or "")."""
    if np.array_equal(expected, found):
        return None, ""
    if found.size != expected.size:
        return "wrong result", ""
    if kind.kind == "f":
        is_close = np.allclose(expected.view(kind), found.view(kind), rtol=1e-5, atol=1e-6)
        return (None, "not exact") if is_close and not exact else ("wrong result", "")
    wrong = np.abs(expected.view(kind).astype(int) - found.view(kind).astype(int)) if not exact else None
    if wrong is None or wrong.max() > 1:
        return "wrong result", ""
    return None, f"not exact: {100 * np.count_nonzero(wrong) / wrong.size:.2g} % of its values are off by 1"


def trial(peer, work, task, clock):
    """Calls once: (an error or None, words or "")."""
    begin = clock()
    found = call_once(work, task)
    took = clock() - begin
    exact = task.family not in ("qadd", "elementwise") or peer.exact_add and not task.is_function
    error, words = difference(task.expected, found, exact, task.output.dtype)
    if task.inputs_changed():
        error = "changes its inputs"
    if error is None and took > WORST_CALL:
        error = f"takes more than {WORST_CALL:.0f} s"
    another = task.family == "qadd" and not exact
    return error, words or ("another formula, which gives the same bytes here" if another else "")


def prepared(peer, task):
    """A peer's work, of rows' operators where it has them."""
    if task.family not in ("slice", "elementwise"):
        return peer.prepare(task)
    if not hasattr(peer, "row"):
        raise Unsupported("is not asked")
    return peer.row(task)


def add_peers(task, peers, contestants, rounds, say):
    """Prepares, checks and appends every peer: [(peer, work, result), ...] of those that are right, and what to say of
    each."""
    words, timed = {}, []
    for peer in peers:
        say("peer " + peer.name)
        task.result = None
        try:
            work = prepared(peer, task)
            error, words[peer.name] = trial(peer, work, task, rounds.clock)
        except Unsupported as why:
            error = clean(why)
        except Exception as why:  # whatever a peer does, the rest goes on
            error = failure_words(why)
        if error:
            words[peer.name] = error
            task.inputs_changed()
            continue
        timed.append((peer, work, task.result))
        failed = lambda why, name=peer.name: (say(f"spoiled {name}: {failure_words(why)}"), os._exit(1))
        contestants.append(rounds.python(work, failed) if callable(work) else rounds.calls(work))
    return timed, words


def check_again(task, timed, ours, dmlrun, rounds, say):
    """What went wrong in the rounds: ends the process with words on a peer; words on dmlrun, or ""."""
    changed = task.inputs_changed()
    for peer, work, task.result in timed:
        say("again " + peer.name)
        try:
            error, _ = trial(peer, work, task, rounds.clock)
        except Exception as why:
            error = failure_words(why)
        if error and not error.startswith("takes"):
            say(f"spoiled {peer.name}: {error}")
            os._exit(1)
    if changed:
        return "inputs changed in the rounds"
    task.output_buffer.bytes[:] = 0x5a
    run_once(ours, dmlrun)
    return "" if np.array_equal(task.expected, task.output_buffer.bytes) else "wrong result"


class Traffic:
    """A copy that reads and writes so many bytes in all: in the operator's memory where that is large enough, as other
    pages meet other conflicts in the second-level cache (1 MB there: 31 to 46 us)."""

    def __init__(self, size, inputs, output):
        self.half = size // 2
        self.source = next((one for one in inputs if one.bytes.size >= self.half), None)
        if self.source is None:
            self.source = Buffer(self.half, 0)
            self.source.bytes[:] = 7
        self.target = output if output.bytes.size >= self.half else Buffer(self.half, PAGE // 2)

    def copy(self, rounds):
        return (function_of(rounds.library, "memcpy"), [self.target.address, self.source.address, self.half, 0, 0, 0])


def measure(cell, dmlrun, rounds, peers, effort, say):
    """A cell of the results."""
    say("dmlrun")
    task = Task(cell, dmlrun)
    task.expected = expected_bytes(task, dmlrun)
    kernel = dmlrun.kernel(task.op, "auto")
    ours, keep = dmlrun.call(kernel, task.buffers, task.output_buffer)
    task.output_buffer.bytes[:] = 0x5a
    run_once((ours, keep), dmlrun)
    if not np.array_equal(task.expected, task.output_buffer.bytes):
        return {"error": "wrong result", "backend": dmlrun.backend(kernel)}
    size, target = task.output_buffer.bytes.size, task.output_buffer.address
    source = Buffer(size, 0)
    source.bytes[:] = 7
    contestants = [rounds.calls([(function_of(rounds.library, "memcpy"), [target, source.address, size, 0, 0, 0])]),
                   rounds.calls([(function_of(rounds.library, "memset"), [target, 1, size, 0, 0, 0])]),
                   rounds.calls([ours])]
    names = ["memcpy", "memset", "dmlrun"]
    if task.family == "elementwise":
        traffic = Traffic(sum(buffer.bytes.size for buffer in task.buffers) + size, task.buffers, task.output_buffer)
        contestants.append(rounds.calls([traffic.copy(rounds)]))
        names.append("copy")
    first = len(names)
    timed, words = add_peers(task, peers, contestants, rounds, say)
    names += [peer.name for peer, _, _ in timed]
    seconds, cycles = rounds.run(contestants, *effort, at_work=say.turns(["rounds " + name for name in names]))
    wrong = check_again(task, timed, (ours, keep), dmlrun, rounds, say)
    if wrong:
        return {"error": wrong, "backend": dmlrun.backend(kernel)}
    ratio = lambda a, b: float(np.median(seconds[a] / seconds[b]))
    by_copy = seconds[2] / seconds[0]
    quarter = np.quantile(by_copy, (0.25, 0.75))
    found = {"backend": dmlrun.backend(kernel), "ratio_memcpy": ratio(2, 0), "ratio_memset": ratio(2, 1), "error": "",
             "noise": float((quarter[1] - quarter[0]) / np.median(by_copy)),
             "nanoseconds": float(np.median(seconds[2])) * 1e9,
             "least_nanoseconds": float(np.min(seconds[2])) * 1e9,
             "cycles_per_64": float(np.median(seconds[2] / cycles)) * 64 / task.output.size,
             "peers": {peer.name: ratio(first + n, 2) for n, (peer, _, _) in enumerate(timed)},
             "peer_words": {name: said for name, said in words.items() if said}}
    if "copy" in names:
        found["ratio_traffic"] = float(np.median(seconds[2] / np.maximum(seconds[1], seconds[3])))
    unit, goal = cell["goal_unit"], cell["goal"]
    by = {"memcpy": found["ratio_memcpy"], "cycles": found["cycles_per_64"], "nanoseconds": found["nanoseconds"]}
    found["goal"] = None if unit == "none" else goal * found["ratio_memcpy"] / by[unit]
    return found


def measure_safely(cell, dmlrun, rounds, peers, effort):
    """As measure(), without the peers that crash, hang or go wrong: each is marked, and the rest is measured again."""
    left, marked = list(peers), {}
    while True:
        result, said, ended = in_child(lambda say, left=left: measure(cell, dmlrun, rounds, left, effort, say),
                                       SECONDS_PER_CELL)
        if result is not None:
            result.setdefault("peer_words", {}).update(marked)
            return result
        kind, _, name = said.partition(" ")
        if kind == "spoiled":
            name, _, ended = name.partition(": ")
        if not any(p.name == name for p in left):
            unnamed = "a peer" if kind else "the process"
            who = "dmlrun" if kind == "dmlrun" else f"{name} in the rounds" if name else unnamed
            return {"error": f"{who} {ended}", "backend": "", "peer_words": marked}
        marked[name] = ended + (" after its first calls" if kind != "peer" else "")
        left = [p for p in left if p.name != name]


def loses(found):
    return any(times and times < LOST for times in found["peers"].values())


def measure_again(found, measure_cell):
    """Where a peer was faster: REPEATS figures of each peer, and their median in place of the first."""
    if not loses(found):
        return
    repeats = [found] + [measure_cell() for _ in range(REPEATS - 1)]
    for name in found["peers"]:
        figures = [one["peers"][name] for one in repeats if one.get("peers", {}).get(name)]
        if len(figures) == REPEATS and np.isfinite(figures).all():
            found.setdefault("peer_repeats", {})[name] = figures
    for name, figures in found.get("peer_repeats", {}).items():
        found["peers"][name] = float(np.median(figures))


def made_quietly(kind):
    """A peer; what its libraries say while they are loaded is nobody's."""
    sys.stderr.flush()
    kept, devnull = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(devnull, 2)
        return kind()
    finally:
        os.dup2(kept, 2), os.close(kept), os.close(devnull)


def load_peers(wanted):
    """Those that can be loaded, and the version or the reason of each."""
    peers, versions = [], {}
    for kind in PEERS:
        if wanted and kind.name not in wanted:
            continue
        result, _, ended = in_child(lambda say, kind=kind: clean(kind().version), SECONDS_PER_CELL)
        try:
            if result is None:
                raise RuntimeError("loading it " + ended)
            peers.append(made_quietly(kind))
            versions[kind.name] = result
        except Exception as why:
            versions[kind.name] = f"not measured: {clean(why)}"
    return peers, versions


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--json", required=True, help="what is written; '-' is standard output")
    parser.add_argument("--base",
                        help="a file of dmlrun bench --json: the other cells, and what is known of the machine")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--filter", default="", help="only the cells that have this in their name")
    parser.add_argument("--peers", default="", help="only these, with commas between them")
    parser.add_argument("--command", default="", help="what made the report, to be shown in it")
    open_standard_streams()
    options = parser.parse_args()
    for number in STOPS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
            signal.signal(number, stop)
    try:
        return compare(options)
    except Stopped as why:
        said, code = STOPS[why.number], 128 + why.number
    except Refused as why:
        said, code = str(why), why.code
    except MemoryError:
        said, code = "there is not enough memory", 6
    except OSError as why:
        said, code = (f"{why.filename}: " if why.filename else "") + str(why.strerror or why), 7
    print(f"compare_peers: {clean(said)}", file=sys.stderr)
    return code


def open_standard_streams():
    """Where the caller closed some, nothing else is opened in their place; what is said there is lost."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_WRONLY if descriptor == 2 else os.O_RDONLY), True)
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)


STOPS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up", signal.SIGQUIT: "quit"}


class Stopped(BaseException):
    """By a signal: what was begun is taken away."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


def stop(number, _frame):
    raise Stopped(number)


def finite(value):
    """For JSON, which has no infinity: null in its place."""
    if isinstance(value, dict):
        return {key: finite(one) for key, one in value.items()}
    return None if isinstance(value, float) and not np.isfinite(value) else value


def compare(options):
    wanted, known = [name for name in options.peers.split(",") if name], [kind.name for kind in PEERS]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise Refused(f"no peer is called {unknown[0]!r}; there are {', '.join(known)}")
    if not options.json:
        raise Refused("--json needs the name of a file")
    for name in ("dmlrun", "libdmlrun.so", "dmlrun_bench_rounds.so"):
        if not os.path.exists(os.path.join(options.build, name)):
            raise Refused(f"{options.build} has no {name}; './dev bench' builds it")
    dmlrun = loaded(Dmlrun, os.path.join(options.build, "libdmlrun.so"))
    rounds = loaded(Rounds, os.path.join(options.build, "dmlrun_bench_rounds.so"))
    program = Program(options.build)
    # One output is what a task has.
    cells = [cell for cell in program.cells(options.filter) if "OutputTensors" not in cell["spec"]["desc"]]
    if not cells:
        raise Refused("those cells have several outputs, which peers are not asked for")
    base = program.results(options.base) if options.base else program.machine(cells)
    with WholeFile(options.json) as file:
        found = json.dumps(measured(options, base, wanted, cells, dmlrun, rounds))
        try:
            file.write(found)
        except OSError:
            program.print_table(found)  # it took minutes
            raise
    return 0


def loaded(kind, path):
    try:
        return kind(path)
    except (AttributeError, OSError) as why:
        raise Refused(f"{path} is another library: {why}; './dev bench' builds it") from why


def measured(options, base, wanted, all_cells, dmlrun, rounds):
    """The cells beside their peers, and what `base` has besides."""
    peers, versions = load_peers(wanted)
    cells, load = [], os.getloadavg()[0]
    effort = (6, 2e-3) if options.quick else (9, 10e-3)

    def show(number, words):
        if sys.stderr.isatty():
            print(f"\r\x1b[K[{number}/{len(all_cells)}] {words[:60]}", end="", file=sys.stderr, flush=True)
    for number, cell in enumerate(all_cells):
        show(number, cell["name"])
        found = measure_safely(cell, dmlrun, rounds, peers, effort)
        kept = {key: cell[key] for key in ("family", "name", "row", "output_bytes", "region")}
        found = {key: finite(value) for key, value in found.items()}
        cells.append({**kept, "threads": 1, "placement": "skew", "isa": "", "peers": {}, "goal": None, **found})
    base.setdefault("version", dmlrun.version)
    for number, (cell, found) in enumerate(zip(all_cells, cells)):  # when all others are done: another minute
        show(number, "again " + cell["name"])
        measure_again(found, lambda cell=cell: measure_safely(cell, dmlrun, rounds, peers, effort))
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    key = lambda c: (c["family"], c["name"], c.get("threads") or 1, c.get("placement") or "equal", c.get("isa") or "")
    ours = {key(c) for c in cells}
    base["cells"] = cells + [c for c in base["cells"] if key(c) not in ours]
    base.update(load=[load, os.getloadavg()[0]], peer_versions=versions, command=clean(options.command))
    return base


if __name__ == "__main__":
    sys.exit(main())
