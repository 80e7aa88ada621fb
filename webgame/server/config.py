"""What a server is started with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

Mode = Literal["eventlet", "gevent", "threading"]
ROOT = Path(__file__).resolve().parents[2]


class Config(msgspec.Struct, kw_only=True):
    """Settings of one server process; `cli.py serve` fills them from its options."""

    async_mode: Mode = "threading"  # eventlet, gevent or threading; whoever patches chooses
    data: Path = ROOT / "data"  # secret key and, by default, the database
    database: str = ""  # SQLAlchemy URL; empty: SQLite in the data folder
    scenarios: Path = ROOT / "scenarios"
    templates: Path = ROOT / "templates"
    static: Path = ROOT / "static"
    names: tuple[str, ...] = ()  # host names that are allowed besides local ones
    host: str = "127.0.0.1"  # what the server listens on
    urls: tuple[str, ...] = ()  # how others on the LAN reach this server
    message_queue: str = ""  # URL of a Redis, when several processes share one database
    proxies: int = 0  # in front of this server: so many X-Forwarded-* headers are true
    posts: tuple[float, float] = (2.0, 60.0)  # HTTP writes: a second, and at once, for each player
    gets: tuple[float, float] = (20.0, 400.0)  # pages and files, for each address
    codes: tuple[float, float] = (0.1, 10.0)  # tries of a join code, for each address
    messages: tuple[float, float] = (30.0, 120.0)  # socket messages, for each player
    sockets: tuple[int, int] = (16, 256)  # open at once: of a player, of an address
    grace: float = 30.0  # seconds without a socket after which a player counts as absent
    presence: float = 0.5  # seconds between two messages about who is at a table: each goes to all there
    idle: float = 300.0  # seconds without sockets after which a game leaves memory
    bot_pace: float = 0.5  # seconds that a bot waits before an answer while somebody looks on; 0: none
    queue_limit: int = 200  # unsent packets of one client before it is cut off
    testing: bool = False


_MUCH = (1e9, 1e9)
UNLIMITED: dict[str, Any] = {  # for measurements and tests
    "posts": _MUCH,
    "gets": _MUCH,
    "codes": _MUCH,
    "messages": _MUCH,
    "sockets": (10**6, 10**6),
}
