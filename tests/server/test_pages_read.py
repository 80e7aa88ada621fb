"""Pages of both games as a Japanese reader sees them: no English is left in what is shown or read out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tests.reading import english
from tests.server.conftest import GENEROUS, Player, Server
from webgame.engine import system as registry
from webgame.server.config import ROOT, Config

SAME = {
    *("HP", "MV", "AC", "RNG", "AP", "STR", "ARM", "WILL", "DEX", "MP"),  # printed so on all cards
    *("FAQ", "QR", "TV", "SHA", "HMAC", "UTF", "JavaScript", "commit", "seed"),
}
pytestmark = pytest.mark.slow
BILINGUAL = {"Language / 言語"}  # is to be found by who can't read the page
SPOKEN = ("title", "aria-label", "placeholder", "alt")
HIDDEN = {"script", "style", "code", "kbd", "svg", "template"}
VOID = {"br", "hr", "img", "input", "link", "meta", "source", "use"}
ADDRESS = re.compile(r"https?://\S+|\b[A-Za-z]+://\S+")


class Reader(HTMLParser):
    """Collects what a page shows and says, without what is marked as English."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # elements, and whether they are passed over
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        over = tag in HIDDEN or given.get("lang", "ja") != "ja" or any(over for _, over in self.open)
        if not over:
            self.texts += [text for name in SPOKEN if (text := given.get(name))]
            if tag == "input" and given.get("type", "text") == "text":
                self.texts.append(given.get("value") or "")
        if tag not in VOID:
            self.open.append((tag, over))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(over for _, over in self.open):
            self.texts.append(data.strip())


def left(page: str) -> list[str]:
    """Return the texts of a page in which English words are left."""
    assert '<html lang="ja"' in page
    texts = set(Reader(page).texts) - BILINGUAL
    return sorted(text for text in texts if english(ADDRESS.sub("", text), SAME))


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A Japanese player at a server with all scenarios of both games, and no other game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "names", lambda: ["guildhaven", "sde_arcade"])
        server = Server(
            Config(
                data=tmp_path_factory.mktemp("read"),
                scenarios=ROOT / "scenarios",
                gets=GENEROUS,
                posts=GENEROUS,
                async_mode="threading",
                testing=True,
            )
        )
        player = server.player("あき")
        assert player.get("/?lang=ja").status_code == 200
        yield player
        server.close()


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/?system=guildhaven", "/me", "/rules/sde_arcade", "/rules/guildhaven"),
        *("/new/sde_arcade/first-steps", "/new/guildhaven/A", "/new/guildhaven/campaign"),
        *("/build/sde_arcade", "/box/sde_arcade", "/box/sde_arcade/die.g"),
        *("/box/sde_arcade?kind=hero", "/box/sde_arcade?kind=creep&chapter=monsters"),
    ],
)
def test_a_page_is_read_in_japanese_alone(reader: Player, path: str) -> None:
    answer = reader.get(path)
    assert answer.status_code == 200
    assert left(answer.get_data(as_text=True)) == []


def test_the_pages_of_a_table_are_read_in_japanese_alone(reader: Player) -> None:
    found: dict[str, list[str]] = {}
    for scenario in ("sde_arcade/first-steps", "guildhaven/A"):
        game = reader.create(scenario=scenario)
        reader.sit(game, "bot")  # all seats
        for path in ("", "/proof", "/seats"):
            found[f"{scenario}{path}"] = left(reader.get(f"/g/{game}{path}").get_data(as_text=True))
        page = reader.get(f"/g/{game}/manage").get_data(as_text=True)
        found[f"{scenario}/manage"] = left(re.sub(r'<input id="new-name".*?>|<strong>.*?</strong>', "", page))
        reader.start(game)
        found[scenario] = left(reader.get("/").get_data(as_text=True))
    assert {path: texts for path, texts in found.items() if texts} == {}
