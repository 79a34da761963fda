"""The marks of a picture: the last moves, highlights and arrows; and its other options."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from keltis import (
    Advance,
    Card,
    Colour,
    Decline,
    Discard,
    Draw,
    Figure,
    GameState,
    Lay,
    Move,
    Phase,
    Rules,
    Tile,
    apply_move,
    new_game,
)
from keltis.notation import parse_move
from keltis.render import board_svg
from keltis.render._pieces import PALETTE
from keltis.testing import Seat, position

SVG = "{http://www.w3.org/2000/svg}"
draw_anything: Callable[..., str] = board_svg


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - we wrote it


def count(svg: str, kind: str) -> int:
    return svg.count(f'class="keltis-{kind}"')


def accented(svg: str, kind: str) -> list[str]:
    """The titles of the groups of a kind with an outline in the colour of the last move."""
    return [
        node.findtext(f"{SVG}title", "")
        for node in parsed(svg).iter()
        if node.get("class") == f"keltis-{kind}"
        and any(child.get("stroke") == PALETTE.theme("light").accent for child in node)
    ]


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = apply_move(state, move)
    return state


def chain_start() -> GameState:
    return position(
        Seat(hand="R5", laid="R3 R4", at="G4 P1"),
        Seat(at="Y2 B3"),
        tiles={"R3": Tile.CLOVER, "G5": Tile.CLOVER, "P2": Tile.WISHING_STONE},
    )


CHAIN = (Lay(Card.parse("R5")), Advance(Colour.GREEN), Advance(Colour.PINK))


def test_every_figure_that_moved_has_a_ring_and_an_arrow() -> None:
    svg = board_svg(after(chain_start(), *CHAIN), last=CHAIN)
    assert (count(svg, "last"), count(svg, "arrow")) == (3, 3)
    assert accented(svg, "laid") == ["R5"]


def test_a_draw_that_ends_the_turn_marks_the_figures_of_the_player_before() -> None:
    moves = (*CHAIN, Draw(None))
    state = after(chain_start(), *moves)
    assert state.to_move == 1
    svg = board_svg(state, last=moves)
    assert count(svg, "arrow") == 3
    assert len(accented(svg, "pile")) == 1


def test_a_figure_that_came_on_to_a_path_has_an_arrow_from_the_starting_stone() -> None:
    state = position(Seat(hand="R5"), Seat())
    move = Lay(Card.parse("R5"), Figure.LARGE)
    svg = board_svg(apply_move(state, move), last=[move])
    assert (count(svg, "last"), count(svg, "arrow")) == (1, 1)
    assert 'stroke-dasharray="4 3"' not in svg  # no outline of a figure that was on no stone


def test_t5_a_figure_on_the_end_stone_has_a_ring_without_an_arrow() -> None:
    state = position(Seat(hand="R10", at="R9"), Seat())
    move = Lay(Card.parse("R10"))
    svg = board_svg(apply_move(state, move), last=[move])
    assert (count(svg, "last"), count(svg, "arrow")) == (1, 0)


def test_p6_a_wasted_step_marks_its_figure_with_a_ring_without_an_arrow() -> None:
    rules = Rules(step_may_be_wasted=True)
    state = position(
        Seat(hand="R5", laid="R3 R4", at="Y9"), Seat(), tiles={"R3": Tile.CLOVER}, rules=rules
    )
    moves = (Lay(Card.parse("R5")), Advance(Colour.YELLOW))
    svg = board_svg(after(state, *moves), last=moves)
    assert (count(svg, "last"), count(svg, "arrow")) == (2, 1)


def test_p6_a_figure_that_runs_to_the_end_of_a_short_path_may_waste_a_step_there() -> None:
    rules = Rules(
        row_points=(1, 2),
        goal_row=2,
        tiles=(Tile.CLOVER, Tile.CLOVER),
        tile_rows=((1, 2), (), (), (), ()),
        step_may_be_wasted=True,
    )
    state = position(Seat(hand="R5", at="Y1"), Seat(), rules=rules)
    moves = (Lay(Card.parse("R5"), Figure.SMALL), Advance(Colour.RED), Advance(Colour.RED))
    svg = board_svg(after(state, *moves), last=moves)
    assert (count(svg, "last"), count(svg, "arrow")) == (1, 0)


def test_discards_and_draws_mark_their_piles() -> None:
    state = new_game(2, seed=1)
    discard = Discard(state.players[0].hand[0])
    moves = (discard, Draw(None))
    svg = board_svg(after(state, *moves), last=moves)
    assert accented(svg, "card") == [str(discard.card)]
    assert len(accented(svg, "pile")) == 1
    back = (discard, Draw(discard.card.colour))
    svg = board_svg(after(state, *back), last=back)
    assert accented(svg, "discards") == [f"{discard.card.colour} discard pile: 0 cards"]
    assert accented(svg, "pile") == []


def test_a_mark_around_an_empty_draw_pile() -> None:
    state = position(Seat(), Seat(), pile_size=1, phase=Phase.DRAW)
    svg = board_svg(apply_move(state, Draw(None)), last=[Draw(None)])
    assert accented(svg, "pile") == ["draw pile: 0 cards"]


def test_a_declined_step_marks_nothing_of_its_own() -> None:
    state = chain_start()
    moves = (CHAIN[0], Decline())
    assert count(board_svg(after(state, *moves), last=moves), "last") == 1


def test_highlights_are_under_stones_and_around_cards() -> None:
    state = new_game(2, seed=1)
    card = state.players[0].hand[0]
    svg = board_svg(state, seat=0, highlight=[(Colour.PINK, 3), (Colour.RED, 9), card])
    assert count(svg, "highlight") == 2
    assert set(accented(svg, "card")) == {str(card)}


def test_arrows_go_from_stone_to_stone() -> None:
    pairs = [((Colour.RED, 0), (Colour.RED, 1)), ((Colour.BLUE, 2), (Colour.GREEN, 9))]
    assert count(board_svg(new_game(2, seed=1), arrows=pairs), "arrow") == 2


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
        (
            {"colours": {"sky": "#000000"}},
            "no part 'sky'; the parts are page, panel, accent",
        ),
        ({"colours": {"red": "crimson"}}, "the colour of 'red' must be text like '#2460a8'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        draw_anything(new_game(2, seed=1), **options)
    assert type(caught.value).__name__ == "InvalidArgument"


def test_without_panels_there_are_no_hands_no_track_and_no_status() -> None:
    svg = board_svg(new_game(2, seed=1), panels=False)
    assert not any(count(svg, kind) for kind in ("panel", "marker", "card"))
    assert count(svg, "figure") == 0
    assert (count(svg, "stone"), count(svg, "discards"), count(svg, "pile")) == (45, 5, 1)


def test_stones_tiles_figures_cards_and_piles_have_data_for_pages() -> None:
    state = position(Seat(hand="R5", at="G3"), Seat())
    svg = board_svg(state, reveal=True)
    assert svg.count('data-path="G" data-row="3"') >= 2  # the stone and the figure
    assert 'class="keltis-figure" data-seat="0" data-path="G" data-row="3"' in svg
    assert 'data-card="R5"' in svg
    assert re.findall(r'data-pile="(\w+)"', svg) == ["R", "Y", "P", "G", "B", "pile"]


def test_figures_have_the_initials_of_names_and_no_digits() -> None:
    state = position(Seat(at="R1"), Seat(at="R1"))
    texts = {
        node.text
        for group in parsed(board_svg(state, names=("ann", "42"), panels=False)).iter()
        if group.get("class") in ("keltis-figure", "keltis-waiting")
        for node in group.iter(f"{SVG}text")
    }
    assert texts == {"A"}


def test_a_player_without_a_name_has_a_shape_alone() -> None:
    svg = board_svg(new_game(2, seed=1), panels=False)
    groups = [node for node in parsed(svg).iter() if node.get("class") == "keltis-waiting"]
    assert len(groups) == 4
    assert not any(list(node.iter(f"{SVG}text")) for node in groups)
