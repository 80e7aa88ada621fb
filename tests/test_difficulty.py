"""How hard scenarios are: the measure in a scenario's file, and the command that takes it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bench import difficulty
from bench.difficulty import Cache, Series, faults, play, summed, table, unlike, with_table
from bench.difficulty_readme import page, row
from tests.toy import SCENARIO, TOY, register_toy
from webgame.engine import measured as kept
from webgame.engine.game import parse_scenario
from webgame.engine.measured import LEVELS, Measured
from webgame.engine.simulate import Outcome

register_toy()
GOOD = Measured("random", "s", 12, 6, 3.5, "1-a", "WLWLWLWLWL", tuple("abcdefghij"))


def series(text: str = SCENARIO, bot: str = "random") -> Series:
    return Series("toy", "meadow", text, bot, "s")


def test_the_word_follows_the_share_of_games_won() -> None:
    def word(wins: int) -> str:
        return msgspec.structs.replace(GOOD, games=100, wins=wins).level

    assert [word(round(100 * least)) for _, least in LEVELS] == [level for level, _ in LEVELS]
    assert word(64) == "normal" and word(11) == "deadly" and word(100) == "easy"
    assert [kept.order(level) for level, _ in LEVELS] == [0, 1, 2, 3] and kept.order("odd") == 4


def test_a_measure_says_what_is_wrong_with_it() -> None:
    def wrong(**changed: object) -> list[str]:
        return [key for key, _ in msgspec.structs.replace(GOOD, **changed).problems()]

    assert GOOD.problems() == []
    assert wrong(games=0) == ["games", "wins", "first", "hashes"]
    assert wrong(wins=13) == ["wins"] and wrong(wins=-1) == ["wins"]
    assert wrong(rounds=-1.0) == ["rounds"]
    assert wrong(first="WLX") == ["first"] and wrong(first="WLWLWLWLWX") == ["first"]
    assert wrong(hashes=("a",)) == ["hashes"] and wrong(hashes=("",) * 10) == ["hashes"]
    assert wrong(games=2, wins=1, first="WL", hashes=("a", "b")) == []


def test_what_was_measured_goes_before_what_the_author_says() -> None:
    data = {"difficulty": "deadly", "measured": msgspec.to_builtins(GOOD)}
    assert kept.of(data) == GOOD and kept.level(data) == "normal"
    assert kept.level({"difficulty": "deadly"}) == "deadly" and kept.level({}) == ""
    assert kept.of({"measured": {"bot": "x"}}) is None
    assert kept.of({"measured": msgspec.to_builtins(msgspec.structs.replace(GOOD, wins=99))}) is None


def test_the_table_is_put_at_the_end_of_a_file_and_nothing_else_changes() -> None:
    text = "# a comment\n" + SCENARIO + "# the end\n"
    once = with_table(text, GOOD)
    assert once.startswith(text) and once.endswith("]\n") and kept.of(parse_scenario(once)) == GOOD
    other = msgspec.structs.replace(GOOD, wins=3)
    twice = with_table(once, other)
    assert twice == once.replace("wins = 6", "wins = 3")
    assert with_table(table(GOOD) + "\n# after it\n[deck]\nx = 1\n", other).startswith("# after it\n[deck]\n")
    with pytest.raises(ValueError, match="without changing more"):
        with_table('text = """\n[measured]\nbot = 1\n"""\n', GOOD)


def test_a_series_broken_off_goes_on_and_ends_as_in_one_go(tmp_path: Path) -> None:
    whole = play(series(), 6, 1, tmp_path / "whole")
    part = tmp_path / "part"
    play(series(), 3, 1, part)
    (file,) = part.iterdir()
    file.write_bytes(file.read_bytes()[:-20])  # the last line was being written
    kept_games = Cache(series(), part)
    kept_games.close()
    assert sorted(kept_games.games) == [0, 1]
    assert play(series(), 6, 1, part) == whole and not faults(whole)
    assert [msgspec.json.decode(line, type=Outcome) for line in file.read_bytes().splitlines()[3:]] == whole[
        2:
    ]


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    assert play(series(), 5, 2, tmp_path / "two") == play(series(), 5, 1, tmp_path / "one")


def test_games_that_follow_from_other_things_are_kept_apart() -> None:
    keys = [
        series().key(),
        series(bot="first").key(),
        series(SCENARIO.replace("rounds = 2", "rounds = 1")).key(),
    ]
    assert len(set(keys)) == 3
    assert series(SCENARIO.replace("The Meadow", "Another")).key() == keys[0]
    assert series(with_table(SCENARIO, GOOD)).key() == keys[0]


def test_the_first_games_can_be_played_again(tmp_path: Path) -> None:
    found = summed(TOY, series(), play(series(), 12, 1, tmp_path / "cache"))
    assert found.games == 12 and found.first.count("W") <= found.wins and found.problems() == []
    file = tmp_path / "meadow.toml"
    file.write_text(SCENARIO)
    assert "is not measured" in unlike(file, "toy", range(10))[0]
    file.write_text(with_table(SCENARIO, found))
    assert unlike(file, "toy", range(10)) == []
    other = msgspec.structs.replace(found, hashes=("0" * 12, *found.hashes[1:]))
    (line,) = unlike(write_over(file, other), "toy", range(10))
    assert "game 0" in line and "measure again: python -m bench.difficulty" in line
    assert (
        "no more" in unlike(write_over(file, msgspec.structs.replace(found, bot="gone")), "toy", range(10))[0]
    )


def write_over(file: Path, found: Measured) -> Path:
    file.write_text(with_table(file.read_text(), found))
    return file


def test_games_that_broke_off_are_faults() -> None:
    outcomes = [Outcome(0, {"red": "win"}), Outcome(1, error="KeyError: 1"), Outcome(2)]
    assert faults(outcomes) == ["game 1: KeyError: 1", "game 2: came to no end"]


def test_the_page_counts_and_sorts(tmp_path: Path) -> None:
    hard = tmp_path / "hard.toml"
    hard.write_text('difficulty = "hard"\n' + SCENARIO.replace("The Meadow", "Hard One"))
    found = tmp_path / "found.toml"
    found.write_text(with_table(SCENARIO, GOOD))
    games = [
        Outcome(0, {"red": "win"}, rounds=2),
        Outcome(1, error="x"),
        Outcome(2),
        Outcome(3, {"red": "loss"}, rounds=4),
    ]
    rows = [row(TOY, path, games) for path in (hard, found)]
    text = page(rows, 4)
    assert text.index("[The Meadow]") < text.index("[Hard One]")
    assert "| normal | 50.0% (random, 12) | 3.5 | 25.0% | 3.0 | 0 | 1 | 1 |" in text
    assert "| hard | not measured |  |" in text
    assert rows[0].wrong == ["game 1: x", "game 2: came to no end"]


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    for given, message in (
        (["nowhere"], "there is no scenario 'nowhere'"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--system", "chess"], "there is no system 'chess'"),
        (["--games", "0"], "at least 1"),
        (["--readme", "first-steps"], "about all scenarios"),
    ):
        with pytest.raises(SystemExit) as stop:
            difficulty.main(given)
        assert stop.value.code == 2 and message in capsys.readouterr().err


def environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root)}


def until(done: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


@pytest.mark.slow
def test_a_measurement_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed by SIGKILL in the middle, with two processes: no process stays, few games are lost."""
    script = (
        "import sys; from pathlib import Path; from bench import difficulty as d\n"
        "if __name__ == '__main__':\n"
        "    file = Path('scenarios/sde_arcade/first-steps.toml')\n"
        "    series = d.series_of(file, 'sde_arcade', 'greedy', 'kill')\n"
        "    print(*[o.hash for o in d.play(series, 8, 2, Path(sys.argv[1]))])\n"
    )
    program = tmp_path / "kill.py"
    program.write_text(script)
    command = [sys.executable, str(program)]
    root = Path(__file__).parent.parent

    def run(folder: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*command, str(folder)], stdout=subprocess.PIPE, text=True, cwd=root, env=environment(root)
        )

    killed = run(tmp_path / "a")
    until(lambda: any(f.read_bytes().count(b"\n") >= 2 for f in (tmp_path / "a").glob("*.jsonl")))
    killed.send_signal(signal.SIGKILL)
    rest = killed.communicate(timeout=60)[0]  # ends when the last process that holds the pipe has ended
    assert rest == ""
    before = next((tmp_path / "a").glob("*.jsonl")).read_bytes().count(b"\n")
    assert 2 <= before < 8
    again, whole = run(tmp_path / "a"), run(tmp_path / "b")
    out, other = again.communicate(timeout=100)[0], whole.communicate(timeout=100)[0]
    assert out == other and len(out.split()) == 8
    assert next((tmp_path / "a").glob("*.jsonl")).read_bytes().count(b"\n") == 8
