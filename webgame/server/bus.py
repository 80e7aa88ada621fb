"""News between the server processes that serve the same games; a server that is alone has nobody to tell.

Only news: what counts is in the store. Whoever misses some catches up from there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from webgame.server.errors import Refused

if TYPE_CHECKING:
    from redis import Redis

CHANNEL = "webgame"
PAUSE = 1.0  # seconds before a lost connection is tried again


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others about a game."""

    by: str  # the process
    game: str
    version: int = 0  # the log has come so far
    tell: dict[str, Any] = {}  # what its people are told
    here: dict[str, Any] = {}  # its people: `people`, `leads`, `ids`
    cast: dict[
        str, Any
    ] = {}  # a vote cast there on a question that is open here: `id`, `seats`, `yes`, `player`
    row: bool = False  # name, code or host have changed
    gone: bool = False  # deleted


Hear = Callable[[News | None], None]


class Bus:
    """The line to the other processes, if there are any."""

    def __init__(self, url: str, warn: Callable[[str], None]) -> None:
        """Prepare it; raise Refused (`no_redis`) if what it needs is not installed."""
        self.id = secrets.token_hex(6)
        self.several = bool(url)
        self._warn = warn
        self._redis: Redis | None = None
        if url:
            try:
                from redis import Redis
            except ImportError:
                raise Refused(
                    "no_redis", "several processes need the package redis: pip install 'webgame[scale]'"
                ) from None
            self._redis = Redis.from_url(url, health_check_interval=15)

    def say(self, game: str, **news: Any) -> None:
        """Tell the others something about a game; what they miss, they learn from the store later."""
        if self._redis is None:
            return
        try:
            self._redis.publish(CHANNEL, msgspec.json.encode(News(by=self.id, game=game, **news)))
        except Exception as error:  # whatever the client library raises: nobody here depends on it
            self._warn(f"the message queue can't be reached: {error}")

    def listen(self, hear: Hear, sleep: Callable[..., object]) -> None:
        """Pass on what the others say, for ever; None: something may have been missed."""
        assert self._redis is not None  # noqa: S101 -- called by who has several
        while True:
            try:
                with self._redis.pubsub(ignore_subscribe_messages=True) as line:  # type: ignore[no-untyped-call]
                    line.subscribe(CHANNEL)
                    hear(None)
                    for message in line.listen():
                        news = msgspec.json.decode(message["data"], type=News)
                        if news.by != self.id:
                            hear(news)
            except Exception as error:  # the same; the next round begins with catching up
                self._warn(f"the message queue can't be heard: {error}")
            sleep(PAUSE)
