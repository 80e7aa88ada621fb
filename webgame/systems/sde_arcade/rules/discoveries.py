"""What single explore cards give: at once, while they lie by a tile, when they come true (EX-14)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import chimera, effects, equipment, facts, resolve, wounds
from webgame.systems.sde_arcade.state import Figure, Member, State

TURBO = "turbo"  # mark in Member.used: had the bonus in this activation (EX-14)
Steps = Generator[Any, Any, None]


def steps(do: Effect | list[Effect]) -> list[Effect]:
    """Return one step or a list of them as a list."""
    return do if isinstance(do, list) else [do]


def stash(g: Play, step: Effect, tile: int) -> None:
    """Put tokens on the squares diagonal to the spawning point, or else on the nearest free ones (EX-14)."""
    s: State = g.state
    lay = layout(s)
    centre = lay.spawn[tile]
    x, y = lay.grid.xy(centre)

    def order(square: int) -> tuple[bool, int, int]:
        ax, ay = lay.grid.xy(square)
        away = lay.grid.distance(1 << centre, 1 << square)
        return (abs(ax - x) != 1 or abs(ay - y) != 1, away if away is not None else len(lay.tile_of), square)

    taken = {token.at for token in s.tokens.values() if token.kind == step["token"]}
    room = sorted((sq for sq in bits(chimera.free(s, tile)) if sq not in taken and sq != centre), key=order)
    for square in room[: int(step["count"])]:
        token = wounds.put_token(s, step["token"], square)
        g.emit(
            "ev.token_found",
            "EX-14",
            {"type": "appear", "piece": token.id, "n": 0},
            what=f"l.token_{token.kind}",
        )


def merchant(g: Play, most: int) -> Steps:
    """Let the party discard up to `most` loot cards, from backpack or Heroes, and draw as many (EX-14)."""
    s: State = g.state
    given = 0
    while given < most:
        groups: list[Group] = []
        held = list(dict.fromkeys(card for card in s.backpack if card in box().loot))
        if held:
            groups.append(targets("swap", "do.swap_loot", "EX-14", "card", held))
        for hero in s.heroes():
            worn = [
                c
                for c in hero.slots.values()
                if c in box().loot and "Cursed" not in box().equipment[c].abilities
            ]
            if worn:
                groups.append(
                    targets(
                        f"swap.{hero.id}",
                        "do.swap_worn",
                        "EX-14",
                        "card",
                        worn,
                        hero.id,
                        who=facts.name(hero),
                    )
                )
        if not groups:
            break
        groups.append(button("done", "do.done_trading", "EX-14", tone="end"))
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.merchant",
            rule="EX-14",
            mode="any",
            groups=tuple(groups),
            params={"n": most - given},
        )
        if choice.group == "done":
            break
        owner = choice.group.partition(".")[2]
        if owner:
            equipment.discard_worn(g, s.members[owner], choice.name())
        else:
            s.backpack.remove(choice.name())
            equipment.discard_card(s, choice.name())
            g.emit("ev.traded", "EX-14", what=choice.name())
        given += 1
    equipment.draw_loot(g, given, "EX-14")


def turbo(g: Play, hero: Member) -> None:
    """Give a member that starts on a tile with Turbo Button or Downpour, or enters it, its bonus (EX-14).

    To be called as an activation begins, once `used` and `gains` are cleared; entering calls it too.
    """
    s: State = g.state
    if not any(tile.cards for tile in s.tiles):
        return
    for tile in facts.tiles_of(s, hero):
        for card in s.tiles[tile].cards:
            gained = [
                step
                for step in box().explore[card].effects
                if step["op"] in ("ap", "mov")
                and (step.get("target") == "models_on_tile" or hero.kind == "hero")
            ]
            mark = TURBO if card == "Turbo Button" else f"{TURBO}.{card}"
            if not gained or mark in hero.used:
                continue
            hero.used.append(mark)
            for step in gained:
                hero.gains[step["op"]] = hero.gains.get(step["op"], 0) + int(step["amount"])
            show = {"type": "glow", "piece": hero.id, "n": 0}
            g.emit("ev.turbo", "EX-14", show, who=facts.name(hero), what=card)


def unlockable(s: State, hero: Figure) -> list[int]:
    """Return the locked tiles a Hero stands on, if the party has a key to spend (EX-12)."""
    if s.keys < 1:
        return []
    return [tile for tile in facts.tiles_of(s, hero) if s.tiles[tile].locked]


def unlock(g: Play, hero: Member, tile: int) -> None:
    """Spend a dungeon key to open the doors of a tile; it costs no action (EX-11, EX-12)."""
    s: State = g.state
    s.keys -= 1
    open_doors(g, tile, "EX-12", facts.name(hero))


def open_doors(g: Play, tile: int, rule: str, who: str) -> None:
    """Open locked doors; the card that locked them is done with."""
    s: State = g.state
    here = s.tiles[tile]
    here.locked = False
    for name in [
        c for c in here.cards if any(step["op"] == "lock_doorways" for step in box().explore[c].effects)
    ]:
        here.cards.remove(name)
        s.explore.discard(name)
    g.emit("ev.unlocked", rule, who=who, what=box().tiles[here.side].name)


def point_destroyed(g: Play, tile: int) -> Steps:
    """What the cards of a tile give when its spawning point is destroyed (EX-12, EX-14)."""
    s: State = g.state
    if tile < 0:
        return
    here = s.tiles[tile]
    if here.locked:
        open_doors(g, tile, "EX-12", "l.spawning_point")
    for name in list(here.cards):
        known = box().explore[name].effects
        waiting = [step for step in known if step["op"] == "on_spawning_point_destroyed"]
        if any(step.get("until") == "spawning_point_destroyed" for step in known):
            here.cards.remove(name)
            s.explore.discard(name)
            g.emit("ev.card_over", "EX-3", what=name)
        if not waiting:
            continue
        here.cards.remove(name)
        s.explore.discard(name)
        g.emit("ev.reward", "EX-14", {"type": "card", "card": f"explore.{name}"}, what=name)
        for do in (d for step in waiting for d in steps(step["do"])):
            if do["op"] == "draw":
                yield from _draw(g, do)
            else:
                strike = resolve.Strike(
                    name=name, kind="support", vs=None, effects=(do,), local=False, rule="EX-14"
                )
                yield from effects.carry_out(g, strike, None, [], resolve.Outcome())


def _count(s: State, do: Effect) -> int:
    """Return how many cards; `per_hero` counts all Heroes of the game, destroyed ones too (EX-14)."""
    if do["count"] == "per_hero":
        return sum(1 for member in s.members.values() if member.kind == "hero")
    return int(do["count"])


def _draw(g: Play, do: Effect) -> Steps:
    count = _count(g.state, do)
    if do["deck"] == "loot":
        equipment.draw_loot(g, count, "EX-14")
    else:
        yield from equipment.draw_treasure(g, count, equipment.luckiest(g.state), "EX-14")


def mini_boss_treasure(g: Play, tile: int) -> int:
    """Return how many treasure cards the mini-boss that came from a tile is worth (PU-3, Treasure Vault)."""
    s: State = g.state
    worth = 1
    if tile < 0:
        return worth
    here = s.tiles[tile]
    for name in list(here.cards):
        waiting = [step for step in box().explore[name].effects if step["op"] == "on_mini_boss_destroyed"]
        for do in (d for step in waiting for d in steps(step["do"])):
            if do["op"] == "draw":
                worth += _count(s, do) - int(do.get("instead_of", 0))
            else:
                s.coins += int(do["amount"])
        if waiting:
            here.cards.remove(name)
            s.explore.discard(name)
            g.emit("ev.reward", "EX-14", {"type": "card", "card": f"explore.{name}"}, what=name)
    return worth
