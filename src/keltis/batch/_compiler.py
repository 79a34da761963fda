"""How the kernels are compiled, and where the results are cached.

Numba compiles a kernel when it is first called with arguments of some types, which takes seconds,
and keeps the result in a cache. Its cache looks at one source file only, although a kernel calls
others. So the cache here is in a folder named after the contents of all kernel modules.

The logger `keltis.batch` says that kernels are being compiled (INFO, so that it is quiet unless a
program wants to hear it) and that they cannot be cached (WARNING), each once.

With the environment variable `NUMBA_DISABLE_JIT=1` the kernels run as plain Python, a thousand
times slower: for debuggers, coverage and bounds checks.
"""

import hashlib
import inspect
import logging
import os
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache

from keltis import _network, _weights
from keltis._engine import rules
from keltis._lib import chance

P = ParamSpec("P")
T = TypeVar("T")

_SOURCES: Final = files("keltis.batch")  # in a folder or in a zip
_LOGGER: Final = logging.getLogger("keltis.batch")
COMPILED: Final = not numba.config.DISABLE_JIT
"""Whether the kernels are compiled."""


def _source_digest() -> str:
    """A name for the contents of all modules that a kernel can depend on."""
    digest = hashlib.sha256()
    for module in (chance, rules, _weights, _network):
        digest.update(inspect.getsource(module).encode())
    for path in sorted(_SOURCES.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _user_folders() -> list[Path]:
    """Our folder in the user's cache folder, if the user has one."""
    chosen = os.environ.get("XDG_CACHE_HOME")
    try:
        return [(Path(chosen) if chosen else Path.home() / ".cache") / "keltis"]
    except RuntimeError:  # a user without a home, as in some containers
        return []


def cache_folder() -> Path | None:
    """Where the compiled kernels are kept, or None if no folder can be written to.

    The first of these that can be: `NUMBA_CACHE_DIR`, the `__pycache__` of this package, and
    `keltis` in the user's cache folder (`XDG_CACHE_HOME`, or else `~/.cache`).
    """
    chosen = numba.config.CACHE_DIR
    bases = [Path(chosen)] if chosen else [Path(__file__).parent / "__pycache__", *_user_folders()]
    for base in bases:
        folder = base / f"kernels-{_source_digest()}"
        if _is_writable(folder):
            return folder
    return None


class CompilationNotice(event.Listener):  # type: ignore[misc] # mypy skips Numba
    """Logs once that kernels are being compiled."""

    def __init__(self) -> None:
        self.given = False

    def on_start(self, event: event.Event) -> None:
        module = event.data["dispatcher"].py_func.__module__ or ""  # executed text has none
        if self.given or not module.startswith("keltis.batch."):
            return
        self.given = True
        where = (
            "no folder is writable, so not cached" if _FOLDER is None else f"cached in {_FOLDER}"
        )
        _LOGGER.info("compiling kernels, once for each shape of game (%s)", where)

    def on_end(self, event: event.Event) -> None:
        pass


class KernelCache(FunctionCache):  # type: ignore[misc] # mypy skips Numba
    """The cache of one kernel. If it cannot be read or written to, the kernel works without it.

    Numba's own raises from the call that compiled, for example when the disk is full.
    """

    failed = False
    """Whether any cache has failed."""

    def load_overload(self, *arguments: object) -> object:
        """A compiled kernel from the cache, or None."""
        try:
            return super().load_overload(*arguments)
        except OSError as error:
            self._give_up(error)
            return None

    def save_overload(self, *arguments: object) -> None:
        """Write a compiled kernel to the cache."""
        try:
            super().save_overload(*arguments)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.disable()
        if not KernelCache.failed:
            KernelCache.failed = True
            _LOGGER.warning("kernels are compiled but not cached in %s: %s", _FOLDER, error)


_FOLDER: Final = cache_folder() if COMPILED else None
if COMPILED:
    event.register("numba:compile", CompilationNotice())


def kernel(function: Callable[P, T], *, fastmath: bool = False) -> Callable[P, T]:
    """Compile a function that Python calls, at its first call. It runs without the global lock.

    There are no bounds checks: callers check every index that comes from a user. With `fastmath`
    floats may be added in another order.
    """
    if not COMPILED:
        return np.errstate(over="ignore")(function)  # compiled arithmetic wraps silently
    compiled: Callable[P, T] = numba.njit(nogil=True, error_model="numpy", fastmath=fastmath)(
        function
    )
    if _FOLDER is not None:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_FOLDER)
        try:
            # As `cache=True` does, with a cache that may fail.
            compiled._cache = KernelCache(function)  # type: ignore[attr-defined] # noqa: SLF001
        except RuntimeError:  # in an archive, Numba caches what is in files that end in .zip
            pass
        finally:
            numba.config.CACHE_DIR = before
    return compiled


def fast_kernel(function: Callable[P, T]) -> Callable[P, T]:
    """A kernel whose floats may be added in another order."""
    return kernel(function, fastmath=True)


def inlined(function: Callable[P, T], *, fastmath: bool = False) -> Callable[P, T]:
    """Compile a function as a part of the kernels that call it."""
    if not COMPILED:
        return function
    compiled: Callable[P, T] = numba.njit(
        nogil=True,
        error_model="numpy",
        fastmath=fastmath,
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )(function)
    return compiled


def fast_inlined(function: Callable[P, T]) -> Callable[P, T]:
    """A part of kernels whose floats may be added in another order."""
    return inlined(function, fastmath=True)
