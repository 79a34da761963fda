"""A game on a whole screen: the board stays in place, arrow keys mark a choice, Enter makes it."""

from collections.abc import Sequence
from typing import Final, Generic, assert_never

from rich.text import Text

from keltis.cli._frame import draw_game, pad_lines, smallest_size, wrap_paragraph
from keltis.cli._prompt import Action, Quit, Request, parse_answer, parse_request
from keltis.cli._screen import (
    BACK_TAB,
    BACKSPACE,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RESIZE,
    RIGHT,
    TAB,
    UNKNOWN,
    UP,
    Screen,
    Size,
    draw_keys,
)
from keltis.cli._session import Session
from keltis.cli._terminal import (
    Choice,
    Group,
    InputError,
    Listing,
    M,
    Option,
    R,
    S,
    V,
    is_turn_over,
)

_HOT_KEYS: Final = {
    "?": Action.HELP,
    "h": Action.HINT,
    "u": Action.UNDO,
    "q": Action.QUIT,
}
"""Keys that do something at once, if nothing has been typed before."""
_MAX_TYPED: Final = 60


_KEYS: Final = """\
Keys
  The arrow keys choose, Tab goes through what can be done, Enter does it.
  Or type a move, or save FILE, and press Enter; Esc clears what you typed.
  h gives a hint, u takes a move back, q leaves; the game is always saved."""
_BOTTOM: Final = 4
"""The lines below the table: a question, two for the choices, and the keys."""


_STEPS: Final = {LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1)}


class Selection(Generic[M]):
    """A mark on one option of one group. There is at least one group, with at least one option."""

    def __init__(self, groups: Sequence[Group[M]]) -> None:
        self.groups = groups
        self._group = 0
        self._option = 0

    @property
    def group(self) -> Group[M]:
        """The group with the mark."""
        return self.groups[self._group]

    @property
    def option(self) -> Option[M]:
        """The option with the mark."""
        return self.group.options[self._option]

    @property
    def is_flat(self) -> bool:
        """Whether every group has a single option."""
        return all(len(group.options) == 1 for group in self.groups)

    def handle(self, key: str) -> bool:
        """Move the mark; False if the key does not do that.

        Arrows go to the next group in their direction. Where all groups are side by side, the
        vertical ones go through the options, as Tab does everywhere.
        """
        if key in (TAB, BACK_TAB):
            self._turn_option(1 if key == TAB else -1)
        elif key in (UP, DOWN) and len({group.place[1] for group in self.groups}) == 1:
            self._turn_option(1 if key == DOWN else -1)
        elif key in _STEPS:
            self._go(*_STEPS[key])
        else:
            return False
        return True

    def _turn_option(self, step: int) -> None:
        self._option = (self._option + step) % len(self.group.options)

    def _go(self, right: int, down: int) -> None:
        """Go to the nearest group that lies in this direction, or round to the farthest behind."""
        x, y = self.group.place

        def distance(number: int) -> tuple[bool, int, int]:
            other_x, other_y = self.groups[number].place
            ahead = (other_x - x) * right + (other_y - y) * down
            aside = abs((other_x - x) * down) + abs((other_y - y) * right)
            return ahead < 0, ahead + 2 * aside if ahead > 0 else ahead, aside

        def is_elsewhere(number: int) -> bool:
            return bool(
                (self.groups[number].place[0] - x) * right
                + (self.groups[number].place[1] - y) * down
            )

        places = list(filter(is_elsewhere, range(len(self.groups))))
        if places:
            self._group = min(places, key=distance)
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


class PlayScreen(Generic[S, V, M, R]):
    """Asks for moves on a screen until the game of a session is over."""

    def __init__(self, screen: Screen, session: Session[S, V, M, R]) -> None:
        self._screen = screen
        self._session = session
        self._terminal = session.terminal
        self._messages: list[Text] = []
        self._typed = ""

    def play_to_end(self) -> None:
        """Play to the end. Raises `Quit`; `EOFError` or `KeyboardInterrupt` may pass through."""
        session = self._session
        self._say(f"This is {self._terminal.game.title}: press ? for the rules and the keys.")
        while not session.is_over:
            if session.is_your_turn:
                self._ask_for_move()
            elif session.thinker:
                self._show_bot_moves()
            else:
                self._make_move(session.forced_move)

    def _say(self, text: str, style: str = "yellow") -> None:
        self._messages.append(Text(text, style=style))

    def _collect_warnings(self) -> None:
        for warning in self._session.warnings:
            self._say(warning, "red")
        self._session.warnings.clear()

    def _show_bot_moves(self) -> None:
        """Let the bots move, and show each of their turns."""
        session = self._session
        self._draw_thinking()
        for _ in session.make_bot_moves():
            is_next = is_turn_over(session.record) and session.thinker
            if is_next and not session.is_over:
                self._draw_thinking()
        self._collect_warnings()

    def _draw_thinking(self) -> None:
        wait = Text(f"{self._session.thinker} thinks ...", style="bold")
        self._draw([wait, self._hand(), Text(), Text("Ctrl-C saves and leaves", style="dim")])

    def _hand(self) -> Text:
        session = self._session
        return Text.from_ansi(self._terminal.hand(session.record.final, session.view))

    def _draw(self, bottom: Sequence[Text], move: M | None = None) -> None:
        session = self._session
        self._screen.draw(
            draw_game(
                self._terminal,
                session.record,
                session.view,
                self._screen.size,
                bottom=bottom,
                messages=self._messages,
                move=move,
            )
        )

    def _ask_for_move(self) -> None:
        """Take keys until one of them makes a move or takes one back."""
        length = len(self._session.record)
        choices = self._session.list_choices()
        selection = Selection(self._terminal.groups(choices))
        while len(self._session.record) == length:
            self._draw_question(selection)
            key = self._screen.read_key()
            if key is not None:
                self._handle(key, choices, selection)

    def _draw_question(self, selection: Selection[M]) -> None:
        question = Text(self._terminal.question(self._session.record), style="bold")
        groups, options = selection.draw(self._screen.size.columns)
        first = self._hand() if selection.is_flat else groups
        self._draw([question, first, options, self._draw_keys(selection)], selection.option.move)

    def _draw_keys(self, selection: Selection[M]) -> Text:
        if self._typed:
            return Text("> ").append(self._typed, style="bold").append("_", style="blink")
        return draw_keys(
            *([("←→", "choose")] if selection.is_flat else self._terminal.choice_keys),
            ("Enter", "do it"),
            ("h", "hint"),
            ("u", "undo"),
            ("?", "help"),
            ("q", "leave"),
        )

    def _handle(self, key: str, choices: Sequence[Choice[M]], selection: Selection[M]) -> None:
        """Do what a key says."""
        if not self._typed and key in _HOT_KEYS:
            self._try(Request(_HOT_KEYS[key]))
        elif key == ENTER and self._typed.strip():
            self._submit(choices)
        elif key == ENTER:
            self._make_move(selection.option.move)
        elif key == BACKSPACE:
            self._typed = self._typed[:-1]
        elif key == ESCAPE:
            self._typed = ""
            self._messages.clear()
        elif len(key) == 1 and len(self._typed) < _MAX_TYPED:
            self._typed += key
        elif key not in (RESIZE, UNKNOWN):
            selection.handle(key)

    def _make_move(self, move: M) -> None:
        self._messages.clear()
        before = self._session.file
        self._session.make_move(move)
        self._collect_warnings()
        if self._session.file != before:
            self._say(f"The game is kept in {self._session.file}.", "dim")

    def _submit(self, choices: Sequence[Choice[M]]) -> None:
        """Do what was typed."""
        text, self._typed = self._typed, ""
        request = parse_request(text)
        if request is not None:
            self._try(request)
            return
        self._messages.clear()
        try:
            answer = parse_answer(text, self._terminal, self._session.record.final, choices)
        except InputError as error:
            self._say(str(error))
            return
        if isinstance(answer, Listing):
            for row in answer.rows:
                self._say("  ".join(cell for cell in row if cell), "")
            self._say(answer.note)
        else:
            self._make_move(answer)

    def _try(self, request: Request) -> None:
        """Do what is requested, or say why not."""
        self._messages.clear()
        try:
            self._do(request)
        except InputError as error:
            self._say(str(error))

    def _do(self, request: Request) -> None:
        match request.action:
            case Action.HELP:
                show_pages(self._screen, self._help().split("\n"))
            case Action.HINT:
                self._say(self._session.hint())
            case Action.BOARD:
                pass  # it is always there
            case Action.UNDO:
                self._say(f"Taken back: {self._session.undo()}.")
            case Action.SAVE:
                self._say(self._session.save_as(request.argument))
            case Action.QUIT:
                self._confirm_quit()
            case _:
                assert_never(request.action)

    def _help(self) -> str:
        return f"{_KEYS}\n{self._terminal.help}\n{self._terminal.table_help}"

    def _confirm_quit(self) -> None:
        """Raise `Quit` unless the person wants to stay."""
        question = Text("Leave the game? It is saved, and you can go on with it later.", "bold")
        keys = draw_keys(("y", "leave"), ("n", "stay"))
        while True:
            self._draw([question, self._hand(), Text(), keys])
            key = self._screen.read_key()
            if key in ("y", "Y", "q", ENTER):
                raise Quit
            if key not in (None, RESIZE):
                return


def ask_for_another(screen: Screen, session: Session[S, V, M, R], lines: Sequence[str]) -> bool:
    """Show the end of a game with its explanation; return whether the person wants another one."""
    shows_board = False
    explanation = [Text.from_ansi(line) for line in lines]
    keys = draw_keys(("y", "another game"), ("b", "board or points"), ("q", "leave"))
    while True:
        size = screen.size
        if shows_board:
            frame = draw_game(session.terminal, session.record, session.view, size, bottom=[keys])
        else:
            wrapped = [
                part
                for line in explanation
                for part in (
                    [line] if line.cell_len <= size.columns else wrap_paragraph(line, size.columns)
                )
            ]
            frame = [*pad_lines(wrapped, size.lines - 1), keys]
        screen.draw(frame)
        key = screen.read_key()
        if key in ("y", "n", "q", ESCAPE):
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
        if key not in (None, RESIZE):
            first += height
