"""Whole numbers of 64 bits, and sets of small numbers as bits."""

from typing import SupportsInt

from keltis.batch._compiler import inlined


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
