"""Games that wait for their start: who sits where, what each adds to the seed, and the start itself."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from webgame.engine.game import Entry, Game, Header
from webgame.engine.rng import commitment, seed_from
from webgame.engine.system import BadScenario, Seat, System
from webgame.server.access import Player, clean, new_code
from webgame.server.errors import Refused
from webgame.server.languages import N_
from webgame.server.scenarios import AGAIN, check, find_system
from webgame.server.store import GameRow, Store, Taken

NONCE_LENGTH = 64


class Chair(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat."""

    holder: str = ""  # the name the others see
    player: str = ""  # private
    bot: str = ""

    def data(self) -> dict[str, Any]:
        """Return it as the data of a `seat` entry."""
        return {"holder": self.holder, "player": self.player, "bot": self.bot} if self.holder else {}


class Setup(msgspec.Struct):
    """What is agreed before the start. `secret` and `nonces` are shown when the game is over."""

    text: str  # the scenario
    options: dict[str, Any] = {}
    start: str = ""  # goes on from this position (JSON) instead of the set-up
    secret: str = ""  # hex
    commit: str = ""
    chairs: dict[str, Chair] = {}
    nonces: dict[str, str] = {}  # player -> text, in the order they sat down
    ready: list[str] = []  # players


def read_setup(row: GameRow) -> Setup:
    """Return what was agreed before a game's start."""
    return msgspec.json.decode(row.setup, type=Setup)


def find_game(store: Store, id: str) -> GameRow:
    """Return a game's row; raise Refused if there is none."""
    row = store.game(id) if len(id) <= 16 else None
    if row is None and len(id) <= 16 and (packed := store.packed(id)) is not None:
        raise Refused("archived", f"{packed.name} was archived: who runs this server can bring it back")
    if row is None:
        raise Refused("unknown_game", f"there is no game {id[:16]!r}")
    return row


def seats_of(row: GameRow) -> tuple[Seat, ...]:
    """Return the seats of a game that waits."""
    setup = read_setup(row)
    try:
        return check(find_system(row.system), setup.text, setup.options)[1]
    except BadScenario as error:
        raise Refused("bad_scenario", f"{row.scenario}: {error}") from None


def create(
    store: Store,
    host: Player,
    system: System,
    scenario: str,
    text: str,
    *,
    name: str = "",
    code: str = "",
    options: dict[str, Any] | None = None,
    start: str = "",
    chairs: dict[str, Chair] | None = None,
) -> str:
    """Create a game that waits for its start and return its id; the secret of its seed is bound from now on.

    The set-up is tried out first: what can't be played is refused here and not at the start. So is a join
    code that another unfinished game has.
    """
    secret = secrets.token_bytes(32)
    setup = Setup(text, options or {}, start, secret.hex(), commitment(secret), chairs or {})
    _try_out(system, scenario, setup)
    row = GameRow(
        id=new_id(),
        name=clean(name or scenario, 60, N_("the name of the game")),
        system=system.name,
        scenario=scenario,
        setup=msgspec.json.encode(setup).decode(),
        code=code,
        host=host.id,
    )
    try:
        store.create(row)
    except Taken:
        raise Refused("code_taken", "another game has that join code: choose one of your own") from None
    store.admit(row.id, host.id)
    return row.id


def again(
    store: Store,
    row: GameRow,
    holders: dict[str, dict[str, Any]],
    player: Player,
    kept: dict[str, Any] | None = None,
) -> str:
    """Return the id of the game that follows a finished one: the same in all, the same people on their seats.

    `kept`: options that take along what was chosen in the game itself.
    Whoever of them asks first is its host; who asks later gets the same game. Who was let in, or put out,
    stays so. If another game has taken the join code meanwhile, it gets a new one.
    """
    if row.header is None or not row.finished:
        raise Refused("not_finished", f"{row.name} is not over: it can be played again when it is")
    if player.id != row.host and all(who.get("player") != player.id for who in holders.values()):
        raise Refused("not_allowed", "a game is played again by those who had a seat, or by its host")
    known = store.after(row.id)
    if known:
        return find_game(store, known).id
    header = msgspec.json.decode(row.header, type=Header)
    chairs = {
        seat: Chair(who["holder"], who.get("player", ""), who.get("bot", ""))
        for seat, who in holders.items()
        if who.get("player") or who.get("bot")  # an imported game has names of people, and nobody by them
    }

    def made(code: str) -> str:
        return create(
            store,
            player,
            find_system(row.system),
            row.scenario,
            header.text,
            name=_next_name(row.name),
            code=code,
            options=header.options | (kept or {}),
            chairs=chairs,
        )

    try:
        id = made(row.code)
    except Refused as error:
        if error.code != "code_taken":
            raise
        if known := store.after(row.id):  # somebody has just done the same
            return find_game(store, known).id
        id = made(new_code())
    for each in {chair.player: "" for chair in chairs.values() if chair.player} | store.members_of(row.id):
        store.admit(id, each)
    for each, name in store.outs(row.id).items():
        store.put_out(id, each, name)
    try:
        store.follow(row.id, id)
    except Taken:
        store.remove(id)
        known = store.after(row.id)
        if not known:
            raise Refused("busy", "somebody else has just done the same: try again") from None
        return find_game(store, known).id
    return id


def _next_name(name: str) -> str:
    """Return the name of a further game: "Meadow", "Meadow, game 2", "Meadow, game 3"."""
    plain, mark, number = name.rpartition(AGAIN)
    if mark and number.isdigit() and len(number) < 5:
        return f"{plain}{AGAIN}{int(number) + 1}"
    return f"{name[:48]}{AGAIN}2"


def new_id() -> str:
    """Return a fresh id of a game."""
    return new_code().lower() + new_code().lower()[:2]


def _header(system: System, scenario: str, setup: Setup, seed: bytes) -> Header:
    return Header(
        system=system.name,
        version=system.version,
        digest=system.digest(),
        scenario=scenario,
        text=setup.text,
        options=setup.options,
        seed=seed.hex(),
        commit=setup.commit,
        secret=setup.secret,
        nonces=tuple(setup.nonces.values()),
        start=setup.start,
    )


def _try_out(system: System, scenario: str, setup: Setup) -> None:
    try:
        check(system, setup.text, setup.options)
        Game(
            system,
            _header(system, scenario, setup, secrets.token_bytes(32)),
            quiet=True,
            keep_snapshots=False,
        )
    except BadScenario as error:
        raise Refused("bad_scenario", f"{scenario}: {error}") from None
    except Exception as error:  # options or a start that the rules can't take
        raise Refused(
            "bad_scenario", f"{scenario} can't be set up: {type(error).__name__}: {error}"
        ) from error


def change(store: Store, id: str, do: Callable[[GameRow, Setup], None]) -> None:
    """Change what is agreed before the start; of two changes at once, the second sees the first."""
    for _ in range(20):
        row = find_game(store, id)
        if row.header is not None:
            raise Refused("started", f"{row.name} has started already")
        setup = read_setup(row)
        do(row, setup)
        try:
            store.change_setup(id, row.rev, msgspec.json.encode(setup).decode())
            return
        except Taken:
            continue
    raise Refused("busy", "too many changes at once: try again")


def take(store: Store, id: str, player: Player, seat: str, nonce: str = "") -> None:
    """Sit down on a free seat and add to the seed; a player may hold several seats."""

    def do(row: GameRow, setup: Setup) -> None:
        chair = _chair(row, setup, seat)
        if chair.player and chair.player != player.id:
            raise Refused("taken", f"seat {seat!r} is held by {chair.holder}")
        setup.chairs[seat] = Chair(player.name, player.id)
        add_nonce(setup, player, nonce)

    change(store, id, do)


def take_all(store: Store, id: str, player: Player, nonce: str = "") -> None:
    """Sit down on all free seats: one device plays all of them."""

    def do(row: GameRow, setup: Setup) -> None:
        for seat in seats_of(row):
            if not setup.chairs.get(seat.id, Chair()).holder:
                setup.chairs[seat.id] = Chair(player.name, player.id)
        add_nonce(setup, player, nonce)

    change(store, id, do)


def add_nonce(setup: Setup, player: Player, nonce: str) -> None:
    """Note what a player adds to the seed, once; without a text from the browser the server adds one."""
    if player.id not in setup.nonces:
        setup.nonces[player.id] = clean(nonce, NONCE_LENGTH, "the nonce") if nonce else secrets.token_hex(16)


def leave(store: Store, id: str, player: Player, seat: str) -> None:
    """Stand up; the host may also clear a bot's or another player's seat."""

    def do(row: GameRow, setup: Setup) -> None:
        chair = _chair(row, setup, seat)
        if chair.player != player.id and row.host != player.id:
            raise Refused(
                "not_allowed", f"only {chair.holder or 'its holder'} or the host can clear seat {seat!r}"
            )
        setup.chairs.pop(seat, None)
        held = {c.player for c in setup.chairs.values()}
        setup.ready = [p for p in setup.ready if p in held]

    change(store, id, do)


def rename(store: Store, player: Player) -> list[str]:
    """Put a player's new name on the seats of waiting games; return the ids of the games changed."""
    changed: list[str] = []

    def do(row: GameRow, setup: Setup) -> None:
        for chair in setup.chairs.values():
            if chair.player == player.id:
                chair.holder = player.name

    for id in store.games_of(player.id):
        row = store.game(id)
        if (
            row is not None
            and row.header is None
            and any(c.player == player.id for c in read_setup(row).chairs.values())
        ):
            change(store, id, do)
            changed.append(id)
    return changed


def hand_over(store: Store, id: str, giver: str, player: Player, seat: str, nonce: str = "") -> None:
    """Move a seat from one player to another; giver "": a seat that no person holds."""

    def do(row: GameRow, setup: Setup) -> None:
        if _chair(row, setup, seat).player != giver:
            raise Refused("not_allowed", f"seat {seat!r} has changed hands since the link was made")
        setup.chairs[seat] = Chair(player.name, player.id)
        add_nonce(setup, player, nonce)

    change(store, id, do)


def set_bot(store: Store, id: str, player: Player, seat: str, bot: str) -> None:
    """Let a bot play a free seat (`seat` empty: all free seats); any player with a seat or the host may."""

    def do(row: GameRow, setup: Setup) -> None:
        if player.id != row.host and all(c.player != player.id for c in setup.chairs.values()):
            raise Refused("not_allowed", "take a seat first: then you may let bots play the free ones")
        name = bot_name(find_system(row.system), bot)
        wanted = (
            [seat] if seat else [s.id for s in seats_of(row) if not setup.chairs.get(s.id, Chair()).holder]
        )
        for each in wanted:
            if _chair(row, setup, each).player:
                raise Refused("taken", f"seat {each!r} is held by {setup.chairs[each].holder}")
            setup.chairs[each] = Chair(bot_holder(find_system(row.system), name), "", name)

    change(store, id, do)


def bot_name(system: System, bot: str) -> str:
    """Return a bot of the system, the first one for the empty name; raise Refused if there is none."""
    if bot in system.bots:
        return bot
    if not bot and system.bots:
        return next(iter(system.bots))
    raise Refused("no_bot", f"there is no bot {bot!r}; there are: {', '.join(system.bots) or 'none'}")


def bot_holder(system: System, bot: str) -> str:
    """Return the name that a bot has for people: only one beside the usual kind says which it is."""
    return "Computer" if bot == next(iter(system.bots)) else f"Computer ({bot})"


def set_ready(store: Store, id: str, player: Player, ready: bool, nonce: str = "") -> None:
    """Say that one is ready, or not yet; who was seated by others adds to the seed now."""

    def do(row: GameRow, setup: Setup) -> None:
        if all(chair.player != player.id for chair in setup.chairs.values()):
            raise Refused("not_allowed", "take a seat first")
        setup.ready = [p for p in setup.ready if p != player.id] + [player.id] * ready
        if ready:
            add_nonce(setup, player, nonce)

    change(store, id, do)


def start(store: Store, id: str, player: Player) -> None:
    """Start a game: the seed is made of the committed secret and all nonces, and the seats open the log."""
    for _ in range(20):
        row = find_game(store, id)
        if row.header is not None:
            raise Refused("started", f"{row.name} has started already")
        if row.host != player.id:
            raise Refused("not_allowed", "only the host can start the game")
        setup = read_setup(row)
        seats = seats_of(row)
        empty = [s.id for s in seats if not setup.chairs.get(s.id, Chair()).holder]
        if empty:
            raise Refused("seats_free", f"nobody sits on: {', '.join(empty)}")
        seed = seed_from(bytes.fromhex(setup.secret), setup.nonces.values())
        header = _header(find_system(row.system), row.scenario, setup, seed)
        entries = [Entry("seat", seat.id, data=setup.chairs[seat.id].data()) for seat in seats]
        try:
            store.start(id, row.rev, header, entries)
            return
        except Taken:
            continue
    raise Refused("busy", "too many changes at once: try again")


def remove(store: Store, id: str, player: Player) -> None:
    """Remove a game that has not started; only its host may."""
    row = find_game(store, id)
    if row.host != player.id or row.header is not None:
        raise Refused("not_allowed", "only the host can remove a game, and only before it starts")
    store.remove(id)


def _chair(row: GameRow, setup: Setup, seat: str) -> Chair:
    if all(seat != s.id for s in seats_of(row)):
        raise Refused("bad_seat", f"there is no seat {seat[:40]!r}")
    return setup.chairs.get(seat, Chair())
