"""The fields of rules: their converters, and the values that each of them can have."""

from collections.abc import Callable, Mapping
from typing import Final

from typing_extensions import TypeIs

from keltis._shared.checks import is_int, plain_int, plain_ints
from keltis._shared.text import short_repr
from keltis.board import Tile
from keltis.cards import MAX_VALUE, Colour

MAX_ROWS: Final = 50
"""The most stones that a path can have."""
MAX_PLAYERS: Final = 6
"""The most players that rules can allow."""
MAX_POINTS: Final = 999
"""The most points, or minus points, that a table can contain."""


def plain_int_tuples(values: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Do what `plain_int` does to every number in a tuple of tuples."""
    return tuple(map(plain_ints, values)) if isinstance(values, tuple) else values


def plain_int_pairs(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Do what `plain_int` does to both numbers of every pair."""
    if not isinstance(pairs, tuple) or not all(_are_ints(p) and len(p) == 2 for p in pairs):
        return pairs
    return tuple((plain_int(first), plain_int(second)) for first, second in pairs)


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


_FIELDS: Final[Mapping[str, Callable[[object], str | None]]] = {
    "copies": _whole_number(1, 9),
    "goal_row": _whole_number(1, MAX_ROWS),
    "small_figures": _whole_number(0, len(Colour)),
    "large_figures": _whole_number(0, 1),
    "large_factor": _whole_number(1, 9),
    "hand_size": _whole_number(1, 99),
    "goal_figures": _whole_number(1, MAX_PLAYERS * len(Colour)),
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
