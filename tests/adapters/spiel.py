"""Games of OpenSpiel for the tests: loaded, dealt and played at random.

Importing this module skips the tests that do, if OpenSpiel is not installed.
"""

import random
from typing import Final, TypeVar

import pytest

import keltis

pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[openspiel]"')

import pyspiel as pyspiel  # noqa: PLC0414 - for the tests, which are skipped without it

from keltis.adapters.openspiel import CelticGame, CelticState, KeltisGame, KeltisState

AnyState = TypeVar("AnyState", bound=KeltisState | CelticState)
CELTIC_RULES: Final = "CELTIC start=NES width=6 supplies=2,2,2,2,2/2,2,2,2,2/1,1,1,2,1"
"""Rules of CELTIC! that are not printed."""
DRAW_PILE: Final = keltis.action_id(keltis.Draw(None))


def load_keltis(**parameters: object) -> KeltisGame:
    game: KeltisGame = pyspiel.load_game("python_keltis", parameters)
    return game


def load_celtic(**parameters: object) -> CelticGame:
    game: CelticGame = pyspiel.load_game("python_celtic", parameters)
    return game


def choose_outcome(state: KeltisState, rng: random.Random) -> int:
    """An outcome of chance, with its probability."""
    actions, probabilities = zip(*state.chance_outcomes(), strict=True)
    chosen: int = rng.choices(actions, probabilities)[0]
    return chosen


def deal(game: KeltisGame, rng: random.Random) -> KeltisState:
    """The first decision of a game."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choose_outcome(state, rng))
    return state


def play(state: AnyState, rng: random.Random, nodes: int) -> AnyState:
    """Go on at random for some nodes, or until the end."""
    for _ in range(nodes):
        if state.is_terminal():
            break
        if isinstance(state, KeltisState) and state.is_chance_node():
            state.apply_action(choose_outcome(state, rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def played(game: KeltisGame, seed: int, nodes: int = 40) -> KeltisState:
    """A decision some nodes after the deal, or the end."""
    rng = random.Random(seed)
    state = play(deal(game, rng), rng, nodes)
    return play(state, rng, 1) if state.is_chance_node() else state


def played_celtic(seed: int, moves: int, **parameters: object) -> CelticState:
    """A state some random moves after the start, or the end."""
    return play(load_celtic(**parameters).new_initial_state(), random.Random(seed), moves)


def drawing(game: KeltisGame, seed: int) -> KeltisState:
    """A state in which chance is to choose the card of the face-down pile."""
    state = played(game, seed)
    rng = random.Random(seed)
    while not state.is_chance_node():
        legal = state.legal_actions()
        state.apply_action(DRAW_PILE if DRAW_PILE in legal else rng.choice(legal))
    return state
