"""Points and winners (F1 to F4), and how a game ended."""

from collections.abc import Sequence
from typing import Final, final

import attrs

from keltis._engine.cards import COLOURS
from keltis._engine.ending import EndReason, end_reason, figures_in_goal
from keltis._engine.moves import OVER
from keltis._engine.players import PublicFacts
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import Position
from keltis._lib.checks import as_int, as_seat
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument

TRACK_SPACES: Final = 50
"""How many spaces the score track has (F3)."""


@final
@attrs.frozen
class Score(Immutable):
    """The points of one player, itemised."""

    paths: int
    """From the rows of the figures (F1)."""
    tile_points: int
    """From number tiles (P1)."""
    wishing_stones: int
    """From the number of wishing stones held (F2)."""

    @property
    def total(self) -> int:
        """All points together (F3)."""
        return self.paths + self.tile_points + self.wishing_stones

    def __lt__(self, other: "Score") -> bool:
        """Whether the other score has more points (F4)."""
        return self.total < other.total


@final
@attrs.frozen
class Outcome(Immutable):
    """How a game ended."""

    reason: EndReason
    scores: tuple[Score, ...]
    """By seat."""
    winners: tuple[int, ...]
    """The seats with the most points, one or more (F4)."""

    def _repr_html_(self) -> str:
        """The table in a notebook: the points of each seat."""
        from keltis.render._kit.html import html_table  # noqa: PLC0415 - only notebooks need it

        rows = [
            (seat, score.paths, score.tile_points, score.wishing_stones, score.total, won)
            for seat, score in enumerate(self.scores)
            for won in ["wins" if seat in self.winners else ""]
        ]
        header = ("seat", "paths", "tiles", "wishing stones", "total", "")
        return html_table(f"The game is over: {self.reason.value}", header, rows)


def outcome(position: Position) -> Outcome | None:
    """How the game ended, or None before the end.

    A view has the same outcome as its state: everything that scores is public.

    >>> import keltis
    >>> print(outcome(keltis.new_game(2, seed=1)))
    None
    """
    # The phase answers at once whether the game is over; `end_reason` knows why.
    reason = None if position.phase is not OVER else _end_reason(position)
    if reason is None:
        return None
    points = scores(position)
    return Outcome(reason, points, winning_seats(points))


def winning_seats(scores: Sequence[Score]) -> tuple[int, ...]:
    """The seats with the most points (F4)."""
    most = max(score.total for score in scores)
    return tuple(seat for seat, score in enumerate(scores) if score.total == most)


def _end_reason(position: Position) -> EndReason | None:
    if isinstance(position, GameState):
        draw_pile_size = len(position.draw_pile)
    else:
        draw_pile_size = position.draw_pile_size
    return end_reason(position.rules, position.players, draw_pile_size)


def score(position: Position, player: int) -> Score:
    """The points of one player, as if the game ended now. They are public, so a view has them too.

    >>> import keltis
    >>> score(keltis.new_game(2, seed=1), 0)
    Score(paths=0, tile_points=0, wishing_stones=-4)
    """
    seat = as_seat(player, len(position.players))
    return player_score(position.rules, position.players[seat])


def scores(position: Position) -> tuple[Score, ...]:
    """The points of all players by seat, as if the game ended now.

    >>> import keltis
    >>> [score.total for score in scores(keltis.new_game(2, seed=7))]
    [-4, -4]
    """
    return tuple([player_score(position.rules, player) for player in position.players])


def read_score(numbers: Sequence[int]) -> Score:
    """The score of points from paths, tiles and wishing stones, as files have it.

    >>> from keltis._engine.scoring import read_score
    >>> read_score([30, 6, 2]).total
    38
    """
    if len(numbers) != len(attrs.fields(Score)):
        raise InvalidArgument(f"expected 3 whole numbers, not {len(numbers)}")
    return Score(*numbers)


def milestones(state: GameState) -> tuple[int, ...]:
    """By seat, how many figures are in the goal area, which they never leave."""
    return tuple([figures_in_goal(state.rules, [player]) for player in state.players])


def track_space(points: int) -> int | None:
    """The space of the score track for these points, or None for 0 or less (F3).

    After space 50 comes space 1 again.

    >>> track_space(50), track_space(51), track_space(-3)
    (50, 1, None)
    """
    points = as_int(points, "points")
    return (points - 1) % TRACK_SPACES + 1 if points >= 1 else None


def player_score(rules: Rules, player: PublicFacts) -> Score:
    """The points of a player under these rules (F1 to F3)."""
    paths = 0
    for colour, row in zip(COLOURS, player.rows, strict=True):
        if row:
            paths += rules.row_points[row - 1] * (
                rules.large_factor if colour is player.large else 1
            )
    table = rules.wishing_stone_points
    return Score(paths, player.tile_points, table[min(player.wishing_stones, len(table) - 1)])
