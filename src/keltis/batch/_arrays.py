"""Checks of arrays, seeds and limits that users pass, and work that threads share."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeIs

from keltis._shared.checks import as_int
from keltis.errors import InvalidArgument

Seeds: TypeAlias = Sequence[int] | NDArray[np.integer]
"""A seed for each game."""
NO_LIMIT: Final = 2**62
"""A limit that kernels never reach."""

A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T", bound=np.generic)


def whole_numbers(values: ArrayLike, name: str, count: int) -> NDArray[np.int64]:
    """An array of `count` whole numbers; anything else is refused."""
    array = np.asarray(values)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise InvalidArgument(
            f"{name} must be an array of {count} whole numbers, "
            f"not one of shape {array.shape} and type {array.dtype}"
        )
    return array.astype(np.int64, copy=False)


def truth_values(values: ArrayLike, name: str, count: int) -> NDArray[np.bool_]:
    """An array of `count` truth values; anything else is refused."""
    array = np.asarray(values)
    if array.shape != (count,) or array.dtype != np.bool_:
        raise InvalidArgument(
            f"{name} must be an array of {count} truth values, "
            f"not one of shape {array.shape} and type {array.dtype}"
        )
    return array


def are_seeds(seed: int | Seeds | None) -> TypeIs[Seeds]:
    """Whether there is a seed for each game, and not one for all."""
    return seed is not None and np.ndim(seed) > 0


def as_limit(limit: int, name: str, low: int) -> int:
    """A limit that fits the whole numbers of kernels."""
    return min(as_int(limit, name, low), NO_LIMIT)


def output(out: NDArray[T] | None, shape: tuple[int, int], dtype: type[T]) -> NDArray[T]:
    """The array to write to: a new one, or the caller's if it fits."""
    if out is None:
        return np.empty(shape, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
        raise InvalidArgument(
            f"out must be a contiguous array of shape {shape} and type {np.dtype(dtype)}, "
            f"not one of shape {out.shape} and type {out.dtype}"
        )
    return out


def parts(count: int, threads: int) -> list[slice]:
    """The slices of a batch that threads work on, one for each thread."""
    size = max(1, -(-count // threads))
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def run_in_threads(work: Callable[[A], R], items: Sequence[A]) -> list[R]:
    """Call a function with each item, each in a thread of its own if there are several."""
    if len(items) == 1:
        return [work(items[0])]
    with ThreadPoolExecutor(max(1, len(items))) as pool:
        return list(pool.map(work, items))
