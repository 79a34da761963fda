"""Rules as text, and the letters of the tiles."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from keltis._shared.text import quoted, require_text
from keltis.board import Tile
from keltis.errors import InvalidArgument, NotationError
from keltis.notation._presets import PRESETS_BY_VERSION, field_names, presets_of
from keltis.notation._tokens import parse_number
from keltis.rules import KELTIS, Rules

MAX_RULES_TEXT: Final = 3_000
"""The most characters that rules can have in text: more than any rules need."""

TILES_BY_LETTER: Final = dict(zip("WC123", Tile, strict=True))
TILE_LETTERS: Final = {tile: letter for letter, tile in TILES_BY_LETTER.items()}

_FIELDS: Final = field_names(None)
_SWITCHES: Final = {"yes": True, "no": False}
# Built from fields by name; the constructor checks their types.
_build_rules: Final[Callable[..., Rules]] = Rules


def format_rules(rules: Rules, *, version: int | None = None) -> str:
    """Rules as text: the name of a preset, or `KELTIS` and the fields that differ from it.

    With a `version`, the preset is the one that files of this version name (see `file_version`).

    >>> from keltis import Rules, Tile
    >>> from keltis.notation import format_rules
    >>> format_rules(Rules(hand_size=6, clover_may_be_declined=False))
    'KELTIS hand_size=6 clover_may_be_declined=no'
    >>> tile_rows = ((), (), (), (), (2, 3))
    >>> format_rules(Rules(tile_rows=tile_rows, tiles=(Tile.CLOVER, Tile.THREE)))
    'KELTIS tiles=C3 tile_rows=-/-/-/-/2,3'
    """
    presets = presets_of(version)
    for name, preset in presets.items():
        if rules == preset:
            return name
    base = presets["KELTIS"]
    changed = [name for name in _FIELDS if getattr(rules, name) != getattr(base, name)]
    for name in changed:
        if name not in field_names(version):
            raise InvalidArgument(f"files of version {version} cannot name the rule {name}")
    return " ".join(["KELTIS", *(f"{name}={_field_text(rules, name)}" for name in changed)])


def file_version(rules: Rules) -> int:
    """The version of a new file with these rules: the oldest that needs the fewest characters.

    Older versions do not know every field of `Rules`.

    A preset is a name in files, and its tables may change in a later release. Write the version
    into the file, the rules by `format_rules(rules, version=version)`, and read them back by
    `parse_rules(text, version=version)`.

    >>> from keltis import KELTIS
    >>> from keltis.notation import file_version, format_rules, parse_rules
    >>> version = file_version(KELTIS)
    >>> parse_rules(format_rules(KELTIS, version=version), version=version) == KELTIS
    True
    """
    lengths = {}
    for version in PRESETS_BY_VERSION:
        with suppress(InvalidArgument):
            lengths[version] = len(format_rules(rules, version=version))
    return min(lengths, key=lambda version: lengths[version])


def _field_text(rules: Rules, name: str) -> str:
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


def parse_rules(text: str, *, version: int | None = None) -> Rules:
    """Read rules from text. `InvalidRules` lists all faults of impossible ones.

    With a `version`, the preset is the one that files of this version name (see `file_version`).

    >>> from keltis.notation import parse_rules
    >>> parse_rules("KELTIS hand_size=6 may_take_own_discard=no")
    Rules(hand_size=6, may_take_own_discard=False)
    """
    require_text(text)
    if len(text) > MAX_RULES_TEXT:
        raise NotationError(
            f"word 1: expected rules of at most {MAX_RULES_TEXT} characters, not {len(text)}"
        )
    presets = presets_of(version)
    preset_name, *words = text.split() or [""]
    preset = presets.get(preset_name)
    if preset is None:
        names = ", ".join(presets)
        raise NotationError(f"word 1: expected a rule set ({names}), not {quoted(preset_name)}")
    possible = field_names(version)
    fields: dict[str, object] = {}
    for place, word in enumerate(words, 2):
        name, _, value = word.partition("=")
        if name not in possible or name in fields:
            expected = "expected a field of Rules, each once, as in hand_size=6"
            raise NotationError(f"word {place}: {expected}, not {quoted(word)}")
        try:
            fields[name] = _parse_field(name, value)
        except NotationError as error:
            raise NotationError(f"word {place}, {name}: {error}") from None
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
    if not text or not set(text) <= TILES_BY_LETTER.keys():
        raise NotationError(f"expected tiles (W, C, 1, 2 and 3, or - for none), not {quoted(text)}")
    return tuple(TILES_BY_LETTER[letter] for letter in text)
