"""What a game is worth to each player, as learning and search programs need it."""

from keltis.rules import Rules
from keltis.scoring import Outcome


def win_shares(outcome: Outcome) -> tuple[float, ...]:
    """The win, shared by those who tie, as numbers whose sum is 0.

    Of two players the winner has 1 and the other -1; of four, 3 and -1; all who tie for all have 0.

    >>> import keltis
    >>> end = keltis.Outcome(
    ...     keltis.EndReason.DRAW_PILE_EMPTY, (keltis.Score(1, 0, 2), keltis.Score(0, 0, 2)), (0,)
    ... )
    >>> keltis.win_shares(end)
    (1.0, -1.0)
    """
    players, winners = len(outcome.scores), outcome.winners
    share = players / len(winners)
    return tuple(share - 1 if seat in winners else -1.0 for seat in range(players))


def score_margins(outcome: Outcome) -> tuple[float, ...]:
    """By seat, the points beyond the mean of all players; their sum is 0 up to rounding.

    >>> import keltis
    >>> end = keltis.Outcome(
    ...     keltis.EndReason.DRAW_PILE_EMPTY, (keltis.Score(1, 0, 2), keltis.Score(0, 0, 2)), (0,)
    ... )
    >>> keltis.score_margins(end)
    (0.5, -0.5)
    """
    totals = [score.total for score in outcome.scores]
    return tuple(total - sum(totals) / len(totals) for total in totals)


def score_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest total that no score can lie beyond.

    A player's figures all enter the goal only if the last one ends the game on the goal's first row
    (E1). Every number tile and the best row of the wishing-stone table count for the upper bound.

    >>> import keltis
    >>> keltis.score_bounds(keltis.KELTIS)
    (-28, 80)
    """
    figures = min(rules.small_figures + rules.large_figures, len(rules.tile_rows))
    points, goal = rules.row_points, rules.goal_row
    outside = max((0, *points[: goal - 1]))
    scoring = min(rules.goal_figures - 1, figures)
    rows = [max(outside, *points)] * scoring
    if figures > scoring:
        rows += [max(outside, points[goal - 1]), *[outside] * (figures - scoring - 1)]
    factor = rules.large_factor if rules.large_figures else 1
    tiles = sum(tile.points for tile in rules.tiles)
    highest = sum(rows) + max(rows) * (factor - 1) + tiles + max(rules.wishing_stone_points)
    lowest_row = min(0, *points)
    lowest = lowest_row * (figures + factor - 1) + min(rules.wishing_stone_points)
    return lowest, highest
