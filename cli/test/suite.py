"""Runs the tests of the script that was started."""
import sys
import unittest


def run(names=()):
    """All tests, or those named; prints `N passed, N failed` and returns an exit code. Fails where there is none."""
    script, loader = sys.modules["__main__"], unittest.defaultTestLoader
    tests = loader.loadTestsFromNames(names, script) if names else loader.loadTestsFromModule(script)
    result = unittest.TextTestRunner(stream=sys.stdout).run(tests)
    # A test counts once, however many of its subtests fail.
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0
