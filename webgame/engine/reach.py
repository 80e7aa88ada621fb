"""Movement: what can be entered at what cost, and the best way there."""

from __future__ import annotations

from .masks import Allowed, bits, grow, grow_back, mask_of


class Reach:
    """Where movement can go and at what cost; `layers[c]` are the squares whose least cost is c."""

    __slots__ = ("_allowed", "_slow", "_width", "all", "layers")

    def __init__(
        self, width: int, allowed: Allowed, start: int, budget: int, blocked: int = 0, slow: int = 0
    ) -> None:
        """Spread from `start` over steps of `allowed`; see `Grid.reach` for the rest."""
        self._width = width
        self._allowed = allowed
        self._slow = slow
        layer = start
        self.layers = layers = [start]
        seen = start | blocked
        late = 0  # slow squares beside the layer before last, due now
        for _ in range(budget):
            edge = grow(layer, allowed, width) & ~seen
            if slow:
                layer = edge & ~slow | late & ~seen
                late = edge & slow & ~layer
            else:
                layer = edge
            if not layer and not late:
                break
            layers.append(layer)
            seen |= layer
        while len(layers) > 1 and not layers[-1]:
            layers.pop()
        self.all: int = seen & ~blocked | start

    def cost(self, square: int) -> int | None:
        """Return the least cost of entering `square` (0 on the start), or None if it is out of reach."""
        for spent, layer in enumerate(self.layers):
            if layer >> square & 1:
                return spent
        return None

    def remaining(self, goal: int) -> list[int]:
        """Return, for each amount 0, 1, 2..., the squares from which reaching `goal` still costs that much.

        Only squares that movement can enter count, those of the start among them.
        """
        layers = [goal & self.all]
        seen = layers[0]
        late = 0  # squares beside slow ones of the layer before, due now
        while layers[-1] or late:
            last = layers[-1]
            plain = grow_back(last & ~self._slow, self._allowed, self._width)
            layer = (plain | late) & self.all & ~seen
            late = grow_back(last & self._slow, self._allowed, self._width)
            layers.append(layer)
            seen |= layer
        return layers[:-1]

    def path(self, target: int, avoid: int = 0) -> list[int]:
        """Return the squares entered on the way to `target`, which comes last; the start is left out.

        Of all ways the one of least cost, then of fewest squares of `avoid`, then of the lowest square
        numbers from the start on. Raises ValueError if `target` is out of reach.
        """
        total = self.cost(target)
        if total is None:
            raise ValueError(f"square {target} is out of reach")
        slow, width, layers = self._slow, self._width, self.layers
        on_the_way = [0] * (total + 2)  # by cost
        on_the_way[total] = 1 << target
        perils = 0
        for cost in range(total, 0, -1):
            here = on_the_way[cost]
            perils |= here & avoid & ~on_the_way[total]
            on_the_way[cost - 1] |= grow_back(here & ~slow, self._allowed, width) & layers[cost - 1]
            if here & slow:
                on_the_way[cost - 2] |= grow_back(here & slow, self._allowed, width) & layers[cost - 2]
        if not perils:
            return self._straight(on_the_way, total)
        ahead = {target: 0}  # fewest squares of `avoid` still to be entered from here
        for cost in range(total, 0, -1):
            for square in bits(on_the_way[cost]):
                toll = ahead[square] + (avoid >> square & 1)
                before = cost - 1 - (slow >> square & 1)
                for origin in bits(grow_back(1 << square, self._allowed, width) & layers[before]):
                    ahead[origin] = min(ahead.get(origin, toll), toll)
        if not total:
            return []
        left = min(ahead[square] for square in bits(on_the_way[0]))
        here = mask_of(square for square in bits(on_the_way[0]) if ahead[square] == left)
        cost, path = 0, list[int]()
        while cost < total:
            onward = on_the_way[cost + 1] & ~slow | on_the_way[cost + 2] & slow
            for square in bits(grow(here, self._allowed, width) & onward):
                if ahead[square] + (avoid >> square & 1) == left:
                    break
            path.append(square)
            left = ahead[square]
            cost += 1 + (slow >> square & 1)
            here = 1 << square
        return path

    def _straight(self, on_the_way: list[int], total: int) -> list[int]:
        """Return the way with the lowest square numbers over squares that all lie on a cheapest way."""
        slow = self._slow
        cost, path, here = 0, list[int](), on_the_way[0]
        while cost < total:
            onward = on_the_way[cost + 1] & ~slow | on_the_way[cost + 2] & slow
            onward &= grow(here, self._allowed, self._width)
            here = onward & -onward
            path.append(here.bit_length() - 1)
            cost += 2 if here & slow else 1
        return path
