"""Chance that is the same for the same seed on every machine and Python version."""

import hashlib
import json
import random
from collections.abc import Sequence
from typing import TypeVar

from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument

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
            raise InvalidArgument(f"rng must be a random.Random, not {short_repr(rng)}")
        return rng
    if seed is not None and (type(seed) is not int or seed < 0):
        raise InvalidArgument(f"seed must be a whole number from 0, not {short_repr(seed)}")
    return random.Random(seed)


def derived_seed(seed: int, *path: str | int) -> int:
    """The seed for one purpose, such as `derived_seed(7, "deal", 3)`: a number below 2**63, the same on every machine.

    How: the list of the name `keltis.arena`, the seed and the path is written as JSON in ASCII
    without spaces, as in `["keltis.arena",7,"deal",3]`; the first eight bytes of its SHA-256, read
    as one big-endian number, are halved. So no seed depends on which games were played before, or
    where.

    >>> derived_seed(7, "deal", 3)
    8179280862120324438
    """
    text = json.dumps(["keltis.arena", seed, *path], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big") >> 1
