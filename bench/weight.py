"""What a first visit to the table weighs: each part as it goes over the line, and the sum against the limit.

    python -m bench.weight [SYSTEM SCENARIO] [--coding gzip] [--lang ja]

Pages and files are asked of the application itself, with the coding that a browser takes from a plain address
(gzip) or from a secure one (br). What comes on joining goes through a WebSocket, which the default mode
deflates; it is counted so. Exit status 1 if the limit is passed.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from bench.common import arguments, find
from webgame.server import waiting
from webgame.server.access import Player
from webgame.server.app import create_app
from webgame.server.config import Config
from webgame.server.languages import LANGUAGES, USUAL

LIMIT = 250 * 1024  # bytes
ICON = re.compile(r'"icon": "([a-z0-9-]+)"')  # in what is shown at first; each may have a file of its own


def fetch(client: Any, path: str, coding: str) -> tuple[bytes, int]:
    """Return the text of a page and the bytes of its body on the line."""
    with client.get(path, headers={"Accept": "text/html,*/*", "Accept-Encoding": coding}) as answer:
        if answer.status_code != 200:
            sys.exit(f"{path}: status {answer.status_code}")
        sent = len(answer.data)
    with client.get(path, headers={"Accept": "text/html,*/*"}) as plain:
        return plain.data, sent


def weigh(system: Any, text: str, coding: str, lang: str = USUAL) -> dict[str, tuple[int, int]]:
    """Return for each part its bytes as text and on the line."""
    with tempfile.TemporaryDirectory() as folder:
        app, sio = create_app(Config(data=Path(folder), testing=True, bot_pace=0))
        house, client = app.extensions["webgame"], app.test_client()
        with client:
            page = client.get("/me", headers={"Accept": "text/html"}).get_data(as_text=True)
            found = re.search(r"You are ([^<]+)</a>", page)
            with client.session_transaction() as session:
                player = Player(session["player"], found[1] if found else "")
        game = waiting.create(house.store, player, system, "weight", text)
        waiting.take_all(house.store, game, player)
        waiting.start(house.store, game, player)
        html, sent = fetch(client, f"/g/{game}?lang={lang}", coding)
        parts = {"page": (len(html), sent)}
        paths = re.findall(
            r'(?:href|src|data-icons|data-words)="(/(?:static/dist|words)/[^"]+)"', html.decode()
        )
        for path in dict.fromkeys(paths):
            path = path.replace("&amp;", "&")
            if path.startswith("/words/"):  # as the client asks for them
                path += f"{'&' if '?' in path else '?'}lang={lang}"
            data, sent = fetch(client, path, coding)
            parts[path.partition("?")[0].rpartition("/")[2]] = (len(data), sent)
        socket = sio.test_client(app, flask_test_client=client)
        joined = socket.emit("join", {"game": game}, callback=True)
        if "error" in joined:
            sys.exit(f"join: {joined['error']['message']}")
        icons = sorted(set(ICON.findall(json.dumps([joined["scene"], joined["static"].get("terrain")]))))
        dist = app.extensions["webgame"].config.static / "dist" / "icons"
        found = [
            fetch(client, f"/static/dist/icons/{name}.svg", coding)
            for name in icons
            if (dist / f"{name}.svg").is_file()
        ]
        parts[f"{len(found)} icons"] = (sum(len(text) for text, _ in found), sum(sent for _, sent in found))
        data = json.dumps(joined, separators=(",", ":")).encode()
        parts["joining (WebSocket)"] = (len(data), len(zlib.compress(data)))
        house.tables.close()
        house.store.close()
    return parts


def main() -> None:
    """Print the parts and the sum."""
    parser = arguments(__doc__)
    parser.set_defaults(system="sde_arcade", scenario="forgotten-king")
    parser.add_argument("--coding", choices=["gzip", "br"], default="gzip")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default=USUAL)
    args = parser.parse_args()
    system, text = find(args)
    parts = weigh(system, text, args.coding, args.lang)
    total = sum(sent for _, sent in parts.values())
    if args.json:
        print(
            json.dumps(
                {"coding": args.coding, "lang": args.lang, "parts": parts, "total": total, "limit": LIMIT}
            )
        )
    else:
        for name, (whole, sent) in parts.items():
            print(f"{name:22} {whole / 1024:7.1f} KB  {sent / 1024:7.1f} KB on the line")
        print(f"{'in all (' + args.coding + ')':22} {sum(w for w, _ in parts.values()) / 1024:7.1f} KB  "
              f"{total / 1024:7.1f} KB of {LIMIT / 1024:.0f} KB")  # fmt: skip
    sys.exit(total > LIMIT)


if __name__ == "__main__":
    main()
