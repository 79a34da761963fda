"""Paths and knots, scores and the winner (K10, K11)."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, final

import attrs

from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, ImmutableEnum
from keltis.celtic._engine.legality import is_over
from keltis.celtic._engine.moves import Lay
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Arc, strands
from keltis.celtic._engine.tiles import BLUE, ORANGE, PLAYERS, Player, require_player
from keltis.errors import InvalidArgument

Score: TypeAlias = tuple[int, ...]
"""The scores of all knots for a player, the best first.

The higher score wins; tuples compare from the top, as K11 asks."""


@final
@attrs.frozen
class Path(Immutable):
    """A path: its arcs in their order, and the tiles that they visit."""

    arcs: tuple[Arc, ...]
    is_knot: bool
    """Whether it is closed, so that its last arc leads back to the first."""
    tiles: tuple[Lay, ...]
    """The tiles that it visits, each once, row by row."""

    def count(self, player: Player) -> int:
        """The number of the player's tiles that it visits: the score of a knot (K10)."""
        return sum(tile.supply is player for tile in self.tiles)

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of Orange's and of Blue's tiles that it visits."""
        orange, blue = PLAYERS
        return self.count(orange), self.count(blue)


def paths(state: GameState) -> tuple[Path, ...]:
    """All paths, closed and open, by their first arcs: row by row, in a tile clockwise.

    >>> from keltis.celtic import new_game, paths
    >>> [path.is_knot for path in paths(new_game())]
    [False, False, False, False]
    """
    return tuple(
        Path(
            strand.arcs, strand.closed, tuple(lay for lay in state.lays if lay.cell in strand.cells)
        )
        for strand in strands({lay.cell: lay.mask for lay in state.lays})
    )


def knots(state: GameState) -> tuple[Path, ...]:
    """The closed paths, in the order of `paths`.

    >>> from keltis.celtic import Lay, Owner, Rules, knots, setup_game
    >>> end = Rules(start=2, supplies=((1, 0, 0, 0, 0),) * 3)
    >>> [knot.counts for knot in knots(setup_game([Lay(1, 0, 8, Owner.BLUE)], rules=end))]
    [(0, 1)]
    """
    return tuple(path for path in paths(state) if path.is_knot)


class EndReason(ImmutableEnum):
    """Why a game is over. There is one reason; its value is the words for it in tables."""

    NO_TILE_FITS = "no tile fits"
    """Neither player can lay a tile (K9)."""


@final
@attrs.frozen
class Outcome(Immutable):
    """How a game ended."""

    scores: tuple[Score, Score]
    """Of Orange and of Blue."""
    winner: Player | None
    """None if it is a draw."""

    @property
    def reason(self) -> EndReason:
        """Why it ended."""
        return EndReason.NO_TILE_FITS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: that of the winner, or in a draw both."""
        return (0, 1) if self.winner is None else (int(self.winner),)

    def _repr_html_(self) -> str:
        """The table in a notebook: the knots of each player."""
        from keltis.render._kit.html import html_table  # noqa: PLC0415 - only notebooks need it

        rows = [
            (player, score_text(self.scores[player]), "wins" if player is self.winner else "")
            for player in PLAYERS
        ]
        ending = "a draw" if self.winner is None else f"{self.winner} wins"
        return html_table(f"The game is over: {ending}", ("player", "knots", ""), rows)


def outcome(state: GameState) -> Outcome | None:
    """How the game ended, or None before the end (K9).

    >>> from keltis.celtic import new_game, outcome
    >>> print(outcome(new_game()))
    None
    """
    if not is_over(state):
        return None
    orange, blue = scores(state)
    if orange == blue:
        return Outcome((orange, blue), None)
    return Outcome((orange, blue), ORANGE if orange > blue else BLUE)


def score(state: GameState, player: Player) -> Score:
    """The knot scores of one player, the best first, as if the game ended now (K9, K10).

    >>> from keltis.celtic import Owner, new_game, score
    >>> score(new_game(), Owner.ORANGE)
    ()
    """
    require_player(player)
    return scores(state)[player]


def scores(state: GameState) -> tuple[Score, Score]:
    """The knot scores of Orange and of Blue, as if the game ended now.

    >>> from keltis.celtic import new_game, scores
    >>> scores(new_game())
    ((), ())
    """
    counts = [knot.counts for knot in knots(state)]
    orange = sorted((count for count, _ in counts), reverse=True)
    blue = sorted((count for _, count in counts), reverse=True)
    return tuple(orange), tuple(blue)


def read_score(numbers: Sequence[int]) -> Score:
    """The score of these knots, the best first, as files have it.

    >>> from keltis.celtic._engine.scoring import read_score
    >>> read_score([7, 3, 2])
    (7, 3, 2)
    """
    if sorted(numbers, reverse=True) != [*numbers] or min(numbers, default=0) < 0:
        raise InvalidArgument(f"expected knots, the best first, not {short_repr(numbers)}")
    return tuple(numbers)


def milestones(state: GameState) -> tuple[int, ...]:
    """By seat, the points of all knots together; a knot is never undone."""
    return tuple(map(sum, scores(state)))


def score_text(score: Score) -> str:
    """A score for people, such as `7 3 2`."""
    return " ".join(map(str, score)) or "no knot"


def outcome_text(end: Outcome, wins: Callable[[Player], str]) -> str:
    """How a game ended, for people; `wins` is the clause about the winner."""
    if end.winner is None:
        return f"a draw, {score_text(end.scores[0])} each"
    won, lost = end.scores[end.winner], end.scores[1 - end.winner]
    return f"{wins(end.winner)}, {score_text(won)} to {score_text(lost)}"
