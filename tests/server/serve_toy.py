"""Run as a script: the server with the toy system registered; arguments are those of `python -m webgame`."""

import os
import runpy
import sys

if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.argv[0] = "webgame"
    import tests.toy  # imports nothing that has to be patched first

    tests.toy.register_toy()
    runpy.run_module("webgame", run_name="__main__")
