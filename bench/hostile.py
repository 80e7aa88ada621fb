"""What somebody hostile sends: messages and requests, well-formed or not, made by a seeded generator."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable
from typing import Any

NASTY: tuple[Any, ...] = (
    *(
        "",
        " ",
        "\0",
        "../../etc/passwd",
        "..%2f..%2fpyproject.toml",
        "/etc/passwd",
        "C:\\boot.ini",
        "\u202e\u2028",
    ),
    *(
        "' OR 1=1 --",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "${jndi:ldap://x}",
        "%s%n%x",
        "a" * 300,
        "\u0000\uffff",
        "\U0001f409",
    ),
    *("__proto__", "constructor", "null", "-1", "1e309", "ann", "bob", "cat", "true", "\r\nSet-Cookie: a=b"),
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2**31,
        2**53,
        2**64,
        -(2**63),
        0.5,
        1e308,
        [],
        {},
        [[]],
        {"": {}},
        [None] * 50,
    ),
)
VIEWS = ("", "tv", "watch", "all")
DOS = ("take", "leave", "give", "bot", "unbot", "sit")
WHYS = ("", "gap", "drift", "board", "news", "else")


class Attacker:
    """Makes messages about one game; `quiet` leaves out those that its sender may have carried out."""

    def __init__(self, rng: random.Random, game: str, quiet: bool) -> None:
        self.rng = rng
        self.game = game
        self.names = [name for name in FORMS if name not in CHANGING] if quiet else list(FORMS)
        self.ill = [*CHANGING] if quiet else []

    def text(self) -> str:
        """Return some text: nasty, or random letters."""
        if self.rng.random() < 0.5:
            return str(self.rng.choice(NASTY))
        return "".join(self.rng.choices(string.printable, k=self.rng.randint(1, 40)))

    def number(self) -> int:
        """Return some number, mostly a small one."""
        return self.rng.choice((0, 1, 2, 3, 7, 24, 25, 99, 10**6 - 1, 2**31, -1))

    def value(self) -> Any:
        """Return any value that JSON can carry."""
        if self.rng.random() < 0.1:
            deep: Any = 0
            for _ in range(self.rng.randint(5, 200)):
                deep = [deep] if self.rng.random() < 0.7 else {"a": deep}
            return deep
        return self.rng.choice(NASTY)

    def message(self) -> tuple[str, Any]:
        """Return the name and the data of a message; about half are of the right form."""
        if self.ill and self.rng.random() < 0.3:
            name = self.rng.choice(self.ill)
            return name, self.broken(name)
        name = self.rng.choice(self.names)
        if self.rng.random() < 0.55:
            return name, self.whole(name)
        return name, self.broken(name)

    def whole(self, name: str) -> dict[str, Any]:
        """Return data of the right form."""
        game = self.game if self.rng.random() < 0.9 else self.text()[:64] or "x"
        return {"game": game, **FORMS[name](self)}

    def broken(self, name: str) -> Any:
        """Return data of a wrong form: a field too many, too few, of another kind, or no fields at all."""
        if self.rng.random() < 0.15:
            return self.value()
        data = self.whole(name)
        how = self.rng.random()
        if how < 0.35 and len(data) > 1:
            data[self.rng.choice([key for key in data if key != "game"])] = self.rng.choice(
                ({"x": 1}, [[1]], 0.25, "y" * 5000, {"a": {"b": []}})
            )
        elif how < 0.7:
            data[self.text() or "extra"] = self.value()
        else:
            data["game"] = self.rng.choice((5, None, [], {}, "", "z" * 100))
        return data

    def packet(self) -> bytes:
        """Return a packet that is no proper Socket.IO."""
        return self.rng.choice(PACKETS) if self.rng.random() < 0.7 else self.text().encode("utf-8", "replace")


Make = Callable[[Attacker], dict[str, Any]]
FORMS: dict[str, Make] = {
    "join": lambda a: {
        "view": a.rng.choice(VIEWS),
        "seat": a.rng.choice(("", "ann", "cat", "dog", a.text())),
    },
    "answer": lambda a: {
        "decision": a.rng.choice(("0", "4", "99", "x")),
        "option": a.text()[:200],
        "seat": a.rng.choice(("", "ann", "bob", "cat", "dog")),
        "client_id": str(a.number()),
        "picks": [a.number() for _ in range(a.rng.randint(0, 5))],
    },
    "sync": lambda a: {"version": a.rng.choice((-1, 0, 3, 4, 2**31)), "why": a.rng.choice(WHYS)},
    "query": lambda a: {"version": a.rng.choice((3, 4, 3, 0)), "about": {a.text() or "square": a.value()}},
    "past": lambda a: {"at": a.rng.choice((0, 1, 5)), "key": a.text()[:200], "play": a.rng.random() < 0.5},
    "timeline": lambda a: {},
    "lead": lambda a: {"at": a.rng.choice((None, 0, 1, 10**6))},
    "seat": lambda a: {
        "do": a.rng.choice(DOS),
        "seat": a.rng.choice(("ann", "bob", "cat", "dog")),
        "to": a.text()[:200],
    },
    "undo": lambda a: {"seat": a.rng.choice(("", "ann", "cat")), "client_id": str(a.number())},
    "redo": lambda a: {"seat": a.rng.choice(("", "ann", "cat")), "client_id": str(a.number())},
    "rulings": lambda a: {},
    "rule": lambda a: {"what": {"kind": "move", "piece": a.text()[:60], "at": a.number()}, "client_id": "r"},
    "unveil": lambda a: {"yes": a.rng.random() < 0.5, "client_id": "u"},
    "vote": lambda a: {"id": a.text()[:60] or "v", "yes": a.rng.choice((True, False, None))},
    "chat": lambda a: {"text": a.text()},
    "ping": lambda a: {"at": a.rng.choice((0, 24, 10**6, "p.ann", a.text()[:64] or "x"))},
    "arrow": lambda a: {"line": a.rng.choice((None, [0, 24], [999999, 0]))},
    "clock": lambda a: {"minutes": a.rng.choice((0, 5, 60, 61))},
}
CHANGING = ("answer", "seat", "undo", "redo", "rule", "unveil", "vote", "clock")  # if the sender may
PACKETS = (
    b'42["chat",{"text":"\\ud83d"}]',
    b'420["chat",{"game":"\\udc00","text":"x"}]',
    *(
        b"42[",
        b"42{}",
        b"42[]",
        b"42[5]",
        b'42["join"',
        b'4299999999999999999999["join",{}]',
        b"4",
        b"5",
        b"9",
    ),
    *(
        b"43[]",
        b'430["x"]',
        b"44",
        b"40/admin,",
        b"41",
        b'451-["join",{"_placeholder":true,"num":0}]',
        b"0{}",
        b"6",
    ),
    *(
        b'42["connect"]',
        b'42["disconnect"]',
        b'42["nosuch",{}]',
        b'42/x,["join",{}]',
        b"42" + b"[" * 2000,
        b"\xc3\xa9",
    ),
)


class Intruder:
    """Makes HTTP requests against a list of rules (`/g/<id>/link`)."""

    def __init__(self, rng: random.Random, rules: list[str], games: list[str], token: str) -> None:
        self.rng = rng
        self.rules = rules
        self.games = games
        self.token = token
        self.maker = Attacker(rng, games[0], False)

    def request(self) -> tuple[str, str, bytes, dict[str, str]]:
        """Return method, path, body and headers."""
        rng = self.rng
        rule = rng.choice(self.rules)
        parts = []
        for part in rule.split("/"):
            if part.startswith("<"):
                part = rng.choice(self.games) if rng.random() < 0.5 else self.word()
            parts.append(part)
        path = "/".join(parts) or "/"
        if rng.random() < 0.3:
            path += "?" + "&".join(f"{self.word()}={self.word()}" for _ in range(rng.randint(1, 4)))
        if rng.random() < 0.05:
            path = "/" + self.word() * rng.randint(1, 20)
        method = rng.choice(("GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"))
        headers: dict[str, str] = {
            "Accept": rng.choice(("*/*", "text/html", "application/json", self.word()))
        }
        if rng.random() < 0.2:
            name = rng.choice(
                ("Host", "Origin", "Referer", "Cookie", "Range", "X-Forwarded-For", "If-None-Match")
            )
            headers[name] = self.word()
        if rng.random() < 0.1:
            headers["Accept-Language"] = self.word()
        body = b""
        if method not in ("GET", "HEAD"):
            body, headers["Content-Type"] = self.body()
        return method, path, body, headers

    def word(self) -> str:
        """Return a word for an address or a header: quoted at random, always in one line."""
        text = self.maker.text().encode("utf-8", "replace")
        if self.rng.random() < 0.6:
            return "".join(f"%{byte:02x}" for byte in text[:60])
        kept = "".join(chr(byte) for byte in text if 33 <= byte < 127 and byte not in b'#?"<>')
        return kept or "x"

    def body(self) -> tuple[bytes, str]:
        """Return a body and what it says it is."""
        rng = self.rng
        fields = {
            rng.choice(
                ("do", "seat", "name", "code", "at", "note", "scenario", "options", "bot", "who", "nonce")
            ): self.word()
            for _ in range(rng.randint(0, 5))
        }
        if rng.random() < 0.6:
            fields["token"] = self.token
        kind = rng.random()
        if kind < 0.7:
            return "&".join(
                f"{k}={v}" for k, v in fields.items()
            ).encode(), "application/x-www-form-urlencoded"
        if kind < 0.8:
            return json.dumps(fields).encode(), "application/json"
        save = rng.choice(
            (b"{}", b"[" * 5000, b"\xff\xfe", json.dumps({"format": 1, "header": fields}).encode())
        )
        if kind < 0.95:
            head = (
                b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n' + self.token.encode() + b"\r\n"
            )
            file = b'--b\r\nContent-Disposition: form-data; name="save"; filename="../../x"\r\n\r\n' + save
            return head + file + b"\r\n--b--\r\n", "multipart/form-data; boundary=b"
        return save, rng.choice(("multipart/form-data", "text/xml", "x/y", ""))
