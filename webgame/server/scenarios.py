"""The scenarios that can be picked: files under `scenarios/<system>/`, good and broken ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from webgame.engine import measured
from webgame.engine import system as registry
from webgame.engine.game import parse_scenario
from webgame.engine.measured import Measured
from webgame.engine.system import BadScenario, Problem, Seat, System
from webgame.server.errors import Refused
from webgame.server.languages import USUAL, _, fill, language

LIMIT = 256 * 1024  # bytes of a scenario file
NAMED = 60  # characters of an unknown name that a refusal repeats
AGAIN = ", game "  # stands in the name of a further game of the same people before its number


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as the title screen shows it; `broken` says why it can't be played."""

    system: str
    id: str  # its file's name without ending
    name: str
    description: str = ""
    level: str = ""  # how hard it is, in a word
    measured: Measured | None = None  # what that word rests on, if it is not its author's
    seats: tuple[Seat, ...] = ()
    text: str = ""
    broken: tuple[Problem, ...] = ()


def find_system(name: str) -> System:
    """Return a system; raise Refused if there is none, or if it can't be loaded."""
    if len(name) > NAMED:
        raise Refused("unknown_system", f"there is no system {name[:NAMED] + '...'!r}")
    try:
        return registry.get(name)
    except KeyError as error:
        raise Refused("unknown_system", str(error.args[0])) from None
    except Exception as error:  # a plug-in that can't be imported must not take the lobby down
        raise Refused(
            "unknown_system", f"system {name!r} can't be loaded: {type(error).__name__}: {error}"
        ) from error


def say(system: System, key: str) -> str:
    """Return the words of a message key in the reader's language, else in English, or the key itself."""
    code = language()
    words = system.words.get(code) if code != USUAL else None
    if words is None or key not in words:
        words = system.words.get(USUAL) or next(iter(system.words.values()), {})
    return words.get(key, key)


def game_name(name: str, system: str, scenario: str) -> str:
    """Return the name of a game as its reader reads it: one that its scenario gave it in their language."""
    plain, mark, number = name.rpartition(AGAIN)
    further = bool(mark) and number.isdigit()
    if (plain if further else name) != scenario:
        return name  # people have named it
    try:
        said = say(find_system(system), scenario)
    except Refused:  # the system is not here any more
        return name
    return _("{name}, game {n}", name=said, n=int(number)) if further else said


def computer(system: System, bot: str) -> str:
    """Return what people call a bot: only one beside the usual kind says which it is."""
    if bot == next(iter(system.bots)):
        return _("Computer")
    return _("Computer ({bot})", bot=bot_label(system, bot))


def bot_label(system: System, bot: str) -> str:
    """Return the name of a bot in the reader's language, as its system's words have it."""
    key = f"bot.{bot}"
    label = say(system, key)
    return bot if label == key else label


def tell(system: System, key: str, params: Mapping[str, Any]) -> str:
    """Return the sentence of a key and its parameters in the reader's language, as the client does."""

    def words(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return _(", ").join(str(words(each)) for each in value)
        return value if isinstance(value, int) else "" if value is None else say(system, str(value))

    return fill(say(system, key), {name: words(value) for name, value in params.items()})


class Shelf:
    """Reads scenario files, each again only when it changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[Path, tuple[tuple[int, int], Card]] = {}

    def cards(self, system: str) -> list[Card]:
        """Return all scenarios of a system, from the easiest on; those that do not say come last."""
        cards = [self._card(system, path) for path in sorted((self.folder / system).glob("*.toml"))]
        return sorted(cards, key=ease)

    def card(self, system: str, id: str) -> Card:
        """Return one scenario; raise Refused if there is none or it is broken."""
        for card in self.cards(system):
            if card.id == id and card.broken:
                raise Refused("bad_scenario", "; ".join(f"{id}: {p.key}: {p.message}" for p in card.broken))
            if card.id == id:
                return card
        shown = id if len(id) <= NAMED else f"{id[:NAMED]}..."
        raise Refused("bad_scenario", f"there is no scenario {shown!r} of {system!r}")

    def _card(self, system: str, path: Path) -> Card:
        stat = path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._read.get(path)
        if known is None or known[0] != stamp:
            known = self._read[path] = (stamp, read_card(system, path))
        return known[1]


def ease(card: Card) -> tuple[int, float, str]:
    """Return what scenarios are sorted by: level, share of games lost, name."""
    return measured.order(card.level), -card.measured.rate if card.measured else 0.0, card.id


def read_card(system: str, path: Path) -> Card:
    """Read a scenario file; whatever is wrong with it ends up in `broken`."""
    id = path.stem
    if path.stat().st_size > LIMIT:
        return Card(
            system=system, id=id, name=id, broken=(Problem("(file)", f"is larger than {LIMIT} bytes"),)
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Card(system=system, id=id, name=id, broken=(Problem("(file)", str(error)),))
    try:
        data, seats = check(find_system(system), text, {})
    except BadScenario as error:
        return Card(system=system, id=id, name=id, text=text, broken=tuple(error.problems))
    except Refused as error:
        return Card(system=system, id=id, name=id, text=text, broken=(Problem("(system)", error.message),))
    name = str(data.get("name") or id.replace("_", " ").capitalize())
    description = str(data.get("description") or data.get("text") or "")
    return Card(
        system=system,
        id=id,
        name=name,
        description=description,
        level=measured.level(data),
        measured=measured.of(data),
        seats=seats,
        text=text,
    )


def check(system: System, text: str, options: dict[str, Any]) -> tuple[dict[str, Any], tuple[Seat, ...]]:
    """Return a scenario's data and seats; raise BadScenario, whatever way the text is bad."""
    try:
        data = parse_scenario(text)
        seats = system.seats(system.scenario(data), options)
    except BadScenario:
        raise
    except msgspec.DecodeError as error:
        raise BadScenario([Problem("(file)", f"is no TOML: {error}")]) from None
    except Exception as error:  # a fault of the system's reader, shown in its place and never a crash
        raise BadScenario([Problem("(system)", f"{type(error).__name__}: {error}")]) from error
    return data, seats
