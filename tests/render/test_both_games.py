"""What the pictures of both games share: one protocol, options, themes, films and tables."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Protocol, TypeVar

import pytest

import keltis.celtic.render
import keltis.render
from keltis import GameRecord, InvalidArgument, Move, celtic, legal_moves

S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Render(Protocol[S_contra, M_contra, R_contra]):
    """What a tool may ask of the pictures of a game."""

    def board_text(
        self,
        position: S_contra,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        preview: M_contra | None = ...,
        compact: bool = ...,
        colour: bool = ...,
    ) -> str: ...
    def board_svg(
        self,
        position: S_contra,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        last: Iterable[M_contra] = ...,
        panels: bool = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def film_svg(
        self,
        record: R_contra,
        /,
        *,
        frames: int = ...,
        names: Sequence[str] = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def animated_svg(
        self,
        record: R_contra,
        /,
        *,
        pace: float = ...,
        names: Sequence[str] = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def moves_table(self, moves: R_contra | Iterable[M_contra], /) -> object: ...


KELTIS: Render[keltis.GameState, Move, GameRecord] = keltis.render
CELTIC: Render[celtic.GameState, celtic.Move, celtic.GameRecord] = keltis.celtic.render


def keltis_record() -> GameRecord:
    record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    return record.append(legal_moves(record.final)[0])


def celtic_record() -> celtic.GameRecord:
    start = celtic.new_game()
    return celtic.GameRecord(start, celtic.legal_moves(start)[:1], ("Ann", "Bob"))


Draw = Callable[..., str]
BOARDS: list[Draw] = [
    lambda **options: keltis.render.board_svg(keltis_record().final, **options),
    lambda **options: keltis.celtic.render.board_svg(celtic_record().final, **options),
]
FILMS: list[Draw] = [
    lambda **options: keltis.render.film_svg(keltis_record(), **options),
    lambda **options: keltis.celtic.render.film_svg(celtic_record(), **options),
]
ANIMATIONS: list[Draw] = [
    lambda **options: keltis.render.animated_svg(keltis_record(), **options),
    lambda **options: keltis.celtic.render.animated_svg(celtic_record(), **options),
]
ALL = [*BOARDS, *FILMS, *ANIMATIONS]


def parameters(module: ModuleType, verb: str) -> list[str]:
    return list(inspect.signature(getattr(module, verb)).parameters)


@pytest.mark.parametrize(
    "verb", ["animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]
)
def test_a_verb_has_the_same_parameters_in_both_games(verb: str) -> None:
    assert parameters(keltis.render, verb) == parameters(keltis.celtic.render, verb)


def test_seat_and_reveal_make_no_difference_where_nothing_is_hidden() -> None:
    state = celtic.new_game()
    for draw in (CELTIC.board_text, CELTIC.board_svg):
        assert draw(state, seat=1, reveal=True) == draw(state)


@pytest.mark.parametrize("draw", ALL)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": "wide"}, "size must be a width in pixels from 1 to 10000, or None, not 'wide'"),
        ({"size": 0}, "size must be a width in pixels"),
        ({"size": True}, "size must be a width in pixels"),
        ({"names": "AB"}, "names must be a list or tuple with a name for each player, not 'AB'"),
        ({"names": ("Ann",)}, "names must have a name for each of 2 players"),
        ({"theme": "Light"}, "theme must be 'light', 'dark' or 'auto', not 'Light'"),
        ({"theme": None}, "theme must be 'light', 'dark' or 'auto'"),
        ({"colours": {"sky": "#000000"}}, "no part 'sky'; the parts are page, panel, accent"),
        ({"colours": {"page": "crimson"}}, "the colour of 'page' must be text like '#2460a8'"),
    ],
)
def test_wrong_options_are_refused(draw: Draw, options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        draw(**options)


@pytest.mark.parametrize("draw", FILMS)
@pytest.mark.parametrize("frames", [0, 101, 1.0, True, None])
def test_a_film_has_1_to_100_frames(draw: Draw, frames: object) -> None:
    with pytest.raises(InvalidArgument, match="frames must be a whole number from 1 to 100"):
        draw(frames=frames)


@pytest.mark.parametrize("draw", ANIMATIONS)
@pytest.mark.parametrize("pace", [0, 61, True])
def test_a_move_takes_up_to_a_minute(draw: Draw, pace: object) -> None:
    with pytest.raises(InvalidArgument, match="pace must be a number of seconds above 0"):
        draw(pace=pace)


@pytest.mark.parametrize("draw", ALL)
def test_size_is_the_width_in_pixels(draw: Draw) -> None:
    svg = draw(size=480)
    found = re.match(r'<svg .*?viewBox="0 0 (\S+) (\S+)" width="480" height="(\S+)"', svg)
    assert found is not None
    width, height, shown = map(float, found.groups())
    assert shown == pytest.approx(480 * height / width, abs=0.1)


@pytest.mark.parametrize("draw", ALL)
def test_colours_of_the_caller_replace_those_of_the_theme(draw: Draw) -> None:
    assert "#0a0b0c" in draw(colours={"page": "#0A0B0C"})
    assert "#faf6ec" not in draw(colours={"page": "#0A0B0C"})


def dark_version(svg: str) -> str:
    """The picture as the style sheet makes it on a dark page."""
    style = re.search("<style>@media .prefers-color-scheme: dark.{(.*)}</style>", svg)
    scope = re.search('<svg class="([^"]+)" ', svg)
    assert style is not None
    assert scope is not None
    rules = dict(re.findall(r"\.([\w-]+)\{(?:fill|stroke):(#\w+)\}", style[1]))
    assert all(name.startswith(f"{scope[1]}-") for name in rules)

    def restyle(found: re.Match[str]) -> str:
        tag = found[0]
        for name in re.findall(rf"{scope[1]}-[\w-]+", tag):
            kind = name.rpartition("-")[2]
            tag = re.sub(f'{kind}="#[^"]+"', f'{kind}="{rules[name]}"', tag)
        return re.sub(rf" ?{scope[1]}[\w-]*", "", tag).replace(' class=""', "")

    return re.sub("<[^>]+>", restyle, svg.replace(style[0], ""))


def without_ids(svg: str) -> str:
    """A film names what it draws several times by its content."""
    return re.sub("keltis-[0-9a-f]{12}", "", svg)


@pytest.mark.parametrize("draw", ALL)
@pytest.mark.parametrize("colours", [{}, {"accent": "#fffdf7"}])
def test_an_automatic_picture_is_dark_on_a_dark_page(draw: Draw, colours: dict[str, str]) -> None:
    auto, dark = (draw(theme=theme, colours=colours) for theme in ("auto", "dark"))
    assert without_ids(dark_version(auto)) == without_ids(dark)


@pytest.mark.parametrize("draw", ALL)
def test_an_automatic_picture_is_light_elsewhere(draw: Draw) -> None:
    auto, light = (
        re.findall(' (?:fill|stroke)="[^"]+"', draw(theme=theme)) for theme in ("auto", "light")
    )
    assert auto == light
    assert "max-width:100%" in draw(theme="auto")  # on a phone


@pytest.mark.parametrize("draw", ALL)
def test_automatic_pictures_share_no_names_unless_they_have_the_same_colours(draw: Draw) -> None:
    one, same, other = (
        set(re.findall(r"\.(keltis-[\w-]+)\{", draw(theme="auto", colours=colours)))
        for colours in ({}, {}, {"page": "#123456"})
    )
    assert one == same
    assert not one & other


@pytest.mark.parametrize("draw", [*FILMS, *ANIMATIONS])
def test_films_and_animations_have_the_names_in_their_legend(draw: Draw) -> None:
    assert {"Ann", "Bob", "start"} <= set(re.findall(">([^<>]+)</text>", draw()))
    assert {"Cleo", "Dan"} <= set(re.findall(">([^<>]+)</text>", draw(names=["Cleo", "Dan"])))


def test_notebooks_show_pictures() -> None:
    record, tiles = keltis_record(), celtic_record()
    view, filling = keltis.observe(record.final, 1), celtic.Filling.parse("6C/39")
    for shown in (record.final, view):
        assert shown._repr_svg_() == keltis.render.board_svg(shown, size=560, theme="auto")
    for drawn in (tiles.final, filling):
        assert drawn._repr_svg_() == celtic.render.board_svg(drawn, size=560, theme="auto")
    assert record._repr_svg_() == keltis.render.film_svg(record, size=560, theme="auto")
    assert tiles._repr_svg_() == celtic.render.film_svg(tiles, size=560, theme="auto")
