"""No plain assignment changes a public value, and so none changes the rules.

`tests/batch/test_batch.py` has the same about arrays.
"""

import importlib
import pkgutil
import random
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from types import MappingProxyType, ModuleType

import attrs
import pytest

import keltis
from keltis import celtic
from keltis.game import Game, M, R, S, V

PLAIN = (bool, bytes, float, int, str, type(None), range, slice)
"""Types of Python whose values never change and hold nothing else."""


def public_modules() -> Iterator[ModuleType]:
    """The modules that say what they export; an adapter only with its framework."""
    infos = pkgutil.walk_packages(keltis.__path__, prefix="keltis.", onerror=lambda _: None)
    for name in ("keltis", *(info.name for info in infos)):
        if "._" not in name:
            try:
                module = importlib.import_module(name)
            except ImportError:
                continue
            if hasattr(module, "__all__"):
                yield module


def exported() -> Iterator[object]:
    for module in public_modules():
        for name in module.__all__:
            yield getattr(module, name)


def constants() -> Iterator[object]:
    """The presets, the members of enums, and whatever else a public module holds ready."""
    for value in exported():
        if isinstance(value, type) and issubclass(value, Enum):
            yield from value
        elif isinstance(value, (*PLAIN, tuple, Mapping, Enum)) or attrs.has(type(value)):
            yield value


def values_of_a_game(game: Game[S, V, M, R], rules: R) -> Iterator[object]:
    """What the functions of a game return in the course of a game with many tiles or cards laid."""
    rng = random.Random(7)
    state = game.engine.new_game(2, seed=7, rules=rules)
    while moves := game.engine.legal_moves(state):
        lays = [move for move in moves if str(move).startswith("lay")]
        move = rng.choice(lays or moves)
        yield state, moves, game.engine.observe(state, 0), game.engine.observe(state, None)
        yield game.events.events(state, move), game.engine.illegality(state, moves[0])
        state = game.engine.apply_move(state, move)
    yield state, game.engine.outcome(state)


def returned() -> Iterator[object]:
    for rules in keltis.PRESETS.values():
        yield from values_of_a_game(keltis.GAME, rules)
        yield keltis.learning.layout(rules, 2)
    yield keltis.illegality(keltis.new_game(2, seed=7), keltis.Decline())
    yield keltis.scores(keltis.new_game(2, seed=7))
    yield keltis.bots.play_match(["random", "random"], seed=7)
    yield from values_of_a_game(celtic.GAME, celtic.CELTIC)
    record = celtic.bots.play_match(["random", "random"], seed=7)
    yield record, celtic.scores(record.final), celtic.knots(record.final)
    yield celtic.illegality(celtic.new_game(), celtic.Pass())
    yield celtic.learning.layout(celtic.CELTIC)
    yield celtic.solve(seed=1)


def attribute_names(value: object) -> set[str]:
    return {*dir(value), *getattr(value, "__dict__", ())}


def held(value: object) -> Iterator[object]:
    """What a value consists of and hands out by its public attributes."""
    if isinstance(value, tuple | frozenset):
        yield from value
    elif isinstance(value, Mapping):
        yield from value.items()
    for name in attribute_names(value):
        if not name.startswith("_") and hasattr(value, name):
            attribute = getattr(value, name)
            if isinstance(attribute, dict | list):
                assert getattr(value, name) is not attribute, f"{type(value)} shares its {name}"
                yield from attribute.items() if isinstance(attribute, dict) else attribute
            elif not callable(attribute):
                yield attribute


def reachable(values: Iterable[object]) -> list[object]:
    """These values and all that they hold, each object once."""
    waiting = list(values)
    found: dict[int, object] = {}
    while waiting:
        value = waiting.pop()
        # A `Game` holds modules, which Python lets everybody change.
        is_plain = isinstance(value, (*PLAIN, ModuleType)) and not isinstance(value, Enum)
        if not is_plain and id(value) not in found:
            found[id(value)] = value  # which keeps it, and so its id
            waiting.extend(held(value))
    return list(found.values())


def accepted(value: object) -> list[str]:
    """The assignments and deletions that a value does not reject."""
    kind = type(value).__name__
    found = [f"{kind}.{name}" for name in ("__setitem__", "__delitem__") if hasattr(value, name)]
    for name in (*sorted(attribute_names(value)), "a_new_name"):
        for change in (partial(setattr, value, name, None), partial(delattr, value, name)):
            try:
                change()
            except (AttributeError, TypeError):
                continue
            found.append(f"{change.func.__name__} {kind} {name}")
    return found


def test_no_assignment_to_a_public_value_is_accepted_or_changes_play() -> None:
    before = list(map(repr, returned()))
    values = reachable([*constants(), *returned()])
    kinds = {type(value): value for value in values}
    assert {keltis.GameState, keltis.Rules, keltis.Card, keltis.GameRecord} < kinds.keys()
    assert {celtic.GameState, celtic.Rules, celtic.Lay, celtic.Filling} < kinds.keys()
    assert {MappingProxyType, keltis.Tile, keltis.Direction, celtic.Shape} < kinds.keys()
    # Without a `__dict__`, all values of a class accept the same.
    each = [value for value in values if hasattr(value, "__dict__")]
    assert [text for value in (*kinds.values(), *each) for text in accepted(value)] == []
    assert list(map(repr, returned())) == before


def test_no_member_of_a_public_enum_can_be_replaced_or_deleted() -> None:
    enums = [value for value in exported() if isinstance(value, type) and issubclass(value, Enum)]
    assert len(enums) > 10
    for cls in enums:
        for name in cls.__members__:
            with pytest.raises(AttributeError):
                setattr(cls, name, None)
            with pytest.raises(AttributeError):
                delattr(cls, name)
