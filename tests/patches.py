"""What a client makes of a patch, the plain way: the second opinion on `webgame.engine.scene.diff`."""

from __future__ import annotations

from typing import Any

import msgspec


def patched(scene: Any, patch: Any) -> Any:
    """Return the scene that a patch leads to, both as they come over the wire."""
    scene, patch = msgspec.json.decode(msgspec.json.encode([scene, patch]))
    for section, changes in patch.items():
        if changes is None:
            del scene[section]
            continue
        records = scene.setdefault(section, {})
        for id, change in changes.items():
            if change is None:
                del records[id]
            elif isinstance(change, list):
                (records[id],) = change
            else:
                _set(records[id], change)
    return scene


def _set(record: Any, fields: Any) -> None:
    for name, value in fields.items():
        if isinstance(record.get(name), list) and isinstance(value, dict):
            for number, inner in value.items():
                _set(record[name][int(number)], inner)
        else:
            record[name] = value
