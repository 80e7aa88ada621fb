"""Packets that are none, over the transport itself; and the benchmarks that attack a server, in small."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.hostile import PACKETS
from bench.serving import Server
from bench.wire import Guest, Lost, Wire

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["threading", *(pytest.param(m, marks=pytest.mark.slow) for m in ("eventlet", "gevent"))]
)
def test_what_is_no_packet_ends_the_connection_and_no_more(tmp_path: Path, mode: str) -> None:
    server = Server(tmp_path, mode=mode)
    server.start()
    try:
        guest = Guest(server.port)

        async def send() -> None:
            for packet in PACKETS:
                wire = await Wire.connect(server.port, guest.cookie)
                wire.write(packet)
                try:
                    await asyncio.wait_for(wire.lost.wait(), 0.05)
                except TimeoutError:
                    wire.close()
            wire = await Wire.connect(server.port, guest.cookie)
            came, take = bytearray(), wire.data_received
            wire.data_received = lambda data: (came.extend(data), take(data))[1]  # type: ignore[method-assign]
            wire.write(b"x")
            await asyncio.wait_for(wire.lost.wait(), 30)
            assert b"HTTP/" not in came, "an answer of HTTP is no frame of a WebSocket"
            wire = await Wire.connect(server.port, guest.cookie)
            assert await wire.call("watch", {}) == {"ok": True}
            with pytest.raises(Lost):
                await wire.call("nosuch", {}, 0.2)
            wire.close()

        asyncio.run(send())
        figures = guest.ask("GET", "/metrics")[2].decode()
    finally:
        server.stop()
    assert "Traceback" not in server.text(), server.text()
    assert "bad_packets" in figures and "a packet that can't be read" in server.text()


BENCHES = {
    "kill": ["--rounds", "2"],
    "chaos": ["--answers", "25"],
    "fuzz": ["--messages", "800", "--requests", "150"],
    "soak": ["--games", "2"],
}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", BENCHES)
def test_the_proof_in_small(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *BENCHES[name]],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=590,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
