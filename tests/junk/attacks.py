"""Calls with junk: one wrong argument among valid ones, or nothing but junk.

A new public function is attacked without a line here, unless no valid value is known for one of its
parameters: then a test fails, and `BY_TYPE` or `BY_NAME` in `junk.valid` needs an entry.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import keltis
from junk.targets import Target
from junk.values import JUNK, Hostility
from keltis import celtic

Arguments: TypeAlias = Callable[[], dict[str, object]]
"""Makes new arguments by name."""
_NUMBERS: Final = {"five", "fraction", "colour"}
COSTLY: Final[dict[str, set[str]]] = {
    "keltis.arena.play_game:isolate": {"true"},
    "keltis.arena.play_game:seconds_per_game": _NUMBERS,
    "keltis.arena.play_game:seconds_per_move": _NUMBERS,
    "keltis.arena.play_tournament:isolate": {"true"},
    "keltis.arena.play_tournament:jobs": _NUMBERS,
    "keltis.arena.play_tournament:seconds_per_game": _NUMBERS,
    "keltis.arena.play_tournament:seconds_per_move": _NUMBERS,
    "keltis.conformance.ConformanceGames:games": {"five"},
    "keltis.conformance.conformance_lines:games": {"five"},
    "keltis.conformance.write_conformance_games:path": {"word"},
}
"""Junk that is valid for a parameter, but starts processes or plays many games."""

MAX_MESSAGE: Final = 1_000
"""The most characters of a message about one argument."""
MAX_FAULT: Final = 250
"""The most characters about each argument where all are wrong."""


_OWN_CODE: Final = (
    *("Iterable", "Sequence", "Mapping", "Callable", "Bot", "Path"),
    *(str(tuple[keltis.Move, ...]), str(tuple[celtic.Move, ...])),
)
"""Parameters of these types are iterated over or called; exceptions of that code pass through."""


def _mentions(target: Target, *types: str) -> bool:
    annotations = [str(parameter.annotation) for parameter in target.parameters]
    return any(name in annotation for annotation in annotations for name in types)


def attack(target: Target, values: Mapping[str, object]) -> str | None:
    """Call a target: what is wrong with the way it ends, if anything is."""
    before = {name: _contents(value) for name, value in values.items()}
    try:
        target.call(values)
    except keltis.KeltisError as error:
        message = str(error)
        if len(message) > max(MAX_MESSAGE, MAX_FAULT * len(target.parameters)):
            return f"a message of {len(message)} characters: {message[:60]}"
    except ImportError as error:
        if "pip install" not in str(error):
            return f"an ImportError that does not say what to install: {error}"
    except Hostility:
        if not _mentions(target, *_OWN_CODE):
            return "an exception of the argument itself"
    except (OSError, UnicodeEncodeError) as error:  # no file can have this name
        if not _mentions(target, "Path"):
            return f"{type(error).__name__}: {str(error)[:120]}"
    except SystemExit as error:
        if target.name != "keltis.cli.main" or error.code != 2:
            return f"SystemExit: {error.code}"
    except Exception as error:  # noqa: BLE001 - the point
        if _mentions(target, "Callable", "Bot") and any(map(callable, values.values())):
            return None  # of a callable with other parameters
        return f"{type(error).__name__}: {str(error)[:120]}"
    changed = [name for name, value in values.items() if _contents(value) != before[name]]
    return f"changed {', '.join(changed)}" if changed else None


def _contents(value: object) -> str | None:
    """The contents of a value that could be changed, as text."""
    if type(value) not in (list, dict, set, bytearray):
        return None
    with suppress(Exception):
        return repr(value)
    return None


def single_faults(target: Target) -> Iterator[tuple[str, Arguments]]:
    """Arguments of which one is junk, with a description: every parameter with every junk."""
    for parameter in target.parameters:
        costly = COSTLY.get(f"{target.name}:{parameter.name}", set())
        for name in JUNK:
            if name not in costly:
                yield (
                    f"{target.name}({parameter.name}={name})",
                    partial(_with_junk, target, {parameter.name: name}),
                )


def all_junk(target: Target, rng: random.Random) -> tuple[str, Arguments]:
    """Arguments all of which are junk, with a description."""
    chosen = {parameter.name: rng.choice(sorted(JUNK)) for parameter in target.parameters}
    described = ", ".join(f"{name}={junk}" for name, junk in chosen.items())
    return f"{target.name}({described})", partial(_with_junk, target, chosen)


def _with_junk(target: Target, chosen: Mapping[str, str]) -> dict[str, object]:
    return target.valid_arguments() | {name: JUNK[junk]() for name, junk in chosen.items()}
