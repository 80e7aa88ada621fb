"""Named random streams drawn from one seed, with commit and reveal of that seed.

A draw is HMAC-SHA256(seed, stream and index), so streams are independent of each other: how often one
purpose was drawn for never changes what another purpose meets, and undo followed by the same act meets
the same dice.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_WORDS = struct.Struct(">4Q")  # the four words of a digest
_INNER = bytes(b ^ 0x36 for b in range(256))  # what HMAC makes of the key before each of its two hashes
_OUTER = bytes(b ^ 0x5C for b in range(256))


class Rng:
    """Random draws by purpose; the counters say how often each purpose was drawn for."""

    __slots__ = ("_inner", "_outer", "_seed", "counters")

    def __init__(self, seed: bytes, counters: dict[str, int] | None = None) -> None:
        self._seed = seed
        self._inner, self._outer = _hashes(seed)
        self.counters: dict[str, int] = {} if counters is None else counters

    def draw(self, stream: str, n: int) -> int:
        """Return a uniform number in 0..n-1 from `stream` and advance it.

        >>> Rng(b"seed").draw("attack", 6) == Rng(b"seed").draw("attack", 6)
        True
        """
        if not 0 < n <= _WORD:
            raise ValueError(f"a draw needs 1 <= n <= 2**64, not {n}")
        index = self.counters.get(stream, 0)
        self.counters[stream] = index + 1
        limit = _WORD - _WORD % n  # words at or above it would favour low numbers
        attempt = 0
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(f"{stream}\0{index}\0{attempt}".encode())
            outer.update(inner.digest())
            for word in _WORDS.unpack(outer.digest()):
                if word < limit:
                    return int(word % n)
            attempt += 1

    def shuffle(self, stream: str, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place (Fisher-Yates), one draw of `stream` for each step."""
        for last in range(len(items) - 1, 0, -1):
            other = self.draw(stream, last + 1)
            items[last], items[other] = items[other], items[last]

    def drawn(self) -> int:
        """Return how many draws were made from all streams together."""
        return sum(self.counters.values())

    def fork(self, label: str) -> Rng:
        """Return an unrelated generator for `label`; nothing drawn from it tells anything about this one."""
        return Rng(hmac.digest(self._seed, b"fork\0" + label.encode(), "sha256"))


def _hashes(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the two hashes of HMAC-SHA256 with the key taken in: the same for every draw (RFC 2104)."""
    block = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    return hashlib.sha256(block.translate(_INNER)), hashlib.sha256(block.translate(_OUTER))


def commitment(secret: bytes) -> str:
    """Return the public hash that binds the server to `secret` before the first roll."""
    return hashlib.sha256(b"commit\0" + secret).hexdigest()


def seed_from(secret: bytes, nonces: Iterable[str]) -> bytes:
    """Return the seed of a game: the committed secret mixed with what the seats added afterwards."""
    digest = hashlib.sha256(b"seed\0" + secret)
    for nonce in nonces:
        text = nonce.encode()
        digest.update(len(text).to_bytes(4, "big") + text)
    return digest.digest()
