"""The numbers of `keltis.GameRandom` in kernels."""

import secrets
from typing import Final

import numpy as np

from keltis._shared import chance
from keltis._shared.checks import as_int
from keltis.batch._compiler import inlined

GROWTH: Final = np.uint64(chance.GROWTH)
"""What to add to a state for each number."""
_FACTOR_1, _FACTOR_2 = map(np.uint64, chance.FACTORS)
_SHIFT_30, _SHIFT_27, _SHIFT_31, _SHIFT_11 = map(np.uint64, (30, 27, 31, 11))
_UNIT: Final = chance.UNIT


def batch_seed(seed: int | None) -> int:
    """A seed that a user passed, checked; without one, a seed from the operating system."""
    return secrets.randbits(64) if seed is None else as_int(seed, "seed", 0, chance.MAX_SEED)


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
