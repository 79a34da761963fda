"""Animations: all figures, the legend and the controls; and tables of moves."""

from xml.etree import ElementTree as ET

from keltis import (
    Advance,
    Colour,
    Decline,
    Figure,
    Rules,
    legal_moves,
    new_game,
    outcome,
)
from keltis.arena import play_tournament, standings
from keltis.record import GameRecord
from keltis.render import animated_svg, film_svg, moves_table
from keltis.render._kit.film import controls_script
from keltis.testing import Seat, position

SVG = "{http://www.w3.org/2000/svg}"


def titles(svg: str, kind: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 - we wrote it
    return [
        node.findtext(f"{SVG}title", "")
        for node in root.iter()
        if node.get("class") == f"keltis-{kind}"
    ]


def test_figures_that_never_move_are_there_from_the_start() -> None:
    record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    record = record.append(legal_moves(record.final)[1])
    figures = titles(animated_svg(record), "figure")
    assert figures.count("Ann: small figure, starting stone") == 4
    assert figures.count("Bob: small figure, starting stone") == 4
    assert "Bob: large figure, starting stone" in figures
    assert sum("path" in title for title in figures) == 1


def test_rules_without_a_large_figure_have_none_in_an_animation() -> None:
    rules = Rules(small_figures=5, large_figures=0)
    figures = titles(animated_svg([new_game(4, seed=1, rules=rules)]), "figure")
    assert len(figures) == 20
    assert not any("large" in title for title in figures)


def test_films_mark_the_last_turn() -> None:
    record = GameRecord.seeded(2, seed=1)
    for _ in range(2):
        record = record.append(legal_moves(record.final)[0])
    assert film_svg(record, frames=1).count('class="keltis-last"') == 1


def test_the_controls_are_hidden_until_the_script_runs() -> None:
    svg = animated_svg(GameRecord.seeded(2, seed=1), pace=2)
    assert 'class="keltis-button" display="none"' in svg
    assert 'class="keltis-slider" data-seconds="14" data-pace="2"' in svg


def test_the_script_has_no_markup() -> None:
    assert not set("<>&") & set(controls_script())
    assert controls_script() in animated_svg(GameRecord.seeded(2, seed=1))


def test_a_table_has_the_turns_of_a_record_and_the_points_after_them() -> None:
    record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    record = record.append(legal_moves(record.final)[0])
    assert str(moves_table(record)) == (
        "1 turn\nturn  player  moves         Ann  Bob\n1     Ann     lay R6 small  -8   -4"
    )
    assert str(moves_table(GameRecord.seeded(2, seed=1))).startswith("0 turns")


def test_a_table_has_the_meaning_of_every_kind_of_move() -> None:
    state = new_game(2, seed=1)
    after = GameRecord(state).append(legal_moves(state)[0]).final
    moves = [
        *legal_moves(state)[-1:],
        *(Advance(Colour.RED), Advance(Colour.RED, Figure.LARGE), Decline()),
        *legal_moves(after)[:1],
        *legal_moves(GameRecord(state).append(legal_moves(state)[-1]).final)[1:],
    ]
    html = moves_table(moves)._repr_html_()
    for meaning in (
        "discard the ",
        "move the figure on the red path",
        "bring the large figure on to the red path",
        "leave the step unused",
        "take the top card of the pile",
        "discard pile",
    ):
        assert f"<td>{meaning}" in html or meaning in html
    assert str(moves_table([])).startswith("0 moves")


def test_a_lay_without_a_figure_moves_one_that_is_there() -> None:
    state = position(Seat(hand="R5", laid="R4"), Seat())
    assert "lay the red 5" in {row[2] for row in moves_table(legal_moves(state)).rows}


def test_a_notebook_shows_an_outcome_as_a_table() -> None:
    state = new_game(2, seed=7)
    while (end := outcome(state)) is None:
        state = GameRecord(state).append(legal_moves(state)[0]).final
    html = end._repr_html_()
    assert html.startswith(f"<table><caption>The game is over: {end.reason.value}</caption>")
    assert html.count("<td>wins</td>") == len(end.winners)


def test_a_notebook_shows_tournaments_and_standings_as_tables() -> None:
    result = play_tournament(["random", "random"], deals=1, seed=7)
    assert result._repr_html_().count("<tr>") == 3
    (first, _) = standings(result)
    assert first._repr_html_().startswith(f"<table><caption>{first.name}</caption>")
