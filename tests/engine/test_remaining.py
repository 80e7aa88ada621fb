"""What is still to be paid on the way to a goal."""

from __future__ import annotations

from webgame.engine.squares import Grid, bits, mask_of


def test_what_remains_is_what_a_way_from_there_costs() -> None:
    """Slow ground costs where it is entered, so the way back costs something else than the way there."""
    grid = Grid(6, 5, (1 << 30) - 1, [(2, 3), (8, 9), (14, 15)], solid=1 << 20)
    slow = mask_of([4, 10, 16, 22, 7])
    blocked = mask_of([12])
    whole = grid.reach(1, 100, blocked=blocked, slow=slow)
    goal = mask_of([29, 5])
    left = whole.remaining(goal)
    found = {square: cost for cost, layer in enumerate(left) for square in bits(layer)}
    assert set(found) == set(bits(whole.all))
    for square, cost in found.items():
        onward = grid.reach(1 << square, 100, blocked=blocked, slow=slow)
        assert cost == min(c for c in map(onward.cost, bits(goal)) if c is not None)


def test_nothing_remains_to_a_goal_out_of_reach() -> None:
    grid = Grid(3, 1, 0b101)
    assert grid.reach(1, 9).remaining(0b100) == []
