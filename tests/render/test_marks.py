"""The marks of a picture: the last moves, highlights and arrows; and its other options."""

from collections.abc import Callable, Sequence

import pytest

import keltis
from helpers import table
from keltis import Card, Colour, Draw, GameState, Lay, Move, Rules, Tile, apply_move, new_game
from keltis.notation import parse_move
from keltis.render import board_svg
from keltis.render._pieces import PALETTE
from keltis.testing import Seat, position
from pictures import parts, texts

draw_anything: Callable[..., str] = board_svg


def count(svg: str, kind: str) -> int:
    return svg.count(f'class="keltis-{kind}"')


def accented(svg: str, kind: str) -> list[str]:
    """The titles of the groups of a kind with an outline in the colour of the last move."""
    accent = PALETTE.theme().accent
    groups = parts(svg, kind)
    return [str(node[0].text) for node in groups if any(c.get("stroke") == accent for c in node)]


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = apply_move(state, move)
    return state


def chain_start() -> GameState:
    return table("R5", "R3 R4", Seat(at="Y2 B3"), at="G4 P1", tiles="R3:C G5:C P2:W")


CHAIN = (Lay(Card.parse("R5")), keltis.Advance(Colour.GREEN), keltis.Advance(Colour.PINK))


ON_THE_END = position(Seat(hand="R10", at="R9"), Seat())
WASTED_STEP = table("R5", "R3 R4", at="Y9", tiles="R3:C", rules=Rules(step_may_be_wasted=True))
SHORT_PATH = table(
    "R5",
    at="Y1",
    rules=Rules(
        row_points=(1, 2),
        goal_row=2,
        tiles=(Tile.CLOVER, Tile.CLOVER),
        tile_rows=((1, 2), (), (), (), ()),
        step_may_be_wasted=True,
    ),
)


@pytest.mark.parametrize(
    ("state", "moves", "rings", "arrows"),
    [
        pytest.param(chain_start(), CHAIN, 3, 3, id="every figure that moved"),
        pytest.param(chain_start(), (*CHAIN, Draw()), 3, 3, id="those of the player before"),
        pytest.param(
            chain_start(), (CHAIN[0], keltis.Decline()), 1, 1, id="a declined step: nothing"
        ),
        pytest.param(ON_THE_END, ["lay R10"], 1, 0, id="t5, a figure on the end stone"),
        pytest.param(WASTED_STEP, ["lay R5", "advance Y"], 2, 1, id="p6, a wasted step"),
        pytest.param(
            SHORT_PATH, ["lay R5 small", "advance R", "advance R"], 1, 0, id="p6, to the end"
        ),
    ],
)
def test_figures_that_moved_have_rings_and_arrows(
    state: GameState, moves: Sequence[Move | str], rings: int, arrows: int
) -> None:
    last = [parse_move(move) if isinstance(move, str) else move for move in moves]
    svg = board_svg(after(state, *last), last=last)
    assert (count(svg, "last"), count(svg, "arrow")) == (rings, arrows)
    assert accented(svg, "laid") == [str(move.card) for move in last if isinstance(move, Lay)]
    assert len(accented(svg, "pile")) == (Draw() in last)


def test_a_figure_that_came_on_to_a_path_has_an_arrow_from_the_starting_stone() -> None:
    state = position(Seat(hand="R5"), Seat())
    move = Lay(Card.parse("R5"), keltis.Figure.LARGE)
    svg = board_svg(apply_move(state, move), last=[move])
    assert (count(svg, "last"), count(svg, "arrow")) == (1, 1)
    assert 'stroke-dasharray="4 3"' not in svg  # no outline of a figure that was on no stone


def test_discards_and_draws_mark_their_piles() -> None:
    state = new_game(2, seed=1)
    discard = keltis.Discard(state.players[0].hand[0])
    moves = (discard, Draw(None))
    svg = board_svg(after(state, *moves), last=moves)
    assert accented(svg, "card") == [str(discard.card)]
    assert len(accented(svg, "pile")) == 1
    back = (discard, Draw(discard.card.colour))
    svg = board_svg(after(state, *back), last=back)
    assert accented(svg, "discards") == [f"{discard.card.colour} discard pile: 0 cards"]
    assert accented(svg, "pile") == []


def test_a_mark_around_an_empty_draw_pile() -> None:
    state = position(Seat(), Seat(), pile_size=1, phase=keltis.Phase.DRAW)
    svg = board_svg(apply_move(state, Draw(None)), last=[Draw(None)])
    assert accented(svg, "pile") == ["draw pile: 0 cards"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"last": [parse_move("lay R5")]},
            "last does not lead to this position: player 1 cannot have moved 1 on the red path",
        ),
        ({"highlight": [(Colour.RED, 0)]}, "row of a stone in highlight must be .* from 1 to 9"),
        ({"arrows": [((Colour.RED, 1), (Colour.RED, 10))]}, "row of a stone in arrows must be"),
        ({"arrows": [((Colour.RED, 1), (Colour.RED, 1))]}, "two different stones"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(keltis.InvalidArgument, match=message):
        draw_anything(new_game(2, seed=1), **options)


@pytest.mark.parametrize(("names", "letters"), [((), set()), (("ann", "42"), {"A"})])
def test_figures_have_the_initials_of_names_and_else_only_a_shape(
    names: tuple[str, ...], letters: set[str]
) -> None:
    svg = board_svg(position(Seat(at="R1"), Seat(at="R1")), names=names, panels=False)
    groups = [*parts(svg, "figure"), *parts(svg, "waiting")]
    assert len(groups) == 6
    assert {text for group in groups for text in texts(group)} == letters
