"""How games are chosen for a conformance set and written as lines, whichever the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar, final

import attrs

from keltis._shared.values import Immutable

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
Line: TypeAlias = Mapping[str, object]
"""A line of a file, as data for JSON."""


@final
@attrs.frozen
class Game(Immutable, Generic[StateT, MoveT]):
    """A whole game: its start and its moves."""

    title: str
    start: StateT
    moves: tuple[MoveT, ...]


def select_games(
    always: Iterable[Game[StateT, MoveT]],
    candidates: Iterable[Game[StateT, MoveT]],
    cases: Iterable[str],
    cases_of: Callable[[Game[StateT, MoveT], frozenset[str]], frozenset[str]],
) -> Iterator[tuple[Game[StateT, MoveT], frozenset[str]]]:
    """The first games, then every candidate that shows a new case, until all cases have occurred.

    Each comes with its cases. `cases_of` finds which of the given cases a game shows.
    """
    wanted = missing = frozenset(cases)
    for game in always:
        found = cases_of(game, wanted)
        missing -= found
        yield game, found
    for game in candidates:
        if not missing:
            return
        if cases_of(game, missing):
            found = cases_of(game, wanted)
            missing -= found
            yield game, found


@final
@attrs.frozen
class Engine(Immutable, Generic[StateT, MoveT]):
    """The functions of one game that its lines are made with."""

    apply_move: Callable[[StateT, MoveT], StateT]
    state_document: Callable[[StateT], Line]
    event_documents: Callable[[StateT, MoveT], list[Line]]
    illegal_moves: Callable[[StateT], Mapping[str, MoveT]]
    """For each reason why a move can be illegal, its code and one such move."""


def game_lines(
    engine: Engine[StateT, MoveT], number: int, game: Game[StateT, MoveT], cases: Iterable[str]
) -> Iterator[Line]:
    """The lines of a game: its start, a line for each decision, and its end."""
    state = game.start
    yield {"type": "start", "game": number, "title": game.title, **_position(engine, state)}
    for move in game.moves:
        documents = engine.event_documents(state, move)
        state = engine.apply_move(state, move)
        decision = {"type": "decision", "game": number, "move": str(move), "events": documents}
        yield decision | _position(engine, state)
    rulings = sorted({case.partition(" ")[0] for case in cases})
    end = engine.state_document(state)["outcome"]
    yield {"type": "end", "game": number, "outcome": end, "rulings": rulings}


def _position(engine: Engine[StateT, MoveT], state: StateT) -> dict[str, object]:
    refused = engine.illegal_moves(state).items()
    return {
        "state": engine.state_document(state),
        "illegal_moves": [{"code": code, "text": str(move)} for code, move in refused],
    }


def count_cases(cases: Iterable[str], found: Iterable[Iterable[str]]) -> dict[str, int]:
    """By case, in how many games it occurs."""
    counts = Counter(case for of_game in found for case in of_game)
    return {case: counts[case] for case in cases}
