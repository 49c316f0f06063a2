"""Copies, cycles and ends of processes: each in a process of its own, since what is freed twice ends it."""
import os
import pickle
import subprocess
import sys
import unittest

import dmlrun
import specs
from test_models import CHAIN

START = "import copy, gc, sys\nimport dmlrun, numpy as np, specs\nfrom test_models import CHAIN\n"


def run_alone(body):
    places = os.pathsep.join(str(specs.ROOT / "engine" / "python" / folder) for folder in ("", "test"))
    return subprocess.run([sys.executable, "-B", "-X", "faulthandler", "-c", START + body], capture_output=True,
                          text=True, env=dict(os.environ, PYTHONPATH=places), timeout=120, check=False)


class Lifetimes(unittest.TestCase):
    def ends_well(self, body, told):
        ended = run_alone(body)
        self.assertEqual((ended.returncode, ended.stderr, ended.stdout), (0, "", told))

    def test_a_copy_of_a_kernel_or_operator_is_the_same_and_is_freed_once(self):
        for made in ("dmlrun.compile(specs.tile(), cache=False)", "dmlrun.Operator(specs.tile())"):
            self.ends_well(f"""
for one in (copy.copy, copy.deepcopy):
    made = {made}
    again = one(made)
    print(again is made)
    del again
    print(made.inputs[0].name)
    del made
""", "True\nInputTensor\n" * 2)

    def test_what_may_not_be_copied_says_so(self):
        kernel = dmlrun.compile(specs.tile())
        for made in (kernel, kernel.operator, dmlrun.Model(CHAIN), kernel.bind([[1, 2, 3], [4, 5, 6]]), kernel.handle):
            self.assertRaisesRegex(TypeError, "cannot be copied or pickled", pickle.dumps, made)
        self.ends_well("""
for one in (copy.copy, copy.deepcopy):
    model = dmlrun.Model(CHAIN)
    for owner in (model, model.handle, dmlrun.compile(specs.tile()).bind([[1, 2, 3], [4, 5, 6]])):
        try:
            one(owner)
        except TypeError as error:
            print("cannot be copied" in str(error))
    print(bool(model.run()))
""", "True\n" * 8)

    def test_finalizers_of_a_collected_cycle_may_run_its_kernel(self):
        self.ends_well("""
class Owner:
    def __init__(self, kernel):
        self.kernel, kernel.owner = kernel, self
        self.bound = kernel.bind(np.ones((2, 3), np.float32))
        kernel.run(np.ones((2, 3), np.float32))
    def __del__(self):
        print(self.kernel.run(np.ones((2, 3), np.float32)).sum(), self.bound().sum())
for i in range(5):
    Owner(dmlrun.compile(specs.tile(), cache=False))
    gc.collect()
""", "12.0 12.0\n" * 5)

    def test_finalizers_of_a_collected_cycle_may_use_its_model(self):
        self.ends_well("""
class Owner:
    def __init__(self, model):
        self.model, model.owner = model, self
        self.values = model.resources
    def __del__(self):
        self.model.reset()
        print(bool(self.model.run()), self.values["In"].view(np.float32).sum())
for i in range(5):
    Owner(dmlrun.Model(CHAIN))
    gc.collect()
""", "True 10.0\n" * 5)

    def test_kernels_are_freed_with_their_last_user(self):
        self.ends_well("""
kernel = dmlrun.compile(specs.tile(), cache=False)
pointer, bound = kernel.handle.pointer, kernel.bind(np.ones((2, 3), np.float32))
del kernel
print(bool(pointer), bound().sum())
del bound
print(bool(pointer))
""", "True 12.0\nFalse\n")

    def test_kernels_run_until_the_process_ends(self):
        self.ends_well("""
kernel = dmlrun.compile(specs.tile())
class Last:
    def __init__(self, kernel):
        self.run, self.array = kernel.run, np.ones((2, 3), np.float32)
    def __del__(self):
        sys.__stdout__.write("%g\\n" % self.run(self.array)[0, 0])
sys.modules["last"] = Last(kernel)
""", "1\n")
