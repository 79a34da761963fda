"""Attacks on the memory of batches. A write outside an array may end the process."""

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from helpers import TIMEOUT
from keltis.batch import Batch, new_games
from soak.attacks import Wrong

_GAMES: Final = 7
_RACES: Final = Path(__file__).parents[1] / "batch" / "races.py"
_KINDS: Final = ("?", "i1", "u1", "<i2", ">i2", "<i8", ">i8", "<u8", "<f4", ">f8", "c16", "O", "U3")
_SHAPES: Final = ((7,), (7,), (7,), (7,), (), (0,), (6,), (8,), (7, 1), (1, 7), (7, 2))


def strange_arrays(rng: random.Random) -> int:
    """Pass arrays of any type, shape, strides and order: rejected, or the games stay possible."""
    batch = new_games(_GAMES, 2, seed=rng.getrandbits(32))
    attempts = 50
    for _ in range(attempts):
        # Whatever is wrong with an array is a ValueError, as all errors of ours, or Python's own.
        with suppress(ValueError, TypeError, LookupError, OverflowError):
            _pass_arrays(batch, rng)
    Batch(batch.codec, batch.games)  # it rejects impossible games
    return attempts


def _pass_arrays(batch: Batch, rng: random.Random) -> None:
    match rng.randrange(6):
        case 0:
            batch.apply(_array(rng))
        case 1:
            batch.apply(batch.legal_masks().argmax(axis=1), where=_array(rng))
        case 2:
            batch.encode(_array(rng))
        case 3:
            batch.encode(out=_array(rng))  # type: ignore[arg-type]  # the point
        case 4:
            batch.legal_masks(_array(rng))  # type: ignore[arg-type]  # the point
        case _:
            batch[_array(rng)].legal_masks()


def _array(rng: random.Random) -> NDArray[np.integer]:
    """An array whose declared type is the only thing that is right about it."""
    values = rng.choice((range(-3, 500), range(1), (-1, 2**31, 2**62), (0, 1)))
    shape = rng.choice(_SHAPES)
    size = int(np.prod(shape))
    plain = np.array([rng.choice(values) for _ in range(size)]).reshape(shape)
    with np.errstate(all="ignore"):
        array = plain.astype(rng.choice(_KINDS))
    match rng.randrange(5):
        case 0 if array.ndim:
            array = array[::-1]
        case 1 if array.ndim:
            array = np.repeat(array, 2, axis=0)[::2]
        case 2:
            array = np.broadcast_to(array, shape)  # read-only
        case 3:
            array = np.asfortranarray(array)
        case _:
            pass
    return array


def raced_batches(rng: random.Random) -> int:
    """Let two threads change one batch, in a process of its own: its games stay possible."""
    race = rng.choice(("actions", "mask", "apply", "step", "read"))
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, _RACES, race], check=False, capture_output=True, text=True, timeout=TIMEOUT
    )
    if (done.stdout, done.returncode) != ("possible\n", 0):
        raise Wrong(f"{race}: exit code {done.returncode}, {done.stderr}")
    return 1
