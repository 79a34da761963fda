"""Tables for notebooks and pages."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from html import escape
from importlib import import_module
from typing import TypeVar, final

import attrs
from typing_extensions import TypeIs

from keltis._lib.text import count_noun
from keltis._lib.values import Immutable, public_module
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


def turns_html(values: Sequence[object]) -> str | None:
    """The turns of a record, or one of them, as a table; None for other tuples of tuples."""
    turns = [values] if _is_turn(values) else [turn for turn in values if _is_turn(turn)]
    rows = [
        (number, turn[0][0].to_move, ", ".join(str(move) for _, move in turn))
        for number, turn in enumerate(turns)
    ]
    header = ("", "seat", "moves")
    return html_table(count_noun(len(rows), "turn"), header, rows) if rows else None


def _is_turn(value: object) -> TypeIs[tuple[tuple[State, object], ...]]:
    pair = value[0] if isinstance(value, tuple) and value else None
    return isinstance(pair, tuple) and isinstance(pair[0], State)


def sequence_html(values: Sequence[object]) -> str | None:
    """Moves, or values of one class, as a table; None if their `repr` says it better.

    >>> from keltis import Score
    >>> sequence_html([Score(30, 6, 2)]).partition("<tbody>")[2]
    '<tr><td>0</td><td>30</td><td>6</td><td>2</td><td>38</td></tr></tbody></table>'
    """
    kind = type(values[0])
    package = import_module(public_module(kind))
    if isinstance(values[0], getattr(package, "Move", ())):
        table: MovesTable = import_module(f"{package.__name__}.render").moves_table(values)
        return table._repr_html_()
    if any(type(value) is not kind for value in values):
        return None
    if hasattr(kind, "_tuple_html_"):
        return str(kind._tuple_html_(values))
    if hasattr(kind, "_repr_html_"):
        return "".join(kind._repr_html_(value) for value in values)
    if not attrs.has(kind) or not repr(values[0]).startswith(f"{kind.__name__}("):
        return None
    names = [field.name for field in attrs.fields(kind)]
    names += [name for name, member in vars(kind).items() if isinstance(member, property)]
    rows = [
        (number, *(_cell(getattr(value, name)) for name in names))
        for number, value in enumerate(values)
    ]
    header = ["", *(name.replace("_", " ") for name in names)]
    return html_table(kind.__name__, header, rows)


def _cell(value: object, separator: str = ", ") -> str:
    if isinstance(value, tuple):
        cells = [_cell(item, " ") for item in value]
        if isinstance(next(iter(value), None), Enum):
            cells = [f"{number} {cell}" for cell, number in Counter(cells).items()]
        return separator.join(cells)
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if isinstance(value, float):
        return f"{value:.3g}"
    return "" if value is None else str(value)


def rules_html(rules: "attrs.AttrsInstance", caption: str) -> str:
    """The fields of rules, with the default of those that differ from it."""
    rows = []
    for field in attrs.fields(type(rules)):
        if field.init:
            value, default = _cell(getattr(rules, field.name)), _cell(field.default)
            rows.append((field.name, value, "" if value == default else default))
    return html_table(caption, ("rule", "value", "default"), rows)


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
