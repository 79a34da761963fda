"""Tables for notebooks and pages."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TypeVar, final

import attrs

from keltis._shared.values import Immutable
from keltis.render._kit.terminal import text_width

T = TypeVar("T")


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML, without styles: notebooks and pages have their own.

    >>> html_table("Points", ["name"], [["<Ann>"]]).partition("<tbody>")[2]
    '<tr><td>&lt;Ann&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>"
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@final
@attrs.frozen
class Table(Immutable):
    """A table: HTML in a notebook, and aligned text as a `str`."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        return html_table(self.caption, self.header, self.rows)

    def __str__(self) -> str:
        lines = [self.header, *self.rows]
        widths = [max(map(text_width, column)) for column in zip(*lines, strict=True)]
        return "\n".join([self.caption, *(_align(line, widths) for line in lines)])


def numbered_moves(caption: str, moves: Sequence[T], meaning: Callable[[T], str]) -> Table:
    """A table of moves, with their numbers from 0 and what they mean.

    >>> print(numbered_moves("1 move", ["pass"], str.upper))
    1 move
    number  move  meaning
    0       pass  PASS
    """
    meanings = [meaning(move) for move in moves]
    rows = tuple(
        (str(number), str(move), text)
        for number, (move, text) in enumerate(zip(moves, meanings, strict=True))
    )
    return Table(caption, ("number", "move", "meaning"), rows)


def _align(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell + " " * (width - text_width(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    return "  ".join(padded).rstrip()
