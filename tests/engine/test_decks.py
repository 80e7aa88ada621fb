"""Decks: the top is the end, the discards come back, and no card is lost."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webgame.engine.decks import Deck
from webgame.engine.rng import Rng

Act = tuple[str, int]


def test_the_last_card_is_the_top() -> None:
    deck = Deck("loot", ["sword", "shield"])
    assert deck.draw(Rng(b"seed")) == "shield"
    assert deck.draw_pile == ["sword"]


def test_the_discards_become_the_new_pile_only_when_a_card_is_needed() -> None:
    rng, deck = Rng(b"seed"), Deck("loot", ["a"], ["b", "c", "d"])
    assert deck.draw(rng) == "a"
    assert (deck.draw_pile, rng.drawn()) == ([], 0)
    assert deck.draw(rng) in ("b", "c", "d")
    assert (len(deck.draw_pile), deck.discard_pile) == (2, [])
    assert set(rng.counters) == {"deck.loot"}


def test_an_empty_deck_gives_nothing() -> None:
    assert Deck("loot").draw(Rng(b"seed")) is None


def test_cards_leave_for_good_from_either_pile() -> None:
    deck = Deck("loot", ["a", "b", "a"], ["c"])
    deck.remove("a")
    deck.remove("c")
    assert deck.cards() == ["a", "b"]
    with pytest.raises(ValueError, match="no card 'c'"):
        deck.remove("c")


def test_a_deck_survives_saving() -> None:
    deck = Deck("loot", ["a", "b"], ["c"])
    assert msgspec.json.decode(msgspec.json.encode(deck), type=Deck) == deck


def test_decks_do_not_share_their_piles() -> None:
    one, other = Deck("one"), Deck("other")
    one.discard("a")
    assert other.cards() == []


acts = st.lists(
    st.tuples(st.sampled_from(["draw", "discard", "back", "remove", "shuffle"]), st.integers(0, 9))
)


@given(st.lists(st.sampled_from("abcd"), max_size=8), acts)
def test_cards_are_conserved(cards: list[str], acts: list[Act]) -> None:
    rng, deck, hand, gone = Rng(b"seed"), Deck("any", list(cards)), list[str](), list[str]()
    for act, number in acts:
        if act == "draw":
            had = bool(deck.cards())
            card = deck.draw(rng)
            assert (card is not None) == had
            hand += [card] if card is not None else []
        elif act == "discard" and hand:
            deck.discard(hand.pop(number % len(hand)))
        elif act == "back" and hand:
            deck.put_back_shuffled(rng, hand.pop(number % len(hand)))
        elif act == "remove" and deck.cards():
            card = deck.cards()[number % len(deck.cards())]
            deck.remove(card)
            gone.append(card)
        elif act == "shuffle":
            deck.shuffle(rng)
        assert Counter(deck.cards() + hand + gone) == Counter(cards)
