"""A game on a whole screen: the board stays in place, arrow keys mark a choice, Enter makes it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic

import attrs
from rich.text import Text

from keltis.cli._screen import (
    Key,
    Screen,
    Size,
    draw_game,
    draw_keys,
    pad_lines,
    smallest_size,
    wrap_paragraph,
)
from keltis.cli._session import ALIASES, FrontEnd, Message, Quit, Session
from keltis.cli._terminal import Choice, Group, Listing, is_turn_over
from keltis.game import M, R, S, V

_MAX_TYPED: Final = 60
_KEYS: Final = """\
Keys
  The arrow keys choose, Tab goes through what can be done, Enter does it.
  Or type a move, or save FILE, and press Enter; Esc clears what you typed.
  h gives a hint, u takes a move back, q leaves; the game is always saved."""
_BOTTOM: Final = 4
"""The lines below the table: a question, two for the choices, and the keys."""
_STEPS: Final[Mapping[str, tuple[int, int]]] = {
    Key.LEFT: (-1, 0),
    Key.RIGHT: (1, 0),
    Key.UP: (0, -1),
    Key.DOWN: (0, 1),
}
_STYLES: Final = {
    Message.ANSWER: "yellow",
    Message.ERROR: "yellow",
    Message.WARNING: "red",
    Message.FILE: "dim",
    Message.SAVED: "yellow",
}


@attrs.define
class Selection(Generic[M]):
    """A mark on one option of one group. There is at least one group, with at least one option."""

    groups: Sequence[Group[M]]
    _group: int = 0
    _option: int = 0

    @property
    def group(self) -> Group[M]:
        return self.groups[self._group]

    @property
    def option(self) -> Choice[M]:
        return self.group.options[self._option]

    @property
    def is_flat(self) -> bool:
        """Whether every group has a single option."""
        return all(len(group.options) == 1 for group in self.groups)

    def handle(self, key: str) -> None:
        """Move the mark, if the key does that.

        Arrows go to the next group in their direction. Where all groups are side by side, the
        vertical ones go through the options, as Tab does everywhere.
        """
        is_row = len({group.place[1] for group in self.groups}) == 1
        if key in (Key.TAB, Key.BACK_TAB) or (is_row and key in (Key.UP, Key.DOWN)):
            step = 1 if key in (Key.TAB, Key.DOWN) else -1
            self._option = (self._option + step) % len(self.group.options)
        elif key in _STEPS:
            self._go(*_STEPS[key])

    def _go(self, right: int, down: int) -> None:
        """Go to the nearest group that lies in this direction, or round to the farthest behind."""
        x, y = self.group.place
        distances = []
        for number, group in enumerate(self.groups):
            along, across = group.place[0] - x, group.place[1] - y
            ahead = along * right + across * down
            aside = abs(along * down) + abs(across * right)
            if ahead:
                distance = ahead + 2 * aside if ahead > 0 else ahead
                distances.append((ahead < 0, distance, aside, number))
        if distances:
            self._group = min(distances)[-1]
            self._option = 0

    def draw(self, width: int) -> tuple[Text, Text]:
        """Two lines: the groups, and the options of the group with the mark.

        Where every group has a single option, the first line is empty.
        """
        groups = _draw_strip(
            [(group.label, group.style) for group in self.groups], self._group, width
        )
        note = f"   {self.option.note}" if self.option.note else ""
        if self.is_flat:
            return Text(), groups + Text(note, style="dim")
        labels = [(option.label, "") for option in self.group.options]
        options = _draw_strip(labels, self._option, width - len(note))
        return groups, options + Text(note, style="dim")


def _draw_strip(labels: Sequence[tuple[str, str]], marked: int, width: int) -> Text:
    """Labels with their styles side by side; of too many, those around the mark."""
    lengths = [len(label) + 2 for label, _ in labels]
    first, stop = marked, marked + 1
    room = width - lengths[marked] - 2
    while True:
        if stop < len(labels) and lengths[stop] <= room:
            room -= lengths[stop]
            stop += 1
        elif first > 0 and lengths[first - 1] <= room:
            first -= 1
            room -= lengths[first]
        else:
            break
    strip = Text("<" if first else " ")
    for number in range(first, stop):
        label, style = labels[number]
        if number == marked:
            strip.append(f"[{label}]", style=f"bold reverse {style}")
        else:
            strip.append(f" {label} ", style=style)
    return strip.append(">" if stop < len(labels) else " ")


def needed_size(session: Session[S, V, M, R]) -> Size:
    """The smallest window for the game of a session."""
    return smallest_size(session.terminal, session.record.final, session.view, _BOTTOM)


class PlayScreen(FrontEnd[S, V, M, R]):
    """Asks for moves on a screen."""

    def __init__(self, screen: Screen, session: Session[S, V, M, R]) -> None:
        super().__init__(session)
        self._screen = screen
        self._messages: list[Text] = []
        self._typed = ""
        self.say(f"This is {self.terminal.game.title}: press ? for the rules and the keys.")

    def say(self, text: str, about: Message = Message.ANSWER) -> None:
        """Show a message until the next move or answer."""
        self._messages.append(Text(text, style=_STYLES[about]))

    def show_bot_moves(self) -> None:
        session = self.session
        self._draw_thinking()
        for _ in session.make_bot_moves():
            is_next = is_turn_over(session.record) and session.thinker
            if is_next and session.match.outcome is None:
                self._draw_thinking()

    def _draw_thinking(self) -> None:
        wait = Text(f"{self.session.thinker} thinks ...", style="bold")
        self._draw([wait, self._hand(), Text(), Text("Ctrl-C saves and leaves", style="dim")])

    def _hand(self) -> Text:
        return Text.from_ansi(self.terminal.hand(self.session.record.final, self.session.view))

    def _draw(self, bottom: Sequence[Text], move: M | None = None) -> None:
        frame = draw_game(
            self.terminal,
            self.session.record,
            self.session.view,
            self._screen.size,
            bottom=bottom,
            messages=self._messages,
            move=move,
        )
        self._screen.draw(frame)

    def ask_for_move(self, choices: Sequence[Choice[M]]) -> None:
        """Take keys until one of them makes a move or takes one back."""
        record = self.session.record
        selection = Selection(self.terminal.groups(choices))
        while self.session.record is record:
            self._draw_question(selection)
            key = self._screen.read_key()
            if key is not None:
                self._handle(key, choices, selection)

    def _draw_question(self, selection: Selection[M]) -> None:
        question = Text(self.terminal.question(self.session.record), style="bold")
        groups, options = selection.draw(self._screen.size.columns)
        keys = Text("> ").append(self._typed, style="bold").append("_", style="blink")
        if not self._typed:
            keys = draw_keys(
                *([("←→", "choose")] if selection.is_flat else self.terminal.choice_keys),
                ("Enter", "do it"),
                ("h", "hint"),
                ("u", "undo"),
                ("?", "help"),
                ("q", "leave"),
            )
        first = self._hand() if selection.is_flat else groups
        self._draw([question, first, options, keys], selection.option.move)

    def _handle(self, key: str, choices: Sequence[Choice[M]], selection: Selection[M]) -> None:
        """Do what a key says."""
        if (key in ALIASES and not self._typed) or (key == Key.ENTER and self._typed.strip()):
            text, self._typed = self._typed or key, ""
            self._messages.clear()
            self.answer(text, choices)
        elif key == Key.ENTER:
            self.show_moves(self.session.make_move(selection.option.move))
        elif key == Key.BACKSPACE:
            self._typed = self._typed[:-1]
        elif key == Key.ESCAPE:
            self._typed = ""
            self._messages.clear()
        elif len(key) == 1 and len(self._typed) < _MAX_TYPED:
            self._typed += key
        else:
            selection.handle(key)

    def show_moves(self, _sentences: Iterable[str]) -> None:
        """Clear the messages: the turns are beside the board anyhow."""
        self._messages.clear()

    def show_listing(self, listing: Listing) -> None:
        """Show a list in place of messages."""
        rows = ("  ".join(filter(None, row)) for row in listing.rows)
        self._messages += [*map(Text, rows), Text(listing.note, style="yellow")]

    def show_help(self) -> None:
        text = f"{_KEYS}\n{self.terminal.help}\n{self.terminal.board_help}"
        show_pages(self._screen, text.split("\n"))

    def leave(self) -> None:
        """Raise `Quit` unless the person wants to stay."""
        question = Text("Leave the game? It is saved, and you can continue it later.", "bold")
        keys = draw_keys(("y", "leave"), ("n", "stay"))
        key = None
        while key in (None, Key.RESIZE):
            self._draw([question, self._hand(), Text(), keys])
            key = self._screen.read_key()
        if key in ("y", "Y", "q", Key.ENTER):
            raise Quit


def ask_for_another(screen: Screen, session: Session[S, V, M, R], lines: Sequence[str]) -> bool:
    """Show the end of a game with its explanation; return whether the person wants another one."""
    shows_board = False
    keys = draw_keys(("y", "another game"), ("b", "board or points"), ("q", "leave"))
    while True:
        size = screen.size
        if shows_board:
            frame = draw_game(session.terminal, session.record, session.view, size, bottom=[keys])
        else:
            wrapped: list[Text] = []
            for line in map(Text.from_ansi, lines):
                is_short = line.cell_len <= size.columns
                wrapped += [line] if is_short else wrap_paragraph(line, size.columns)
            frame = [*pad_lines(wrapped, size.lines - 1), keys]
        screen.draw(frame)
        key = screen.read_key()
        if key in ("y", "n", "q", Key.ESCAPE):
            return key == "y"
        shows_board ^= key == "b"


def show_pages(screen: Screen, lines: Sequence[str]) -> None:
    """Show a text page by page, until a key is pressed on the last page."""
    first = 0
    while first < len(lines):
        height = screen.size.lines - 1
        page = [Text(line) for line in lines[first : first + height]]
        is_last = first + height >= len(lines)
        keys = draw_keys(("any key", "back to the game" if is_last else "next page"))
        screen.draw([*pad_lines(page, height), keys])
        key = screen.read_key()
        if key not in (None, Key.RESIZE):
            first += height
