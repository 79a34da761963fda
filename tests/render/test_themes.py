"""Themes: the colours of a caller, legible writing, and colour blindness."""

import re
from itertools import combinations

import pytest

from keltis import Colour, new_game
from keltis.render import board_svg
from keltis.render._kit.film import initial
from keltis.render._kit.themes import Paint, legible_paint, luminance
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
    cards = re.findall(r'class="keltis-card" data-card="(\w)\d+">(.*?)</g>', svg)
    assert {letter for letter, _ in cards} == set("RYPGB")
    for letter, card in cards:
        assert f">{letter}</text><p" in card  # a path or a polygon


def contrast(paint: Paint) -> float:
    lights = sorted(map(luminance, (paint.fill, paint.ink)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_all_writing_is_legible(name: str) -> None:
    theme = PALETTE.theme(name)
    faint = [Paint(fill, theme.faint) for fill in (theme.panel.fill, theme.board, theme.goal.fill)]
    surfaces = [*theme.paints.values(), Paint(theme.board, theme.page.ink), *faint]
    assert [paint for paint in surfaces if contrast(paint) < 4.5] == []


def test_ink_is_legible_on_a_colour_of_the_caller() -> None:
    for colour in ("#000000", "#ffffff", "#777777", "#c8321f", "#5aa83c"):
        assert contrast(legible_paint(colour)) >= 3.9


def test_an_initial_is_a_single_capital() -> None:
    assert [initial(name) for name in ("ann", "ß", "élan", "1st", "—")] == ["A", "ß", "É", "S", ""]
