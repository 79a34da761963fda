"""The stream of random numbers that bots get, and how it follows from the seed of a game."""

import copy
import random
from collections.abc import Callable

import pytest

from helpers import pickled
from keltis import GameRandom, InvalidArgument
from keltis.arena import derived_seed
from keltis.bots import bot_random


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The first three of Sebastiano Vigna's program for the state 0."""
    rng = GameRandom(7)
    rng.setstate((0,))
    numbers = [rng.getrandbits(64) for _ in range(3)]
    assert numbers == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_seed_gives_the_same_numbers_on_every_machine() -> None:
    rng = GameRandom(7, 1)
    assert (rng.random(), rng.getrandbits(70)) == (0.524524925020173, 0x1E8989DB49E7AA80)


@pytest.mark.parametrize("bits", [0, 1, 63, 64, 65, 200])
def test_random_bits_fill_their_range(bits: int) -> None:
    rng = GameRandom(1, 0)
    numbers = [rng.getrandbits(bits) for _ in range(200)]
    assert max(number.bit_length() for number in numbers) == bits
    assert min(numbers) < 2**bits / 8


def test_a_number_has_no_negative_number_of_bits() -> None:
    for rng in (GameRandom(1), random.Random(1)):
        with pytest.raises(ValueError, match=r"^number of bits must be non-negative$"):
            rng.getrandbits(-1)


def test_seed_begins_again() -> None:
    rng = GameRandom(3, 5)
    rng.gauss()  # for which random.Random keeps a second number
    rng.seed(7)
    again = GameRandom(7)
    assert (rng.gauss(), rng.random()) == (again.gauss(), again.random())


def test_without_a_seed_the_operating_system_gives_one() -> None:
    rng = GameRandom()
    first = rng.random()
    rng.seed()
    assert len({first, rng.random(), GameRandom().random()}) == 3


def again_by_state(rng: GameRandom) -> GameRandom:
    other = GameRandom(0)
    other.setstate(rng.getstate())
    return other


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, pickled, again_by_state])
def test_a_copy_continues_like_the_original(clone: Callable[[GameRandom], GameRandom]) -> None:
    rng = GameRandom(7, 3)
    rng.gauss()
    other = clone(rng)
    assert type(other) is GameRandom
    assert [other.gauss(), other.random()] == [rng.gauss(), rng.random()]


@pytest.mark.parametrize(
    ("seed", "stream", "message"),
    [
        ("x", 0, "seed must be a whole number from 0 to 18446744073709551615, not 'x'"),
        (2**64, 0, "seed must be a whole number from 0 to 18446744073709551615"),
        (0, -1, "stream must be a whole number from 0, not -1"),
    ],
)
def test_impossible_streams_are_refused(seed: int, stream: int, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        GameRandom(seed, stream)


def test_the_chance_of_a_bot_is_as_documented() -> None:
    expected = GameRandom(derived_seed(7, "bot", 1), 5)
    assert bot_random(7, seat=1, moves=5).getstate() == expected.getstate()


def test_every_decision_of_every_seat_has_its_own_chance() -> None:
    numbers = {
        bot_random(seed, seat, moves).random()
        for seed in range(3)
        for seat in range(4)
        for moves in range(50)
    }
    assert len(numbers) == 3 * 4 * 50
