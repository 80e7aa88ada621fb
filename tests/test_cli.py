"""The command line: what it prints, and that every bad input is one line on stderr."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.engine.play import new_game, walk
from tests.toy import SCENARIO, SHORT, TOY, register_toy
from webgame.cli import cli
from webgame.commands import common, rules, simulate, validate
from webgame.engine import save as saves
from webgame.engine import system as registry
from webgame.engine.game import Entry
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for
from webgame.engine.system import Problem
from webgame.server.store import GameRow, Store


@pytest.fixture(autouse=True)
def _scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    register_toy()
    folder = tmp_path / "scenarios"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "meadow.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "toy" / "short.toml").write_text(SHORT, encoding="utf-8")
    monkeypatch.setattr(common, "SCENARIOS", folder)
    yield


def run(*args: str | Path) -> Result:
    """Run the command line."""
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def good(*args: str | Path) -> str:
    """Run the command line and return what it prints; it must succeed."""
    result = run(*args)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def one(*args: str | Path) -> Any:
    """Run the command line and return the JSON object that it prints, and nothing but it."""
    return json.loads(good(*args, "--json"))


def bad(code: int, *args: str | Path) -> str:
    """Run the command line, which must fail with one line on stderr, and return that line."""
    result = run(*args)
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert "Traceback" not in result.output
    return lines[0]


# -- simulate --------------------------------------------------------------------------------------------


def test_simulate_counts() -> None:
    report = one("simulate", "toy", "short", "--games", "20", "--seed", "x", "--check")
    assert report["games"] == report["finished"] == 20
    assert report["errors"] == report["unfinished"] == 0
    for side in TOY.sides:
        assert sum(report["sides"][side].values()) == 20
    assert sum(report["reasons"].values()) == 20
    assert report["rounds"] > 0
    assert report["decisions"] > 0
    assert report["measures"]["rounds"] == 1.0


def test_simulate_made_up_scenarios(tmp_path: Path) -> None:
    report = one("simulate", "toy", "--build", "x", "--games", "6", "--check")
    assert report["games"] == report["finished"] == len(report["built"]) == 6
    assert report["scenario"] == "built" and report["seed"] == "x"
    assert {row["answers"]["size"][0] for row in report["built"]} == {"large"}
    assert report["built"] == one("simulate", "toy", "--build", "x", "--games", "6", "--jobs", "2")["built"]
    row = report["built"][3]
    answers = TOY.builder.fill({}, Rng(hashlib.sha256(b"build\0x\0" + b"3").digest()), anew=True)
    assert answers == row["answers"]
    file = tmp_path / "again.toml"
    file.write_text(TOY.builder.compose(answers), encoding="utf-8")
    again = tmp_path / "saves"
    good("simulate", "toy", file, "--games", "1", "--seed", row["seed"], "--saves", again)
    assert row["hash"] in good("replay", again / "toy-again-0.json", "--json")


def test_a_made_up_scenario_that_breaks_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(state: Any) -> list[str]:
        return ["the meadow is on fire"] if state.round > 1 else []

    monkeypatch.setattr(TOY, "check", broken, raising=False)
    texts = tmp_path / "texts"
    line = bad(1, "simulate", "toy", "--build", "x", "--games", "3", "--check", "--texts", texts)
    assert "the meadow is on fire" in line and f"(text in {texts / 'built-0.toml'})" in line
    assert good("validate", texts, "--system", "toy") == "3 files, no problem\n"


def test_what_is_made_up_is_no_scenario_of_a_file() -> None:
    assert "exclude each other" in bad(2, "simulate", "toy", "short", "--build", "x")
    assert "name a SCENARIO" in bad(2, "simulate", "toy")
    assert "--texts goes with --build" in bad(2, "simulate", "toy", "short", "--texts", "there")


def test_simulate_in_words() -> None:
    text = good("simulate", "toy", "short", "--games", "4", "--against", "first")
    assert text.startswith("toy short, seed 1, bots random\ngames 4: finished 4, unfinished 0, errors 0\n")
    assert "difference to first, 4 pairs, with 95 % interval:" in text


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    args = ("simulate", "toy", "meadow", "--games", "9", "--seed", "q")
    reports = [one(*args), one(*args, "--jobs", "2"), one(*args[:-1], "other")]
    for report in reports:
        del report["seconds"], report["decisions_per_second"], report["seed"]
    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_bots_by_side() -> None:
    report = one("simulate", "toy", "short", "--games", "3", "--bots", "red=first,blue=random")
    assert report["bots"] == {"red": "first", "blue": "random"}


def test_a_bot_against_itself_makes_no_difference() -> None:
    report = one("simulate", "toy", "short", "--games", "8", "--against", "random")
    assert report["pairs"] == 8
    assert set(report["difference"]) == {"win rate of red", "win rate of blue", "rounds", "red", "blue"}
    assert all(row == {"mean": 0.0, "low": 0.0, "high": 0.0} for row in report["difference"].values())


def test_intervals_are_students() -> None:
    found = simulate.interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found["mean"] == 3.0
    assert abs(found["high"] - 3 - 1.9632) < 0.01  # 2.7764 * 1.5811 / sqrt(5)


def test_simulated_games_can_be_kept_and_replayed(tmp_path: Path) -> None:
    good("simulate", "toy", "short", "--games", "3", "--saves", tmp_path / "kept")
    files = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in files] == [f"toy-short-{n}.json" for n in range(3)]
    report = one("replay", *files)
    assert [row["entries"] > 0 and row["verified"] for row in report["files"]] == [True] * 3


def test_games_that_break_off_are_counted_and_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "decode", None)  # not needed by a simulation
    monkeypatch.setattr(TOY, "_break", lambda *_: 1 / 0)
    result = run("simulate", "toy", "short", "--games", "2", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["errors"] == 2
    assert "2 games broke off; the first, number 0: " in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nope", "short"), "there is no system 'nope'; there are: "),
        (("toy", "nope"), "there is no scenario 'nope' of toy; there are: meadow, short"),
        (("toy", "nope.toml"), "nope.toml: No such file or directory"),
        (("toy", "short", "--games", "0"), "Invalid value for '--games'"),
        (("toy", "short", "--games", "many"), "Invalid value for '--games'"),
        (("toy", "short", "--jobs", "0"), "Invalid value for '--jobs'"),
        (("toy", "short", "--bots", "clever"), "there is no bot 'clever' of toy; there are: first, random"),
        (("toy", "short", "--bots", "green=first"), "there is no side 'green'; there are: red, blue"),
        (("toy", "short", "--bots", "red=first"), "no bot for side 'blue'"),
        (("toy", "short", "--bots", "red=,blue=first"), "there is no bot ''"),
        (("toy", "short", "--against", "clever"), "there is no bot 'clever'"),
        (("toy",), "name a SCENARIO, or let one be made up for each game: --build SEED"),
        (("toy", "short", "--colour"), "No such option"),
    ],
)
def test_simulate_names_what_is_wrong(args: tuple[str, ...], message: str) -> None:
    assert message in bad(2, "simulate", *args)


def test_simulate_refuses_a_broken_scenario(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(SCENARIO.replace("ann = 0", "ann = 12"), encoding="utf-8")
    assert "scenario bad: start.ann: 12 is not free" in bad(1, "simulate", "toy", file)


# -- replay ----------------------------------------------------------------------------------------------


def saved(tmp_path: Path) -> Path:
    """Return the file of a finished game."""
    game = new_game(text=SHORT)
    for _ in walk(game, 200):
        pass
    file = tmp_path / "game.json"
    file.write_bytes(saves.write(saves.whole(game, "Game")))
    return file


def test_replay_verifies(tmp_path: Path) -> None:
    text = good("replay", saved(tmp_path))
    assert "game.json: ok, toy meadow, rules 1, " in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"format"', '"fromat"', "format is 'None'"),
        ('"system": "toy"', '"system": "chess"', "there is no system 'chess'"),
        (
            '"option": "lead-',
            '"option": "laed-',
            "can't be applied: GameError: 'laed-",
        ),
        ('"hash": "', '"hash": "0', "was saved with 0"),
        ("{", "", "it is not JSON"),
    ],
)
def test_replay_names_what_is_wrong(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = bad(1, "replay", file)
    assert line.startswith(f"{file}: ")
    assert message in line


def test_replay_says_when_there_is_no_file(tmp_path: Path) -> None:
    assert "none.json: No such file" in bad(1, "replay", tmp_path / "none.json")


def test_one_bad_file_does_not_hide_the_good_ones(tmp_path: Path) -> None:
    result = run("replay", saved(tmp_path), tmp_path / "none.json", "--json")
    assert result.exit_code == 1
    rows = json.loads(result.stdout)["files"]
    assert [("error" in row) for row in rows] == [False, True]


# -- validate --------------------------------------------------------------------------------------------


def test_validate_accepts_good_files(tmp_path: Path) -> None:
    assert good("validate", tmp_path / "scenarios") == "2 files, no problem\n"
    assert one("validate", tmp_path / "scenarios" / "toy")["problems"] == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("rounds = 2", "rounds = 0", 4, "rounds: 0 is too few: at least 1"),
        ("ann = 0", "ann = 12", 8, "start.ann: 12 is not free: a square from 0 to 24 without stone"),
        ("poppy = 3", "tulip = 3", 14, "deck.tulip: is no card: one of clover, poppy, thistle"),
        ("bob = 4\n", "", 7, "start.bob: is missing: a square from 0 to 24"),
        ("rounds = 2", "rounds = two", 4, "(file): is no TOML"),
        ("rounds = 2", 'rounds = "two"', 4, "rounds: Expected `int`, got `str`"),
        ("rounds = 2", "rounds = 2\nflags = 1", 0, "(file): Object contains unknown field `flags`"),
    ],
)
def test_validate_names_file_line_key_and_what_would_be_right(
    old: str, new: str, line: int, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "scenarios" / "toy" / "meadow.toml"
    file.write_text(SCENARIO.replace(old, new), encoding="utf-8")
    where = f"{file}:{line}: " if line else f"{file}: "
    assert bad(1, "validate", file).startswith(where + message)


def test_validate_finds_the_system_by_folder_and_by_option(tmp_path: Path) -> None:
    text = SCENARIO.replace('system = "toy"', "system = 3")
    file = tmp_path / "scenarios" / "toy" / "meadow.toml"
    file.write_text(text, encoding="utf-8")
    assert ":1: system: Expected `str`, got `int`" in bad(1, "validate", file)
    assert "there is no system 'chess'" in bad(1, "validate", file, "--system", "chess")


@pytest.mark.parametrize(
    ("name", "message"), [("none", "there is no such file"), ("empty", "holds no TOML file")]
)
def test_validate_needs_files(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert message in bad(2, "validate", tmp_path / name)


def test_validate_shows_what_fails_at_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "setup", lambda *_: 1 / 0)
    line = bad(1, "validate", tmp_path / "scenarios" / "toy" / "short.toml")
    assert "(set-up): fails: ZeroDivisionError: division by zero" in line


def test_validate_reads_no_binary_file(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text" in bad(1, "validate", file)


@pytest.mark.parametrize(
    ("key", "line"),
    [("a", 1), ("b.c", 3), ("b", 2), ("b.x", 2), ("t[1].n", 7), ("t[0].n", 5), ("t", 0), ("q", 0)],
)
def test_lines_of_keys(key: str, line: int) -> None:
    text = "a = 1\n[b]\nc = 2\n[[t]]\nn = 1\n[[t]]\nn = 2\n"
    assert validate.line_of(text, Problem(key, "")) == line


# -- rules -----------------------------------------------------------------------------------------------

TESTS = """
import pytest

def law(*numbers):
    return pytest.mark.rule("toy", *numbers)

@pytest.mark.rule("toy", "T-1", "T-2")
def test_a(): ...

@law("T-3")
@pytest.mark.rule("other", "T-9")
def test_b(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("toy", "T-4"))])
def test_c(x): ...
"""


def test_rules_prints_the_book() -> None:
    assert "\nTurns\nT-3 A turn has two actions." in good("rules", "toy")
    assert one("rules", "toy")["rules"][0]["number"] == "T-1"


def test_coverage_counts_marks_and_citations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_x.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.setattr(TOY, "untestable", {"T-5": "a matter of taste"}, raising=False)
    report = one("rules", "toy", "--coverage", "--tests", tmp_path)
    assert set(report) == {"rules", "cited", "tested", "untestable", "missing", "unknown"}
    assert report["tested"] == ["T-1", "T-2", "T-3", "T-4"]
    assert report["untestable"] == ["T-5"]
    assert report["cited"] == report["rules"] == list(TOY.rulebook.rules)
    assert report["missing"] == ["T-3.1", "T-3.2", "T-3.3", "T-3.4", "T-6", "T-7", "T-8", "T-9"]
    assert report["unknown"] == []
    text = good("rules", "toy", "--coverage", "--tests", tmp_path)
    assert text.startswith("cited: 13 of 13\ntested: 4 of 13\nuntestable: 1 of 13\nmissing: 8 of 13\n")


def test_coverage_understands_a_helper_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "laws.py").write_text(
        'import pytest\ndef law(*n, state=False):\n    return pytest.mark.rule("toy", *n, state=state)\n',
        encoding="utf-8",
    )
    (tmp_path / "tests" / "test_x.py").write_text(
        'from tests.laws import law as rule\n@rule("T-2", state=True)\ndef test_a(): ...\n', encoding="utf-8"
    )
    assert one("rules", "toy", "--coverage", "--tests", tmp_path / "tests")["tested"] == ["T-2"]


def test_a_mark_without_rule_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\npytestmark = pytest.mark.rule("toy", "T-77")\n', encoding="utf-8"
    )
    assert one("rules", "toy", "--coverage", "--tests", tmp_path)["unknown"] == ["T-77"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def", "can't be read"),
        ("import pytest\npytest.mark.rule('toy', X)", "test_x.py:2: a rule mark takes plain texts"),
    ],
)
def test_coverage_says_which_test_file_it_cannot_read(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(text, encoding="utf-8")
    assert message in bad(1, "rules", "toy", "--coverage", "--tests", tmp_path)


def test_rules_of_no_system() -> None:
    assert "there is no system 'chess'" in bad(2, "rules", "chess")


def test_a_citation_of_no_rule_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text('A = "T-3"\nB = "see T-9"\n', encoding="utf-8")
    data = tmp_path / "box.json"
    data.write_text('{"rule": "T-99"}', encoding="utf-8")
    assert list(rules.cited_in([file, data])) == ["T-3", "T-99"]


# -- export, import --------------------------------------------------------------------------------------


def stored(folder: Path, steps: int) -> str:
    """Put a game into a fresh store and return its id."""
    folder.mkdir()
    game = new_game(2, text=SHORT)
    game.run(Entry("seat", "cat", data={"holder": "Kit", "player": "private"}, player="private"))
    for _ in walk(game, steps):
        pass
    store = Store(f"sqlite:///{folder / 'games.db'}")
    row = GameRow(
        id="abc", name="Our game", system="toy", scenario="short", finished=int(game.result is not None)
    )
    store.create(row, game.header, game.log)
    store.close()
    return row.id


def test_a_finished_game_is_exported_and_imported(tmp_path: Path) -> None:
    id = stored(tmp_path / "data", 200)
    file = tmp_path / "out.json"
    assert good("export", id, "--to", file, "--data", tmp_path / "data") == f"{file}: written\n"
    assert b"private" not in file.read_bytes()
    good("replay", file)
    new = good("import", file, "--data", tmp_path / "data").strip()
    assert new != id
    again = tmp_path / "again.json"
    good("export", new, "--to", again, "--data", tmp_path / "data")
    assert again.read_bytes() == file.read_bytes()


def test_a_running_game_is_exported_without_its_seed(tmp_path: Path) -> None:
    id = stored(tmp_path / "data", 5)
    text = good("export", id, "--data", tmp_path / "data")
    seed = header_for(TOY, "", "", (2).to_bytes(32, "big")).seed
    assert seed not in text
    file = tmp_path / "out.json"
    file.write_text(text, encoding="utf-8")
    new = good("import", file, "--data", tmp_path / "data").strip()
    assert "has not started yet" in bad(1, "export", new, "--data", tmp_path / "data")


def test_export_and_import_name_what_is_wrong(tmp_path: Path) -> None:
    assert "there is no such database" in bad(2, "export", "abc", "--data", tmp_path)
    stored(tmp_path / "data", 5)
    assert "there is no game 'zzz'" in bad(1, "export", "zzz", "--data", tmp_path / "data")
    assert "No such file" in bad(2, "import", tmp_path / "none.json", "--data", tmp_path / "data")
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    assert "x.json: format is 'None'" in bad(1, "import", tmp_path / "x.json", "--data", tmp_path / "data")
    assert "database can't be opened" in bad(1, "export", "abc", "--database", "nonsense://x")


# -- all -------------------------------------------------------------------------------------------------


def test_help_lists_every_command() -> None:
    text = good("--help")
    for name in ("serve", "simulate", "replay", "export", "import", "validate", "rules"):
        assert f"\n  {name} " in text
        assert good(name, "--help").startswith("Usage: ")


def test_an_unknown_command_is_one_line() -> None:
    assert bad(2, "dance") == "Error: No such command 'dance'."


def test_a_system_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Any:
        raise ImportError("no module named 'x'")

    monkeypatch.setattr(registry, "get", broken)
    assert "the system 'toy' can't be loaded: ImportError: no module named 'x'" in bad(1, "rules", "toy")


# -- archive ---------------------------------------------------------------------------------------------


def test_games_are_archived_and_brought_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    id = stored(data, 5)
    told = good("archive", id, "--shrink", "--data", data)
    assert f"{id}: archived\n" in told
    assert re.search(r"^ +0 games in play or finished: 0\.\d MB\n", told, re.M)
    assert re.search(r"^ +1 games archived: 0\.\d MB, \d+\.\d MB per 1,000 games$", told, re.M)
    assert "Our game" in good("archive", "--list", "--data", data)
    failed = run("archive", id, "--data", data)
    assert failed.exit_code == 1 and "no game 'abc'" in failed.stderr
    assert f"{id}: is back\n" in good("archive", "--back", id, "--data", data)
    good("export", id, "--data", data)


def test_old_games_are_archived_by_their_age(tmp_path: Path) -> None:
    data = tmp_path / "data"
    id = stored(data, 5)
    assert "archived\n" not in good("archive", "--abandoned", 1, "--finished", 0, "--data", data)
    assert f"{id}: archived\n" in good("archive", "--abandoned", 0, "--data", data)
    assert run("archive", "--back", "--finished", 0, "--data", data).exit_code == 2
