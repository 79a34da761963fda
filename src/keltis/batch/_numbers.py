"""Numbers in kernels: sets of small numbers as bits, and both generators of random numbers.

The streams of `keltis.GameRandom` are SplitMix64. The generator of `random.Random` is the Mersenne
twister, an array of 624 words, seeded as Python does; only deals need it.
"""

from collections.abc import Sequence
from typing import Final, SupportsInt

import numpy as np

from keltis._shared import chance
from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import Float64s, Int64s, UInt32s

GROWTH: Final = np.uint64(chance.GROWTH)
"""What to add to the state of a stream for each number."""
_FACTOR_1, _FACTOR_2 = map(np.uint64, chance.FACTORS)
_SHIFT_30, _SHIFT_27, _SHIFT_31, _SHIFT_11 = map(np.uint64, (30, 27, 31, 11))
_UNIT: Final = chance.UNIT

WORDS: Final = 624
"""The length of a twister. Words have 32 bits, but are computed with 64, and then cut off."""
_MIDDLE: Final = 397
_WORD: Final = 2**32 - 1
_UPPER: Final = 2**31
_TWIST: Final = 0x9908B0DF


@inlined
def wide(number: SupportsInt) -> int:
    """A field as a number of 64 bits; fields have 8 to 32."""
    return int(number) + 0  # compiled, `int` keeps the size, and 0 has 64 bits


@inlined
def popcount(bits: int) -> int:
    """How many bits are set. The compiler knows this loop and makes one instruction of it."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@inlined
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return popcount((bits & -bits) - 1)


@inlined
def highest_bit(bits: int) -> int:
    """The place of the highest bit that is set."""
    place = -1
    while bits:
        bits >>= 1
        place += 1
    return place


@inlined
def nth_bit(bits: int, number: int) -> int:
    """The place of a bit that is set, counted from the lowest, which is number 0."""
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


# The streams of `keltis.GameRandom`.


@inlined
def mix(number: np.uint64) -> np.uint64:
    """Mix a state of SplitMix64."""
    number = (number ^ (number >> _SHIFT_30)) * _FACTOR_1
    number = (number ^ (number >> _SHIFT_27)) * _FACTOR_2
    return number ^ (number >> _SHIFT_31)


@inlined
def stream_state(seed: np.uint64, stream: np.uint64) -> np.uint64:
    """The state that `GameRandom(seed, stream)` begins with."""
    return mix(mix(seed + GROWTH) + stream)


@inlined
def unit_number(state: np.uint64) -> float:
    """The number of `GameRandom.random` for a state."""
    return np.float64(np.int64(mix(state) >> _SHIFT_11)) * _UNIT


# The generator of `random.Random`.


def _first_words() -> UInt32s:
    """The words that every seed begins with."""
    words = [19650218]
    for place in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + place) & _WORD)
    return np.array(words, np.uint32)


_FIRST_WORDS: Final = _first_words()


def seed_words(seeds: Sequence[int]) -> tuple[UInt32s, Int64s]:
    """The seeds as rows of words, the lowest first, and the number of words of each."""
    lengths = [max(1, (seed.bit_length() + 31) // 32) for seed in seeds]
    width = max(lengths, default=1)
    text = b"".join([seed.to_bytes(4 * width, "little") for seed in seeds])
    words = np.frombuffer(text, "<u4").reshape(-1, width).astype(np.uint32)
    return words, np.array(lengths, np.int64)


@kernel
def seed_twister(twister: UInt32s, words: UInt32s, at: int, length: int) -> None:
    """Begin as `random.Random(seed)` does, with the words of the seed from row `at`."""
    for place in range(WORDS):
        twister[place] = _FIRST_WORDS[place]
    last = wide(twister[0])
    place, word = 1, 0
    for _ in range(WORDS):
        mixed = (last ^ last >> 30) * 1664525
        last = ((wide(twister[place]) ^ mixed) + wide(words[at, word]) + word) & _WORD
        twister[place] = last
        place += 1
        if place == WORDS:
            twister[0] = last
            place = 1
        word += 1
        if word == length:
            word = 0
    for _ in range(WORDS - 1):
        mixed = (last ^ last >> 30) * 1566083941
        last = ((wide(twister[place]) ^ mixed) - place) & _WORD
        twister[place] = last
        place += 1
        if place == WORDS:
            twister[0] = last
            place = 1
    twister[0] = _UPPER


@kernel
def _twist(twister: UInt32s) -> None:
    """Make the next 624 words."""
    for place in range(WORDS):
        following = place + 1 if place + 1 < WORDS else 0
        middle = place + _MIDDLE if place + _MIDDLE < WORDS else place + _MIDDLE - WORDS
        joined = wide(twister[place]) & _UPPER | wide(twister[following]) & _UPPER - 1
        twister[place] = wide(twister[middle]) ^ joined >> 1 ^ (joined & 1) * _TWIST


@inlined
def _temper(word: int) -> int:
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


@kernel
def write_randoms(twister: UInt32s, numbers: Float64s) -> None:
    """Write the first numbers that `random.Random.random` returns, each made of two words."""
    for at in range(len(numbers)):
        place = 2 * at % WORDS
        if place == 0:
            _twist(twister)
        high = _temper(wide(twister[place])) >> 5
        low = _temper(wide(twister[place + 1])) >> 6
        numbers[at] = (high * 67108864.0 + low) * _UNIT
