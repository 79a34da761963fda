"""Random numbers that kernels and the scalar engine share: a stream for each game of a seed.

The generator is SplitMix64: a 64-bit state grows by a constant, and each number is its state mixed.
The stream of game *i* of a seed begins at a state mixed from both.
"""

import random
import secrets
from typing import Final

import numpy as np

from keltis._shared.checks import as_int
from keltis.batch._compiler import inlined

MAX_SEED: Final = 2**64 - 1
"""The highest seed of a batch."""
_MASK: Final = 2**64 - 1
_GROWTH: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB

GROWTH: Final = np.uint64(_GROWTH)
"""What to add to a state for each number."""
_FACTOR_1: Final = np.uint64(_MIX_1)
_FACTOR_2: Final = np.uint64(_MIX_2)
_SHIFT_30, _SHIFT_27, _SHIFT_31, _SHIFT_11 = (
    np.uint64(30),
    np.uint64(27),
    np.uint64(31),
    np.uint64(11),
)
_UNIT: Final = 2.0**-53


class GameRandom(random.Random):
    """The random numbers of one game, the same as in kernels: a subclass of `random.Random`.

    Game *i* of `new_games(count, players, seed=s)` is dealt as by `keltis.new_game(players,
    rng=GameRandom(s, i))`, and game *i* of a batch is played out with the choices of
    `GameRandom(s, i)`.

    >>> GameRandom(7, 0).random() == GameRandom(7, 0).random() != GameRandom(7, 1).random()
    True
    """

    def __init__(self, seed: int, game: int) -> None:
        super().__init__(0)
        seed, game = as_int(seed, "seed", 0, MAX_SEED), as_int(game, "game", 0)
        self._state = _mix((_mix((seed + _GROWTH) & _MASK) + game) & _MASK)

    def random(self) -> float:
        """The next number, from 0 up to but not including 1."""
        return (self._next() >> 11) * _UNIT

    def getrandbits(self, k: int, /) -> int:
        """The next whole number of `k` bits."""
        number = 0
        for _ in range(0, k, 64):
            number = number << 64 | self._next()
        return number >> (-k % 64)

    def getstate(self) -> tuple[int, ...]:
        """The state of the generator, for `setstate`."""
        return (self._state,)

    def setstate(self, state: tuple[int, ...]) -> None:
        """Restore a state that `getstate` returned."""
        (self._state,) = state

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (0, 0), self.getstate()  # the state replaces that of the arguments

    def _next(self) -> int:
        self._state = (self._state + _GROWTH) & _MASK
        return _mix(self._state)


def batch_seed(seed: int | None) -> int:
    """A seed that a user passed, checked; without one, a seed from the operating system."""
    return secrets.randbits(64) if seed is None else as_int(seed, "seed", 0, MAX_SEED)


def _mix(number: int) -> int:
    number = ((number ^ (number >> 30)) * _MIX_1) & _MASK
    number = ((number ^ (number >> 27)) * _MIX_2) & _MASK
    return number ^ (number >> 31)


@inlined
def mix(number: np.uint64) -> np.uint64:
    """Do what `_mix` does."""
    number = (number ^ (number >> _SHIFT_30)) * _FACTOR_1
    number = (number ^ (number >> _SHIFT_27)) * _FACTOR_2
    return number ^ (number >> _SHIFT_31)


@inlined
def stream_state(seed: np.uint64, game: np.uint64) -> np.uint64:
    """The state that a `GameRandom` begins with."""
    return mix(mix(seed + GROWTH) + game)


@inlined
def unit_number(state: np.uint64) -> float:
    """The number of `GameRandom.random` for a state."""
    return np.float64(np.int64(mix(state) >> _SHIFT_11)) * _UNIT
