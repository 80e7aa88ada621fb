"""What goes out compressed, and that caches can tell the kinds apart."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest

from tests.server.conftest import Server

SCRIPT = "console.log('a long walk over the meadow');\n" * 100
FILES = {
    "dist/main.js": SCRIPT,
    "dist/style.css": "p { color: red }\n" * 200,
    "dist/icons.svg": "<svg/>" * 400,
}
OPEN = {"gzip": gzip.decompress, "br": brotli.decompress}


@pytest.fixture
def built(serve: Callable[..., Server], tmp_path: Path) -> Server:
    """A server with a built client of its own."""
    for name, text in FILES.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return serve(static=tmp_path / "static")


def get(server: Server, path: str, coding: str = "", **headers: str) -> Any:
    answer = server.app.test_client().get(path, headers={"Accept-Encoding": coding, **headers})
    answer.get_data()
    answer.close()
    return answer


@pytest.mark.parametrize("coding", ["gzip", "br"])
@pytest.mark.parametrize(
    "path",
    ["/", "/words/toy.json", "/static/dist/main.js", "/static/dist/style.css", "/static/dist/icons.svg"],
)
def test_pages_and_scripts_go_out_compressed(built: Server, path: str, coding: str) -> None:
    html = {"Accept": "text/html"} if path == "/" else {}
    plain, small = get(built, path, **html), get(built, path, coding, **html)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == coding
    assert "Accept-Encoding" in small.headers["Vary"] and "Accept-Encoding" in plain.headers["Vary"]
    assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data)
    if path != "/":  # the page's form token differs
        assert OPEN[coding](small.data) == plain.data


def test_who_takes_both_gets_the_smaller(built: Server) -> None:
    answer = get(built, "/static/dist/main.js", "gzip, deflate, br")
    assert answer.headers["Content-Encoding"] == "br"


def test_a_cached_file_is_not_sent_again(built: Server) -> None:
    path = "/static/dist/main.js"
    tags = {coding: get(built, path, coding).headers["ETag"] for coding in ("", "gzip", "br")}
    assert len(set(tags.values())) == 3, "another coding is another representation"
    for coding, tag in tags.items():
        again = get(built, path, coding, **{"If-None-Match": tag})
        assert again.status_code == 304 and not again.data, coding
    assert get(built, path, "gzip", **{"If-None-Match": tags["br"]}).status_code == 200


def test_marked_files_are_kept_for_good_and_pages_never(built: Server) -> None:
    marked = get(built, "/static/dist/main.js?v=1", "gzip")
    assert marked.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "immutable" not in get(built, "/static/dist/main.js", "gzip").headers["Cache-Control"]
    assert "immutable" not in get(built, "/static/dist/none.js?v=1", "gzip").headers.get("Cache-Control", "")
    assert get(built, "/", "gzip").headers["Cache-Control"] == "no-store"


def test_small_answers_stay_as_they_are(built: Server) -> None:
    answer = get(built, "/health", "gzip, br")
    assert "Content-Encoding" not in answer.headers and answer.get_json()["ok"] is True
