"""Words for the way to the browser: an English text as key gives way to a mark of five letters.

In other languages than the usual one most keys are whole texts (of cards, of rules), and half of what would
be sent is English that the browser has anyway. static/src/words.ts makes the same marks to look a text up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SIGN = "#"  # no key of any words begins with it


def mark(text: str) -> str:
    """Return the mark of a text: 30 bits of FNV-1a over its UTF-16 units, after the sign."""
    number = 0x811C9DC5
    units = text.encode("utf-16-le")
    for at in range(0, len(units), 2):
        number = ((number ^ int.from_bytes(units[at : at + 2], "little")) * 0x01000193) & 0xFFFFFFFF
    return SIGN + "".join(LETTERS[number >> shift & 63] for shift in range(0, 30, 6))


def shorten(words: Mapping[str, str], plain: Mapping[str, str]) -> dict[str, str]:
    """Return the words with marks for all keys that are not in `plain`, like beside like: so they pack best.

    Texts that share a mark keep their keys.
    """
    texts = [key for key in words if key not in plain]
    marks = {key: mark(key) for key in texts}
    taken = Counter(marks.values())
    pairs = [(marks[key] if taken[marks[key]] == 1 else key, words[key]) for key in texts]
    kept = sorted((key, text) for key, text in words.items() if key in plain)
    return dict(kept + sorted(pairs, key=lambda pair: (pair[1], pair[0])))
