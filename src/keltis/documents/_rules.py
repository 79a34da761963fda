"""Rules as documents."""

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final, TypeAlias

import attrs

from keltis._shared.documents import Json, read_name
from keltis._shared.json import JsonValue
from keltis.board import Tile
from keltis.documents._types import RulesDocument
from keltis.errors import InvalidRules, PlacedError
from keltis.notation import parse_rules
from keltis.rules import Rules

_Field: TypeAlias = "tuple[_Field, ...] | Tile | int"
_FIELDS: Final = tuple(field.name for field in attrs.fields(Rules) if field.init)
_TILES: Final = tuple(tile.value for tile in Tile)
_build_rules: Final[Callable[..., Rules]] = Rules  # by name; the constructor checks the types


def rules_document(rules: Rules) -> RulesDocument:
    """All tables and switches of the rules as data for JSON.

    >>> import keltis
    >>> from keltis.documents import rules_document
    >>> rules_document(keltis.KELTIS)["row_points"]
    [-4, -3, -2, 1, 2, 3, 6, 7, 10]
    """
    document: RulesDocument = json.loads(_rules_text(rules))  # a copy is the caller's own
    return document


@lru_cache(maxsize=64)
def _rules_text(rules: Rules) -> str:
    return json.dumps({name: _to_json(getattr(rules, name)) for name in _FIELDS})


def read_rules(value: JsonValue, version: int) -> Rules:
    """The rules in a document or file of this version: their fields, or text as in notation.

    A field that is missing has its default.
    """
    try:
        return _read_rules(json.dumps(value.value), value.path, version)
    except PlacedError as error:
        raise value.error_class(error.place, error.reason) from None
    except RecursionError:
        raise value.error("nested too deeply") from None


@lru_cache(maxsize=64)  # a program reads the same rules with every position
def _read_rules(text: str, path: str, version: int) -> Rules:
    value = JsonValue(json.loads(text), path, PlacedError)
    try:
        if type(value.value) is str:
            return value.parse(partial(parse_rules, version=version))
        values = value.as_object(*(name for name in _FIELDS if value.has(name)))
        fields = {name: _to_tuples(field.value) for name, field in values.items()}
        if "tiles" in values:
            tiles = values["tiles"].as_array()
            fields["tiles"] = tuple(Tile(read_name(tile, _TILES)) for tile in tiles)
        return _build_rules(**fields)
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
