"""Every reason why a move is illegal, each in a position where it is the reason."""

from typing import Final

import pytest

from helpers import play, table, texts, why
from keltis import KELTIS_LITERAL, GameState, Illegality, Rules

# Seat 0 is about to come to a clover with R5, and to the end of the game by drawing the last card
# after that.
PLAY: Final = table("R4 R5 Y7", "R2 R3", at="P9", tiles="R3:C P9:1", discards="B1", pile_size=1)
STEP: Final = play(PLAY, "lay R5")
DRAW: Final = play(STEP, "decline")
OVER: Final = play(DRAW, "draw pile")
NEXT: Final = play(DRAW, "draw B")
MUST_USE: Final = Rules(clover_may_be_declined=False)
NO_OWN: Final = Rules(may_take_own_discard=False)
ENTER: Final = table("R5", "R2 R3", large="R", tiles="R3:C", rules=KELTIS_LITERAL)

CASES: Final[list[tuple[GameState, str, str]]] = [
    (PLAY, "PLAY_DUE", "advance R, advance Y, decline, draw pile, draw B, draw R"),
    (STEP, "ADVANCE_DUE", "discard R4, lay R4, discard R6, draw pile, draw B, draw R"),
    (DRAW, "DRAW_DUE", "discard R4, lay R4, discard R6, advance R, advance Y, decline"),
    (OVER, "GAME_OVER", "discard Y7, lay Y7, advance R, decline, draw pile, draw B"),
    (PLAY, "NOT_IN_HAND", "discard R6, lay R6"),
    (NEXT, "NOT_IN_HAND", "discard Y7"),
    (table("R4", "R5 R6"), "OUT_OF_ORDER", "lay R4"),
    (PLAY, "FIGURE_MISSING", "lay Y7"),
    (play(ENTER, "lay R5"), "FIGURE_MISSING", "advance Y"),
    (PLAY, "FIGURE_UNASKED", "lay R5 small"),
    (STEP, "FIGURE_UNASKED", "advance R small"),
    (table("R5", "R4 R5"), "FIGURE_UNASKED", "lay R5 small"),  # an equal value is in order (T4)
    (table("R5", "R6 R5"), "FIGURE_UNASKED", "lay R5 small"),
    (table("Y7", "R5", large="R"), "NO_FIGURE_WAITING", "lay Y7 large"),
    (play(ENTER, "lay R5"), "NO_FIGURE_WAITING", "advance Y large"),
    (STEP, "NO_FIGURE_ON_PATH", "advance Y, advance Y small"),
    (STEP, "ON_END_STONE", "advance P, advance P small"),
    (play(table("R5", "R2 R3", tiles="R3:C", rules=MUST_USE), "lay R5"), "MUST_ADVANCE", "decline"),
    (DRAW, "PILE_EMPTY", "draw R"),
    (play(table("R5", discards="R1 B1", rules=NO_OWN), "discard R5"), "JUST_DISCARDED", "draw R"),
]


@pytest.mark.parametrize(
    ("state", "reason", "moves"), CASES, ids=[f"{reason}-{moves}" for _, reason, moves in CASES]
)
def test_the_reason_why_a_move_is_illegal(state: GameState, reason: str, moves: str) -> None:
    for move in moves.split(", "):
        assert why(state, move) == reason
        assert move not in texts(state)


def test_no_reason_is_left_out() -> None:
    reasons = {reason for _, reason, _ in CASES}
    assert reasons == {reason.name for reason in Illegality} - {"NOT_A_MOVE"}
