"""The JSON Schemas of the documents and files of CELTIC!."""

from typing import Final

from keltis._shared.documents import Json, build_schema, read_schemas

SCHEMAS: Final = ("state", "move", "event", "refusal", "rules", "record", "conformance")
"""The names of the schemas."""


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) with this name: one of `SCHEMAS`.

    It stands alone: everything that it refers to is in it.

    >>> from keltis.celtic.documents import schema
    >>> schema("move")["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    definitions = read_schemas("keltis.celtic.documents", "celtic.schema.json")
    return build_schema(definitions, name, SCHEMAS, "urn:keltis:celtic:schema")
