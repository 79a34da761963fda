"""The choices in the board game, and the moves that a person types."""

import pytest

import keltis
from helpers import table
from keltis import REFERENCE_MANUAL, Colour, GameState, Move, Phase, legal_moves, new_game
from keltis.cli._keltis import KELTIS
from keltis.cli._terminal import InputError
from keltis.notation import parse_move
from keltis.record import GameRecord

START = new_game(2, seed=1)
DRAW = table(discards="R5 B3", phase=Phase.DRAW)
P8 = table("P8", "P3")


def on_clover(may_decline: bool = True) -> GameState:
    """A step is due, which may or may not be declined."""
    rules = keltis.Rules(clover_may_be_declined=may_decline)
    step = Phase.ADVANCE
    return table(at="R3", tiles="R3:C", phase=step, may_decline=may_decline, rules=rules)


def parse(text: str, state: GameState) -> Move:
    """The move that the player to move types."""
    return KELTIS.parse_move(text, state, KELTIS.choices(state))


@pytest.mark.parametrize(
    ("text", "state", "answer"),
    [
        ("Lay  r6   LARGE", START, "lay R6 large"),
        ("DISCARD r6", START, "discard R6"),
        ("d r6", START, "discard R6"),
        ("r6 l", START, "lay R6 large"),
        ("l r6 s", START, "lay R6 small"),
        ("P8", P8, "lay P8"),
        ("l p8", P8, "lay P8"),
        ("draw", DRAW, "draw pile"),
        ("d", DRAW, "draw pile"),
        ("pile", DRAW, "draw pile"),
        ("b", DRAW, "draw B"),
        ("d b", DRAW, "draw B"),
        ("draw blue", DRAW, "draw B"),
        ("B3", DRAW, "draw B"),
        ("draw r5", DRAW, "draw R"),
        ("r", on_clover(), "advance R"),
        ("a red", on_clover(), "advance R"),
        ("no", on_clover(), "decline"),
        ("n", on_clover(), "decline"),
    ],
)
def test_moves_may_be_typed_loosely(text: str, state: GameState, answer: str) -> None:
    assert parse(text, state) == parse_move(answer)


@pytest.mark.parametrize("text", ["²", "lay " * 5000, "\x00", "٣"])
def test_messages_about_strange_texts_are_short(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text, START)
    assert len(str(error.value)) < 200


def test_the_reasons_name_no_rulings() -> None:
    rules = keltis.Rules(may_take_own_discard=False)
    state = table(discards="R5", phase=Phase.DRAW, rules=rules, barred=Colour.RED)
    expected = r"^You cannot draw [BR]: [a-z ,]+\. Did you mean: draw pile\?$"
    for text in ("draw blue", "draw red"):
        with pytest.raises(InputError, match=expected):
            parse(text, state)


def test_choices_are_grouped_by_path_or_pile() -> None:
    steps = KELTIS.groups(on_clover(), KELTIS.choices(on_clover()))
    assert [(group.label, bool(group.style)) for group in steps] == [
        ("red", True),
        ("no step", False),
    ]
    piles = KELTIS.groups(DRAW, KELTIS.choices(DRAW))
    assert [group.label for group in piles] == ["face-down pile", "R5", "B3"]


def labels(state: GameState) -> list[str]:
    """The choices of the player to move, without their numbers."""
    return [str(choice)[3:] for choice in KELTIS.choices(state)]


def test_choices_say_what_they_lead_to() -> None:
    tiles, at = "R3:C G5:W B6:2 P7:1", "R2 G4 B5 P6 Y9"
    state = table("R8 G9 B9 P9 Y10", at=at, large="R", tiles=tiles)
    assert set(labels(state)) >= {
        "lay R8 (row 3, clover)",
        "lay G9 (row 5, wishing stone)",
        "lay B9 (row 6, +2)",
        "lay P9 (row 7, +1, goal)",
        "lay Y10 (a step for another figure)",
        "discard R8",
    }
    step = Phase.ADVANCE
    state = table("", "R3 R4 R5", at="P9", tiles="R3:C P9:1", phase=step, rules=REFERENCE_MANUAL)
    assert labels(state) == ["advance R (row 4)", "advance P (nothing moves)"]


def test_draws_say_which_card_it_is_if_it_can_be_known() -> None:
    left = len(DRAW.draw_pile)
    assert labels(DRAW) == [
        f"draw pile ({left} cards left)",
        "draw R (takes R5)",
        "draw B (takes B3)",
    ]
    last = table(pile_size=1, phase=Phase.DRAW)
    assert labels(last)[0] == "draw pile (the last card, which ends the game)"


@pytest.mark.parametrize(("may_decline", "end"), [(True, " (optional)."), (False, ".")])
def test_the_question_says_whether_a_step_must_be_used(may_decline: bool, end: str) -> None:
    state = on_clover(may_decline)
    assert KELTIS.question(GameRecord(state)) == f"Move one of your figures one step{end}"
    menu = KELTIS.menu(state, KELTIS.choices(state))
    assert len(menu[0]) == len(legal_moves(state)) == 1 + may_decline
