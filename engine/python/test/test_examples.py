"""The examples as programs. Those for Dask are left out, by name, where it is not installed."""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

import specs

EXAMPLES = specs.ROOT / "engine" / "python" / "examples"
PROGRAM = os.environ.get("DMLRUN_PROGRAM")
HAS_DASK = all(importlib.util.find_spec(name) for name in ("dask", "distributed"))


def run(name, *arguments):
    environment = dict(os.environ, PYTHONPATH=str(specs.ROOT / "engine" / "python"), PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True,
                          env=environment, timeout=300, check=False)


class Examples(unittest.TestCase):
    def test_first_kernel(self):
        ended = run("first_kernel.py")
        self.assertEqual((ended.returncode, ended.stdout), (0, "count_mismatch at /desc/StartPadding\n"), ended.stderr)

    def test_the_readme_shows_the_first_kernel(self):
        text = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
        self.assertIn("```python\n" + (EXAMPLES / "first_kernel.py").read_text(encoding="utf-8") + "```", text)

    @unittest.skipUnless(HAS_DASK, "dask and distributed are not installed")
    def test_dask_map_adds_more_than_the_cluster_can_hold(self):
        ended = run("dask_map.py", "--megabytes", "256", "--memory", "300MiB")
        self.assertEqual(ended.returncode, 0, ended.stderr[-2000:])
        told = json.loads(ended.stdout)
        self.assertGreater(told["array_bytes"], told["cluster_memory"])
        self.assertEqual((told["wrong_rows"], told["processes"], told["blocks"]), (0, 2, 32))

    @unittest.skipUnless(HAS_DASK, "dask and distributed are not installed")
    @unittest.skipUnless(PROGRAM, "the dmlrun program was not named")
    def test_sharded_fuzzing_runs_every_case_once(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = run("dask_shards.py", "fuzz", "--program", PROGRAM, "--shards", "5", "--count", "500", "--dir",
                        folder, "--", "--from", str(specs.ROOT / "specs" / "examples"))
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr[-2000:])
        told = json.loads(ended.stdout)
        self.assertEqual((told["cases"], told["failures"], told["processes"]), (500, [], 2))

    @unittest.skipUnless(HAS_DASK, "dask and distributed are not installed")
    @unittest.skipUnless(PROGRAM, "the dmlrun program was not named")
    def test_sharded_verification_counts_every_input_once(self):
        ended = run("dask_shards.py", "verify", "--program", PROGRAM, "--shards", "5", "--", "SQRT", "EXP", "--type",
                    "FLOAT16", "--backend", "interpreter", "--hashes", str(specs.ROOT / "testdata" / "verify"))
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr[-2000:])
        self.assertEqual(json.loads(ended.stdout)["verified"],
                         {f"{name} FLOAT16": {"inputs": 65536, "wrong": 0} for name in ("EXP", "SQRT")})

    @unittest.skipUnless(HAS_DASK, "dask and distributed are not installed")
    def test_sharded_fuzzing_says_in_its_answer_that_there_is_no_program(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = run("dask_shards.py", "fuzz", "--program", "/nowhere/dmlrun", "--shards", "2", "--count", "10",
                        "--dir", folder)
        told = json.loads(ended.stdout)
        self.assertEqual((ended.returncode, told["cases"], told["failures"], len(told["broken"])), (1, 0, [], 2))
        self.assertIn("/nowhere/dmlrun", told["broken"][0]["error"])
