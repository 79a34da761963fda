"""`summarise`: a turn in one sentence."""

import pytest

from keltis import REFERENCE_MANUAL, GameState, Phase, Rules, Tile
from keltis.events import summarise
from keltis.notation import parse_move
from keltis.record import GameRecord
from keltis.testing import Seat, position


def summary(state: GameState, *moves: str, you: int | None = None, seat: int | None = None) -> str:
    """The turn of these moves in a sentence."""
    record = GameRecord(state)
    for move in moves:
        record = record.append(parse_move(move))
    return summarise(record, seat, names=("Ann", "Bob"), you=you)


TILES = {"R3": Tile.CLOVER, "R5": Tile.TWO, "R6": Tile.WISHING_STONE}


def test_a_clover_that_is_used_and_one_that_is_declined() -> None:
    state = position(Seat(hand="R8", laid="R3 R4"), Seat(), tiles=TILES)
    assert summary(state, "lay R8", "advance R", "draw pile") == (
        "Ann lays R8, red to row 3, clover, red to row 4."
    )
    assert summary(state, "lay R8", "decline") == (
        "Ann lays R8, red to row 3, clover, declines the step."
    )


def test_the_reader_is_addressed_and_sees_the_card() -> None:
    state = position(Seat(hand="R8", at="R4"), Seat(), tiles=TILES, pile="B7")
    assert summary(state, "lay R8", "draw pile", you=0, seat=0) == (
        "You lay R8, red to row 5, +2, draw B7."
    )
    state = position(Seat(hand="R8", at="R5"), Seat(), tiles=TILES)
    assert summary(state, "lay R8", you=0) == "You lay R8, red to row 6, wishing stone 1."


def test_large_figures_and_cards_from_a_discard_pile() -> None:
    state = position(Seat(hand="B8"), Seat(), discards="R5")
    text = summary(state, "lay B8 large", "draw R")
    assert text == "Ann lays B8, enters blue (large), takes R5."


def test_a_finished_path_and_a_step_that_is_wasted() -> None:
    state = position(Seat(hand="Y10", at="Y9"), Seat(), rules=REFERENCE_MANUAL)
    text = summary(state, "lay Y10")
    assert text.startswith("Ann lays Y10, yellow is finished, ")
    wasted = position(
        Seat(laid="R3 R4 R5", at="P9"),
        Seat(),
        tiles={"R3": Tile.CLOVER, "P9": Tile.ONE},
        phase=Phase.ADVANCE,
        rules=REFERENCE_MANUAL,
    )
    assert summary(wasted, "advance P") == "Ann nothing moves."


def test_the_end_of_the_game_has_a_sentence_of_its_own() -> None:
    state = position(Seat(hand="R8"), Seat(), pile_size=1)
    text = summary(state, "discard R8", "draw pile")
    assert text.startswith("Ann discards R8. The game is over (draw pile empty): ")


@pytest.mark.parametrize("may_decline", [True, False])
def test_a_clover_that_lapses(may_decline: bool) -> None:
    rules = Rules(clover_may_be_declined=may_decline)
    state = position(Seat(hand="R8", at="R8"), Seat(), tiles={"R9": Tile.CLOVER}, rules=rules)
    assert "clover, but no figure can move" in summary(state, "lay R8")
