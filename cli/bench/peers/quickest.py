"""Which of several ways of doing a Task favours a peer."""
import time

import numpy as np

TRIAL_SECONDS, TRIAL_ROUNDS = 0.05, 2  # at least


class Unsupported(Exception):
    pass


def bytes_of(task, returned):
    """What a call gave that returned this."""
    if task.result:
        return np.ascontiguousarray(task.result(returned)).view(np.uint8).reshape(-1)
    return task.output_buffer.bytes


def quickest(task, makers):
    """The work that takes the least time in a short trial, of those that can be made and give the right bytes; of none
    the first that can be made."""
    works, failures = [], []
    for make in makers:
        try:
            work = make()
            task.output_buffer.bytes[:] = 0xa5
            found = bytes_of(task, work())
        except Exception as why:
            failures.append(why)
            continue
        works.append((not np.array_equal(found, task.expected), work))
    if not works:
        raise failures[0]
    right = [work for is_wrong, work in works if not is_wrong] or [works[0][1]]
    if len(right) == 1:
        return right[0]
    least, times, rounds = [float("inf")] * len(right), 1, 0
    begin = time.perf_counter()
    while rounds < TRIAL_ROUNDS or time.perf_counter() - begin < TRIAL_SECONDS:
        for number, work in enumerate(right):
            before = time.perf_counter()
            for _ in range(times):
                work()
            least[number] = min(least[number], (time.perf_counter() - before) / times)
        times, rounds = max(1, min(1000, int(1e-3 / min(least)))), rounds + 1
    return right[least.index(min(least))]
