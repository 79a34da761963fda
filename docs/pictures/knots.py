"""Redraw the pictures of CELTIC!: `python docs/pictures/knots.py`."""

from pathlib import Path

from keltis import celtic
from keltis.celtic.render import board_svg
from keltis.celtic.render._tiles import PALETTE, Theme, icon
from keltis.render._kit.svg import label

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob")
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
            "celtic-tiles": tiles(PALETTE.theme(theme)),
            "celtic-end": board_svg(game().final, theme=theme),
            "celtic-strands": board_svg(celtic.Filling.parse("6C/39"), panels=False, theme=theme),
            "celtic-legal": contact("2A8", theme),
            "celtic-illegal": contact("258", theme),
            "celtic-turn": turn(theme),
            "celtic-window": window(theme),
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
        parts.append(label(x + 55, 402, str(shape), 20, 118, theme.page.ink, bold=True))
    text = "End, corner, straight, tee and cross, in orange, blue and neutral."
    return theme.picture("The five shapes", text, (640, 426), parts)


def contact(row: str, theme: str) -> str:
    """Three tiles side by side, of which the middle one is marked."""
    return board_svg(celtic.Filling.parse(row), highlight=[(1, 0)], panels=False, theme=theme)


def turn(theme: str) -> str:
    """The first turns of the game."""
    record = game()
    return board_svg(record.states[4], last=record.moves[3:4], names=NAMES, theme=theme)


def window(theme: str) -> str:
    """A design that has reached all sides of its window."""
    state = game().states[8]
    return board_svg(state, last=game().moves[7:8], panels=False, theme=theme)


def game() -> celtic.GameRecord:
    """The whole game."""
    words = GAME.split()
    moves = [" ".join(words[place : place + 3]) for place in range(0, len(words), 3)]
    return celtic.GameRecord(
        celtic.new_game(), tuple(celtic.parse_move(f"lay {move}") for move in moves)
    )


if __name__ == "__main__":
    main()
