"""Rules as documents: the name of a preset, or all fields."""

import functools
from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from keltis._shared.documents import Json, read_name
from keltis._shared.json import JsonValue
from keltis.board import Tile
from keltis.documents._types import RulesDocument
from keltis.errors import InvalidRules
from keltis.notation import file_version, format_rules, parse_rules
from keltis.rules import PRESETS, Rules

_Field: TypeAlias = "tuple[_Field, ...] | Tile | int"
_FIELDS: Final = tuple(field.name for field in attrs.fields(Rules) if field.init)
_TILES: Final = tuple(tile.value for tile in Tile)
_build_rules: Final[Callable[..., Rules]] = Rules  # by name; the constructor checks the types


def rules_document(rules: Rules) -> dict[str, Json]:
    """All tables and switches of the rules as data for JSON.

    A document of a position names a preset and has these fields only for other rules.

    >>> import keltis
    >>> from keltis.documents import rules_document
    >>> rules_document(keltis.KELTIS)["row_points"]
    [-4, -3, -2, 1, 2, 3, 6, 7, 10]
    """
    return {name: _to_json(getattr(rules, name)) for name in _FIELDS}


@functools.lru_cache(maxsize=64)
def document_version(rules: Rules) -> int:
    """The version of a new document with these rules."""
    return file_version(rules)


@functools.lru_cache(maxsize=64)
def _preset_name(rules: Rules, version: int) -> str | None:
    text = format_rules(rules, version=version)
    return text if " " not in text else None


def short_rules_document(rules: Rules, version: int) -> RulesDocument:
    """The name of a preset in documents of this version, or all fields of other rules."""
    return _preset_name(rules, version) or rules_document(rules)


def read_rules(value: JsonValue, version: int) -> Rules:
    """The rules in a document of this version."""
    if type(value.value) is str:
        return parse_rules(read_name(value, tuple(PRESETS)), version=version)
    values = value.as_object(*_FIELDS)
    tiles = tuple(Tile(read_name(tile, _TILES)) for tile in values["tiles"].as_array())
    fields = {name: _to_tuples(values[name].value) for name in _FIELDS if name != "tiles"}
    try:
        return _build_rules(tiles=tiles, **fields)
    except InvalidRules as error:
        raise value.error(str(error)) from None


def _to_json(value: _Field) -> Json:
    """A table or a switch as data for JSON."""
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    return value.value if isinstance(value, Tile) else value


def _to_tuples(value: object) -> object:
    """A table or a switch of rules in a document; the rules refuse what is neither."""
    return tuple(_to_tuples(item) for item in value) if isinstance(value, list) else value
