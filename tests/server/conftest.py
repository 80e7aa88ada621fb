"""A server in threading mode with the toy system, and players that talk to it as browsers do."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from flask import Flask
from flask_socketio import SocketIO
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from tests import toy
from tests.patches import patched
from webgame.server.app import create_app
from webgame.server.config import Config
from webgame.server.house import House
from webgame.server.store import Store

GENEROUS = (1000.0, 1000.0)


class Templates(BytecodeCache):
    """Templates compiled once for all the servers of a run."""

    def __init__(self) -> None:
        self.code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.code:
            bucket.bytecode_from_string(self.code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = Templates()


class Route(Rule):
    """A route whose code is compiled once for all the servers of a run: half of a server's start."""

    code: ClassVar[dict[Any, Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = tuple(self._trace), str(self.defaults), append_unknown
        if key not in self.code:
            self.code[key] = super()._compile_builder(append_unknown)
        return self.code[key]


Flask.url_rule_class = Route


@cache
def empty_database() -> bytes:
    """The file of a new database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        Store(f"sqlite:///{path}").close()
        return path.read_bytes()


class Server:
    """One server process, so to speak."""

    def __init__(self, config: Config) -> None:
        self.config = config
        database = config.data / "games.db"
        if not config.database and not database.exists():
            database.parent.mkdir(parents=True, exist_ok=True)
            database.write_bytes(empty_database())
        self.app: Flask
        self.sio: SocketIO
        self.app, self.sio = create_app(config)
        self.app.jinja_env.bytecode_cache = TEMPLATES
        self.house: House = self.app.extensions["webgame"]

    def player(self, name: str = "") -> Player:
        return Player(self, name)

    def close(self) -> None:
        self.house.tables.close()
        self.house.store.close()


class Player:
    """A browser: a cookie jar, forms and a socket."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.http = server.app.test_client()
        self.socket: Any = None
        self.ids = 0
        page = self.http.get("/", headers={"Accept": "text/html"}).get_data(as_text=True)
        found = re.search(r'name="token" value="(\w+)"', page)
        assert found
        self.token = found[1]
        if name:
            assert self.post("/name", name=name).status_code == 302

    def get(self, path: str) -> Any:
        return self.http.get(path, headers={"Accept": "text/html"})

    def post(self, path: str, /, **form: Any) -> Any:
        return self.http.post(path, data={"token": self.token, **form})

    def error(self, path: str, /, **form: Any) -> str:
        """Send a form that must fail; return the code of the error."""
        answer = self.post(path, **form)
        assert answer.status_code >= 400, answer.get_data(as_text=True)
        return str(answer.get_json()["error"]["code"])

    def create(self, **form: Any) -> str:
        answer = self.post("/new", **{"scenario": "toy/meadow", **form})
        assert answer.status_code == 302, answer.get_data(as_text=True)
        return str(answer.location.rsplit("/", 1)[1])

    def sit(self, game: str, do: str, /, **form: Any) -> None:
        answer = self.post(f"/g/{game}/sit", do=do, **form)
        assert answer.status_code == 302, answer.get_data(as_text=True)

    def start(self, game: str) -> None:
        answer = self.post(f"/g/{game}/start")
        assert answer.status_code == 302, answer.get_data(as_text=True)

    def connect(self, **options: Any) -> Any:
        self.socket = self.server.sio.test_client(self.server.app, flask_test_client=self.http, **options)
        return self.socket

    def send(self, name: str, /, **message: Any) -> Any:
        """Send a message and return its acknowledgement, as JSON carries it."""
        return msgspec.json.decode(msgspec.json.encode(self.socket.emit(name, message, callback=True)))

    def join(self, game: str, **message: Any) -> Any:
        if self.socket is None or not self.socket.is_connected():
            self.connect()
        self.game = game
        return self.send("join", game=game, **message)

    def answer(self, decision: str, option: str, /, **more: Any) -> Any:
        self.ids += 1
        message = {"game": self.game, "decision": decision, "option": option, "client_id": f"c{self.ids}"}
        return self.send("answer", **message | more)

    def received(self, name: str) -> list[Any]:
        """Return what came by a name since the last look; the rest is dropped."""
        return [event["args"][0] for event in self.socket.get_received() if event["name"] == name]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    toy.register_toy()
    folder = tmp_path / "scenarios" / "toy"
    folder.mkdir(parents=True)
    (folder / "meadow.toml").write_text(toy.SCENARIO)
    (folder / "short.toml").write_text(toy.SHORT)
    (folder / "broken.toml").write_text(toy.SCENARIO.replace("rounds = 2", "rounds = 0"))
    (folder / "no_toml.toml").write_text("rounds = = 2")
    return Config(
        data=tmp_path / "data",
        scenarios=tmp_path / "scenarios",
        gets=GENEROUS,
        posts=GENEROUS,
        codes=GENEROUS,
        messages=GENEROUS,
        bot_pace=0.0,
        presence=0.0,
        async_mode=os.environ.get("WEBGAME_TEST_MODE", "threading"),  # type: ignore[arg-type]  # see in_mode.py
        testing=True,
    )


@pytest.fixture
def serve(config: Config) -> Iterator[Callable[..., Server]]:
    """Make servers, all on one database, as several processes or one after the other would be."""
    servers: list[Server] = []

    def make(**changes: Any) -> Server:
        servers.append(Server(msgspec.structs.replace(config, **changes)))
        return servers[-1]

    yield make
    for server in servers:
        server.close()


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve()


class Match:
    """A started game: Ann and Bob are Red's, Cat is Blue's."""

    def __init__(self, server: Server, **form: Any) -> None:
        self.server = server
        self.red, self.blue = server.player("Rita"), server.player("Bela")
        self.id = self.red.create(**form)
        self.red.sit(self.id, "take", seat="ann", nonce="rita's")
        self.red.sit(self.id, "take", seat="bob")
        if form.get("code"):
            assert self.blue.get(f"/join/{form['code']}").status_code == 302
        self.blue.sit(self.id, "take", seat="cat", nonce="bela's")
        self.red.start(self.id)

    def join(self) -> tuple[Any, Any]:
        return self.red.join(self.id), self.blue.join(self.id)

    @property
    def game(self) -> Any:
        """The live game of this server."""
        return self.server.house.tables.ask(self.id, lambda table: {"game": table.game})["game"]

    def decision(self) -> str:
        return str(self.game.decision.id)


@pytest.fixture
def match(server: Server) -> Match:
    return Match(server)


def followed(joined: Any, steps: list[Any]) -> Any:
    """Return the scene that a client has after these steps, checking order and hashes as it does."""
    from webgame.engine.scene import scene_hash

    scene, version = joined["scene"], joined["version"]
    assert scene_hash(scene) == joined["hash"]
    for step in steps:
        assert step["to"] == version + 1
        for frame in step["frames"]:
            scene = patched(scene, frame.get("patch", {}))
        version = step["to"]
        assert scene_hash(scene) == step["hash"]
    return scene


def event_keys(steps: list[Any]) -> list[str]:
    """Return the keys of what these steps tell, in order."""
    return [e["key"] for step in steps for frame in step["frames"] for e in frame.get("events", ())]
