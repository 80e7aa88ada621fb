"""Run as a script: the socket tests of this folder in an async mode, patched first.

python tests/server/in_mode.py eventlet [pytest's arguments]
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

if __name__ == "__main__":
    mode = sys.argv[1]
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    if mode == "eventlet":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import eventlet  # noqa: TID251 -- the test process patches, the library never does

        eventlet.monkey_patch()
    elif mode == "gevent":
        from gevent import monkey

        monkey.patch_all()
    os.environ["WEBGAME_TEST_MODE"] = mode
    import pytest

    code = int(pytest.main(sys.argv[2:]))
    sys.stdout.flush()
    os._exit(code)  # a hub that is still there must not keep the process
