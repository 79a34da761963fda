"""Every reason why a move is illegal, each in a position where it is the reason."""

from typing import Final

import pytest

from helpers import play
from keltis import (
    KELTIS_LITERAL,
    Advance,
    Card,
    Colour,
    Decline,
    Discard,
    Draw,
    Figure,
    GameState,
    Illegality,
    IllegalMove,
    Lay,
    Move,
    Rules,
    Tile,
    apply_move,
    illegality,
    legal_moves,
)
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
R4, R5, R6, Y7 = map(Card.parse, ("R4", "R5", "R6", "Y7"))

# Seat 0 is about to come to a clover with R5, and to the end of the game by drawing the last card
# after that.
PLAY: Final = position(
    Seat(hand="R4 R5 Y7", laid="R2 R3", at="P9"),
    Seat(),
    tiles={"R3": Tile.CLOVER, "P9": Tile.ONE},
    discards="B1",
    pile_size=1,
)
STEP: Final = play(PLAY, "lay R5")
DRAW: Final = play(STEP, "decline")
OVER: Final = play(DRAW, "draw pile")
NEXT: Final = play(DRAW, "draw B")
BY_PHASE: Final = [
    (PLAY, Illegality.PLAY_DUE),
    (STEP, Illegality.ADVANCE_DUE),
    (DRAW, Illegality.DRAW_DUE),
]
MUST_USE: Final = position(
    Seat(hand="R5", laid="R2 R3"),
    Seat(),
    tiles={"R3": Tile.CLOVER},
    rules=Rules(clover_may_be_declined=False),
)
MAY_ENTER: Final = position(
    Seat(hand="R5", laid="R2 R3", large="R"),
    Seat(),
    tiles={"R3": Tile.CLOVER},
    rules=KELTIS_LITERAL,
)
NO_OWN_DISCARD: Final = position(
    Seat(hand="R5"), Seat(), discards="R1 B1", rules=Rules(may_take_own_discard=False)
)

CASES: Final[list[tuple[GameState, Move, Illegality]]] = [
    *(
        (state, move, due)
        for state, due in BY_PHASE[1:]
        for move in (Discard(R4), Lay(R4), Discard(R6))
    ),
    *(
        (state, move, due)
        for state, due in BY_PHASE[::2]
        for move in (Advance(R), Advance(Y), Decline())
    ),
    *((state, move, due) for state, due in BY_PHASE[:2] for move in (Draw(None), Draw(B), Draw(R))),
    *(
        (OVER, move, Illegality.GAME_OVER)
        for move in (Discard(Y7), Lay(Y7), Advance(R), Decline(), Draw(None), Draw(B))
    ),
    (PLAY, Discard(R6), Illegality.NOT_IN_HAND),
    (PLAY, Lay(R6), Illegality.NOT_IN_HAND),
    (NEXT, Discard(Y7), Illegality.NOT_IN_HAND),
    (position(Seat(hand="R4", laid="R5 R6"), Seat()), Lay(R4), Illegality.OUT_OF_ORDER),
    (PLAY, Lay(Y7), Illegality.FIGURE_MISSING),
    (play(MAY_ENTER, "lay R5"), Advance(Y), Illegality.FIGURE_MISSING),
    (PLAY, Lay(R5, Figure.SMALL), Illegality.FIGURE_UNASKED),
    *(  # a value equal to the last one is in order (T4)
        (
            position(Seat(hand="R5", laid=column), Seat()),
            Lay(R5, Figure.SMALL),
            Illegality.FIGURE_UNASKED,
        )
        for column in ("R4 R5", "R6 R5")
    ),
    (STEP, Advance(R, Figure.SMALL), Illegality.FIGURE_UNASKED),
    (
        position(Seat(hand="Y7", laid="R5", large="R"), Seat()),
        Lay(Y7, Figure.LARGE),
        Illegality.NO_FIGURE_WAITING,
    ),
    (play(MAY_ENTER, "lay R5"), Advance(Y, Figure.LARGE), Illegality.NO_FIGURE_WAITING),
    (STEP, Advance(Y), Illegality.NO_FIGURE_ON_PATH),
    (STEP, Advance(Y, Figure.SMALL), Illegality.NO_FIGURE_ON_PATH),
    (STEP, Advance(P), Illegality.ON_END_STONE),
    (STEP, Advance(P, Figure.SMALL), Illegality.ON_END_STONE),
    (play(MUST_USE, "lay R5"), Decline(), Illegality.MUST_ADVANCE),
    (DRAW, Draw(R), Illegality.PILE_EMPTY),
    (play(NO_OWN_DISCARD, "discard R5"), Draw(R), Illegality.JUST_DISCARDED),
]


@pytest.mark.parametrize(
    ("state", "move", "reason"), CASES, ids=[f"{reason.name}-{move}" for _, move, reason in CASES]
)
def test_the_reason_why_a_move_is_illegal(state: GameState, move: Move, reason: Illegality) -> None:
    assert illegality(state, move) is reason
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as caught:
        apply_move(state, move)
    assert caught.value.reason is reason


def test_no_reason_is_left_out() -> None:
    assert {reason for _, _, reason in CASES} == set(Illegality) - {Illegality.NOT_A_MOVE}
