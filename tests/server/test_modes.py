"""The socket tests once more in the other async modes, each in a process that is patched as the server is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = ("test_live", "test_seats", "test_absence")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("mode", ["eventlet", "gevent"])
def test_the_socket_tests_in(mode: str) -> None:
    files = [str(HERE / f"{name}.py") for name in FILES]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:playwright", "--tb=short"]
    run = subprocess.run(
        [sys.executable, str(HERE / "in_mode.py"), mode, *options, *files],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=880,
        stdin=subprocess.DEVNULL,
    )
    passed = re.search(r"(\d+) passed", run.stdout)
    assert run.returncode == 0 and passed, run.stdout[-6000:] + run.stderr[-2000:]
    assert int(passed[1]) > 40
