"""The guide of a scenario: what is wrong with it is told by key, and systems never see it."""

from __future__ import annotations

import pytest

from tests import toy
from webgame.engine.game import parse_scenario, scenario_guide
from webgame.engine.system import BadScenario

GOOD = """
[[guide]]
when = { prompt = "lead" }
say = "Choose who leads."
point = { group = "lead-" }

[[guide]]
when = { offer = "roll", event = "moved" }
say = "Roll."
point = { panel = "log" }
"""


def test_a_guide_is_read_and_kept_from_the_system() -> None:
    hints = scenario_guide(toy.SCENARIO + GOOD)
    assert [h.say for h in hints] == ["Choose who leads.", "Roll."]
    assert (hints[0].when.prompt, hints[1].when.offer, hints[1].when.event) == ("lead", "roll", "moved")
    assert (hints[0].point.group, hints[1].point.panel) == ("lead-", "log")
    assert "guide" not in parse_scenario(toy.SCENARIO + GOOD)
    toy.TOY.scenario(parse_scenario(toy.SCENARIO + GOOD))
    assert scenario_guide(toy.SCENARIO) == ()


@pytest.mark.parametrize(
    ("was", "now", "key", "message"),
    [
        ('say = "Roll."', "", "guide[1]", "missing required field `say`"),
        ('say = "Roll."', 'say = ""', "guide[1].say", "length >= 1"),
        ('say = "Roll."', f'say = "{"x" * 241}"', "guide[1].say", "length <= 240"),
        ('panel = "log"', 'panel = "lag"', "guide[1].point.panel", "'lag' is none of prompt, actions"),
        ('panel = "log"', 'panel = "log", piece = "x"', "guide[1].point", "it has piece, panel"),
        ('{ prompt = "lead" }', "{}", "guide[0].when", "it has none"),
        ('prompt = "lead"', 'promt = "lead"', "guide[0].when", "unknown field `promt`"),
        ('prompt = "lead"', "prompt = 3", "guide[0].when.prompt", "Expected `str | null`, got `int`"),
    ],
)
def test_what_is_wrong_is_told_by_key(was: str, now: str, key: str, message: str) -> None:
    assert was in GOOD
    with pytest.raises(BadScenario) as caught:
        parse_scenario(toy.SCENARIO + GOOD.replace(was, now))
    (problem,) = caught.value.problems
    assert problem.key == key
    assert message in problem.message


def test_no_list_and_too_many() -> None:
    for text, message in (
        ('guide = "go"\n' + toy.SCENARIO, "a list"),
        (toy.SCENARIO + GOOD * 21, "at most 40"),
    ):
        with pytest.raises(BadScenario, match=message):
            parse_scenario(text)
