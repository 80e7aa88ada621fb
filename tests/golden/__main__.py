"""`python -m tests.golden --renew [NAME ...]` writes playthroughs and games; `--hashes N` prints hashes.

Without an option it prints how they differ from what is stored.
"""

from __future__ import annotations

import argparse
import json

from tests.battery import cases
from tests.golden import FOLDER, compare, games, path_of, playthrough, walk_hash


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--renew", action="store_true", help="write the files anew")
    parser.add_argument("--hashes", type=int, metavar="N", help="print the hash of each case after N answers")
    parser.add_argument("names", nargs="*", help="system-scenario, or a golden game; all if none is named")
    args = parser.parse_args()
    known = {str(case): case for case in cases()}
    plans = {plan.name: plan for plan in games.PLANS}
    for name in args.names:
        if name not in known and name not in plans:
            parser.error(f"there is no {name!r}; there are: {', '.join([*known, *plans])}")
    chosen = [case for name, case in known.items() if not args.names or name in args.names]
    if args.hashes is not None:
        print(json.dumps({str(case): walk_hash(case, args.hashes) for case in chosen}))
        return
    for case in chosen:
        changed = compare(case)
        if args.renew and changed:
            path_of(case).write_text("\n".join(playthrough(case)) + "\n", encoding="utf-8")
        tell(path_of(case).name, changed, args.renew)
    for plan in [plan for name, plan in plans.items() if not args.names or name in args.names]:
        changed = games.compare(plan)
        if args.renew and changed:
            games.renew(plan)
        tell(plan.words.name, changed, args.renew)
    if args.renew and not args.names:
        wanted = {path_of(case) for case in chosen} | {
            path for plan in games.PLANS for path in (plan.save, plan.words)
        }
        for path in sorted({*FOLDER.glob("*.txt"), *games.FOLDER.glob("*")} - wanted):
            print(f"{path.relative_to(FOLDER)}: belongs to nothing any more, remove it")


def tell(name: str, changed: list[str], renewed: bool) -> None:
    """Print what came of a file."""
    if changed and not renewed:
        print("\n".join(changed))
    else:
        print(f"{name}: {'written' if changed else 'unchanged'}", flush=True)


main()
