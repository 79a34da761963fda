"""Lines of a terminal, built from spans of text that each have a style."""

import unicodedata
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple, TypeAlias

BOLD: Final = "1"
DIM: Final = "2"
MARKED: Final = "1;7"
"""Bold and in reverse video."""
COLOURS: Final = {"red": "31", "yellow": "33", "pink": "95", "green": "32", "blue": "94"}
"""The styles of colours by name."""
RESET: Final = "\x1b[0m"
_RESERVED: Final = frozenset("rypgbwc")
"""Letters that stand for a colour or a tile of Keltis."""
_SEATS: Final = ("1;30;47", "1;97;40", "1;30;46", "1;97;45")


class Span(NamedTuple):
    """A text and its style: the numbers of an ANSI colour code, or nothing."""

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


def seat_style(seat: int) -> str:
    """The style of a player's pieces and name."""
    return _SEATS[seat % len(_SEATS)]


def text_width(text: str) -> int:
    """The most columns that a text takes in a terminal.

    Box-drawing characters count as one column, though some East Asian terminals give them two.

    >>> text_width("abc"), text_width("├──"), text_width("\N{CJK UNIFIED IDEOGRAPH-5B54}")
    (3, 3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def line_width(line: Iterable[Span]) -> int:
    return sum(text_width(span.text) for span in line)


def clip_text(text: str, columns: int, *, mark: str = "~") -> str:
    """The text if it fits, and else its beginning with a mark at the end.

    >>> clip_text("abcdef", 4)
    'abc~'
    """
    if text_width(text) <= columns:
        return text
    while text and text_width(text) > columns - 1:
        text = text[:-1]
    return text + mark


def clip_line(line: Iterable[Span], columns: int) -> Line:
    """The line if it fits, and else its beginning with `~` at the end."""
    spans = tuple(line)
    if line_width(spans) <= columns:
        return spans
    cut = next(place for place in range(len(spans)) if line_width(spans[: place + 1]) >= columns)
    before, last = spans[:cut], spans[cut]
    return *before, Span(clip_text(f"{last.text}~", columns - line_width(before)), last.style)


def pad_line(line: Sequence[Span], columns: int) -> Line:
    """The line with spaces after it, up to this many columns."""
    return (*line, Span(" " * (columns - line_width(line))))


def wrap_words(words: Iterable[Span], columns: int) -> list[Line]:
    """The words with spaces between them, on one or more lines."""
    lines: list[list[Span]] = [[]]
    for word in words:
        if lines[-1] and line_width(lines[-1]) + 1 + text_width(word.text) > columns:
            lines.append([])
        if lines[-1]:
            lines[-1].append(Span(" "))
        lines[-1].append(word)
    return [clip_line(line, columns) for line in lines]


def format_line(line: Iterable[Span], *, colour: bool) -> str:
    """The line as text, with ANSI colour codes or without."""
    return "".join(
        f"\x1b[{span.style}m{span.text}{RESET}" if colour and span.style else span.text
        for span in line
    ).rstrip()


def player_letters(names: Iterable[str]) -> tuple[str, ...]:
    """A small letter for each player, different ones, if possible from the name.

    The letters of colours and tiles are left out.

    >>> player_letters(["Ann", "Anna", "Bob", "7 of 9"])
    ('a', 'n', 'o', 'f')
    >>> player_letters(["", ""])
    ('a', 'd')
    """
    free = [letter for letter in ascii_lowercase if letter not in _RESERVED]
    letters: list[str] = []
    for name in names:
        letter = next(letter for letter in [*name.lower(), *free] if letter in free)
        free.remove(letter)
        letters.append(letter)
    return tuple(letters)
