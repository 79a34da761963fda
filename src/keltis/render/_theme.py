"""The colours of the pictures, light and dark.

No colour carries a meaning alone: a letter, a symbol or a shape is always beside it.
"""

from typing import Final

from keltis._engine.cards import Colour
from keltis.render._kit import themes
from keltis.render._kit.themes import COMMON, Paint, Palette


class Theme(themes.Theme):
    """All colours of a picture of the board game."""

    board: str
    """The surface under the paths."""
    goal: Paint
    stone: Paint
    dark_stone: Paint
    tile: Paint
    clover: str
    spiral: str
    back: Paint
    """The back of a card."""

    def path(self, colour: Colour) -> Paint:
        """The paint of a path and its cards."""
        return self.paints[str(colour)]

    def seat(self, seat: int) -> Paint:
        """The paint of a player's figures; further players begin from the first again."""
        return self.paints[f"player {seat % len(_SEATS)}"]


_PATHS: Final = {
    "red": Paint("#b01e1e", "#ffffff"),
    "yellow": Paint("#f7d538", "#1d1a12"),
    "pink": Paint("#ee76c0", "#1d1a12"),
    "green": Paint("#6ec26a", "#10140d"),
    "blue": Paint("#2646b0", "#ffffff"),
}
_SEATS: Final = {
    "player 0": Paint("#ffffff", "#16181a"),
    "player 1": Paint("#24262b", "#ffffff"),
    "player 2": Paint("#f58220", "#16181a"),
    "player 3": Paint("#5c3a9e", "#ffffff"),
    "player 4": Paint("#3fc1c9", "#16181a"),
    "player 5": Paint("#7a4a21", "#ffffff"),
}
PALETTE: Final = Palette(
    Theme,
    {
        **COMMON,
        "board": ("#dde6cf", "#22322b"),
        "line": ("#b7c4a4", "#3e5348"),
        "goal": (Paint("#f3e3a8", "#5d4705"), Paint("#4c4322", "#f5e3a0")),
        "stone": (Paint("#d3cdc0", "#26241f"), Paint("#8b8f8c", "#15181b")),
        "dark_stone": (Paint("#6d675e", "#ffffff"), Paint("#454a4c", "#ffffff")),
        "edge": ("#3b3832", "#0b0d0e"),
        "tile": (Paint("#fdf8e7", "#26241f"), Paint("#f2ead2", "#26241f")),
        "clover": ("#1e7a3c", "#1e7a3c"),
        "spiral": ("#4a5a70", "#4a5a70"),
        "faint": ("#56524a", "#b3b3aa"),
        "back": (Paint("#58705f", "#ffffff"), Paint("#3d5648", "#f2efe6")),
        **{part: (paint, paint) for part, paint in (_PATHS | _SEATS).items()},
    },
)
