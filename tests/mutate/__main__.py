"""Blank each effect of the box in turn and see whether a test notices.

python -m tests.mutate              all that is not known yet from data/mutate.json, then the table
python -m tests.mutate --fresh      all
python -m tests.mutate --only KIND  kinds that contain this word
python -m tests.mutate --survivors  again what no test noticed
python -m tests.mutate --write      then write tests/mutate/killers.txt
"""

from __future__ import annotations

import argparse
import sys

from tests.mutate.run import Job, main

parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
parser.add_argument("--only", default="", metavar="KIND", help="kinds or names that contain this")
parser.add_argument("--fresh", action="store_true", help="forget earlier results")
parser.add_argument("--survivors", action="store_true", help="try survivors again, with more tests")
parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants at a time")
parser.add_argument("--most", type=int, default=40, metavar="N", help="tests for one mutant at most")
parser.add_argument("--write", action="store_true", help="write killers.txt")
args = parser.parse_args()
sys.exit(main(Job(**vars(args))))
