"""What the pictures of both games share: options, themes, films, text and tables."""

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis.celtic.render
import keltis.render
from celtic.games import EASY_ONLY, HARD, positions
from keltis import Colour, GameRecord, InvalidArgument, apply_move, celtic, legal_moves, new_game
from keltis._lib.values import show_tables_in_notebooks
from keltis.arena import play_tournament, standings
from keltis.bots import Advice, Candidate, advise, play_match, review
from keltis.celtic import Filling
from keltis.render._kit.terminal import text_width
from keltis.testing import Seat, position, rules, states
from profiles import by_profile

CODES = re.compile(r"\x1b\[[0-9;]*m")


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


@pytest.mark.parametrize(
    "verb", ["animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]
)
def test_a_verb_has_the_same_parameters_in_both_games(verb: str) -> None:
    one, other = (
        inspect.signature(getattr(module, verb)).parameters
        for module in (keltis.render, keltis.celtic.render)
    )
    assert list(one) == list(other)


def test_seat_and_reveal_make_no_difference_where_nothing_is_hidden() -> None:
    state = celtic.new_game()
    for draw in (keltis.celtic.render.board_text, keltis.celtic.render.board_svg):
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
    svg = draw(colours={"page": "#0A0B0C"})
    assert "#0a0b0c" in svg
    assert "#faf6ec" not in svg


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
    for shown in (record.final, keltis.observe(record.final, 1)):
        assert shown._repr_svg_() == keltis.render.board_svg(shown, size=560, theme="auto")
    for drawn in (tiles.final, HARD):
        assert drawn._repr_svg_() == celtic.render.board_svg(drawn, size=560, theme="auto")
    assert record._repr_svg_() == keltis.render.film_svg(record, size=840, theme="auto")
    assert tiles._repr_svg_() == celtic.render.film_svg(tiles, size=840, theme="auto")


# Text

FILLINGS = [HARD, EASY_ONLY, Filling.parse("6C/F1"), Filling.parse("123456789/" * 3 + "123456789")]


@pytest.mark.parametrize(
    ("board_text", "positions"),
    [
        (keltis.render.board_text, states(rules=rules())),
        (keltis.celtic.render.board_text, positions | st.sampled_from(FILLINGS)),
    ],
)
@given(data=st.data(), reveal=st.booleans(), compact=st.booleans())
@settings(max_examples=by_profile(15, 60), deadline=None)
def test_a_text_has_80_columns_and_colour_adds_only_codes(
    board_text: Draw,
    positions: st.SearchStrategy[object],
    data: st.DataObject,
    reveal: bool,
    compact: bool,
) -> None:
    position = data.draw(positions)
    plain, coloured = (
        board_text(position, reveal=reveal, compact=compact, colour=colour)
        for colour in (False, True)
    )
    assert all(len(line) <= 80 and line == line.rstrip() for line in plain.split("\n"))
    assert "\x1b" in coloured
    assert [line.rstrip() for line in CODES.sub("", coloured).split("\n")] == plain.split("\n")


@pytest.mark.parametrize("name", ["x" * 100, "\N{CJK UNIFIED IDEOGRAPH-5B54}" * 100])
def test_a_long_name_is_cut(name: str) -> None:
    wide = celtic.Rules(width=9, height=9, supplies=((81, 9, 0, 10, 1),) * 3)
    for text in (
        keltis.render.board_text(new_game(2, seed=1), names=(name, "Bob")),
        keltis.celtic.render.board_text(celtic.new_game(rules=wide), names=(name, "Bob")),
    ):
        assert all(text_width(line) <= 80 for line in text.split("\n"))
        assert "~" in text


# Tables


def test_a_table_has_the_turns_of_a_record_and_the_points_after_them() -> None:
    assert str(keltis.render.moves_table(keltis_record())) == (
        "1 turn\nturn  player  moves         Ann  Bob\n1     Ann     lay R6 small  -8   -4"
    )
    assert str(keltis.render.moves_table(GameRecord.seeded(2, seed=1))).startswith("0 turns")


def test_a_table_has_the_meaning_of_every_kind_of_move() -> None:
    state = position(Seat(hand="R5 G3", laid="R4"), Seat(), discards="B7")
    moves = [
        *legal_moves(state),
        *(
            keltis.Advance(Colour.RED),
            keltis.Advance(Colour.RED, keltis.Figure.LARGE),
            keltis.Decline(),
        ),
        *legal_moves(apply_move(state, legal_moves(state)[0])),
    ]
    table = keltis.render.moves_table(moves)
    assert "<td>decline</td><td>leave the step unused</td>" in table._repr_html_()
    meanings = {row[2] for row in table.rows}
    assert meanings >= {
        "lay the red 5",
        "lay the green 3 with the large figure",
        "discard the green 3",
        "move the figure on the red path",
        "bring the large figure onto the red path",
        "take the top card of the pile",
    }
    assert any("discard pile" in meaning for meaning in meanings)
    assert str(keltis.render.moves_table([])).startswith("0 moves")
    lay = celtic.Lay(2, 0, 10, celtic.Owner.ORANGE)
    assert celtic.render.moves_table([celtic.Pass(), lay, celtic.Forfeit(lay)]).rows == (
        ("0", "pass", "no tile can be laid"),
        ("1", "lay 2,0 EW orange", "orange straight at 2,0"),
        ("2", "forfeit 2,0 EW orange", "tile back, turn lost"),
    )


def test_a_notebook_shows_an_outcome_as_a_table() -> None:
    state = new_game(2, seed=7)
    while (end := keltis.outcome(state)) is None:
        state = apply_move(state, legal_moves(state)[0])
    html = end._repr_html_()
    assert html.startswith(f"<table><caption>The game is over: {end.reason.value}</caption>")
    assert html.count("<td>wins</td>") == len(end.winners)
    won = celtic.Outcome(((3,), (4, 2)), celtic.Owner.BLUE)._repr_html_()
    assert "<td>blue</td><td>4 2</td><td>wins</td>" in won
    drawn = celtic.Outcome(((), ()), None)._repr_html_()
    assert "The game is over: a draw" in drawn
    assert "wins" not in drawn


def test_a_notebook_shows_tournaments_and_standings_as_tables() -> None:
    result = play_tournament(["random", "random"], deals=1, seed=7)
    assert result._repr_html_().count("<tr>") == 3
    (first, _) = standings(result)
    assert first._repr_html_().startswith(f"<table><caption>{first.name}</caption>")


class Notebook(ModuleType):
    """As much of IPython as registers printers of HTML."""

    def __init__(self) -> None:
        super().__init__("IPython")
        self.display_formatter = self
        self.formatters = {"text/html": self}
        self.printers: dict[type, Callable[[Sequence[object]], str | None]] = {}

    def get_ipython(self) -> Self:
        return self

    def for_type(self, kind: type, printer: Callable[[Sequence[object]], str | None]) -> None:
        self.printers[kind] = printer


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    notebook = Notebook()
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    show_tables_in_notebooks()
    return notebook


def test_a_notebook_shows_tuples_and_lists_of_our_values_as_tables(notebook: Notebook) -> None:
    show = notebook.printers[tuple]
    assert notebook.printers[list] is show
    state = new_game(2, seed=7)
    moves = legal_moves(state)
    assert show(moves) == keltis.render.moves_table(moves)._repr_html_()
    design = celtic.new_game()
    assert "<td>orange corner at 0,-1</td>" in str(show(celtic.legal_moves(design)))
    result = play_tournament(["random", "random"], deals=1, seed=7)
    assert str(show(standings(result))).startswith("<table><caption>Standings</caption>")
    assert "<th>wishing stones</th><th>total</th>" in str(show(keltis.scores(state)))
    told = review(play_match(["greedy", "random"], seed=7, max_moves=40))
    draw = told.moves[1]
    assert f"<td>{draw.card}</td><td>{draw.luck[0]:.3g}, " in str(show(told.moves))
    outcomes = [outcome for game in [play_match(["random"] * 2)] if (outcome := game.outcome)]
    assert show(outcomes) == outcomes[0]._repr_html_()
    turns = play_match(["random"] * 2, seed=7).turns
    assert "<td>1</td><td>1</td><td>discard " in str(show(turns))
    assert "<caption>1 turn</caption>" in str(show(turns[0]))


def test_a_notebook_shows_other_sequences_as_before(notebook: Notebook) -> None:
    show = notebook.printers[tuple]
    state = new_game(2, seed=7)
    hand = state.players[0].hand
    for values in [(), (1, 2), hand, (hand,), (keltis.KELTIS, state)]:
        assert show(values) is None


def test_a_notebook_shows_rules_as_a_table_with_the_defaults_that_they_change() -> None:
    html = keltis.Rules(hand_size=6)._repr_html_()
    assert html.startswith("<table><caption>KELTIS hand_size=6</caption>")
    assert "<td>hand_size</td><td>6</td><td>8</td>" in html
    assert "<td>goal_row</td><td>7</td><td></td>" in html
    assert "<td>9 wishing stone, 9 clover, 2 one, 3 two, 2 three</td>" in html
    assert "<td>width</td><td>6</td><td>5</td>" in celtic.Rules(width=6)._repr_html_()


def test_a_notebook_shows_a_turn_as_the_board_after_it() -> None:
    turn = next(keltis.legal_turns(new_game(2, seed=7)))
    assert turn._repr_svg_() == turn.state._repr_svg_()


def test_a_notebook_shows_advice_as_the_best_moves() -> None:
    view = keltis.observe(new_game(2, seed=7), 0)
    greedy, random = advise(view, bots=["greedy", "random"], seed=1)
    html = greedy._repr_html_()
    assert html.startswith(f"<table><caption>greedy would {greedy.move}</caption>")
    assert html.count("<tr>") == 6
    assert random._repr_html_() == f"<p>random would {random.move}</p>"
    searched = Advice(
        "search", greedy.move, (Candidate(greedy.move, visits=2, value=0.5),), (0.25,)
    )
    assert searched.table == (
        ("move", "chance", "value", "visits"),
        [(str(greedy.move), "25 %", "0.50", "2")],
    )
