"""Every table and switch of the rules, as data, and the named rule sets."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, final

import attrs
from typing_extensions import TypeIs

from keltis._engine.cards import MAX_VALUE, ByColour, Card, Colour, Tile
from keltis._lib.checks import is_int, make_plain
from keltis._lib.text import short_repr
from keltis._lib.values import SharedPickle, repr_without_defaults
from keltis.errors import InvalidArgument, InvalidRules

MAX_ROWS: Final = 50
"""The most stones that a path can have."""
MAX_PLAYERS: Final = 6
"""The most players that rules can allow."""
MAX_POINTS: Final = 999
"""The most points, or minus points, that a table can contain."""


def _are_ints(value: object) -> TypeIs[tuple[int, ...]]:
    return isinstance(value, tuple) and all(map(is_int, value))


def _are_ascending(value: object) -> TypeIs[tuple[int, ...]]:
    return _are_ints(value) and list(value) == sorted(set(value))


def field_faults(rules: object) -> dict[str, str]:
    """The faults of single fields, by their names."""
    faults = {}
    for name, check in _FIELDS.items():
        value = getattr(rules, name)
        expected = check(value)
        if expected is not None:
            faults[name] = f"{name} must be {expected}, not {short_repr(value)}"
    return faults


# Each of these returns what the value of a field must be, or None if it is that.


def _whole_number(low: int, high: int) -> Callable[[object], str | None]:
    return lambda value: (
        None if is_int(value, low, high) else f"a whole number from {low} to {high}"
    )


def _number_list(value: object) -> str | None:
    if not _are_ints(value) or not 1 <= len(value) <= MAX_ROWS:
        return f"a tuple of 1 to {MAX_ROWS} whole numbers"
    if max(map(abs, value)) > MAX_POINTS:
        return f"within -{MAX_POINTS} to {MAX_POINTS}"
    return None


def _card_values(value: object) -> str | None:
    if expected := _number_list(value):
        return expected
    if not _are_ascending(value) or value[0] < 0 or value[-1] > MAX_VALUE:
        return f"ascending within 0 to {MAX_VALUE}"
    return None


def _switch(value: object) -> str | None:
    return None if isinstance(value, bool) else "True or False"


def _tile_tuple(value: object) -> str | None:
    if isinstance(value, tuple) and all(isinstance(tile, Tile) for tile in value):
        return None
    return "a tuple of Tile"


def _rows_by_colour(value: object) -> str | None:
    if isinstance(value, tuple) and len(value) == len(Colour) and all(map(_are_ascending, value)):
        return None
    return "ascending tuples of rows, one for each colour"


def _removal_pairs(value: object) -> str | None:
    if (
        not isinstance(value, tuple)
        or not value
        or not all(_are_ints(pair) and len(pair) == 2 and pair[1] >= 0 for pair in value)
    ):
        return "pairs of a number of players and a number of cards"
    counts = tuple(players for players, _ in value)
    if not _are_ascending(counts) or counts[0] < 1 or counts[-1] > MAX_PLAYERS:
        return f"pairs with ascending players from 1 to {MAX_PLAYERS}"
    return None


LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "copies": (1, 9),
    "goal_row": (1, MAX_ROWS),
    "small_figures": (0, len(Colour)),
    "large_figures": (0, 1),
    "large_factor": (1, 9),
    "hand_size": (1, 99),
    "goal_figures": (1, MAX_PLAYERS * len(Colour)),
}
"""The lowest and the highest value of each field that is a number."""
_FIELDS: Final[Mapping[str, Callable[[object], str | None]]] = {
    **{name: _whole_number(*limits) for name, limits in LIMITS.items()},
    "values": _card_values,
    "row_points": _number_list,
    "wishing_stone_points": _number_list,
    "equal_pair_fixes_flat": _switch,
    "may_take_own_discard": _switch,
    "clover_may_be_declined": _switch,
    "advance_may_enter": _switch,
    "step_may_be_wasted": _switch,
    "tiles": _tile_tuple,
    "tile_rows": _rows_by_colour,
    "cards_removed": _removal_pairs,
}


@final
@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(SharedPickle):
    """The rules of one game.

    The defaults are those of `KELTIS`. `InvalidRules` lists all faults of impossible ones.

    Files have every field. A field that a later release adds is missing in older files and has its
    default there, so that default keeps the game as it was.

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
    """What a figure scores on each stone of a path, from the first to the end stone (C2, F1)."""
    goal_row: int = 7
    """The first row of the goal area (C2)."""
    tiles: tuple[Tile, ...] = (
        *[Tile.WISHING_STONE] * 9,
        *[Tile.CLOVER] * 9,
        *[Tile.ONE] * 2,
        *[Tile.TWO] * 3,
        *[Tile.THREE] * 2,
    )
    """The tiles that are shuffled onto the board (C3)."""
    tile_rows: ByColour[tuple[int, ...]] = (
        (3, 5, 6, 7, 9),
        (2, 4, 6, 7, 9),
        (2, 3, 5, 7, 9),
        (2, 4, 5, 7, 9),
        (3, 4, 6, 7, 9),
    )
    """The rows of each path that have a tile (C3).

    No rule text says which stones are dark. Two public programs, independent of each other, name
    these 25 places; no photograph of the board was seen. Which colour has which rows is less sure,
    and cannot matter: the rules treat all colours alike.
    """
    small_figures: int = 4
    """How many small figures each player has (C4)."""
    large_figures: int = 1
    """How many large figures each player has: one or none (C4)."""
    large_factor: int = 2
    """The factor for the points of the large figure's row (F1)."""
    cards_removed: tuple[tuple[int, int], ...] = ((2, 30), (3, 0), (4, 0))
    """Pairs of a number of players and how many cards then leave the deck unseen (S2).

    No other number of players is possible (S1).
    """
    hand_size: int = 8
    """How many cards a player holds (S3)."""
    goal_figures: int = 5
    """How many figures in the goal area end the game (E1)."""
    wishing_stone_points: tuple[int, ...] = (-4, -3, 2, 3, 6, 10)
    """Points for no wishing stone, for one, and so on; the last is for that many or more (F2)."""
    equal_pair_fixes_flat: bool = False
    """Whether two equal cards at the start of a column allow only equal ones to follow (T4)."""
    may_take_own_discard: bool = True
    """Whether a player may draw the card just discarded (T7)."""
    clover_may_be_declined: bool = True
    """Whether a player may leave a clover unused although a figure could move (P4)."""
    advance_may_enter: bool = False
    """Whether a clover or a finished path may bring a figure from the starting stone (P5, T5)."""
    step_may_be_wasted: bool = False
    """Whether a clover may be spent on a figure on its end stone, without effect (P6)."""

    path_length: int = attrs.field(init=False, eq=False)
    """The row of the end stones."""

    deck: tuple[Card, ...] = attrs.field(init=False, eq=False)
    """All cards of the game, in order (C1)."""

    def __attrs_post_init__(self) -> None:
        make_plain(self, *_FIELDS)
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
        """How many cards leave the deck unseen with this number of players (S1, S2)."""
        for count, removed in self.cards_removed:
            if is_int(players, count, count):
                return removed
        counts = " or ".join(str(count) for count in self.player_counts)
        raise InvalidArgument(
            f"players must be {counts} under these rules, not {short_repr(players)}"
        )

    def pile_size(self, players: int) -> int:
        """How many cards are in the face-down pile when the game begins (S3)."""
        return len(self.deck) - self.removed_with(players) - players * self.hand_size

    def __repr__(self) -> str:
        return repr_without_defaults(self)

    def _repr_html_(self) -> str:
        """The table in a notebook: the fields, and the defaults of those that differ."""
        from keltis.notation import format_rules  # noqa: PLC0415 - only notebooks need it
        from keltis.render._kit.html import rules_html  # noqa: PLC0415

        return rules_html(self, format_rules(self))


def _faults(rules: Rules) -> list[str]:
    """All faults of the rules."""
    by_field = field_faults(rules)
    faults = list(by_field.values())
    for fields, check in _COMBINATIONS.items():
        if not by_field.keys() & set(fields):  # a combination is checked if its fields are valid
            faults += check(rules)
    return faults


def _goal_faults(rules: Rules) -> Iterator[str]:
    if rules.goal_row > len(rules.row_points):
        end = len(rules.row_points)
        yield f"goal_row {rules.goal_row} is beyond the end of the paths, which is row {end}"


def _tile_row_faults(rules: Rules) -> Iterator[str]:
    last = len(rules.row_points)
    for colour in Colour:
        rows = rules.tile_rows[colour]
        if rows and (rows[0] < 1 or rows[-1] > last):
            path = f"tile_rows of the {colour} path"
            yield f"{path} must be within 1 to {last}, not {short_repr(rows)}"


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
        unreachable = f"goal_figures {rules.goal_figures} can never be reached"
        yield f"{unreachable}: at most {most} figures can be on the paths"


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
"""The default: the 2008 board game as the rulings settle it.

From the English text and the Spanish edition, which agree but for a few points. The start with 0
points (S6) and the table of wishing stones (F2) are the English text's: the Spanish table prints
minus signs at two, three and four stones, which are taken for print damage. That a clover may be
declined (P4) is the Spanish text's, and that the own discard may be taken back (T7) the reference
manual's. The points of rows 2 to 6 (C2) and the dark stones (C3) are on the board only; the latter
are where two independent programs have them. Guess: that no figure enters a path by a step (P5).
"""

KELTIS_LITERAL: Final = Rules(clover_may_be_declined=False, advance_may_enter=True)
"""`KELTIS` with the English text read to the letter in two places.

A clover must be used (P4); it, or a finished path, may bring a figure onto a path (P5, T5). Guess:
a column whose figure came without a card stays empty, and its first card may have any value.
"""

REFERENCE_MANUAL: Final = Rules(
    values=tuple(range(1, 11)),
    cards_removed=((2, 0), (3, 0), (4, 0)),
    wishing_stone_points=(-4, -3, -2, 3, 6, 10),
    equal_pair_fixes_flat=True,
    clover_may_be_declined=False,
    step_may_be_wasted=True,
)
"""A loose reference manual, also where it is probably wrong.

From the manual: values 1 to 10 (C1), no cards removed (S2), two equal cards fix a column as flat
(T4), a clover must be used (P4), if need be on a figure on its end stone (P6), and two wishing
stones cost 2 points (F2, probably print damage). As each card is there twice, a column that begins
with a pair takes no further card.

Guesses where the manual is silent or unclear: two copies of each card, one starting stone in place
of starting sides, nine stones although it numbers them from 1 to 10, four small figures and a large
one, the number of players, the tiles, and the points of the rows before the goal. The dark stones
are those of `KELTIS`.
"""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {"KELTIS": KELTIS, "KELTIS_LITERAL": KELTIS_LITERAL, "REFERENCE_MANUAL": REFERENCE_MANUAL}
)
"""The named rule sets by their names."""
