"""A dungeon of one's own, filled at random: a part, or all that is missing."""

from __future__ import annotations

from collections.abc import Iterable

from webgame.engine.build import Answers, Field, chosen, number
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade.build_form import CREEP, form, parts
from webgame.systems.sde_arcade.build_limits import barred, limits
from webgame.systems.sde_arcade.cards import box

STREAM = "build"
SWAPS_MOST = 3  # swaps of a deck that chance makes


def fill(answers: Answers, rng: Rng, part: str = "", *, anew: bool = False) -> dict[str, list[str]]:
    """Return answers completed at random; what is barred is taken out of the parts that are filled.

    `anew` forgets the old answers of these parts and draws what may be left out, too. Raises KeyError for a
    part that there is not.
    """
    found = {id: list(values) for id, values in answers.items() if id in form()}
    wanted = [p for p in parts() if not part or p.id == part]
    if not wanted:
        raise KeyError(f"there is no part {part[:40]!r}; there are: {', '.join(p.id for p in parts())}")
    for each in wanted:
        if not each.surprise:
            continue
        for field in each.fields:
            if anew:
                found.pop(field.id, None)
            _fill(found, rng, field, anew)
        if each.id == "creeps":
            _creeps(found, rng, each.fields, anew)
    return found


def _fill(found: dict[str, list[str]], rng: Rng, field: Field, anew: bool) -> None:
    if field.kind == "yes":
        if anew:
            found[field.id] = ["yes"] * rng.draw(STREAM, 2)
        return
    if field.kind not in ("one", "some"):
        return
    bars = barred(found).get(field.id, {})
    kept = [item for item in chosen(field, found) if item not in bars]
    if field.kind == "one":
        free = [item.id for item in field.items if item.id not in bars]
        found[field.id] = kept[:1] or [free[rng.draw(STREAM, len(free))]]
        return
    limit = dict(limits(found))[field.id]
    low, high = limit.low, limit.high if limit.high is not None else limit.low
    if anew and field.id.endswith("_out"):
        high = min(high, SWAPS_MOST)
    target = low + (rng.draw(STREAM, high - low + 1) if anew and high > low else 0)
    if field.id == "tiles":
        _tiles(found, rng, field, kept, high, anew)
    else:
        found[field.id] = _more(rng, field, kept, bars, target)


def _more(rng: Rng, field: Field, kept: list[str], bars: Iterable[str], target: int) -> list[str]:
    """Return items up to a number of choices; one that would use up too many is passed over."""
    rest = [item for item in field.items if item.id not in kept and item.id not in bars]
    rng.shuffle(STREAM, rest)
    count = sum(item.cost for item in field.items if item.id in kept)
    for item in rest:
        if count + item.cost <= target:
            kept.append(item.id)
            count += item.cost
    return chosen(field, {field.id: kept})


def _tiles(
    found: dict[str, list[str]], rng: Rng, field: Field, kept: list[str], most: int, anew: bool
) -> None:
    """Name as many tiles as the party needs, of each one side; or none, which means any (SU-5)."""
    if not kept and not (anew and rng.draw(STREAM, 2)):
        found.pop("tiles", None)
        return
    wanted = min(most, len(chosen(form()["heroes"], found)))
    rest = [item.id for item in field.items]
    rng.shuffle(STREAM, rest)
    for side in rest:
        if len(kept) < wanted and all(box().tiles[side].tile != box().tiles[k].tile for k in kept):
            kept.append(side)
    found["tiles"] = chosen(field, {"tiles": kept})


def _creeps(found: dict[str, list[str]], rng: Rng, fields: Iterable[Field], anew: bool) -> None:
    """Bring the creeps up to their number (SU-3): each kind at most as often as the box has it, then more."""
    kinds = list(fields)
    if anew:
        for field in kinds:
            most = box().monsters[field.id.removeprefix(CREEP)].models
            found[field.id] = [str(rng.draw(STREAM, most + 1))]
    limit = dict(limits(found))["creeps"]
    for _ in range(limit.low - limit.count):
        field = kinds[rng.draw(STREAM, len(kinds))]
        found[field.id] = [str(min(number(field, found) + 1, field.most))]
