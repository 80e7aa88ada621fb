"""The console script: chooses the async mode and patches before anything else is imported."""

import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

MODES = ("eventlet", "gevent", "threading")


def choose_mode(arguments: list[str]) -> str:
    """Return the async mode of `--async-mode`, else of WEBGAME_ASYNC, else eventlet; exit if it is none."""
    mode = os.environ.get("WEBGAME_ASYNC") or "eventlet"
    for number, argument in enumerate(arguments):
        if argument == "--async-mode" and number + 1 < len(arguments):
            mode = arguments[number + 1]
        elif argument.startswith("--async-mode="):
            mode = argument.partition("=")[2]
    if mode not in MODES:
        sys.exit(f"async mode {mode!r} is not known: one of {', '.join(MODES)}")
    return mode


def _eventlet() -> Callable[[Any, Any, Any], None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own: bugfix mode; see design.md section 7
        import eventlet
        import eventlet.wsgi
    eventlet.monkey_patch()

    def listen(app: Any, _sio: Any, listening: Any) -> None:
        hub, main = eventlet.hubs.get_hub(), eventlet.getcurrent()

        def stop(_number: int, _frame: Any) -> None:
            # Raised in a green thread, it would hit any handler, and some swallow all that they are hit by.
            if eventlet.getcurrent() is hub.greenlet:  # idle: it passes the exception on to the main one
                raise KeyboardInterrupt
            hub.schedule_call_global(0, main.throw, KeyboardInterrupt)

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        eventlet.wsgi.server(listening, app, log_output=False, max_size=4096)

    return listen


def _gevent() -> Callable[[Any, Any, Any], None]:
    from gevent import monkey

    monkey.patch_all()
    import gevent
    from gevent import pywsgi

    def listen(app: Any, _sio: Any, listening: Any) -> None:
        server = pywsgi.WSGIServer(listening, app, log=None)
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, server.stop)  # an exception in its hub would be printed
        server.serve_forever()

    return listen


def _threading() -> Callable[[Any, Any, Any], None]:
    def listen(app: Any, _sio: Any, listening: Any) -> None:
        import logging
        import threading

        from werkzeug.serving import WSGIRequestHandler, make_server

        class Handler(WSGIRequestHandler):
            disable_nagle_algorithm = True

            def log_request(self, *_: Any) -> None:
                return

        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        host, port = listening.getsockname()[:2]
        fd = listening.fileno()
        server = make_server(host, port, app, threaded=True, request_handler=Handler, fd=fd)

        def stop(_number: int, _frame: Any) -> None:
            # Raised just after a handler's thread began, an exception would close the socket under it.
            threading.Thread(target=server.shutdown, daemon=True).start()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        server.serve_forever(poll_interval=0.1)

    return listen


def main() -> None:
    """Patch by mode, then run the command line."""
    mode = choose_mode(sys.argv[1:])
    serving = any(argument == "serve" for argument in sys.argv[1:])
    prepare = {"eventlet": _eventlet, "gevent": _gevent, "threading": _threading}[mode]
    try:
        listen = prepare() if serving else None  # other commands need no server and start faster without
    except ImportError as error:
        sys.exit(f"async mode {mode} needs a package that is not installed: {error}")
    from webgame.cli import cli

    cli(obj=(listen, mode) if listen else None)


if __name__ == "__main__":
    main()
