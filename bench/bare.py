"""A bare Flask-SocketIO server for bench/live.py, the floor: an answer is emitted to all as 600 bytes.

python bench/bare.py PORT
"""

import sys
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import eventlet  # noqa: TID251 -- a process of its own
    import eventlet.wsgi  # noqa: TID251
eventlet.monkey_patch()

import socket  # noqa: E402

from flask import Flask  # noqa: E402
from flask_socketio import SocketIO, emit, join_room  # noqa: E402

app = Flask("bare")
sio = SocketIO(app, async_mode="eventlet", cors_allowed_origins="*")
FILL = "x" * 540


@sio.on("join")
def join(_data: object) -> dict[str, bool]:
    """Come in."""
    join_room("all")
    return {"ok": True}


@sio.on("answer")
def answer(data: object) -> dict[str, bool]:
    """Tell all."""
    emit("step", {"n": data, "fill": FILL}, to="all")
    return {"ok": True}


listening = eventlet.listen(("127.0.0.1", int(sys.argv[1])), backlog=512)
listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
print("READY", flush=True)
eventlet.wsgi.server(listening, app, log_output=False, max_size=4096)
