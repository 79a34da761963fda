"""Redraw the pictures of whole boards: `python docs/pictures/draw.py`."""

import random
from pathlib import Path

from keltis import new_game
from keltis.render import board_svg
from keltis.testing import later_state

HERE = Path(__file__).parent


def main(directory: Path = HERE) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")
    middle = later_state(new_game(4, seed=7), random.Random(7), max_moves=150)
    end = later_state(new_game(2, seed=11), random.Random(11))
    pictures = {
        "board": board_svg(middle, seat=0, names=names),
        "board-dark": board_svg(middle, seat=0, names=names, theme="dark"),
        "end": board_svg(end, theme="dark", reveal=True),
    }
    for name, drawn in pictures.items():
        (directory / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
