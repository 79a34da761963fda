"""Conformance games of CELTIC!."""

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

from keltis.celtic.documents import (
    event_document,
    rules_document,
    state_document,
)
from keltis.celtic.events import events
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import Forfeit, Lay, Move
from keltis.celtic.play import apply_recorded_move
from keltis.celtic.rules import CELTIC, Rules
from keltis.celtic.scoring import outcome
from keltis.celtic.setup import new_game
from keltis.celtic.state import GameState
from keltis.conformance._celtic_rulings import CASES, END_CASES, STEP_CASES, Step, illegal_moves
from keltis.conformance._games import Engine, Game, Line, select_games

CelticGame: TypeAlias = Game[GameState, Move]

SMALL_WINDOW: Final = Rules(
    width=4, height=3, supplies=((2, 1, 0, 1, 0), (1, 2, 0, 1, 0), (2, 2, 1, 1, 1))
)
"""Rules with a small window and few tiles, under which players run out of tiles."""

_PENALTY: Final = "CELTIC with a penalty"
_RULES: Final = {"CELTIC": CELTIC, "small window": SMALL_WINDOW, _PENALTY: CELTIC}
_MAX_SEEDS: Final = 2_000


def select_celtic_games(games: int) -> Iterator[tuple[CelticGame, frozenset[str]]]:
    """The games of a set, each with its cases."""
    always = (_play(name, seed) for name in _RULES for seed in range(games))
    others = (_play(name, seed) for seed in range(games, _MAX_SEEDS) for name in _RULES)
    return select_games(always, others, CASES, cases_of)


def _play(name: str, seed: int) -> CelticGame:
    """A game of even chance. In one with a penalty, a tile is laid beyond the window (K12)."""
    rng = random.Random(seed)
    start = new_game(rules=_RULES[name])
    state, moves = start, list[Move]()
    penalty_due = name == _PENALTY
    while choices := legal_moves(state):
        beyond = illegal_moves(state).get("OUT_OF_WINDOW") if penalty_due else None
        if isinstance(beyond, Lay):
            moves.append(Forfeit(beyond))
            penalty_due = False
        else:
            moves.append(choices[int(rng.random() * len(choices))])
        state = apply_recorded_move(state, moves[-1])
    return Game(f"{name}, seed {seed}", start, tuple(moves))


def cases_of(game: CelticGame, wanted: frozenset[str]) -> frozenset[str]:
    """Which of these cases of rulings a game shows."""
    missing = wanted & STEP_CASES.keys()
    state = game.start
    for move in game.moves:
        after = apply_recorded_move(state, move)
        step = Step(state, move, events(state, move), after)
        missing -= {case for case in missing if STEP_CASES[case](step)}
        state = after
    found = wanted & STEP_CASES.keys() - missing
    end = outcome(state)
    ends = wanted & END_CASES.keys()
    return frozenset(found | {case for case in ends if end and END_CASES[case](state, end)})


def celtic_header() -> Line:
    """The first line of the games: the fields of the rules that they name."""
    rules = {"CELTIC": rules_document(CELTIC)}
    return {"type": "header", "format": "celtic-conformance", "version": 1, "rules": rules}


def _event_documents(state: GameState, move: Move) -> list[Line]:
    return [event_document(event) for event in events(state, move)]


CELTIC_ENGINE: Final[Engine[GameState, Move]] = Engine(
    apply_recorded_move, state_document, _event_documents, illegal_moves
)
"""What the lines of CELTIC! are made with."""
