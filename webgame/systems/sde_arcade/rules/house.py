"""House rules: what a table has changed is told at the start (sections 19 and 21)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.state import State


def tell(g: Play) -> None:
    """Tell each house rule that differs from the rulebook, with the rule that it changes."""
    s: State = g.state
    for name, setting in box().settings.items():
        value = s.options[name]
        if value != setting.default:
            words = f"house.{name}.{value}" if setting.kind == "choice" else value
            if setting.kind == "yes_no":
                words = "l.yes" if value else "l.no"
            g.emit("ev.house_rule", setting.rule, depth=1, what=f"house.{name}", value=words)
