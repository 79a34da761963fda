"""When the game is over (E1, E2)."""

from collections.abc import Iterable
from typing import Final

from keltis._engine.players import PublicFacts
from keltis._engine.rules import Rules
from keltis._lib.text import count_noun
from keltis._lib.values import ImmutableEnum

_FIFTH: Final = 5


class EndReason(ImmutableEnum):
    """Why a game is over. The values are the words for it in texts, files and tables."""

    FIFTH_FIGURE = "fifth figure"
    """As many figures as the rules ask for, five in Keltis, have entered the goal area (E1)."""
    DRAW_PILE_EMPTY = "draw pile empty"
    """The last card of the face-down pile was drawn (E2)."""

    def describe(self, rules: Rules) -> str:
        """The reason in words, with as many figures as these rules ask for."""
        if self is EndReason.DRAW_PILE_EMPTY or rules.goal_figures == _FIFTH:
            return str(self.value)
        return f"{count_noun(rules.goal_figures, 'figure')} in the goal"


def figures_in_goal(rules: Rules, players: Iterable[PublicFacts]) -> int:
    """How many figures, of any owner and on any path, have entered the goal area."""
    return sum(row >= rules.goal_row for player in players for row in player.rows)


def end_reason(
    rules: Rules, players: Iterable[PublicFacts], draw_pile_size: int
) -> EndReason | None:
    """Why the game is over in this position, or None."""
    if figures_in_goal(rules, players) >= rules.goal_figures:
        return EndReason.FIFTH_FIGURE  # E1
    if not draw_pile_size:
        return EndReason.DRAW_PILE_EMPTY  # E2
    return None
