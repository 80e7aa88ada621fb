"""Who may do what: every message and every route, for every role. What is not in the table fails here.

The table is a locked game of Hana's (host, on Ann's chair), with Bruno on Bob's, Bela on Cat's. What is done
with a seat is done with Bob's: so Bruno is the one who holds it, and Bela one who holds another.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.server.conftest import Config, Player, Server
from webgame.server import access, live
from webgame.server.store import Outcome

ROLES = ("host", "seated", "other", "spectator", "stranger", "kicked")
ALL = set(ROLES)
SEATED = {"host", "seated", "other"}
INSIDE = SEATED | {"spectator"}
OUTSIDE = {"stranger", "kicked"}
NOT_KICKED = ALL - {"kicked"}
HOST = {"host"}
OWNER = {"seated"}  # who holds the seat that it is about
NOBODY: set[str] = set()
ADDRESS = "http://10.1.2.3:8000/"
DENIED = {"locked", "put_out", "not_allowed", "not_your_seat", "not_joined", "veiled"}


class World:
    """A server with a person for each role; games are made as they are needed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        names = dict(zip(ROLES, ("Hana", "Bruno", "Bela", "Sam", "Ulf", "Karl"), strict=True))
        self.people: dict[str, Player] = {role: server.player(name) for role, name in names.items()}
        self.number = 0
        self.running = ""
        self.waiting = ""
        self.finished = ""

    def id_of(self, role: str) -> str:
        with self.people[role].http.session_transaction() as session:
            return str(session["player"])

    def tag(self, game: str, role: str) -> str:
        return access.handle(self.server.house.key, game, self.id_of(role))

    def game(self, *, start: bool = True, scenario: str = "toy/meadow") -> str:
        """Return a new locked game with everybody in their place."""
        self.number += 1
        code = f"CODE{self.number}"
        host = self.people["host"]
        game = host.create(code=code, scenario=scenario)
        for role in ("seated", "other", "spectator", "kicked"):
            assert self.people[role].get(f"/join/{code}").status_code == 302
        for role, seat in (("host", "ann"), ("seated", "bob"), ("other", "cat")):
            self.people[role].sit(game, "take", seat=seat)
        if start:
            host.start(game)
        assert host.post(f"/g/{game}/kick", who=self.tag(game, "kicked")).status_code == 302
        if start:
            for role, person in self.people.items():
                ack = person.join(game)
                assert ("error" in ack) == (role in OUTSIDE), ack
        return game

    def table(self, game: str) -> Any:
        return self.server.house.tables.ask(game, lambda table: {"table": table})["table"]

    def end(self, game: str) -> str:
        """Play a game to its end."""
        people = {"ann": "host", "bob": "seated", "cat": "other"}
        for _ in range(60):
            now = self.table(game).game
            if now.result is not None:
                return game
            seat = now.waiting()[0]
            option = now.decision.groups[0].id if now.decision.pick else now.decision.options(seat)[-1]
            if "end" in now.decision.options(seat):
                option = "end"
            self.people[people[seat]].game = game
            assert self.people[people[seat]].answer(now.decision.id, option, seat=seat)["ok"]
        raise AssertionError("the game does not end")

    def lead(self, game: str) -> None:
        """Let Bob lead: it is his turn then."""
        host = self.people["host"]
        host.game = game
        assert host.answer("0", "lead-bob", seat="ann")["ok"]

    def state(self, game: str) -> Any:
        """Return all that an act could change."""
        row = self.server.house.store.game(game)
        if row is None:
            return None
        shown = (row.name, row.code, row.host, row.setup, row.finished)
        if row.header is None:
            return shown
        table = self.table(game)
        held = {seat: dict(who) for seat, who in table.game.holders.items()}
        vote = table.vote.shown() if table.vote else None
        return (
            *shown,
            table.game.version,
            table.game.hash(),
            held,
            vote,
            list(table.chat),
            table.clock.minutes,
        )


Message = Callable[[World, str], dict[str, Any]]


def at(name: str, **data: Any) -> tuple[str, Message]:
    return name, lambda _world, _game: data


def bobs(name: str, **data: Any) -> tuple[str, Message]:
    return name, lambda _world, _game: {"seat": "bob", **data}


def nothing(_world: World, _game: str) -> None:
    return


def bob_leads(world: World, game: str) -> None:
    world.lead(game)


def bob_took_back(world: World, game: str) -> None:
    world.lead(game)
    bob = world.people["seated"]
    bob.game = game
    assert bob.answer(world.table(game).game.decision.id, "end", seat="bob")["ok"]
    assert bob.send("undo", game=game, seat="bob", client_id="u")["ok"]


def bob_has_a_bot(world: World, game: str) -> None:
    assert world.people["seated"].send("seat", game=game, do="bot", seat="bob", bot="first")["ok"]


def bob_stood_up(world: World, game: str) -> None:
    assert world.people["seated"].send("seat", game=game, do="leave", seat="bob")["ok"]


def host_asks(world: World, game: str) -> None:
    world.lead(game)
    bob = world.people["seated"]
    bob.game = game
    assert bob.answer(world.table(game).game.decision.id, "roll", seat="bob")["ok"]
    assert world.people["host"].send("undo", game=game, client_id="h")["vote"]


def all_hands_are_open(world: World, game: str) -> None:
    vote = world.people["host"].send("unveil", game=game, yes=True, client_id="h")["vote"]
    for role in ("seated", "other"):
        assert world.people[role].send("vote", game=game, id=vote, yes=True)["ok"]


def vote_of(world: World, game: str) -> dict[str, Any]:
    table = world.table(game)
    return {"id": table.vote.id if table.vote else "none", "yes": True}


def now(option: str) -> Message:
    def build(world: World, game: str) -> dict[str, Any]:
        decision = world.table(game).game.decision
        return {"decision": decision.id, "option": option, "seat": "bob", "client_id": f"x{world.number}"}

    return build


MOVE = {"kind": "move", "piece": "p.bob", "at": 8}
SOCKET: list[tuple[str, Message, set[str], Callable[[World, str], None]]] = [
    (*at("join"), INSIDE, nothing),
    (*at("join", view="watch"), INSIDE, nothing),
    (*at("join", view="watch", seat="bob"), NOBODY, nothing),
    (*at("join", view="watch", seat="bob"), {"seated", "spectator"}, all_hands_are_open),
    ("answer", now("end"), OWNER, bob_leads),
    ("answer", now("end"), NOBODY, bob_has_a_bot),
    (*at("sync", version=-1), INSIDE, nothing),
    ("query", lambda w, g: {"version": w.table(g).game.version, "about": {"square": 3}}, INSIDE, nothing),
    (*bobs("seat", do="leave"), OWNER, nothing),
    (*bobs("seat", do="bot", bot="first"), OWNER, nothing),
    (*bobs("seat", do="bot", bot="first"), {"host", "other"}, bob_stood_up),
    (*bobs("seat", do="unbot"), OWNER, bob_has_a_bot),
    (*bobs("seat", do="take"), NOBODY, nothing),
    (*bobs("seat", do="take"), INSIDE, bob_stood_up),
    ("seat", lambda w, g: {"do": "give", "seat": "bob", "to": w.tag(g, "spectator")}, OWNER, nothing),
    (*at("undo", client_id="x"), SEATED, bob_leads),
    (*at("redo", client_id="x"), OWNER, bob_took_back),
    ("vote", vote_of, {"seated", "other"}, host_asks),
    (*at("rulings"), INSIDE, nothing),
    (*at("rule", what=MOVE, client_id="x"), SEATED, nothing),
    (*at("unveil", yes=True, client_id="x"), SEATED, nothing),
    (*at("chat", text="hi"), INSIDE, nothing),
    (*at("ping", at=3), INSIDE, nothing),
    (*at("lead", at=0), INSIDE, nothing),
    (*at("arrow", line=[1, 2]), INSIDE, nothing),
    (*at("clock", minutes=5), HOST, nothing),
    (*at("past", at=0), INSIDE, nothing),
    (*at("timeline"), INSIDE, nothing),
    ("watch", lambda _w, g: {"game": g}, INSIDE, nothing),
    ("watch", lambda _w, _g: {"game": ""}, ALL, nothing),
]


def code(world: World, game: str) -> str:
    row = world.server.house.store.game(game)
    assert row is not None
    return row.code


def seat_link(world: World, game: str) -> str:
    return access.make_link(world.server.house.store, game, "bob", world.id_of("seated"))


def report_id(world: World, game: str) -> str:
    made = world.people["host"].post(f"/g/{game}/report", at="-1", note="x")
    assert made.status_code == 200, made.get_data(as_text=True)
    return str(made.get_json()["id"])


Form = Callable[[World, str], dict[str, Any]]
# rule and method of the route -> which game it is about, path, form, who may
ROUTES: list[tuple[str, str, str, str | Callable[[World, str], str], dict[str, Any] | Form, set[str]]] = [
    ("GET", "/", "running", "/", {}, ALL),
    ("GET", "/me", "running", "/me", {}, ALL),
    ("GET", "/health", "running", "/health", {}, ALL),
    ("GET", "/healthz", "running", "/healthz", {}, ALL),
    ("GET", "/metrics", "running", "/metrics", {}, ALL),  # all on this machine, nobody elsewhere
    ("GET", "/credits", "running", "/credits", {}, ALL),
    ("GET", "/static/<path:filename>", "running", "/static/src/main.ts", {}, ALL),
    ("GET", "/rules/<system>", "running", "/rules/toy", {}, ALL),
    ("GET", "/rules/<system>.json", "running", "/rules/toy.json", {}, ALL),
    ("GET", "/words/<system>.json", "running", "/words/toy.json", {}, ALL),
    ("GET", "/box/<system>", "running", "/box/sde_arcade", {}, ALL),
    ("GET", "/box/<system>/<id>", "running", "/box/sde_arcade/hero.royal-warden", {}, ALL),
    ("GET", "/picture/<system>/<scenario>.svg", "running", "/picture/toy/meadow.svg", {}, ALL),
    ("GET", "/new/<system>/<scenario>", "running", "/new/toy/meadow", {}, ALL),
    ("POST", "/new", "running", "/new", {"scenario": "toy/meadow"}, ALL),
    ("GET", "/build/<system>", "running", "/build/toy", {}, ALL),
    ("POST", "/build/<system>", "running", "/build/toy", {"do": "check"}, ALL),
    ("POST", "/name", "running", "/name", lambda w, g: {"name": "Somebody"}, ALL),
    ("POST", "/address", "running", "/address", {"address": ADDRESS}, ALL),
    (
        "POST",
        "/import",
        "finished",
        "/import",
        lambda w, g: {"save": (io.BytesIO(saved(w, g)), "s.json")},
        ALL,
    ),
    ("GET", "/join/<code>", "fresh", lambda w, g: f"/join/{code(w, g)}", {}, NOT_KICKED),
    ("POST", "/join", "running", "/join", lambda w, g: {"code": code(w, g)}, ALL),  # leads to the one above
    ("GET", "/seat/<token>", "running", lambda w, g: f"/seat/{seat_link(w, g)}", {}, ALL),
    ("POST", "/seat/<token>", "fresh", lambda w, g: f"/seat/{seat_link(w, g)}", {}, NOT_KICKED),
    ("GET", "/g/<id>", "running", "/g/{}", {}, INSIDE),
    ("GET", "/g/<id>", "waiting", "/g/{}", {}, INSIDE),
    ("GET", "/g/<id>/tv", "running", "/g/{}/tv", {}, INSIDE),
    ("GET", "/watch/<id>", "running", "/watch/{}", {}, INSIDE),
    ("GET", "/g/<id>/proof", "running", "/g/{}/proof", {}, INSIDE),
    ("GET", "/g/<id>/seats", "running", "/g/{}/seats", {}, INSIDE),
    ("POST", "/g/<id>/enter", "fresh", "/g/{}/enter", lambda w, g: {"code": code(w, g)}, NOT_KICKED),
    ("POST", "/g/<id>/enter", "running", "/g/{}/enter", {"code": "WRONG"}, INSIDE),
    ("POST", "/g/<id>/link", "running", "/g/{}/link", {"seat": "bob"}, OWNER),
    ("POST", "/g/<id>/sit", "fresh waiting", "/g/{}/sit", {"do": "take", "seat": "bob"}, OWNER),
    ("POST", "/g/<id>/sit", "fresh waiting", "/g/{}/sit", {"do": "leave", "seat": "bob"}, {"host", "seated"}),
    ("POST", "/g/<id>/sit", "fresh waiting", "/g/{}/sit", {"do": "ready"}, SEATED),
    ("POST", "/g/<id>/sit", "fresh waiting", "/g/{}/sit", {"do": "bot"}, SEATED),
    ("POST", "/g/<id>/start", "fresh waiting", "/g/{}/start", {}, HOST),
    ("POST", "/g/<id>/remove", "fresh waiting", "/g/{}/remove", {}, HOST),
    ("POST", "/g/<id>/rematch", "finished", "/g/{}/rematch", {}, SEATED),
    ("GET", "/g/<id>/save", "running", "/g/{}/save", {}, NOBODY),  # hands are hidden, and held by others
    ("GET", "/g/<id>/save", "finished", "/g/{}/save", {}, INSIDE),
    ("POST", "/g/<id>/branch", "running", "/g/{}/branch", {"at": "0"}, NOBODY),
    ("POST", "/g/<id>/branch", "finished", "/g/{}/branch", {"at": "1"}, INSIDE),
    ("POST", "/g/<id>/report", "running", "/g/{}/report", {"note": "x"}, NOBODY),
    ("POST", "/g/<id>/report", "finished", "/g/{}/report", {"note": "x"}, INSIDE),
    (
        "GET",
        "/report/<id>",
        "finished",
        lambda w, g: f"/report/{report_id(w, g)}",
        {},
        ALL,
    ),  # a secret address
    ("GET", "/report/<id>/file", "finished", lambda w, g: f"/report/{report_id(w, g)}/file", {}, ALL),
    ("GET", "/report/<id>/qr.svg", "finished", lambda w, g: f"/report/{report_id(w, g)}/qr.svg", {}, ALL),
    ("POST", "/report/<id>/open", "finished", lambda w, g: f"/report/{report_id(w, g)}/open", {}, ALL),
    ("GET", "/g/<id>/manage", "running", "/g/{}/manage", {}, HOST),
    ("GET", "/g/<id>/manage", "waiting", "/g/{}/manage", {}, HOST),
    ("POST", "/g/<id>/rename", "fresh", "/g/{}/rename", {"name": "Other"}, HOST),
    ("POST", "/g/<id>/archive", "fresh", "/g/{}/archive", {}, HOST),
    ("POST", "/g/<id>/delete", "fresh", "/g/{}/delete", {"name": "The Meadow"}, HOST),
    ("POST", "/g/<id>/kick", "fresh", "/g/{}/kick", lambda w, g: {"who": w.tag(g, "spectator")}, HOST),
    ("POST", "/g/<id>/forgive", "fresh", "/g/{}/forgive", lambda w, g: {"who": w.tag(g, "kicked")}, HOST),
    ("POST", "/g/<id>/lock", "fresh", "/g/{}/lock", {}, HOST),
    ("POST", "/g/<id>/host", "fresh", "/g/{}/host", lambda w, g: {"who": w.tag(g, "other")}, HOST),
    ("POST", "/g/<id>/close", "fresh", "/g/{}/close", {}, HOST),
    ("POST", "/g/<id>/invite", "running", "/g/{}/invite", {}, HOST),
]


def saved(world: World, game: str) -> bytes:
    return bytes(world.people["host"].get(f"/g/{game}/save").data)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    from tests import toy
    from webgame.server.config import UNLIMITED

    toy.register_toy()
    folder = tmp_path_factory.mktemp("access")
    (folder / "scenarios" / "toy").mkdir(parents=True)
    (folder / "scenarios" / "toy" / "meadow.toml").write_text(toy.SCENARIO)
    (folder / "scenarios" / "toy" / "short.toml").write_text(toy.SHORT)
    config = Config(
        data=folder / "data", scenarios=folder / "scenarios", bot_pace=60.0, grace=1e9, urls=(ADDRESS,)
    )
    server = Server(msgspec.structs.replace(config, **UNLIMITED))
    made = World(server)
    made.running, made.waiting = made.game(), made.game(start=False)
    made.finished = made.end(made.game(scenario="toy/short"))
    yield made
    server.close()


def test_every_message_is_in_the_table(world: World) -> None:
    known = {"connect", "disconnect", "watch", *live.ACTS, *live.LOOKS}
    assert set(world.server.house.server.handlers["/"]) == known, "a handler that is in no list"
    assert {name for name, *_ in SOCKET} == known - {"connect", "disconnect"}


def test_every_route_is_in_the_table(world: World) -> None:
    rules = {
        (method, str(rule))
        for rule in world.server.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(method, rule) for method, rule, *_ in ROUTES} == rules


def test_who_is_who(world: World) -> None:
    game = world.game()
    assert {s: w["holder"] for s, w in world.table(game).game.holders.items()} == {
        "ann": "Hana",
        "bob": "Bruno",
        "cat": "Bela",
    }
    assert world.server.house.store.is_out(game, world.id_of("kicked"))
    assert not world.server.house.store.admitted(game, world.id_of("stranger"))
    assert world.server.house.store.admitted(game, world.id_of("spectator"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", SOCKET, ids=[f"{n}-{name}-{prepare.__name__}" for n, (name, _, _, prepare) in enumerate(SOCKET)]
)
def test_messages(world: World, row: tuple[str, Message, set[str], Callable[[World, str], None]]) -> None:
    name, build, may, prepare = row
    game = world.game()
    prepare(world, game)
    before = world.state(game)
    for role in sorted(ALL - may):
        ack = world.people[role].send(name, **{"game": game, **build(world, game)})
        code = ack.get("error", {}).get("code", "")
        assert code in DENIED | {"bot_plays", "taken"}, f"{role} may do that: {ack}"
        assert world.state(game) == before, f"{role} was refused, but something changed"
    for number, role in enumerate(sorted(may)):
        if number and before != world.state(game):
            game = world.game()
            prepare(world, game)
        ack = world.people[role].send(name, **{"game": game, **build(world, game)})
        assert "error" not in ack, f"{role} may not: {ack}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", ROUTES, ids=[f"{n}-{row[0]}-{row[1]}-{row[2]}" for n, row in enumerate(ROUTES)]
)
def test_routes(world: World, row: tuple[Any, ...]) -> None:
    method, _, where, path, form, may = row
    fresh = where.startswith("fresh")

    def subject() -> str:
        if fresh:
            return world.game(start="waiting" not in where)
        return str(getattr(world, where))

    def ask(role: str, game: str) -> Any:
        person = world.people[role]
        address = path(world, game) if callable(path) else path.format(game)
        data = form(world, game) if callable(form) else form
        if method == "GET":
            with person.http.get(address) as answer:  # of a file
                answer.get_data()
            return answer
        return person.http.post(address, data={"token": person.token, **data})

    game = subject()
    before = world.state(game)
    for role in sorted(ALL - may):
        answer = ask(role, game)
        assert answer.status_code in (403, 409), f"{role} may do that: {answer.status_code}"
        if answer.is_json:
            assert answer.get_json()["error"]["code"] in DENIED | {"taken"}
        assert world.state(game) == before, f"{role} was refused, but something changed"
    for role in sorted(may):
        if fresh and world.state(game) != before:
            game = subject()
        answer = ask(role, game)
        assert answer.status_code < 400, f"{role} may not: {answer.get_data(as_text=True)}"


def test_no_form_without_its_token(world: World) -> None:
    for method, _, where, path, _form, _may in ROUTES:
        if method == "POST":
            game = getattr(world, where.replace("fresh ", "").replace("fresh", "running"))
            address = path(world, game) if callable(path) else path.format(game)
            for token in ("", "0" * 32, world.people["other"].token):
                answer = world.people["host"].http.post(address, data={"token": token})
                assert answer.status_code == 403 and answer.get_json()["error"]["code"] == "forged", address
            cross = world.people["host"].http.post(
                address, data={"token": world.people["host"].token}, headers={"Origin": "http://evil.example"}
            )
            assert cross.status_code == 403 and cross.get_json()["error"]["code"] == "forged", address


def test_answers_tell_no_secret(world: World) -> None:
    """Ids of players, seed, secret, join code (but to the host) stay on the server."""
    game = world.game()
    row = world.server.house.store.game(game)
    assert row is not None and row.header
    header = msgspec.json.decode(row.header)
    ids = [world.id_of(role) for role in ROLES]
    secrets = [header["seed"], header["secret"], world.server.house.key.hex(), *ids]
    for role, person in world.people.items():
        shown = [str(person.get(path).data) for path in ("/", "/me", f"/g/{game}", f"/watch/{game}")]
        shown.append(str(person.join(game)))
        if role in INSIDE:
            shown += [str(person.get(f"/g/{game}/{path}").data) for path in ("seats", "proof")]
            shown += [
                str(person.send("past", game=game, at=0)),
                str(person.send("sync", game=game, version=-1)),
            ]
        for text in shown:
            assert not [secret for secret in secrets if secret in text], role
        if role in OUTSIDE:
            assert not any(re.search(rf"\b{row.code}\b", text) for text in shown), role


def test_outcomes_are_kept_for_those_who_played(world: World) -> None:
    found = {role: world.server.house.store.results(world.id_of(role)) for role in ROLES}
    kept: dict[str, list[Outcome]] = {role: rows for role, rows in found.items() if rows}
    assert set(kept) == SEATED
