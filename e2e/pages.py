"""What a person sees and does on each page: read what is offered, click it, wait for what comes of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 15_000  # ms until something that must happen counts as not happening
CLICKS = 300  # clicks after which a game must be over: the longest of many took 143
IDLE = 12  # clicks without an answer after which something is wrong
GOOD = ("equip.", "stand.mp", "master.")  # what helps the party and costs nothing

# What can be seen on the table, read in one go. Places are in pixels of the window.
LOOK = """() => {
  const root = document.querySelector("#table");
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const seen = (e) => e.getClientRects().length > 0;
  const words = (e) => (e ? e.innerText.trim().replace(/\\s+/g, " ") : "");
  const tone = (e) => (/tone-(\\w+)/.exec(e.getAttribute("class")) || ["", ""])[1];
  const middle = (e) => {
    const r = e.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  const button = (e) => ({ option: e.dataset.option || "", text: words(e), tone: tone(e),
    pressed: e.getAttribute("aria-pressed") === "true" });
  const usable = (e) => seen(e) && !e.disabled && e.getAttribute("aria-disabled") !== "true";
  const mark = (e) => {
    const shape = e.querySelector("rect, circle");
    const wide = shape.getAttribute("width") || 2 * shape.getAttribute("r");
    const corner = (axis) => +(shape.getAttribute(axis) ?? shape.getAttribute("c" + axis) - wide / 2);
    return { tone: tone(e), x: Math.floor((corner("x") + 10) / 100), y: Math.floor((corner("y") + 10) / 100),
      picked: e.classList.contains("picked"), at: middle(shape) };
  };
  const figure = (e) => {
    const [, x, y] = /translate\\(([-\\d.]+)[ ,]+([-\\d.]+)/.exec(e.getAttribute("transform"));
    return { id: e.dataset.piece, x: x / 100, y: y / 100, foe: !e.classList.contains("side-0"),
      active: e.classList.contains("is-active"), name: e.querySelector("title").textContent };
  };
  const prompt = root.querySelector(".prompt");
  const dialog = root.querySelector("dialog[open]");
  return {
    version: +(root.dataset.version ?? -1),
    hash: root.dataset.hash ?? "",
    net: (/is-(\\w+)/.exec(root.querySelector(".badge-net")?.className) || ["", ""])[1],
    mine: !!prompt?.classList.contains("mine"),
    playing: !!prompt?.classList.contains("playing"),
    busy: !!prompt?.classList.contains("busy"),
    ask: words(root.querySelector(".prompt .ask")),
    armed: !!root.querySelector(".board.armed"),
    answers: all(".answers button.answer").filter(usable).map(button),
    picking: !!root.querySelector(".answers .done"),
    done: usable(root.querySelector(".answers .done") ?? document.createElement("p")),
    deeds: all(".deeds [data-option]").filter(usable).map(button),
    menu: all(".menu:not([hidden]) .menu-item").map(button),
    lit: all(".below .lit").map(mark),
    aims: all(".above .aim").map(mark),
    figures: all(".piece[data-piece]").map(figure),
    dialog: dialog ? words(dialog) : "",
    result: !!root.querySelector("dialog[open] .result"),
    notes: all(".notes .note").map(words),
  };
}"""

# Waits for the next change of the page, or a moment: to look again and again would slow down what is awaited.
CHANGE = """() => new Promise((done) => {
  const end = () => { seen.disconnect(); clearTimeout(timer); done(); };
  const seen = new MutationObserver(end);
  const timer = setTimeout(end, 100);
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
})"""

# Whether one is asked and may answer; or whether the game is over.
ASKED = """() => {
  if (document.querySelector("dialog[open] .result")) return "over";
  return document.querySelector(".prompt.mine:not(.busy)") ? "asked" : "";
}"""

# Whether a press at a point would reach the board.
REACHES = """([x, y]) => {
  const board = document.querySelector("svg.board");
  return board.contains(document.elementFromPoint(x, y));
}"""

Look = dict[str, Any]


def until(
    what: str, test: Callable[[], Any], patience: int = PATIENCE, rest: Callable[[], Any] | None = None
) -> Any:
    """Wait for a test to come true and return what it returned; `rest` waits between two looks."""
    end = time.monotonic() + patience / 1000
    while not (found := test()):
        assert time.monotonic() < end, f"waited {patience / 1000:.0f} s in vain: {what}"
        if rest is None:
            time.sleep(0.05)
        else:
            rest()
    return found


class Lobby:
    """The title screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, system: str = "sde_arcade") -> Lobby:
        """Open it where the scenarios of a system lie."""
        self.page.goto(f"/?system={system}")
        return self

    def call_me(self, name: str) -> Lobby:
        self.page.get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_role("link", name=f"You are {name}")).to_be_visible()
        return self.open()

    def choose(self, scenario: str) -> None:
        """Look at a scenario, before it is set up."""
        self.page.locator("a.pick", has_text=scenario).click()
        expect(self.page.get_by_role("heading", name=scenario)).to_be_visible()

    def set_up(
        self, scenario: str, name: str = "", lock: bool = False, party: str = "Decide at the table"
    ) -> Waiting:
        self.choose(scenario)
        self.page.get_by_role("radio", name=party).check()
        if name or lock:
            self.page.get_by_text("Name, lock and other options").click()
        if name:
            self.page.get_by_label("Name of the game").fill(name)
        if lock:
            self.page.get_by_label("Lock it with a join code").check()
        self.page.get_by_role("button", name="Set up the table").click()
        expect(self.page.get_by_role("heading", name="Seats")).to_be_visible()
        return Waiting(self.page)


AT_ONCE = """if (location.host && !localStorage.getItem("table-prefs"))
  localStorage.setItem("table-prefs", '{"speed":"instant"}');"""
SCENARIOS = {
    "First Steps": "sde_arcade/first-steps",
    "The Forgotten King": "sde_arcade/forgotten-king",
    "The Meadow": "toy/meadow",
}


def send(page: Page, path: str, **form: str) -> str:
    """Send a form as a page of this person's would; return where that leads."""
    token = re.search(r'name="token" value="(\w+)"', page.request.get("/").text())
    assert token, "the first page has no form"
    answer = page.request.post(path, form={"token": token[1], **form})
    assert answer.ok, answer.text()
    return answer.url


def alone(page: Page, scenario: str, at_once: bool = False) -> TablePage:
    """Start a scenario with all seats, by forms alone: what the pages for it do has tests of its own."""
    if at_once:
        page.add_init_script(AT_ONCE)
    id = send(page, "/new", scenario=SCENARIOS[scenario], party="one").rsplit("/", 1)[1]
    send(page, f"/g/{id}/start")
    return TablePage.visit(page, id)


class Waiting:
    """The seats of a game that has not started."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.id = page.url.rsplit("/", 1)[1]

    @classmethod
    def visit(cls, page: Page, id: str) -> Waiting:
        page.goto(f"/g/{id}")
        expect(page.get_by_role("heading", name="Seats")).to_be_visible()
        return cls(page)

    def sit(self, seat: str) -> Waiting:
        self.page.get_by_role("button", name=f"Sit here: {seat}").click()
        expect(self.page.get_by_role("button", name=f"Leave: {seat}")).to_be_visible()
        return self

    def take_all(self) -> Waiting:
        """Take what is free; who makes a game of one seat has it already."""
        free = self.page.get_by_role("button", name=re.compile("One device plays all|Take the last seat"))
        if free.count():
            free.click()
        expect(self.page.get_by_role("button", name="Start the game")).to_be_enabled()
        return self

    def bots(self) -> Waiting:
        self.page.get_by_role("button", name="Computer plays all free seats").click()
        expect(self.page.get_by_role("button", name="Start the game")).to_be_enabled()
        return self

    def start(self) -> TablePage:
        self.page.get_by_role("button", name="Start the game").click()
        return TablePage(self.page)

    def code(self) -> str:
        return self.page.locator(".join-code").inner_text()


class TablePage:
    """The table of a running game, or of one that is over."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tried: set[str] = set()
        self.idle: list[str] = []  # clicks since the last answer
        self.page.locator("#table .top").wait_for()
        self.arrived()

    @classmethod
    def visit(cls, page: Page, id: str, view: str = "") -> TablePage:
        page.goto(f"/g/{id}{view}")
        return cls(page)

    # -- reading ----------------------------------------

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.page.url.split("/g/")[1].split("/")[0]

    def look(self) -> Look:
        """Return what can be seen."""
        found: Look = self.page.evaluate(LOOK)
        return found

    def arrived(self) -> Look:
        """Wait until the table is shown and in step with the server."""
        return self.wait("the table", lambda now: now["net"] == "online" and now["version"] >= 0)

    def wait(self, what: str, test: Callable[[Look], Any], patience: int = PATIENCE) -> Look:
        """Wait until what is seen passes a test; return what is seen then."""
        last: Look = {}

        def seen() -> Look | None:
            nonlocal last
            last = self.look()
            return last if test(last) else None

        try:
            found: Look = until(what, seen, patience, lambda: self.page.evaluate(CHANGE))
        except AssertionError as error:
            kept = {k: v for k, v in last.items() if k != "figures"}
            raise AssertionError(f"{error}; last seen: {kept}") from None
        return found

    def calm(self) -> Look:
        """Wait until nothing is played and no answer is on its way."""
        return self.wait(
            "a calm table", lambda now: now["net"] == "online" and not now["playing"] and not now["busy"]
        )

    def my_turn(self) -> Look:
        """Wait for one's turn."""
        return self.wait("my turn", lambda now: now["mine"] and not now["busy"] and not now["playing"])

    def reach(self, version: int) -> Look:
        """Wait until the table is calm at a version, or a later one."""
        self.wait(f"version {version}", lambda now: now["version"] >= version)
        return self.calm()

    def figures(self) -> dict[str, tuple[float, float]]:
        """Return where the figures stand."""
        return {f["id"]: (f["x"], f["y"]) for f in self.look()["figures"]}

    # -- the tools around the board ----------------------------------------

    def tab(self, name: str) -> None:
        self.page.locator(".tabs").get_by_role("button", name=re.compile(f"^{name}")).click()

    def at_once(self) -> TablePage:
        """Set the speed of what is shown to `At once`."""
        self.page.get_by_role("button", name="Settings").click()
        self.page.get_by_role("radio", name="At once").check()
        self.page.get_by_role("button", name="Close").click()
        expect(self.page.locator("dialog")).not_to_be_visible()
        return self

    def skip_to_the_end(self) -> Look:
        """Watch others play, without waiting for what is shown, until the game is over."""

        def over(now: Look) -> bool:
            if now["playing"]:
                self.page.keyboard.press("Space")
            return bool(now["result"])

        return self.wait("the end of the game", over, 60_000)

    @property
    def undo(self) -> Locator:
        return self.page.locator(".tools .tool").nth(0)

    @property
    def redo(self) -> Locator:
        return self.page.locator(".tools .tool").nth(1)

    # -- clicking ----------------------------------------

    def press(self, mark: Look) -> None:
        """Click a lit square or a ringed figure; if it can't be seen, look at the whole board first."""
        if not self.page.evaluate(REACHES, mark["at"]):
            self.page.get_by_role("button", name="Whole board").click()
            now = self.look()
            here = [m for m in now["lit"] + now["aims"] if (m["x"], m["y"]) == (mark["x"], mark["y"])]
            assert here, f"{mark} is lit no more"
            mark = here[0]
            assert self.page.evaluate(REACHES, mark["at"]), f"{mark} can't be clicked"
        self.reach_out()
        self.page.mouse.click(*mark["at"])

    def reach_out(self) -> None:
        """Move the pointer, as a hand does: what has just come under a resting one takes no press."""
        self.page.mouse.move(1, 1)

    def button(self, where: str, wanted: Look) -> None:
        """Click a button that was seen, by its option or else by its text."""
        found = self.page.locator(where)
        if wanted["option"]:
            found = found.and_(self.page.locator(f'[data-option="{wanted["option"]}"]'))
        else:
            found = found.filter(has_text=wanted["text"])
        self.reach_out()
        found.first.click()

    def answer(self, what: str, click: Callable[[], None], before: Look) -> Look:
        """Click, and wait until that has changed what is seen and the table is calm again."""
        click()
        keys = ("version", "ask", "armed", "menu", "dialog", "notes", "answers", "lit", "aims", "mine")
        self.wait(f"an effect of: {what}", lambda now: any(now[k] != before[k] for k in keys))
        return self.calm()

    def step(self) -> str:
        """Do what is most sensible: attack, else go nearer, else end. Return what it was."""
        now = self.my_turn()
        what, click = self.sensible(now)
        after = self.answer(what, click, now)
        self.idle = [*self.idle, what] if after["version"] == now["version"] else []
        assert len(self.idle) < IDLE, f"clicks that lead to no answer: {self.idle}; seen: {after}"
        return what

    def sensible(self, now: Look) -> tuple[str, Callable[[], None]]:
        """Choose what to click, by what is seen alone."""
        if now["dialog"]:
            return "yes", lambda: self.page.locator("dialog .done").click()
        if now["menu"]:
            item = self.best(now["menu"])
            return f"menu {item['option']}", lambda: self.button(".menu-item", item)
        if now["picking"]:
            return self.pick(now)
        attacks = [m for m in now["aims"] if m["tone"] == "attack"]
        if attacks:
            return f"attack {attacks[0]['x']},{attacks[0]['y']}", lambda: self.press(attacks[0])
        nearer = self.nearer(now)
        if nearer is not None:
            return f"go to {nearer['x']},{nearer['y']}", lambda: self.press(nearer)
        if now["answers"]:
            button = self.best(now["answers"])
            return f"answer {button['option']}", lambda: self.button(".answers .answer", button)
        if marks := now["aims"] + now["lit"]:
            return f"choose {marks[0]['x']},{marks[0]['y']}", lambda: self.press(marks[0])
        assert now["deeds"], f"nothing is offered: {now}"
        return f"deed {now['deeds'][0]['option']}", lambda: self.button(".deed", now["deeds"][0])

    def pick(self, now: Look) -> tuple[str, Callable[[], None]]:
        """Fill a form in which some of many are picked: no more than it asks for."""
        if now["done"]:
            return "done", lambda: self.page.locator(".answers .done").click()
        if chips := [b for b in now["answers"] if not b["pressed"]]:
            return f"pick {chips[0]['option']}", lambda: self.button(".answers .answer", chips[0])
        mark = next(m for m in now["lit"] + now["aims"] if not m["picked"])
        return f"pick {mark['x']},{mark['y']}", lambda: self.press(mark)

    def best(self, buttons: list[Look]) -> Look:
        """Return a button that attacks, equips (each card once) or stands up; else one that ends."""
        for button in buttons:
            if button["option"].startswith(GOOD) and button["option"] not in self.tried:
                self.tried.add(button["option"])
                return button
        for tone in ("attack", "end"):
            for button in buttons:
                if button["tone"] == tone:
                    return button
        return buttons[0]

    def nearer(self, now: Look) -> Look | None:
        """Return the lit square that brings the active figure nearest to a foe, if one brings it nearer."""
        moves = [m for m in now["lit"] if m["tone"] == "move"]
        foes = [(f["x"], f["y"]) for f in now["figures"] if f["foe"]]
        active = [(f["x"], f["y"]) for f in now["figures"] if f["active"]]
        if not moves or not foes:
            return None

        def far(x: float, y: float) -> float:
            return min(max(abs(x - a), abs(y - b)) + (abs(x - a) + abs(y - b)) / 100 for a, b in foes)

        square = min(moves, key=lambda m: far(m["x"], m["y"]))
        return square if not active or far(square["x"], square["y"]) < far(*active[0]) else None


def play(tables: list[TablePage], clicks: int, test: Callable[[], bool] = lambda: False) -> list[str]:
    """Let whoever is asked do sensible things, so many clicks or until a test or the end; return them."""
    done: list[str] = []

    def asked() -> TablePage | str | None:
        for table in tables:
            found = table.page.evaluate(ASKED)
            if found:
                return table if found == "asked" else "over"
        return None

    while len(done) < clicks and not test():
        who = until("somebody is asked", asked)
        if isinstance(who, str):
            break
        done.append(who.step())
    return done
