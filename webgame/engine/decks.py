"""Decks: a draw pile and a discard pile of cards, named by ids. Cards move; none appears or vanishes."""

from __future__ import annotations

import msgspec

from .rng import Rng


class Deck(msgspec.Struct):
    """A deck; the last card of a pile lies on top. Its shuffles draw from a random stream of its own."""

    name: str
    draw_pile: list[str] = []
    discard_pile: list[str] = []

    @property
    def stream(self) -> str:
        """Return the name of the random stream that shuffles this deck."""
        return f"deck.{self.name}"

    def cards(self) -> list[str]:
        """Return all cards of both piles in an order that does not tell how they lie."""
        return sorted(self.draw_pile + self.discard_pile)

    def shuffle(self, rng: Rng) -> None:
        """Shuffle the draw pile."""
        rng.shuffle(self.stream, self.draw_pile)

    def draw(self, rng: Rng) -> str | None:
        """Take the top card, or return None if both piles are empty.

        When the draw pile is empty, the discard pile is shuffled first and becomes the new draw pile.
        """
        if not self.draw_pile:
            self.draw_pile, self.discard_pile = self.discard_pile, []
            self.shuffle(rng)
        return self.draw_pile.pop() if self.draw_pile else None

    def discard(self, card: str) -> None:
        """Put `card`, which was drawn or played, on the discard pile."""
        self.discard_pile.append(card)

    def put_back_shuffled(self, rng: Rng, card: str) -> None:
        """Put `card` into the draw pile and shuffle it."""
        self.draw_pile.append(card)
        self.shuffle(rng)

    def remove(self, card: str) -> None:
        """Take one `card` out of the draw pile, or else the discard pile; ValueError if it is in neither."""
        for pile in (self.draw_pile, self.discard_pile):
            if card in pile:
                pile.remove(card)
                return
        raise ValueError(f"deck {self.name!r} holds no card {card!r}")
