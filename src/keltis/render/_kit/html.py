"""Tables for notebooks and pages."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TypeVar, final

import attrs

from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.game import Record, State
from keltis.render._kit.terminal import text_width

S = TypeVar("S", bound=State)
M = TypeVar("M")


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
class MovesTable(Immutable):
    """A table: HTML in a notebook, and aligned text as a `str`."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        return html_table(self.caption, self.header, self.rows)

    def __str__(self) -> str:
        lines = [self.header, *self.rows]
        widths = [max(map(text_width, column)) for column in zip(*lines, strict=True)]
        text = [self.caption]
        for line in lines:
            cells = zip(line, widths, strict=True)
            padded = [cell + " " * (width - text_width(cell)) for cell, width in cells]
            text.append("  ".join(padded).rstrip())
        return "\n".join(text)


def moves_table(
    moves: Record[S, M] | Iterable[M],
    meaning: Callable[[M], str],
    names: Callable[[Record[S, M]], Sequence[str]],
    scores: Callable[[S], Iterable[str]],
    heading: str,
) -> MovesTable:
    """The turns of a record with the scores after them, or moves with their numbers and meanings.

    `heading` is that of the moves of a turn.
    """
    if not isinstance(moves, Record):
        listed = tuple((str(number), str(move), meaning(move)) for number, move in enumerate(moves))
        caption = count_noun(len(listed), "move")
        return MovesTable(caption, ("number", "move", "meaning"), listed)
    players, states, place = names(moves), moves.states, 0
    rows = []
    for number, turn in enumerate(moves.turns, 1):
        place += len(turn)
        text = ", ".join(str(move) for _, move in turn)
        rows.append((str(number), players[turn[0][0].to_move], text, *scores(states[place])))
    header = ("turn", "player", heading, *players)
    return MovesTable(count_noun(len(rows), "turn"), header, tuple(rows))
