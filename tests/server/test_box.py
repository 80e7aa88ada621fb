"""The book of figures on its pages: chapters, search, entries, errors."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tests import toy
from tests.server.conftest import Player, Server
from webgame.engine import system as registry
from webgame.engine.book import Book, Chapter, Entry, Item, Line, Section
from webgame.server.box import fold, reader
from webgame.server.config import ROOT

HEAVY = 250_000  # compressed bytes of a first load, at most
SDE = "/box/sde_arcade"


class Links(HTMLParser):
    """The addresses that a page leads to, and what in it has inline styles or scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a":
            self.hrefs.append(str(found.get("href")))
        if "style" in found or (tag == "script" and "src" not in found):
            self.inline.append(tag)


class Meadow(toy.Toy):
    """The toy with a book of two entries."""

    name = "meadow"
    title = "Meadow with a book"
    pages = Book(
        (
            Chapter(
                "plants",
                "Plants",
                "flower",
                "green",
                "What grows",
                (
                    Entry(
                        "plant.rose",
                        "Flower",
                        "Rosé <b>",
                        "Rolls 2W against Thorn & Thorn; see T-1.",
                        lines=(Line("Petals", dice="12W+1★"), Line("Height", "3")),
                        sections=(Section("Has", (Item("Thorn", "Stings 1W", "plant.thorn"),)),),
                        rules=("T-1",),
                    ),
                    Entry("plant.thorn", "Part", "Thorn", "A Thorn <i>stings</i>", terms=("Thorn",)),
                ),
            ),
        ),
        {"W": ("White die", "white")},
    )

    def book(self) -> Book:
        """Return the book."""
        return self.pages


@pytest.fixture
def guest(server: Server) -> Iterator[Player]:
    registry.register(Meadow())
    yield server.player()
    registry._systems.pop("meadow")


def page(guest: Player, path: str) -> str:
    answer = guest.get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    html = str(answer.get_data(as_text=True))
    assert Links(html).inline == []
    return html


def found(guest: Player, query: str, system: str = SDE) -> list[str]:
    """Return the ids that a search finds, in order."""
    hrefs = Links(page(guest, f"{system}?{query}").partition('id="found"')[2]).hrefs
    return [h.rpartition("/")[2] for h in hrefs if h.startswith(f"{system}/")]


def test_the_lobby_and_the_rulebook_lead_to_the_book(guest: Player) -> None:
    assert SDE in Links(page(guest, "/?system=sde_arcade")).hrefs
    assert SDE in Links(page(guest, "/rules/sde_arcade")).hrefs
    assert "/box/toy" not in page(guest, "/") + page(guest, "/rules/toy")


@pytest.mark.slow
def test_the_chapters_lead_to_all_kinds(guest: Player) -> None:
    read = reader("sde_arcade")
    hrefs = Links(page(guest, SDE)).hrefs
    for chapter in read.book.chapters:
        assert f"{SDE}?chapter={chapter.id}" in hrefs
        ids = found(guest, f"chapter={chapter.id}&all=1")
        assert ids == [entry.id for entry in chapter.entries]
    kinds = [href for href in hrefs if "?kind=" in href]
    assert len(kinds) == sum(len(chapter.kinds()) for chapter in read.book.chapters)
    assert all(guest.get(href).status_code == 200 for href in kinds)
    assert len(found(guest, "kind=hero&all=1")) == 57


@pytest.mark.slow
def test_every_entry_opens_and_leads_on(guest: Player) -> None:
    read = reader("sde_arcade")
    known = {f"{SDE}/{id}" for id in read.book.entries}
    for id in read.book.entries:
        html = page(guest, f"{SDE}/{id}")
        for href in Links(html).hrefs:
            if href.startswith(f"{SDE}/"):
                assert href in known, f"{id} leads to {href}"
            if href.startswith("/rules/"):
                assert href.rpartition("#")[2] in read.system.rulebook or "#" not in href, f"{id}: {href}"


def test_an_entry_shows_dice_links_and_rules(guest: Player) -> None:
    html = page(guest, f"{SDE}/hero.questing-knight")
    assert html.count('data-tone="ruby" aria-hidden="true"') >= 3 and "2 × Red die" in html
    hrefs = Links(html).hrefs
    assert f"{SDE}/keyword.massive-damage" in hrefs and f"{SDE}/keyword.lance" in hrefs
    assert "/rules/sde_arcade#HA-10" in hrefs
    assert 'rel="next"' in html and 'rel="prev"' not in html


def test_search_knows_no_accents_and_no_case(guest: Player) -> None:
    assert found(guest, "q=BÓRIS")[0] == "model.bashful-boris"
    assert found(guest, "q=rose", "/box/meadow") == ["plant.rose"]
    assert found(guest, "q=questing+knight")[0] == "hero.questing-knight"
    assert fold(" Ünïcode  STRAẞE ’s ") == "unicode strasse 's"


def test_search_finds_names_first_then_kinds_then_texts(guest: Player) -> None:
    ids = found(guest, "q=knockdown&all=1")
    assert ids[0] == "keyword.knockdown" and "model.bashful-boris" in ids
    assert "hero.questing-knight" in found(guest, "q=massive+sword")  # an action
    assert "hero.questing-knight" in found(guest, "q=human+citrine+sapphire&all=1")  # what it is
    assert "gang.executioners" in found(guest, "q=billmen")  # a member
    assert found(guest, "q=knockdown&kind=status_effect") == ["keyword.knockdown"]
    only = found(guest, "q=knockdown&chapter=heroes&all=1")
    assert only and all(id.startswith(("hero.", "model.")) for id in only)


@pytest.mark.slow
def test_search_finds_every_entry_by_its_name(guest: Player) -> None:
    read = reader("sde_arcade")
    for entry in read.book.entries.values():
        hits = [hit.entry for hit in read.search(read.say(entry.name))]
        same = [hit for hit in hits if fold(read.say(hit.name)) == fold(read.say(entry.name))]
        assert entry in hits[: len(same)], entry.id


def test_a_long_list_is_cut_and_says_so(guest: Player) -> None:
    assert len(found(guest, "chapter=equipment")) == 48
    html = page(guest, f"{SDE}?chapter=equipment")
    assert "Show all 199" in html and f"{SDE}?chapter=equipment&amp;all=1" in html
    assert "199 entries" in html


def test_what_is_not_found_is_said(guest: Player) -> None:
    html = page(guest, f"{SDE}?q=%3Cscript%3Exyzzy")
    assert "Nothing in the book" in html and "&lt;script&gt;xyzzy" in html and "<script>xyzzy" not in html
    html = page(guest, f"{SDE}?q=knockdown&chapter=consul&kind=command")
    assert "Search the whole book" in html


def test_texts_of_a_book_are_shown_as_text(guest: Player) -> None:
    html = page(guest, "/box/meadow/plant.rose")
    assert "Rosé &lt;b&gt;" in html and "<b>" not in html
    assert html.count('class="term" href="/box/meadow/plant.thorn">Thorn</a> &amp; Thorn') == 1
    assert '<a href="/rules/meadow#T-1">T-1</a>' in html
    assert 'aria-label="12 × White die, +1★"' in html and "<span>×12</span>" in html
    own = page(guest, "/box/meadow/plant.thorn")
    assert "A Thorn &lt;i&gt;stings&lt;/i&gt;" in own  # no link to itself


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/box/nosuch", "nosuch"),
        ("/box/nosuch/hero.x", "nosuch"),
        ("/box/toy", "no book of figures"),
        ("/box/toy/hero.x", "no book of figures"),
        (f"{SDE}/hero.nobody", "hero.nobody"),
        (f"{SDE}/", "/box/sde_arcade/"),
        (f"{SDE}?kind=dragons", "dragons"),
        (f"{SDE}?chapter=weather", "it has heroes, monsters"),
    ],
)
def test_bad_addresses_are_not_found_and_say_why(guest: Player, path: str, says: str) -> None:
    answer = guest.get(path)
    assert answer.status_code == 404
    text = answer.get_data(as_text=True)
    assert says in text and "That did not work" in text


def test_a_search_is_not_too_long(guest: Player) -> None:
    answer = guest.get(f"{SDE}?q={'x' * 81}")
    assert answer.status_code == 400 and "at most 80" in answer.get_data(as_text=True)
    assert guest.get(f"{SDE}?q={'x' * 80}").status_code == 200


@pytest.mark.slow
def test_pages_are_light(guest: Player) -> None:
    built = [ROOT / "static" / "dist" / name for name in ("style.css", "box.js", "icons.svg")]
    if not all(path.is_file() for path in built):
        pytest.skip("static/dist is not built")
    fixed = sum(len(gzip.compress(path.read_bytes())) for path in built)
    for query in ("", "?chapter=monsters&all=1", "?chapter=equipment&all=1", "?q=e&all=1", "/keyword.poison"):
        html = page(guest, SDE + query)
        assert fixed + len(gzip.compress(html.encode())) < HEAVY, query


def test_the_headings_of_an_entry_go_down_step_by_step(guest: Player) -> None:
    for id in ("hero.questing-knight", "model.bramble-knight", "keyword.fire"):
        levels = [int(n) for n in re.findall(r"<h([1-6])", page(guest, f"{SDE}/{id}"))]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
