"""A frame of the screen: the table, beside or below it what happened, and the last lines."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from keltis.cli._screen import Size
from keltis.cli._terminal import M, R, S, Terminal, V, Viewpoint
from keltis.game import Record

_SIDE: Final = 38
"""The fewest columns of a side panel."""
_MIN_LOG: Final = 2
"""The fewest lines about what happened, below the table."""


WIDTH: Final = 80
"""The fewest columns of a window."""


def smallest_size(terminal: Terminal[S, V, M, R], state: S, view: Viewpoint, bottom: int) -> Size:
    """The smallest window for a game with this number of lines at the bottom."""
    layout = terminal.layout(state, view)
    table = layout.tables[-1].count("\n") + 1
    has_side = WIDTH - layout.width - 1 >= _SIDE
    return Size(WIDTH, table + bottom + (0 if has_side else _MIN_LOG))


def draw_game(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    view: Viewpoint,
    size: Size,
    *,
    bottom: Sequence[Text],
    messages: Sequence[Text] = (),
    move: M | None = None,
) -> list[Text]:
    """The game with its last turns and messages above some lines at the bottom.

    `move` is one that the player thinks about. In a window that is too small, it says so.
    """
    layout = terminal.layout(record.final, view, move)
    columns = layout.width
    height = size.lines - len(bottom)
    has_side = size.columns - columns - 1 >= _SIDE
    tables = [_split(table, columns) for table in layout.tables]
    need = 0 if has_side else _MIN_LOG
    fitting = (parts for parts in tables if len(parts[0]) + need <= height)
    chosen = next(fitting, None)
    if chosen is None or size.columns < WIDTH:
        smallest = smallest_size(terminal, record.final, view, len(bottom))
        return wrap_paragraph(Text(f"Make this window {smallest} or larger."), size.columns)
    table, beside = chosen
    side = [*beside, *map(Text.from_ansi, layout.panel.splitlines())]
    above = ([*side, Text()] if side else []) if has_side else table
    room = height - len(above)
    width = size.columns - columns - 1 if has_side else size.columns
    log = _fill([*_draw_turns(terminal, record, view, room), *messages], width, room)
    body = _join(table, [*above, *log], columns) if has_side else [*above, *log]
    return pad_lines(body, height) + list(bottom)


def _split(table: str, columns: int) -> tuple[list[Text], list[Text]]:
    lines = [Text.from_ansi(line) for line in table.split("\n")]
    beside = [line[columns:] for line in lines]
    while beside and not beside[-1].plain.strip():
        del beside[-1]
    return [line[:columns] for line in lines], beside


def _join(left: Sequence[Text], right: Sequence[Text], columns: int) -> list[Text]:
    """The lines of two parts side by side."""
    lines = []
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        if number < len(right):
            line.pad_right(columns + 1 - line.cell_len)
            line.append_text(right[number])
        lines.append(line)
    return lines


def _draw_turns(
    terminal: Terminal[S, V, M, R], record: Record[S, M], view: Viewpoint, count: int
) -> list[Text]:
    """A short sentence for each of the last turns; those of the present round are bright."""
    turns = [terminal.summarise(turn, view) for turn in record.turns[-count:]] if count > 0 else []
    old = len(turns) - len(view.labels)
    return [Text(turn, style="dim" if number < old else "") for number, turn in enumerate(turns)]


def _fill(paragraphs: Sequence[Text], width: int, height: int) -> list[Text]:
    """As much of the end as there is room for, in lines of this width."""
    lines = [line for paragraph in paragraphs for line in wrap_paragraph(paragraph, width)]
    return lines[-height:] if height > 0 else []


def wrap_paragraph(paragraph: Text, width: int) -> list[Text]:
    """The lines of a paragraph; the second one and later ones are indented."""
    wrapped: list[Text] = []
    words = paragraph.plain.split(" ")
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > width:
            wrapped.append(Text(line, style=paragraph.style))
            line = f"  {word}"
        else:
            line += f" {word}"
    return [*wrapped, Text(line, style=paragraph.style)]


def pad_lines(lines: Sequence[Text], height: int) -> list[Text]:
    """Exactly this number of lines."""
    return [*lines[:height], *(Text() for _ in range(height - len(lines)))]
