#!/usr/bin/env python3
"""One campaign of `dmlrun fuzz` or `dmlrun verify` on all machines of a Dask cluster: a task is a shard, --shard I/N.

    dask_shards.py fuzz --count 100000 --dir findings -- --operators TILE,JOIN
    dask_shards.py verify --shards 64 -- SQRT RECIP --hashes /shared/hashes

Without --scheduler the cluster is a local one of --workers processes. The program must lie at the same path everywhere.
What follows `--` goes to `dmlrun fuzz` or `dmlrun verify` as it is. Prints one line of JSON; exit code 1 where a shard
found a failure, whose folder is below --dir, on the machine that the line names, where a result is wrong, and where a
shard could not be run: "broken" says why.
"""
import argparse
import collections
import json
import os
import socket
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def run_shard(command, number, shards, folder):
    """Runs one shard to its end. Everything in the answer is plain data."""
    command = [*command, "--shard", f"{number}/{shards}", "--jobs", "1", "--json"]
    answer = {"shard": number, "host": socket.gethostname(), "pid": os.getpid(), "exit": None}
    try:
        if folder:
            place = os.path.join(folder, f"shard-{number}")
            os.makedirs(place, exist_ok=True)
            command += ["--dir", place]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as reason:  # no such program or folder on this machine
        return answer | {"error": str(reason)}
    answer["exit"] = ended.returncode
    if ended.returncode in (0, 1) and ended.stdout.startswith("{"):
        return answer | {"told": json.loads(ended.stdout)}
    return answer | {"error": ended.stderr[-500:]}


def fuzzed(answers):
    """What all shards of `dmlrun fuzz` did together."""
    told = [answer for answer in answers if "told" in answer]
    return {"cases": sum(answer["told"]["cases"] for answer in told),
            "failures": [{"host": answer["host"], "shard": answer["shard"], "failure": failure}
                         for answer in told for failure in answer["told"]["failures"]]}


def verified(answers):
    """What all shards of `dmlrun verify` did together: inputs and wrong results of each function and type."""
    totals = collections.defaultdict(lambda: {"inputs": 0, "wrong": 0})
    for answer in answers:
        for part in answer.get("told", {}).get("verified", []):
            total = totals[f"{part['function']} {part['type']}"]
            total["inputs"] += part["inputs"]
            total["wrong"] += part["wrong"]
    return {"verified": dict(sorted(totals.items()))}


def run_all(client, shards, *what):
    tasks = {}
    for number in range(1, shards + 1):
        tasks[client.submit(run_shard, what[0], number, shards, *what[1:], pure=False)] = number
    for task in as_completed(list(tasks)):
        lost = task.exception()  # of the cluster, e.g. a worker that was killed too often
        answer = {"shard": tasks[task], "exit": None, "error": repr(lost)} if lost else task.result()
        print(f"shard {answer['shard']} of {shards}: exit {answer['exit']}", file=sys.stderr)
        yield answer


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("fuzz", "verify"))
    parser.add_argument("--program", default="dmlrun")
    parser.add_argument("--scheduler", help="address of a running cluster")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--count", type=int, default=100_000, help="of fuzz: cases, all shards together")
    parser.add_argument("--seed", type=int, default=1, help="of fuzz")
    parser.add_argument("--dir", default="findings", help="of fuzz")
    own = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    return parser.parse_args(own), sys.argv[len(own) + 2:]


def main():
    given, more = arguments()
    command, folder = [given.program, given.command, *more], None
    if given.command == "fuzz":
        command += ["--count", str(given.count), "--seed", str(given.seed)]
        folder = os.path.abspath(given.dir)
    cluster = given.scheduler or LocalCluster(n_workers=given.workers, threads_per_worker=1, processes=True,
                                              dashboard_address=":0")
    with Client(cluster) as client:
        answers = list(run_all(client, given.shards, command, folder))
    if not given.scheduler:
        cluster.close()
    told = {"shards": given.shards,
            "processes": len({(answer["host"], answer["pid"]) for answer in answers if "pid" in answer}),
            "broken": [answer for answer in answers if "told" not in answer],
            **(fuzzed(answers) if given.command == "fuzz" else verified(answers))}
    print(json.dumps(told))
    wrong = (told["cases"] != given.count or told["failures"]) if folder else any(
        total["wrong"] for total in told["verified"].values())
    return 1 if wrong or told["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
