"""Draw the pictures of the README anew: `python docs/pictures/draw.py`."""

import random
from pathlib import Path

from keltis import new_game
from keltis.render import board_svg
from keltis.testing import play_out

HERE = Path(__file__).parent


def main() -> None:
    middle = play_out(new_game(3, seed=4), random.Random(4), most=150)
    (HERE / "board.svg").write_text(board_svg(middle, seat=0), encoding="utf-8")
    end = play_out(new_game(2, seed=11), random.Random(11))
    (HERE / "end.svg").write_text(board_svg(end, theme="dark", reveal=True), encoding="utf-8")


if __name__ == "__main__":
    main()
