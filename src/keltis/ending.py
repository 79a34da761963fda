"""When the game is over (E1, E2)."""

import enum
from collections.abc import Sequence

from keltis.cards import Card
from keltis.players import PlayerState
from keltis.rules import Rules


class EndReason(enum.Enum):
    """Why a game is over."""

    FIFTH_FIGURE = "fifth figure"
    """So many figures as the rules say, five in Keltis, have entered the goal area (E1)."""
    DRAW_PILE_EMPTY = "draw pile empty"
    """The last card of the face-down pile was drawn (E2)."""

    def __repr__(self) -> str:
        return f"EndReason.{self.name}"


def figures_in_goal(rules: Rules, players: Sequence[PlayerState]) -> int:
    """How many figures, of whatever owners and paths, have entered the goal area."""
    return sum(row >= rules.goal_row for player in players for row in player.rows)


def end_reason(
    rules: Rules, players: Sequence[PlayerState], draw_pile: Sequence[Card]
) -> EndReason | None:
    """Why the game is over in this position, or None."""
    if figures_in_goal(rules, players) >= rules.goal_figures:
        return EndReason.FIFTH_FIGURE  # E1
    if not draw_pile:
        return EndReason.DRAW_PILE_EMPTY  # E2
    return None
