"""The comparison of bots: its table, and a series that goes on where it was broken off."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import bots


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """Return the report of a short comparison."""
    monkeypatch.setattr(
        sys, "argv", ["bots", "first-steps", "--bots", "greedy", "--against", "random", *args]
    )
    bots.main()
    return json.loads(capsys.readouterr().out)


def test_a_broken_off_series_goes_on_and_ends_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "games.jsonl"
    whole = run(monkeypatch, capsys, "--games", "3", "--json", "--kept", str(kept))
    lines = kept.read_text().splitlines()
    assert len(lines) == 6 and whole["all"]["pairs"] == 3 and whole["all"]["errors"] == 0
    kept.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])  # broken off in the midst of a line
    again = run(monkeypatch, capsys, "--games", "3", "--json", "--kept", str(kept))
    assert [{**row, "ms": 0} for row in again["rows"]] == [{**row, "ms": 0} for row in whole["rows"]]

    def no_more(*_: object, **__: object) -> None:
        raise AssertionError("a kept game is played again")

    monkeypatch.setattr(bots.simulate, "simulate", no_more)
    assert run(monkeypatch, capsys, "--games", "3", "--json", "--kept", str(kept))["all"]["pairs"] == 3


def test_unknown_bots_and_scenarios_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for argv, word in ((["--bots", "oracle"], "oracle"), (["nowhere"], "nowhere")):
        monkeypatch.setattr(sys, "argv", ["bots", *argv])
        with pytest.raises(SystemExit, match=word):
            bots.main()


def test_the_page_has_the_table_of_all_scenarios(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    home = tmp_path / "sde_arcade"
    home.mkdir()
    shutil.copy(bots.SCENARIO_DIR / "sde_arcade" / "first-steps.toml", home)
    monkeypatch.setattr(bots, "SCENARIO_DIR", tmp_path)
    argv = ["bots", "--bots", "greedy", "--against", "random", "--games", "3", "--json", "--write"]
    monkeypatch.setattr(sys, "argv", argv)
    bots.main()
    row = json.loads(capsys.readouterr().out)["rows"][0]
    told = (home / "BOTS.md").read_text()
    assert f"| [first-steps](first-steps.toml) | 3 | {row['ours']:.1f}% | {row['theirs']:.1f}% |" in told
    assert told.splitlines()[-1].startswith("| all | 3 |")
    monkeypatch.setattr(sys, "argv", [*argv, "first-steps"])
    with pytest.raises(SystemExit, match="all scenarios"):
        bots.main()
