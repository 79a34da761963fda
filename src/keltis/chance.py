"""Chance that is the same for the same seed on every machine and Python version."""

import random
from collections.abc import Sequence
from typing import TypeVar

from keltis.errors import InvalidArgument, shown

T = TypeVar("T")


def shuffled(items: Sequence[T], rng: random.Random) -> list[T]:
    """The items in random order, by Fisher and Yates from the end, with one `rng.random()` for each item but the first.

    >>> shuffled("abcde", random.Random(1))
    ['b', 'e', 'c', 'd', 'a']
    """
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        items[last], items[chosen] = items[chosen], items[last]
    return items


def generator(seed: int | None, rng: random.Random | None = None) -> random.Random:
    """The chance that a caller asks for: from a seed, their own, or else from the operating system."""
    if seed is not None and rng is not None:
        raise InvalidArgument("give a seed or an rng, not both")
    if rng is not None:
        if not isinstance(rng, random.Random):
            raise InvalidArgument(f"rng must be a random.Random, not {shown(rng)}")
        return rng
    if seed is not None and (type(seed) is not int or seed < 0):
        raise InvalidArgument(f"seed must be a whole number from 0, not {shown(seed)}")
    return random.Random(seed)
