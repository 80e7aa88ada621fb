"""The data folder: one server at a time, or several that know of each other."""

from __future__ import annotations

import os
from pathlib import Path

from webgame.server.errors import Refused


class FolderLock:
    """A lock on a data folder that ends with the process, however that ends."""

    def __init__(self, folder: Path, shared: bool) -> None:
        """Take it: alone, or with other servers that share it too; raise Refused (`folder_in_use`)."""
        folder.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            import fcntl
        except ImportError:  # no such locks on this system: then without
            return
        try:
            fcntl.flock(self._handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            os.close(self._handle)
            raise Refused(
                "folder_in_use",
                f"another server uses {folder}: stop it, or name another folder by --data"
                " (several servers on one need --message-queue, all of them)",
            ) from None

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)
