"""Pictures in SVG: the strands above all."""

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import (
    EASY_ONLY,
    EXAMPLE,
    HARD,
    closed_designs,
    lays,
    pickle_round_trip,
    plait,
    positions,
    state_after,
)
from keltis.celtic import (
    Cell,
    Filling,
    GameRecord,
    GameState,
    Rules,
    new_game,
)
from keltis.celtic._engine.strands import Design, strands
from keltis.celtic._engine.tiles import EAST, SOUTH, STEP
from keltis.celtic.render import board_svg, film_svg
from keltis.celtic.render._scene import scene_of, status_line
from keltis.celtic.render._tiles import PALETTE
from keltis.celtic.render._weave import (
    TILE,
    Curve,
    cell_centre,
    curves_of,
    is_joined,
    strand_curves,
)

SVG = "{http://www.w3.org/2000/svg}"
LIGHT, DARK = map(PALETTE.theme, ("light", "dark"))
FILLINGS = [HARD, EASY_ONLY, Filling.parse("6C/F1"), Filling.parse("1"), Filling.parse("F")]


def filling_of(design: dict[Cell, int]) -> Filling:
    width, height = max(x for x, _ in design) + 1, max(y for _, y in design) + 1
    return Filling(tuple(tuple(design[x, y] for x in range(width)) for y in range(height)))


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own picture


def of_kind(picture: str, kind: str) -> list[ET.Element]:
    return [part for part in parsed(picture).iter() if part.get("class") == f"keltis-{kind}"]


def border(cell: Cell, side: int) -> tuple[float, float]:
    """The middle of a side of a tile."""
    x, y = cell_centre(cell)
    return x + STEP[side][0] * TILE / 2, y + STEP[side][1] * TILE / 2


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 1e-6


def falling_on_top(design: Design) -> dict[tuple[float, float], bool]:
    """By the middle of each border, whether the falling strand is on top there."""
    picture = board_svg(filling_of(dict(design)))
    found = {}
    for piece in of_kind(picture, "over"):
        numbers = list(map(float, re.findall(r"-?[\d.]+", piece[0].get("d", ""))))
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        (before_x, before_y), middle, (after_x, after_y) = points[2:5]
        assert middle not in found
        found[middle] = (after_x - before_x) * (after_y - before_y) > 0
    return found


@pytest.mark.parametrize(
    "design", [plait(5, 5), plait(6, 4), HARD.masks, EASY_ONLY.masks, plait(2, 2), plait(2, 1)]
)
def test_k2_along_every_strand_over_and_under_alternate(design: dict[Cell, int]) -> None:
    on_top = falling_on_top(design)
    borders = [
        (cell, side) for cell in design for side in (EAST, SOUTH) if is_joined(design, cell, side)
    ]
    assert on_top.keys() == {border(cell, side) for cell, side in borders}
    for strand in strands(design):
        curves = list(strand_curves(design, strand))
        crossings = []
        for curve in curves:
            (x, y), (handle_x, handle_y) = curve[0], curve[1]
            if (x, y) in on_top:
                falling = (handle_x - x) * (handle_y - y) > 0
                crossings.append(falling == on_top[x, y])
        assert len(crossings) == len(strand.arcs)
        assert all(here != there for here, there in itertools.pairwise([*crossings, crossings[0]]))


def end(curves: Iterable[Curve]) -> tuple[float, float]:
    return list(curves)[-1][-1]


@given(design=closed_designs())
@settings(max_examples=50)
def test_k2_a_closed_strand_is_one_smooth_closed_curve(design: dict[Cell, int]) -> None:
    for strand in strands(design):
        curves = list(strand_curves(design, strand))
        for curve, following in itertools.pairwise([*curves, curves[0]]):
            assert near(curve[3], following[0])
            x, y = curve[3]
            before = x - curve[2][0], y - curve[2][1]
            after = following[1][0] - x, following[1][1] - y
            assert abs(before[0] * after[1] - before[1] * after[0]) < 1e-6
            assert before[0] * after[0] + before[1] * after[1] > 0


@given(state=positions)
@settings(max_examples=30, deadline=None)
def test_strands_cross_in_the_middle_of_joined_sides_and_stop_apart_at_open_ends(
    state: GameState,
) -> None:
    design = {lay.cell: lay.mask for lay in state.lays}
    for strand in strands(design):
        for arc in strand.arcs:
            start = curves_of(design, arc)[0][0]
            joined = is_joined(design, (arc.x, arc.y), arc.side)
            assert near(start, border((arc.x, arc.y), arc.side)) == joined
        curves = list(strand_curves(design, strand))
        assert near(curves[0][0], end(curves)) == strand.closed


@given(position=positions | st.sampled_from(FILLINGS), theme=st.sampled_from(["light", "dark"]))
@settings(max_examples=30, deadline=None)
def test_every_picture_is_xml_with_all_tiles_and_no_id(
    position: GameState | Filling, theme: str
) -> None:
    picture = board_svg(position, theme=theme)
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert not any("id" in part.attrib for part in root.iter())
    tiles = len(position.lays) if isinstance(position, GameState) else len(position.masks)
    assert len(of_kind(picture, "tile")) == tiles
    assert (
        len(of_kind(picture, "knot"))
        == len(of_kind(picture, "knot-count"))
        == len(scene_of(position).knots)
    )


def test_the_example_game_has_three_knots_of_different_colours() -> None:
    picture = board_svg(state_after(*lays(EXAMPLE)), names=("Ann", "Bob & Co"))
    (weave,) = of_kind(picture, "weave")
    drawn = {part.get("stroke") for part in weave.iter(f"{SVG}path")}
    assert {LIGHT.knot(place).fill for place in range(3)} <= drawn
    assert LIGHT.open.fill not in drawn
    assert "Bob &amp; Co wins, 9 3 2 to 7 3 2" in picture
    assert "Ann: 7 3 2." in picture


def test_open_paths_are_grey() -> None:
    (weave,) = of_kind(board_svg(new_game(), theme="dark"), "weave")
    assert {part.get("stroke") for part in weave.iter(f"{SVG}path")} == {
        None,
        DARK.open.fill,
        DARK.open.ink,
    }


def test_owners_differ_without_colour() -> None:
    marks = {}
    for tile in of_kind(board_svg(state_after(*lays(EXAMPLE))), "tile"):
        owner = str(tile[0].text).split()[-1]
        letter = next(part.text for part in tile.iter(f"{SVG}text"))
        marks[owner] = (
            letter,
            len(list(tile.iter(f"{SVG}circle"))),
            len(list(tile.iter(f"{SVG}rect"))),
        )
    assert marks == {"orange": ("O", 3, 1), "blue": ("B", 0, 4), "neutral": ("N", 0, 4)}


def test_k7_arrows_show_where_the_window_can_float() -> None:
    assert len(of_kind(board_svg(new_game()), "float")) == 4
    assert not of_kind(board_svg(state_after(*lays(EXAMPLE))), "float")
    assert scene_of(state_after("lay 0,-1 NS orange")).window.shifts == (1, 1, 0, 1)


def test_supplies_show_the_tiles_left() -> None:
    titles = [
        str(part[0].text) for part in of_kind(board_svg(state_after("lay 0,-1 NS orange")), "stock")
    ]
    assert len(titles) == 15
    assert "orange straight: 1 left" in titles
    assert "neutral cross: 0 left" in titles


def highlighted(state: GameState) -> list[str]:
    """The titles of the highlighted panels."""
    found = of_kind(board_svg(state), "panel")
    return [str(panel[0].text) for panel in found if panel[1].get("stroke") == LIGHT.accent]


def test_the_panel_of_the_player_to_move_or_the_winner_is_highlighted() -> None:
    assert highlighted(new_game()) == ["supply: orange"]
    assert highlighted(state_after("lay 0,-1 S orange")) == ["supply: blue"]
    assert highlighted(state_after(*lays(EXAMPLE))) == [
        "supply: blue"
    ]  # who has won, though it would be Orange's turn
    draw = state_after("lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange", "lay -1,0 E blue")
    assert highlighted(draw) == []


def test_k10_the_tiles_of_a_knot_are_counted_for_each_player() -> None:
    rows = of_kind(board_svg(state_after(*lays(EXAMPLE))), "knot-count")
    assert [[part.text for part in row.iter(f"{SVG}text")] for row in rows] == [
        ["1", "20 tiles", "7", "9"],
        ["2", "4 tiles", "2", "2"],
        ["3", "11 tiles", "3", "3"],
    ]


def test_the_status_line_names_the_player_to_move() -> None:
    passing = new_game(
        rules=Rules(supplies=((0, 0, 0, 0, 0), (2, 0, 0, 0, 0), (0, 0, 1, 0, 0)), start=5)
    )
    assert status_line(scene_of(passing)) == "orange must pass"
    assert status_line(scene_of(passing, names=("Ann", "Bob"))) == "Ann must pass"
    assert status_line(scene_of(state_after("lay 0,-1 S orange"))) == "blue is to lay a tile"
    stuck = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
    assert status_line(scene_of(stuck)) == "a draw, no knot each"


def test_more_knots_than_colours_begin_again() -> None:
    rows = "/".join(["2828"] * 6)
    picture = board_svg(Filling.parse(rows))
    assert len(of_kind(picture, "knot")) == 12
    assert "12 knots" in picture


def test_a_picture_is_the_same_each_time() -> None:
    state = state_after(*lays(EXAMPLE)[:9])
    assert board_svg(state) == board_svg(pickle_round_trip(state))


def test_a_solution_of_the_hard_puzzle_has_one_knot_and_no_supplies() -> None:
    picture = board_svg(HARD)
    assert "25 tiles, 1 knot" in picture
    assert not of_kind(picture, "stock")


def test_k9_no_cell_is_marked_when_the_game_is_over() -> None:
    stuck = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
    assert scene_of(stuck).free_cells == ()
    assert scene_of(new_game()).free_cells == ((0, -1), (-1, 0), (1, 0), (0, 1))


def example(names: tuple[str, ...] = ()) -> GameRecord:
    return GameRecord(new_game(), tuple(lays(EXAMPLE)), names)


def test_a_film_shows_the_first_and_the_last_position() -> None:
    frames = of_kind(film_svg(example(("Ann", "B" * 30))), "frame")
    assert [str(frame[0].text) for frame in frames] == [
        "start",
        "turn 4, BBBBBBBBBBBBBBBBBBB~: lay 2,0 EW blue",
        "turn 9, Ann: lay -1,0 NE orange",
        "turn 13, Ann: lay 3,-2 SW orange",
        "turn 18, BBBBBBBBBBBBBBBBBBB~: lay 3,1 NW blue",
        "turn 22, BBBBBBBBBBBBBBBBBBB~: lay -1,-3 E blue",
    ]


def test_a_film_shows_the_scores_of_each_position() -> None:
    frames = of_kind(film_svg(example(), frames=2), "frame")
    texts = [[part.text for part in frame.findall(f"{SVG}text")] for frame in frames]
    assert texts == [
        ["start", "O", "no knot", "B", "no knot"],
        ["turn 22, blue: lay -1,-3 E blue", "O", "7 3 2", "B", "9 3 2"],
    ]


def test_tiles_keep_their_places_in_a_film() -> None:
    picture = film_svg(example())
    boards = [part for frame in of_kind(picture, "frame") for part in frame.findall(f"{SVG}svg")]
    assert {board.get("viewBox") for board in boards} == {
        "-196 -396 556 556"
    }  # from the cell -1,-3 on, with the coordinates
    assert all([*board.itertext()][1:5] == ["0", "1", "2", "3"] for board in boards)
    assert [
        len([part for part in board.iter() if part.get("class") == "keltis-tile"])
        for board in boards
    ] == [*(1, 5, 10, 14, 19, 23)]
    assert not of_kind(picture, "float")


@pytest.mark.parametrize(
    ("frames", "width", "height"),
    [(1, 344, 454), (3, 960, 454), (4, 652, 832), (5, 960, 832), (100, 960, 3100)],
)
def test_a_film_is_as_large_as_its_frames(frames: int, width: int, height: int) -> None:
    assert parsed(film_svg(example(), frames=frames)).get("viewBox") == f"0 0 {width} {height}"
