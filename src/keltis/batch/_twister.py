"""The generator of `random.Random` in kernels, for deals: the Mersenne twister, seeded as Python.

A generator is an array of 624 words. Words have 32 bits, but are computed with 64, of which the
upper half is cut off.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis.batch._bits import wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import Float64s, Int64s, UInt32s

WORDS: Final = 624
"""The length of a generator."""
_MIDDLE: Final = 397
_WORD: Final = 2**32 - 1
_UPPER: Final = 2**31
_TWIST: Final = 0x9908B0DF
_UNIT: Final = 2.0**-53


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
