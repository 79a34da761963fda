"""The records that kernels work on: their fields, the numbers in them, and their data types.

There is a record for each game, one for the tables of the rules, and one to compute in. Their sizes
depend on the `Shape` alone and not on the rules, so all rules of the same shape share compiled
kernels. Most fields are unsigned: an index that cannot be negative needs no check.

Cards are counted by colour and by the place of their value among the values of the deck (0 for the
lowest).
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final, Protocol, TypeAlias, TypeVar, final, get_args, get_type_hints

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._engine.cards import Tile
from keltis._engine.ending import EndReason
from keltis._engine.rules import Rules
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument

COLOURS: Final = 5
NO_COLOUR: Final = 5
"""The number of a colour where there is none."""
CARD_STRIDE: Final = 32
"""A card in the deck is its colour times this, plus the place of its value."""
PLAY, ADVANCE, DRAW, OVER = 0, 1, 2, 3
END_REASONS: Final[tuple[EndReason | None, ...]] = (
    None,
    EndReason.FIFTH_FIGURE,
    EndReason.DRAW_PILE_EMPTY,
)
"""What the numbers in `reasons` mean: why a game is over, or None before the end."""
FIFTH_FIGURE, DRAW_PILE_EMPTY = 1, 2
NO_TILE, STONE, CLOVER = 0, 4, 5
"""Tiles; a number tile is its points, 1 to 3."""
TILES: Final = {
    None: NO_TILE,
    Tile.ONE: 1,
    Tile.TWO: 2,
    Tile.THREE: 3,
    Tile.WISHING_STONE: STONE,
    Tile.CLOVER: CLOVER,
}
MAX_STONE_POINTS: Final = 50
"""How long the table of wishing-stone points can be under any rules."""

UInt8s: TypeAlias = NDArray[np.uint8]
UInt16s: TypeAlias = NDArray[np.uint16]
UInt32s: TypeAlias = NDArray[np.uint32]
Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
UInt64s: TypeAlias = NDArray[np.uint64]
Float32s: TypeAlias = NDArray[np.float32]
Float64s: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
_ELEMENTS: Final[Mapping[object, type[np.generic]]] = {
    UInt8s: np.uint8,
    UInt16s: np.uint16,
    UInt32s: np.uint32,
    Int8s: np.int8,
    Int16s: np.int16,
    Int32s: np.int32,
    Int64s: np.int64,
    UInt64s: np.uint64,
    Float32s: np.float32,
    Float64s: np.float64,
    Bools: np.bool_,
}
"""By the type of an array, that of its elements: how NumPy writes array types may change."""

Byte: TypeAlias = Annotated[int, np.uint8]
Number: TypeAlias = Annotated[int, np.uint32]

R = TypeVar("R")


class RecordArray(Protocol[R]):
    """An array of records."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> R: ...
    def __setitem__(self, index: int, record: R, /) -> None: ...


@cache
def _hints(fields: type) -> Mapping[str, object]:
    return get_type_hints(fields, include_extras=True)


def record_type(fields: type, sizes: Mapping[str, int]) -> "np.dtype[np.void]":
    """The data type of a record with the fields of a protocol, as they are annotated.

    A number is annotated with its type, and an array with its sizes: numbers, or keys of `sizes`.
    """
    return _record_type(fields, tuple(sizes.items()))


@cache
def _record_type(fields: type, named: tuple[tuple[str, int], ...]) -> "np.dtype[np.void]":
    sizes = dict(named)
    described = []
    for name, hint in _hints(fields).items():
        kind, *given = get_args(hint) or (hint,)
        if kind in _ELEMENTS:  # an array
            shape = tuple([sizes[size] if isinstance(size, str) else size for size in given])
            described.append((name, _ELEMENTS[kind], shape))
        else:
            described.append((name, given[0] if given else kind, ()))
    return np.dtype(described, align=True)


class GameData(Protocol):
    """The fields of one game.

    First comes what every decision needs, so that it is together in the processor's cache. Counts
    of cards are by seat and by the card's place in the order of the deck, which is its colour times
    the number of values plus the place of its value.
    """

    bits: Annotated[UInt32s, "players", "colours"]
    """By seat and colour, the values in the hand as bits."""
    column: Annotated[UInt8s, "players", "colours"]
    """By seat and colour, the state of the column's automaton (T4)."""
    rows: Annotated[UInt8s, "players", "colours"]
    """By seat and colour, the row of the figure, 0 without one."""
    large: Annotated[UInt8s, "players"]
    """By seat, the path of the large figure, or `NO_COLOUR`."""
    on_paths: Annotated[UInt8s, "players"]
    """By seat, the number of figures on paths."""
    discard_sizes: Annotated[UInt16s, "colours"]
    """By colour, the number of cards in the discard pile."""
    draw_pile: Annotated[int, np.uint16]
    """The number of cards in the draw pile."""
    to_move: Byte
    phase: Byte
    may_decline: Byte
    may_waste: Byte
    barred: Byte
    """The discard pile that may not be drawn from (T7), or `NO_COLOUR`."""
    reason: Byte
    """Why the game is over."""
    in_goal: Byte
    """The number of figures that have entered the goal area (E1)."""
    tile_points: Annotated[UInt16s, "players"]
    """By seat (P1)."""
    wishing_stones: Annotated[UInt16s, "players"]
    """By seat (P2)."""
    hand: Annotated[UInt8s, "players", "cards"]
    """By seat, the cards in the hand, counted."""
    seen: Annotated[UInt8s, "players", "cards"]
    """By seat, the cards everyone knows to be in the hand, counted."""
    laid: Annotated[UInt8s, "players", "cards"]
    """By seat, the cards laid, counted; with `column` they say the order too."""
    tiles: Annotated[UInt8s, "colours", "stones"]
    """By colour and row."""
    discards: Annotated[UInt8s, "colours", "pile"]
    """By colour, the values of the discard pile, its top last, then zeros."""
    deck: Annotated[UInt8s, "deck"]
    """The draw pile, its top last, then zeros; behind them, at the end, the removed cards, sorted.

    A card is its colour times 32, plus the place of its value.
    """


class Tables(Protocol):
    """The rules as tables. Those of numbers and switches have the names of `Rules`."""

    players: Number
    path_length: Number
    goal_row: Number
    goal_figures: Number
    hand_size: Number
    removed: Number
    cards: Number
    copies: Number
    values: Number
    """How many values the cards have."""
    own_discard_barred: Number
    clover_may_be_declined: Number
    advance_may_enter: Number
    step_may_be_wasted: Number
    large_figures: Number
    large_factor: Number
    stone_counts: Number
    """The length of `stone_points`."""
    tile_count: Number
    draw_pile_bytes: Number
    tile_points_bytes: Number
    actions: Number
    """The action count."""
    fits: Annotated[UInt32s, "states"]
    """By the state of a column, the values that may come next, as bits (T4)."""
    next: Annotated[UInt8s, "states", "values"]
    """By the state of a column and the value laid, the state after it."""
    direction: Annotated[UInt8s, "states"]
    """By the state of a column, its direction, in the order of `Direction`."""
    last: Annotated[Int8s, "states"]
    """By the state of a column, the place of its last value, -1 without a card."""
    waiting: Annotated[UInt8s, COLOURS + 1, 2]
    """By the number of figures on paths and whether the large one is, the others as bits (T2)."""
    row_points: Annotated[Int16s, 2, "stones"]
    """For a small figure and for the large one, by row (F1)."""
    stone_points: Annotated[Int16s, MAX_STONE_POINTS]
    """By the number of wishing stones (F2)."""
    value: Annotated[UInt8s, "values"]
    """By place, the value of a card."""
    place: Annotated[UInt8s, CARD_STRIDE]
    """By the value of a card, its place."""
    deck: Annotated[UInt8s, "deck"]
    """The deck in order, as `GameData.deck` writes cards."""
    tiles: Annotated[UInt8s, "tiles"]
    """The tiles in order (C3)."""
    stones: Annotated[UInt8s, "tiles", 2]
    """Their stones: colour and row."""


class Workspace(Protocol):
    """Scratch space for one greedy decision: what the player knows, and what was computed.

    Where a field is by layer, layer 0 is for moves that move no figure: one differs from the next
    in two colours at most. Layer 1 is for all other moves.
    """

    viewer: int
    """The seat of the player who decides."""
    turns: float
    """The turns that each player has left."""
    hidden: int
    """The number of cards whose place is unknown."""
    unseen: Annotated[Float64s, "cards"]
    """By card, the number of copies whose place is unknown."""
    known: Annotated[Int64s, "players", "colours"]
    """By seat and colour, the values known to be in the hand, as bits."""
    unknown: Annotated[Int64s, "players"]
    """By seat, the number of cards in the hand that are not known."""
    supply: Annotated[Float64s, "values"]
    """By value, the expected number of copies of a card that a player gets."""
    steps: Annotated[Float64s, 2, "players", "colours"]
    """By layer, seat and colour, the most steps on the path for which there are cards."""
    gain_steps: Annotated[Float64s, 2, "players", "colours"]
    """By layer, seat and colour, the steps for which the gain was computed."""
    gain_factor: Annotated[Int64s, 2, "players", "colours"]
    """The same for the factor of the figure."""
    gain: Annotated[Float64s, 2, "players", "colours"]
    """The same for the gain."""
    actions: Annotated[Int64s, "actions"]
    """The legal actions."""
    values: Annotated[Float64s, "actions"]
    """Their values."""
    untried: Annotated[Int64s, 8]
    """By depth of a clover chain, the actions that have not been tried yet, as bits."""


Games: TypeAlias = RecordArray[GameData]
TableArray: TypeAlias = RecordArray[Tables]
"""An array whose first element is the tables."""
WorkspaceArray: TypeAlias = RecordArray[Workspace]


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
        rules.removed_with(players)  # raises for a number that cannot play
        values, rows, cards = len(rules.values), rules.path_length, len(rules.deck)
        return cls(players, max(values, 11), max(rows, 9), max(cards, 110))

    def require_fit(self, rules: Rules, players: int) -> None:
        """Raise `InvalidArgument` if the rules need a larger shape."""
        need = Shape(players, len(rules.values), rules.path_length, len(rules.deck))
        if any(a < b for a, b in zip(attrs.astuple(self), attrs.astuple(need), strict=True)):
            raise InvalidArgument(f"{self} is too small for these rules, which need {need}")

    @property
    def game(self) -> "np.dtype[np.void]":
        """The data type of one game. The page "Play millions of games" explains the fields."""
        return record_type(GameData, self._sizes)

    @property
    def tables(self) -> "np.dtype[np.void]":
        """The data type of the tables of the rules. `Tables` explains the fields."""
        return record_type(Tables, self._sizes)

    @property
    def workspace(self) -> "np.dtype[np.void]":
        """The data type of the scratch space of a decision. `Workspace` explains the fields."""
        return record_type(Workspace, self._sizes)

    @property
    def _sizes(self) -> dict[str, int]:
        """The sizes of the arrays in records, by the names in their annotations."""
        cards = COLOURS * self.values  # that differ
        return {
            "players": self.players,
            "colours": COLOURS,
            "values": self.values,
            "cards": cards,
            "actions": 4 * cards,
            "states": 4 * self.values + 1,  # of a column: empty, or a direction and a last card
            "stones": self.rows + 1,
            "tiles": COLOURS * self.rows,
            "pile": self.cards // COLOURS,
            "deck": self.cards,
        }
