"""The special instructions of the sheets: ops for triggers and the hero's actions, one file a kind."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path


def load() -> None:
    """Import all files of this folder, so that their ops stand in the tables of `rules/special`."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem != "__init__":
            import_module(f"{__name__}.{path.stem}")
