"""The data types of the records that kernels work on.

They depend on sizes alone, the `Shape`, and not on the rules: all rules of the same shape share
compiled kernels. Most fields are unsigned: an index that cannot be negative needs no check.
"""

from typing import final

import attrs
import numpy as np

from keltis._shared.values import Immutable
from keltis.batch._layout import COLOURS, MAX_STONE_POINTS
from keltis.errors import InvalidArgument
from keltis.rules import Rules


@final
@attrs.frozen
class Shape(Immutable):
    """The sizes that the layout of a game depends on.

    >>> from keltis import KELTIS
    >>> Shape.of(KELTIS, 2)
    Shape(players=2, values=11, rows=9, cards=110)
    """

    players: int
    values: int
    """How many values the cards have."""
    rows: int
    """How many stones a path has."""
    cards: int
    """How many cards are in the deck."""

    @classmethod
    def of(cls, rules: Rules, players: int) -> "Shape":
        """The shape for these rules, at least that of `KELTIS`, so that small games share it."""
        rules.removed_with(players)  # refuses a number that cannot play
        values, rows, cards = len(rules.values), rules.path_length, len(rules.deck)
        return cls(players, max(values, 11), max(rows, 9), max(cards, 110))

    def require_fit(self, rules: Rules, players: int) -> None:
        """Refuse rules that need a larger shape."""
        need = Shape(players, len(rules.values), rules.path_length, len(rules.deck))
        if any(a < b for a, b in zip(attrs.astuple(self), attrs.astuple(need), strict=True)):
            raise InvalidArgument(f"{self} is too small for these rules, which need {need}")

    @property
    def states(self) -> int:
        """How many states a column can have: empty, or a direction and a last card."""
        return 4 * self.values + 1

    @property
    def game(self) -> "np.dtype[np.void]":
        """The data type of one game. The page "Play millions of games" explains the fields."""
        seats, cards, stones = self.players, COLOURS * self.values, self.rows + 1
        return np.dtype(
            [
                # First what every decision needs, so that it is together in the processor's cache.
                ("bits", np.uint32, (seats, COLOURS)),
                ("column", np.uint8, (seats, COLOURS)),
                ("rows", np.uint8, (seats, COLOURS)),
                ("large", np.uint8, (seats,)),
                ("on_paths", np.uint8, (seats,)),
                ("discard_sizes", np.uint16, (COLOURS,)),
                ("draw_pile", np.uint16),
                ("to_move", np.uint8),
                ("phase", np.uint8),
                ("may_decline", np.uint8),
                ("may_waste", np.uint8),
                ("barred", np.uint8),
                ("reason", np.uint8),
                ("in_goal", np.uint8),
                ("tile_points", np.uint16, (seats,)),
                ("wishing_stones", np.uint16, (seats,)),
                ("hand", np.uint8, (seats, cards)),
                ("seen", np.uint8, (seats, cards)),
                ("laid", np.uint8, (seats, cards)),
                ("tiles", np.uint8, (COLOURS, stones)),
                ("discards", np.uint8, (COLOURS, self.cards // COLOURS)),
                ("deck", np.uint8, (self.cards,)),
            ],
            align=True,
        )

    @property
    def tables(self) -> "np.dtype[np.void]":
        """The data type of the tables of the rules. `Tables` explains the fields."""
        numbers = [
            (name, np.uint32)
            for name in (
                *("players", "path_length", "goal_row", "goal_figures", "hand_size", "removed"),
                *("cards", "copies", "values", "own_discard_barred", "clover_may_be_declined"),
                *("advance_may_enter", "step_may_be_wasted", "stone_counts", "tile_count"),
                *("large_figures", "large_factor"),
                *("draw_pile_bytes", "tile_points_bytes", "actions"),
            )
        ]
        return np.dtype(
            [
                *numbers,
                ("fits", np.uint32, (self.states,)),
                ("next", np.uint8, (self.states, self.values)),
                ("direction", np.uint8, (self.states,)),
                ("last", np.int8, (self.states,)),
                ("waiting", np.uint8, (COLOURS + 1, 2)),
                ("row_points", np.int16, (2, self.rows + 1)),
                ("stone_points", np.int16, (MAX_STONE_POINTS,)),
                ("value", np.uint8, (self.values,)),
                ("place", np.uint8, (32,)),
                ("deck", np.uint8, (self.cards,)),
                ("tiles", np.uint8, (COLOURS * self.rows,)),
                ("stones", np.uint8, (COLOURS * self.rows, 2)),
            ],
            align=True,
        )

    @property
    def workspace(self) -> "np.dtype[np.void]":
        """The data type of the scratch space of a decision. `Workspace` explains the fields."""
        seats, cards = self.players, COLOURS * self.values
        return np.dtype(
            [
                ("hidden", np.int64),
                ("unseen", np.float64, (cards,)),
                ("known", np.int64, (seats, COLOURS)),
                ("unknown", np.int64, (seats,)),
                ("supply", np.float64, (self.values,)),
                ("steps", np.float64, (2, seats, COLOURS)),
                ("gain_steps", np.float64, (2, seats, COLOURS)),
                ("gain_factor", np.int64, (2, seats, COLOURS)),
                ("gain", np.float64, (2, seats, COLOURS)),
                ("actions", np.int64, (4 * cards,)),
                ("values", np.float64, (4 * cards,)),
                ("untried", np.int64, (8,)),
            ],
            align=True,
        )
