"""Positions in which the greedy bot must find the right move, and their evaluation."""

import random
import re
from functools import partial
from typing import Final

import pytest

from helpers import table
from keltis import KELTIS, REFERENCE_MANUAL, Card, Discard, GameState, Phase, Tile, legal_moves
from keltis._engine.view import observe
from keltis.bots import GreedyBot
from keltis.bots._evaluation import _gain, add_in_order
from keltis.bots._greedy import _final_value, move_values
from keltis.testing import Seat, position

LAID = "Y1 Y2 Y3 Y4"
clover_step = partial(table, "", LAID, pile_size=2, phase=Phase.ADVANCE, may_decline=True)
must_step = partial(table, "", LAID, phase=Phase.ADVANCE, rules=REFERENCE_MANUAL)
CASES: Final[dict[str, tuple[GameState, str]]] = {
    "the fifth figure enters when that wins": (
        position(Seat(hand="R8", laid="R1 R2 R3 R4 R5 R6", at="Y7 P7 G7"), Seat(at="Y7")),
        "lay R8",
    ),
    "the fifth figure does not enter when that loses": (
        position(
            Seat(hand="R8", laid="R1 R2 R3 R4 R5 R6"), Seat(at="Y7 P7 G7 B7", taken="P2 P3 P5")
        ),
        "(?!lay R8$).*",
    ),
    "the card that the next player waits for is not discarded": (
        position(Seat(hand="R1 R5 Y1 Y1", at="R7 Y6"), Seat(laid="R2 R3 R4 R4"), pile_size=10),
        "(?!discard R5$).*",
    ),
    "the card that comes next is taken from its discard pile": (
        position(Seat(laid="R2 R3 R4 R5"), Seat(), discards="R6", phase=Phase.DRAW),
        "draw R",
    ),
    "a useless card is left on its discard pile": (
        position(Seat(laid="R4 R5 R6"), Seat(), discards="R1", phase=Phase.DRAW),
        "draw pile",
    ),
    "at the end a clover moves the figure that gains most": (
        clover_step(at="R8 P1", tiles="Y4:C R9:3"),
        "advance R",
    ),
    "no path is started when the game is about to end": (
        position(Seat(hand="R1 R2 R3 R4 R5 R6 R7 R8"), Seat(), pile_size=2),
        "discard .*",
    ),
    "the large figure enters where most cards will follow": (
        position(Seat(hand="R0 R1 R2 R3 R4 Y5 P5 G5"), Seat()),
        "lay R0 large",
    ),
    "a chain of clovers is looked through": (
        clover_step(Seat(at="R8"), at="P8 G3 B3", tiles="Y4:C B4:C P9:3"),
        "advance B",
    ),
    "no step is wasted that gains points": (
        must_step(Seat(at="R8"), at="R9 P8", tiles="Y4:C P9:3"),
        "advance P",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_right_move_is_found(case: str) -> None:
    state, right = CASES[case]
    chosen = GreedyBot()(observe(state, state.to_move), legal_moves(state), random.Random(1))
    assert re.fullmatch(right, str(chosen))


def test_no_card_of_a_column_is_skipped_without_need() -> None:
    state = position(Seat(hand="R4 R5 R9", laid="R2 R3"), Seat(at="B3"))
    lays = tuple(move for move in legal_moves(state) if str(move).startswith("lay R"))
    assert str(GreedyBot()(observe(state, 0), lays, random.Random(1))) == "lay R4"


# The evaluation.


def test_what_the_others_gain_is_a_loss() -> None:
    state = position(Seat(hand="R5 Y5", at="R9 Y9"), Seat(laid="R2 R3 R4 R4"))
    wanted, useless = move_values(
        observe(state, 0), [Discard(Card.parse("R5")), Discard(Card.parse("Y5"))]
    )
    assert wanted < useless


def test_a_tile_ahead_is_worth_something() -> None:
    def gain(tile: Tile | None) -> float:
        return _gain(
            KELTIS, (None, None, None, None, tile, *[None] * 5), row=3, steps=2, factor=1, stone=2.0
        )

    assert gain(None) < min(gain(Tile.WISHING_STONE), gain(Tile.CLOVER), gain(Tile.ONE))
    assert gain(Tile.ONE) < gain(Tile.TWO) < gain(Tile.THREE)


def test_a_shared_win_is_between_losing_and_winning() -> None:
    assert _final_value([2, 3], 0) < _final_value([3, 3], 0) < _final_value([4, 3], 0)


def test_additions_are_plain_on_every_python() -> None:
    # `sum` gives 0.6 since Python 3.12.
    assert add_in_order([0.1, 0.2, 0.3]) == 0.6000000000000001
    assert add_in_order([]) == 0
