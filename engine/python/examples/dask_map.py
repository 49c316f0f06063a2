#!/usr/bin/env python3
"""Quantized addition of two arrays that are larger than the memory of the cluster that adds them, with Dask.

Both arrays and the sum lie in files. Each block becomes a task: it is read, added by a kernel, and written; a worker
compiles the kernel when it meets a shape for the first time, which takes microseconds. Arguments: --megabytes of each
array, --workers (processes), --memory of each worker, --folder for the three files.
"""
import argparse
import functools
import json
import os
import sys
import tempfile
import time

import dask
import dask.array as da
import dmlrun
import numpy as np
from dask.distributed import Client, LocalCluster

COLUMNS, ROWS_PER_BLOCK = 4096, 2048  # 8 MiB of bytes a block


@functools.lru_cache(maxsize=None)
def kernel(rows, columns):
    """The kernel for blocks of one shape. Kernels do not travel between processes, specs would."""
    values, scale = {"DataType": "UINT8", "Sizes": [rows, columns]}, {"DataType": "FLOAT32", "Sizes": [1, 1]}
    return dmlrun.compile({
        "type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {
            "ATensor": values, "AScaleTensor": scale, "BTensor": values, "BScaleTensor": scale,
            "OutputScaleTensor": scale}})


def add(a, b, scales):
    """One block: runs in a worker, without Python's lock."""
    a_scale, b_scale, output_scale = (np.array([[s]], np.float32) for s in scales)
    return kernel(*a.shape).run(ATensor=a, AScaleTensor=a_scale, BTensor=b, BScaleTensor=b_scale,
                                OutputScaleTensor=output_scale)


def read(path, block_info=None):
    """The block of a file of rows that Dask asks for."""
    (first, last), _ = block_info[None]["array-location"]
    count = (last - first) * COLUMNS
    return np.fromfile(path, np.uint8, count, offset=first * COLUMNS).reshape(-1, COLUMNS)


class RowFile:
    """Takes blocks of whole rows from any process."""

    def __init__(self, path):
        self.path = path

    def __setitem__(self, place, block):
        with open(self.path, "r+b") as file:
            file.seek(place[0].start * COLUMNS)
            file.write(block.data)


def make_file(path, rows, seed):
    """Random bytes, block by block."""
    generator = np.random.default_rng(seed)
    with open(path, "wb") as file:
        for first in range(0, rows, ROWS_PER_BLOCK):
            file.write(generator.bytes(min(ROWS_PER_BLOCK, rows - first) * COLUMNS))


def array_of(path, rows):
    chunks = (tuple(min(ROWS_PER_BLOCK, rows - first) for first in range(0, rows, ROWS_PER_BLOCK)), (COLUMNS,))
    return da.map_blocks(read, path, dtype=np.uint8, chunks=chunks, meta=np.empty((0, 0), np.uint8))


def differences(paths, rows, scales, samples=64):
    """How many of some rows differ from what numpy computes."""
    wrong = 0
    for row in np.random.default_rng(3).integers(0, rows, samples):
        a, b, found = (np.fromfile(path, np.uint8, COLUMNS, offset=row * COLUMNS) for path in paths)
        exact = (a * np.float32(scales[0]) + b * np.float32(scales[1])) / np.float32(scales[2])
        wrong += not np.array_equal(found, np.clip(np.rint(exact), 0, 255).astype(np.uint8))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=1024)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", default="400MiB")
    parser.add_argument("--folder")
    given = parser.parse_args()
    rows, scales = given.megabytes * (1 << 20) // COLUMNS, (0.5, 0.25, 0.75)
    dask.config.set({"distributed.worker.daemon": False})
    with tempfile.TemporaryDirectory(dir=given.folder) as folder, LocalCluster(
            n_workers=given.workers, threads_per_worker=1, processes=True, memory_limit=given.memory,
            dashboard_address=":0", local_directory=folder) as cluster, Client(cluster) as client:
        paths = [os.path.join(folder, name) for name in ("a", "b", "sum")]
        make_file(paths[0], rows, 1)
        make_file(paths[1], rows, 2)
        with open(paths[2], "wb") as file:
            file.truncate(rows * COLUMNS)
        total = da.map_blocks(add, array_of(paths[0], rows), array_of(paths[1], rows), scales, dtype=np.uint8,
                              meta=np.empty((0, 0), np.uint8))
        begin = time.perf_counter()
        da.store(total, RowFile(paths[2]), lock=False)
        seconds = time.perf_counter() - begin
        processes = client.run(os.getpid)
        wrong = differences(paths, rows, scales)
        limit = sum(worker["memory_limit"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
        print(
            json.dumps({
                "blocks": total.numblocks[0], "array_bytes": 3 * rows * COLUMNS, "cluster_memory": limit,
                "processes": len(set(processes.values())), "seconds": round(seconds, 2), "wrong_rows": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
