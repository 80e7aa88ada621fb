"""The console script: chooses the async mode and patches before anything else is imported."""

import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

Listen = Callable[[Any, Any, Any, Any], None]  # application, Socket.IO server, socket, SSL context or None
Apart = Callable[[Callable[[], None]], object]  # does what waits for the disk without stopping the others
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


def _eventlet() -> tuple[Listen, Apart]:
    os.environ.setdefault("EVENTLET_NO_GREENDNS", "yes")  # names are looked up at the start, if at all
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own: bugfix mode; see design.md section 7
        import eventlet
        import eventlet.tpool
        import eventlet.wsgi
    eventlet.monkey_patch()
    eventlet.tpool.set_num_threads(1)  # one writes at a time

    class Protocol(eventlet.wsgi.HttpProtocol):  # type: ignore[misc]
        rbufsize, wbufsize = 2048, 4096  # bytes, which each WebSocket keeps, too

        def finish(self) -> None:
            try:
                super().finish()
            finally:
                self.environ = None  # which holds this: a ring, buffers and all, for the collector

    def listen(app: Any, _sio: Any, listening: Any, tls: Any) -> None:
        hub, main = eventlet.hubs.get_hub(), eventlet.getcurrent()

        def stop(_number: int, _frame: Any) -> None:
            # Raised in a green thread, it would hit any handler, and some swallow all that they are hit by.
            if eventlet.getcurrent() is hub.greenlet:  # idle: it passes the exception on to the main one
                raise KeyboardInterrupt
            hub.schedule_call_global(0, main.throw, KeyboardInterrupt)

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        if tls is not None:  # the handshake at the first read: nobody can hold up the others by not speaking
            listening = tls.wrap_socket(listening, server_side=True, do_handshake_on_connect=False)
        eventlet.wsgi.server(listening, app, log_output=False, max_size=4096, protocol=Protocol)

    return listen, eventlet.tpool.execute


def _gevent() -> tuple[Listen, Apart]:
    from gevent import monkey

    monkey.patch_all()
    import gevent
    from gevent import pywsgi, ssl

    class Server(pywsgi.WSGIServer):  # type: ignore[misc]
        def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> Any:
            try:
                return super().wrap_socket_and_handle(client_socket, address)
            except (ssl.SSLError, OSError):  # who hangs up in the middle is no news
                return None

    def listen(app: Any, _sio: Any, listening: Any, tls: Any) -> None:
        server = Server(listening, app, log=None, **({"ssl_context": tls} if tls else {}))
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, server.stop)  # an exception in its hub would be printed
        server.serve_forever()

    def apart(act: Callable[[], None]) -> None:
        gevent.get_hub().threadpool.apply(act)

    return listen, apart


def _threading() -> tuple[Listen, Apart]:
    def listen(app: Any, _sio: Any, listening: Any, tls: Any) -> None:
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
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            server.ssl_context = tls

        def stop(_number: int, _frame: Any) -> None:
            # Raised just after a handler's thread began, an exception would close the socket under it.
            threading.Thread(target=server.shutdown, daemon=True).start()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        server.serve_forever(poll_interval=0.1)

    return listen, lambda act: act()  # the others have threads of their own


def main() -> None:
    """Patch by mode, then run the command line."""
    mode = choose_mode(sys.argv[1:])
    serving = any(argument == "serve" for argument in sys.argv[1:])
    prepare = {"eventlet": _eventlet, "gevent": _gevent, "threading": _threading}[mode]
    try:
        prepared = prepare() if serving else None  # other commands need no server and start faster without
    except ImportError as error:
        sys.exit(f"async mode {mode} needs a package that is not installed: {error}")
    from webgame.cli import cli

    cli(obj=(*prepared, mode) if prepared else None)


if __name__ == "__main__":
    main()
