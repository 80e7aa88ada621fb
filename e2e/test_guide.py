"""Around the table: hints, one device for several, being called, TV, lines, clock, absence."""

from __future__ import annotations

import re

from conftest import Ear, Person, Server
from pages import Lobby, TablePage, Waiting, alone, play, until
from playwright.sync_api import Locator, Page, expect
from test_screens import accessible, fits, shot

OFFLINE = r"ERR_INTERNET_DISCONNECTED|WebSocket connection to"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# The boxes of a hint's card and of its ring, and how much they share.
COVERED = """() => {
  const [a, b] = [".hint", ".hint-ring"].map((s) => document.querySelector(s)?.getBoundingClientRect());
  if (!a || !b?.width) return -1;
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, w) * Math.max(0, h);
}"""

# Whether a figure is on the part of the board that is shown.
IN_VIEW = """id => {
  const a = document.querySelector(`[data-piece="${id}"]`).getBoundingClientRect();
  const b = document.querySelector("svg.board").getBoundingClientRect();
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}"""


def hint(page: Page) -> Locator:
    return page.get_by_role("note", name="Hint")


def read(page: Page, words: str) -> None:
    """Find a hint that says this beside what it points at, and go on."""
    expect(hint(page)).to_contain_text(words)
    until(f"a ring beside {words!r}", lambda: page.evaluate(COVERED) == 0)
    size = page.viewport_size
    box = hint(page).bounding_box()
    assert box and size and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]
    page.get_by_role("button", name="Got it").click()
    expect(hint(page).filter(has_text=words)).to_have_count(0)


def test_hints_of_the_first_activation_on_a_phone(person: Person) -> None:
    page = person(guide=True, **PHONE)
    table = alone(page, "First Steps", at_once=True)
    expect(hint(page)).to_contain_text("Choose who acts first")
    shot(page, "guide-phone-1")
    accessible(page, "a hint")
    fits(page)
    knight = next(m for m in table.my_turn()["aims"])
    read(page, "Choose who acts first")
    page.touchscreen.tap(*knight["at"])
    page.locator(".menu .menu-item").first.tap()
    expect(hint(page)).to_contain_text("lit squares")
    shot(page, "guide-phone-2")
    read(page, "lit squares")
    said = []
    for _ in range(14):  # to the end of the activation
        while hint(page).count():
            words = hint(page).locator("p").inner_text().strip()
            read(page, words)
            said.append(words)
            page.wait_for_timeout(100)
        now = table.my_turn()
        if not any(b["option"] == "end" for b in now["answers"]):
            break
        table.step()
        table.calm()
    whole = " ".join(said)
    for words in ("take your own steps back", "Red marks", "The log tells", "End the activation"):
        assert words in whole, f"{words!r} was never said: {said}"
    assert len(said) == len(set(said)), "each is said once"
    page.reload()
    table.my_turn()
    page.wait_for_timeout(500)
    for words in said:
        expect(hint(page).filter(has_text=words)).to_have_count(0)


def test_hints_by_keys_and_no_more_of_them(person: Person) -> None:
    page = person(guide=True)
    table = alone(page, "First Steps")
    expect(hint(page)).to_contain_text("Choose who acts first")
    live = page.evaluate("document.querySelector('.hint').closest('[aria-live]').getAttribute('aria-live')")
    assert live == "polite"
    shot(page, "guide-desktop")
    page.keyboard.press("g")
    expect(hint(page)).to_have_count(0)
    table.step()
    expect(hint(page)).to_contain_text("lit squares")
    no_more = page.get_by_role("button", name="No more hints")
    no_more.focus()
    page.keyboard.press("Enter")
    expect(hint(page)).to_have_count(0)
    page.reload()
    table.my_turn()
    play([table], 2)
    page.keyboard.press("Escape")
    expect(hint(page)).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Show the hints again").click()
    page.get_by_role("button", name="Close").click()
    expect(hint(page)).to_be_visible()


def test_a_curtain_covers_hands_until_their_person_says_so(person: Person, toy_server: Server) -> None:
    page = person(base_url=toy_server.url)
    table = alone(page, "The Meadow")
    curtain = page.get_by_role("dialog", name=re.compile("^Give the device to"))
    expect(curtain).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("show my cards"))).to_be_focused()
    shot(page, "curtain")
    accessible(page, "the curtain")
    before = table.look()["version"]
    page.keyboard.press("1")
    page.get_by_role("button", name="I am Ann: show my cards").click()
    expect(curtain).to_have_count(0)
    assert table.look()["version"] == before
    expect(page.locator(".prompt .for, .prompt .ask")).not_to_have_count(0)
    table.tab("Cards")
    hands = page.locator(".area", has=page.get_by_role("heading", name=re.compile("Hand of|Hand")))
    mine = page.locator(".area", has_text="(Ann)").locator(".face")
    expect(mine).to_have_count(2)
    expect(hands.filter(has_text="(Bob)")).to_contain_text("Covered")
    expect(page.locator(".area", has_text="(Bob)").locator(".face")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Ann leads")).click()
    page.get_by_role("button", name=re.compile("Draw a card")).first.click()
    until("Ann has drawn", lambda: mine.count() == 3)
    page.locator(".answers").get_by_role("button", name="End the turn").click()
    expect(curtain).to_contain_text("Give the device to Bob")
    assert page.evaluate(
        "document.querySelector('.right').closest('[inert]') !== null || "
        "document.querySelector('[data-panel=cards]').hasAttribute('inert')"
    )
    expect(page.locator(".area", has_text="(Ann)").locator(".face")).to_have_count(0)
    page.get_by_role("button", name="I am Bob: show my cards").click()
    expect(page.locator(".area", has_text="(Bob)").locator(".face")).to_have_count(2)
    expect(page.locator(".area", has_text="(Ann)")).to_contain_text("Covered")
    table.tab("Log")
    expect(page.get_by_role("log", name="What happened")).to_contain_text("Ann draws a card")
    expect(page.get_by_role("log", name="What happened")).not_to_contain_text("It is")


def test_one_person_with_several_seats_needs_no_curtain(person: Person, toy_server: Server) -> None:
    page = person(base_url=toy_server.url)
    page.add_init_script("""location.host && localStorage.setItem("table-prefs", '{"handed":"one"}')""")
    table = alone(page, "The Meadow")
    table.my_turn()
    expect(page.locator(".curtain")).to_be_hidden()
    table.tab("Cards")
    expect(page.locator(".area .face")).to_have_count(6)


def test_the_banner_says_who_takes_the_device(person: Person) -> None:
    page = person()
    page.add_init_script(
        """location.host && localStorage.setItem("table-prefs", '{"handed":"round","speed":"instant"}')"""
    )
    table = alone(page, "First Steps")
    expect(page.locator(".prompt .for")).to_contain_text("Give the device to Questing Knight")
    colours = page.locator(".member").evaluate_all("es => es.map((e) => getComputedStyle(e).borderLeftColor)")
    assert len(set(colours[:2])) == 2, "each seat has its colour"
    table.step()
    expect(page.locator(".prompt .for").filter(has_text="Give the device")).to_have_count(0)
    shot(page, "hot-seat")


def test_a_turn_is_told_by_title_and_icon(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    icon = "document.querySelector('link[rel=icon]').href"
    expect(ann.page).to_have_title(re.compile("^▶ Your turn"))
    play([ann, bob], 1)
    until("one is asked", lambda: ann.look()["mine"] != bob.look()["mine"])
    asked, other = (ann, bob) if ann.look()["mine"] else (bob, ann)
    expect(asked.page).to_have_title(re.compile("^▶ Your turn"))
    expect(other.page).not_to_have_title(re.compile("Your turn"))
    icons = [asked.page.evaluate(icon), other.page.evaluate(icon)]
    assert all(i.startswith("data:image/svg+xml") for i in icons) and icons[0] != icons[1]


NOTIFIED = """() => {
  window.Notification = class {
    static permission = "granted";
    static async requestPermission() { return "granted"; }
    constructor(title, more) { window.told = [title, more.body]; }
  };
  Object.defineProperty(document, "hidden", { get: () => window.hides === true });
}"""


def test_a_hidden_page_is_notified_if_that_was_asked_for(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    bob.page.add_init_script(f"({NOTIFIED})()")
    bob.page.reload()
    bob.calm()
    bob.page.get_by_role("button", name="Settings").click()
    bob.page.get_by_role("button", name="Notify me when it is my turn").click()
    expect(bob.page.get_by_role("button", name="Notifications are on")).to_be_visible()
    bob.page.get_by_role("button", name="Close").click()
    ann.step()
    until("Bob waits", lambda: not bob.look()["mine"])
    bob.page.evaluate("window.hides = true")
    assert bob.page.evaluate("window.told") is None
    ann.page.locator(".prompt .answers").get_by_role("button", name="End the activation").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Yes", exact=True).click()  # with points left
    told = until("Bob is told", lambda: bob.page.evaluate("window.told"))
    assert told[0] == "First Steps" and told[1].startswith("Princess Emerald")


def test_sound_is_off_on_phones_and_tv_until_set(person: Person) -> None:
    page = person(**PHONE)
    alone(page, "First Steps")
    page.get_by_role("button", name="Settings").click()
    sounds = page.get_by_role("group", name="Sounds")
    expect(sounds.get_by_role("radio", name="Off")).to_be_checked()
    sounds.get_by_role("radio", name="On").check()
    page.get_by_label("Volume").fill("30")
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("group", name="Sounds").get_by_role("radio", name="On")).to_be_checked()
    expect(page.get_by_label("Volume")).to_have_value("30")
    shot(page, "settings-phone")
    accessible(page, "the settings")


def test_the_tv_is_read_from_afar(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, _ = pair
    play([ann], 2)
    for width, height in ((1920, 1080), (3840, 2160)):
        tv = person(viewport={"width": width, "height": height})
        tv.goto(f"/watch/{ann.id}?tv=1")
        TablePage(tv).calm()
        assert (
            tv.locator("#table button:visible:not(.member, .foe-main, .queue button, .portrait)").count() <= 2
        )
        expect(tv.locator(".join .qr")).to_be_visible()
        size = tv.evaluate("parseFloat(getComputedStyle(document.querySelector('.prompt .ask')).fontSize)")
        assert size >= height / 45, f"the question is {size} px high on {height}"
        fits(tv)
        shot(tv, f"tv-{width}")
        if width == 1920:
            accessible(tv, "the TV")
        tv.context.close()


def test_the_tv_follows_the_action_on_a_large_board(person: Person) -> None:
    page, tv = person(), person(viewport={"width": 1920, "height": 1080})
    table = alone(page, "The Forgotten King", at_once=True)
    tv.goto(f"/watch/{table.id}?tv=1")
    TablePage(tv).calm()
    wide = "document.querySelector('svg.board').viewBox.baseVal.width"
    whole = tv.evaluate(wide)
    play([table], 1)
    until("the TV looks closer", lambda: tv.evaluate(wide) < 0.8 * whole)
    active = next(f for f in TablePage(tv).calm()["figures"] if f["active"])
    until("who acts is in view", lambda: tv.evaluate(IN_VIEW, active["id"]))
    shot(tv, "tv-follows")


def test_a_film_keeps_the_screen_on_where_no_lock_may_be_asked(
    pair: tuple[TablePage, TablePage], person: Person
) -> None:
    tv = person()
    tv.add_init_script("delete Navigator.prototype.wakeLock")
    tv.goto(f"/watch/{pair[0].id}?tv=1")
    TablePage(tv).calm()
    until("a film plays", lambda: tv.evaluate("document.querySelector('.film')?.paused === false"))
    until("its time goes on", lambda: tv.evaluate("document.querySelector('.film').currentTime > 0"))
    none = person()
    none.add_init_script(
        "delete Navigator.prototype.wakeLock; delete HTMLCanvasElement.prototype.captureStream"
    )
    none.goto(f"/watch/{pair[0].id}?tv=1")
    TablePage(none).calm()
    expect(none.locator(".sleepy")).to_contain_text("switch its screen saver off")


def test_who_looks_on_answers_nothing(pair: tuple[TablePage, TablePage]) -> None:
    ann, _ = pair
    page = ann.page.context.new_page()
    page.goto(f"/watch/{ann.id}")
    watcher = TablePage(page)
    now = watcher.calm()
    assert not now["mine"] and not now["answers"] and not now["lit"] and not now["aims"]
    watcher.tab("Table")
    expect(page.get_by_role("link", name="To the table, to sit down")).to_be_visible()
    expect(page.get_by_role("button", name="Stand up")).to_have_count(0)
    play([ann], 1)
    until("the watcher sees it", lambda: watcher.calm()["version"] == ann.calm()["version"])


def test_lines_are_seen_by_all_and_fade(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, bob = pair
    marks = ann.my_turn()["aims"]
    a, b = marks[0]["at"], marks[1]["at"]
    page = ann.page
    page.mouse.move(*a)
    page.mouse.down(button="right")
    page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    page.mouse.move(*b)
    page.mouse.up(button="right")
    until("both see it", lambda: all(t.page.locator(".arrow[data-line]").count() == 1 for t in pair))
    lines = [t.page.locator(".arrow[data-line]").get_attribute("data-line") for t in pair]
    assert lines[0] == lines[1]
    tints = [t.page.locator(".arrow .arrow-shaft").get_attribute("stroke") for t in pair]
    assert tints[0] == tints[1]
    shot(bob.page, "arrow")
    assert page.locator(".ping").count() == 0, "a line is no ping"
    page.get_by_role("button", name="Take my lines away").click()
    until("it is gone", lambda: bob.page.locator(".arrow[data-line]").count() == 0)
    phone = TablePage.visit(person(**PHONE), ann.id)
    phone.page.get_by_role("button", name="Point and draw").click()
    box = phone.page.locator("svg.board").bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.5)
    phone.page.mouse.down()
    phone.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    phone.page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.5)
    phone.page.mouse.up()
    until("Ann sees the phone's", lambda: page.locator(".arrow[data-line]").count() == 1)
    until("it fades by itself", lambda: page.locator(".arrow[data-line]").count() == 0)


def test_the_clock_reminds_all(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    bob.tab("Table")
    expect(bob.page.get_by_label("Clock")).to_have_count(0)
    ann.tab("Table")
    ann.page.get_by_label("Clock").select_option("2")
    for table in pair:
        expect(table.page.get_by_role("timer")).to_contain_text(re.compile(r"[12]:\d\d"))
    expect(bob.page.locator(".clock-set")).to_contain_text("2 minutes for each decision")
    ann.page.reload()
    expect(ann.page.get_by_role("timer")).to_contain_text(re.compile(r"[12]:\d\d"))
    ann.tab("Table")
    ann.page.get_by_label("Clock").select_option("0")
    for table in pair:
        expect(table.page.get_by_role("timer")).to_have_count(0)


def test_since_you_left(pair: tuple[TablePage, TablePage], ear: Ear) -> None:
    ann, bob = pair
    ear.allow(OFFLINE)
    play([ann], 1)
    ann.calm()
    left = bob.calm()["version"]
    bob.page.goto("about:blank")
    play([ann], 4)
    newest = ann.calm()
    assert newest["version"] > left
    bob.page.goto(f"/g/{ann.id}")
    bob.calm()
    box = bob.page.get_by_role("region", name="Since you left")
    expect(box).to_be_visible()
    expect(box.locator("li")).not_to_have_count(0)
    shot(bob.page, "since-you-left")
    accessible(bob.page, "since you left")
    box.get_by_role("button", name="Play it").click()
    expect(box).to_have_count(0)
    shift = bob.page.get_by_role("region", name="Looking back")
    expect(shift).to_be_visible()  # also for somebody who sees the present at once
    shift.get_by_role("button", name="8×").click()
    expect(shift).to_have_count(0, timeout=60_000)
    assert bob.calm()["version"] == newest["version"] and bob.figures() == ann.figures()
    bob.page.reload()
    bob.calm()
    expect(box).to_have_count(0)


def test_go_on_puts_it_away(person: Person) -> None:
    ann, bob = person(), person(**PHONE)
    room = Lobby(ann).open().call_me("Ann").set_up("First Steps")
    room.sit("Questing Knight")
    Waiting.visit(bob, room.id).sit("Princess Emerald")
    expect(ann.get_by_role("button", name="Start the game")).to_be_enabled()
    table, phone = room.start().at_once(), TablePage(bob)
    phone.calm()
    bob.goto("about:blank")
    play([table], 3)
    phone = TablePage.visit(bob, room.id)
    box = bob.get_by_role("region", name="Since you left")
    expect(box).to_be_visible()
    shot(bob, "since-you-left-phone")
    fits(bob)
    box.get_by_role("button", name="Go on").click()
    expect(box).to_have_count(0)
