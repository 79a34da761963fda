"""Scores and the winner (K10, K11)."""

from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.celtic.ending import is_over
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import BLUE, ORANGE, Player, require_player
from keltis.celtic.tracing import knots

Score: TypeAlias = tuple[int, ...]
"""What every knot scores for a player, the best first. The higher one wins, compared from the top, as tuples are (K11)."""


@final
@attrs.frozen
class Outcome(Immutable):
    """How a game ended."""

    scores: tuple[Score, Score]
    """Of Orange and of Blue."""
    winner: Player | None
    """None if it is a draw."""


def outcome(state: GameState) -> Outcome | None:
    """How the game ended, or None while it goes on (K9).

    >>> from keltis.celtic import new_game
    >>> print(outcome(new_game()))
    None
    """
    require_state(state)
    if not is_over(state):
        return None
    orange, blue = scores(state)
    if orange == blue:
        return Outcome((orange, blue), None)
    return Outcome((orange, blue), ORANGE if orange > blue else BLUE)


def score(state: GameState, player: Player) -> Score:
    """The knot scores of one player, the best first, as if the game ended now; open paths score nothing (K9, K10)."""
    require_state(state)
    require_player(player)
    return scores(state)[player]


def scores(state: GameState) -> tuple[Score, Score]:
    """The knot scores of Orange and of Blue, as if the game ended now."""
    counts = [knot.counts for knot in knots(state)]
    orange = sorted((count for count, _ in counts), reverse=True)
    blue = sorted((count for _, count in counts), reverse=True)
    return tuple(orange), tuple(blue)
