"""Whole games in the library and in the naive engine, which must agree at every step."""

import random
from collections.abc import Callable
from typing import Final, TypeAlias

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from keltis import GameState, Rules
from keltis.testing import custom_rules
from leaning import ALL_RULES, CLOVERS, start_of
from naive import NaiveGame
from profiles import by_profile

Chooser: TypeAlias = Callable[[NaiveGame, random.Random], str]

WASTEFUL: Final = attrs.evolve(CLOVERS, step_may_be_wasted=True, goal_figures=12)


def uniform(naive: NaiveGame, rng: random.Random) -> str:
    return rng.choice(naive.moves())


def leaning(naive: NaiveGame, rng: random.Random) -> str:
    """Mostly lay cards with small gaps and advance, so that games end by figures in the goal."""
    moves = naive.moves()
    return rng.choices(moves, [_weight(naive, move) for move in moves])[0]


def _weight(naive: NaiveGame, move: str) -> float:
    match move.split():
        case ["discard", card]:
            return 0.001 if naive.lays(card) else 0.02
        case ["lay", card, *_]:
            return _appeal(naive, card)
        case ["advance", colour, *_]:
            row = naive.mover().rows[colour]
            return 9 if row == naive.end_stone() else (1 + row) ** 2
        case ["decline"]:
            return 2
        case ["draw", "pile"]:
            return 0.02
        case ["draw", colour]:
            return 0.0001 + _appeal(naive, naive.discards[colour][-1])
    raise ValueError(move)


def _appeal(naive: NaiveGame, card: str) -> float:
    """From 1 for a card that skips no value down to 0 for one that cannot be laid."""
    if not naive.lays(card):
        return 0
    value, column = int(card[1:]), naive.mover().columns[card[0]]
    skipped = abs(value - int(column[-1][1:])) if column else min(value, abs(10 - value))
    return 1 / (1 + skipped) ** 4


CHOOSERS: Final = {"uniform": uniform, "leaning": leaning}


def compare_game(state: GameState, choose: Chooser, rng: random.Random) -> list[str]:
    """Play to the end in both engines, compare them at every step, and return the moves."""
    naive = NaiveGame.of(state)
    played: list[str] = []
    while naive.over() is None:
        assert keltis.outcome(state) is None, played
        moves = {str(move): move for move in keltis.legal_moves(state)}
        assert len(moves) == len(keltis.legal_moves(state)), played
        assert sorted(moves) == sorted(naive.moves()), played
        text = choose(naive, rng)
        played.append(text)
        state = keltis.apply_move(state, moves[text])
        naive.play(text)
        assert NaiveGame.of(state) == naive, played
        assert [score.total for score in keltis.scores(state)] == naive.totals(), played
    assert_same_end(state, naive, played)
    return played


def assert_same_end(state: GameState, naive: NaiveGame, played: list[str]) -> None:
    end = keltis.outcome(state)
    assert end is not None, played
    assert end.reason.value == naive.over(), played
    assert end.scores == keltis.scores(state), played
    assert list(end.winners) == naive.winners(), played
    assert keltis.legal_moves(state) == (), played
    assert naive.moves() == []


@pytest.mark.parametrize("style", CHOOSERS)
@pytest.mark.parametrize("rules", [*ALL_RULES, WASTEFUL])
@settings(max_examples=by_profile(2, 6))
@given(seed=st.integers(0, 2**32))
def test_games_agree(rules: Rules, style: str, seed: int) -> None:
    compare_game(start_of(rules, seed), CHOOSERS[style], random.Random(seed))


@settings(max_examples=by_profile(15, 60))
@given(
    rules=custom_rules(),
    players=st.integers(1, 5),
    seed=st.integers(0, 2**32),
    style=st.sampled_from(sorted(CHOOSERS)),
)
def test_games_under_any_rules_agree(rules: Rules, players: int, seed: int, style: str) -> None:
    compare_game(
        keltis.new_game(players, seed=seed, rules=rules), CHOOSERS[style], random.Random(seed)
    )
