"""Rules as text, and the letters of the tiles.

Since version 3 files have their rules in full, so a preset may change without a new version. Files
of versions 1 and 2 name a preset and the fields that differ from it; their presets are kept here.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Final

import attrs

from keltis._engine.cards import Tile
from keltis._engine.rules import KELTIS, PRESETS, Rules
from keltis._engine.setup import STONES
from keltis._lib.text import parse_fields, quoted, require_rules_text, unsupported_version
from keltis.errors import InvalidArgument, NotationError
from keltis.notation._words import parse_number

FILE_VERSION: Final = 3
"""The version of new files, of any kind."""

MAX_RULES_TEXT: Final = 3_000
"""The most characters that rules can have in text: more than any rules need."""

TILE_LETTERS: Final = {tile: letter for letter, tile in STONES.items()}
_TILES: Final = {letter: tile for letter, tile in STONES.items() if tile is not None}

_FIELDS: Final = tuple(field.name for field in attrs.fields(Rules) if field.init)
_SWITCHES: Final = {"yes": True, "no": False}
# Built from fields by name; the constructor checks their types.
_build_rules: Final[Callable[..., Rules]] = Rules

_EVEN, _ODD = (2, 4, 6, 8, 9), (1, 3, 5, 7, 9)
_PRESETS: Final[Mapping[int, Mapping[str, Rules]]] = {
    1: {  # of 0.1.0
        name: attrs.evolve(preset, tile_rows=(_EVEN,) * 5, step_may_be_wasted=False)
        for name, preset in PRESETS.items()
    },
    2: {  # of 0.2.0
        name: attrs.evolve(preset, tile_rows=(_EVEN, _ODD, _EVEN, _ODD, _EVEN))
        for name, preset in PRESETS.items()
    },
    FILE_VERSION: PRESETS,
}
"""What the names of rule sets mean in files, by version.

Only what has changed since then is here: who changes a preset adds its old value to older versions.
"""


def format_rules(rules: Rules) -> str:
    """Rules as short text: the name of a preset, or `KELTIS` and the fields that differ from it.

    The names mean the presets of this release. In a file, write `format_rules_in_full`.

    >>> from keltis import Rules, Tile
    >>> from keltis.notation import format_rules
    >>> format_rules(Rules(hand_size=6, clover_may_be_declined=False))
    'KELTIS hand_size=6 clover_may_be_declined=no'
    >>> tile_rows = ((), (), (), (), (2, 3))
    >>> format_rules(Rules(tile_rows=tile_rows, tiles=(Tile.CLOVER, Tile.THREE)))
    'KELTIS tiles=C3 tile_rows=-/-/-/-/2,3'
    """
    for name, preset in PRESETS.items():
        if rules == preset:
            return name
    changed = (name for name in _FIELDS if getattr(rules, name) != getattr(KELTIS, name))
    return " ".join(["KELTIS", *(_field_text(rules, name) for name in changed)])


def format_rules_in_full(rules: Rules) -> str:
    """Rules as text with every field, for files: a later release reads the same rules from it.

    >>> from keltis import KELTIS
    >>> from keltis.notation import format_rules_in_full, parse_rules
    >>> format_rules_in_full(KELTIS)[:60]
    'values=0,1,2,3,4,5,6,7,8,9,10 copies=2 row_points=-4,-3,-2,1'
    >>> parse_rules(format_rules_in_full(KELTIS)) == KELTIS
    True
    """
    return _full_text(rules)


@lru_cache(maxsize=64)  # a program writes the same rules with every position
def _full_text(rules: Rules) -> str:
    return " ".join(_field_text(rules, name) for name in _FIELDS)


def _field_text(rules: Rules, name: str) -> str:
    """A field as in `hand_size=6`."""
    return f"{name}={_value_text(rules, name)}"


def _value_text(rules: Rules, name: str) -> str:
    if name == "tiles":
        return "".join(TILE_LETTERS[tile] for tile in rules.tiles) or "-"
    if name == "tile_rows":
        return "/".join(map(_numbers_text, rules.tile_rows))
    if name == "cards_removed":
        return ",".join(f"{players}:{removed}" for players, removed in rules.cards_removed)
    value: object = getattr(rules, name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _numbers_text(value) if isinstance(value, tuple) else str(value)


def _numbers_text(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def parse_rules(text: str, *, version: int = FILE_VERSION) -> Rules:
    """Read rules from text. `InvalidRules` lists all faults of impossible ones.

    A field that is not named has the value of the preset, or without a preset its default.
    `version` is that of the file: the presets of version 1 are those of 0.1.0, of version 2 those
    of 0.2.0, and since then those of this release.

    >>> from keltis.notation import parse_rules
    >>> parse_rules("KELTIS hand_size=6 may_take_own_discard=no")
    Rules(hand_size=6, may_take_own_discard=False)
    >>> parse_rules("hand_size=6") == parse_rules("KELTIS hand_size=6")
    True
    """
    require_rules_text(text, MAX_RULES_TEXT)
    if version not in _PRESETS:
        raise InvalidArgument(unsupported_version(version, FILE_VERSION))
    presets = _PRESETS[version]
    words = text.split() or [""]
    start = 0 if "=" in words[0] else 1  # the name of a preset comes first, if there is one
    preset = presets.get(words[0]) if start else presets["KELTIS"]
    if preset is None:
        names = ", ".join(presets)
        raise NotationError(f"word 1: expected a rule set ({names}), not {quoted(words[0])}")
    parsers = {name: partial(_parse_field, name) for name in _FIELDS}
    fields = parse_fields(words, start, parsers, example="hand_size=6")
    return _build_rules(**{name: getattr(preset, name) for name in _FIELDS} | fields)


def _parse_field(name: str, text: str) -> object:
    if name == "tiles":
        return _parse_tiles(text)
    if name == "tile_rows":
        return tuple(map(_parse_numbers, text.split("/")))
    if name == "cards_removed":
        return tuple(tuple(map(parse_number, pair.split(":"))) for pair in text.split(","))
    default: object = getattr(KELTIS, name)
    if isinstance(default, tuple):
        return _parse_numbers(text)
    if not isinstance(default, bool):
        return parse_number(text)
    if text not in _SWITCHES:
        raise NotationError(f"expected yes or no, not {quoted(text)}")
    return _SWITCHES[text]


def _parse_numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(parse_number, text.split(",")))


def _parse_tiles(text: str) -> tuple[Tile, ...]:
    if text == "-":
        return ()
    if not text or not set(text) <= _TILES.keys():
        raise NotationError(f"expected tiles (W, C, 1, 2 and 3, or - for none), not {quoted(text)}")
    return tuple(_TILES[letter] for letter in text)
