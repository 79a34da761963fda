"""Conformance games of the board game."""

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

from keltis._playthrough import playthrough
from keltis.board import Tile
from keltis.conformance._games import Engine, Game, Line, select_games
from keltis.conformance._rulings import (
    CASES,
    END_CASES,
    START_CASES,
    STEP_CASES,
    Step,
    illegal_moves,
)
from keltis.documents import event_document, state_document
from keltis.events import events
from keltis.moves import Move
from keltis.notation import FILE_VERSION
from keltis.play import apply_move
from keltis.rules import PRESETS, Rules
from keltis.scoring import outcome
from keltis.setup import new_game
from keltis.state import GameState

KeltisGame: TypeAlias = Game[GameState, Move]

SHORT_PATHS: Final = Rules(
    values=(1, 2, 3, 4, 5, 6),
    row_points=(-2, 1, 4),
    goal_row=3,
    tiles=(Tile.CLOVER,) * 4 + (Tile.WISHING_STONE,) * 3 + (Tile.ONE, Tile.TWO, Tile.THREE),
    tile_rows=((1, 2), (2, 3), (1, 3), (2, 3), (1, 2)),
    cards_removed=((2, 4), (3, 0), (4, 0)),
    hand_size=4,
    goal_figures=9,
    may_take_own_discard=False,
)
"""Rules with short paths, on which figures reach the end stone while the game goes on."""

_RULES: Final = {**PRESETS, "short paths": SHORT_PATHS}
_LEAN: Final = 0.85
"""How often a move is one that leads on; the others are even chance."""
_MAX_MOVES: Final = 400
"""After this number of moves cards come from the face-down pile alone, so that a game ends (E3)."""
_MAX_SEEDS: Final = 2_000


def select_keltis_games(games: int) -> Iterator[tuple[KeltisGame, frozenset[str]]]:
    """The games of a set, each with its cases."""
    always = (_play(*setting, seed) for setting in _settings() for seed in range(games))
    others = (_play(*setting, seed) for seed in range(games, _MAX_SEEDS) for setting in _settings())
    return select_games(always, others, CASES, cases_of)


def keltis_header() -> Line:
    """The first line of the games."""
    return {"type": "header", "format": "keltis-conformance", "version": FILE_VERSION}


def _settings() -> Iterator[tuple[str, int]]:
    for name, rules in _RULES.items():
        for players in rules.player_counts:
            yield name, players


def _play(name: str, players: int, seed: int) -> KeltisGame:
    """A game that leans towards laying cards."""
    start = new_game(players, seed=seed, rules=_RULES[name], first_player=seed % players)
    line = playthrough(start, random.Random(seed), lean=_LEAN, patience=_MAX_MOVES)
    moves = tuple(move for _, move in line)
    return Game(f"{name}, {players} players, seed {seed}", start, moves)


def cases_of(game: KeltisGame, wanted: frozenset[str]) -> frozenset[str]:
    """Which of these cases of rulings a game shows."""
    found = {case for case in wanted & START_CASES.keys() if START_CASES[case](game.start)}
    missing = wanted & STEP_CASES.keys()
    state, previous = game.start, None
    for move in game.moves:
        after = apply_move(state, move)
        step = Step(state, move, events(state, move), after, previous)
        missing -= {case for case in missing if STEP_CASES[case](step)}
        state, previous = after, step
    found |= wanted & STEP_CASES.keys() - missing
    end = outcome(state)
    ends = wanted & END_CASES.keys()
    return frozenset(found | {case for case in ends if end and END_CASES[case](state, end)})


def _event_documents(state: GameState, move: Move) -> list[Line]:
    return [event_document(event) for event in events(state, move)]


KELTIS_ENGINE: Final = Engine(apply_move, state_document, _event_documents, illegal_moves)
"""What the lines of the board game are made with."""
