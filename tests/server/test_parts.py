"""Small parts: limits, rings of steps, markdown, addresses, names."""

from __future__ import annotations

import random

import msgspec
import pytest

from webgame.server import access, limits, markdown, net
from webgame.server.errors import Refused
from webgame.server.limits import Limits
from webgame.server.steps import Ring


def test_a_bucket_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("webgame.server.limits.time.monotonic", lambda: now[0])
    bucket = Limits(rate=2, burst=3)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b"), "keys do not share"
    now[0] = 0.5
    assert bucket.take("a") and not bucket.take("a")
    now[0] = 100
    assert not bucket.take("a", 3.5) and bucket.take("a", 3)
    bucket.forget("a")
    assert bucket.take("a", 3)


def test_buckets_of_strangers_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEYS_KEPT", 2)
    bucket = Limits(rate=0, burst=1)
    for key in "abc":
        bucket.take(key)
    assert not bucket.take("c") and bucket.take("a")


def test_a_bucket_that_is_full_again_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("webgame.server.limits.time.monotonic", lambda: now[0])
    bucket = Limits(rate=2, burst=10)
    for number in range(100):
        bucket.take(f"stranger {number}")
    now[0] = 4.0
    bucket.take("late")
    assert len(bucket._buckets) == 101
    now[0] = 5.1
    bucket.take("later")
    assert list(bucket._buckets) == ["late", "later"]


def step(at: int, size: int = 0) -> dict[str, object]:
    return {"to": at + 1, "frames": random.Random(at).randbytes(size // 2).hex()}


def test_a_ring_gives_steps_in_a_row_or_nothing() -> None:
    ring = Ring(limit=1000)
    for at in range(5):
        ring.add(step(at))
    assert [msgspec.json.decode(s)["to"] for s in ring.since(3, 5) or []] == [4, 5]
    assert ring.since(5, 5) is None and ring.since(3, 6) is None
    ring.add(step(9))
    assert ring.since(3, 10) is None and ring.since(9, 10) is not None


def test_a_ring_is_bounded_in_bytes() -> None:
    ring = Ring(limit=1000)
    for at in range(50):
        ring.add(step(at, 300))
    assert ring.bytes <= 1000 and ring.since(49, 50) and ring.since(40, 50) is None
    ring.add(step(50, 5000))
    assert ring.bytes == 0


def test_markdown_is_escaped_and_links_rules() -> None:
    text = "See **T-1** and T-99 `a<b>` *now* <script>\n\n- one\n  more\n- two\n\n"
    text += "| a | b |\n| --- | --- |\n| 1 | T-1 |"
    html = markdown.render(text, {"T-1"}.__contains__)
    assert '<strong><a href="#T-1">T-1</a></strong> and T-99' in html
    assert "<code>a&lt;b&gt;</code>" in html and "<em>now</em>" in html and "<script>" not in html
    assert "<ul><li>one more</li><li>two</li></ul>" in html
    assert '<th scope="col">a</th>' in html and '<td><a href="#T-1">T-1</a></td>' in html


def test_lists_after_a_line_of_text() -> None:
    html = markdown.render("Do this:\n  1. first;\n  2. second", lambda _: False)
    assert html == "<p>Do this:</p>\n<ol><li>first;</li><li>second</li></ol>"


def test_addresses_for_the_lan() -> None:
    assert net.lan_urls("127.0.0.1", 8000) == [] and net.lan_urls("localhost", 8000) == []
    assert net.lan_urls("192.168.1.5", 80) == ["http://192.168.1.5:80/"]
    assert all(url.endswith(":8000/") for url in net.lan_urls("0.0.0.0", 8000))
    assert "<svg" in net.qr_svg("http://192.168.1.5:8000/") and "█" in net.qr_terminal("http://x/")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://a:1", "a:1", True),
        ("https://A:1", "a:1", True),
        ("http://a:2", "a:1", False),
        ("null", "a:1", False),
        ("http://[", "a:1", False),
        ("", "", False),
    ],
)
def test_origins(origin: str, host: str, same: bool) -> None:
    assert net.same_origin(origin, host) is same


def test_texts_are_cleaned() -> None:
    assert access.clean("  a\u202e\n\tb\x00 ", 10, "x") == "a b"
    with pytest.raises(Refused, match="x is empty"):
        access.clean("\u200b", 10, "x")
    with pytest.raises(Refused, match="11 characters"):
        access.clean("a" * 11, 10, "x")
