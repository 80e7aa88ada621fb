"""`python -m tests.golden --renew [CASE ...]` writes the playthroughs; `--hashes N` prints hashes as JSON."""

from __future__ import annotations

import argparse
import json

from tests.battery import cases
from tests.golden import FOLDER, compare, path_of, playthrough, walk_hash


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--renew", action="store_true", help="write the files anew")
    parser.add_argument("--hashes", type=int, metavar="N", help="print the hash of each case after N answers")
    parser.add_argument("cases", nargs="*", help="system-scenario; all if none is named")
    args = parser.parse_args()
    known = {str(case): case for case in cases()}
    for name in args.cases:
        if name not in known:
            parser.error(f"there is no case {name!r}; there are: {', '.join(known)}")
    chosen = [known[name] for name in args.cases or known]
    if args.hashes is not None:
        print(json.dumps({str(case): walk_hash(case, args.hashes) for case in chosen}))
        return
    for case in chosen:
        changed = compare(case)
        if args.renew and changed:
            path_of(case).write_text("\n".join(playthrough(case)) + "\n", encoding="utf-8")
            print(f"{path_of(case).name}: written")
        elif changed:
            print("\n".join(changed))
        else:
            print(f"{path_of(case).name}: unchanged")
    if args.renew and not args.cases:
        wanted = {path_of(case) for case in chosen}
        for path in sorted(set(FOLDER.glob("*.txt")) - wanted):
            print(f"{path.name}: belongs to no scenario any more, remove it")


main()
