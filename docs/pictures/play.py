"""Redraw the pictures of "How to play": `python docs/pictures/play.py`."""

import random
from pathlib import Path

from keltis import (
    Card,
    Colour,
    GameState,
    Lay,
    Move,
    Phase,
    Tile,
    apply_move,
    legal_moves,
    new_game,
    observe,
)
from keltis.bots import make_bot
from keltis.notation import parse_move
from keltis.record import GameRecord
from keltis.render import board_svg
from keltis.testing import Seat, position

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob")


def main(directory: Path = HERE) -> None:
    before = turn_start()
    turn: list[Move] = [Lay(Card.parse("R6")), parse_move("draw pile")]
    after = before
    for move in turn:
        after = apply_move(after, move)
    end = whole_game()
    for ending, theme in (("", "light"), ("-dark", "dark")):
        pictures = {
            "play-before": board_svg(
                before,
                seat=0,
                names=NAMES,
                highlight=[Card.parse("R6"), (Colour.RED, 4)],
                arrows=[((Colour.RED, 3), (Colour.RED, 4))],
                theme=theme,
            ),
            "play-after": board_svg(after, seat=0, names=NAMES, last=turn, theme=theme),
            "play-end": board_svg(end.final, names=NAMES, reveal=True, theme=theme),
        }
        for name, drawn in pictures.items():
            (directory / f"{name}{ending}.svg").write_text(drawn, encoding="utf-8")


def turn_start() -> GameState:
    """A few turns into a game: Ann has a red card that continues her column."""
    return position(
        Seat(hand="R6 Y2 P9 P4 G8 B1 B3 B10", laid="R2 R4 R5 G10 G9 B5", large="G"),
        Seat(laid="Y1 Y3 Y4 P8", large="Y"),
        tiles={"G2": Tile.TWO, "R3": Tile.THREE, "Y2": Tile.ONE},
        discards="P0 Y10",
        pile="P6",
        pile_size=48,
        phase=Phase.PLAY,
    )


def whole_game() -> GameRecord:
    """A game of two greedy bots."""
    record, bot, chance = GameRecord(new_game(2, seed=5)), make_bot("greedy"), random.Random(5)
    while record.outcome is None:
        view = observe(record.final, record.final.to_move)
        record = record.append(bot(view, legal_moves(view), chance))
    return record


if __name__ == "__main__":
    main()
