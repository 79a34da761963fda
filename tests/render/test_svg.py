"""The pictures: one position, a strip of them, and a game that moves."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis import (
    REFERENCE_MANUAL,
    Colour,
    Draw,
    GameState,
    InvalidArgument,
    Phase,
    PlayerView,
    Position,
    Rules,
    determinize,
    new_game,
    observe,
    track_space,
)
from keltis.record import GameRecord
from keltis.render import animated_svg, board_svg, film_svg
from keltis.render._board import board_layout, figure_place, figure_radius
from keltis.render._kit.svg import element, label
from keltis.render._kit.themes import Paint
from keltis.render._pieces import PALETTE, Theme
from keltis.render._scene import Scene, scene_of
from keltis.testing import Seat, custom_rules, playthrough, position, records, rules, states, views
from profiles import by_profile

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("light", "dark")
LIGHT, DARK = map(PALETTE.theme, THEMES)
any_states = states(rules=rules())
few = settings(max_examples=by_profile(3, 10))


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - we wrote it


def of_class(root: ET.Element, kind: str) -> list[str]:
    """The titles of the groups of a kind."""
    return [
        found.findtext(f"{SVG}title", "")
        for found in root.iter()
        if found.get("class") == f"keltis-{kind}"
    ]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def corners(node: ET.Element) -> Iterator[tuple[float, float]]:
    """Points that the shape of an element lies between."""
    at = {
        name: float(value)
        for name, value in node.items()
        if name in ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")
    }
    match node.tag.removeprefix(SVG):
        case "circle":
            yield from ((at["cx"] + side * at["r"], at["cy"] + side * at["r"]) for side in (-1, 1))
        case "ellipse":
            yield from (
                (at["cx"] + side * at["rx"], at["cy"] + side * at["ry"]) for side in (-1, 1)
            )
        case "rect":
            x, y = at.get("x", 0), at.get("y", 0)
            yield from ((x, y), (x + at["width"], y + at["height"]))
        case "polygon":
            places = numbers(node.get("points", ""))
            yield from zip(places[::2], places[1::2], strict=True)
        case "path":
            arcless = re.sub(r"A\S+ \S+ 0 0 [01] ", " ", node.get("d", ""))
            places = numbers(arcless)
            yield from zip(places[::2], places[1::2], strict=True)
        case "text":
            size = float(node.get("font-size", "11"))
            width = 0.6 * size * len(node.text or "")
            left = (
                at["x"]
                - width * {"start": 0, "middle": 0.5, "end": 1}[node.get("text-anchor", "middle")]
            )
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
def test_a_picture_is_well_formed_and_nothing_is_outside(
    state: GameState, reveal: bool, theme: str
) -> None:
    root = parsed(board_svg(state, reveal=reveal, theme=theme))
    assert root.tag == f"{SVG}svg"
    assert (root.findtext(f"{SVG}title") or "").startswith("Keltis: ")
    assert root.findtext(f"{SVG}desc")
    assert box_of(root)[0] == 960
    assert_inside(root, box_of(root))


@few
@given(any_states)
def test_a_picture_of_one_position_has_no_ids_and_no_styles_that_could_clash(
    state: GameState,
) -> None:
    root = parsed(board_svg(state))
    assert not any(
        "id" in node.attrib or "style" in node.attrib or node.tag == f"{SVG}style"
        for node in root.iter()
    )


@few
@given(any_states, st.randoms(use_true_random=False))
def test_a_state_shows_no_hidden_card(state: GameState, rng: random.Random) -> None:
    for seat in (None, 0):
        other = determinize(observe(state, seat), rng)
        assert (
            board_svg(state, seat=seat)
            == board_svg(other, seat=seat)
            == board_svg(observe(state, seat))
        )
    assert film_svg([state]) == film_svg([determinize(observe(state, None), rng)])


@settings(max_examples=by_profile(6, 20))
@given(views(rules=custom_rules()))
def test_a_picture_shows_everything_in_a_view(view: PlayerView) -> None:
    root = parsed(board_svg(view))
    on_board = [tile.value for path in view.tiles for tile in path if tile is not None]
    assert Counter(title.partition(": ")[2] for title in of_class(root, "tile")) == Counter(
        on_board
    )
    assert sorted(of_class(root, "figure")) == sorted(
        f"player {seat}: {'large' if player.large is path else 'small'} figure, "
        f"{path} path, row {player.rows[path]}"
        for seat, player in enumerate(view.players)
        for path in Colour
        if player.rows[path]
    )
    hands = [
        view.hand if seat == view.viewer else player.seen
        for seat, player in enumerate(view.players)
    ]
    faces = [str(card) for hand in hands for card in hand or ()]
    tops = [str(pile[-1]) for pile in view.discards if pile]
    assert Counter(of_class(root, "card")) == Counter(faces + tops)
    face_down = sum(player.hand_size for player in view.players) - len(faces)
    assert len(of_class(root, "back")) == face_down + min(view.draw_pile_size, 3)
    laid = [str(card) for player in view.players for column in player.columns for card in column]
    assert all(len(column) <= 22 for player in view.players for column in player.columns) <= (
        Counter(of_class(root, "laid")) == Counter(laid)
    )
    assert len(of_class(root, "marker")) == len(view.players)
    assert of_class(root, "pile")[0].startswith(f"draw pile: {view.draw_pile_size} card")


def test_figures_that_have_not_moved_are_on_the_starting_stone() -> None:
    state = position(Seat(at="R1 Y1", large="R"), Seat(at="R1 Y1 P1 G1 B1", large="B"))
    root = parsed(board_svg(state, names=("Ann", "Bob")))
    assert of_class(root, "waiting") == ["Ann: 3 small figures, starting stone"]
    assert "Bob: large figure, starting stone" in of_class(
        parsed(board_svg(new_game(2, seed=1), names=("Ann", "Bob"))), "waiting"
    )


def test_a_revealed_state_shows_every_hand() -> None:
    state = new_game(4, seed=1)
    hands = [str(card) for player in state.players for card in player.hand]
    root = parsed(board_svg(state, reveal=True))
    assert Counter(of_class(root, "card")) == Counter(hands)
    assert len(of_class(root, "back")) == 3


def test_a_very_long_column_shows_its_last_cards() -> None:
    rules = Rules(copies=4, goal_figures=10)
    laid = " ".join(f"R{value}" for value in range(11) for _ in range(4))
    root = parsed(board_svg(position(Seat(laid=laid), Seat(), rules=rules)))
    visible = of_class(root, "laid")
    assert visible[-1] == "R10"
    assert f"+{44 - len(visible)}" in {node.text for node in root.iter(f"{SVG}text")}


def test_every_direction_has_its_sign() -> None:
    state = position(Seat(laid="R3 R3 Y2 P4 P5 G5 G4"), Seat(), rules=REFERENCE_MANUAL)
    root = parsed(board_svg(state))
    assert of_class(root, "column") == [
        "red column, flat",
        "yellow column, free",
        "pink column, up",
        "green column, down",
    ]


def test_f3_a_marker_begins_again_after_fifty() -> None:
    large = Rules(large_factor=6, goal_figures=10)
    state = position(Seat(at="R9", large="R"), Seat(at="R1", large="R"), rules=large)
    markers = of_class(parsed(board_svg(state)), "marker")
    assert markers[0].endswith("lap 2")
    assert markers[1].endswith("lap 1")
    texts = [node.text or "" for node in parsed(board_svg(state)).iter(f"{SVG}text")]
    assert sum(text.endswith(", lap 2") for text in texts) == 1
    assert track_space(51) == 1


def test_the_winners_are_marked_at_the_end() -> None:
    state = position(Seat(at="R7 Y7 P7"), Seat(at="R7 Y7"), phase=Phase.OVER)
    root = parsed(board_svg(state))
    assert sum(node.get("stroke") == LIGHT.accent for node in root.iter()) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("length", [1, 9, 12])
def test_no_figure_hides_another(players: int, length: int) -> None:
    layout = board_layout(length, 0)
    kinds = [
        (path, row, seat, large)
        for path in Colour
        for row in range(1, length + 1)
        for seat in range(players)
        for large in (0, 1)
    ]
    drawn = [
        (
            kind,
            figure_place(layout, *kind[:3], players, large=bool(kind[3])),
            figure_radius(players, large=bool(kind[3])),
        )
        for kind in kinds
    ]
    for number, ((path, _, seat, large), (x, y), radius) in enumerate(drawn):
        for (other_path, _, other_seat, other_large), (other_x, other_y), other_radius in drawn[
            :number
        ]:
            possible = seat != other_seat or (
                path is not other_path and not (large and other_large)
            )
            if possible and abs(x - other_x) < 40 and abs(y - other_y) < 40:
                # Large figures may cover the edges of others.
                share = 0.72 if large or other_large else 0.98
                assert math.dist((x, y), (other_x, other_y)) >= share * (radius + other_radius)


def test_the_large_figure_is_clearly_larger() -> None:
    for players in range(1, 7):
        assert figure_radius(players, large=True) >= 1.25 * figure_radius(players, large=False)


def contrast(paint: Paint) -> float:
    lights = sorted(map(luminance, (paint.fill, paint.ink)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_all_writing_is_legible(theme: Theme) -> None:
    surfaces = list(theme.paints.values())
    surfaces += [
        Paint(theme.board, theme.page.ink),
        Paint(theme.panel.fill, theme.faint),
        Paint(theme.board, theme.faint),
    ]
    surfaces += [Paint(theme.goal.fill, theme.faint)]
    assert [paint for paint in surfaces if contrast(paint) < 4.5] == []


def test_names_are_escaped_and_cut() -> None:
    root = parsed(board_svg(new_game(2, seed=1), names=("<b>&\"'", "M" * 100)))
    texts = [node.text or "" for node in root.iter(f"{SVG}text")]
    assert "<b>&\"'" in texts
    assert any(re.fullmatch("M+…", text) for text in texts)


def test_a_text_keeps_within_its_room() -> None:
    assert parsed(label(0, 0, "R7", 20, 100, "#000000")).get("font-size") == "20"
    assert float(parsed(label(0, 0, "abcdef", 20, 50, "#000000")).attrib["font-size"]) < 12
    assert parsed(label(0, 0, "abcdefgh", 20, 20, "#000000")).text == "ab…"
    assert element("g", x=None) == "<g/>"


@few
@given(records(rules=rules()), st.integers(1, 7), st.sampled_from(THEMES))
def test_a_film_has_frames_of_the_whole_game(record: GameRecord, frames: int, theme: str) -> None:
    root = parsed(film_svg(record, frames=frames, theme=theme))
    turns = 1 + sum(state.phase is Phase.PLAY for state in record.states[1:-1]) + (len(record) > 0)
    assert len(of_class(root, "frame")) == min(frames, turns)
    assert_inside(root, box_of(root))
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids)) == 2
    assert {node.attrib["href"].removeprefix("#") for node in root.iter(f"{SVG}use")} <= set(ids)


@few
@given(records())
def test_the_last_frame_is_the_last_position(record: GameRecord) -> None:
    last = parsed(film_svg(record, frames=1))
    (frame,) = [node for node in last.iter() if node.get("class") == "keltis-frame"]
    assert of_class(frame, "figure") == of_class(
        parsed(board_svg(record.final, names=record.names)), "figure"
    )
    assert len(of_class(last, "tile")) == sum(
        tile is not None for path in record.final.tiles for tile in path
    )


@few
@given(records(rules=rules()), st.sampled_from(THEMES))
def test_an_animation_ends_with_the_last_position(record: GameRecord, theme: str) -> None:
    root = parsed(animated_svg(record, theme=theme))
    assert_inside(root, box_of(root))
    rules = record.start.rules
    figures = rules.small_figures + rules.large_figures
    assert len(of_class(root, "figure")) == len(record.start.players) * figures
    for node in root.iter():
        if node.tag in (f"{SVG}animate", f"{SVG}animateTransform"):
            times = numbers(node.attrib["keyTimes"])
            assert times == sorted(times)
            assert times[0] == 0
            assert len(times) == node.attrib["values"].count(";") + 1
    visible = [
        node
        for node in root.iter(f"{SVG}g")
        if node.get("opacity") == "1" and node.find(f"{SVG}text") is not None
    ]
    assert len(visible) == 1


def whole_record(players: int = 2, seed: int = 3) -> GameRecord:
    """A whole game that leans towards progress."""
    record = GameRecord.seeded(players, seed)
    for _, move in playthrough(record.start, random.Random(seed), lean=0.95):
        record = record.append(move)
    return record


def test_a_film_shows_wishing_stones_until_they_are_taken() -> None:
    record = whole_record()
    frames = [
        node
        for node in parsed(film_svg(record, frames=5)).iter()
        if node.get("class") == "keltis-frame"
    ]
    taken = sum(player.wishing_stones for player in record.final.players)
    assert taken > 0
    assert len(of_class(frames[0], "tile")) == taken
    assert of_class(frames[-1], "tile") == []


def test_an_animation_takes_wishing_stones_off_and_moves_figures_and_markers() -> None:
    record = whole_record()
    root = parsed(animated_svg(record, pace=0.25))
    taken = sum(player.wishing_stones for player in record.final.players)
    fading = [
        node
        for node in root.iter(f"{SVG}g")
        if node.get("opacity") == "0" and of_class(node, "tile")
    ]
    assert len(fading) == taken
    movers = [
        node
        for node in root.iter()
        if node.get("class") in ("keltis-figure", "keltis-marker")
        and "starting stone" not in node.findtext(f"{SVG}title", "")
    ]
    assert all(node.find(f"{SVG}animateTransform") is not None for node in movers)
    (seconds,) = {node.attrib["dur"] for node in root.iter() if "dur" in node.attrib}
    assert float(seconds.removesuffix("s")) == (len(record) + 7) * 0.25


def test_pictures_of_a_game_are_small() -> None:
    record = whole_record(players=4)
    assert len(film_svg(record)) < 120_000
    assert len(animated_svg(record)) < 120_000
    assert len(board_svg(record.final)) < 120_000


def test_a_film_builds_only_the_scenes_that_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Position] = []

    def scene_and_count(position: Position, *, names: Sequence[str]) -> Scene:
        built.append(position)
        return scene_of(position, names=names)

    monkeypatch.setattr("keltis.render._scene.scene_of", scene_and_count)
    record = whole_record()
    film_svg(record, frames=4)
    assert len(built) == 4
    assert (built[0], built[-1]) == (record.start, record.final)


def test_films_of_different_games_have_different_ids() -> None:
    ids = [
        set(re.findall(r' id="([^"]+)"', film_svg(GameRecord.seeded(2, seed)))) for seed in (1, 2)
    ]
    assert not ids[0] & ids[1]


def test_a_film_of_positions_counts_them() -> None:
    states = [new_game(2, seed=1), *(state for state in whole_record(seed=1).states[1:4])]
    root = parsed(film_svg(iter(states), names=("Ann", "Bob")))
    assert of_class(root, "frame") == [f"position {number} of 4" for number in (1, 2, 3, 4)]


def test_the_captions_of_a_record_are_its_turns() -> None:
    record = whole_record()
    titles = of_class(parsed(film_svg(record, frames=100)), "frame")
    assert titles[0] == "start"
    assert titles[1] == f"turn 1, player 0: {record.moves[0]}"  # a card is drawn, unseen
    drawing = GameRecord(record.states[1], (Draw(),))
    assert of_class(parsed(film_svg(drawing)), "frame") == ["turn 1, player 0: draw pile"]


def test_a_film_needs_a_record_or_positions_of_one_game() -> None:
    state = new_game(2, seed=1)
    with pytest.raises(InvalidArgument, match="at least one position"):
        film_svg([])
    with pytest.raises(InvalidArgument, match="of one game"):
        film_svg([state, new_game(3, seed=1)])
