"""The browser client's unit tests, run by node; the hash is fed with records and checksums of the engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from webgame.engine.scene import checksum, scene_hash

ROOT = Path(__file__).parent.parent

RECORDS: list[dict[str, Any]] = [
    {},
    {"at": 12, "size": 1, "health": [2, 3], "badges": []},
    {"z": 1, "a": {"y": True, "b": False, "c": None}, "M": -17},
    {"name": "Größe, 大きい, 🐸 frog", "ключ": "\u2028 \u2029 \u00ad"},
    {"text": 'say "no"\\ / \n\r\t\b\f \x00\x01\x1f\x7f end'},
    {"deep": [[-1, [0, [2147483648, -2147483649]]], [], [{"k": ["<b>", "&", "'"]}]]},
    {"😀": 1, "\ufb01": 2, "\ue000": 3, "a": 4, "aa": 5, "A": 6, "": 7},
    {"targets": list(range(300)), "params": {"ap": 1, "tone": "attack"}},
    {"big": 9007199254740991, "small": -9007199254740991},
]
SCENE = {
    "pieces": {f"p~{i}/é": record for i, record in enumerate(RECORDS)},
    "tokens": {},
    "turn": {"now": {"round": 3}},
}


def test_client_units(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules").is_dir():
        pytest.skip("node or node_modules is missing: ./play sets them up")
    samples = [
        {"section": section, "id": key, "record": record, "crc": checksum(section, key, record)}
        for section in ("pieces", "öffentlich")
        for key, record in zip(("a", "b/c", "d~e", "f>1", "ü", "🐸", "g", "h", "i"), RECORDS, strict=True)
    ]
    path = tmp_path / "samples.json"
    path.write_text(
        json.dumps({"samples": samples, "scene": SCENE, "hash": scene_hash(SCENE)}), encoding="utf-8"
    )
    done = subprocess.run(
        [node, str(ROOT / "static" / "test" / "run.mjs")],
        env={**os.environ, "HASH_SAMPLES": str(path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
