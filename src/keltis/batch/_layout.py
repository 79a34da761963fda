"""The fields of the records that kernels work on, and the numbers in them.

There is a record for each game, one for the tables of the rules, and one to compute in. `Shape`
makes their data types. Cards are counted by colour and by the place of their value among the values
of the deck (0 for the lowest).
"""

from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keltis.board import Tile

COLOURS: Final = 5
NO_COLOUR: Final = 5
"""The number of a colour where there is none."""
CARD_STRIDE: Final = 32
"""A card in the deck is its colour times this, plus the place of its value."""
PLAY, ADVANCE, DRAW, OVER = 0, 1, 2, 3
GOING_ON, FIFTH_FIGURE, DRAW_PILE_EMPTY = 0, 1, 2
"""Why a game is over; the first means that it is not."""
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
Float64s: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


class Game(Protocol):
    """The fields of one game.

    Counts of cards are by seat and by the card's place in the order of the deck, which is its
    colour times the number of values plus the place of its value.
    """

    bits: UInt32s
    """By seat and colour, the values in the hand as bits."""
    hand: UInt8s
    """By seat, the cards in the hand, counted."""
    seen: UInt8s
    """By seat, the cards everyone knows to be in the hand, counted."""
    laid: UInt8s
    """By seat, the cards laid, counted; with `column` they say the order too."""
    column: UInt8s
    """By seat and colour, the state of the column's automaton (T4)."""
    rows: UInt8s
    """By seat and colour, the row of the figure, 0 without one."""
    large: UInt8s
    """By seat, the path of the large figure, or `NO_COLOUR`."""
    on_paths: UInt8s
    """By seat, the number of figures on paths."""
    tile_points: UInt16s
    """By seat (P1)."""
    wishing_stones: UInt16s
    """By seat (P2)."""
    discards: UInt8s
    """By colour, the values of the discard pile, its top last, then zeros."""
    discard_sizes: UInt16s
    """By colour, the number of cards in the discard pile."""
    deck: UInt8s
    """The draw pile, its top last, then zeros; behind them, at the end, the removed cards, sorted.

    A card is its colour times 32, plus the place of its value.
    """
    draw_pile: int
    """The number of cards in the draw pile."""
    tiles: UInt8s
    """By colour and row."""
    in_goal: int
    """The number of figures that have entered the goal area (E1)."""
    to_move: int
    phase: int
    may_decline: int
    may_waste: int
    barred: int
    """The discard pile that may not be drawn from (T7), or `NO_COLOUR`."""
    reason: int
    """Why the game is over."""


class Tables(Protocol):
    """The rules as tables. Those of numbers and switches have the names of `Rules`."""

    players: int
    path_length: int
    goal_row: int
    goal_figures: int
    hand_size: int
    removed: int
    cards: int
    copies: int
    values: int
    """How many values the cards have."""
    own_discard_barred: int
    clover_may_be_declined: int
    advance_may_enter: int
    step_may_be_wasted: int
    large_figures: int
    large_factor: int
    stone_counts: int
    """The length of `stone_points`."""
    tile_count: int
    draw_pile_bytes: int
    tile_points_bytes: int
    actions: int
    """The action count."""
    fits: UInt32s
    """By the state of a column, the values that may come next, as bits (T4)."""
    next: UInt8s
    """By the state of a column and the value laid, the state after it."""
    direction: UInt8s
    """By the state of a column, its direction, in the order of `Direction`."""
    last: Int8s
    """By the state of a column, the place of its last value, -1 without a card."""
    waiting: UInt8s
    """By the number of figures on paths and whether the large one is, the others as bits (T2)."""
    row_points: Int16s
    """For a small figure and for the large one, by row (F1)."""
    stone_points: Int16s
    """By the number of wishing stones (F2)."""
    value: UInt8s
    """By place, the value of a card."""
    place: UInt8s
    """By the value of a card, its place."""
    deck: UInt8s
    """The deck in order, as `Game.deck` writes cards."""
    tiles: UInt8s
    """The tiles in order (C3)."""
    stones: UInt8s
    """Their stones: colour and row."""


class Workspace(Protocol):
    """Scratch space for one greedy decision: what the player knows, and what was computed.

    Where a field is by layer, layer 0 is for moves that leave all figures where they are, and of
    which one differs from the next in two colours at most; layer 1 is for all other moves.
    """

    hidden: int
    """The number of cards whose place is unknown."""
    unseen: Float64s
    """By card, the number of copies whose place is unknown."""
    known: Int64s
    """By seat and colour, the values known to be in the hand, as bits."""
    unknown: Int64s
    """By seat, the number of cards in the hand that are not known."""
    supply: Float64s
    """By value, the expected number of copies of a card that a player gets."""
    steps: Float64s
    """By layer, seat and colour, the most steps on the path for which there are cards."""
    gain_steps: Float64s
    """By layer, seat and colour, the steps for which the gain was computed."""
    gain_factor: Int64s
    """The same for the factor of the figure."""
    gain: Float64s
    """The same for the gain."""
    actions: Int64s
    """The legal actions."""
    values: Float64s
    """Their values."""
    untried: Int64s
    """By depth of a clover chain, the actions that have not been tried yet, as bits."""


class WorkspaceArray(Protocol):
    """An array whose first element is a workspace."""

    def __getitem__(self, index: int, /) -> Workspace: ...


class Games(Protocol):
    """An array of games."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Game: ...
    def __setitem__(self, index: int, game: Game, /) -> None: ...


class TableArray(Protocol):
    """An array whose first element is the tables."""

    def __getitem__(self, index: int, /) -> Tables: ...
