"""Themes: the colours of a caller, pictures that follow the page, and colour blindness."""

import re
from itertools import combinations

import pytest

from keltis import Colour, new_game
from keltis.celtic import new_game as new_celtic_game
from keltis.celtic.render import board_svg as celtic_board_svg
from keltis.render import board_svg, film_svg
from keltis.render._kit.film import initial
from keltis.render._kit.themes import legible_paint, luminance
from keltis.render._pieces import PALETTE

SIMULATIONS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
"""What a colour-blind eye makes of linear red, green and blue (Machado and others, 2009)."""
LIGHT = PALETTE.theme("light")
PLAINLY_APART = 25.0
"""A difference in CIELAB that is plain at a glance."""


def seen(colour: str, simulation: str) -> tuple[float, float, float]:
    """A colour in CIELAB as an eye of this kind sees it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0), 1)
        for row in SIMULATIONS[simulation]
    )
    tristimulus = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in tristimulus)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("simulation", SIMULATIONS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_of_cards_stay_apart_for_every_eye(theme: str, simulation: str) -> None:
    for one, other in combinations(map(PALETTE.theme(theme).path, Colour), 2):
        pair = zip(seen(one.fill, simulation), seen(other.fill, simulation), strict=True)
        apart = sum((a - b) ** 2 for a, b in pair) ** 0.5
        assert apart >= PLAINLY_APART, (one, other)


def test_every_card_has_the_symbol_of_its_colour_beside_its_letter() -> None:
    svg = board_svg(new_game(4, seed=1), reveal=True)
    cards = re.findall(r'class="keltis-card" data-card="(\w)\d+">.*?</g>', svg)
    assert set(cards) == set("RYPGB")
    for letter in cards:
        card = re.search(rf'data-card="{letter}\d+">(.*?)</g>', svg)
        assert card is not None
        assert f">{letter}</text><p" in card[1]  # a path or a polygon


def test_colours_of_the_caller_replace_those_of_the_theme() -> None:
    svg = board_svg(
        new_game(2, seed=1), colours={"red": "#AABBCC", "player 0": "#010203", "board": "#040506"}
    )
    assert "#aabbcc" in svg
    assert "#010203" in svg
    assert "#040506" in svg
    assert LIGHT.board not in svg
    celtic = celtic_board_svg(
        new_celtic_game(), colours={"neutral": "#0a0b0c", "knot 1": "#111111"}
    )
    assert "#0a0b0c" in celtic


def test_ink_is_legible_on_a_colour_of_the_caller() -> None:
    for colour in ("#000000", "#ffffff", "#777777", "#c8321f", "#5aa83c"):
        paint = legible_paint(colour)
        lights = sorted((luminance(paint.fill), luminance(paint.ink)))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 3.9


def test_what_a_film_draws_several_times_has_other_ids_where_it_follows_the_page() -> None:
    auto, light = (film_svg([new_game(2, seed=1)], theme=theme) for theme in ("auto", "light"))
    ids, used = (set(re.findall(f'{kind}"#?([^"]+)"', auto)) for kind in (" id=", " href="))
    assert used <= ids
    assert not ids & set(re.findall(' id="([^"]+)"', light))


def test_an_initial_is_a_single_capital() -> None:
    assert [initial(name) for name in ("ann", "ß", "élan", "1st", "—")] == ["A", "ß", "É", "S", ""]
