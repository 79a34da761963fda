"""Redraw the pictures of CELTIC!: `python docs/pictures/knots.py`."""

from pathlib import Path

from keltis import celtic
from keltis._shared.svg import label, picture, theme_by_name
from keltis.celtic.render import board_svg
from keltis.celtic.render._theme import THEMES, Theme
from keltis.celtic.render._tiles import icon

HERE = Path(__file__).parent
GAME = """
    0,-1 S neutral    1,0 NEW neutral   0,1 NE neutral   2,0 EW blue      1,-1 NS orange
    1,1 EW neutral    1,-2 NESW orange  2,-2 NESW blue   -1,0 NE orange   2,-3 ESW blue
    2,1 EW orange     0,-2 E blue       3,-2 SW orange   3,0 NSW blue     3,-3 W orange
    2,-1 NE blue      -1,-1 S orange    3,1 NW blue      1,-3 ESW orange  0,-3 EW blue
    3,-1 NSW orange   -1,-3 E blue
"""
"""A game that ends with three knots."""


def main(directory: Path = HERE) -> None:
    for ending, theme in (("", "light"), ("-dark", "dark")):
        pictures = {
            "celtic-tiles": tiles(theme_by_name(THEMES, theme)),
            "celtic-end": board_svg(end(), theme=theme),
        }
        for name, drawn in pictures.items():
            (directory / f"{name}{ending}.svg").write_text(drawn, encoding="utf-8")


def tiles(theme: Theme) -> str:
    """One tile of each shape for each owner."""
    parts = []
    for column, shape in enumerate(celtic.Shape):
        x = 20 + column * 122
        for row, owner in enumerate(celtic.Owner):
            parts.append(icon(x, 20 + row * 122, 110, shape, owner, theme))
        parts.append(
            label(
                x + 55, 402, str(shape), 20, max_width=118, fill=theme.page.ink, font_weight="bold"
            )
        )
    return picture(
        "The five shapes",
        "End, corner, straight, tee and cross, in orange, blue and neutral.",
        (640, 426),
        theme.page,
        *parts,
    )


def end() -> celtic.GameState:
    """The position after the whole game."""
    state = celtic.new_game()
    words = GAME.split()
    for place in range(0, len(words), 3):
        state = celtic.apply_move(
            state, celtic.parse_move(f"lay {' '.join(words[place : place + 3])}")
        )
    return state


if __name__ == "__main__":
    main()
