"""The board for the terminal."""

import random
import re
from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from helpers import table
from keltis import Colour, GameState, InvalidArgument, Phase, Rules, new_game, observe
from keltis.notation import parse_move
from keltis.render import board_svg, board_text
from keltis.render._kit.terminal import Span, clip_line, clip_text, format_line, wrap_words
from keltis.testing import Seat, custom_rules, position, rules, states, views
from profiles import by_profile

any_states = states(rules=rules())
COLOURS = {word for path in Colour for word in (path.letter, str(path))}
few = settings(max_examples=by_profile(5, 15))


@few
@given(any_states, st.booleans(), st.randoms(use_true_random=False))
def test_a_state_shows_no_hidden_card(state: GameState, compact: bool, rng: random.Random) -> None:
    for seat in (None, len(state.players) - 1):
        other = keltis.determinize(observe(state, seat), rng)
        assert (
            board_text(state, seat=seat, compact=compact)
            == board_text(other, seat=seat, compact=compact)
            == board_text(observe(state, seat), compact=compact)
        )


@few
@given(views(rules=custom_rules()))
def test_a_view_shows_every_figure(view: keltis.PlayerView) -> None:
    text = board_text(view)
    paths = text.partition(" row  pts")[2].partition("start")[0].splitlines()
    words = [word for line in paths for word in line[10:].split()]
    drawn = Counter(
        word for word in words if word.isalpha() and word not in ("C", "W", "goal", *COLOURS)
    )
    letters = re.findall(r"^[> ]([A-Z]) player ", text, re.MULTILINE)
    assert drawn == Counter(
        letter if player.large is path else letter.lower()
        for letter, player in zip(letters, view.players, strict=True)
        for path in Colour
        if player.rows[path]
    )


def test_an_empty_starting_stone() -> None:
    state = position(Seat(at="R1 Y1 P1 G1 B1", large="R"), Seat())
    assert "start     - ddddD" in board_text(state)


def test_flat_and_free_columns() -> None:
    text = board_text(position(Seat(laid="R3 R3 Y2"), Seat(), rules=keltis.REFERENCE_MANUAL))
    assert "flat 3 3" in text
    assert "free 2" in text


@few
@given(states())
def test_a_compact_board_has_a_line_for_each_row_and_player(state: GameState) -> None:
    height = 4 + state.rules.path_length + len(state.players)
    assert board_text(state, compact=True).count("\n") + 1 == height
    revealed = board_text(state, compact=True, reveal=True)
    assert revealed.count("\n") + 1 == height + len(state.players)


def test_a_compact_board_shows_figures_columns_and_points() -> None:
    others = Seat(at="R3", laid="Y9 Y8"), Seat(at="R3 Y1 P1 G1 B1", large="P")
    state = table("B9", "R2 R3 R4", *others, large="R", tiles="R3:C")
    text = board_text(state, compact=True, names=("Ann", "Bartholomew", "Cleo"))
    assert re.search(r"^ {8}3 +-2 +C Atl ", text, re.MULTILINE)
    assert "start               aaaa ttT -" in text
    assert re.search(r"^>A Ann +-?\d+ W0 ↑2 3 4 ", text, re.MULTILINE)
    assert re.search(r"^ T Barthol.~.*↓9 8 ", text, re.MULTILINE)
    assert "hand" not in text


def test_a_compact_board_shows_the_last_cards_of_a_long_column() -> None:
    laid = " ".join(f"R{value}" for value in range(11))
    state = position(Seat(laid=laid), Seat(), rules=Rules(goal_figures=10))
    assert " ↑…7 8 9 10 " in board_text(state, compact=True)


PREVIEWED = position(Seat(hand="R8 B2", at="R3 G7", large="G"), Seat(at="R4"), discards="B3 B4")


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize(
    ("move", "marked"),
    [
        ("lay R8", r"^ +4 +1 +>\S+ d "),
        ("advance G", r"^ *(goal)? +8 +7 .*>"),
        ("discard B2", r"^discards .*>B4 of 2"),
        ("draw B", r"^discards .*>B4 of 2"),
        ("draw pile", None),
        ("decline", None),
    ],
)
def test_a_preview_marks_the_stone_or_the_pile_of_a_move(
    move: str, marked: str | None, compact: bool
) -> None:
    preview = parse_move(move)
    text = board_text(PREVIEWED, preview=preview, compact=compact)
    plain = board_text(PREVIEWED, compact=compact)
    assert text.count(">") == plain.count(">") + (marked is not None)
    if marked is not None:
        assert re.search(marked, text, re.MULTILINE)
        coloured = board_text(PREVIEWED, preview=preview, compact=compact, colour=True)
        assert "\x1b[1;7m>" in coloured


@pytest.mark.parametrize(
    ("phase", "may_decline", "barred", "status"),
    [
        (Phase.PLAY, False, None, "Ann is to lay or discard a card"),
        (Phase.DRAW, False, None, "Ann is to draw a card"),
        (Phase.DRAW, False, Colour.RED, "Ann is to draw a card, not the red one just discarded"),
        (Phase.ADVANCE, True, None, "Ann may move a figure one stone"),
        (Phase.ADVANCE, False, None, "Ann must move a figure one stone"),
    ],
)
def test_the_first_line_names_the_decision_to_make(
    phase: Phase, may_decline: bool, barred: Colour | None, status: str
) -> None:
    rules = Rules(clover_may_be_declined=may_decline, may_take_own_discard=barred is None)
    on_clover = partial(table, at="R3", tiles="R3:C", discards="R7", rules=rules)
    state = on_clover(phase=phase, may_decline=may_decline, barred=barred)
    assert board_text(state, names=("Ann", "Bob")).splitlines()[0] == status
    assert ">A Ann:" in board_text(state, names=("Ann", "Bob"))


def test_the_first_line_says_how_the_game_ended() -> None:
    goal = position(Seat(at="R7 Y7 P7"), Seat(at="R7 Y7"), phase=Phase.OVER)
    assert board_text(goal).startswith("fifth figure: player 0 wins with ")
    assert ">" not in board_text(goal)
    empty = position(Seat(), Seat(), pile_size=0)
    assert board_text(empty).startswith("draw pile empty: player 0 and player 1 win with -4 points")


def test_wrong_arguments_are_refused() -> None:
    state = new_game(2, seed=1)
    with pytest.raises(InvalidArgument, match="a view already is"):
        board_text(observe(state, 0), reveal=True)
    with pytest.raises(InvalidArgument, match="a view already is"):
        board_text(observe(state, 0), seat=1)
    with pytest.raises(InvalidArgument, match="player must be a seat"):
        board_text(state, seat=2)
    with pytest.raises(InvalidArgument, match="names must have"):
        board_text(state, names=("Ann",))
    with pytest.raises(InvalidArgument, match="printable"):
        board_text(state, names=("Ann", "\x1b[31mBob"))


def test_spans_are_clipped_wrapped_and_formatted() -> None:
    assert clip_text("abcdef", 4) == "abc~"
    assert clip_line([Span("abc"), Span("def"), Span("ghi")], 5) == (Span("abc"), Span("d~"))
    assert clip_line([Span("abcde"), Span("f")], 5) == (Span("abcd~"),)
    assert clip_line([Span("abcde"), Span("")], 5) == (Span("abcde"), Span(""))
    assert wrap_words([], 5) == [()]
    assert [
        "".join(span.text for span in line)
        for line in wrap_words(map(Span, ["ab", "cd", "efghij"]), 5)
    ] == ["ab cd", "efgh~"]
    assert format_line([Span("a", "31"), Span("b")], colour=True) == "\x1b[31ma\x1b[0mb"


def test_one_point_is_not_points() -> None:
    rules = Rules(wishing_stone_points=(0,))
    state = table(at="R4", rules=rules)
    assert "player 0: 1 point = 1 paths" in board_text(state)
    over = table(at="R4", rules=rules, pile_size=0, phase=Phase.OVER)
    assert "player 0 wins with 1 point\n" in board_text(over)
    assert "player 0 has 1 point; rows" in board_svg(state)
