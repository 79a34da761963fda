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
    """How many columns of a terminal a text takes, at most; lines of boxes take one each, as in all but some Asian terminals.

    >>> text_width("abc"), text_width("├──"), text_width("\N{CJK UNIFIED IDEOGRAPH-5B54}")
    (3, 3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def width(line: Iterable[Span]) -> int:
    """How many columns a line takes."""
    return sum(text_width(span.text) for span in line)


def clipped(text: str, columns: int, *, mark: str = "~") -> str:
    """As much of a text as fits, with a mark at the end if that is not all."""
    if text_width(text) <= columns:
        return text
    while text and text_width(text) > columns - 1:
        text = text[:-1]
    return text + mark


def fitted(line: Iterable[Span], columns: int) -> Line:
    """A line cut to so many columns, with `~` at the end if that is not all."""
    spans = tuple(line)
    if width(spans) <= columns:
        return spans
    cut = next(place for place in range(len(spans)) if width(spans[: place + 1]) >= columns)
    kept, last = spans[:cut], spans[cut]
    return *kept, Span(clipped(f"{last.text}~", columns - width(kept)), last.style)


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
    return "".join(
        f"\x1b[{span.style}m{span.text}{RESET}" if colour and span.style else span.text
        for span in line
    ).rstrip()
