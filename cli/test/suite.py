"""Runs the tests of the script that was started."""
import concurrent.futures
import io
import sys
import unittest


def cases_of(tests):
    return [tests] if isinstance(tests, unittest.TestCase) else [case for one in tests for case in cases_of(one)]


def run(names=(), at_once=1):
    """All tests, or those named; prints `N passed, N failed` and returns an exit code. Fails where there is none.
    `at_once`: of tests that wait and share nothing, so many run at a time."""
    script, loader = sys.modules["__main__"], unittest.defaultTestLoader
    cases = cases_of(loader.loadTestsFromNames(names, script) if names else loader.loadTestsFromModule(script))

    def run_part(first):
        stream = sys.stdout if at_once == 1 else io.StringIO()
        return unittest.TextTestRunner(stream=stream).run(unittest.TestSuite(cases[first::at_once])), stream

    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for result, stream in pool.map(run_part, range(at_once)):
            if stream is not sys.stdout:
                print(stream.getvalue(), end="")
            # A test counts once, however many of its subtests fail.
            failed += len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
            skipped += len(result.skipped)
    print(f"{len(cases) - failed - skipped} passed, {failed} failed")
    return 1 if failed or not cases else 0
