"""Write a bot in thirty lines, and compare it with two bots of the library."""

import random

from keltis import Advance, Card, Decline, Discard, Draw, Figure, Lay, Move, PlayerView
from keltis.arena import Entrant, play_tournament, summary


def tidy(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Choose one of the legal moves. Any function with these parameters is a bot."""
    me = view.players[view.to_move]
    points = (0, *view.rules.row_points)

    def gap(card: Card) -> float:
        """How many values a card skips in my column; in an empty one, those below or above it."""
        column = me.columns[card.colour]
        from_end = min(card.value, 10 - card.value)
        return abs(card.value - column[-1].value) if column else 1 + from_end

    def value(move: Move) -> float:
        match move:
            case Lay(card, figure):
                same = sum(other.colour is card.colour for other in view.hand or ())
                # Late in the game, a new figure only costs points.
                late = 5 if figure and view.draw_pile_size < 25 else 0
                return 4 - gap(card) - late + (same if figure is Figure.LARGE else 0.1)
            case Discard(card):
                return gap(card) / 2 - 1
            case Advance(colour):
                return points[min(me.rows[colour] + 1, len(points) - 1)] - points[me.rows[colour]]
            case Draw(source) if source is not None:
                return 1.5 - gap(view.discards[source][-1]) - 5 * (not me.rows[source])
            case Draw() | Decline():
                return 0

    return max(moves, key=lambda move: (value(move), rng.random()))


def main() -> None:
    for opponent in ("random", "greedy"):
        # Each deal is played twice: the bots change seats.
        result = play_tournament([Entrant("tidy", tidy), opponent], deals=10, seed=1)
        print(summary(result), end="\n\n")


if __name__ == "__main__":
    main()
