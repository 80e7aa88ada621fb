"""The seats before the start, while others change them."""

from __future__ import annotations

from conftest import Person
from pages import Lobby, Waiting
from playwright.sync_api import expect


def test_a_press_is_not_lost_when_somebody_else_sits_down(person: Person) -> None:
    """A press takes a moment: what the others do meanwhile must not take the button away under the finger."""
    ann, bob = person(), person()
    room = Lobby(ann).open().set_up("First Steps")
    Waiting.visit(bob, room.id)
    bob.wait_for_timeout(300)  # it hears of changes now
    button = bob.get_by_role("button", name="Sit here: Princess Emerald")
    box = button.bounding_box()
    assert box is not None
    bob.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bob.mouse.down()
    room.sit("Questing Knight")
    bob.wait_for_timeout(500)
    bob.mouse.up()
    expect(bob.get_by_role("button", name="Leave: Princess Emerald")).to_be_visible()
    expect(ann.get_by_role("button", name="Start the game")).to_be_enabled()


def test_a_press_that_ends_elsewhere_holds_nothing_up(person: Person) -> None:
    ann, bob = person(), person()
    room = Lobby(ann).open().set_up("First Steps")
    Waiting.visit(bob, room.id)
    bob.wait_for_timeout(300)
    bob.mouse.move(300, 300)
    bob.mouse.down()
    room.sit("Questing Knight")
    bob.mouse.up()
    expect(bob.get_by_role("button", name="Sit here: Questing Knight")).to_have_count(0)
