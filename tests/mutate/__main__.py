"""Blank each effect of the box in turn and see whether a test notices.

Each mutant is first tried with the test that killers.txt names, then with others that read the same card.

python -m tests.mutate              go on where data/mutate/results.json ends, then print the table
python -m tests.mutate --fresh      begin anew
python -m tests.mutate --only KIND  only kinds or names that contain this
python -m tests.mutate --survivors  again what no test noticed; with --most 3000 all tests are tried
python -m tests.mutate --write      then write tests/mutate/killers.txt
python -m tests.mutate --check      only the tests of killers.txt: does each still notice its mutant?
python -m tests.mutate --check --every 20    one mutant of twenty
"""

from __future__ import annotations

import argparse
import sys

from tests.mutate.run import Job, main

parser = argparse.ArgumentParser(
    prog="python -m tests.mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("--only", default="", metavar="KIND", help="kinds or names that contain this")
parser.add_argument("--fresh", action="store_true", help="forget earlier results")
parser.add_argument("--survivors", action="store_true", help="try survivors again")
parser.add_argument("--check", action="store_true", help="only the tests of killers.txt")
parser.add_argument("--every", type=int, default=1, metavar="N", help="one mutant of N")
parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants at a time")
parser.add_argument("--most", type=int, default=40, metavar="N", help="tests for one mutant at most")
parser.add_argument("--write", action="store_true", help="write killers.txt")
args = parser.parse_args()
sys.exit(main(Job(**vars(args))))
