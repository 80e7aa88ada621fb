"""Random streams: uniform, independent, committed to beforehand."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webgame.engine.rng import Rng, commitment, seed_from


def chi_squared(counts: Counter[int], n: int) -> float:
    """Return the statistic against a uniform draw from 0..n-1."""
    expected = sum(counts.values()) / n
    return sum((counts[i] - expected) ** 2 / expected for i in range(n))


@pytest.mark.parametrize(("n", "limit"), [(2, 10.83), (6, 20.52), (20, 43.82)])  # 0.1 % points
def test_draws_are_uniform(n: int, limit: float) -> None:
    rng = Rng(b"uniform")
    assert chi_squared(Counter(rng.draw("dice", n) for _ in range(12000)), n) < limit


def test_neighbouring_streams_do_not_resemble_each_other() -> None:
    rng = Rng(b"pairs")
    pairs = Counter(rng.draw("a", 6) * 6 + rng.draw("b", 6) for _ in range(12000))
    assert chi_squared(pairs, 36) < 66.62


def test_every_permutation_is_as_likely() -> None:
    rng = Rng(b"shuffle")
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        rng.shuffle("deck", items)
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert chi_squared(Counter(dict(enumerate(seen.values()))), 6) < 20.52


@given(st.binary(min_size=1, max_size=40), st.lists(st.sampled_from("abc"), max_size=20))
def test_a_stream_does_not_feel_the_others(seed: bytes, order: list[str]) -> None:
    mixed, alone = Rng(seed), Rng(seed)
    drawn = [mixed.draw(stream, 1000) for stream in order]
    for stream in "abc":
        own = [value for name, value in zip(order, drawn, strict=True) if name == stream]
        assert own == [alone.draw(stream, 1000) for _ in own]


@given(st.integers(1, 2**64))
def test_draws_stay_in_range(n: int) -> None:
    assert 0 <= Rng(b"range").draw("s", n) < n


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_impossible_dice_are_refused(n: int) -> None:
    rng = Rng(b"x")
    with pytest.raises(ValueError, match="a draw needs"):
        rng.draw("s", n)
    assert rng.drawn() == 0


def test_counters_alone_bring_a_generator_back() -> None:
    rng = Rng(b"seed")
    for _ in range(5):
        rng.draw("attack", 6)
    again = Rng(b"seed", dict(rng.counters))
    assert [rng.draw("attack", 6) for _ in range(9)] == [again.draw("attack", 6) for _ in range(9)]
    assert rng.drawn() == 14


def test_known_values_hold_for_ever() -> None:
    """Saved games depend on them."""
    rng = Rng(bytes(range(32)))
    assert [rng.draw("attack", 6) for _ in range(8)] == [1, 0, 0, 3, 1, 2, 2, 2]


@pytest.mark.parametrize("seed", [b"", b"seed", b"x" * 64, b"x" * 65])
def test_a_draw_is_a_word_of_hmac_sha256(seed: bytes) -> None:
    word = hmac.digest(seed, b"attack\0" + b"1\0" + b"0", "sha256")[:8]
    rng = Rng(seed, {"attack": 1})
    assert rng.draw("attack", 2**64) == int.from_bytes(word, "big")


def test_a_fork_is_another_generator() -> None:
    rng = Rng(b"seed")
    draws = [rng.draw("s", 1000) for _ in range(8)]
    fork = rng.fork("bot")
    assert [fork.draw("s", 1000) for _ in draws] != draws
    assert rng.counters == {"s": 8}
    assert rng.fork("a").draw("s", 2**32) != rng.fork("b").draw("s", 2**32)


def test_the_commitment_binds_and_the_nonces_count() -> None:
    assert commitment(b"secret") == hashlib.sha256(b"commit\0secret").hexdigest()
    assert seed_from(b"secret", ["ab", "c"]) != seed_from(b"secret", ["a", "bc"])
    assert seed_from(b"secret", ["a"]) != seed_from(b"other", ["a"])
    assert len(seed_from(b"secret", [])) == 32
