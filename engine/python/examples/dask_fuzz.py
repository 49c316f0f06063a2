#!/usr/bin/env python3
"""One campaign of `dmlrun fuzz` on all machines of a Dask cluster: each task is a shard, --shard I/N.

Without --scheduler the cluster is a local one of --workers processes. The program must lie at the same path everywhere.
What follows `--` goes to `dmlrun fuzz` as it is, e.g. `-- --operators TILE,JOIN`. Prints one line of JSON; exit code 1
where a shard found a failure, whose folder is below --dir, on the machine that the line names, and where a shard could
not be run: "broken" says why.
"""
import argparse
import json
import os
import socket
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def run_shard(program, number, shards, count, seed, folder, more):
    """Runs one shard to its end. Everything in the answer is plain data."""
    place = os.path.join(folder, f"shard-{number}")
    command = [
        program, "fuzz", "--count",
        str(count), "--seed",
        str(seed), "--shard", f"{number}/{shards}", "--jobs", "1", "--dir", place, "--json", *more]
    answer = {"shard": number, "host": socket.gethostname(), "pid": os.getpid(), "exit": None}
    try:
        os.makedirs(place, exist_ok=True)
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as reason:  # no such program or folder on this machine
        return answer | {"error": str(reason)}
    answer["exit"] = ended.returncode
    if ended.returncode in (0, 1) and ended.stdout.startswith("{"):
        return answer | {"told": json.loads(ended.stdout)}
    return answer | {"error": ended.stderr[-500:]}


def summary(answers, count, shards):
    """What all shards did together."""
    told = [answer["told"] for answer in answers if "told" in answer]
    failures = [{"host": answer["host"], "shard": answer["shard"], "failure": failure}
                for answer in answers if "told" in answer for failure in answer["told"]["failures"]]
    processes = {(answer["host"], answer["pid"]) for answer in answers if "pid" in answer}
    return {"cases": sum(part["cases"] for part in told), "wanted": count, "shards": shards,
            "processes": len(processes), "failures": failures,
            "broken": [answer for answer in answers if "told" not in answer]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="dmlrun")
    parser.add_argument("--scheduler", help="address of a running cluster")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--count", type=int, default=100_000, help="cases, all shards together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", default="findings")
    parser.add_argument("more", nargs="*")
    given = parser.parse_args()
    folder = os.path.abspath(given.dir)
    cluster = given.scheduler or LocalCluster(n_workers=given.workers, threads_per_worker=1, processes=True,
                                              dashboard_address=None)
    answers = []
    with Client(cluster) as client:
        tasks = [
            client.submit(run_shard, given.program, number, given.shards, given.count, given.seed, folder, given.more,
                          pure=False) for number in range(1, given.shards + 1)]
        numbers = {task.key: number for number, task in enumerate(tasks, 1)}
        for task in as_completed(tasks):
            lost = task.exception()  # of the cluster, e.g. a worker that was killed too often
            answer = {"shard": numbers[task.key], "exit": None, "error": repr(lost)} if lost else task.result()
            answers.append(answer)
            print(f"shard {answer['shard']} of {given.shards}: exit {answer['exit']}", file=sys.stderr)
    if not given.scheduler:
        cluster.close()
    told = summary(answers, given.count, given.shards)
    print(json.dumps(told))
    return 0 if told["cases"] == given.count and not told["failures"] and not told["broken"] else 1


if __name__ == "__main__":
    sys.exit(main())
