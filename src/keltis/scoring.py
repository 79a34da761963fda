"""Points and winners (F1 to F4), and how a game ended."""

from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.cards import Colour
from keltis.ending import EndReason, end_reason
from keltis.errors import InvalidArgument
from keltis.moves import Phase
from keltis.players import PlayerState
from keltis.rules import Rules
from keltis.state import GameState, require_state

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


@final
@attrs.frozen
class Outcome(Immutable):
    """How a game ended."""

    reason: EndReason
    scores: tuple[Score, ...]
    """By seat."""
    winners: tuple[int, ...]
    """The seats with the most points, one or more (F4)."""


def outcome(state: GameState) -> Outcome | None:
    """How the game ended, or None while it goes on.

    >>> import keltis
    >>> print(outcome(keltis.new_game(2, seed=1)))
    None
    """
    require_state(state)
    # The phase is the quick answer; `end_reason` decides it, and knows why.
    if (
        state.phase is not Phase.OVER
        or (reason := end_reason(state.rules, state.players, state.draw_pile)) is None
    ):
        return None
    points = scores(state)
    most = max(score.total for score in points)
    return Outcome(
        reason, points, tuple(seat for seat, score in enumerate(points) if score.total == most)
    )


def score(state: GameState, player: int) -> Score:
    """The points of one player, as if the game ended now.

    >>> import keltis
    >>> score(keltis.new_game(2, seed=1), 0)
    Score(paths=0, tile_points=0, wishing_stones=-4)
    """
    require_state(state)
    if type(player) is not int or not 0 <= player < len(state.players):
        raise InvalidArgument(
            f"player must be a seat from 0 to {len(state.players) - 1}, not {short_repr(player)}"
        )
    return _score(state.rules, state.players[player])


def scores(state: GameState) -> tuple[Score, ...]:
    """The points of all players by seat, as if the game ended now."""
    require_state(state)
    return tuple(_score(state.rules, player) for player in state.players)


def track_space(points: int) -> int | None:
    """The space of the score track where a marker with these points stands: after 50 comes 1 again. None for 0 or less (F3).

    >>> track_space(50), track_space(51), track_space(-3)
    (50, 1, None)
    """
    if type(points) is not int:
        raise InvalidArgument(f"points must be a whole number, not {short_repr(points)}")
    return (points - 1) % TRACK_SPACES + 1 if points >= 1 else None


def _score(rules: Rules, player: PlayerState) -> Score:
    paths = 0
    for colour, row in zip(Colour, player.rows, strict=True):
        if row:
            paths += rules.row_points[row - 1] * (
                rules.large_factor if colour is player.large else 1
            )
    table = rules.wishing_stone_points
    return Score(paths, player.tile_points, table[min(player.wishing_stones, len(table) - 1)])
