"""Checks of arguments that public calls share, and work that threads share."""

import secrets
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from keltis._lib.chance import MAX_SEED
from keltis._lib.checks import as_int
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument

Seeds: TypeAlias = Sequence[int] | NDArray[np.integer]
"""A seed for each game."""
NO_LIMIT: Final = 2**62
"""A limit that kernels never reach."""

A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T", bound=np.generic)


def require_one_of(value: object, choices: Collection[object], name: str) -> None:
    """Refuse a value that is not one of some choices."""
    if value not in choices:
        expected = " or ".join(map(repr, choices))
        raise InvalidArgument(f"{name} must be {expected}, not {short_repr(value)}")


def whole_numbers(values: ArrayLike, name: str, count: int) -> NDArray[np.int64]:
    """A new array of `count` whole numbers; anything else is refused.

    It is a copy, so that what was checked is what is used, whatever another thread writes.
    """
    array = np.array(values)
    _require_array(array, name, count, "iu", "whole numbers")
    return array.astype(np.int64, order="C")


def truth_values(values: ArrayLike, name: str, count: int) -> NDArray[np.bool_]:
    """A new array of `count` truth values; anything else is refused."""
    array = np.array(values)
    _require_array(array, name, count, "b", "truth values")
    array[array] = True  # a byte of 2 is true for NumPy, but not for kernels
    return array


def _require_array(
    array: NDArray[np.generic], name: str, count: int, kinds: str, expected: str
) -> None:
    if array.shape != (count,) or array.dtype.kind not in kinds:
        raise InvalidArgument(
            f"{name} must be an array of {count} {expected}, "
            f"not one of shape {array.shape} and type {array.dtype}"
        )


def game_seeds(seed: int | Seeds | None, count: int, most: int | None = None) -> list[int] | None:
    """A seed for each of so many games, up to `most`; None if there is one for all."""
    if seed is None or isinstance(seed, int) or np.ndim(seed) == 0:
        return None
    seeds = list(seed)
    if len(seeds) != count:
        raise InvalidArgument(f"there are {len(seeds)} seeds for {count} games")
    return [as_int(one, "seed", 0, most) for one in seeds]


def batch_seed(seed: object) -> np.uint64:
    """A seed for all games, checked; without one, the operating system gives it."""
    if seed is None:
        return np.uint64(secrets.randbits(64))
    return np.uint64(as_int(seed, "seed", 0, MAX_SEED))


def as_limit(limit: int, name: str, low: int) -> int:
    """A limit that fits the whole numbers of kernels."""
    return min(as_int(limit, name, low), NO_LIMIT)


def output(out: NDArray[T] | None, shape: tuple[int, int], dtype: type[T]) -> NDArray[T]:
    """The array to write to: a new one, or the caller's if it fits."""
    if out is None:
        return np.empty(shape, dtype)
    if not out.flags.writeable:
        raise InvalidArgument("out must be writable, and this array is read-only")
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
        raise InvalidArgument(
            f"out must be a contiguous array of shape {shape} and type {np.dtype(dtype)}, "
            f"not one of shape {out.shape} and type {out.dtype}"
        )
    return out


def parts(count: int, threads: int) -> list[slice]:
    """The slices of a batch that threads work on, one for each thread."""
    size = max(1, -(-count // as_int(threads, "threads", 1)))
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def run_in_threads(work: Callable[[A], R], items: Sequence[A]) -> list[R]:
    """Call a function with each item, each in a thread of its own if there are several."""
    if len(items) == 1:
        return [work(items[0])]
    with ThreadPoolExecutor(max(1, len(items))) as pool:
        return list(pool.map(work, items))
