"""Numbers in kernels: sets of small numbers as bits, and the streams of `keltis.GameRandom`."""

from typing import Final, SupportsInt

import numpy as np

from keltis._lib import chance
from keltis.batch._compiler import inlined

GROWTH: Final = np.uint64(chance.GROWTH)
"""What to add to the state of a stream for each number."""
_FACTOR_1, _FACTOR_2 = map(np.uint64, chance.FACTORS)
_SHIFT_30, _SHIFT_27, _SHIFT_31, _SHIFT_11 = map(np.uint64, (30, 27, 31, 11))
_UNIT: Final = chance.UNIT


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
