"""The marks and options of a picture, the animation and the tables of CELTIC!."""

import re
from collections.abc import Callable

import pytest

from celtic.games import EXAMPLE, lays
from keltis import InvalidArgument
from keltis.celtic import (
    Filling,
    Forfeit,
    GameRecord,
    Lay,
    Outcome,
    Owner,
    Pass,
    legal_moves,
    new_game,
    parse_move,
)
from keltis.celtic.render import animated_svg, board_svg, film_svg, moves_table

draw_anything: Callable[..., str] = board_svg
FIRST = parse_move("lay 0,-1 S orange")


def example() -> GameRecord:
    return GameRecord(new_game(), tuple(lays(EXAMPLE)), ("Ann", "Bob"))


def count(svg: str, kind: str) -> int:
    return svg.count(f'class="keltis-{kind}"')


def test_last_tiles_highlighted_cells_and_arrows_are_marked() -> None:
    state = GameRecord(new_game()).append(FIRST).final
    svg = board_svg(
        state, last=[FIRST], highlight=[(1, 0), (0, 0)], arrows=[((0, 0), (1, 0)), ((0, 0), (0, 1))]
    )
    assert [count(svg, kind) for kind in ("last", "highlight", "arrow")] == [1, 2, 2]


def test_a_pass_marks_nothing() -> None:
    assert count(board_svg(new_game(), last=[Pass()]), "last") == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"last": [FIRST]}, "last does not lead to this position: it has no tile lay 0,-1"),
        ({"highlight": [(9, 0)]}, "the x of a cell in highlight must be .* from -2 to 2, not 9"),
        ({"highlight": [(0, 9)]}, "the y of a cell in highlight must be .* from -2 to 2, not 9"),
        ({"arrows": [((0, 0), (0, 0))]}, "two different cells"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        draw_anything(new_game(), **options)


def test_a_filling_has_no_last_moves() -> None:
    with pytest.raises(InvalidArgument, match="last does not lead to this position"):
        board_svg(Filling.parse("6C/39"), last=[FIRST])


def test_a_board_has_coordinates_and_cells_for_pages() -> None:
    svg = board_svg(new_game(), panels=False, size=300)
    assert count(svg, "panel") == 0
    numbers = re.findall(">([^<>]?[0-9])</text>", svg.replace("\N{MINUS SIGN}", "-"))
    assert numbers == ["-2", "-1", "0", "1", "2"] * 2
    assert 'class="keltis-tile" data-cell="0,0"' in svg
    assert 'class="keltis-free" data-cell="0,-1"' in svg
    assert 'data-owner="blue" data-shape="tee"' in board_svg(new_game())


def test_a_knot_has_the_same_colour_in_all_frames() -> None:
    frames = film_svg(example()).split('class="keltis-frame"')[1:]
    colours = [set(re.findall('stroke="(#f2c218)"', frame)) for frame in frames]
    assert colours[-2] == colours[-1] == {"#f2c218"}


def test_an_animation_has_every_tile_once_and_ends_with_the_last_position() -> None:
    record = example()
    svg = animated_svg(record, pace=0.5)
    assert count(svg, "tile") == 23
    assert count(svg, "knot") == 3
    assert svg.count('<g opacity="1"><g class="keltis-tile"') == 23
    assert 'class="keltis-slider" data-seconds="14.5" data-pace="0.5"' in svg
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert {"Ann", "Bob", "no knot", "7 3 2", "9 3 2", "start"} <= set(texts)


def test_an_animation_of_a_start_shows_it() -> None:
    svg = animated_svg(GameRecord(new_game()), names=["Cleo", "Dan"], theme="auto", size=400)
    assert count(svg, "tile") == 1
    assert count(svg, "last") == 0
    assert ">Cleo</text>" in svg


def test_a_table_has_turns_or_moves() -> None:
    table = str(moves_table(example()))
    assert table.startswith("22 turns\nturn  player  move")
    assert table.split()[-9:] == ["-1,-3", "E", "blue", "7", "3", "2", "9", "3", "2"]
    assert moves_table([Pass(), FIRST]).rows == (
        ("0", "pass", "no tile can be laid"),
        ("1", "lay 0,-1 S orange", "orange end at 0,-1"),
    )
    assert len(moves_table(legal_moves(new_game())).rows) == 60
    taken_back = Forfeit(Lay(2, 0, 10, Owner.ORANGE))
    assert moves_table([taken_back]).rows[0][2] == "tile back, turn lost"
    assert count(board_svg(new_game(), last=[taken_back]), "last") == 0


def test_a_notebook_shows_an_outcome_as_a_table() -> None:
    won = Outcome(((3,), (4, 2)), Owner.BLUE)._repr_html_()
    assert "<td>blue</td><td>4 2</td><td>wins</td>" in won
    drawn = Outcome(((), ()), None)._repr_html_()
    assert "The game is over: a draw" in drawn
    assert "wins" not in drawn


def test_a_tile_of_last_must_be_the_same_tile() -> None:
    state = GameRecord(new_game()).append(FIRST).final
    with pytest.raises(InvalidArgument, match="it has no tile"):
        board_svg(state, last=[Lay(0, -1, 4, Owner.BLUE)])
