"""Schemas, and damage to documents, for the tests of both games' documents."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import jsonschema
import pytest
from hypothesis import strategies as st

from keltis.documents import Json
from keltis.errors import PlacedError

T = TypeVar("T")
Path: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead to a value in a document."""


class Validator:
    """A schema, prepared to check documents."""

    def __init__(self, schema: Mapping[str, Json]) -> None:
        self._validator = jsonschema.Draft202012Validator(schema)

    def accepts(self, document: object) -> bool:
        """Whether a document fits the schema."""
        valid: bool = self._validator.is_valid(document)
        return valid


def check_schema(schema: Mapping[str, Json]) -> None:
    """Fail unless a schema is one of JSON Schema 2020-12."""
    jsonschema.Draft202012Validator.check_schema(schema)


def paths(value: Json, path: Path = ()) -> Iterator[Path]:
    """The paths of all values in a document, its own first."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


def value_at(document: Json, path: Path) -> Json:
    """The value at a path."""
    for key in path:
        if isinstance(document, dict):
            document = document[str(key)]
        else:
            assert isinstance(document, list)
            document = document[int(key)]
    return document


def with_value(document: Json, path: Path, value: Json) -> Json:
    """A copy of a document with another value at a path."""
    if not path:
        return value
    changed = copy.deepcopy(document)
    parent = value_at(changed, path[:-1])
    if isinstance(parent, dict):
        parent[str(path[-1])] = value
    else:
        assert isinstance(parent, list)
        parent[int(path[-1])] = value
    return changed


@st.composite
def changed_documents(draw: st.DrawFn, document: Json) -> Json:
    """A document with one value replaced by another that the document has, or by something odd."""
    places = list(paths(document))
    path = draw(st.sampled_from(places))
    odd: list[Json] = [None, True, -1, 1.0, 10**9, "", "R7", [], {}, [[]]]
    other = st.sampled_from(places).map(lambda place: value_at(document, place))
    return with_value(document, path, draw(st.sampled_from(odd) | other))


@st.composite
def damaged_documents(draw: st.DrawFn, document: Json, incomplete: Path | None = None) -> Json:
    """A document that no schema can accept: without a key, with one more, or with a wrong type.

    The object at the path `incomplete` may lack keys.
    """
    damage = draw(st.sampled_from(["missing key", "unknown key", "wrong type"]))
    if damage == "wrong type":
        return with_value(document, draw(st.sampled_from(list(paths(document)))), {"odd": 0.5})
    objects = [path for path in paths(document) if isinstance(value_at(document, path), dict)]
    if damage == "missing key" and incomplete in objects:
        objects.remove(incomplete)
    path = draw(st.sampled_from(objects))
    value = value_at(document, path)
    assert isinstance(value, dict)
    if damage == "unknown key":
        return with_value(document, path, {**value, "odd": None})
    key = draw(st.sampled_from(sorted(value)))
    return with_value(document, path, {other: value[other] for other in value if other != key})


def refused_path(read: Callable[[str], object], text: str, error: type[Exception]) -> str:
    """The path that the error of a reader names."""
    with pytest.raises(error) as caught:
        read(text)
    return str(caught.value).partition(":")[0]


def is_refused_or_kept(read: Callable[[str], T], write: Callable[[T], str], document: Json) -> bool:
    """Whether a reader refuses a document, or reads a value whose document it is."""
    try:
        value = read(json.dumps(document))
    except PlacedError as error:
        return error.place.startswith("$")
    written = json.loads(write(value))
    return json.dumps(written, sort_keys=True) == json.dumps(document, sort_keys=True)
