#!/usr/bin/env python3
"""What happens when nobody reads a pipe any more: broken_pipe_test.py PROGRAM."""
import os
import subprocess
import sys

import files_test

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "tile.json")


class BrokenPipes(files_test.FileTest):
    def test_a_reader_that_goes_away_ends_the_program_quietly(self):  # F175
        self.spec(1 << 18)
        for out in ("", "-"):
            process = self.start(out, stdout=subprocess.PIPE)
            process.stdout.read(10)
            process.stdout.close()
            process.stdout = None
            self.assertEqual(self.finish(process, 141), b"")

    def test_a_reader_of_any_command_that_goes_away_ends_it_quietly(self):
        for command in (["--help"], ["backends"], ["schema"], ["completion", "bash"], ["check", EXAMPLE],
                        ["explain", "spec.json", "--in", "InputTensor=x.npy"], ["bench",
                                                                                "--list"], ["backends", "--json"]):
            with self.subTest(command=command):
                reading, writing = os.pipe()
                os.close(reading)
                try:
                    done = subprocess.run([files_test.PROGRAM, *command], cwd=self.folder, stdout=writing,
                                          stderr=subprocess.PIPE, check=False)
                finally:
                    os.close(writing)
                self.assertEqual((done.returncode, done.stderr), (141, b""))

    def test_a_reader_of_another_pipe_that_goes_away_is_exit_7(self):
        self.spec(1 << 18)
        os.mkfifo(os.path.join(self.folder, "fifo"))
        process = self.start("fifo", stdout=subprocess.PIPE)
        with open(os.path.join(self.folder, "fifo"), "rb") as fifo:
            fifo.read(10)
        self.assertIn(b"Broken pipe", self.finish(process, 7))


if __name__ == "__main__":
    sys.exit(files_test.main())
