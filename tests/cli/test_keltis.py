"""The choices in the board game, and the moves that a person types."""

import pytest

import keltis
from keltis import (
    REFERENCE_MANUAL,
    Colour,
    Draw,
    GameState,
    Move,
    Phase,
    Tile,
    legal_moves,
    new_game,
)
from keltis.cli._keltis import KELTIS
from keltis.cli._terminal import InputError
from keltis.notation import parse_move
from keltis.record import GameRecord
from keltis.testing import Seat, position

START = new_game(2, seed=1)


def parse(text: str, state: GameState) -> Move:
    """The move that the player to move types."""
    return KELTIS.parse_move(text, state, KELTIS.choices(state))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Lay  r6   LARGE", parse_move("lay R6 large")),
        ("DISCARD r6", parse_move("discard R6")),
        ("d r6", parse_move("discard R6")),
        ("r6 l", parse_move("lay R6 large")),
        ("l r6 s", parse_move("lay R6 small")),
    ],
)
def test_moves_may_be_typed_loosely(text: str, answer: object) -> None:
    assert parse(text, START) == answer


@pytest.mark.parametrize("text", ["²", "lay " * 5000, "\x00", "٣"])
def test_messages_about_strange_texts_are_short(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text, START)
    assert len(str(error.value)) < 200


def test_the_reasons_name_no_rulings() -> None:
    state = position(
        Seat(),
        Seat(),
        discards="R5",
        phase=Phase.DRAW,
        rules=keltis.Rules(may_take_own_discard=False),
        barred=Colour.RED,
    )
    for text in ("draw blue", "draw red"):
        with pytest.raises(
            InputError, match=r"^You cannot draw [BR]: [a-z ,]+\. Did you mean: draw pile\?$"
        ):
            parse(text, state)


def test_colours_may_be_written_out() -> None:
    state = position(Seat(), Seat(), discards="R5 B3", phase=Phase.DRAW)
    assert parse("draw blue", state) == Draw(Colour.BLUE)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("draw", None),
        ("d", None),
        ("pile", None),
        ("b", Colour.BLUE),
        ("d b", Colour.BLUE),
        ("B3", Colour.BLUE),
        ("draw r5", Colour.RED),
    ],
)
def test_draws_have_short_forms(text: str, source: Colour | None) -> None:
    state = position(Seat(), Seat(), discards="R5 B3", phase=Phase.DRAW)
    assert parse(text, state) == Draw(source)


@pytest.mark.parametrize(
    ("text", "move"),
    [("r", "advance R"), ("a red", "advance R"), ("no", "decline"), ("n", "decline")],
)
def test_steps_have_short_forms(text: str, move: str) -> None:
    state = position(
        Seat(at="R3"),
        Seat(),
        tiles={"R3": Tile.CLOVER},
        phase=Phase.ADVANCE,
        may_decline=True,
    )
    assert parse(text, state) == parse_move(move)


def test_a_card_alone_is_laid() -> None:
    state = position(Seat(hand="P8", laid="P3"), Seat())
    assert parse("P8", state) == parse("l p8", state) == parse_move("lay P8")


def test_steps_are_groups_of_choices() -> None:
    state = position(
        Seat(at="R3"), Seat(), tiles={"R3": Tile.CLOVER}, phase=Phase.ADVANCE, may_decline=True
    )
    groups = KELTIS.groups(KELTIS.choices(state))
    assert [group.label for group in groups] == ["red", "no step"]
    assert [group.style for group in groups] == ["red", ""]


def test_discard_piles_are_groups_by_their_top_cards() -> None:
    state = position(Seat(), Seat(), discards="R5 B3", phase=Phase.DRAW)
    groups = KELTIS.groups(KELTIS.choices(state))
    assert groups[0].label == "face-down pile"
    assert {"R5", "B3"} <= {group.label for group in groups}


def labels(state: GameState) -> list[str]:
    """The choices of the player to move, without their numbers."""
    return [str(choice)[3:] for choice in KELTIS.choices(state)]


def test_choices_say_what_they_lead_to() -> None:
    tiles = {"R3": Tile.CLOVER, "G5": Tile.WISHING_STONE, "B6": Tile.TWO, "P7": Tile.ONE}
    state = position(
        Seat(hand="R8 G9 B9 P9 Y10", at="R2 G4 B5 P6 Y9", large="R"), Seat(), tiles=tiles
    )
    found = set(labels(state))
    assert {
        "lay R8 (row 3, clover)",
        "lay G9 (row 5, wishing stone)",
        "lay B9 (row 6, +2)",
    } <= found
    assert {
        "lay P9 (row 7, +1, goal)",
        "lay Y10 (a step for another figure)",
        "discard R8",
    } <= found


def test_a_step_on_an_end_stone_says_that_nothing_moves() -> None:
    state = position(
        Seat(laid="R3 R4 R5", at="P9"),
        Seat(),
        tiles={"R3": Tile.CLOVER, "P9": Tile.ONE},
        phase=Phase.ADVANCE,
        rules=REFERENCE_MANUAL,
    )
    assert labels(state) == ["advance R (row 4)", "advance P (nothing moves)"]


def test_draws_say_which_card_it_is_if_it_can_be_known() -> None:
    state = position(Seat(), Seat(), discards="R5 R6", phase=Phase.DRAW)
    assert labels(state)[:2] == [
        f"draw pile ({len(state.draw_pile)} cards left)",
        "draw R (takes R6)",
    ]
    last = position(Seat(), Seat(), pile_size=1, phase=Phase.DRAW)
    assert labels(last)[0] == "draw pile (the last card, which ends the game)"


@pytest.mark.parametrize(
    ("may_decline", "asked"),
    [
        (True, "A step for one of your figures, if you like."),
        (False, "A step for one of your figures."),
    ],
)
def test_the_question_says_whether_a_step_must_be_used(may_decline: bool, asked: str) -> None:
    rules = keltis.Rules(clover_may_be_declined=may_decline)
    state = position(
        Seat(at="R3"),
        Seat(),
        tiles={"R3": Tile.CLOVER},
        phase=Phase.ADVANCE,
        may_decline=may_decline,
        rules=rules,
    )
    assert KELTIS.question(GameRecord(state)) == asked
    rows = KELTIS.menu(KELTIS.choices(state)).rows
    assert len(rows) == len(legal_moves(state)) == 1 + may_decline
