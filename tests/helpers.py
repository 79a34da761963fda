"""Small helpers that several tests use."""

import random

import attrs

from keltis import (
    KELTIS,
    GameState,
    Move,
    Rules,
    apply_move,
    legal_moves,
    new_game,
)
from keltis.notation import parse_move
from keltis.testing import playthrough


def texts(state: GameState) -> list[str]:
    """The legal moves in notation."""
    return [str(move) for move in legal_moves(state)]


def move(state: GameState, text: str) -> Move:
    """The legal move with this notation."""
    assert text in texts(state)
    return parse_move(text)


def play(state: GameState, *moves: str) -> GameState:
    """The state after these moves, all of which must be legal and give valid states."""
    for text in moves:
        state = apply_move(state, move(state, text))
        rebuilt = attrs.evolve(state)  # the engine skips the checks that the constructor makes
        assert rebuilt == state
        assert rebuilt.options == state.options
    return state


def whole_game(rules: Rules = KELTIS, players: int = 2, seed: int = 0) -> list[GameState]:
    """The states of a whole game that leans towards progress."""
    states = [new_game(players, seed=seed, rules=rules)]
    for state, move_made in playthrough(states[0], random.Random(seed), lean=0.8):
        states.append(apply_move(state, move_made))
    return states
