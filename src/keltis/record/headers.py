"""What a record in a file says of itself, as text or as JSON: of which kind and version it is, and with which result."""

from keltis._shared.json import Part, misfit
from keltis._shared.text import Line, quoted, require_text
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
    require_known(version, newest, "$.version")
    return document


def require_known(version: int, newest: int, place: str) -> None:
    """Refuse a version that is newer than this."""
    if version > newest:
        raise RecordError(
            place, f"version {version} is newer than {newest}, the newest that is known here"
        )


def require_result(given: Line | None, result: str) -> None:
    """Refuse a line that gives another result than this, which follows from the moves."""
    if given is not None and given.value != result:
        said = f"the result is given as {quoted(given.value)}"
        raise RecordError(f"line {given.number}", f"{said}, but the moves give {result!r}")
