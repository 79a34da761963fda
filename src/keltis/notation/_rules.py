"""Rules as text, and the tiles in it."""

from collections.abc import Callable, Iterable
from typing import Final

import attrs

from keltis._shared.text import quoted, require_text
from keltis.board import Tile
from keltis.errors import NotationError
from keltis.notation.words import number
from keltis.rules import KELTIS, PRESETS, Rules, require_rules

MAX_RULES_TEXT: Final = 3_000
"""The most characters that rules can have in text: more than any rules need."""

TILES: Final = dict(zip("WC123", Tile, strict=True))
"""The tiles by their letters."""
LETTERS: Final = {tile: letter for letter, tile in TILES.items()}
"""The letters of the tiles."""

_FIELDS: Final = tuple(field.name for field in attrs.fields(Rules) if field.init)
_SWITCHES: Final = {"yes": True, "no": False}
_rules_of: Final[Callable[..., Rules]] = (
    Rules  # of fields by name, whose types the constructor checks
)


def format_rules(rules: Rules) -> str:
    """Rules as text: the name of a rule set, or `KELTIS` and the fields that differ from it.

    >>> from keltis import Rules, Tile
    >>> format_rules(Rules(hand_size=6, tile_rows=((), (), (), (), (2, 3)), tiles=(Tile.CLOVER, Tile.THREE)))
    'KELTIS tiles=C3 tile_rows=-/-/-/-/2,3 hand_size=6'
    """
    require_rules(rules)
    for name, preset in PRESETS.items():
        if rules == preset:
            return name
    changed = [name for name in _FIELDS if getattr(rules, name) != getattr(KELTIS, name)]
    return " ".join(["KELTIS", *(f"{name}={_field_text(rules, name)}" for name in changed)])


def _field_text(rules: Rules, name: str) -> str:
    if name == "tiles":
        return "".join(LETTERS[tile] for tile in rules.tiles) or "-"
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


def parse_rules(text: str) -> Rules:
    """The rules that are written like this. Impossible ones are refused by `InvalidRules`, with all their faults.

    >>> parse_rules("KELTIS hand_size=6 may_take_own_discard=no")
    Rules(hand_size=6, may_take_own_discard=False)
    """
    require_text(text)
    if len(text) > MAX_RULES_TEXT:
        raise NotationError(
            f"word 1: expected rules of at most {MAX_RULES_TEXT} characters, not {len(text)}"
        )
    words = text.split() or [""]
    preset = PRESETS.get(words[0])
    if preset is None:
        raise NotationError(
            f"word 1: expected a rule set ({', '.join(PRESETS)}), not {quoted(words[0])}"
        )
    fields: dict[str, object] = {}
    for place, word in enumerate(words[1:], 2):
        name, _, value = word.partition("=")
        if name not in _FIELDS or name in fields:
            raise NotationError(
                f"word {place}: expected a field of Rules, each once, as in hand_size=6, not {quoted(word)}"
            )
        try:
            fields[name] = _field(name, value)
        except NotationError as error:
            raise NotationError(f"word {place}, {name}: {error}") from None
    return _rules_of(**{name: getattr(preset, name) for name in _FIELDS} | fields)


def _field(name: str, text: str) -> object:
    if name == "tiles":
        return _tiles(text)
    if name == "tile_rows":
        return tuple(map(_numbers, text.split("/")))
    if name == "cards_removed":
        return tuple(tuple(map(number, pair.split(":"))) for pair in text.split(","))
    default: object = getattr(KELTIS, name)
    if isinstance(default, tuple):
        return _numbers(text)
    if not isinstance(default, bool):
        return number(text)
    if text not in _SWITCHES:
        raise NotationError(f"expected yes or no, not {quoted(text)}")
    return _SWITCHES[text]


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(number, text.split(",")))


def _tiles(text: str) -> tuple[Tile, ...]:
    if text == "-":
        return ()
    if not text or not set(text) <= TILES.keys():
        raise NotationError(f"expected tiles (W, C, 1, 2 and 3, or - for none), not {quoted(text)}")
    return tuple(TILES[letter] for letter in text)
