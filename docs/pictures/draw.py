"""Redraw the pictures of boards and of a review: `python docs/pictures/draw.py`."""

import random
from pathlib import Path

from keltis import Move, PlayerView, new_game
from keltis.bots import GreedyBot, play_match, review
from keltis.render import board_svg
from keltis.testing import later_state

HERE = Path(__file__).parent
GREEDY = GreedyBot()


def careless(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Play as `greedy` does, but make a random move now and then."""
    if rng.random() < 0.12:
        return moves[int(rng.random() * len(moves))]
    return GREEDY(view, moves, rng)


def main(directory: Path = HERE) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")
    middle = later_state(new_game(4, seed=7), random.Random(7), max_moves=150)
    end = later_state(new_game(2, seed=11), random.Random(11))
    told = review(play_match([careless, careless], seed=11, names=names[:2]))
    pictures = {
        "board": board_svg(middle, seat=0, names=names),
        "board-dark": board_svg(middle, seat=0, names=names, theme="dark"),
        "end": board_svg(end, theme="dark", reveal=True),
        "review": told.to_svg(),
        "review-dark": told.to_svg(theme="dark"),
    }
    for name, drawn in pictures.items():
        (directory / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
