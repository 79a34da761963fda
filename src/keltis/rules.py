"""Every table and switch of the rules, as data, and the named rule sets."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, final

import attrs
from typing_extensions import TypeIs

from keltis._shared.text import short_repr
from keltis._shared.values import Unshared, changed_fields
from keltis.board import ByColour, Tile
from keltis.cards import MAX_VALUE, Card, Colour
from keltis.errors import InvalidArgument, InvalidRules


@final
@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(Unshared):
    """The rules of one game. What you leave out is as in `KELTIS`; an impossible combination is refused with all its faults.

    >>> Rules(hand_size=6, may_take_own_discard=False)
    Rules(hand_size=6, may_take_own_discard=False)
    >>> Rules(goal_row=12, copies=0)
    Traceback (most recent call last):
    ...
    keltis.InvalidRules: impossible rules, 2 faults:
    - copies must be a whole number from 1 to 9, not 0
    - goal_row 12 is beyond the end of the paths, which is row 9
    """

    values: tuple[int, ...] = tuple(range(11))
    """The values of the cards in each colour, upwards (C1)."""
    copies: int = 2
    """How many there are of each card (C1)."""
    row_points: tuple[int, ...] = (-4, -3, -2, 1, 2, 3, 6, 7, 10)
    """What a figure scores on the first stone of a path, the second, and so on; the last is the end stone (C2, F1)."""
    goal_row: int = 7
    """The first row of the goal area (C2)."""
    tiles: tuple[Tile, ...] = (
        *[Tile.WISHING_STONE] * 9,
        *[Tile.CLOVER] * 9,
        *[Tile.ONE] * 2,
        *[Tile.TWO] * 3,
        *[Tile.THREE] * 2,
    )
    """The tiles that are shuffled on to the board (C3)."""
    tile_rows: ByColour[tuple[int, ...]] = ((2, 4, 6, 8, 9),) * len(Colour)
    """The rows of each path whose stones have a tile. Which stones are dark is a convention of this library (C3)."""
    small_figures: int = 4
    """How many small figures each player has (C4)."""
    large_figures: int = 1
    """How many large figures each player has: one or none (C4)."""
    large_factor: int = 2
    """What the points of the large figure's row are multiplied by (F1)."""
    cards_removed: tuple[tuple[int, int], ...] = ((2, 30), (3, 0), (4, 0))
    """Pairs of a number of players and how many cards then leave the deck unseen (S2). No other number can play (S1)."""
    hand_size: int = 8
    """How many cards a player holds (S3)."""
    goal_figures: int = 5
    """With how many figures in the goal area the game is over (E1)."""
    wishing_stone_points: tuple[int, ...] = (-4, -3, 2, 3, 6, 10)
    """What holding no wishing stone scores, then one, and so on; the last is for that many or more (F2)."""
    equal_pair_fixes_flat: bool = False
    """Whether two equal cards at the start of a column fix it, so that only equal ones may follow (T4)."""
    may_take_own_discard: bool = True
    """Whether a player may draw the card just discarded (T7)."""
    clover_may_be_declined: bool = True
    """Whether a player may leave a clover unused although a figure could move (P4)."""
    advance_may_enter: bool = False
    """Whether a clover or a card on a finished path may bring a figure from the starting stone on to a path (P5, T5)."""

    path_length: int = attrs.field(init=False, eq=False)
    """The row of the end stones."""

    deck: tuple[Card, ...] = attrs.field(init=False, eq=False)
    """All cards of the game, in order (C1)."""

    def __attrs_post_init__(self) -> None:
        InvalidRules.raise_if(_faults(self))
        object.__setattr__(self, "path_length", len(self.row_points))
        cards = (
            Card(colour, value)
            for colour in Colour
            for value in self.values
            for _ in range(self.copies)
        )
        object.__setattr__(self, "deck", tuple(cards))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play (S1)."""
        return tuple(players for players, _ in self.cards_removed)

    def removed_with(self, players: int) -> int:
        """How many cards leave the deck unseen with so many players (S1, S2)."""
        for count, removed in self.cards_removed:
            if type(players) is int and players == count:
                return removed
        counts = " or ".join(str(count) for count in self.player_counts)
        raise InvalidArgument(
            f"players must be {counts} under these rules, not {short_repr(players)}"
        )

    def __repr__(self) -> str:
        return changed_fields(self)


MAX_ROWS: Final = 50
"""How long a path can be at most."""
MAX_PLAYERS: Final = 6
"""How many can play at most."""
MAX_POINTS: Final = 999
"""The most points, or minus points, that a table can have."""

_BOUNDS: Final = {
    "copies": (1, 9),
    "goal_row": (1, MAX_ROWS),
    "small_figures": (0, len(Colour)),
    "large_figures": (0, 1),
    "large_factor": (1, 9),
    "hand_size": (1, 99),
    "goal_figures": (1, MAX_PLAYERS * len(Colour)),
}
_NUMBER_LISTS: Final = ("values", "row_points", "wishing_stone_points")
_SWITCHES: Final = (
    "equal_pair_fixes_flat",
    "may_take_own_discard",
    "clover_may_be_declined",
    "advance_may_enter",
)


def _are_ints(value: object) -> TypeIs[tuple[int, ...]]:
    return type(value) is tuple and all(type(item) is int for item in value)


def _are_ascending(value: object) -> TypeIs[tuple[int, ...]]:
    return _are_ints(value) and list(value) == sorted(set(value))


def _faults(rules: Rules) -> list[str]:
    """All that is wrong with the rules."""
    by_field = _field_faults(rules)
    faults = list(by_field.values())
    for fields, check in _COMBINATIONS.items():
        if not by_field.keys() & set(
            fields
        ):  # what is asked of several fields makes sense only if each is right by itself
            faults += check(rules)
    return faults


def _field_faults(rules: Rules) -> dict[str, str]:
    """What is wrong with single fields, by their names."""
    faults = {}
    for name, (least, most) in _BOUNDS.items():
        number = getattr(rules, name)
        if type(number) is not int or not least <= number <= most:
            faults[name] = (
                f"{name} must be a whole number from {least} to {most}, not {short_repr(number)}"
            )
    for name in _NUMBER_LISTS:
        numbers = getattr(rules, name)
        if not _are_ints(numbers) or not 1 <= len(numbers) <= MAX_ROWS:
            faults[name] = (
                f"{name} must be a tuple of 1 to {MAX_ROWS} whole numbers, not {short_repr(numbers)}"
            )
        elif max(map(abs, numbers)) > MAX_POINTS:
            faults[name] = (
                f"{name} must lie within -{MAX_POINTS} to {MAX_POINTS}, unlike {short_repr(numbers)}"
            )
    for name in _SWITCHES:
        switch = getattr(rules, name)
        if type(switch) is not bool:
            faults[name] = f"{name} must be True or False, not {short_repr(switch)}"
    values, tiles, tile_rows, pairs = (
        rules.values,
        rules.tiles,
        rules.tile_rows,
        rules.cards_removed,
    )
    if "values" not in faults and not (
        _are_ascending(values) and values[0] >= 0 and values[-1] <= MAX_VALUE
    ):
        faults["values"] = (
            f"values must go upwards within 0 to {MAX_VALUE}, unlike {short_repr(values)}"
        )
    if type(tiles) is not tuple or not all(type(tile) is Tile for tile in tiles):
        faults["tiles"] = f"tiles must be a tuple of Tile, not {short_repr(tiles)}"
    if (
        type(tile_rows) is not tuple
        or len(tile_rows) != len(Colour)
        or not all(map(_are_ascending, tile_rows))
    ):
        faults["tile_rows"] = (
            f"tile_rows must be ascending tuples of rows, one for each colour, not {short_repr(tile_rows)}"
        )
    if (
        type(pairs) is not tuple
        or not pairs
        or not all(_are_ints(pair) and len(pair) == 2 and pair[1] >= 0 for pair in pairs)
    ):
        faults["cards_removed"] = (
            f"cards_removed must be pairs of a number of players and of cards, not {short_repr(pairs)}"
        )
    elif (
        not _are_ascending(rules.player_counts)
        or not 1 <= rules.player_counts[0] <= rules.player_counts[-1] <= MAX_PLAYERS
    ):
        faults["cards_removed"] = (
            f"cards_removed must go upwards within 1 to {MAX_PLAYERS} players, unlike {short_repr(pairs)}"
        )
    return faults


def _goal_faults(rules: Rules) -> Iterator[str]:
    if rules.goal_row > len(rules.row_points):
        yield f"goal_row {rules.goal_row} is beyond the end of the paths, which is row {len(rules.row_points)}"


def _tile_row_faults(rules: Rules) -> Iterator[str]:
    last = len(rules.row_points)
    for colour in Colour:
        rows = rules.tile_rows[colour]
        if rows and (rows[0] < 1 or rows[-1] > last):
            yield f"tile_rows of the {colour} path must lie within 1 to {last}, unlike {short_repr(rows)}"


def _tile_count_faults(rules: Rules) -> Iterator[str]:
    stones = sum(map(len, rules.tile_rows))
    if stones != len(rules.tiles):
        yield f"there are {len(rules.tiles)} tiles for the {stones} stones of tile_rows"


def _figure_faults(rules: Rules) -> Iterator[str]:
    figures = rules.small_figures + rules.large_figures
    most = max(rules.player_counts) * min(figures, len(Colour))
    if not figures:
        yield "the players have no figures"
    elif rules.goal_figures > most:
        yield f"goal_figures {rules.goal_figures} can never be reached: at most {most} figures can be on the paths"


def _deck_faults(rules: Rules) -> Iterator[str]:
    cards = len(Colour) * len(rules.values) * rules.copies
    for players, removed in rules.cards_removed:
        if cards - removed - players * rules.hand_size < 1:
            yield (
                f"{cards} cards are too few for {players} players: "
                f"{short_repr(removed)} removed, {rules.hand_size} in each hand, and one to draw"
            )


_COMBINATIONS: Final = {
    ("goal_row", "row_points"): _goal_faults,
    ("tile_rows", "row_points"): _tile_row_faults,
    ("tile_rows", "tiles"): _tile_count_faults,
    ("small_figures", "large_figures", "goal_figures", "cards_removed"): _figure_faults,
    ("values", "copies", "hand_size", "cards_removed"): _deck_faults,
}


KELTIS: Final = Rules()
"""The default: the 2008 board game as the rulings settle it."""

KELTIS_LITERAL: Final = Rules(clover_may_be_declined=False, advance_may_enter=True)
"""The English text to the letter: a clover must be used (P4); it, or a finished path, may bring a figure on to a path (P5)."""

REFERENCE_MANUAL: Final = Rules(
    values=tuple(range(1, 11)),
    cards_removed=((2, 0), (3, 0), (4, 0)),
    wishing_stone_points=(-4, -3, -2, 3, 6, 10),
    equal_pair_fixes_flat=True,
    clover_may_be_declined=False,
)
"""A loose reference manual: values 1 to 10, no cards removed, two stones -2, flat columns, clovers must be used."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {"KELTIS": KELTIS, "KELTIS_LITERAL": KELTIS_LITERAL, "REFERENCE_MANUAL": REFERENCE_MANUAL}
)
"""The named rule sets by their names."""


def require_rules(rules: Rules) -> None:
    """Refuse what is not `Rules`."""
    if type(rules) is not Rules:
        raise InvalidArgument(f"rules must be Rules, not {type(rules).__name__}")
