"""One codec for every value: JSON, plain data and JSON Schemas, from the fields of classes.

There is a codec for each type, made on first use and kept. It writes by compiled source that looks
as if it were written by hand, and reads strictly.
"""

from operator import attrgetter
from typing import Final, TypeVar

from typing_extensions import TypeForm

from keltis._codec.forms import Form, codec_of, write
from keltis._codec.json import Json, dump
from keltis._codec.kinds import Definitions, Schema

T = TypeVar("T")
# They have no types, as a table of codecs by type cannot know theirs.
_parser: Final = attrgetter("parse")
_json_parser: Final = attrgetter("parse_json")


def to_document(value: object) -> dict[str, Json]:
    """A value as plain data for JSON.

    >>> import keltis
    >>> from keltis.documents import to_document
    >>> to_document(keltis.Lay("R7", "large"))
    {'type': 'lay', 'action': 164, 'text': 'lay R7 large', 'card': 'R7', 'figure': 'large'}
    """
    document = write(value)
    if not isinstance(document, dict):
        raise TypeError(f"a {type(value).__name__} is a part of documents, and none by itself")
    return document


def to_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, compact or indented; `from_json` reads it back.

    >>> import keltis
    >>> from keltis.documents import to_json
    >>> to_json(keltis.Draw())
    '{"type":"draw","action":0,"text":"draw pile","source":null}'
    """
    return dump(write(value), indent)


def from_document(kind: TypeForm[T], data: object, *, place: str = "$") -> T:
    """The value of a type that plain data describes. Errors name the path of the first fault.

    >>> from keltis import Draw, Move
    >>> from keltis.documents import from_document, to_document
    >>> from_document(Move, to_document(Draw()))
    Draw(source=None)
    """
    value: T = _parser(codec_of(kind))(data, place)
    return value


def from_json(kind: TypeForm[T], text: str, *, place: str = "$") -> T:
    """The value of a type that JSON describes. Errors name the path of the first fault.

    Unknown, missing and repeated keys are rejected, and what is derived, such as scores and legal
    moves, must follow from the rest. The paths in errors begin with `place`.

    >>> import keltis
    >>> from keltis.documents import from_json
    >>> from_json(keltis.Move, '{"type": "draw", "action": 0, "text": "draw pile", "source": null}')
    Draw(source=None)
    >>> from_json(keltis.Move, '{"type": "draw", "action": 1, "text": "draw pile", "source": null}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.action: expected 0, which follows from the rest, not 1
    """
    value: T = _json_parser(codec_of(kind))(text, place)
    return value


def read_form(form: Form[T], text: str, *, place: str = "$") -> T:
    """The value that JSON of this form describes, as in `from_json`."""
    value: T = _json_parser(form)(text, place)
    return value


def schema(kind: TypeForm[T]) -> Schema:
    """The JSON Schema (draft 2020-12) of the documents of a type. It stands alone.

    The `$id` of a schema of documents with a format and a version names both.
    """
    codec, definitions = codec_of(kind), Definitions()
    body = definitions.resolve(codec.schema(definitions))
    if isinstance(codec, Form) and codec.format:
        body = {"$id": f"urn:keltis:{codec.format}:{codec.version}", **body}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, **body, "$defs": {**definitions.schemas}}
