"""Random numbers that are the same for a seed on every machine and Python version."""

import hashlib
import json
import random
from collections.abc import Sequence
from operator import index
from typing import TypeVar

from keltis._shared.checks import as_int
from keltis.errors import InvalidArgument

T = TypeVar("T")


def shuffle(items: Sequence[T], rng: random.Random) -> list[T]:
    """Return a list of the items in random order.

    It is the Fisher-Yates shuffle from the end, with one `rng.random()` for each item but the
    first: `random.Random(seed).random()` is promised to stay the same in all Python versions.

    >>> shuffle("abcde", random.Random(1))
    ['b', 'e', 'c', 'd', 'a']
    """
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        items[last], items[chosen] = items[chosen], items[last]
    return items


def generator(seed: int | None, rng: random.Random | None = None) -> random.Random:
    """The generator for a seed, or the caller's own, or else one seeded by the operating system."""
    if seed is not None and rng is not None:
        raise InvalidArgument("give a seed or an rng, not both")
    if rng is not None:
        return rng
    return random.Random(None if seed is None else as_int(seed, "seed", 0))


def derived_seed(seed: int, *path: str | int) -> int:
    """The seed for one purpose, below 2**63, such as `derived_seed(7, "deal", 3)`.

    It is the same on every machine, and depends on no other games: the list of the name
    `keltis.arena`, the seed and the path is written as JSON in ASCII without spaces, as in
    `["keltis.arena",7,"deal",3]`; the first eight bytes of its SHA-256, read as one big-endian
    number, are halved.

    >>> from keltis.arena import derived_seed
    >>> derived_seed(7, "deal", 3)
    8179280862120324438
    """
    parts = [part if isinstance(part, str) else index(part) for part in path]
    text = json.dumps(["keltis.arena", index(seed), *parts], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big") >> 1
