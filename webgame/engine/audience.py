"""Audiences: one scene, one diff and one hash for each distinct set of seats that is looking on."""

from __future__ import annotations

import msgspec

from webgame.engine.event import Event
from webgame.engine.game import Frame, Game, overlay
from webgame.engine.overlay import ADDED
from webgame.engine.scene import Patch, Scene, diff, scene_hash

Audience = frozenset[str]


class View(msgspec.Struct):
    """What one audience saw last."""

    scene: Scene
    hash: int


class Audiences:
    """Keeps the last scene of every audience that is present and tells what changed since.

    Without `chooses`, no audience is shown what it may choose: a look into the past.
    """

    def __init__(self, game: Game, *, chooses: bool = True) -> None:
        self.game = game
        self.chooses = chooses
        self.views: dict[Audience, View] = {}

    def add(self, seats: Audience) -> View:
        """Return the view of an audience, starting to keep it if it is new."""
        view = self.views.get(seats)
        if view is None:
            scene = self.game.system.scene(self.game.state, seats) | self._overlay(seats)
            view = self.views[seats] = View(scene, scene_hash(scene))
        return view

    def _overlay(self, seats: Audience) -> Scene:
        return overlay(self.game, seats if self.chooses else frozenset())

    def keep(self, present: set[Audience]) -> None:
        """Forget the audiences that are not in `present`."""
        for seats in [s for s in self.views if s not in present]:
            del self.views[seats]

    def frame(self, frame: Frame) -> dict[Audience, tuple[Patch, list[Event]]]:
        """Return, for each audience, the patch and the events of a frame that was just run.

        What the game itself adds to a scene changes in the last frame of an answer only. Until then no
        question is open; that goes without saying, so the patches leave the old one where it was.
        """
        game = self.game
        hides = game.system.hides
        base = {} if hides else game.system.scene(game.state, frozenset())
        common: tuple[Patch, int] | None = None
        steps: dict[Audience, tuple[Patch, list[Event]]] = {}
        for seats, view in self.views.items():
            added = {name: records for name, records in view.scene.items() if name in ADDED}
            if hides:
                base = game.system.scene(game.state, seats)
            if hides or common is None:
                common = diff({n: records for n, records in view.scene.items() if n not in ADDED}, base)
            patch, change = common
            if frame.last:
                own = self._overlay(seats)
                more, delta = diff(added, own)
                patch, change, added = patch | more, change + delta, own
            view.scene = base | added
            view.hash = (view.hash + change) & 0xFFFFFFFF
            events = [e for e in frame.events if not e.seats or seats.intersection(e.seats)]
            steps[seats] = (patch, events)
        return steps
