"""Random numbers that are the same for a seed on every machine and Python version."""

import hashlib
import json
import random
import secrets
from collections.abc import Sequence
from functools import lru_cache
from operator import index
from typing import Final, TypeVar, final

from keltis._lib.checks import as_int
from keltis.errors import InvalidArgument

T = TypeVar("T")

MAX_SEED: Final = 2**64 - 1
"""The highest seed of a `GameRandom`."""
GROWTH: Final = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state for each number."""
FACTORS: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""The factors with which it mixes a state."""
UNIT: Final = 2.0**-53
"""The distance of two numbers of `random`."""


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


@final
class GameRandom(random.Random):
    """The stream of random numbers that bots get: SplitMix64, which kernels compute as quickly.

    A seed has a stream for each whole number. So game *i* of `keltis.batch.new_games(count,
    players, seed=s)` is dealt as by `new_game(players, rng=GameRandom(s, i))`. Without a seed, the
    operating system gives one.

    The numbers are the same in all Python versions. They keep no secrets: the seed can be computed
    from two of them. `keltis.bots.bot_random` derives its seeds, so that a bot can find no other.

    >>> from keltis import GameRandom
    >>> GameRandom(7).random(), GameRandom(7, 1).random()
    (0.950161381935685, 0.524524925020173)
    """

    def __init__(self, seed: int | None = None, stream: int = 0) -> None:
        if seed is None:
            self._state = secrets.randbits(64)
        else:
            seed, stream = as_int(seed, "seed", 0, MAX_SEED), as_int(stream, "stream", 0)
            self._state = _mix(_mix(seed + GROWTH & MAX_SEED) + stream & MAX_SEED)

    def seed(self, a: object = None, version: int = 2) -> None:
        """Begin again, as `GameRandom(a)` does: the seed is a whole number or None."""
        del version
        begun = GameRandom(None if a is None else as_int(a, "seed", 0, MAX_SEED))
        self.setstate(begun.getstate())

    def random(self) -> float:
        """Return the next number, from 0 up to but not including 1."""
        return (self._next() >> 11) * UNIT

    def getrandbits(self, k: int, /) -> int:
        """Return the next whole number of `k` bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        number = 0
        for _ in range(0, k, 64):
            number = number << 64 | self._next()
        return number >> (-k % 64)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Return what `normalvariate` does: nothing is kept for the next call."""
        return self.normalvariate(mu, sigma)

    def getstate(self) -> tuple[int, ...]:
        """Return the state of the generator, for `setstate`."""
        return (self._state,)

    def setstate(self, state: tuple[int, ...]) -> None:
        """Restore a state that `getstate` returned."""
        (self._state,) = state

    def _next(self) -> int:
        self._state = self._state + GROWTH & MAX_SEED
        return _mix(self._state)


def _mix(number: int) -> int:
    first, second = FACTORS
    number = (number ^ number >> 30) * first & MAX_SEED
    number = (number ^ number >> 27) * second & MAX_SEED
    return number ^ number >> 31


def bot_random(seed: int, seat: int, moves: int) -> GameRandom:
    """Return the generator for one decision of a bot, after this number of moves of the game.

    `play_match`, tournaments, `keltis watch` and `play`, and the server all take it from here. So a
    game depends on its seed alone, and one that is saved and loaded continues as it would have. It
    is `GameRandom(derived_seed(seed, "bot", seat), moves)`, see `keltis.arena.derived_seed`: the
    numbers of one seat reveal neither the seed of the game nor the numbers of another seat.

    >>> from keltis.bots import bot_random
    >>> bot_random(7, seat=0, moves=3).random()
    0.932737547206719
    """
    return GameRandom(bot_seed(seed, seat), moves)


@lru_cache(maxsize=256)
def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of all streams of a seat; see `bot_random`."""
    return derived_seed(seed, "bot", seat)
