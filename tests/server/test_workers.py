"""Several workers for real: two server processes, PostgreSQL as the log, Redis for news, nginx in front."""

from __future__ import annotations

import json
import signal
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests import services, toy
from tests.server.conftest import followed
from tests.server.test_process import Browser, Process, hang_up
from webgame.server.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
CONFIG = Path(__file__).parents[2] / "deploy" / "nginx.conf"


class Workers:
    """Two workers and the nginx of deploy/ before them."""

    def __init__(self, folder: Path, database: str, queue: str) -> None:
        self.database = database
        (folder / "scenarios" / "toy").mkdir(parents=True)
        for name, text in (("meadow", toy.SCENARIO), ("short", toy.SHORT)):
            (folder / "scenarios" / "toy" / f"{name}.toml").write_text(text)
        more = ("--database", database, "--message-queue", queue, "--proxies", "1", "--bot-pace", "0")
        self.processes = [Process("eventlet", folder, f"worker{n}", more) for n in (1, 2)]
        self.clients: list[Any] = []
        try:
            with ThreadPoolExecutor() as pool:  # both at once, on an empty database and an empty folder
                self.urls = list(pool.map(Process.start, self.processes))
        except BaseException:
            self.stop()
            raise

    def nginx(self) -> str:
        """Return the configuration of deploy/ with the ports of these workers."""
        text = CONFIG.read_text().replace("listen 80;", "listen 127.0.0.1:{port};")
        for port, process in zip((8001, 8002), self.processes, strict=True):
            assert f"127.0.0.1:{port} " in text
            text = text.replace(f"127.0.0.1:{port} ", f"127.0.0.1:{process.port} ")
        return text

    def health(self, n: int) -> Any:
        with urllib.request.urlopen(f"{self.urls[n]}/healthz", timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    def metric(self, n: int, name: str) -> float:
        with urllib.request.urlopen(f"{self.urls[n]}/metrics", timeout=60) as answer:  # noqa: S310
            lines = answer.read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))

    def new(self, browser: Browser, scenario: str = "toy/meadow") -> str:
        page, _ = browser.open("/new", scenario=scenario)
        game = page.rsplit("/", 1)[1]
        browser.open(f"/g/{game}/sit", do="all")
        browser.open(f"/g/{game}/start", go="1")
        return game

    def seat(self, browser: Browser, game: str, url: str) -> Seat:
        client = browser.connect(url, f"?game={game}")
        self.clients.append(client)
        return Seat(client, game)

    def stop(self) -> None:
        for client in self.clients:
            hang_up(client)
        for process in self.processes:
            if process.running is not None:
                process.running.kill()
                process.running.wait()


class Seat:
    """A client at a table, which keeps all that it is sent."""

    def __init__(self, client: Any, game: str) -> None:
        self.client, self.game = client, game
        self.steps: list[Any] = []
        self.news: list[Any] = []
        client.on("step", self.steps.append)
        client.on("table", self.news.append)
        self.joined = self.send("join")
        assert "scene" in self.joined, self.joined

    def send(self, name: str, **message: Any) -> Any:
        return self.client.call(name, {"game": self.game, **message}, timeout=30)

    def told(self, key: str) -> list[Any]:
        return [news[key] for news in list(self.news) if key in news]

    def version(self) -> int:
        return self.steps[-1]["to"] if self.steps else self.joined["version"]


def until(what: Callable[[], Any], why: str = "") -> Any:
    """Wait until something holds, and return it."""
    for _ in range(600):
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(why or "it never came")


@pytest.fixture
def workers(request: pytest.FixtureRequest, tmp_path: Path, redis_url: str) -> Iterator[Workers]:
    """Two workers on PostgreSQL, or on one SQLite file if the test says so."""
    url = f"sqlite:///{tmp_path / 'data' / 'games.db'}"
    if getattr(request, "param", "") != "sqlite":
        url = str(request.getfixturevalue("postgres_url"))
    found = Workers(tmp_path, url, redis_url)
    yield found
    found.stop()
    for process in found.processes:
        assert "Traceback" not in process.log.read_text(), process.log.read_text()


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do things at the same moment in threads; return what came of each."""
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        gate.wait(30)
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run, act) for act in acts]]


def options(decision: Any, seat: str) -> list[str]:
    """Return what a seat may choose, from what the store knows."""
    return [g.id for g in decision.groups] if decision.pick else decision.options(seat)


@pytest.mark.parametrize("workers", ["postgresql", "sqlite"], indirect=True)
def test_answers_to_two_workers_at_once_lose_and_double_nothing(workers: Workers) -> None:
    browser = Browser(workers.urls[0])
    game = workers.new(browser)
    here, there = (workers.seat(browser, game, url) for url in workers.urls)
    acts: dict[str, int] = {}  # client id -> version that was acknowledged
    refused = races = number = 0
    while True:
        table = replayed(workers, game)
        if table.result is not None:
            break
        seat = table.waiting()[0]
        choices = options(table.decision, seat)
        number += 1
        double = number % 3 == 0  # the same act to both workers, as after a lost connection
        ids = (f"a{number}", f"a{number}" if double else f"b{number}")
        message = {"decision": table.decision.id, "seat": seat}
        acks = at_once(
            partial(here.send, "answer", **message, option=choices[0], client_id=ids[0]),
            partial(there.send, "answer", **message, option=choices[0 if double else -1], client_id=ids[1]),
        )
        good = [(id, ack["version"]) for id, ack in zip(ids, acks, strict=True) if "ok" in ack]
        bad = [ack["error"]["code"] for ack in acks if "ok" not in ack]
        assert bad in ([], ["stale"], ["finished"]), acks
        races += 1
        refused += len(bad)
        if double:
            assert len(good) == 2 and good[0] == good[1], "the same act has the same outcome"
        elif len(good) == 2:
            assert good[0][1] != good[1][1], "one after the other: both were valid"
        acts |= dict(good)
    store = Store(workers.database)
    log = store.entries(game)
    row = store.game(game)
    store.close()
    answers = {e.client: n + 1 for n, e in enumerate(log) if e.client}
    assert answers == acts and len([e for e in log if e.kind == "answer"]) == len(acts)
    assert row is not None and row.finished == 1
    assert races > 8 and refused > 3, "there were races"
    taken = sum(workers.metric(n, "webgame_entries_taken_total") for n in (0, 1))
    assert taken > 0, "now and then both were about to write the same entry"
    for seat in (here, there):
        until(lambda seat=seat: seat.version() == len(log), "every step came")
        followed(seat.joined, seat.steps)
        assert [s["to"] for s in seat.steps] == list(range(seat.joined["version"] + 1, len(log) + 1)), "once"
    ends = [seat.send("sync", version=-1) for seat in (here, there)]
    assert ends[0]["hash"] == ends[1]["hash"] == here.steps[-1]["hash"]


def replayed(workers: Workers, game: str) -> Any:
    """Return the game as its log has it."""
    import msgspec

    from webgame.engine.game import Game, Header

    toy.register_toy()
    store = Store(workers.database)
    row = store.game(game)
    assert row is not None and row.header is not None
    found = Game(toy.TOY, msgspec.json.decode(row.header, type=Header), store.entries(game))
    store.close()
    return found


def test_people_on_two_workers_sit_at_one_table(workers: Workers) -> None:
    one, two = Browser(workers.urls[0]), Browser(workers.urls[0])
    one.open("/name", name="Ann")
    two.open("/name", name="Bob")
    page, _ = one.open("/new", scenario="toy/meadow")
    game = page.rsplit("/", 1)[1]
    one.open(f"/g/{game}/sit", do="take", seat="ann")
    one.open(f"/g/{game}/sit", do="take", seat="bob")
    two.open(f"/g/{game}/sit", do="take", seat="cat")
    one.open(f"/g/{game}/start", go="1")
    ann = workers.seat(one, game, workers.urls[0])
    bob = workers.seat(two, game, workers.urls[1])

    def names(seat: Seat) -> set[str]:
        shown = seat.told("presence")
        return {p["name"] for p in shown[-1]} if shown else set()

    for seat in (ann, bob):
        until(lambda seat=seat: names(seat) == {"Ann", "Bob"}, "each sees the other")
    assert bob.send("chat", text="hello")["ok"]
    until(lambda: any(line["text"] == "hello" for line in ann.told("chat")))
    again = workers.seat(one, game, workers.urls[0])
    assert [line["text"] for line in again.joined["chat"]] == ["hello"]

    answers = 0
    while True:  # until a die has rolled, so that taking back needs the other's vote
        table = replayed(workers, game)
        seat = table.waiting()[0]
        who = bob if seat == "cat" else ann
        choice = "roll" if "roll" in options(table.decision, seat) else options(table.decision, seat)[0]
        answers += 1
        message = {"decision": table.decision.id, "seat": seat, "option": choice, "client_id": f"x{answers}"}
        assert "ok" in who.send("answer", **message)
        if choice == "roll":
            break
    made = len(replayed(workers, game).live)
    asked = who.send("undo", client_id="u")
    assert "vote" in asked, asked
    other = ann if who is bob else bob
    until(lambda: other.told("vote"), "the other worker's people see the vote")
    assert other.send("vote", id=asked["vote"], yes=True)["ok"]
    until(lambda: len(replayed(workers, game).live) < made, "all agreed")
    for seat in (ann, bob):
        until(lambda seat=seat: seat.told("vote")[-1]["state"] == "accepted")
        followed(seat.joined, seat.steps)

    three = Browser(workers.urls[0])
    three.open("/name", name="Cy")
    cy = workers.seat(three, game, workers.urls[1])
    until(lambda: names(ann) == {"Ann", "Bob", "Cy"})
    one.open(f"/g/{game}/kick", who=cy.joined["you"]["player"])
    until(lambda: names(ann) == names(bob) == {"Ann", "Bob"}, "who is put out has to go, wherever")
    assert cy.send("chat", text="still here")["error"]["code"] == "not_joined"
    assert cy.send("join")["error"]["code"] == "put_out"

    workers.processes[1].stop(signal.SIGKILL)
    until(lambda: names(ann) == {"Ann"}, "who was on a dead worker is gone after a while")


def test_lost_connections_cost_no_answer(tmp_path: Path, postgres_url: str) -> None:
    port = services.free_port()
    queue = services.redis(port)
    workers = Workers(tmp_path, postgres_url, queue.__enter__())
    try:
        browser = Browser(workers.urls[0])
        game = workers.new(browser)
        here, there = (workers.seat(browser, game, url) for url in workers.urls)

        def play(seat: Seat, id: str) -> Any:
            table = replayed(workers, game)
            who = table.waiting()[0]
            message = {"decision": table.decision.id, "seat": who, "client_id": id}
            return seat.send("answer", option=options(table.decision, who)[0], **message)

        assert play(here, "1") == {"ok": True, "version": 4}
        until(lambda: there.version() == 4)

        queue.__exit__(None, None, None)  # no news any more: the log alone
        assert play(here, "2") == {"ok": True, "version": 5}
        assert play(there, "3") == {"ok": True, "version": 6}
        until(lambda: here.version() == there.version() == 6, "each looks into the log now and then")
        queue = services.redis(port)
        queue.__enter__()
        assert play(there, "4") == {"ok": True, "version": 7}
        until(lambda: here.version() == there.version() == 7)

        engine = sa.create_engine(postgres_url.rsplit("/", 1)[0] + "/template1", isolation_level="AUTOCOMMIT")
        name = postgres_url.rsplit("/", 1)[1]
        cut = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
        with engine.connect() as db:
            db.execute(cut, {"name": name})  # as when PostgreSQL was restarted
            assert play(here, "5") == {"ok": True, "version": 8}
            table = replayed(workers, game)
            who = table.waiting()[0]
            late = {"decision": table.decision.id, "seat": who, "option": options(table.decision, who)[0]}
            db.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            db.execute(cut, {"name": name})
            assert here.send("answer", **late, client_id="6")["error"]["code"] == "busy"
            db.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        engine.dispose()
        assert here.send("answer", **late, client_id="6") == {"ok": True, "version": 9}
        until(lambda: here.version() == there.version() == 9)
        for seat in (here, there):
            followed(seat.joined, seat.steps)
    finally:
        queue.__exit__(None, None, None)
        workers.stop()
    for process in workers.processes:
        assert "Traceback" not in process.log.read_text(), process.log.read_text()


def test_nginx_keeps_a_game_on_one_worker_and_moves_it_when_that_dies(workers: Workers) -> None:
    with services.nginx(workers.nginx()) as port:
        url = f"http://127.0.0.1:{port}"
        browser = Browser(url)
        games = [workers.new(browser) for _ in range(8)]
        seats = {game: [workers.seat(browser, game, url) for _ in range(2)] for game in games}
        sockets = [workers.health(n)["sockets"] for n in (0, 1)]
        assert sum(sockets) == 16 and all(sockets) and not any(n % 2 for n in sockets), sockets
        held = [workers.health(n)["games"] for n in (0, 1)]
        assert sum(held) == 8, f"no game is on both workers: {held}"
        for game, (one, _) in seats.items():
            message = {"decision": "0", "option": "lead-ann", "seat": "ann", "client_id": "a"}
            assert one.send("answer", **message) == {"ok": True, "version": 4}, game
        try:
            urllib.request.urlopen(f"{url}/metrics", timeout=60)  # noqa: S310
            raise AssertionError("figures are not for everybody")
        except urllib.error.HTTPError as error:
            assert error.code == 404
            error.close()

        workers.processes[0].stop(signal.SIGKILL)
        start = time.monotonic()
        lines = [seat.client for pair in seats.values() for seat in pair]
        until(lambda: sum(not line.connected for line in lines) == sockets[0], "who was there is cut off")
        for game, (one, _) in seats.items():
            if one.client.connected:  # on the worker that is still there
                continue
            again = workers.seat(browser, game, url)
            assert again.joined["version"] == 4, "nothing was lost"
            message = {"decision": "0", "option": "lead-ann", "seat": "ann", "client_id": "a"}
            assert again.send("answer", **message) == {"ok": True, "version": 4}, "the same act, once"
        assert time.monotonic() - start < 60
        assert workers.health(1)["games"] == 8, "all games are here now"


def test_of_two_servers_on_one_postgresql_one_is_refused_unless_they_know_of_each_other(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        (folder / "scenarios" / "toy").mkdir(parents=True)
    one, two = (Process("eventlet", folder, "log", ("--database", postgres_url)) for folder in folders)
    try:
        one.start()
        for more in ((), ("--message-queue", redis_url)):  # one that shares and one that does not
            two.more = ("--database", postgres_url, *more)
            with pytest.raises(AssertionError, match="another server uses this database"):
                two.start()
        assert "Traceback" not in two.log.read_text(), two.log.read_text()
        one.stop(signal.SIGKILL)
        two.start()  # nothing is left of a server that was killed
    finally:
        for process in (one, two):
            if process.running is not None and process.running.poll() is None:
                process.stop(signal.SIGKILL)
