"""The pictures of CELTIC!: the strands above all. `render/test_both_games` has the rest."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import (
    EASY_ONLY,
    EXAMPLE,
    HARD,
    closed_designs,
    lays,
    plait,
    positions,
    state_after,
)
from keltis import InvalidArgument, celtic
from keltis.celtic import Cell, Filling, GameRecord, GameState, Lay, Owner, Rules, new_game
from keltis.celtic._engine.strands import Design, is_joined, strands
from keltis.celtic._engine.tiles import EAST, SOUTH, STEP
from keltis.celtic.render import board_svg, board_text, film_svg
from keltis.celtic.render._scene import scene_of, status_line
from keltis.celtic.render._tiles import PALETTE
from keltis.celtic.render._weave import TILE, cell_centre, curves_of, strand_curves
from pictures import SVG, parsed, parts, texts

draw_anything: Callable[..., str] = board_svg
FILLINGS = [HARD, EASY_ONLY, Filling.parse("6C/F1"), Filling.parse("1"), Filling.parse("F")]
STUCK = new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
FIRST = Lay(0, -1, 4, Owner.ORANGE)
AFTER_FIRST = state_after(FIRST)
END = state_after(*lays(EXAMPLE))


def example(*names: str) -> GameRecord:
    return GameRecord(new_game(), tuple(lays(EXAMPLE)), names)


# Strands


def border(cell: Cell, side: int) -> complex:
    """The middle of a side of a tile."""
    return complex(*cell_centre(cell)) + complex(*STEP[side]) * TILE / 2


def joined_borders(design: Design) -> list[complex]:
    borders = [(cell, side) for cell in design for side in (EAST, SOUTH)]
    return [border(cell, side) for cell, side in borders if is_joined(design, cell, side)]


def falls(way: complex) -> bool:
    return way.real * way.imag > 0


def falling_on_top(design: Design) -> dict[complex, bool]:
    """By the middle of each border, whether the falling strand is on top there."""
    width, height = (max(numbers) + 1 for numbers in zip(*design, strict=True))
    rows = tuple(tuple(design[x, y] for x in range(width)) for y in range(height))
    found = {}
    for piece in parts(board_svg(Filling(rows)), "over"):
        numbers = list(map(float, re.findall(r"-?[\d.]+", piece[0].get("d", ""))))
        points = list(map(complex, numbers[::2], numbers[1::2]))
        before, middle, after = points[2:5]
        assert middle not in found
        found[middle] = falls(after - before)
    return found


@pytest.mark.parametrize(
    "design", [plait(5, 5), plait(6, 4), HARD.masks, EASY_ONLY.masks, plait(2, 2), plait(2, 1)]
)
def test_k2_along_every_strand_over_and_under_alternate(design: dict[Cell, int]) -> None:
    on_top = falling_on_top(design)
    assert on_top.keys() == set(joined_borders(design))
    for strand in strands(design):
        crossings = [
            falls(handle - start) == on_top[start]
            for start, handle, *_ in strand_curves(design, strand)
            if start in on_top
        ]
        assert len(crossings) == len(strand.arcs)
        assert all(here != there for here, there in pairwise([*crossings, crossings[0]]))


@given(design=closed_designs())
@settings(max_examples=50)
def test_k2_a_closed_strand_is_one_smooth_closed_curve(design: dict[Cell, int]) -> None:
    for strand in strands(design):
        curves = list(strand_curves(design, strand))
        for curve, following in pairwise([*curves, curves[0]]):
            assert abs(curve[3] - following[0]) < 1e-6
            turn = (following[1] - curve[3]) / (curve[3] - curve[2])
            assert abs(turn.imag) < 1e-6
            assert turn.real > 0


@given(state=positions)
@settings(max_examples=30, deadline=None)
def test_k2_strands_cross_in_the_middle_of_joined_sides_and_stop_apart_at_open_ends(
    state: GameState,
) -> None:
    design = {lay.cell: lay.mask for lay in state.lays}
    for strand in strands(design):
        for arc in strand.arcs:
            apart = abs(curves_of(design, arc)[0][0] - border((arc.x, arc.y), arc.side))
            assert (apart < 1e-6) == is_joined(design, (arc.x, arc.y), arc.side)
        first, *_, last = [*strand_curves(design, strand)] * 2
        assert (abs(first[0] - last[-1]) < 1e-6) == strand.closed
    crosses = board_text(state).count("\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}")
    assert crosses == len(joined_borders(design))


# Boards


@given(position=positions | st.sampled_from(FILLINGS), theme=st.sampled_from(["light", "dark"]))
@settings(max_examples=30, deadline=None)
def test_every_picture_has_all_tiles_and_knots_and_no_id(
    position: GameState | Filling, theme: str
) -> None:
    root = parsed(board_svg(position, theme=theme))
    assert not any("id" in part.attrib for part in root.iter())
    tiles = len(position.lays) if isinstance(position, GameState) else len(position.masks)
    assert len(parts(root, "tile")) == tiles
    knots = len(scene_of(position).knots)
    assert len(parts(root, "knot")) == len(parts(root, "knot-count")) == knots


def test_owners_differ_without_colour() -> None:
    marks = {}
    for tile in parts(board_svg(END), "tile"):
        circles, rects = (len(list(tile.iter(f"{SVG}{kind}"))) for kind in ("circle", "rect"))
        marks[str(tile[0].text).split()[-1]] = *texts(tile), circles, rects
    assert marks == {"orange": ("O", 3, 1), "blue": ("B", 0, 4), "neutral": ("N", 0, 4)}


def test_k7_arrows_show_where_the_window_can_float() -> None:
    assert len(parts(board_svg(new_game()), "float")) == 4
    assert not parts(board_svg(END), "float")
    assert scene_of(state_after("lay 0,-1 NS orange")).window.shifts == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("state", "highlighted"),
    [
        (new_game(), ["supply: orange"]),
        (AFTER_FIRST, ["supply: blue"]),
        (END, ["supply: blue"]),  # who has won, though it would be Orange's turn
        (STUCK, []),  # a draw
    ],
)
def test_the_panel_of_the_player_to_move_or_the_winner_is_highlighted(
    state: GameState, highlighted: list[str]
) -> None:
    accent = PALETTE.theme().accent
    panels = parts(board_svg(state), "panel")
    assert [panel[0].text for panel in panels if panel[1].get("stroke") == accent] == highlighted


def test_k10_the_tiles_of_a_knot_are_counted_for_each_player() -> None:
    counts = [["1", "20 tiles", "7", "9"], ["2", "4 tiles", "2", "2"], ["3", "11 tiles", "3", "3"]]
    assert [texts(row) for row in parts(board_svg(END), "knot-count")] == counts


def test_the_status_line_names_the_player_to_move() -> None:
    supplies = (0, 0, 0, 0, 0), (2, 0, 0, 0, 0), (0, 0, 1, 0, 0)
    passing = scene_of(new_game(rules=Rules(supplies=supplies, start=5)), names=("Ann", "Bob"))
    assert status_line(passing) == "Ann must pass"
    assert status_line(scene_of(AFTER_FIRST)) == "blue is to lay a tile"
    assert status_line(scene_of(STUCK)) == "a draw, no knot each"


def test_more_knots_than_colours_begin_again() -> None:
    picture = board_svg(Filling.parse("/".join(["2828"] * 6)))
    assert len(parts(picture, "knot")) == 12
    assert "12 knots" in picture


def test_last_tiles_highlighted_cells_and_arrows_are_marked() -> None:
    cells, arrows = [(1, 0), (0, 0)], [((0, 0), (1, 0)), ((0, 0), (0, 1))]
    taken_back = celtic.Forfeit(Lay(2, 0, 10, Owner.ORANGE))
    svg = board_svg(
        AFTER_FIRST, last=[FIRST, celtic.Pass(), taken_back], highlight=cells, arrows=arrows
    )
    assert [len(parts(svg, kind)) for kind in ("last", "highlight", "arrow")] == [1, 2, 2]


@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        (new_game(), {"last": [FIRST]}, "last does not lead to this position: it has no tile lay"),
        (AFTER_FIRST, {"last": [Lay(0, -1, 4, Owner.BLUE)]}, "it has no tile lay 0,-1 S blue"),
        (HARD, {"last": [FIRST]}, "last does not lead to this position"),
        (new_game(), {"highlight": [(9, 0)]}, "the x of a cell in highlight .* from -2 to 2"),
        (new_game(), {"highlight": [(0, 9)]}, "the y of a cell in highlight .* from -2 to 2"),
        (new_game(), {"arrows": [((0, 0), (0, 0))]}, "two different cells"),
    ],
)
def test_wrong_options_are_refused(
    position: GameState | Filling, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        draw_anything(position, **options)


# Films and animations


@pytest.mark.parametrize(
    ("frames", "width", "height"),
    [(1, 344, 454), (3, 960, 454), (4, 652, 832), (5, 960, 832), (100, 960, 3100)],
)
def test_a_film_is_as_large_as_its_frames(frames: int, width: int, height: int) -> None:
    assert parsed(film_svg(example(), frames=frames)).get("viewBox") == f"0 0 {width} {height}"


# Text


@given(position=positions)
@settings(max_examples=50, deadline=None)
def test_a_plus_is_where_the_next_tile_can_go(position: GameState) -> None:
    cells = {move.cell for move in celtic.legal_moves(position) if isinstance(move, Lay)}
    assert board_text(position).count("+") == len(cells) == len(scene_of(position).free_cells)


def test_k8_k9_no_plus_for_who_must_pass_or_when_the_game_is_over() -> None:
    rules = Rules(supplies=((4, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1)))
    assert "+" not in board_text(state_after(FIRST, rules=rules))
    assert "+" not in board_text(STUCK)
    assert "4 open paths" in board_text(STUCK)


def test_knots_are_heavy_and_open_paths_light() -> None:
    assert not set("━┃┏┓┗┛") & set(board_text(new_game()))
    assert not set("─╭╮╯╰") & set(board_text(HARD))


@given(state=positions)
@settings(max_examples=30, deadline=None)
def test_a_preview_shows_the_tiles_of_the_position_after_the_move(state: GameState) -> None:
    for lay in celtic.legal_moves(state):
        if isinstance(lay, Lay):
            shown, after = board_text(state, preview=lay), board_text(celtic.apply_move(state, lay))
            assert drawn_tiles(shown, state) == drawn_tiles(after, state)


def drawn_tiles(text: str, state: GameState) -> list[str]:
    """The lines of the window with tiles, without the cells at the edges."""
    columns = 4 + 6 * state.rules.width
    drawn = [re.sub(r"[·+\d-]", " ", line[4:columns]) for line in text.split("\n")[3:]]
    left = min((len(line) - len(line.lstrip()) for line in drawn if line.strip()), default=0)
    return [text for line in drawn if (text := line[left:].rstrip())]


@pytest.mark.parametrize("text", ["lay 0,-1 N orange", "lay 2,2 N orange", "lay 0,-1 S blue"])
@pytest.mark.parametrize("position", [new_game(), HARD])
def test_only_a_legal_tile_has_a_preview(position: GameState | Filling, text: str) -> None:
    with pytest.raises(InvalidArgument, match="preview must be a legal Lay of this position"):
        board_text(position, preview=celtic.parse_move(text))


def test_a_filling_that_is_too_wide_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="room for 9 tiles side by side, not for 10"):
        board_text(Filling.parse("F" * 10))
