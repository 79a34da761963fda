"""A game on a whole screen: the board stays in place, arrow keys mark a choice, Enter makes it."""

from collections.abc import Sequence
from typing import Final, Generic, assert_never

from rich.text import Text

from keltis.cli._frame import draw_game, pad_lines, smallest_size, wrap_paragraph
from keltis.cli._games import Choice, Listing, M, R
from keltis.cli._input import Action, InputError, Request, parse_answer, parse_request
from keltis.cli._prompt import Quit
from keltis.cli._screen import BACKSPACE, ENTER, ESCAPE, RESIZE, UNKNOWN, Screen, Size
from keltis.cli._selection import Selection
from keltis.cli._session import Session

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


def needed_size(session: Session[R, M]) -> Size:
    """The smallest window for the game of a session."""
    return smallest_size(session.game, session.record, session.view, _BOTTOM)


class PlayScreen(Generic[R, M]):
    """Asks for moves on a screen until the game of a session is over."""

    def __init__(self, screen: Screen, session: Session[R, M]) -> None:
        self._screen = screen
        self._session = session
        self._game = session.game
        self._messages: list[Text] = []
        self._typed = ""

    def play_to_end(self) -> None:
        """Play to the end. Raises `Quit`; `EOFError` or `KeyboardInterrupt` may pass through."""
        session = self._session
        self._say(f"This is {self._game.title}: press ? for the rules and the keys.")
        while not session.is_over:
            if session.is_your_turn:
                self._ask_for_move()
            else:
                self._show_bot_moves()

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
            is_next = self._game.is_turn_over(session.record) and not session.is_your_turn
            if is_next and not session.is_over:
                self._draw_thinking()
        self._collect_warnings()

    def _draw_thinking(self) -> None:
        wait = Text(f"{self._session.mover} thinks ...", style="bold")
        self._draw([wait, self._hand(), Text(), Text("Ctrl-C saves and leaves", style="dim")])

    def _hand(self) -> Text:
        return Text.from_ansi(self._game.hand(self._session.record, self._session.view))

    def _draw(self, bottom: Sequence[Text], move: M | None = None) -> None:
        session = self._session
        self._screen.draw(
            draw_game(
                self._game,
                session.record,
                session.view,
                self._screen.size,
                bottom=bottom,
                messages=self._messages,
                move=move,
            )
        )

    def _ask_for_move(self) -> None:
        """Take keys until one of them makes a move or takes one back.

        The only choice is not asked for.
        """
        length = len(self._session.record)
        choices = self._session.list_choices()
        if len(choices) == 1:
            self._make_move(choices[0].move)
            return
        selection = Selection(self._game.groups(choices))
        while len(self._session.record) == length:
            self._draw_question(selection)
            key = self._screen.read_key()
            if key is not None:
                self._handle(key, choices, selection)

    def _draw_question(self, selection: Selection[M]) -> None:
        question = Text(self._game.question(self._session.record), style="bold")
        groups, options = selection.draw(self._screen.size.columns)
        first = self._hand() if selection.is_flat else groups
        self._draw([question, first, options, self._draw_keys(selection)], selection.option.move)

    def _draw_keys(self, selection: Selection[M]) -> Text:
        if self._typed:
            return Text("> ").append(self._typed, style="bold").append("_", style="blink")
        return draw_keys(
            *([("←→", "choose")] if selection.is_flat else self._game.choice_keys),
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
            answer = parse_answer(text, self._game, self._session.record, choices)
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
        return f"{_KEYS}\n{self._game.help}\n{self._game.table_help}"

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


def ask_for_another(screen: Screen, session: Session[R, M], lines: Sequence[str]) -> bool:
    """Show the end of a game with its explanation; return whether the person wants another one."""
    shows_board = False
    explanation = [Text.from_ansi(line) for line in lines]
    keys = draw_keys(("y", "another game"), ("b", "board or points"), ("q", "leave"))
    while True:
        size = screen.size
        if shows_board:
            frame = draw_game(session.game, session.record, session.view, size, bottom=[keys])
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


def draw_keys(*keys: tuple[str, str]) -> Text:
    """A line with keys and what they do."""
    line = Text()
    for key, meaning in keys:
        line.append("  " if line else "").append(key, style="bold").append(f" {meaning}", "dim")
    return line
