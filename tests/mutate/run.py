"""The run: tests are collected once; each mutant lives in a forked child that runs tests likely to notice.

Which tests those are is known from a run of all of them that notes which cards each one read.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.mutate import effects, rules, views
from tests.mutate.effects import Mutant

HOME = Path(__file__).parents[2]
FOLDER = HOME / "data" / "mutate"
KILLERS = Path(__file__).parent / "killers.txt"
LIMIT = 240  # seconds of processor time for a mutant: one that makes the rules run for ever is noticed, too
# Tests of what cards say, of words and pictures, of whole games: none plays one card to see what it does.
BESIDE = re.compile(
    r"test_(book|mutants|rules_coverage|rules_count|world_check|things_scene|house_table|\w+_games)\.py"
)


class Job(NamedTuple):
    """What to do: see __main__.py."""

    only: str = ""
    fresh: bool = False
    survivors: bool = False
    check: bool = False
    every: int = 1
    jobs: int = 1
    most: int = 40
    write: bool = False


class Result(NamedTuple):
    """What became of a mutant: the test that noticed it ("" if none did) and how many were tried."""

    killer: str
    tried: int


def main(job: Job) -> int:
    """Run the mutants and print the table; return 1 if less than 95 % of them are noticed, 2 on an error."""
    os.chdir(HOME)
    FOLDER.mkdir(parents=True, exist_ok=True)
    used = views.split()
    mutants = [*effects.mutants(used), *rules.mutants(used)]
    plugin = Plugin(job, mutants[:: job.every], used)
    pytest.main(["tests/sde", "-q", "-n", "0", "-p", "no:cacheprovider"], plugins=[plugin])
    return plugin.table() if plugin.done else 2


def killers() -> dict[str, str]:
    """Return the test that noticed each mutant when killers.txt was written, "" if none did."""
    if not KILLERS.exists():
        return {}
    lines = KILLERS.read_text().splitlines()
    return {name: test for name, _, test in (line.partition("\t") for line in lines)}


NONE = Result("", 0)
ENDLESS = "(never ends)"


class Plugin:
    """Takes the place of pytest's loop over the tests."""

    def __init__(self, job: Job, mutants: list[Mutant], used: Any) -> None:
        self.job = job
        self.mutants = mutants
        self.used = used
        self.results: dict[str, Result] = {}
        self.items: dict[str, pytest.Item] = {}
        self.done = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants instead of the tests: first the test known to notice each, then those likely to."""
        chosen = [item for item in session.items if not BESIDE.search(item.nodeid)]
        self.items = {item.nodeid: item for item in chosen}
        self._load()
        todo, known = [m for m in self.mutants if self._wanted(m)], killers()
        if self.job.check:
            todo = [m for m in todo if known.get(m.name)]
        if not todo:
            self.done = True
            return True
        # one test in this process: what all tests of the folder share is set up before the forks
        elsewhere = next(item for item in chosen if item.path != chosen[0].path)
        runtestprotocol(chosen[0], log=False, nextitem=elsewhere)
        self._control()
        sure = [(m, partial(list, [known[m.name]])) for m in todo if known.get(m.name) in self.items]
        self._run(sure)
        left = [m for m in todo if not self.results.get(m.name, NONE).killer]
        if self.job.check:
            self.results |= {m.name: NONE for m in left}
        elif left:
            likely = Likely(self.items, self._touches())
            self._run([(m, partial(likely.tests, m, self.job.most)) for m in left])
        self.done = True
        return True

    def _control(self) -> None:
        """Blank nothing: no test may notice that."""
        none = Mutant("", "control", "", (), lambda: None)
        one_each = {item.path: name for name, item in self.items.items()}
        self._run([(none, partial(list, one_each.values()))])
        noticed = self.results.pop(none.name).killer
        if noticed:
            raise SystemExit(f"{noticed} fails without any mutant")

    def _run(self, todo: list[tuple[Mutant, Callable[[], list[str]]]]) -> None:
        """Run mutants, each with its tests; what is known is written every now and then."""
        gc.collect()
        gc.freeze()  # the children share this memory
        running: dict[int, tuple[Mutant, int]] = {}
        begun = time.monotonic()
        for number, (mutant, tests) in enumerate(todo, 1):
            names = tests()
            while len(running) >= self.job.jobs:
                self._reap(running)
            running |= self._start(mutant, names)
            if number % 100 == 0:
                self._save()
                print(f"{number} of {len(todo)}, {time.monotonic() - begun:.0f} s", file=sys.stderr)
        while running:
            self._reap(running)
        self._save()

    def _wanted(self, mutant: Mutant) -> bool:
        if self.job.only not in f"{mutant.kind}|{mutant.name}":
            return False
        known = self.results.get(mutant.name)
        return known is None or (self.job.survivors and not known.killer)

    # -- which test reads which card ------------------------------------------------------------------

    def _touches(self) -> dict[str, list[str]]:
        """Return which test reads which cards: noted once, for tests that are new since then now."""
        path = FOLDER / "touches.json"
        known: dict[str, list[str]] = {}
        if path.exists() and not self.job.fresh:
            known = json.loads(path.read_text())
        new = [item for name, item in self.items.items() if name not in known]
        if new:
            print(f"notes which cards {len(new)} tests read", file=sys.stderr)
            read, write = os.pipe()
            pid = os.fork()
            if not pid:
                try:
                    with os.fdopen(write, "w") as pipe:
                        json.dump(self._note(new), pipe)
                finally:
                    os._exit(0)
            os.close(write)
            with os.fdopen(read) as pipe:
                known |= json.load(pipe)
            os.waitpid(pid, 0)
            path.write_text(json.dumps(known))
        return known

    def _note(self, items: list[pytest.Item]) -> dict[str, list[str]]:
        """Run tests and return which cards each one reads; none for one that fails without any mutant."""
        views.watch(self.used)
        noted = {}
        for item, after in zip(items, [*items[1:], items[0]], strict=True):
            views.forget()
            views.touched.clear()
            with rules.noting(views.touched):
                reports = runtestprotocol(item, log=False, nextitem=after)
            failed = [report.longreprtext for report in reports if report.failed]
            if failed:
                print(f"fails without any mutant: {item.nodeid}\n{failed[0]}", file=sys.stderr)
            noted[item.nodeid] = [] if failed else sorted(views.touched)
        return noted

    # -- one mutant -----------------------------------------------------------------------------------

    def _start(self, mutant: Mutant, names: list[str]) -> dict[int, tuple[Mutant, int]]:
        """Fork a child for a mutant; it writes the test that failed, and the number of those it ran."""
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                os.close(read)
                self._try(mutant, names, write)
            finally:
                os._exit(0)
        os.close(write)
        return {pid: (mutant, read)}

    def _try(self, mutant: Mutant, names: list[str], write: int) -> None:
        gc.disable()
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # ends the process
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        views.forget()
        mutant.blank()
        items = [self.items[name] for name in names]
        for number, item in enumerate(items, 1):
            reports = runtestprotocol(
                item, log=False, nextitem=items[number] if number < len(items) else item
            )
            if any(report.failed for report in reports):
                os.write(write, json.dumps([item.nodeid, number]).encode())
                return
        os.write(write, json.dumps(["", len(items)]).encode())

    def _reap(self, running: dict[int, tuple[Mutant, int]]) -> None:
        pid, status = os.wait()
        mutant, read = running.pop(pid)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read()
        if said:
            self.results[mutant.name] = Result(*json.loads(said))
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            self.results[mutant.name] = Result(ENDLESS, 0)
        else:
            raise SystemExit(f"{mutant.name}: its process ended with status {status} and no answer")

    # -- results --------------------------------------------------------------------------------------

    def _load(self) -> None:
        path = FOLDER / "results.json"
        if path.exists() and not (self.job.fresh or self.job.check):
            self.results = {name: Result(*entry) for name, entry in json.loads(path.read_text()).items()}

    def _save(self) -> None:
        if self.job.check:
            return
        (FOLDER / "results.json").write_text(json.dumps(self.results, indent=0))

    def table(self) -> int:
        """Print survivors and the share that is noticed, by kind; write killers.txt if told so."""
        total, killed = Counter[str](), Counter[str]()
        for mutant in self.mutants:
            result = self.results.get(mutant.name)
            if result is None or self.job.only not in f"{mutant.kind}|{mutant.name}":
                continue
            total[mutant.kind] += 1
            killed[mutant.kind] += bool(result.killer)
            if not result.killer:
                print(f"survives {result.tried:4} tests: {mutant.kind}: {mutant.name}")
        for kind in [*total, ""]:
            n, k = (total[kind], killed[kind]) if kind else (total.total(), killed.total())
            print(f"{kind or 'all':34} {k:5} of {n:5} {100 * k / max(n, 1):6.1f} %")
        if self.job.write:
            lines = [f"{m.name}\t{r.killer}" for m in self.mutants if (r := self.results.get(m.name))]
            KILLERS.write_text("\n".join(sorted(lines)) + "\n")
        return int(killed.total() < (1 if self.job.check else 0.95) * total.total())


class Likely:
    """The tests of a mutant, the likeliest first."""

    def __init__(self, items: dict[str, pytest.Item], touches: dict[str, list[str]]) -> None:
        self.readers: dict[str, list[str]] = {}
        self.breadth = {name: len(touches[name]) for name in items}
        for name in items:
            for owner in touches[name]:
                self.readers.setdefault(owner, []).append(name)
        self.said = {name: _plain(name) for name in items}
        self.written = {name: _source(item) for name, item in items.items()}
        self.named: dict[str, dict[str, int]] = {}

    def tests(self, mutant: Mutant, most: int) -> list[str]:
        """Return who reads the card, those with most of its words in their names first, then the narrow.

        After them come tests that name it in their source only: not every way of reading is noted.
        """
        readers = {name for owner in mutant.owner.split("|") for name in self.readers.get(owner, [])}
        scores: Counter[str] = Counter()
        for word in mutant.words:
            scores.update(self._naming(word))

        def order(name: str) -> tuple[int, int, str]:
            return -scores[name], self.breadth[name], name

        return [*sorted(readers, key=order)[:most], *sorted(scores.keys() - readers, key=order)[:most]]

    def _naming(self, word: str) -> dict[str, int]:
        """Return the tests that have a word in their name (2), source (1) or both (3)."""
        if word not in self.named:
            plain = _plain(word)
            marks = {n: 2 * (plain in self.said[n]) + (plain in self.written[n]) for n in self.said}
            self.named[word] = {name: mark for name, mark in marks.items() if mark}
        return self.named[word]


def _plain(text: str) -> str:
    return re.sub(r"\W+", "_", text).lower()


def _source(item: pytest.Item) -> str:
    return _source_of(item.function) if isinstance(item, pytest.Function) else ""


@cache
def _source_of(function: Callable[..., object]) -> str:
    return _plain(inspect.getsource(function))
