"""Scenes: what one audience sees, as two levels of maps by stable id: section -> id -> small flat record.

A diff is a comparison of records, and the hash is the sum of the records' checksums, so both sides can keep
it up to date record by record. Records hold no floats, and a field keeps its kind (1 and true count as equal
here, but not in the checksum).

A patch is what has changed, in the shape of the scene: section -> id -> change. `null` in place of a section
or a record: it is gone; `[record]`: the whole record, new or in place of the old one; `{field: value, ...}`:
these fields of the record that is there are so now. A field that is a list and gets an object is changed item
by item: `{index: {field: value}}`. (What a JSON Patch would say, in half its bytes.)

The drawing vocabulary (a client knows these sections and nothing else):

* `board`   `main`: {kind: "squares" | "zones", w, h, fog?: [squares]}; the rest is in the static part
* `pieces`  id: {at, size, icon, name, mark?, side, kind, tone, health: [left, full], badges, card, seat,
  state}; `at` is -1 off the board; badges are {icon, name, n, tone}; `mark`: the number in a name, if
  there are several like it
* `tokens`  id: {at | squares: [...], icon, name, kind, tone}: things that lie on the board
* `areas`   id: {name, kind: "hand" | "row" | "pile", owner?, count?, order}: where cards lie
* `cards`   id: {area, card, order, state?}: a card in an area; `card` names its text in the static part
* `sheets`  id: {piece, seat, name, icon, order, lines: [{label, value, dice?}], actions, slots, abilities}
* `tracks`  id: {name, value, max?, icon?, side?, order, text?}
* `turn`    `now`: {round, phase, active?: piece, side?, queue: coming activations, next?: what follows}
* `seats`, `decision`, `options`, `log`, `result`: written by the game itself
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

Record = dict[str, Any]
Scene = dict[str, dict[str, Record]]
Patch = dict[str, dict[str, Any] | None]

_canonical = msgspec.json.Encoder(order="sorted").encode


def checksum(section: str, key: str, record: Record) -> int:
    """Return the CRC-32 of a record: its path, a colon and its canonical JSON."""
    return zlib.crc32(_canonical(record), zlib.crc32(f"{section}/{key}:".encode()))


def scene_hash(scene: Scene) -> int:
    """Return the hash of a whole scene: the sum of all checksums modulo 2**32."""
    return sum(checksum(s, k, r) for s, records in scene.items() for k, r in records.items()) & 0xFFFFFFFF


def diff(old: Scene, new: Scene) -> tuple[Patch, int]:
    """Return the patch from `old` to `new` and the change of the hash (to be added modulo 2**32).

    >>> diff({"pieces": {"p": {"at": 3, "name": "Rat"}}}, {"pieces": {"p": {"at": 4, "name": "Rat"}}})[0]
    {'pieces': {'p': {'at': 4}}}
    """
    patch: Patch = {}
    delta = 0
    for section, records in new.items():
        before = old.get(section)
        if before is records:
            continue
        changes: dict[str, Any] = {}
        for key, record in records.items():
            was = before.get(key) if before is not None else None
            if was is record or was == record:
                continue
            delta += checksum(section, key, record)
            if was is None:
                changes[key] = [record]
            else:
                delta -= checksum(section, key, was)
                changes[key] = _change(was, record)
        for key, was in before.items() if before is not None else ():
            if key not in records:
                changes[key] = None
                delta -= checksum(section, key, was)
        if changes or before is None:
            patch[section] = changes
    for section, records in old.items():
        if section not in new:
            patch[section] = None
            delta -= sum(checksum(section, key, record) for key, record in records.items())
    return patch, delta & 0xFFFFFFFF


def _change(was: Record, now: Record) -> Record | list[Record]:
    """Return how to change a record: the fields that are another, or it as a whole."""
    fields = _fields(was, now)
    return [now] if fields is None else fields


def _fields(was: Record, now: Record) -> Record | None:
    """Return the fields that are another; None if that can't be said by field."""
    if not was.keys() <= now.keys():
        return None
    changed: Record = {}
    for name, value in now.items():
        if name not in was:
            changed[name] = value
        elif (old := was[name]) != value:
            if isinstance(old, list) and isinstance(value, dict):
                return None
            changed[name] = _items(old, value) or value
    return changed


def _items(was: Any, now: Any) -> Record | None:
    """Return what is new in a list of as many objects as before, by item; None if the whole is no longer."""
    if not isinstance(was, list) or not isinstance(now, list) or len(was) != len(now):
        return None
    changed: Record = {}
    same = 0
    for number, (old, new) in enumerate(zip(was, now, strict=True)):
        if old == new:
            same += 1
            continue
        fields = _fields(old, new) if isinstance(old, dict) and isinstance(new, dict) else None
        if fields is None:
            return None
        same += len(fields) < len(new)
        changed[str(number)] = fields
    return changed if same else None
