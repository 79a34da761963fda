"""Text: its limits, its quotation in messages, and a reader of numbered lines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar, final

import attrs

from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument, NotationError

T = TypeVar("T")

MAX_TEXT: Final = 1_000_000
"""The most characters that a text can have."""

_QUOTED: Final = 40
_SHORT: Final = 200


def short(text: str) -> str:
    """The text for a message; a long one is clipped."""
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."


def short_repr(value: object) -> str:
    """The repr of a value for a message; a long one is clipped.

    >>> short_repr((7, "seven"))
    "(7, 'seven')"
    """
    return short(repr(value))


def quoted(text: str) -> str:
    """The text in quotes, for a message; a long one is clipped."""
    return repr(text if len(text) <= _QUOTED else f"{text[:_QUOTED]}...")


def require_text(text: str) -> None:
    """Raise `NotationError` if a text is too long."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"expected at most {MAX_TEXT} characters, not {len(text)}")


def require_rules_text(text: str, most: int) -> None:
    """Raise `NotationError` if the text of rules is too long."""
    require_text(text)
    if len(text) > most:
        raise NotationError(f"word 1: expected rules of at most {most} characters, not {len(text)}")


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A question about the name that is spelt most like a word, or nothing.

    >>> did_you_mean("wach", ["watch", "play"]), did_you_mean("zz", ["watch", "play"])
    ("; did you mean 'watch'?", '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    return "".join(f"; did you mean '{name}'?" for name in get_close_matches(word, names, n=1))


def parse_fields(
    words: Sequence[str], start: int, parsers: Mapping[str, Callable[[str], object]], example: str
) -> dict[str, object]:
    """The fields of rules in the words from `start` on, each once, as in `hand_size=6`."""
    fields: dict[str, object] = {}
    for place, word in enumerate(words[start:], start + 1):
        name, _, value = word.partition("=")
        if name not in parsers or name in fields:
            expected = f"expected a field of Rules, each once, as in {example}"
            question = "" if name in fields else did_you_mean(name, parsers)
            raise NotationError(f"word {place}: {expected}, not {quoted(word)}{question}")
        try:
            fields[name] = parsers[name](value)
        except NotationError as error:
            raise NotationError(f"word {place}, {name}: {error}") from None
    return fields


def unsupported_version(version: object, newest: int) -> str:
    """The message for a file of a version that this release cannot read."""
    return f"unsupported version {short_repr(version)} (newest supported: {newest})"


@final
@attrs.frozen
class Line(Immutable):
    """A line without its comment: `key: value`, or any other text."""

    number: int
    """Its number in the whole text, from 1."""
    text: str

    @property
    def key(self) -> str | None:
        """The text before the first colon, if there is one."""
        key, colon, _ = self.text.partition(":")
        return key if colon else None

    @property
    def value(self) -> str:
        """The text after the first colon."""
        return self.text.partition(":")[2].strip()

    def error(self, message: str) -> NotationError:
        """An error that names this line."""
        return NotationError(f"line {self.number}: {message}")

    def read(self, parse: Callable[[str], T]) -> T:
        """The result of a parser for the value. Its errors also name the line."""
        try:
            return parse(self.value)
        except NotationError as error:
            raise NotationError(f"line {self.number}, {error}") from None


class Lines:
    r"""Reads a text line by line, without empty lines and comments (from `#` on).

    >>> lines = Lines("# my game\nrules: KELTIS  # as printed")
    >>> lines.take("rules").value
    'KELTIS'
    >>> lines.take("turn")
    Traceback (most recent call last):
    ...
    keltis.NotationError: line 3: expected 'turn: ...', but the text ends here
    """

    def __init__(self, text: str) -> None:
        require_text(text)
        lines = text.split("\n")
        numbered = enumerate((line.partition("#")[0].strip() for line in lines), 1)
        self._lines = [Line(number, line) for number, line in numbered if line]
        self._next = 0
        self._end = len(lines) + 1

    def peek(self) -> Line | None:
        """The next line, without taking it, or None at the end."""
        return self._lines[self._next] if self._next < len(self._lines) else None

    @property
    def number(self) -> int:
        """The number of the next line; at the end, the number after the last."""
        line = self.peek()
        return self._end if line is None else line.number

    def pop(self, expected: str) -> Line:
        """Take the next line. If the text ends here, the error says what was expected."""
        line = self.peek()
        if line is None:
            raise NotationError(f"line {self.number}: expected {expected}, but the text ends here")
        self._next += 1
        return line

    def take(self, key: str) -> Line:
        """Take the next line, which must have this key."""
        line = self.pop(f"'{key}: ...'")
        if line.key != key:
            raise line.error(f"expected '{key}: ...', not {quoted(line.text)}")
        return line

    def has_next(self, key: str) -> bool:
        """Whether the next line has this key."""
        line = self.peek()
        return line is not None and line.key == key

    def finish(self) -> None:
        """Raise `NotationError` if another line follows."""
        line = self.peek()
        if line is not None:
            raise line.error(f"expected the end of the text, not {quoted(line.text)}")


@final
@attrs.frozen
class Narrator(Immutable):
    """Calls players by their names or seats, and one of them perhaps "you".

    >>> narrator = Narrator("player {}".format, names=("Ann", "Bob"), you=1)
    >>> narrator.clause(0, "lay"), narrator.clause(1, "lay"), narrator.possessive(1)
    ('Ann lays', 'You lay', 'Your')
    """

    seat_label: Callable[[int], str]
    """What a player without a name is called, in the middle of a sentence."""
    names: Sequence[str] = ()
    """The names by seat, or none."""
    you: int | None = None
    """The seat of the person who reads the sentence."""

    def __attrs_post_init__(self) -> None:
        if self.you is not None and self.you < 0:
            raise InvalidArgument(f"you must be a whole number from 0, not {self.you}")

    def name(self, seat: int) -> str:
        """What a player is called in the middle of a sentence."""
        if seat == self.you:
            return "you"
        return self._given_name(seat) if self.names else self.seat_label(seat)

    def subject(self, seat: int) -> str:
        """What a player is called at the beginning of a sentence."""
        name = self.name(seat)
        return name if self.names and seat != self.you else name[0].upper() + name[1:]

    def clause(self, seat: int, verb: str) -> str:
        """A player as the subject of this verb, at the beginning of a sentence."""
        return f"{self.subject(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str, third: str = "") -> str:
        """The verb as it follows this player: `third`, or with an s, unless it is "you"."""
        return verb if seat == self.you else third or f"{verb}s"

    def possessive(self, seat: int) -> str:
        """Whose something is, at the beginning of a sentence."""
        return "Your" if seat == self.you else f"{self.subject(seat)}'s"

    def _given_name(self, seat: int) -> str:
        if isinstance(self.names, str) or seat not in range(len(self.names)):
            raise InvalidArgument(f"names must have a name for seat {seat}, not {self.names!r}")
        return self.names[seat]


def count_noun(count: int, noun: str) -> str:
    """A count with its noun.

    >>> count_noun(1, "point"), count_noun(-1, "point"), count_noun(0, "point")
    ('1 point', '-1 point', '0 points')
    """
    return f"{count} {noun}" if abs(count) == 1 else f"{count} {noun}s"
