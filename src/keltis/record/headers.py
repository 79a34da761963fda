"""What a JSON document begins with: what kind of record it is, and of which version."""

from keltis.notation.lines import require_text
from keltis.notation.parts import Part, misfit
from keltis.record.records import RecordError


def loaded(text: str, *, kind: str, newest: int) -> Part:
    """The document in a text of JSON that says it is of this kind, and of no newer version than this."""
    require_text(text)
    document = Part.parse(text, RecordError)
    found = document.value
    if type(found) is not dict:
        raise document.error(misfit(found, dict))
    if found.get("format") != kind:
        raise RecordError("$.format", f"expected {kind!r}, as in the record of a game")
    version = found.get("version")
    if type(version) is not int or version < 1:
        raise RecordError("$.version", f"expected {newest}")
    if version > newest:
        raise RecordError("$.version", f"version {version} is newer than {newest}, the newest that is known here")
    return document
