"""The colours of the pictures, light and dark. No colour says anything alone: a letter or a digit is always beside it."""

from collections.abc import Mapping
from typing import Final, TypeVar, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.board import ByColour
from keltis.cards import Colour
from keltis.errors import InvalidArgument

T = TypeVar("T")


@final
@attrs.frozen
class Paint(Immutable):
    """The colour of a surface, and of what is written on it."""

    fill: str
    ink: str


@final
@attrs.frozen(kw_only=True)
class Theme(Immutable):
    """All colours of a picture."""

    page: Paint
    meadow: str
    """What the paths lie on."""
    rows: str
    """The thin lines from the points of a row to its stones."""
    goal: Paint
    stone: Paint
    dark_stone: Paint
    edge: str
    """The edge of stones, tiles and figures."""
    tile: Paint
    clover: str
    spiral: str
    panel: Paint
    faint: str
    """Writing that matters less, still legible on a panel, the page and the meadow."""
    accent: str
    """The edge of what is due."""
    back: Paint
    """The back of a card."""
    paths: ByColour[Paint]
    seats: tuple[Paint, ...]
    """By seat; more players than that begin from the first again."""

    def path(self, colour: Colour) -> Paint:
        """The paint of a path and its cards."""
        return self.paths[colour]

    def seat(self, seat: int) -> Paint:
        """The paint of a player's figures."""
        return self.seats[seat % len(self.seats)]


_PATHS: Final = (
    Paint("#c8321f", "#ffffff"),
    Paint("#f2c21a", "#1d1a12"),
    Paint("#f29ac4", "#1d1a12"),
    Paint("#17794f", "#ffffff"),
    Paint("#2460a8", "#ffffff"),
)
_SEATS: Final = (
    Paint("#ffffff", "#16181a"),
    Paint("#24262b", "#ffffff"),
    Paint("#f58220", "#16181a"),
    Paint("#5c3a9e", "#ffffff"),
    Paint("#3fc1c9", "#16181a"),
    Paint("#7a4a21", "#ffffff"),
)

LIGHT: Final = Theme(
    page=Paint("#faf6ec", "#26241f"),
    meadow="#dde6cf",
    rows="#b7c4a4",
    goal=Paint("#f3e3a8", "#5d4705"),
    stone=Paint("#d3cdc0", "#26241f"),
    dark_stone=Paint("#6d675e", "#ffffff"),
    edge="#3b3832",
    tile=Paint("#fdf8e7", "#26241f"),
    clover="#1e7a3c",
    spiral="#4a5a70",
    panel=Paint("#fffdf7", "#26241f"),
    faint="#56524a",
    accent="#b3560b",
    back=Paint("#58705f", "#ffffff"),
    paths=_PATHS,
    seats=_SEATS,
)
DARK: Final = Theme(
    page=Paint("#15181b", "#ece8de"),
    meadow="#22322b",
    rows="#3e5348",
    goal=Paint("#4c4322", "#f5e3a0"),
    stone=Paint("#8b8f8c", "#15181b"),
    dark_stone=Paint("#454a4c", "#ffffff"),
    edge="#0b0d0e",
    tile=Paint("#f2ead2", "#26241f"),
    clover="#1e7a3c",
    spiral="#4a5a70",
    panel=Paint("#1f2428", "#ece8de"),
    faint="#b3b3aa",
    accent="#f0a040",
    back=Paint("#3d5648", "#f2efe6"),
    paths=_PATHS,
    seats=_SEATS,
)
_THEMES: Final = {"light": LIGHT, "dark": DARK}


def theme_named(name: str) -> Theme:
    """The theme `light` or `dark`."""
    return chosen_theme(_THEMES, name)


def chosen_theme(themes: Mapping[str, T], name: str) -> T:
    """One of the themes `light` and `dark`, of whichever game."""
    theme = themes.get(name) if isinstance(name, str) else None
    if theme is None:
        raise InvalidArgument(f"theme must be 'light' or 'dark', not {short_repr(name)}")
    return theme
