"""Scenes: what one audience sees, as two levels of maps by stable id: section -> id -> small flat record.

A diff is a comparison of records, a patch is a list of RFC 6902 operations, and the hash is the sum of the
records' checksums, so both sides can keep it up to date record by record. Records hold no floats, and a field
keeps its kind (1 and true count as equal here, but not in the checksum).

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
Patch = list[dict[str, Any]]

_canonical = msgspec.json.Encoder(order="sorted").encode


def checksum(section: str, key: str, record: Record) -> int:
    """Return the CRC-32 of a record: its path, a colon and its canonical JSON."""
    return zlib.crc32(_canonical(record), zlib.crc32(f"{section}/{key}:".encode()))


def scene_hash(scene: Scene) -> int:
    """Return the hash of a whole scene: the sum of all checksums modulo 2**32."""
    return sum(checksum(s, k, r) for s, records in scene.items() for k, r in records.items()) & 0xFFFFFFFF


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def diff(old: Scene, new: Scene) -> tuple[Patch, int]:
    """Return the patch from `old` to `new` and the change of the hash (to be added modulo 2**32).

    Changed records are patched by field unless most of their fields changed; objects in a list that has kept
    its length, too.
    """
    patch: Patch = []
    delta = 0
    for section, records in new.items():
        before = old.get(section)
        if before is None:
            patch.append({"op": "add", "path": f"/{_escape(section)}", "value": records})
            delta += sum(checksum(section, key, record) for key, record in records.items())
            continue
        if before is records:
            continue
        for key, record in records.items():
            was = before.get(key)
            if was is record or was == record:
                continue
            path = f"/{_escape(section)}/{_escape(key)}"
            delta += checksum(section, key, record)
            if was is None:
                patch.append({"op": "add", "path": path, "value": record})
                continue
            delta -= checksum(section, key, was)
            patch += _fields(path, was, record)
        for key, was in before.items():
            if key not in records:
                patch.append({"op": "remove", "path": f"/{_escape(section)}/{_escape(key)}"})
                delta -= checksum(section, key, was)
    for section, records in old.items():
        if section not in new:
            patch.append({"op": "remove", "path": f"/{_escape(section)}"})
            delta -= sum(checksum(section, key, record) for key, record in records.items())
    return patch, delta & 0xFFFFFFFF


def _fields(path: str, was: Record, now: Record) -> Patch:
    changed = [name for name, value in now.items() if name not in was or was[name] != value]
    gone = [name for name in was if name not in now]
    if 2 * (len(changed) + len(gone)) > len(now):
        return [{"op": "replace", "path": path, "value": now}]
    ops: Patch = [{"op": "remove", "path": f"{path}/{_escape(name)}"} for name in gone]
    for name in changed:
        where, value = f"{path}/{_escape(name)}", now[name]
        inner = _items(where, was[name], value) if name in was else None
        if inner is not None:
            ops += inner
        else:
            ops.append({"op": "replace" if name in was else "add", "path": where, "value": value})
    return ops


def _items(path: str, was: Any, now: Any) -> Patch | None:
    """Return a patch item by item for two lists of as many objects; None if the whole is no longer."""
    if not isinstance(was, list) or not isinstance(now, list) or len(was) != len(now) or len(now) < 2:
        return None
    ops: Patch = []
    for number, (old, new) in enumerate(zip(was, now, strict=True)):
        if old == new:
            continue
        if not isinstance(old, dict) or not isinstance(new, dict):
            return None
        ops += _fields(f"{path}/{number}", old, new)
    return ops if 2 * len(ops) <= len(now) + 1 else None
