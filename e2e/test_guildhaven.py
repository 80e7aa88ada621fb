"""The second rulebook in the same client: a scenario by clicks, a campaign after a restart, hidden cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Ear, Person, Server
from pages import Look, TablePage, Waiting, until
from playwright.sync_api import Locator, Page, WebSocket, expect
from test_guide import PHONE
from test_screens import fits, shot

CLICKS = 400
HALVES = ("bottom.", "top.")  # a way first, then what there is to strike


class HeroTable(TablePage):
    """The table of somebody who plays the hero."""

    def sensible(self, now: Look) -> tuple[str, Callable[[], None]]:
        """Play halves while there are some; take hits; rest when the hand is empty."""
        if now["dialog"] or now["picking"]:
            return super().sensible(now)
        deeds = [deed for half in HALVES for deed in now["deeds"] if deed["option"].startswith(half)]
        if deeds:
            deed = deeds[0]
            return f"deed {deed['option']}", lambda: self.button(".deed", deed)
        tired = "Rest? 0 in hand" in now["ask"] or "Rest? 1 in hand" in now["ask"]
        wanted = ("yes" if tired else "", "take", "keep", "do", "consume")
        answers = [b for option in wanted for b in now["answers"] if b["option"] == option != ""]
        if answers:
            answer = answers[0]
            return f"answer {answer['option']}", lambda: self.button(".answers .answer", answer)
        return super().sensible(now)

    def press_option(self, option: str) -> None:
        """Click an answer by its option."""
        self.my_turn()
        self.reach_out()
        self.page.locator(f'[data-option="{option}"]').first.click()

    def take(self, *options: str) -> HeroTable:
        """Click answers, one decision each."""
        for option in options:
            before = self.my_turn()
            self.press_option(option)
            self.wait(f"an answer: {option}", lambda now, v=before["version"]: now["version"] > v)
            self.calm()
        return self

    def pick_two(self, *options: str) -> HeroTable:
        """Pick what a form asks for and send it."""
        before = self.my_turn()
        for option in options:
            self.press_option(option)
        self.page.locator(".answers .done").click()
        self.wait("the form", lambda now: now["version"] > before["version"])
        self.calm()
        return self

    def create_hero(self) -> HeroTable:
        """Create a gunman out of the shadow, and start on the first square."""
        self.pick_two("specialty>specialty.weaponry", "specialty>specialty.shadow")
        self.take("name>Lantern", "colour>teal", "perk>perk.shadow:thick_blood")
        return self


def set_up(page: Page, scenario: str) -> HeroTable:
    """Set up a scenario, sit down and start."""
    page.goto(f"/new/guildhaven/{scenario}")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    Waiting(page).take_all().start()
    table = HeroTable(page)
    table.at_once()
    return table


def test_a_scenario_is_played_to_its_end_by_clicking(person: Person) -> None:
    table = set_up(person(), "A").create_hero()
    done: list[str] = []
    while len(done) < CLICKS and not table.look()["result"]:
        done.append(table.step())
    assert table.look()["result"], f"after {len(done)} clicks the game still runs: {done[-20:]}"
    assert any(what.startswith("deed top.") for what in done)
    assert any(what.startswith("attack") for what in done)
    expect(table.page.locator("dialog[open] .result")).to_contain_text("lost" if lost(table) else "won")


def lost(table: TablePage) -> bool:
    return "lost" in table.look()["dialog"]


def test_a_campaign_goes_on_after_the_server_was_restarted(
    own_server: Server, person: Person, ear: Ear
) -> None:
    ear.allow("ERR_CONNECTION|WebSocket")
    page = person(base_url=own_server.url)
    table = set_up(page, "campaign").create_hero()
    assert "passage 1" in table.my_turn()["ask"]
    expect(page.locator(".offer-text")).to_contain_text("You are a night courier")
    table.take("read_on>passage.p01")
    now = table.my_turn()
    assert "start square" in now["ask"]
    table.answer("a start square", lambda: table.press(now["lit"][0]), now)
    table.pick_two("select>weaponry:twin_pistols", "select>shadow:night_terror")
    before = table.my_turn()
    own_server.kill()
    own_server.start()
    again = HeroTable.visit(page, table.id)
    after = again.my_turn()
    assert (after["version"], after["hash"], after["ask"]) == (
        before["version"],
        before["hash"],
        before["ask"],
    )
    assert isinstance(again, HeroTable)
    again.tab("Cards")
    expect(page.locator(".area", has_text="The story so far")).to_contain_text("Passage 1")
    again.take("lead>weaponry:twin_pistols")
    assert again.look()["version"] > before["version"]


def test_a_spectator_sees_no_card_that_is_face_down(person: Person) -> None:
    ann, bob = person(), person()
    table = set_up(ann, "B").create_hero()
    now = table.my_turn()
    table.answer("a start square", lambda: table.press(now["lit"][0]), now)
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: heard.append(str(data)))

    bob.on("websocket", listen)
    watching = TablePage.visit(bob, table.id)
    watching.tab("Cards")
    until("the open socket", lambda: heard)
    joined = len(heard)
    hand = bob.locator(".area", has_text=re.compile(r"^\s*Hand"))
    expect(hand).to_contain_text("10")
    assert bob.locator(".area .face").filter(has_text="Twin Pistols").count() == 0
    table.pick_two("select>weaponry:twin_pistols", "select>shadow:night_terror")
    chosen = bob.locator(".area", has_text="Chosen, face down")
    expect(chosen).to_contain_text("2")
    expect(hand).to_contain_text("8")
    told = "".join(heard[joined:])
    assert "twin_pistols" not in told and "night_terror" not in told
    assert bob.locator(".area .face").filter(has_text="Night Terror").count() == 0
    table.take("lead>weaponry:twin_pistols")
    turned = bob.locator(".area", has_text="Cards of this round")
    expect(turned).to_contain_text("Twin Pistols")
    expect(turned).to_contain_text("Night Terror")
    assert bob.locator(".area .face").filter(has_text="Aimed Shot").count() == 0  # the hand stays hidden


SHELF = """() => {
  const shelf = document.querySelector(".offers");
  const within = (inner, outer) => [inner, outer].map((e) => e.getBoundingClientRect()).reduce((a, b) =>
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1);
  return [...shelf.querySelectorAll(".offer")].map((card) => ({
    name: card.querySelector("b").textContent, seen: within(card, shelf),
    named: [card.querySelector("b")].every((b) => b.scrollWidth <= b.clientWidth + 1),
    texts: [...card.querySelectorAll(".offer-text > span")].every((part) => within(part, card)) }));
}"""
SIZES = (
    {"viewport": {"width": 1366, "height": 768}},
    {**PHONE, "viewport": {"width": 390, "height": 844}},
    {**PHONE, "viewport": {"width": 820, "height": 1180}},
)


def hold(page: Page, what: Locator) -> None:
    """Let a finger rest on something, then lift it."""
    box = what.bounding_box()
    assert box
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    cdp = page.context.new_cdp_session(page)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(page.locator(".tip-card")).to_be_visible()
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone", "tablet"))
def test_a_first_game_sees_all_it_may_choose_from(person: Person, size: dict[str, Any]) -> None:
    """All ten cards lie there at once; a card that is pointed at is read; the first hints come."""
    page = person(guide=True, **size)
    table = set_up(page, "A")
    hint = page.get_by_role("note", name="Hint")

    def all_seen(count: int) -> None:
        table.my_turn()
        cards = page.evaluate(SHELF)
        assert len(cards) == count and all(c["seen"] and c["named"] and c["texts"] for c in cards), cards

    expect(hint).to_contain_text("two of six powers")
    inside = """() => {
      const [ring, powers] = [".hint-ring", ".offers"].map((s) => document.querySelector(s))
        .map((e) => e.getBoundingClientRect());
      return ring.top <= powers.top && ring.bottom >= powers.top + 40 && ring.left <= powers.left + 5; }"""
    assert page.evaluate(inside), "the ring is around the powers"
    all_seen(6)
    table.pick_two("specialty>specialty.weaponry", "specialty>specialty.shadow")
    all_seen(12)
    table.take("name>Lantern")
    all_seen(8)
    table.take("colour>teal")
    expect(hint).to_contain_text("A perk lasts")
    all_seen(6)
    table.take("perk>perk.shadow:thick_blood")
    now = table.my_turn()
    table.answer("a start square", lambda: table.press(now["lit"][0]), now)
    expect(hint).to_contain_text("Choose two for this round")
    page.get_by_role("button", name="Got it").click()
    all_seen(10)
    shot(page, f"guildhaven-hand-{size['viewport']['width']}")
    fits(page)
    cloak = page.locator('[data-option="select>shadow:cloak_of_dusk"]')
    if "has_touch" not in size:
        cloak.hover()
        expect(page.locator(".tip-card")).to_contain_text("▼ Move 3")
        return
    hold(page, cloak)
    expect(page.locator(".tip-card")).to_contain_text("▼ Move 3")
    expect(cloak).to_have_attribute("aria-pressed", "false")
    cloak.tap()
    expect(cloak).to_have_attribute("aria-pressed", "true")  # one touch: it can be put back
