"""The pictures: one position, a strip of them, and a game that moves."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from keltis import InvalidArgument, Phase, Rules, determinize, new_game, observe
from keltis.record import GameRecord
from keltis.render import animated_svg, board_svg, film_svg
from keltis.render._board import board_layout, figure_place, figure_radius
from keltis.testing import Seat, custom_rules, position, records, rules, states, views
from pictures import SVG, parsed, parts, texts, titles
from profiles import by_profile
from record_helpers import whole_record

THEMES = ("light", "dark")
any_states = states(rules=rules())
few = settings(max_examples=by_profile(3, 10))


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def corners(node: ET.Element) -> Iterator[tuple[float, float]]:
    """Points that the shape of an element lies between."""
    names = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")
    at = {name: float(value) for name, value in node.items() if name in names}
    match node.tag.removeprefix(SVG):
        case "circle" | "ellipse":
            wide, high = at.get("r", at.get("rx", 0)), at.get("r", at.get("ry", 0))
            yield from ((at["cx"] + side * wide, at["cy"] + side * high) for side in (-1, 1))
        case "rect":
            x, y = at.get("x", 0), at.get("y", 0)
            yield from ((x, y), (x + at["width"], y + at["height"]))
        case "polygon" | "path":
            arcless = re.sub(r"A\S+ \S+ 0 0 [01] ", " ", node.get("points") or node.attrib["d"])
            places = numbers(arcless)
            yield from zip(places[::2], places[1::2], strict=True)
        case "text":
            size = float(node.get("font-size", "11"))
            width = 0.6 * size * len(node.text or "")
            share = {"start": 0, "middle": 0.5, "end": 1}[node.get("text-anchor", "middle")]
            left = at["x"] - width * share
            yield from ((left, at["y"] - 0.75 * size), (left + width, at["y"] + 0.2 * size))


def assert_inside(
    node: ET.Element, box: tuple[float, float], offset: tuple[float, float] = (0, 0)
) -> None:
    """Every shape under an element is inside the picture."""
    if node.get("transform", "").startswith("translate"):
        x, y = numbers(node.attrib["transform"])
        offset = offset[0] + x, offset[1] + y
    for x, y in corners(node):
        assert -0.5 <= x + offset[0] <= box[0] + 0.5, ET.tostring(node)
        assert -0.5 <= y + offset[1] <= box[1] + 0.5, ET.tostring(node)
    for child in node:
        if child.tag == f"{SVG}svg":
            assert_inside(child, box_of(child))
        elif child.tag != f"{SVG}defs":
            assert_inside(child, box, offset)


def box_of(root: ET.Element) -> tuple[float, float]:
    _, _, width, height = numbers(root.attrib["viewBox"])
    return width, height


@settings(max_examples=by_profile(6, 20))
@given(any_states, st.booleans(), st.sampled_from(THEMES))
def test_nothing_is_outside_a_picture_and_no_name_in_it_could_clash(
    state: keltis.GameState, reveal: bool, theme: str
) -> None:
    root = parsed(board_svg(state, reveal=reveal, theme=theme))
    assert (root.findtext(f"{SVG}title") or "").startswith("Keltis: ")
    assert root.findtext(f"{SVG}desc")
    assert box_of(root)[0] == 960
    assert_inside(root, box_of(root))
    assert not any(
        {"id", "style"} & node.attrib.keys() or "style" in node.tag for node in root.iter()
    )


@few
@given(any_states, st.randoms(use_true_random=False))
def test_a_state_shows_no_hidden_card(state: keltis.GameState, rng: random.Random) -> None:
    for seat in (None, 0):
        view = observe(state, seat)
        pictures = [board_svg(each, seat=seat) for each in (state, determinize(view, rng))]
        assert pictures == [board_svg(view)] * 2
    assert film_svg([state]) == film_svg([determinize(observe(state, None), rng)])


@settings(max_examples=by_profile(6, 20))
@given(views(rules=custom_rules()))
def test_a_picture_shows_everything_in_a_view(view: keltis.PlayerView) -> None:
    root = parsed(board_svg(view))
    on_board = [tile.value for path in view.tiles for tile in path if tile is not None]
    assert Counter(title.partition(": ")[2] for title in titles(root, "tile")) == Counter(on_board)
    assert sorted(titles(root, "figure")) == sorted(
        f"player {seat}: {'large' if player.large is path else 'small'} figure, "
        f"{path} path, row {player.rows[path]}"
        for seat, player in enumerate(view.players)
        for path in keltis.Colour
        if player.rows[path]
    )
    hands = [player.seen for player in view.players]
    if view.viewer is not None and view.hand is not None:
        hands[view.viewer] = view.hand
    faces = [str(card) for hand in hands for card in hand]
    tops = [str(pile[-1]) for pile in view.discards if pile]
    assert Counter(titles(root, "card")) == Counter(faces + tops)
    face_down = sum(player.hand_size for player in view.players) - len(faces)
    assert len(parts(root, "back")) == face_down + min(view.draw_pile_size, 3)
    columns = [column for player in view.players for column in player.columns]
    if all(len(column) <= 22 for column in columns):
        laid = [str(card) for column in columns for card in column]
        assert Counter(titles(root, "laid")) == Counter(laid)
    assert len(parts(root, "marker")) == len(view.players)
    assert titles(root, "pile")[0].startswith(f"draw pile: {view.draw_pile_size} card")


def test_a_very_long_column_shows_its_last_cards() -> None:
    rules = Rules(copies=4, goal_figures=10)
    laid = " ".join(f"R{value}" for value in range(11) for _ in range(4))
    root = parsed(board_svg(position(Seat(laid=laid), Seat(), rules=rules)))
    visible = titles(root, "laid")
    assert visible[-1] == "R10"
    assert f"+{44 - len(visible)}" in texts(root)


def test_every_direction_has_its_sign() -> None:
    state = position(Seat(laid="R3 R3 Y2 P4 P5 G5 G4"), Seat(), rules=keltis.REFERENCE_MANUAL)
    signs = ["red column, flat", "yellow column, free", "pink column, up", "green column, down"]
    assert titles(board_svg(state), "column") == signs


def test_f3_a_marker_begins_again_after_fifty() -> None:
    large = Rules(large_factor=6, goal_figures=10)
    state = position(Seat(at="R9", large="R"), Seat(at="R1", large="R"), rules=large)
    root = parsed(board_svg(state))
    assert [title[-5:] for title in titles(root, "marker")] == ["lap 2", "lap 1"]
    assert sum(text.endswith(", lap 2") for text in texts(root)) == 1
    assert keltis.track_space(51) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("length", [1, 9, 12])
def test_no_figure_hides_another(players: int, length: int) -> None:
    layout = board_layout(length, 0)
    kinds = product(keltis.Colour, range(1, length + 1), range(players), (False, True))
    drawn = [(kind, figure_place(layout, *kind[:3], players, large=kind[3])) for kind in kinds]
    for ((path, _, seat, large), place), ((path_2, _, seat_2, large_2), place_2) in combinations(
        drawn, 2
    ):
        possible = seat != seat_2 or (path is not path_2 and not (large and large_2))
        if possible and math.dist(place, place_2) < 60:
            # Large figures may cover the edges of others.
            share = 0.72 if large or large_2 else 0.98
            room = figure_radius(players, large=large) + figure_radius(players, large=large_2)
            assert math.dist(place, place_2) >= share * room


def test_names_are_escaped_and_cut() -> None:
    written = texts(board_svg(new_game(2, seed=1), names=("<b>&\"'", "M" * 100)))
    assert "<b>&\"'" in written
    assert any(re.fullmatch("M+…", text) for text in written)


# Films and animations

played = partial(whole_record, seed=3, lean=0.95)


@few
@given(records(rules=rules()), st.integers(1, 7), st.sampled_from(THEMES))
def test_a_film_has_frames_of_the_whole_game(record: GameRecord, frames: int, theme: str) -> None:
    root = parsed(film_svg(record, frames=frames, theme=theme))
    turns = 1 + sum(state.phase is Phase.PLAY for state in record.states[1:-1]) + (len(record) > 0)
    assert len(parts(root, "frame")) == min(frames, turns)
    assert_inside(root, box_of(root))
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids)) == 2
    assert {node.attrib["href"].removeprefix("#") for node in root.iter(f"{SVG}use")} <= set(ids)


@few
@given(records())
def test_the_last_frame_is_the_last_position(record: GameRecord) -> None:
    last = parsed(film_svg(record, frames=1))
    (frame,) = parts(last, "frame")
    board = board_svg(record.final, names=record.names)
    assert titles(frame, "figure") == titles(board, "figure")
    on_board = [tile for path in record.final.tiles for tile in path if tile is not None]
    assert len(parts(last, "tile")) == len(on_board)


@few
@given(records(rules=rules()), st.sampled_from(THEMES))
def test_an_animation_ends_with_the_last_position(record: GameRecord, theme: str) -> None:
    root = parsed(animated_svg(record, theme=theme))
    assert_inside(root, box_of(root))
    rules = record.start.rules
    figures = rules.small_figures + rules.large_figures
    assert len(parts(root, "figure")) == len(record.start.players) * figures
    for node in root.iter():
        if node.tag in (f"{SVG}animate", f"{SVG}animateTransform"):
            times = numbers(node.attrib["keyTimes"])
            assert times == sorted(times)
            assert times[0] == 0
            assert len(times) == node.attrib["values"].count(";") + 1
    captions = [node for node in root.iter(f"{SVG}g") if node.find(f"{SVG}text") is not None]
    assert sum(node.get("opacity") == "1" for node in captions) == 1


def test_rules_without_a_large_figure_have_none_in_an_animation() -> None:
    rules = Rules(small_figures=5, large_figures=0)
    figures = titles(animated_svg([new_game(4, seed=1, rules=rules)]), "figure")
    assert len(figures) == 20
    assert not any("large" in title for title in figures)


def test_pictures_of_a_game_are_small() -> None:
    record = played(players=4)
    for svg in (film_svg(record), animated_svg(record), board_svg(record.final)):
        assert len(svg) < 120_000


def test_films_of_different_games_or_themes_have_different_ids() -> None:
    start = new_game(2, seed=1)
    films = film_svg([start]), film_svg([start], theme="auto"), film_svg([new_game(2, seed=2)])
    for one, other in combinations(films, 2):
        ids = [set(re.findall(r' id="([^"]+)"', film)) for film in (one, other)]
        assert not ids[0] & ids[1]


def test_a_film_needs_a_record_or_positions_of_one_game() -> None:
    with pytest.raises(InvalidArgument, match="at least one position"):
        film_svg([])
    with pytest.raises(InvalidArgument, match="of one game"):
        film_svg([new_game(2, seed=1), new_game(3, seed=1)])
