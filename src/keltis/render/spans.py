"""Pieces of text with a style, put together to lines of a terminal."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

RESET: Final = "\x1b[0m"


class Span(NamedTuple):
    """A piece of text and its style: the numbers of an ANSI colour code, or nothing."""

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes, at most.

    >>> text_width("abc"), text_width("\N{CJK UNIFIED IDEOGRAPH-5B54}")
    (3, 2)
    """
    return sum(2 if unicodedata.east_asian_width(char) in "WFA" else 1 for char in text)


def width(line: Iterable[Span]) -> int:
    """How many columns a line takes."""
    return sum(text_width(span.text) for span in line)


def clipped(text: str, columns: int) -> str:
    """As much of a text as fits, with `~` at the end if that is not all."""
    if text_width(text) <= columns:
        return text
    while text and text_width(text) > columns - 1:
        text = text[:-1]
    return text + "~"


def fitted(line: Iterable[Span], columns: int) -> Line:
    """A line cut to so many columns."""
    fitting: list[Span] = []
    for span in line:
        room = columns - width(fitting)
        fitting.append(Span(clipped(span.text, room), span.style))
        if text_width(span.text) > room:
            break
    return tuple(fitting)


def padded(line: Sequence[Span], columns: int) -> Line:
    """A line filled up with spaces."""
    return (*line, Span(" " * (columns - width(line))))


def wrapped(words: Iterable[Span], columns: int) -> list[Line]:
    """Words with spaces between them, in as many lines as they need, at least one."""
    lines: list[list[Span]] = [[]]
    for word in words:
        if lines[-1] and width(lines[-1]) + 1 + text_width(word.text) > columns:
            lines.append([])
        if lines[-1]:
            lines[-1].append(Span(" "))
        lines[-1].append(word)
    return [fitted(line, columns) for line in lines]


def painted(line: Iterable[Span], *, colour: bool) -> str:
    """The line as text, with colour codes or without any."""
    return "".join(f"\x1b[{span.style}m{span.text}{RESET}" if colour and span.style else span.text for span in line).rstrip()
